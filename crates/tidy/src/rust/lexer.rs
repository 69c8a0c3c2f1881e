//! Tokens of Rust source. Comments and white space are dropped, strings are kept as one token.

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Word,
    /// A string, a character or a number.
    Literal,
    Lifetime,
    /// One character, except `::`, `->` and `=>`, which are kept whole.
    Punctuation,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Token<'a> {
    pub kind: Kind,
    pub text: &'a str,
    /// Where the token starts, counted from 1.
    pub line: usize,
}

impl Token<'_> {
    /// Whether this is that word or that punctuation; a string that reads the same is not.
    pub fn is(&self, text: &str) -> bool {
        self.text == text && matches!(self.kind, Kind::Word | Kind::Punctuation)
    }

    pub fn opens(&self) -> bool {
        self.is("(") || self.is("[") || self.is("{")
    }

    pub fn closes(&self) -> bool {
        self.is(")") || self.is("]") || self.is("}")
    }
}

/// The index of the bracket that closes the one at `open`, or the end of the tokens.
pub fn closing(tokens: &[Token<'_>], open: usize) -> usize {
    let mut depth = 0;
    for (index, token) in tokens.iter().enumerate().skip(open) {
        if token.opens() {
            depth += 1;
        } else if token.closes() {
            depth -= 1;
            if depth == 0 {
                return index;
            }
        }
    }
    tokens.len()
}

pub fn tokenize(text: &str) -> Vec<Token<'_>> {
    let mut tokens = Vec::new();
    let mut rest = text;
    let mut line = 1;
    while let Some(first) = rest.chars().next() {
        let (kind, length) = next(rest, first);
        let (token, after) = rest.split_at(length);
        tokens.extend(kind.map(|kind| Token { kind, text: token, line }));
        line += token.matches('\n').count();
        rest = after;
    }
    tokens
}

/// What the text starts with and how many bytes it has; no kind for what is dropped.
fn next(rest: &str, first: char) -> (Option<Kind>, usize) {
    if first.is_whitespace() {
        return (None, first.len_utf8());
    }
    if rest.starts_with("//") {
        return (None, rest.find('\n').unwrap_or(rest.len()));
    }
    if rest.starts_with("/*") {
        return (None, block_comment(rest));
    }
    if let Some(length) = string(rest) {
        return (Some(Kind::Literal), length);
    }
    if first == '\'' {
        return character_or_lifetime(rest);
    }
    if first.is_ascii_digit() {
        return (Some(Kind::Literal), number(rest));
    }
    if first == '_' || first.is_alphabetic() {
        return (Some(Kind::Word), word(rest));
    }
    let whole = ["::", "->", "=>"].iter().any(|pair| rest.starts_with(pair));
    (Some(Kind::Punctuation), if whole { 2 } else { first.len_utf8() })
}

fn word(rest: &str) -> usize {
    let raw = if rest.starts_with("r#") { 2 } else { 0 };
    raw + rest[raw..].find(|c: char| c != '_' && !c.is_alphanumeric()).unwrap_or(rest.len() - raw)
}

/// Digits, suffix and fraction, but not the dots of `0..n` or of `1.max(2)`.
fn number(rest: &str) -> usize {
    let whole = word(rest);
    let after = &rest[whole..];
    let fraction = after.strip_prefix('.').filter(|digits| digits.starts_with(|c: char| c.is_ascii_digit()));
    whole + fraction.map_or(0, |digits| 1 + word(digits))
}

fn block_comment(rest: &str) -> usize {
    let mut depth = 0;
    let mut at = 0;
    while at < rest.len() {
        if rest[at..].starts_with("/*") {
            depth += 1;
            at += 2;
        } else if rest[at..].starts_with("*/") {
            depth -= 1;
            at += 2;
            if depth == 0 {
                return at;
            }
        } else {
            at += rest[at..].chars().next().map_or(1, char::len_utf8);
        }
    }
    rest.len()
}

/// The length of a string of any form: `""`, `b""`, `c""`, `r""`, `r#""#`, `br#""#`.
fn string(rest: &str) -> Option<usize> {
    let prefix = rest.find(|c: char| !matches!(c, 'b' | 'c' | 'r')).filter(|length| *length <= 2)?;
    let raw = rest[..prefix].contains('r');
    let hashes = if raw { rest[prefix..].find(|c: char| c != '#')? } else { 0 };
    let start = prefix + hashes;
    let body = rest[start..].strip_prefix('"')?;
    let length = if raw {
        let end = format!("\"{}", "#".repeat(hashes));
        body.find(&end).map_or(body.len(), |at| at + end.len())
    } else {
        quoted(body, '"')
    };
    Some(start + 1 + length)
}

/// The length up to and including the closing quote; a backslash hides the character after it.
fn quoted(body: &str, quote: char) -> usize {
    let mut escaped = false;
    for (at, c) in body.char_indices() {
        if !escaped && c == quote {
            return at + quote.len_utf8();
        }
        escaped = !escaped && c == '\\';
    }
    body.len()
}

fn character_or_lifetime(rest: &str) -> (Option<Kind>, usize) {
    let body = &rest[1..];
    let mut characters = body.chars();
    let first = characters.next();
    let is_character = first == Some('\\') || characters.next() == Some('\'');
    if is_character { (Some(Kind::Literal), 1 + quoted(body, '\'')) } else { (Some(Kind::Lifetime), 1 + word(body)) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(source: &str) -> Vec<&str> {
        tokenize(source).into_iter().map(|token| token.text).collect()
    }

    #[test]
    fn comments_are_dropped_and_strings_are_one_token() {
        let source = "a // use b;\n/* c /* d */ e */ \"use \\\" f\" r#\"use \" g\"# b'x' br\"h\"";
        assert_eq!(texts(source), ["a", "\"use \\\" f\"", "r#\"use \" g\"#", "b", "'x'", "br\"h\""]);
    }

    #[test]
    fn lifetimes_and_characters_differ() {
        assert_eq!(texts("&'a str 'b' '\\'' '{' 'static"), ["&", "'a", "str", "'b'", "'\\''", "'{'", "'static"]);
    }

    #[test]
    fn ranges_are_not_numbers() {
        assert_eq!(
            texts("0..10 1.5f64 1.max(2) crate::a->b"),
            ["0", ".", ".", "10", "1.5f64", "1", ".", "max", "(", "2", ")", "crate", "::", "a", "->", "b"]
        );
    }

    #[test]
    fn raw_words_are_words() {
        assert_eq!(texts("r#type r b c br"), ["r#type", "r", "b", "c", "br"]);
    }

    #[test]
    fn lines_are_counted_inside_strings_and_comments() {
        let tokens = tokenize("a\n/*\n*/ b \"\n\n\" c");
        let lines: Vec<usize> = tokens.iter().map(|token| token.line).collect();
        assert_eq!(lines, [1, 3, 3, 5]);
    }
}
