//! The value that a person has marked, in its record.

use std::borrow::Cow;
use std::ops::Range;

use super::value_shape::ValueShape;
use crate::html::inline_text;
use crate::source::TextSource;

#[derive(Debug)]
pub(super) struct MarkedValue<'t> {
    /// The text of the record.
    pub(super) record: &'t str,
    /// In bytes of the record.
    pub(super) range: Range<usize>,
    pub(super) shape: ValueShape,
    pub(super) source: TextSource,
}

/// A piece of markup as the extractor reads it. If it spans two cells, a space separates them, as in a value that begins with
/// the tag of its first cell.
pub(super) fn decode_markup(markup: &str) -> Cow<'_, str> {
    if spanned_cells(markup) == 0 {
        return inline_text(markup);
    }
    inline_text(&format!("<td>{markup}")).into_owned().into()
}

/// How many further cells a piece of markup reaches into.
pub(super) fn spanned_cells(markup: &str) -> usize {
    let lower = markup.to_ascii_lowercase();
    lower.matches("<td").count() + lower.matches("<th").count()
}

impl<'t> MarkedValue<'t> {
    pub(super) fn text(&self) -> &'t str {
        self.record.get(self.range.clone()).unwrap_or_default()
    }

    /// The value as the extractor sees it: without markup.
    pub(super) fn decoded(&self) -> Cow<'t, str> {
        match self.source {
            TextSource::Text => Cow::Borrowed(self.text()),
            TextSource::HtmlBody => decode_markup(self.text()),
        }
    }

    pub(super) fn before(&self) -> &'t str {
        self.record.get(..self.range.start).unwrap_or_default()
    }

    pub(super) fn after(&self) -> &'t str {
        self.record.get(self.range.end..).unwrap_or_default()
    }

    /// The group for a value that is written like the marked one, with what must follow it.
    pub(super) fn shape_group(&self) -> String {
        format!("({}){}", self.shape.pattern, self.shape.end)
    }

    /// The part of the line before the value.
    pub(super) fn line_before(&self) -> &'t str {
        self.before().rsplit('\n').next().unwrap_or_default()
    }

    /// The part of the line after the value.
    pub(super) fn line_after(&self) -> &'t str {
        self.after().split('\n').next().unwrap_or_default()
    }
}
