//! Turns what a person has marked into the range of a value.

use std::ops::Range;

use super::time_tokens::offset_length;
use crate::source::TextSource;

/// The range of the value in the record, without spaces, quotes and brackets around it, and with the rest of a number or word
/// that was marked in part. `None` if nothing is left.
pub(super) fn value_range(record: &str, marked: Range<usize>, source: TextSource) -> Option<Range<usize>> {
    let range = trim(record, marked, source)?;
    let range = extend_to_token(record, range);
    Some(extend_to_sign_and_unit(record, range))
}

/// Removes what surrounds a value.
fn trim(record: &str, marked: Range<usize>, source: TextSource) -> Option<Range<usize>> {
    let mut range = marked;
    loop {
        let value = record.get(range.clone())?;
        if value.is_empty() {
            return None;
        }
        let trimmed = trim_once(value, source);
        let next = range.start + trimmed.start..range.start + trimmed.end;
        if next == range {
            return Some(range);
        }
        range = next;
    }
}

/// One step of trimming, as a range of the value.
fn trim_once(value: &str, source: TextSource) -> Range<usize> {
    let is_around = |character: char| character.is_whitespace() || ",;:|=\u{201c}\u{201d}".contains(character);
    let start = value.len() - value.trim_start_matches(|c| is_around(c) || c == '>').len();
    let Some(rest) = value.get(start..) else { return 0..0 };
    let trimmed = rest.trim_end_matches(is_around);
    let entity = trimmed.rfind('&').and_then(|at| trimmed.get(at + 1..)).filter(|_| source == TextSource::HtmlBody);
    let is_entity = entity.is_some_and(|name| name.chars().all(|c| c.is_ascii_alphanumeric() || c == '#'));
    let ends_in_entity = is_entity && rest.get(trimmed.len()..).is_some_and(|after| after.starts_with(';'));
    let end = start + trimmed.len() + usize::from(ends_in_entity);
    let Some(inner) = value.get(start..end) else { return 0..0 };
    if source == TextSource::HtmlBody {
        if let Some(tag) = inner.starts_with('<').then(|| inner.find('>')).flatten() {
            return start + tag + 1..end;
        }
        if let Some(tag) = inner.ends_with('>').then(|| inner.rfind('<')).flatten() {
            return start..start + tag;
        }
        if let Some(inner) = inner.strip_prefix("&nbsp;") {
            return end - inner.len()..end;
        }
    }
    let is_seconds = inner.contains(['°', 'º', '\'']) || inner.contains(" 0");
    for (open, close) in [('(', ')'), ('[', ']'), ('{', '}'), ('"', '"'), ('\'', '\''), ('<', '>')] {
        let (opens, closes) = (inner.matches(open).count(), inner.matches(close).count());
        if inner.len() > 1 && inner.starts_with(open) && inner.ends_with(close) {
            return start + 1..end - 1;
        }
        if inner.starts_with(open) && (opens > closes || open == close) {
            return start + 1..end;
        }
        // The quote at the end of 34°43'42" is the unit.
        if inner.ends_with(close) && (closes > opens || (open == close && !is_seconds)) {
            return start..end - 1;
        }
    }
    let ends_sentence = inner.ends_with('.') && !inner.to_lowercase().ends_with(".m.");
    if ends_sentence { start..end - 1 } else { start..end }
}

/// A mark that begins or ends inside a word or number means all of it.
fn extend_to_token(record: &str, range: Range<usize>) -> Range<usize> {
    let (before, value, after) = parts(record, &range);
    let mut start = range.start;
    if value.starts_with(char::is_alphanumeric) {
        start -= before.len() - before.trim_end_matches(char::is_alphanumeric).len();
        // The 34 of 34.7283 when only the digits behind the point were marked.
        let head = record.get(..start).unwrap_or_default();
        let digits = head.trim_end_matches(['.', ',']).len();
        let whole = head.get(..digits).unwrap_or_default();
        let is_fraction = head.ends_with('.') && value.starts_with(|c: char| c.is_ascii_digit());
        if is_fraction && whole.ends_with(|c: char| c.is_ascii_digit()) {
            start = whole.trim_end_matches(|c: char| c.is_ascii_digit()).len();
        }
    }
    let mut end = range.end;
    if value.ends_with(char::is_alphanumeric) {
        end += after.len() - after.trim_start_matches(char::is_alphanumeric).len();
        let tail = record.get(end..).unwrap_or_default();
        let fraction = tail.strip_prefix(['.', ':']).unwrap_or_default();
        let digits = fraction.len() - fraction.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        if digits > 0 && value.ends_with(|c: char| c.is_ascii_digit()) {
            return extend_to_token(record, start..end + 1 + digits);
        }
    }
    start..end
}

