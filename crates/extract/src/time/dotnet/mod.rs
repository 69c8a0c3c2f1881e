//! .NET's custom date and time formats.
//!
//! Owns the format's letters; `parse.rs` reads a text by them. As .NET's `ParseExact` in the invariant culture, but for white
//! space (any run of it matches any other), letter case, and offsets (`Z`, `-06:00`, `-0600` and `-06` are all read).

mod parse;

use super::Written;

/// A compiled format.
#[derive(Debug, Clone)]
pub(crate) struct Format {
    text: String,
    tokens: Vec<Token>,
}

/// One piece of a format.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Token {
    Literal(char),
    Space,
    Number(Part, Digits),
    MonthName,
    WeekdayName,
    /// AM or PM; one letter is enough when it is `t`.
    Half {
        letters: usize,
    },
    /// Exactly so many digits.
    Fraction(usize),
    /// Up to so many, or none.
    FractionIfAny(usize),
    /// A point and up to so many digits, or neither.
    PointedFractionIfAny(usize),
    Offset,
    OffsetIfAny,
}

/// What a number of the text stands for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Part {
    Year,
    ShortYear,
    Month,
    Day,
    Hour,
    HalfDayHour,
    Minute,
    Second,
}

/// How many digits a number has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Digits {
    least: usize,
    most: usize,
}

impl Format {
    pub(super) fn compile(text: &str) -> Result<Self, String> {
        let format = Self { tokens: tokens(expanded(text)?)?, text: text.to_owned() };
        let is_year = |part| matches!(part, Part::Year | Part::ShortYear);
        let has_date = format.has(is_year)
            && (format.has(|part| part == Part::Month) || format.tokens.contains(&Token::MonthName))
            && format.has(|part| part == Part::Day);
        if has_date { Ok(format) } else { Err(format!("`{text}` does not name year, month and day")) }
    }

    pub(super) fn text(&self) -> &str {
        &self.text
    }

    pub(super) fn has_offset(&self) -> bool {
        self.tokens.iter().any(|token| matches!(token, Token::Offset | Token::OffsetIfAny))
    }

    pub(super) fn is_half_day(&self) -> bool {
        self.has(|part| part == Part::HalfDayHour)
            && !self.tokens.iter().any(|token| matches!(token, Token::Half { .. }))
    }

    pub(super) fn read(&self, text: &str) -> Option<Written> {
        parse::read(&self.tokens, text)
    }

    fn has(&self, is: impl Fn(Part) -> bool) -> bool {
        self.tokens.iter().any(|token| matches!(token, Token::Number(part, _) if is(*part)))
    }
}

/// One letter alone is a standard format; of these only those that mean the same everywhere are read.
fn expanded(text: &str) -> Result<&str, String> {
    match text {
        "o" | "O" => Ok("yyyy-MM-dd'T'HH:mm:ss.FFFFFFFK"),
        "s" => Ok("yyyy-MM-dd'T'HH:mm:ss"),
        "u" => Ok("yyyy-MM-dd HH:mm:ssK"),
        "r" | "R" => Ok("ddd, dd MMM yyyy HH:mm:ss K"),
        _ if text.chars().count() == 1 => {
            Err(format!("`{text}` alone means another format in each country; spell it out, as `M/d/yyyy h:mm:ss tt`"))
        }
        _ => Ok(text),
    }
}

fn tokens(format: &str) -> Result<Vec<Token>, String> {
    let mut tokens = Vec::new();
    let mut rest = format;
    while let Some(first) = rest.chars().next() {
        let after = rest.get(first.len_utf8()..).unwrap_or_default();
        rest = match first {
            '\'' | '"' => {
                let (quoted, after) =
                    after.split_once(first).ok_or_else(|| format!("`{format}` has a quote that does not end"))?;
                tokens.extend(quoted.chars().map(literal));
                after
            }
            '\\' => {
                let escaped = after.chars().next().ok_or_else(|| format!("`{format}` ends with a backslash"))?;
                tokens.push(Token::Literal(escaped));
                after.get(escaped.len_utf8()..).unwrap_or_default()
            }
            _ if rest.starts_with("UTC") || rest.starts_with("GMT") => {
                tokens.push(Token::Offset);
                rest.get(3..).unwrap_or_default()
            }
            letter if letter.is_ascii_alphabetic() => {
                let behind = rest.trim_start_matches(letter);
                let count = rest.len() - behind.len();
                letters(letter, count, &mut tokens).ok_or_else(|| {
                    format!(
                        "`{format}` has `{}`, which means nothing; put text into quotes",
                        letter.to_string().repeat(count)
                    )
                })?;
                behind
            }
            other => {
                tokens.push(literal(other));
                after
            }
        };
    }
    Ok(tokens)
}

fn literal(character: char) -> Token {
    if character.is_whitespace() { Token::Space } else { Token::Literal(character) }
}

fn letters(letter: char, count: usize, tokens: &mut Vec<Token>) -> Option<()> {
    // One letter takes one or two digits, two letters take exactly two.
    let short = Digits { least: count.min(2), most: 2 };
    let year = Digits { least: count, most: count.max(4) };
    let token = match (letter, count) {
        ('d', 1 | 2) => Token::Number(Part::Day, short),
        ('d', 3 | 4) => Token::WeekdayName,
        ('M', 1 | 2) => Token::Number(Part::Month, short),
        ('M', 3 | 4) => Token::MonthName,
        ('y', 1 | 2) => Token::Number(Part::ShortYear, short),
        ('y', 3..=5) => Token::Number(Part::Year, year),
        ('H', 1 | 2) => Token::Number(Part::Hour, short),
        ('h', 1 | 2) => Token::Number(Part::HalfDayHour, short),
        ('m', 1 | 2) => Token::Number(Part::Minute, short),
        ('s', 1 | 2) => Token::Number(Part::Second, short),
        ('f', 1..=9) => Token::Fraction(count),
        ('F', 1..=9) if tokens.last() == Some(&Token::Literal('.')) => {
            tokens.pop();
            Token::PointedFractionIfAny(count)
        }
        ('F', 1..=9) => Token::FractionIfAny(count),
        ('t', 1 | 2) => Token::Half { letters: count },
        ('z', 1..=3) | ('Z', 1) => Token::Offset,
        ('K', 1) => Token::OffsetIfAny,
        // ISO's letter between date and time, so often written without quotes, as its Z is.
        ('T', 1) => Token::Literal(letter),
        _ => return None,
    };
    tokens.push(token);
    Some(())
}
