//! Splits the text next to a value and turns it into a pattern that also matches other records.

use crate::source::TextSource;
use crate::suggest::scan::literal;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum LabelToken<'t> {
    Word(&'t str),
    Number {
        /// Otherwise a comma after it separates it from the next number, as in `[-86.5, 34.7, 12]`.
        has_comma: bool,
    },
    /// AM and PM, `N`, `S`, `E` and `W`: they differ between records.
    Marker(&'t str),
    Space {
        /// A line end, a tab or two spaces: the value is in another column or line.
        is_wide: bool,
    },
    /// Several dots, hyphens or underscores that fill a line.
    Filler(char),
    Sign(char),
    /// Tags of HTML.
    Markup,
}

impl LabelToken<'_> {
    /// True if a value behind this token belongs to another cell than the text before it.
    pub(super) fn separates(&self) -> bool {
        match self {
            Self::Number { .. } | Self::Markup | Self::Space { is_wide: true } => true,
            Self::Sign(sign) => matches!(sign, ',' | ';' | '|'),
            _ => false,
        }
    }
}

pub(super) fn label_tokens(text: &str, source: TextSource) -> Vec<LabelToken<'_>> {
    let mut tokens: Vec<LabelToken<'_>> = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let (token, length) = next_token(rest, first, source);
        rest = rest.get(length..).unwrap_or_default();
        // The sign of a number is part of it.
        let is_number = matches!(token, LabelToken::Number { .. });
        if is_number && matches!(tokens.last(), Some(LabelToken::Sign('-' | '+' | '\u{2212}'))) {
            tokens.pop();
        }
        if !(token == LabelToken::Markup && tokens.last() == Some(&LabelToken::Markup)) {
            tokens.push(token);
        }
    }
    tokens
}

fn next_token(rest: &str, first: char, source: TextSource) -> (LabelToken<'_>, usize) {
    let is_html = source == TextSource::HtmlBody;
    if let Some(end) = rest.find('>').filter(|_| is_html && first == '<') {
        return (LabelToken::Markup, end + 1);
    }
    if is_html && rest.starts_with("&nbsp;") {
        return (LabelToken::Markup, "&nbsp;".len());
    }
    if first.is_whitespace() {
        let length = leading(rest, char::is_whitespace);
        let spaces = rest.get(..length).unwrap_or_default();
        return (LabelToken::Space { is_wide: spaces.contains(['\n', '\t']) || spaces.chars().count() > 1 }, length);
    }
    if first.is_ascii_digit() {
        let length = leading(rest, |character| character.is_ascii_digit() || ".,:/-".contains(character));
        let number = rest.get(..length).unwrap_or_default();
        let number = number.trim_end_matches(['.', ',', ':', '/', '-']);
        return (LabelToken::Number { has_comma: number.contains(',') }, number.len());
    }
    if first.is_alphabetic() {
        let length = leading(rest, |character| character.is_alphanumeric() || character == '_');
        let word = rest.get(..length).unwrap_or_default();
        let is_marker = matches!(word, "N" | "S" | "E" | "W" | "AM" | "PM" | "am" | "pm");
        return (if is_marker { LabelToken::Marker(word) } else { LabelToken::Word(word) }, length);
    }
    let repeated = leading(rest, |character| character == first);
    if repeated > first.len_utf8() && matches!(first, '.' | '-' | '_' | '=' | '*') {
        return (LabelToken::Filler(first), repeated);
    }
    (LabelToken::Sign(first), first.len_utf8())
}

/// A pattern for the tokens. `is_literal` says which words stay as they are, counted from the value; others may differ.
pub(super) fn tokens_pattern(tokens: &[LabelToken<'_>], is_literal: impl Fn(usize) -> bool) -> String {
    let mut pattern = String::new();
    let mut word = tokens.iter().filter(|token| matches!(token, LabelToken::Word(_))).count();
    for (index, token) in tokens.iter().enumerate() {
        let part = match token {
            LabelToken::Word(text) => {
                word -= 1;
                if is_literal(word) { literal(text) } else { r"[^\s\d.,;:]+".to_owned() }
            }
            LabelToken::Number { has_comma: true } => r"[-+−]?\d[\d.,:/-]*".to_owned(),
            LabelToken::Number { has_comma: false } => r"[-+−]?\d[\d.:/-]*".to_owned(),
            LabelToken::Marker(text) if text.len() == 2 => "[AaPp][Mm]".to_owned(),
            LabelToken::Marker(_) => "[NSEW]".to_owned(),
            LabelToken::Space { .. } => space_pattern(tokens, index).to_owned(),
            LabelToken::Filler(filler) => format!("{}*", literal(&filler.to_string())),
            LabelToken::Sign(sign @ ('"' | '\'' | '(' | '[' | ')' | ']' | '{' | '>')) => {
                format!("{}?", literal(&sign.to_string()))
            }
            LabelToken::Sign(sign) => literal(&sign.to_string()),
            LabelToken::Markup => r"(?:\s|&nbsp;|<[^>]*>)*".to_owned(),
        };
        if !(part.starts_with(r"\s") && pattern.ends_with(r"<[^>]*>)*")) {
            pattern.push_str(&part);
        }
    }
    pattern
}

/// Between two words there is a space; next to a sign it may be missing.
fn space_pattern(tokens: &[LabelToken<'_>], index: usize) -> &'static str {
    let is_text = |token: Option<&LabelToken<'_>>| {
        matches!(token, None | Some(LabelToken::Word(_) | LabelToken::Number { .. } | LabelToken::Marker(_)))
    };
    let before = index.checked_sub(1).and_then(|before| tokens.get(before));
    if is_text(before) && is_text(tokens.get(index + 1)) { r"\s+" } else { r"\s*" }
}

fn leading(text: &str, holds: impl Fn(char) -> bool) -> usize {
    text.len() - text.trim_start_matches(holds).len()
}
