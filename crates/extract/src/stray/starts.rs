//! Strays that are reported already, because the start pattern matches them inside another record.

use std::ops::Range;

/// The strays without those that belong to an unread start: the first one after each start in its record. All three lists are
/// in the order of the text.
pub(super) fn without_starts(
    strays: Vec<Range<usize>>,
    starts: &[Range<usize>],
    scopes: &[Range<usize>],
) -> Vec<Range<usize>> {
    let mut starts = starts.iter().peekable();
    let mut last_end = 0;
    let is_new = |stray: &Range<usize>| {
        let scope = scopes.get(..scopes.partition_point(|scope| scope.start <= stray.start)).and_then(<[_]>::last);
        let from = scope.map_or(0, |scope| scope.start).max(last_end);
        let mut has_start = false;
        while let Some(start) = starts.next_if(|start| start.start < stray.end) {
            has_start |= start.start >= from;
        }
        last_end = stray.end;
        !has_start
    };
    let mut is_new = is_new;
    strays.into_iter().filter(|stray| is_new(stray)).collect()
}

#[cfg(test)]
mod tests {
    use super::without_starts;

    #[test]
    fn start_accounts_for_one_stray_of_its_record() {
        let scopes = [0..100, 100..200];
        let remaining = |strays: &[(usize, usize)], starts: &[usize]| -> Vec<usize> {
            let strays = strays.iter().map(|&(start, end)| start..end).collect();
            let starts: Vec<_> = starts.iter().map(|&start| start..start + 1).collect();
            without_starts(strays, &starts, &scopes).into_iter().map(|stray| stray.start).collect()
        };
        assert_eq!(remaining(&[(20, 30), (40, 50)], &[]), [20, 40]);
        assert_eq!(remaining(&[(20, 30), (40, 50)], &[18]), [40]);
        assert_eq!(remaining(&[(20, 30), (40, 50)], &[22, 38]), [0; 0]);
        assert_eq!(remaining(&[(20, 30), (40, 50)], &[15, 18]), [40]);
        assert_eq!(remaining(&[(120, 130)], &[90]), [120], "the start is in another record");
    }
}
