//! Text of a mail as error messages show it.

use std::ops::Range;

/// Texts in error messages are truncated to this many characters.
const MAX_SHOWN_CHARS: usize = 80;
/// Lines are longer than this only in HTML.
const MAX_LINE_BYTES: usize = 500;

pub(crate) fn truncate_text(text: &str) -> String {
    match text.char_indices().nth(MAX_SHOWN_CHARS) {
        Some((end, _)) => format!("{}…", text.get(..end).unwrap_or_default()),
        None => text.to_owned(),
    }
}

/// A part of the text on one line, from the start of its first line if that is short.
pub(crate) fn quote(text: &str, part: &Range<usize>) -> String {
    let lines = lines_of(text, part);
    let is_short = part.len() + MAX_SHOWN_CHARS / 2 >= lines.len();
    let shown = if is_short { lines } else { text.get(part.clone()).unwrap_or_default() };
    truncate_text(&shown.split_whitespace().collect::<Vec<&str>>().join(" "))
}

/// The lines that a part of the text is in. Long lines are cut off, so that many parts of one line cost little.
pub(crate) fn lines_of<'t>(text: &'t str, part: &Range<usize>) -> &'t str {
    let earliest = text.floor_char_boundary(part.start.saturating_sub(MAX_LINE_BYTES));
    let latest = text.ceil_char_boundary(text.len().min(part.end + MAX_LINE_BYTES));
    let before = text.get(earliest..part.start).unwrap_or_default();
    let after = text.get(part.end..latest).unwrap_or_default();
    let start = before.rfind('\n').map_or(earliest, |newline| earliest + newline + 1);
    let end = after.find('\n').map_or(latest, |newline| part.end + newline);
    text.get(start..end).unwrap_or_default()
}

/// From 1.
pub(crate) fn line_number(text: &str, at: usize) -> usize {
    1 + text.get(..at).unwrap_or_default().matches('\n').count()
}
