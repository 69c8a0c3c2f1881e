//! Parses a text by the tokens of a format.

use jiff::civil::{Date, Time, Weekday};
use jiff::tz::Offset;

use super::names::{take_month, take_weekday};
use super::token::{DigitCount, NumberPart, Token};
use crate::time::parsed_time::ParsedTime;

/// The parts parsed so far.
#[derive(Debug, Default)]
struct TimeParts {
    year: i16,
    month: i8,
    day: i8,
    hour: i8,
    /// From 0 to 11.
    half_day_hour: Option<i8>,
    minute: i8,
    second: i8,
    nanosecond: i32,
    is_pm: Option<bool>,
    weekday: Option<Weekday>,
    offset: Option<Offset>,
}

/// `None` if the tokens do not match the whole text.
pub(super) fn parse(tokens: &[Token], text: &str) -> Option<ParsedTime> {
    let mut parts = TimeParts::default();
    let mut rest = text;
    for (index, token) in tokens.iter().enumerate() {
        rest = parts.take(*token, rest)?;
        // An abbreviation may have a period that the format does not mention: `21 sept. 2025`.
        let is_name = matches!(token, Token::MonthName | Token::WeekdayName);
        if is_name && tokens.get(index + 1) != Some(&Token::Literal('.')) {
            rest = rest.strip_prefix('.').unwrap_or(rest);
        }
    }
    if rest.trim().is_empty() { parts.into_parsed_time() } else { None }
}

