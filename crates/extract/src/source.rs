//! Which text is searched, and what kind of text it is.

/// The context path of the text if `Op.Source` is missing.
pub const DEFAULT_SOURCE: &str = "$.BodyText";

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TextSource {
    /// Plain text: values are taken as they are.
    Text,
    /// The raw body of an HTML message: tags are removed from values and entities decoded.
    HtmlBody,
}
