//! Where values lie in the text.

use serde::Serialize;
use std::ops::Range;

/// Where a value was found. Offsets count UTF-16 code units of the whole text, as strings of a browser do, and leave out the
/// white space around the value. A value of an HTML body lies where its markup lies.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Span {
    /// Index of the record among the surviving scopes, from 0.
    pub record: usize,
    /// Name of the field.
    pub field: String,
    /// Where the value begins.
    pub start: usize,
    /// Behind its last unit.
    pub end: usize,
}

/// Where a record lies, in the same units.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Scope {
    /// Index of the record among the surviving scopes, from 0.
    pub record: usize,
    /// Where it begins.
    pub start: usize,
    /// Behind its last unit.
    pub end: usize,
}

/// The place of a value in bytes, with the field's index.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct ByteSpan {
    pub(crate) record: usize,
    pub(crate) field: usize,
    pub(crate) start: usize,
    pub(crate) end: usize,
}

impl Span {
    /// Brings offsets from bytes to UTF-16 units, reading the text once.
    pub(crate) fn in_utf16(text: &str, spans: &[ByteSpan], names: &[&str]) -> Vec<Self> {
        let units = Units::of(text, spans.iter().flat_map(|span| [span.start, span.end]));
        let spans = spans.iter().filter_map(|span| {
            Some(Self {
                record: span.record,
                field: (*names.get(span.field)?).to_owned(),
                start: units.at(span.start)?,
                end: units.at(span.end)?,
            })
        });
        spans.collect()
    }
}

impl Scope {
    /// The same of records, which lie in the order of their numbers.
    pub(crate) fn in_utf16(text: &str, scopes: &[Range<usize>]) -> Vec<Self> {
        let units = Units::of(text, scopes.iter().flat_map(|scope| [scope.start, scope.end]));
        let scopes = scopes.iter().enumerate().filter_map(|(record, scope)| {
            Some(Self { record, start: units.at(scope.start)?, end: units.at(scope.end)? })
        });
        scopes.collect()
    }
}

/// Byte offsets of a text with their UTF-16 offsets.
struct Units {
    offsets: Vec<usize>,
    units: Vec<usize>,
}

impl Units {
    fn of(text: &str, offsets: impl Iterator<Item = usize>) -> Self {
        let mut offsets: Vec<usize> = offsets.collect();
        offsets.sort_unstable();
        offsets.dedup();
        let (mut byte, mut unit) = (0, 0);
        let step = offsets.iter().map(|&offset| {
            let between = text.get(byte..offset).unwrap_or_default();
            unit += between.chars().map(char::len_utf16).sum::<usize>();
            byte = offset;
            unit
        });
        Self { units: step.collect(), offsets }
    }

    fn at(&self, byte: usize) -> Option<usize> {
        self.units.get(self.offsets.binary_search(&byte).ok()?).copied()
    }
}

#[cfg(test)]
mod tests {
    use super::{ByteSpan, Span};

    #[test]
    fn offsets_count_what_a_browser_counts() {
        // One byte, two bytes and one unit, four bytes and two units.
        let text = "aé🌩b";
        let spans = [(0, 1), (1, 3), (3, 7), (7, 8), (8, 8)];
        let spans = spans.map(|(start, end)| ByteSpan { record: 0, field: 0, start, end });
        let units: Vec<(usize, usize)> =
            Span::in_utf16(text, &spans, &["F"]).iter().map(|span| (span.start, span.end)).collect();
        assert_eq!(units, [(0, 1), (1, 2), (2, 4), (4, 5), (5, 5)]);
    }
}