impl TimeParts {
    /// Parses one token at the start of the text and returns the rest.
    fn take<'t>(&mut self, token: Token, text: &'t str) -> Option<&'t str> {
        match token {
            Token::Literal(expected) if expected.is_ascii() && text.as_bytes().first().is_some_and(u8::is_ascii) => {
                let (found, rest) = text.split_at_checked(1)?;
                found
                    .as_bytes()
                    .first()
                    .is_some_and(|found| char::from(*found).eq_ignore_ascii_case(&expected))
                    .then_some(rest)
            }
            Token::Literal(expected) => {
                let found = text.chars().next()?;
                let is_same = found == expected || found.eq_ignore_ascii_case(&expected);
                is_same.then(|| text.get(found.len_utf8()..)).flatten()
            }
            // A run of spaces in the format matches one run in the text; for the second token nothing is left to take.
            Token::Space => Some(text.trim_start()),
            Token::Number(part, digits) => {
                let (number, rest) = take_number(text, digits)?;
                self.set_number(part, i16::try_from(number).ok()?)?;
                Some(rest)
            }
            Token::MonthName => {
                let (month, rest) = take_month(text)?;
                self.month = month;
                Some(rest)
            }
            Token::WeekdayName => {
                let (weekday, rest) = take_weekday(text)?;
                self.weekday = Some(weekday);
                Some(rest)
            }
            Token::AmPm { letters } => self.take_am_pm(letters, text),
            Token::Fraction(count) => self.take_fraction(text, DigitCount { min: count, max: count }),
            Token::OptionalFraction(max) => self.take_fraction(text, DigitCount { min: 0, max }),
            Token::OptionalPointAndFraction(max) => match text.strip_prefix('.') {
                Some(after) => self.take_fraction(after, DigitCount { min: 1, max }),
                None => Some(text),
            },
            Token::Offset => self.take_offset(text),
            Token::OptionalOffset => self.take_offset(text).or(Some(text)),
        }
    }

    fn set_number(&mut self, part: NumberPart, number: i16) -> Option<()> {
        match part {
            NumberPart::Year => self.year = number,
            // Lightning mail is always from this century.
            NumberPart::ShortYear => self.year = 2000 + number,
            NumberPart::Month => self.month = i8::try_from(number).ok()?,
            NumberPart::Day => self.day = i8::try_from(number).ok()?,
            NumberPart::Hour => self.hour = i8::try_from(number).ok()?,
            NumberPart::HalfDayHour => {
                let hour = i8::try_from(number).ok().filter(|hour| (1..=12).contains(hour))?;
                self.half_day_hour = Some(hour % 12);
            }
            NumberPart::Minute => self.minute = i8::try_from(number).ok()?,
            NumberPart::Second => self.second = i8::try_from(number).ok()?,
        }
        Some(())
    }

    /// Accepts `PM`, `P.M.`, and `P` if one letter is enough.
    fn take_am_pm<'t>(&mut self, letters: usize, text: &'t str) -> Option<&'t str> {
        let first = text.chars().next()?.to_ascii_lowercase();
        self.is_pm = Some(match first {
            'a' => false,
            'p' => true,
            _ => return None,
        });
        let after = text.get(1..)?;
        let without_point = after.strip_prefix('.').unwrap_or(after);
        match without_point.strip_prefix(['m', 'M']) {
            Some(rest) if without_point.len() < after.len() => Some(rest.strip_prefix('.').unwrap_or(rest)),
            Some(rest) => Some(rest),
            None if letters == 1 => Some(after),
            None => None,
        }
    }

    fn take_fraction<'t>(&mut self, text: &'t str, digits: DigitCount) -> Option<&'t str> {
        let count = leading_digits(text, digits.max);
        if count < digits.min {
            return None;
        }
        let (taken, rest) = text.split_at_checked(count)?;
        self.nanosecond = format!("{taken:0<9}").parse().ok()?;
        Some(rest)
    }

    fn take_offset<'t>(&mut self, text: &'t str) -> Option<&'t str> {
        for utc in ["utc", "gmt", "z"] {
            if let Some((head, rest)) =
                text.split_at_checked(utc.len()).filter(|(head, _)| head.eq_ignore_ascii_case(utc))
            {
                // A word such as `Zone` is not an offset.
                if rest.starts_with(char::is_alphanumeric) && head.len() == 1 {
                    return None;
                }
                self.offset = Some(Offset::UTC);
                return Some(rest);
            }
        }
        let sign = text.chars().next()?;
        let direction = match sign {
            '+' => 1,
            '-' | '\u{2212}' => -1,
            _ => return None,
        };
        let (hours, rest) = take_number(text.get(sign.len_utf8()..)?, DigitCount { min: 1, max: 2 })?;
        let two_digits = DigitCount { min: 2, max: 2 };
        let (minutes, rest) = match take_number(rest.strip_prefix(':').unwrap_or(rest), two_digits) {
            Some(found) => found,
            None if rest.starts_with(':') => return None,
            None => (0, rest),
        };
        if hours > 15 || minutes > 59 {
            return None;
        }
        self.offset = Offset::from_seconds(direction * (hours * 3600 + minutes * 60)).ok();
        self.offset.map(|_| rest)
    }

    /// `None` if the parts contradict each other or are not a valid date and time.
    fn into_parsed_time(self) -> Option<ParsedTime> {
        let date = Date::new(self.year, self.month, self.day).ok()?;
        if self.weekday.is_some_and(|weekday| weekday != date.weekday()) {
            return None;
        }
        let hour = match (self.half_day_hour, self.is_pm) {
            (Some(hour), is_pm) => hour + if is_pm == Some(true) { 12 } else { 0 },
            (None, Some(is_pm)) if is_pm != (self.hour >= 12) => return None,
            (None, _) => self.hour,
        };
        let time = Time::new(hour, self.minute, self.second, self.nanosecond).ok()?;
        let local = date.to_datetime(time);
        match self.offset {
            Some(offset) => offset.to_timestamp(local).ok().map(ParsedTime::Instant),
            None => Some(ParsedTime::Local(local)),
        }
    }
}

/// The number of ASCII digits at the start of the text, at most `max`.
fn leading_digits(text: &str, max: usize) -> usize {
    text.bytes().take(max).take_while(u8::is_ascii_digit).count()
}

/// Parses a number at the start of the text and returns the rest.
fn take_number(text: &str, digits: DigitCount) -> Option<(i32, &str)> {
    let (mut number, mut count) = (0_i32, 0);
    for byte in text.bytes().take(digits.max).take_while(u8::is_ascii_digit) {
        number = number.checked_mul(10)?.checked_add(i32::from(byte - b'0'))?;
        count += 1;
    }
    if count < digits.min {
        return None;
    }
    Some((number, text.get(count..)?))
}
