//! Finds the first lines of records that the record before them reads.
//!
//! If the start pattern matches the second line of each paragraph, its first line, often the time, is the end of the record
//! before: every strike gets the time of the next one, and no value is missing. A text has such heads if the paragraph of the
//! first record and those of most others have the same kind of lines above the start. In a layout whose records end with a
//! paragraph of their own, the text above the first start is something else.

use std::ops::Range;

/// A start further down is not near the first line of its paragraph.
const MAX_HEAD_LINES: usize = 5;
/// How many records decide whether the text has heads.
const COMPARED_RECORDS: usize = 100;

/// The heads that are part of the record before, in the order of the text. Below the last record, lines that look like the
/// head of the first one.
pub(crate) fn misplaced_heads(text: &str, scopes: &[Range<usize>]) -> Vec<Range<usize>> {
    let [first, ..] = scopes else { return Vec::new() };
    let Some(first_head) = head(text, 0, first.start) else { return Vec::new() };
    let first_shape = shape(text, &first_head.lines);
    let pairs = || scopes.windows(2).filter_map(|pair| if let [one, next] = pair { Some((one, next)) } else { None });
    let head_in = |(one, next): (&Range<usize>, &Range<usize>)| {
        let found =
            head(text, one.start, next.start).filter(|head| head.is_below_blank_line && one.end == next.start)?;
        (shape(text, &found.lines) == first_shape).then_some(found.lines)
    };
    let compared = pairs().take(COMPARED_RECORDS).count();
    if 2 * pairs().take(COMPARED_RECORDS).filter_map(head_in).count() < compared {
        return Vec::new();
    }
    let mut heads: Vec<Range<usize>> = pairs().filter_map(head_in).collect();
    if first_shape.contains('0') {
        heads.extend(scopes.last().and_then(|last| similar_line(text, last, &first_shape)));
    }
    heads
}

struct Head {
    /// Without the line end.
    lines: Range<usize>,
    is_below_blank_line: bool,
}

/// The lines of the paragraph of a start that are above it and after `floor`. `None` if there are none, if the start is
/// inside its line, and for objects and elements, where lines have no meaning.
fn head(text: &str, floor: usize, start: usize) -> Option<Head> {
    let record = text.get(start..)?;
    let content = record.trim_start_matches(is_space_or_quote);
    let above = text.get(floor..text.len() - content.len())?;
    let above =
        above.trim_end_matches([' ', '\t', '>']).strip_suffix('\n').filter(|_| !content.starts_with(['<', '{']))?;
    let lines = above.rsplit('\n').take_while(|line| !line.trim_matches(is_space_or_quote).is_empty());
    let mut lines = lines.take(MAX_HEAD_LINES + 1);
    let (count, bytes) = lines.try_fold((0, 0), |(count, bytes), line| {
        (count < MAX_HEAD_LINES).then_some((count + 1, bytes + line.len() + 1))
    })?;
    let start = (above.len() + 1).checked_sub(bytes).filter(|_| count > 0)?;
    Some(Head { lines: floor + start..floor + above.len(), is_below_blank_line: start > 0 })
}

/// A line below the first blank line of a record that looks like a head.
fn similar_line(text: &str, scope: &Range<usize>, head_shape: &str) -> Option<Range<usize>> {
    let mut at = scope.start;
    let mut is_below_blank_line = false;
    for line in text.get(scope.clone())?.split_inclusive('\n') {
        let range = at..at + line.trim_end().len();
        is_below_blank_line |= line.trim_matches(is_space_or_quote).is_empty() && at > scope.start;
        if is_below_blank_line && shape(text, &range) == head_shape {
            return Some(range);
        }
        at += line.len();
    }
    None
}

fn is_space_or_quote(character: char) -> bool {
    character.is_whitespace() || character == '>'
}

/// Runs of words and of digits as one letter each, and the punctuation between them.
fn shape(text: &str, range: &Range<usize>) -> String {
    let mut shape = String::new();
    for character in
        text.get(range.clone()).unwrap_or_default().chars().filter(|character| !is_space_or_quote(*character))
    {
        let kind = match character {
            '0'..='9' => '0',
            '-' | '_' | '\'' => 'a',
            letter if letter.is_alphabetic() => 'a',
            other => other,
        };
        if !(matches!(kind, '0' | 'a') && shape.ends_with(kind)) {
            shape.push(kind);
        }
    }
    shape
}
