//! Numbers and booleans as they appear in mail. Ambiguous values are rejected, never guessed.

use std::borrow::Cow;

use serde_json::Number;

/// Characters that may separate groups of three digits.
const THOUSANDS_SEPARATORS: [char; 7] = [',', ' ', '\'', '\u{2019}', '\u{a0}', '\u{202f}', '\u{2009}'];

/// Parses a number: a sign, digits with or without thousands separators, a decimal point, an exponent.
///
/// Only ASCII digits are accepted. `34,7304` is not a number, because a comma separates groups of three. Numbers too large
/// for a double are rejected. Integers without a decimal point and exponent stay integers if they fit in 64 bits.
pub fn parse_number(text: &str) -> Option<Number> {
    let text = text.trim();
    let (is_negative, unsigned) = split_sign(text);
    // Fast path for most numbers.
    match plain_number(unsigned) {
        Some(PlainNumber::Integer) => return parse_integer(is_negative, unsigned),
        Some(PlainNumber::Decimal) => return parse_double(is_negative, unsigned),
        None => {}
    }
    let (mantissa, exponent) = match unsigned.find(['e', 'E']) {
        Some(at) => (unsigned.get(..at)?, Some(unsigned.get(at + 1..)?)),
        None => (unsigned, None),
    };
    let (whole, fraction) = match mantissa.split_once('.') {
        Some((whole, fraction)) => (whole, Some(fraction)),
        None => (mantissa, None),
    };
    let whole = if whole.is_empty() && fraction.is_some_and(|digits| !digits.is_empty()) {
        "0".into()
    } else {
        without_separators(whole)?
    };
    if !fraction.unwrap_or_default().bytes().all(|byte| byte.is_ascii_digit()) || !exponent.is_none_or(is_exponent) {
        return None;
    }
    if fraction.is_none() && exponent.is_none() {
        return parse_integer(is_negative, &whole);
    }
    if whole.len() + fraction.map_or(0, |digits| digits.len() + 1) == mantissa.len() {
        // No separators were removed and no zero was added, so the text can be parsed directly.
        return parse_double(is_negative, unsigned);
    }
    parse_double(is_negative, &format!("{whole}.{}e{}", fraction.unwrap_or_default(), exponent.unwrap_or("0")))
}

/// Like [`parse_number`], with a decimal comma and points between thousands.
pub(crate) fn parse_number_with_decimal_comma(text: &str) -> Option<Number> {
    let swap = |character| match character {
        ',' => '.',
        '.' => ',',
        other => other,
    };
    parse_number(&text.chars().map(swap).collect::<String>())
}

pub(crate) fn parse_boolean(text: &str) -> Option<bool> {
    match text.trim().to_lowercase().as_str() {
        "true" | "yes" | "y" | "t" | "on" | "1" => Some(true),
        "false" | "no" | "n" | "f" | "off" | "0" => Some(false),
        _ => None,
    }
}

/// A number of only digits, or of digits on both sides of a decimal point.
enum PlainNumber {
    Integer,
    Decimal,
}

fn plain_number(text: &str) -> Option<PlainNumber> {
    let digits = |text: &[u8]| text.iter().take_while(|byte| byte.is_ascii_digit()).count();
    let whole = digits(text.as_bytes());
    match text.as_bytes().get(whole..)? {
        [] if whole > 0 => Some(PlainNumber::Integer),
        [b'.', fraction @ ..] if whole > 0 && !fraction.is_empty() && digits(fraction) == fraction.len() => {
            Some(PlainNumber::Decimal)
        }
        _ => None,
    }
}

/// Whether there is a minus sign, and the text without its sign.
fn split_sign(text: &str) -> (bool, &str) {
    let rest = text.strip_prefix(['-', '\u{2212}', '\u{fe63}', '\u{ff0d}']);
    (rest.is_some(), rest.or_else(|| text.strip_prefix('+')).unwrap_or(text))
}

fn is_exponent(text: &str) -> bool {
    let digits = text.strip_prefix(['+', '-']).unwrap_or(text);
    !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())
}

/// The digits without thousands separators. `None` if a separator is in the wrong position or they are not all the same.
fn without_separators(text: &str) -> Option<Cow<'_, str>> {
    let is_digits = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    let Some(separator) = text.chars().find(|character| THOUSANDS_SEPARATORS.contains(character)) else {
        return is_digits(text).then(|| text.into());
    };
    let mut groups = text.split(separator);
    let first = groups.next().filter(|first| is_digits(first) && first.len() <= 3)?;
    let is_grouped = groups.clone().all(|group| is_digits(group) && group.len() == 3);
    is_grouped.then(|| groups.fold(first.to_owned(), |digits, group| digits + group).into())
}

