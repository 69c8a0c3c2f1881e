//! What elements and styles mean for the text.

/// An element, as far as it matters for the text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Tag {
    Table,
    Row,
    Cell,
    Paragraph,
    Heading,
    Preformatted,
    LineBreak,
    /// `div` and `span` may be hidden, so each is known by name.
    Division,
    Inline,
    Block,
    /// Content that is never text, each kind known by the number of its name.
    NeverText(u8),
    Other,
}

/// The white space that an element asks for before and after it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Break {
    None,
    Line,
    Blank,
    Row,
}

const NEVER_TEXT: [&[u8]; 7] = [b"script", b"style", b"title", b"template", b"xml", b"iframe", b"noembed"];

impl Tag {
    /// By its name, which the tokenizer has made lower case.
    pub(super) fn named(name: &[u8]) -> Self {
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
            _ => {
                let known = (0..).zip(NEVER_TEXT).find(|(_, known)| *known == name);
                known.map_or(Self::Other, |(number, _)| Self::NeverText(number))
            }
        }
    }

    pub(super) fn is_never_text(self) -> bool {
        matches!(self, Self::NeverText(_))
    }

    /// Elements that vendors hide and always end; the end of others may be left out, and the rest of the mail with it.
    pub(super) fn can_be_hidden(self) -> bool {
        matches!(self, Self::Division | Self::Inline | Self::Table)
    }

    pub(super) fn break_around(self) -> Break {
        match self {
            Self::Table | Self::Row => Break::Row,
            Self::Paragraph | Self::Heading | Self::Preformatted => Break::Blank,
            Self::Division | Self::Block => Break::Line,
            Self::Cell | Self::LineBreak | Self::Inline | Self::NeverText(_) | Self::Other => Break::None,
        }
    }
}

/// `display: none` in a style.
pub(super) fn is_not_displayed(style: &[u8]) -> bool {
    declarations(style).any(|(property, value)| property == "display" && value.starts_with("none"))
}

/// A style without space around the element.
pub(super) fn has_no_margin(style: &[u8]) -> bool {
    declarations(style)
        .any(|(property, value)| property == "margin" && value.split_whitespace().all(|side| side.starts_with('0')))
}

/// Outlook writes each line as a paragraph of this class, which its style sheet gives no margin.
pub(super) fn is_outlook_line(class: &[u8]) -> bool {
    class.split(u8::is_ascii_whitespace).any(|class| class.eq_ignore_ascii_case(b"MsoNormal"))
}

/// A style that is longer than any vendor's is not looked into.
const STYLE_BYTES: usize = 4096;

fn declarations(style: &[u8]) -> impl Iterator<Item = (String, String)> {
    let style = style.get(..style.len().min(STYLE_BYTES)).unwrap_or_default();
    let style = String::from_utf8_lossy(style).to_ascii_lowercase();
    let declarations: Vec<(String, String)> = style
        .split(';')
        .filter_map(|declaration| declaration.split_once(':'))
        .map(|(property, value)| (property.trim().to_owned(), value.trim().to_owned()))
        .collect();
    declarations.into_iter()
}
