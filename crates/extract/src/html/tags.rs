//! How elements and styles affect the text.

/// An element, as far as it affects the text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Tag {
    Table,
    Row,
    Cell,
    Paragraph,
    Heading,
    Preformatted,
    LineBreak,
    /// `div`. Separate from `Block`, because only some elements can be hidden.
    Division,
    /// `span`. Separate from `Other`, because only some elements can be hidden.
    Inline,
    Block,
    NonText(NonTextTag),
    Other,
}

/// An element whose content is never displayed as text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum NonTextTag {
    Script,
    Style,
    Title,
    Template,
    Xml,
    Iframe,
    Noembed,
}

/// The white space before and after an element.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ElementBreak {
    None,
    Line,
    BlankLine,
    Row,
}

impl Tag {
    /// `name` is lowercase, as the tokenizer returns it.
    pub(super) fn from_name(name: &[u8]) -> Self {
        match name {
            b"table" => Self::Table,
            b"tr" => Self::Row,
            b"td" | b"th" => Self::Cell,
            b"p" => Self::Paragraph,
            b"h1" | b"h2" | b"h3" | b"h4" | b"h5" | b"h6" | b"blockquote" | b"ul" | b"ol" | b"dl" | b"hr" => {
                Self::Heading
            }
            b"pre" => Self::Preformatted,
            b"br" => Self::LineBreak,
            b"div" => Self::Division,
            b"span" => Self::Inline,
            b"address" | b"article" | b"aside" | b"body" | b"caption" | b"center" | b"dd" | b"details" | b"dt"
            | b"fieldset" | b"figcaption" | b"figure" | b"footer" | b"form" | b"header" | b"html" | b"legend"
            | b"li" | b"main" | b"nav" | b"option" | b"section" | b"summary" | b"tbody" | b"tfoot" | b"thead" => {
                Self::Block
            }
            b"script" => Self::NonText(NonTextTag::Script),
            b"style" => Self::NonText(NonTextTag::Style),
            b"title" => Self::NonText(NonTextTag::Title),
            b"template" => Self::NonText(NonTextTag::Template),
            b"xml" => Self::NonText(NonTextTag::Xml),
            b"iframe" => Self::NonText(NonTextTag::Iframe),
            b"noembed" => Self::NonText(NonTextTag::Noembed),
            _ => Self::Other,
        }
    }

    pub(super) fn is_non_text(self) -> bool {
        matches!(self, Self::NonText(_))
    }

    /// Only for elements that vendors hide and always close. Other end tags are optional; dropping such an element could drop
    /// the rest of the mail.
    pub(super) fn can_be_hidden(self) -> bool {
        matches!(self, Self::Division | Self::Inline | Self::Table)
    }

    pub(super) fn element_break(self) -> ElementBreak {
        match self {
            Self::Table | Self::Row => ElementBreak::Row,
            Self::Paragraph | Self::Heading | Self::Preformatted => ElementBreak::BlankLine,
            Self::Division | Self::Block => ElementBreak::Line,
            Self::Cell | Self::LineBreak | Self::Inline | Self::NonText(_) | Self::Other => ElementBreak::None,
        }
    }
}

/// True for `display: none`.
pub(super) fn is_not_displayed(style: &[u8]) -> bool {
    declarations(style).any(|(property, value)| property == "display" && value.starts_with("none"))
}

/// True for a `margin` of zero on all sides.
pub(super) fn has_no_margin(style: &[u8]) -> bool {
    declarations(style)
        .any(|(property, value)| property == "margin" && value.split_whitespace().all(|side| side.starts_with('0')))
}

/// Outlook writes each line as a paragraph of the class `MsoNormal`, which has no margin in its style sheet.
pub(super) fn is_outlook_line(class: &[u8]) -> bool {
    class.split(u8::is_ascii_whitespace).any(|class| class.eq_ignore_ascii_case(b"MsoNormal"))
}

/// Longer than any vendor's style. The rest of a longer style is ignored.
const MAX_STYLE_BYTES: usize = 4096;

/// The properties and values of a style, in lowercase.
fn declarations(style: &[u8]) -> impl Iterator<Item = (String, String)> {
    let style = style.get(..style.len().min(MAX_STYLE_BYTES)).unwrap_or_default();
    let style = String::from_utf8_lossy(style).to_ascii_lowercase();
    let declarations: Vec<(String, String)> = style
        .split(';')
        .filter_map(|declaration| declaration.split_once(':'))
        .map(|(property, value)| (property.trim().to_owned(), value.trim().to_owned()))
        .collect();
    declarations.into_iter()
}
