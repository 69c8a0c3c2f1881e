//! The kind of text that is searched.

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TextSource {
    /// Plain text: values are taken as they are.
    Text,
    /// The raw body of an HTML message: tags are removed from values and entities decoded.
    HtmlBody,
}
