//! The lines of a text without the marks of a forwarded mail.

/// What may be before the first word of a line: spaces, and `>` in a forwarded mail.
pub(super) const LINE_START: &str = r"(?m)^[> \t]*";

/// More than a person looks at. Later lines have the same layout.
const MAX_LINES: usize = 20_000;

#[derive(Debug, Clone, Copy)]
pub(super) struct TextLine<'t> {
    /// Without the prefix and without spaces at the end.
    pub(super) content: &'t str,
    pub(super) is_quoted: bool,
}

pub(super) fn text_lines(text: &str) -> Vec<TextLine<'_>> {
    text.lines().take(MAX_LINES).map(text_line).collect()
}

pub(super) fn text_line(line: &str) -> TextLine<'_> {
    let content = line.trim_start_matches(['>', ' ', '\t']);
    let prefix = line.get(..line.len() - content.len()).unwrap_or_default();
    TextLine { content: content.trim_end(), is_quoted: prefix.contains('>') }
}

/// True if the text has a digit.
pub(super) fn has_digit(text: &str) -> bool {
    text.bytes().any(|byte| byte.is_ascii_digit())
}