fn parse_integer(is_negative: bool, digits: &str) -> Option<Number> {
    match (is_negative, digits.parse::<u64>()) {
        (false, Ok(number)) => Some(number.into()),
        (true, Ok(number)) => match 0_i64.checked_sub_unsigned(number) {
            Some(number) => Some(number.into()),
            None => parse_double(true, digits),
        },
        (_, Err(_)) => parse_double(is_negative, digits),
    }
}

fn parse_double(is_negative: bool, text: &str) -> Option<Number> {
    let number: f64 = text.parse().ok()?;
    // No negative zero: a database would store the sign and treat the two zeros as different.
    let number = if number == 0.0 { 0.0 } else { number };
    Number::from_f64(if is_negative && number != 0.0 { -number } else { number })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde_json::json;

    use super::{parse_boolean, parse_number, parse_number_with_decimal_comma};

    #[test]
    fn parses_numbers_as_written_in_mail() {
        let table = [
            ("34", json!(34)),
            ("34.7304", json!(34.7304)),
            ("-86.5861", json!(-86.5861)),
            ("\u{2212}86.5861", json!(-86.5861)),
            ("+12", json!(12)),
            (" 7 ", json!(7)),
            ("1,234", json!(1234)),
            ("1,234,567.25", json!(1_234_567.25)),
            ("1 234 567", json!(1_234_567)),
            ("1\u{202f}234", json!(1234)),
            ("1'234", json!(1234)),
            ("0012", json!(12)),
            (".5", json!(0.5)),
            ("-.5", json!(-0.5)),
            ("5.", json!(5.0)),
            ("1e3", json!(1000.0)),
            ("-1.5E-3", json!(-0.0015)),
            ("-0", json!(0)),
            ("-0.0", json!(0.0)),
            ("1e-999", json!(0.0)),
            ("18446744073709551615", json!(u64::MAX)),
            ("-9223372036854775808", json!(i64::MIN)),
            ("-9223372036854775809", json!(-9_223_372_036_854_775_809.0)),
            ("18446744073709551616", json!(18_446_744_073_709_551_616.0)),
            ("1.7976931348623157e308", json!(f64::MAX)),
        ];
        for (text, expected) in table {
            assert_eq!(parse_number(text).map(serde_json::Value::Number), Some(expected), "{text:?}");
        }
        let zero = parse_number("-0.0").and_then(|zero| zero.as_f64()).unwrap();
        assert!(zero.is_sign_positive());
    }

    #[test]
    fn rejects_ambiguous_and_invalid_numbers() {
        let rejected = [
            "",
            "-",
            "+",
            ".",
            "e5",
            "1e",
            "1e+",
            "34,7304",
            "1,23,456",
            "1,234,56",
            ",123",
            "1,234 567",
            "1.2.3",
            "1.234,5",
            "0x10",
            "--1",
            "-+1",
            "1-",
            "5 %",
            "34.7°",
            "٣",
            "３",
            "½",
            "inf",
            "NaN",
            "1.7976931348623159e308",
            "-1e400",
            "1_000",
            "1 . 5",
            "1,,000",
        ];
        for text in rejected {
            assert_eq!(parse_number(text), None, "{text:?}");
        }
    }

    #[test]
    fn decimal_comma_swaps_the_separators() {
        for (text, expected) in
            [("34,7304", json!(34.7304)), ("-1.234,5", json!(-1234.5)), ("1.234", json!(1234)), ("7", json!(7))]
        {
            assert_eq!(parse_number_with_decimal_comma(text).map(serde_json::Value::Number), Some(expected), "{text}");
        }
        for text in ["34.7304", "1,234.5", "1,2,3"] {
            assert_eq!(parse_number_with_decimal_comma(text), None, "{text}");
        }
    }

    #[test]
    fn parses_common_boolean_words() {
        for word in ["true", "True", "YES", " y ", "t", "on", "1"] {
            assert_eq!(parse_boolean(word), Some(true), "{word:?}");
        }
        for word in ["false", "FALSE", "no", "N", "f", "off", "0"] {
            assert_eq!(parse_boolean(word), Some(false), "{word:?}");
        }
        for word in ["", "maybe", "2", "yess", "01", "ja"] {
            assert_eq!(parse_boolean(word), None, "{word:?}");
        }
    }

    proptest! {
        #[test]
        fn any_text_gives_a_finite_number_or_none(text in "\\PC*|[-+0-9., eE']{0,40}") {
            if let Some(number) = parse_number(&text) {
                prop_assert!(number.as_f64().is_some_and(f64::is_finite));
            }
        }

        #[test]
        fn double_round_trips(number in proptest::num::f64::NORMAL) {
            let read = parse_number(&format!("{number:?}")).and_then(|read| read.as_f64());
            prop_assert_eq!(read, Some(number));
        }

        #[test]
        fn integer_round_trips(number: i64) {
            prop_assert_eq!(parse_number(&number.to_string()).and_then(|read| read.as_i64()), Some(number));
        }
    }
}
