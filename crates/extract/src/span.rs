//! Where values lie in the text.

use serde::Serialize;

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

/// The same in bytes, with the field's index.
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
        let mut offsets: Vec<usize> = spans.iter().flat_map(|span| [span.start, span.end]).collect();
        offsets.sort_unstable();
        offsets.dedup();
        let units = units_at(text, &offsets);
        let unit = |byte: usize| offsets.binary_search(&byte).ok().and_then(|found| units.get(found)).copied();
        let spans = spans.iter().filter_map(|span| {
            Some(Self {
                record: span.record,
                field: (*names.get(span.field)?).to_owned(),
                start: unit(span.start)?,
                end: unit(span.end)?,
            })
        });
        spans.collect()
    }
}

/// The UTF-16 offset of each byte offset; these ascend.
fn units_at(text: &str, offsets: &[usize]) -> Vec<usize> {
    let (mut byte, mut unit) = (0, 0);
    let step = offsets.iter().map(|&offset| {
        let between = text.get(byte..offset).unwrap_or_default();
        unit += between.chars().map(char::len_utf16).sum::<usize>();
        byte = offset;
        unit
    });
    step.collect()
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
