//! Splits a format into tokens.

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Token {
    Literal(char),
    Space,
    Number(NumberPart, DigitCount),
    MonthName,
    WeekdayName,
    /// `letters` is 1 for `t`, where `A` or `P` is enough.
    AmPm {
        letters: usize,
    },
    /// Exactly this many digits.
    Fraction(usize),
    /// Up to this many digits, or none.
    OptionalFraction(usize),
    /// A decimal point and up to this many digits, or neither.
    OptionalPointAndFraction(usize),
    Offset,
    OptionalOffset,
}

/// The part of a time that a number represents.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum NumberPart {
    Year,
    ShortYear,
    Month,
    Day,
    Hour,
    /// The hour of a 12-hour clock.
    HalfDayHour,
    Minute,
    Second,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct DigitCount {
    pub(super) min: usize,
    pub(super) max: usize,
}

pub(super) fn tokenize(format: &str) -> Result<Vec<Token>, String> {
    let mut tokens = Vec::new();
    let mut rest = format;
    while let Some(first) = rest.chars().next() {
        let after = rest.get(first.len_utf8()..).unwrap_or_default();
        rest = match first {
            '\'' | '"' => {
                let (quoted, after) =
                    after.split_once(first).ok_or_else(|| format!("`{format}` has a quote that is not closed"))?;
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
                let after = rest.trim_start_matches(letter);
                let count = rest.len() - after.len();
                push_letters(letter, count, &mut tokens).ok_or_else(|| {
                    let letters = letter.to_string().repeat(count);
                    format!("`{format}` contains `{letters}`, which has no meaning; put literal text in quotes")
                })?;
                after
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

/// Adds the token for a letter repeated `count` times; `None` if it has no meaning.
fn push_letters(letter: char, count: usize, tokens: &mut Vec<Token>) -> Option<()> {
    // One letter matches one or two digits, two letters exactly two.
    let short = DigitCount { min: count.min(2), max: 2 };
    let year = DigitCount { min: count, max: count.max(4) };
    let token = match (letter, count) {
        ('d', 1 | 2) => Token::Number(NumberPart::Day, short),
        ('d', 3 | 4) => Token::WeekdayName,
        ('M', 1 | 2) => Token::Number(NumberPart::Month, short),
        ('M', 3 | 4) => Token::MonthName,
        ('y', 1 | 2) => Token::Number(NumberPart::ShortYear, short),
        ('y', 3..=5) => Token::Number(NumberPart::Year, year),
        ('H', 1 | 2) => Token::Number(NumberPart::Hour, short),
        ('h', 1 | 2) => Token::Number(NumberPart::HalfDayHour, short),
        ('m', 1 | 2) => Token::Number(NumberPart::Minute, short),
        ('s', 1 | 2) => Token::Number(NumberPart::Second, short),
        ('f', 1..=9) => Token::Fraction(count),
        ('F', 1..=9) if tokens.last() == Some(&Token::Literal('.')) => {
            tokens.pop();
            Token::OptionalPointAndFraction(count)
        }
        ('F', 1..=9) => Token::OptionalFraction(count),
        ('t', 1 | 2) => Token::AmPm { letters: count },
        ('z', 1..=3) | ('Z', 1) => Token::Offset,
        ('K', 1) => Token::OptionalOffset,
        // The `T` of ISO 8601 is often written without quotes, like its `Z`.
        ('T', 1) => Token::Literal(letter),
        _ => return None,
    };
    tokens.push(token);
    Some(())
}
