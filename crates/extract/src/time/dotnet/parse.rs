//! Reading a text by the pieces of a format.

use jiff::civil::{Date, Time, Weekday};
use jiff::tz::Offset;

use super::{Part, Token, Written};

const MONTHS: [&str; 12] = [
    "january",
    "february",
    "march",
    "april",
    "may",
    "june",
    "july",
    "august",
    "september",
    "october",
    "november",
    "december",
];
const WEEKDAYS: [(&str, Weekday); 7] = [
    ("monday", Weekday::Monday),
    ("tuesday", Weekday::Tuesday),
    ("wednesday", Weekday::Wednesday),
    ("thursday", Weekday::Thursday),
    ("friday", Weekday::Friday),
    ("saturday", Weekday::Saturday),
    ("sunday", Weekday::Sunday),
];

/// The parts found so far.
#[derive(Debug, Default)]
struct Parts {
    year: i16,
    month: i8,
    day: i8,
    hour: i8,
    half_day_hour: Option<i8>,
    minute: i8,
    second: i8,
    nanosecond: i32,
    is_afternoon: Option<bool>,
    weekday: Option<Weekday>,
    offset: Option<Offset>,
}

/// Reads the whole text, or nothing.
pub(super) fn read(tokens: &[Token], text: &str) -> Option<Written> {
    let mut parts = Parts::default();
    let rest = tokens.iter().try_fold(text, |rest, token| parts.take(*token, rest))?;
    if rest.trim().is_empty() { parts.written() } else { None }
}

impl Parts {
    /// Takes one piece off the text and gives back the rest.
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
            // A run of spaces in the format is one run in the text: the second piece finds the space already taken.
            Token::Space => Some(text.trim_start()),
            Token::Number(part, digits) => {
                let (number, rest) = number(text, digits.least, digits.most)?;
                self.set(part, i16::try_from(number).ok()?)?;
                Some(rest)
            }
            Token::MonthName => {
                let (month, rest) = name(text, MONTHS.into_iter().zip(1..))?;
                self.month = month;
                Some(rest)
            }
            Token::WeekdayName => {
                let (weekday, rest) = name(text, WEEKDAYS.into_iter())?;
                self.weekday = Some(weekday);
                Some(rest)
            }
            Token::Half { letters } => self.take_half(letters, text),
            Token::Fraction(count) => self.take_fraction(text, count, count),
            Token::FractionIfAny(most) => self.take_fraction(text, 0, most),
            Token::PointedFractionIfAny(most) => match text.strip_prefix('.') {
                Some(after) => self.take_fraction(after, 1, most),
                None => Some(text),
            },
            Token::Offset => self.take_offset(text),
            Token::OffsetIfAny => self.take_offset(text).or(Some(text)),
        }
    }

    fn set(&mut self, part: Part, number: i16) -> Option<()> {
        match part {
            Part::Year => self.year = number,
            // Mail about lightning is of this century.
            Part::ShortYear => self.year = 2000 + number,
            Part::Month => self.month = i8::try_from(number).ok()?,
            Part::Day => self.day = i8::try_from(number).ok()?,
            Part::Hour => self.hour = i8::try_from(number).ok()?,
            Part::HalfDayHour => {
                let hour = i8::try_from(number).ok().filter(|hour| (1..=12).contains(hour))?;
                self.half_day_hour = Some(hour % 12);
            }
            Part::Minute => self.minute = i8::try_from(number).ok()?,
            Part::Second => self.second = i8::try_from(number).ok()?,
        }
        Some(())
    }

    /// `PM`, `P.M.`, and `P` where one letter is asked for.
    fn take_half<'t>(&mut self, letters: usize, text: &'t str) -> Option<&'t str> {
        let first = text.chars().next()?.to_ascii_lowercase();
        self.is_afternoon = Some(match first {
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

    fn take_fraction<'t>(&mut self, text: &'t str, least: usize, most: usize) -> Option<&'t str> {
        let count = digits(text, most);
        if count < least {
            return None;
        }
        let (taken, rest) = text.split_at_checked(count)?;
        self.nanosecond = format!("{taken:0<9}").parse().ok()?;
        Some(rest)
    }

    fn take_offset<'t>(&mut self, text: &'t str) -> Option<&'t str> {
        for universal in ["utc", "gmt", "z"] {
            if let Some((head, rest)) =
                text.split_at_checked(universal.len()).filter(|(head, _)| head.eq_ignore_ascii_case(universal))
            {
                // `Zulu` and the like are words, not offsets.
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
        let (hours, rest) = number(text.get(sign.len_utf8()..)?, 1, 2)?;
        let (minutes, rest) = match number(rest.strip_prefix(':').unwrap_or(rest), 2, 2) {
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

    fn written(self) -> Option<Written> {
        let date = Date::new(self.year, self.month, self.day).ok()?;
        if self.weekday.is_some_and(|weekday| weekday != date.weekday()) {
            return None;
        }
        let hour = match (self.half_day_hour, self.is_afternoon) {
            (Some(hour), is_afternoon) => hour + if is_afternoon == Some(true) { 12 } else { 0 },
            (None, Some(is_afternoon)) if is_afternoon != (self.hour >= 12) => return None,
            (None, _) => self.hour,
        };
        let time = Time::new(hour, self.minute, self.second, self.nanosecond).ok()?;
        let clock = date.to_datetime(time);
        match self.offset {
            Some(offset) => offset.to_timestamp(clock).ok().map(Written::Moment),
            None => Some(Written::Clock(clock)),
        }
    }
}

/// How many ASCII digits the text begins with, up to `most`.
fn digits(text: &str, most: usize) -> usize {
    text.bytes().take(most).take_while(u8::is_ascii_digit).count()
}

fn number(text: &str, least: usize, most: usize) -> Option<(i32, &str)> {
    let (mut number, mut count) = (0_i32, 0);
    for byte in text.bytes().take(most).take_while(u8::is_ascii_digit) {
        number = number.checked_mul(10)?.checked_add(i32::from(byte - b'0'))?;
        count += 1;
    }
    if count < least {
        return None;
    }
    Some((number, text.get(count..)?))
}

/// A name in full or its first three letters, in any case.
fn name<T>(text: &str, names: impl Iterator<Item = (&'static str, T)>) -> Option<(T, &str)> {
    let starts = |name: &str| text.split_at_checked(name.len()).filter(|(head, _)| head.eq_ignore_ascii_case(name));
    for (name, value) in names {
        let found = starts(name).or_else(|| starts(name.get(..3)?));
        if let Some((_, rest)) = found {
            return Some((value, rest));
        }
    }
    None
}
