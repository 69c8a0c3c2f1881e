//! The pattern for a date and time, and the formats that it may have.

use jiff::tz::TimeZone;

use super::time_tokens::{TimeToken, time_tokens};
use crate::suggest::scan::literal;
use crate::time::{TimeFormat, parse_time};

/// Formats that a text may have, and a pattern for texts that are written like it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct TimeShape {
    pub(super) pattern: String,
    /// The most likely first. Each is a .NET format.
    pub(super) formats: Vec<String>,
    /// If the text has an offset or says UTC.
    pub(super) has_offset: bool,
}

/// What a number of a date or time means.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum NumberRole {
    Year,
    Month,
    Day,
    Hour,
    Minute,
    Second,
    Fraction,
    /// `20250521`
    CompactDate,
    /// `164253`
    CompactTime,
}

/// No vendor writes a date that is longer, also with text between date and time.
const MAX_TIME_CHARS: usize = 90;

impl TimeShape {
    /// `None` if the text is not a date, with or without a time.
    pub(super) fn of(text: &str) -> Option<Self> {
        if text.chars().count() > MAX_TIME_CHARS {
            return None;
        }
        let tokens = time_tokens(text)?;
        let has_offset = tokens.iter().any(|token| matches!(token, TimeToken::Offset(_)));
        let formats = role_orders(&tokens).into_iter().filter_map(|roles| format_text(&tokens, &roles));
        let formats: Vec<String> = formats.filter(|format| parses(format, text)).collect();
        (!formats.is_empty()).then(|| Self { pattern: pattern_text(&tokens), formats, has_offset })
    }
}

/// True if the extractor reads the text with this format.
fn parses(format: &str, text: &str) -> bool {
    let Ok(format) = TimeFormat::compile(format) else { return false };
    // A local time that does not exist in some zone is a time too.
    parse_time(text, Some(&format), &TimeZone::UTC).is_ok()
}

