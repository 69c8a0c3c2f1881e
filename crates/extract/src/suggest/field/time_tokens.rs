//! The parts of a date and time as a vendor wrote them.

use super::zones::ZoneAbbreviation;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum TimeToken<'t> {
    Number(&'t str),
    /// A word that may be the name of a month or of a weekday.
    Name(&'t str),
    /// A word that is written the same in every date, such as the `de` of `21 de mayo de 2025`.
    FixedWord(&'t str),
    AmPm(&'t str),
    /// `-05:00`, `Z`, `UTC`.
    Offset(&'t str),
    Space,
    Punctuation(char),
}

const FIXED_WORDS: [&str; 24] = [
    "de", "del", "at", "on", "of", "the", "um", "uhr", "a", "à", "às", "as", "las", "los", "le", "el", "kl", "alle",
    "ore", "t", "h", "date", "time", "hrs",
];

/// Splits a date and time. `None` if it has something that no date has.
pub(super) fn time_tokens(text: &str) -> Option<Vec<TimeToken<'_>>> {
    let mut tokens = Vec::new();
    let mut rest = text;
    let mut has_clock = false;
    while let Some(first) = rest.chars().next() {
        let length = if first.is_ascii_digit() {
            let length = leading(rest, |character| character.is_ascii_digit());
            tokens.push(TimeToken::Number(rest.get(..length)?));
            length
        } else if first.is_whitespace() {
            tokens.push(TimeToken::Space);
            leading(rest, char::is_whitespace)
        } else if first.is_alphabetic() {
            let length = leading(rest, char::is_alphabetic);
            let (token, length) = word_token(rest, length, &tokens)?;
            tokens.push(token);
            length
        } else if let Some(length) = offset_length(rest).filter(|_| has_clock) {
            tokens.push(TimeToken::Offset(rest.get(..length)?));
            length
        } else {
            tokens.push(TimeToken::Punctuation(first));
            first.len_utf8()
        };
        has_clock |= matches!(tokens.last(), Some(TimeToken::Punctuation(':')));
        rest = rest.get(length..)?;
    }
    Some(tokens)
}

fn word_token<'t>(rest: &'t str, length: usize, before: &[TimeToken<'_>]) -> Option<(TimeToken<'t>, usize)> {
    let word = rest.get(..length)?;
    let after = rest.get(length..)?;
    let lower = word.to_lowercase();
    let follows_number = matches!(before.last(), Some(TimeToken::Number(_)));
    if ["utc", "gmt"].contains(&lower.as_str()) || (word == "Z" && follows_number) {
        // `UTC-05:00` is literal text and an offset.
        let has_offset = offset_length(after).is_some();
        return Some((if has_offset { TimeToken::FixedWord(word) } else { TimeToken::Offset(word) }, length));
    }
    if ["am", "pm"].contains(&lower.as_str()) {
        return Some((TimeToken::AmPm(word), length));
    }
    if ["a", "p"].contains(&lower.as_str()) {
        let dotted = rest.get(..length + 3).filter(|text| text.to_lowercase().ends_with(".m."));
        if let Some(dotted) = dotted {
            return Some((TimeToken::AmPm(dotted), dotted.len()));
        }
    }
    if ZoneAbbreviation::parse(word).is_some() {
        return None;
    }
    let is_fixed = FIXED_WORDS.contains(&lower.as_str());
    Some((if is_fixed { TimeToken::FixedWord(word) } else { TimeToken::Name(word) }, length))
}

/// The length of an offset such as `-05:00`, `+0200` or `-05` at the start of the text.
pub(super) fn offset_length(text: &str) -> Option<usize> {
    let sign = text.chars().next().filter(|sign| matches!(sign, '+' | '-' | '\u{2212}'))?;
    let digits = text.get(sign.len_utf8()..)?;
    let hours = leading(digits, |character| character.is_ascii_digit());
    let minutes = digits.get(hours..)?.strip_prefix(':').map(|rest| leading(rest, |c| c.is_ascii_digit()));
    match (hours, minutes) {
        (1 | 2, Some(2)) => Some(sign.len_utf8() + hours + 3),
        (2 | 4, None) => Some(sign.len_utf8() + hours),
        _ => None,
    }
}

/// The length in bytes of the characters at the start of the text for which the condition holds.
fn leading(text: &str, holds: impl Fn(char) -> bool) -> usize {
    text.len() - text.trim_start_matches(holds).len()
}
