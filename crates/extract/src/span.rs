//! Locations of records and values in the text.

use serde::Serialize;
use std::ops::Range;

/// The location of a value. Offsets count UTF-16 code units of the whole text, like strings in a browser, and exclude
/// surrounding white space. For an HTML body they refer to the markup.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ValueSpan {
    /// Index of the record after filtering, from 0.
    pub record: usize,
    pub field: String,
    pub start: usize,
    /// Exclusive.
    pub end: usize,
}

/// The location of a record, in UTF-16 code units of the whole text.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct RecordSpan {
    /// Index of the record after filtering, from 0.
    pub record: usize,
    pub start: usize,
    /// Exclusive.
    pub end: usize,
}

/// Text that is not read although a strike seems to be there, in UTF-16 code units of the whole text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct UnreadSpan {
    pub start: usize,
    /// Exclusive.
    pub end: usize,
    pub kind: UnreadKind,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum UnreadKind {
    /// A match of the start pattern inside another record.
    Start,
    /// A time and a position that look like a strike and that no field reads.
    PossibleStrike,
    /// The first line of a record, which the record before reads.
    HeadOfNext,
}

/// A part of the text, in UTF-16 code units of the whole text.
#[derive(Debug, Clone, Copy)]
struct TextSpan {
    start: usize,
    end: usize,
}

/// The location of a value in bytes, with the index of the field.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct ByteSpan {
    pub(crate) record: usize,
    pub(crate) field: usize,
    pub(crate) start: usize,
    pub(crate) end: usize,
}

impl ValueSpan {
    /// Converts byte offsets to UTF-16 offsets in one pass over the text.
    pub(crate) fn in_utf16(text: &str, spans: &[ByteSpan], field_names: &[&str]) -> Vec<Self> {
        let offsets = Utf16Offsets::new(text, spans.iter().flat_map(|span| [span.start, span.end]));
        let spans = spans.iter().filter_map(|span| {
            Some(Self {
                record: span.record,
                field: (*field_names.get(span.field)?).to_owned(),
                start: offsets.get(span.start)?,
                end: offsets.get(span.end)?,
            })
        });
        spans.collect()
    }
}

impl RecordSpan {
    /// Converts byte offsets to UTF-16 offsets. The scopes are in the order of their records.
    pub(crate) fn in_utf16(text: &str, scopes: &[Range<usize>]) -> Vec<Self> {
        let spans = TextSpan::in_utf16(text, scopes).into_iter().enumerate();
        spans.map(|(record, TextSpan { start, end })| Self { record, start, end }).collect()
    }
}

impl UnreadSpan {
    /// Converts byte offsets to UTF-16 offsets.
    pub(crate) fn in_utf16(text: &str, ranges: &[Range<usize>], kind: UnreadKind) -> impl Iterator<Item = Self> {
        TextSpan::in_utf16(text, ranges).into_iter().map(move |TextSpan { start, end }| Self { start, end, kind })
    }
}

impl TextSpan {
    fn in_utf16(text: &str, ranges: &[Range<usize>]) -> Vec<Self> {
        let offsets = Utf16Offsets::new(text, ranges.iter().flat_map(|range| [range.start, range.end]));
        let spans = ranges
            .iter()
            .filter_map(|range| Some(Self { start: offsets.get(range.start)?, end: offsets.get(range.end)? }));
        spans.collect()
    }
}

/// Converts UTF-16 offsets, such as those of a selection in a browser, to byte offsets. An offset in the middle of a character
/// means its start. `None` if an offset is after the end of the text.
pub fn utf16_to_byte_range(text: &str, units: Range<usize>) -> Option<Range<usize>> {
    Some(byte_offset(text, units.start)?..byte_offset(text, units.end)?)
}

fn byte_offset(text: &str, unit: usize) -> Option<usize> {
    let mut units = 0;
    for (byte, character) in text.char_indices() {
        units += character.len_utf16();
        if units > unit {
            return Some(byte);
        }
    }
    (units == unit).then_some(text.len())
}

/// Maps byte offsets to UTF-16 offsets.
struct Utf16Offsets {
    /// Sorted.
    bytes: Vec<usize>,
    /// `utf16[i]` belongs to `bytes[i]`.
    utf16: Vec<usize>,
}

impl Utf16Offsets {
    fn new(text: &str, byte_offsets: impl Iterator<Item = usize>) -> Self {
        let mut bytes: Vec<usize> = byte_offsets.collect();
        bytes.sort_unstable();
        bytes.dedup();
        let (mut last_byte, mut units) = (0, 0);
        let utf16 = bytes.iter().map(|&byte| {
            let between = text.get(last_byte..byte).unwrap_or_default();
            units += between.chars().map(char::len_utf16).sum::<usize>();
            last_byte = byte;
            units
        });
        Self { utf16: utf16.collect(), bytes }
    }

    fn get(&self, byte: usize) -> Option<usize> {
        self.utf16.get(self.bytes.binary_search(&byte).ok()?).copied()
    }
}

#[cfg(test)]
mod tests {
    use super::{ByteSpan, ValueSpan, utf16_to_byte_range};

    #[test]
    fn offsets_count_utf16_units() {
        // a: 1 byte, 1 unit. é: 2 bytes, 1 unit. 🌩: 4 bytes, 2 units.
        let text = "aé🌩b";
        let spans = [(0, 1), (1, 3), (3, 7), (7, 8), (8, 8)];
        let spans = spans.map(|(start, end)| ByteSpan { record: 0, field: 0, start, end });
        let units: Vec<(usize, usize)> =
            ValueSpan::in_utf16(text, &spans, &["F"]).iter().map(|span| (span.start, span.end)).collect();
        assert_eq!(units, [(0, 1), (1, 2), (2, 4), (4, 5), (5, 5)]);
        for (span, (start, end)) in spans.iter().zip(units) {
            assert_eq!(utf16_to_byte_range(text, start..end), Some(span.start..span.end));
        }
        assert_eq!(utf16_to_byte_range(text, 3..4), Some(3..7), "the middle of a pair means its start");
        assert_eq!(utf16_to_byte_range(text, 0..6), None);
    }
}