/// The numbers of the time of day are known by their colons; the others are the date, in one of a few orders.
fn role_orders(tokens: &[TimeToken<'_>]) -> Vec<Vec<NumberRole>> {
    use NumberRole::{CompactDate, CompactTime, Day, Month, Year};
    let numbers: Vec<(usize, &str)> = tokens
        .iter()
        .enumerate()
        .filter_map(|(index, token)| if let TimeToken::Number(digits) = token { Some((index, *digits)) } else { None })
        .collect();
    let clock = clock_roles(tokens, &numbers);
    let date: Vec<&str> =
        numbers.iter().zip(&clock).filter(|(_, role)| role.is_none()).map(|((_, digits), _)| *digits).collect();
    let names = tokens.iter().filter(|token| matches!(token, TimeToken::Name(_))).count();
    let lengths: Vec<usize> = date.iter().map(|digits| digits.len()).collect();
    let has = |sign| tokens.contains(&TimeToken::Punctuation(sign));
    let is_dotted = has('.') && !has('/') && !has('-');
    let has_clock = clock.iter().any(Option::is_some);
    // `16NOV2026|163107Z`: without colons, the last number can be the time of day.
    let (lengths, time) = match lengths.as_slice() {
        [days @ .., 4 | 6] if !has_clock && days.len() > 1 && days.contains(&4) => (days, Some(CompactTime)),
        all => (all, None),
    };
    let orders: Vec<Vec<NumberRole>> = match (lengths, names) {
        ([4, 1..=2, 1..=2], _) => vec![vec![Year, Month, Day]],
        ([1..=2, 1..=2, 2 | 4], _) if is_dotted => vec![vec![Day, Month, Year], vec![Month, Day, Year]],
        ([1..=2, 1..=2, 4], _) => vec![vec![Month, Day, Year], vec![Day, Month, Year]],
        ([1..=2, 1..=2, 2], _) => vec![vec![Month, Day, Year], vec![Day, Month, Year], vec![Year, Month, Day]],
        ([4, 1..=2], 1..) => vec![vec![Year, Day]],
        ([1..=2, 2 | 4], 1..) => vec![vec![Day, Year]],
        ([8], 0) if has_clock => vec![vec![CompactDate]],
        ([8, 4 | 6], 0) => vec![vec![CompactDate, CompactTime]],
        _ => Vec::new(),
    };
    let fill = |order: Vec<NumberRole>| {
        let mut order = order.into_iter().chain(time);
        clock.iter().filter_map(|role| role.or_else(|| order.next())).collect()
    };
    orders.into_iter().map(fill).collect()
}

/// The roles of the numbers that a colon (or the `h` of `16h42`) joins. `None` for the numbers of the date.
fn clock_roles(tokens: &[TimeToken<'_>], numbers: &[(usize, &str)]) -> Vec<Option<NumberRole>> {
    let is_joint = |index: usize| match tokens.get(index) {
        Some(TimeToken::Punctuation(':')) => true,
        Some(TimeToken::FixedWord(word)) => word.eq_ignore_ascii_case("h"),
        _ => false,
    };
    let is_number = |index: usize| matches!(tokens.get(index), Some(TimeToken::Number(_)));
    let mut roles = vec![None; numbers.len()];
    let first = numbers.iter().position(|(index, _)| is_joint(index + 1) && is_number(index + 2));
    let Some(first) = first else { return roles };
    let mut part = [NumberRole::Hour, NumberRole::Minute, NumberRole::Second, NumberRole::Fraction].into_iter();
    let mut position = first;
    while let (Some((index, _)), Some(role)) = (numbers.get(position), part.next()) {
        if let Some(slot) = roles.get_mut(position) {
            *slot = Some(role);
        }
        let is_next_joined = match role {
            NumberRole::Second => {
                matches!(tokens.get(index + 1), Some(TimeToken::Punctuation('.' | ',')))
                    && is_fraction(tokens, index + 2)
            }
            NumberRole::Hour | NumberRole::Minute => is_joint(index + 1) && is_number(index + 2),
            _ => false,
        };
        if !is_next_joined {
            break;
        }
        position += 1;
    }
    roles
}

/// A number that ends the time of day.
fn is_fraction(tokens: &[TimeToken<'_>], index: usize) -> bool {
    let ends = matches!(
        tokens.get(index + 1),
        None | Some(TimeToken::Space | TimeToken::Offset(_) | TimeToken::AmPm(_) | TimeToken::FixedWord(_))
    );
    matches!(tokens.get(index), Some(TimeToken::Number(digits)) if digits.len() <= 9) && ends
}

/// `None` if the text cannot be written as a format.
fn format_text(tokens: &[TimeToken<'_>], roles: &[NumberRole]) -> Option<String> {
    let mut format = String::new();
    let mut roles = roles.iter();
    let is_half_day = tokens.iter().any(|token| matches!(token, TimeToken::AmPm(_)));
    let has_month_number =
        roles.as_slice().contains(&NumberRole::Month) || roles.as_slice().contains(&NumberRole::CompactDate);
    let names = tokens.iter().filter(|token| matches!(token, TimeToken::Name(_))).count();
    // With a weekday and a month in words, the weekday comes first.
    let mut weekdays = if has_month_number { names } else { names.checked_sub(1)? };
    if weekdays > 1 {
        return None;
    }
    let clock = NumberStyle { is_half_day, is_padded: has_leading_zero(tokens, roles.as_slice()) };
    for token in tokens {
        match *token {
            TimeToken::Number(digits) => push_number(&mut format, *roles.next()?, digits, clock),
            TimeToken::Name(word) if weekdays > 0 => {
                weekdays -= 1;
                format.push_str(if word.chars().count() <= 3 { "ddd" } else { "dddd" });
            }
            TimeToken::Name(word) => format.push_str(if word.chars().count() <= 3 { "MMM" } else { "MMMM" }),
            TimeToken::FixedWord("T") => format.push('T'),
            TimeToken::FixedWord(word) => format.extend(["'", word, "'"]),
            TimeToken::AmPm(_) => format.push_str("tt"),
            TimeToken::Offset(_) => format.push_str("zzz"),
            TimeToken::Space => format.push(' '),
            TimeToken::Punctuation('%') => return None,
            TimeToken::Punctuation(sign @ ('\'' | '"' | '\\')) => format.extend(['\\', sign]),
            TimeToken::Punctuation(sign) => format.push(sign),
        }
    }
    Some(format)
}

/// How the numbers of a date are written.
#[derive(Debug, Clone, Copy)]
struct NumberStyle {
    is_half_day: bool,
    /// If days and months have a zero in front. Hours may have one where days do not.
    is_padded: bool,
}

fn has_leading_zero(tokens: &[TimeToken<'_>], roles: &[NumberRole]) -> bool {
    let numbers =
        tokens.iter().filter_map(|token| if let TimeToken::Number(digits) = token { Some(digits) } else { None });
    let is_padded = |role: &NumberRole| matches!(role, NumberRole::Month | NumberRole::Day);
    numbers.zip(roles).any(|(digits, role)| is_padded(role) && digits.len() == 2 && digits.starts_with('0'))
}

/// One letter of a format accepts one or two digits. Two are used where the vendor writes a zero in front.
fn push_number(format: &mut String, role: NumberRole, digits: &str, style: NumberStyle) {
    let single = match role {
        NumberRole::Month => "M",
        NumberRole::Day => "d",
        NumberRole::Hour => {
            let single = if style.is_half_day { "h" } else { "H" };
            return format.push_str(&single.repeat(if digits.starts_with('0') { digits.len().min(2) } else { 1 }));
        }
        NumberRole::Year => return format.push_str(if digits.len() == 2 { "yy" } else { "yyyy" }),
        NumberRole::Minute => return format.push_str("mm"),
        NumberRole::Second => return format.push_str("ss"),
        NumberRole::Fraction => return format.push_str("FFFFFFF"),
        NumberRole::CompactDate => return format.push_str("yyyyMMdd"),
        NumberRole::CompactTime => return format.push_str(if digits.len() == 4 { "HHmm" } else { "HHmmss" }),
    };
    format.push_str(&single.repeat(if style.is_padded && digits.len() == 2 { 2 } else { 1 }));
}

/// Digits may change, names too; punctuation stays.
fn pattern_text(tokens: &[TimeToken<'_>]) -> String {
    let part = |token: &TimeToken<'_>| match token {
        TimeToken::Number(digits) if digits.len() >= 4 => format!(r"\d{{{}}}", digits.len()),
        TimeToken::Number(_) => r"\d+".to_owned(),
        TimeToken::Name(_) => r"[^\s\d.,;:/-]+".to_owned(),
        TimeToken::FixedWord(word) => literal(word),
        TimeToken::AmPm(_) => r"[AaPp]\.?[Mm]\.?".to_owned(),
        TimeToken::Offset(text) if text.starts_with(char::is_alphabetic) => literal(text),
        TimeToken::Offset(_) => r"[-+−]\d+:?\d*".to_owned(),
        TimeToken::Space => r"\s+".to_owned(),
        TimeToken::Punctuation(sign) => literal(&sign.to_string()),
    };
    tokens.iter().map(part).collect()
}

#[cfg(test)]
mod tests {
    use super::TimeShape;

    #[test]
    fn formats_follow_the_text() {
        let table = [
            ("5/21/2025 4:42:53 PM -05:00", "M/d/yyyy h:mm:ss tt zzz"),
            ("05/21/2025 16:42:53", "MM/dd/yyyy H:mm:ss"),
            ("21.05.2025 16:42:53", "dd.MM.yyyy H:mm:ss"),
            ("May 21, 2025 4:42:53 PM", "MMM d, yyyy h:mm:ss tt"),
            ("21 de mayo de 2025 16:42:53", "d 'de' MMMM 'de' yyyy H:mm:ss"),
            ("Wed, 21 May 2025 16:42 UTC", "ddd, d MMM yyyy H:mm zzz"),
            ("Mittwoch, 21. Mai 2025 um 16:42 Uhr", "dddd, d. MMM yyyy 'um' H:mm 'Uhr'"),
            ("1 de junio de 2025 09:42:53", "d 'de' MMMM 'de' yyyy HH:mm:ss"),
            ("20250521 164253", "yyyyMMdd HHmmss"),
            ("21-MAY-2025 16:42:53.125", "d-MMM-yyyy H:mm:ss.FFFFFFF"),
            ("05/21/2025,16:42:53", "MM/dd/yyyy,H:mm:ss"),
            ("5/21/25 4:42 p.m.", "M/d/yy h:mm tt"),
            ("21/05/2025 16h42", "dd/MM/yyyy H'h'mm"),
        ];
        for (text, format) in table {
            let shape = TimeShape::of(text).unwrap_or_else(|| panic!("{text}"));
            assert!(shape.formats.iter().any(|one| one == format), "{text}: {:?}", shape.formats);
        }
    }

    #[test]
    fn other_values_are_not_dates() {
        for text in
            ["34.7283", "-86.5477", "16:42:53", "Cloud to Ground", "10.1.12.4", "34.7283 N, 86.5477 W", "12", ""]
        {
            assert_eq!(TimeShape::of(text), None, "{text}");
        }
    }
}
