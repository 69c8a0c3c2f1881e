//! Cuts the mail of a layout into its records, so that each of them can be changed and damaged.

use std::ops::Range;

use stormwire_extract::utf16_to_byte_range;

use crate::folder::{Layout, Mail};

/// The text of one strike.
#[derive(Clone)]
pub(crate) struct StrikeText {
    /// From its start match to the end of the line with its last value.
    pub(crate) text: String,
    pub(crate) values: Vec<ValueText>,
    /// The text between it and the next strike: blank lines, closing tags.
    pub(crate) separator: String,
}

/// The location of a value in the text of its strike.
#[derive(Clone)]
pub(crate) struct ValueText {
    pub(crate) field: String,
    pub(crate) range: Range<usize>,
}

pub(crate) struct CutMail {
    pub(crate) head: String,
    pub(crate) strikes: Vec<StrikeText>,
    pub(crate) foot: String,
}

pub(crate) fn cut(layout: &Layout, mail: &Mail) -> CutMail {
    let text = mail.text.as_str();
    let preview = layout.extractor.preview(text, mail.source, &mut || false);
    let starts: Vec<usize> =
        preview.scopes.iter().map(|scope| utf16_range(text, scope.start, scope.end).start).collect();
    let ends = starts.iter().skip(1).copied().chain([text.len()]);
    let mut foot = String::new();
    let mut strikes: Vec<StrikeText> = Vec::new();
    for (record, (&start, end)) in starts.iter().zip(ends).enumerate() {
        let spans = preview.spans.iter().filter(|span| span.record == record);
        let values: Vec<ValueText> = spans
            .map(|span| {
                let range = utf16_range(text, span.start, span.end);
                ValueText { field: span.field.clone(), range: range.start - start..range.end - start }
            })
            .collect();
        let last = start
            + values
                .iter()
                .map(|value| value.range.end)
                .max()
                .unwrap_or_else(|| panic!("{}: record {record} has no values", layout.name));
        let line_end = text[last..end].find('\n').map_or(end, |offset| last + offset + 1);
        text[line_end..end].clone_into(&mut foot);
        strikes.push(StrikeText { text: text[start..line_end].to_owned(), values, separator: foot.clone() });
    }
    // What follows the last strike is the foot of the mail, not a separator.
    let separator = strikes[0].separator.clone();
    if strikes.len() > 1 {
        strikes.last_mut().expect("a strike").separator = separator;
    }
    CutMail { head: text[..starts[0]].to_owned(), strikes, foot }
}

impl StrikeText {
    /// Writes a number into the last digits of the latitude, so that no two strikes of a mail are equal.
    pub(crate) fn with_number(&self, number: usize) -> Self {
        let mut numbered = self.clone();
        let latitude = self.values.iter().find(|value| value.field == "Latitude").expect("a latitude");
        let raw = &self.text[latitude.range.clone()];
        let end = raw.rfind(|letter: char| letter.is_ascii_digit()).expect("a digit") + 1;
        let digits = raw[..end].bytes().rev().take_while(u8::is_ascii_digit).count();
        let unique = (10_usize.pow(u32::try_from(digits).expect("few digits") - 1) + number).to_string();
        let start = latitude.range.start + end - digits;
        numbered.text.replace_range(start..start + digits, &unique);
        numbered
    }
}

/// The bytes of a location in a preview.
pub(crate) fn utf16_range(text: &str, start: usize, end: usize) -> Range<usize> {
    utf16_to_byte_range(text, start..end).expect("a location in the text")
}
