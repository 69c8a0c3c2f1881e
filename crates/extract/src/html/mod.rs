//! Converts HTML mail to text.
//!
//! Works on tokens and never builds a tree, so nesting costs nothing: a body with a million nested tables takes time
//! proportional to its length. Any input gives a text; there are no errors.

mod renderer;
mod tags;
#[cfg(test)]
mod tests;
mod text_writer;

use std::borrow::Cow;

use renderer::{HiddenContent, render};

/// The text of an HTML body as a person reads it.
///
/// Lines end with `\n`. Entities are decoded. Each table row is a line, with a tab between cells. Block elements start a new
/// line; paragraphs and headings are followed by a blank line. Scripts, styles, titles, comments and hidden elements
/// (`display:none`) are removed. No-break spaces become spaces. Runs of spaces and of blank lines are collapsed.
pub fn html_to_text(html: &str) -> String {
    let rendered = render(html, HiddenContent::Drop);
    if rendered.ends_inside_hidden {
        // A hidden element that is never closed would swallow the rest of the mail. Showing too much is better.
        return render(html, HiddenContent::Show).text;
    }
    rendered.text
}

/// A plain text body with all line endings converted to `\n`.
pub fn normalize_line_endings(text: &str) -> String {
    text.replace("\r\n", "\n").replace('\r', "\n")
}

/// A piece of markup as one line of text, for values found in a raw body.
pub(crate) fn inline_text(markup: &str) -> Cow<'_, str> {
    if !markup.contains(['<', '&', '\u{a0}']) {
        return Cow::Borrowed(markup);
    }
    let text = render(markup, HiddenContent::Show).text;
    Cow::Owned(text.split_whitespace().collect::<Vec<_>>().join(" "))
}