/// A sign before a number, and AM, PM, an offset or a hemisphere after it, change its meaning.
fn extend_to_sign_and_unit(record: &str, range: Range<usize>) -> Range<usize> {
    let (before, value, after) = parts(record, &range);
    if !value.starts_with(|c: char| c.is_ascii_digit()) && !value.ends_with(|c: char| c.is_ascii_digit()) {
        return range;
    }
    let mut start = range.start;
    if before.ends_with("&minus;") && value.starts_with(|c: char| c.is_ascii_digit()) {
        start -= "&minus;".len();
    }
    let sign = before.chars().next_back().filter(|sign| matches!(sign, '-' | '+' | '\u{2212}'));
    if let Some(sign) = sign.filter(|_| value.starts_with(|c: char| c.is_ascii_digit())) {
        let head = before.get(..before.len() - sign.len_utf8()).unwrap_or_default();
        // Not the hyphen of CG-12.
        if !head.ends_with(char::is_alphanumeric) {
            start -= sign.len_utf8();
        }
    }
    let spaces = after.len() - after.trim_start_matches([' ', '\t', '\u{a0}']).len();
    let (degree, rest) = match after.get(spaces..).unwrap_or_default().strip_prefix(['°', 'º']) {
        Some(rest) => (
            "°".len() + rest.len() - rest.trim_start_matches([' ', '\u{a0}']).len(),
            rest.trim_start_matches([' ', '\u{a0}']),
        ),
        None => (0, after.get(spaces..).unwrap_or_default()),
    };
    let word_length = rest.len() - rest.trim_start_matches(char::is_alphabetic).len();
    let word = rest.get(..word_length).unwrap_or_default();
    let is_time = value.contains(':');
    let addition = if is_time {
        let is_part = ["am", "pm", "utc", "gmt"].contains(&word.to_lowercase().as_str()) || word == "Z";
        offset_length(rest).or(Some(word_length).filter(|_| is_part))
    } else {
        Some(word_length).filter(|_| matches!(word, "N" | "S" | "E" | "W" | "O"))
    };
    match addition {
        Some(addition) => {
            let extended = start..range.end + spaces + degree + addition;
            // AM or PM may have an offset after it.
            if is_time && extended.end > range.end && extended.end < record.len() {
                extend_after_half_day(record, extended)
            } else {
                extended
            }
        }
        None => start..range.end,
    }
}

fn extend_after_half_day(record: &str, range: Range<usize>) -> Range<usize> {
    let after = record.get(range.end..).unwrap_or_default();
    let spaces = after.len() - after.trim_start_matches([' ', '\t']).len();
    let offset = offset_length(after.get(spaces..).unwrap_or_default());
    offset.map_or(range.clone(), |length| range.start..range.end + spaces + length)
}

/// The text before, inside and after a range.
fn parts<'t>(record: &'t str, range: &Range<usize>) -> (&'t str, &'t str, &'t str) {
    let part = |range: Range<usize>| record.get(range).unwrap_or_default();
    (part(0..range.start), part(range.clone()), part(range.end..record.len()))
}

#[cfg(test)]
mod tests {
    use super::value_range;
    use crate::source::TextSource;

    #[test]
    fn marks_become_whole_values() {
        // The marked part is between the two bars.
        let table = [
            ("Lat:| 34.7283, |Lon", "34.7283"),
            ("at |(34.68|, -86.64)", "34.68"),
            ("at (34.68, -|86.64|)", "-86.64"),
            ("at 34.|72|83 N", "34.7283 N"),
            ("at |86.5477| W, now", "86.5477 W"),
            ("at |86,5477| O, now", "86,5477 O"),
            ("at |86.5477|° W, now", "86.5477° W"),
            ("\"kind\": |\"Cloud\"|,", "Cloud"),
            ("on |5/21/2025 4:42|:53 PM -05:00.", "5/21/2025 4:42:53 PM -05:00"),
            ("|34°43'42\"|", "34°43'42\""),
            ("a |Cloud to Grou|nd strike", "Cloud to Ground"),
            ("x |3 km.| y", "3 km"),
            ("CG-|12|", "12"),
            ("time |4:42 p.m.| x", "4:42 p.m."),
        ];
        for (marked, expected) in table {
            let start = marked.find('|').unwrap();
            let end = marked.rfind('|').unwrap() - 1;
            let record = marked.replace('|', "");
            let range = value_range(&record, start..end, TextSource::Text).unwrap();
            assert_eq!(&record[range], expected, "{marked}");
        }
        assert_eq!(value_range("a , b", 1..4, TextSource::Text), None);
        let row = "<td><b>34.7</b></td>";
        assert_eq!(value_range(row, 4..15, TextSource::HtmlBody).map(|range| &row[range]), Some("34.7"));
    }
}
