//! The line with the names of the columns. Values that are read by their position are wrong if the columns are in another
//! order, and nothing else in the text shows it.

use std::cmp::Reverse;
use std::ops::Range;

use crate::error::ExtractError;
use crate::quote::truncate_text;

/// Enough to find the line that is meant to be the header.
const MAX_COMPARED_LINES: usize = 1_000;

/// `Segment.Header` of a configuration.
#[derive(Debug, Clone)]
pub(crate) struct Header(String);

impl Header {
    pub(crate) fn new(text: &str) -> Self {
        Self(text.trim().to_owned())
    }

    pub(crate) fn text(&self) -> &str {
        &self.0
    }

    /// The first line that is the header, without its line end.
    pub(crate) fn find(&self, text: &str) -> Option<Range<usize>> {
        let mut start = 0;
        for line in text.split_inclusive('\n') {
            if compared_chars(line).eq(compared_chars(&self.0)) {
                return Some(start..start + line.trim_end().len());
            }
            start += line.len();
        }
        None
    }

    /// Names the line that has most of the expected columns, or the first line.
    pub(crate) fn mismatch(&self, text: &str) -> ExtractError {
        let expected: Vec<String> = words(&self.0).collect();
        let shared = |line: &str| words(line).filter(|word| expected.contains(word)).count();
        let lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()).take(MAX_COMPARED_LINES);
        let (index, found) = lines.max_by_key(|(index, line)| (shared(line), Reverse(*index))).unwrap_or_default();
        let found = truncate_text(found.trim_start_matches('\u{feff}').trim());
        ExtractError::HeaderMismatch { expected: self.0.clone(), line: index + 1, found }
    }
}

/// Quotation marks, spaces, case, a byte order mark and the `>` of a forwarded mail do not matter.
fn compared_chars(line: &str) -> impl Iterator<Item = char> {
    let is_compared = |letter: &char| !letter.is_whitespace() && !matches!(letter, '"' | '\u{feff}');
    let is_prefix = |letter: char| letter == '>' || letter == '\u{feff}' || letter.is_whitespace();
    line.trim_start_matches(is_prefix).chars().filter(is_compared).flat_map(char::to_lowercase)
}

fn words(line: &str) -> impl Iterator<Item = String> {
    line.split(|letter: char| !letter.is_alphanumeric()).filter(|word| !word.is_empty()).map(str::to_lowercase)
}

#[cfg(test)]
mod tests {
    use super::Header;

    const COLUMNS: &str = "Name,Timestamp,Type,Latitude,Longitude";

    #[test]
    fn header_is_found_with_quotes_spaces_and_byte_order_mark() {
        for line in [
            COLUMNS,
            "\u{feff}Name,Timestamp,Type,Latitude,Longitude",
            "\"Name\",\"Timestamp\",\"Type\",\"Latitude\",\"Longitude\"",
            "name, timestamp, type, latitude, LONGITUDE ",
            "> > Name,Timestamp,Type,Latitude,Longitude",
        ] {
            let text = format!("Export\n{line}\r\nALERT\n");
            let found = Header::new(COLUMNS).find(&text).map(|range| &text[range]);
            assert_eq!(found, Some(line.trim_end()));
        }
    }

    #[test]
    fn another_header_is_named_in_the_error() {
        for (text, expected) in [
            (
                "Export\nName,Timestamp,Type,Longitude,Latitude\n1,2\n",
                "line 2 is `Name,Timestamp,Type,Longitude,Latitude`",
            ),
            ("Name;Timestamp;Type;Latitude;Longitude\n", "line 1 is `Name;Timestamp;Type;Latitude;Longitude`"),
            (
                "Name,Timestamp,Type,Latitude,Longitude,Peak\n",
                "line 1 is `Name,Timestamp,Type,Latitude,Longitude,Peak`",
            ),
            ("\nALERT,1\nALERT,2\n", "line 2 is `ALERT,1`"),
        ] {
            let header = Header::new(COLUMNS);
            assert_eq!(header.find(text), None, "{text}");
            let error = header.mismatch(text).to_string();
            assert!(error.contains(expected) && error.contains(&format!("`{COLUMNS}`")), "{error}");
        }
    }
}
