//! Finds what a strike has, a time of day and coordinates, so that layouts can be compared by how well they separate strikes.

use std::ops::Range;

use super::scan::find_all;
use crate::deadline::DeadlineCheck;

/// A time of day with what belongs to it, so that an offset such as `-05:00` is not a second time.
const TIME: &str = r"(?:\b|T)\d{1,2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:\s*[AaPp]\.?[Mm]\b)?(?:\s*(?:UTC|GMT)?[-+−]\d{1,2}:?\d{2}\b)?|\b\d{8}[T _-]?\d{6}\b";

/// Notations of a coordinate, the most certain first. The first one with at least two matches is used.
const COORDINATES: [&str; 3] = [
    r#"\d{1,3}\s*[°º]\s*\d{1,2}(?:[.,]\d+)?\s*['’′](?:\s*\d{1,2}(?:[.,]\d+)?\s*["”″])?|\d{1,3}[ -]\d{1,2}[ -]\d{1,2}(?:\.\d+)?\s*[NSEW]\b|\d{1,3}[.,]\d+\s*[°º]?\s*[NSEW]\b|\d{1,3}\.\d{3,}"#,
    r"\d{1,3},\d{3,}",
    r"\d{1,3}\.\d{1,2}|\d{1,3},\d{1,2}",
];

/// The positions of times and coordinates in a text, as byte offsets.
#[derive(Debug, Default)]
pub(super) struct Evidence {
    times: Vec<usize>,
    coordinates: Vec<usize>,
}

/// How many times and coordinates a part of the text has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct EvidenceCounts {
    pub(super) times: usize,
    pub(super) coordinates: usize,
}

impl Evidence {
    pub(super) fn scan(text: &str, is_expired: DeadlineCheck) -> Self {
        let times = find_all(TIME, text, is_expired);
        let is_in_a_time = |found: &Range<usize>| {
            let before = times.partition_point(|time| time.end <= found.start);
            times.get(before).is_some_and(|time| time.start < found.end)
        };
        let mut coordinates = Vec::new();
        for pattern in COORDINATES {
            let found = find_all(pattern, text, is_expired);
            coordinates = found
                .into_iter()
                .filter(|found| !is_in_a_time(found) && !continues_a_number(text, found))
                .map(|found| found.start)
                .collect();
            if coordinates.len() >= 2 {
                break;
            }
        }
        Self { times: times.into_iter().map(|time| time.start).collect(), coordinates }
    }

    pub(super) fn counts_in(&self, part: &Range<usize>) -> EvidenceCounts {
        EvidenceCounts { times: count_in(&self.times, part), coordinates: count_in(&self.coordinates, part) }
    }

    pub(super) fn totals(&self) -> EvidenceCounts {
        EvidenceCounts { times: self.times.len(), coordinates: self.coordinates.len() }
    }
}

fn count_in(positions: &[usize], part: &Range<usize>) -> usize {
    let before = |offset: usize| positions.partition_point(|position| *position < offset);
    before(part.end) - before(part.start)
}

/// True for the `05.2025` of `21.05.2025` and the `53,123` of `16:42:53,123`: those are parts of something else.
fn continues_a_number(text: &str, found: &Range<usize>) -> bool {
    let before = text.get(..found.start).unwrap_or_default();
    let after = text.get(found.end..).unwrap_or_default();
    let mut before = before.chars().rev();
    let (last, second) = (before.next(), before.next());
    let follows_number = match last {
        Some('.' | ':') => second.is_some_and(|character| character.is_ascii_digit()),
        Some(last) => last.is_ascii_digit(),
        None => false,
    };
    let mut after = after.chars();
    follows_number || (after.next() == Some('.') && after.next().is_some_and(|next| next.is_ascii_digit()))
}

#[cfg(test)]
mod tests {
    use super::{Evidence, EvidenceCounts};

    #[test]
    fn counts_times_and_coordinates() {
        let table = [
            ("5/21/2025 4:42:53 PM -05:00, latitude 34.7283, longitude -86.5477", 1, 2),
            ("21.05.2025 16:42:53 Breite 34,7283 Länge -86,5477", 1, 2),
            ("2025-05-21T16:42:53.123Z,34.7283,-86.5477,12.3", 1, 2),
            ("20250521 164253 34 43 42 N 86 32 52 W", 1, 2),
            ("34°43'42\"N 86°32'52\"W", 0, 2),
            ("16:42 (34.68, -86.64)", 1, 2),
            ("no numbers", 0, 0),
        ];
        for (text, times, coordinates) in table {
            let evidence = Evidence::scan(text, &mut || false);
            assert_eq!(evidence.totals(), EvidenceCounts { times, coordinates }, "{text}");
        }
    }
}
