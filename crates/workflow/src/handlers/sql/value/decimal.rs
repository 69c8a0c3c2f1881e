//! Exact numbers as text: no digit is lost on the way to a `decimal` column, and equal numbers have equal text.

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum DecimalError {
    NotANumber,
    /// More digits before the decimal point than the column takes.
    TooLarge,
}

/// Limit of digits on either side of the point if the column has none: about the range of a double.
const MAX_DIGITS: i64 = 308;

/// Removes superfluous signs, zeros and the exponent, and rounds half away from zero. `bounds` are precision and scale.
pub(super) fn normalize(text: &str, bounds: Option<(i32, i32)>) -> Result<String, DecimalError> {
    let Parsed { is_negative, mut digits, mut point } = parse(text).ok_or(DecimalError::NotANumber)?;
    if let Some((_, scale)) = bounds {
        round_digits(&mut digits, &mut point, i64::from(scale));
    }
    while digits.last() == Some(&0) {
        digits.pop();
    }
    if digits.is_empty() {
        return Ok("0".into());
    }
    let room = bounds.map_or(MAX_DIGITS, |(precision, scale)| i64::from(precision) - i64::from(scale));
    if point > room || point < -MAX_DIGITS {
        return Err(DecimalError::TooLarge);
    }
    Ok(format_digits(is_negative, &digits, point))
}

/// Whether it is a number of any size.
pub(super) fn is_number(text: &str) -> bool {
    parse(text).is_some()
}

/// 0.d1d2d3… × 10^point; the first digit is not 0.
struct Parsed {
    is_negative: bool,
    digits: Vec<u8>,
    point: i64,
}

fn parse(text: &str) -> Option<Parsed> {
    let (is_negative, rest) = match text.as_bytes().first()? {
        b'-' => (true, &text[1..]),
        b'+' => (false, &text[1..]),
        _ => (false, text),
    };
    let (number, exponent) = match rest.split_once(['e', 'E']) {
        Some((number, exponent)) => (number, exponent.parse::<i32>().ok()?),
        None => (rest, 0),
    };
    let (whole, fraction) = number.split_once('.').unwrap_or((number, ""));
    let all = || whole.bytes().chain(fraction.bytes());
    if all().next().is_none() || !all().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let zeros = all().take_while(|byte| *byte == b'0').count();
    let digits: Vec<u8> = all().skip(zeros).map(|byte| byte - b'0').collect();
    let point = i64::try_from(whole.len()).ok()? + i64::from(exponent) - i64::try_from(zeros).ok()?;
    Some(Parsed { is_negative, digits, point })
}

fn round_digits(digits: &mut Vec<u8>, point: &mut i64, scale: i64) {
    let Ok(keep) = usize::try_from(*point + scale) else { return digits.clear() };
    let Some(next) = digits.get(keep) else { return };
    let is_up = *next >= 5;
    digits.truncate(keep);
    if !is_up {
        return;
    }
    for digit in digits.iter_mut().rev() {
        if *digit < 9 {
            *digit += 1;
            return;
        }
        *digit = 0;
    }
    digits.insert(0, 1);
    *point += 1;
}

fn format_digits(is_negative: bool, digits: &[u8], point: i64) -> String {
    let mut text = String::with_capacity(digits.len() + 3);
    if is_negative {
        text.push('-');
    }
    let to_text = |some: &[u8]| some.iter().map(|digit| char::from(digit + b'0')).collect::<String>();
    let Ok(whole) = usize::try_from(point) else {
        let zeros = usize::try_from(-point).unwrap_or(0);
        return text + "0." + &"0".repeat(zeros) + &to_text(digits);
    };
    match digits.split_at_checked(whole) {
        Some((before, after)) => {
            text += if whole == 0 { "0" } else { "" };
            text += &to_text(before);
            if !after.is_empty() {
                text.push('.');
                text += &to_text(after);
            }
        }
        None => text += &(to_text(digits) + &"0".repeat(whole - digits.len())),
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn numbers_are_rounded_and_normalized() {
        for (text, bounds, expected) in [
            ("34.73", Some((9, 6)), Ok("34.73")),
            ("34.730000", Some((9, 6)), Ok("34.73")),
            ("34.7300005", Some((9, 6)), Ok("34.730001")),
            ("-86.5854995", Some((9, 6)), Ok("-86.5855")),
            ("-86.58549949999", Some((9, 6)), Ok("-86.585499")),
            ("0.0000005", Some((9, 6)), Ok("0.000001")),
            ("5e-7", Some((9, 6)), Ok("0.000001")),
            ("4.9e-7", Some((9, 6)), Ok("0")),
            ("-4.9e-7", Some((9, 6)), Ok("0")),
            ("-0", Some((9, 6)), Ok("0")),
            ("-0.0", None, Ok("0")),
            ("007", None, Ok("7")),
            ("+1.50e2", None, Ok("150")),
            (".5", None, Ok("0.5")),
            ("5.", None, Ok("5")),
            ("1e-3", None, Ok("0.001")),
            ("123456", Some((9, -2)), Ok("123500")),
            ("49", Some((9, -2)), Ok("0")),
            ("999.9999995", Some((9, 6)), Err(DecimalError::TooLarge)),
            ("1000", Some((9, 6)), Err(DecimalError::TooLarge)),
            ("1.7976931348623159e308", None, Err(DecimalError::TooLarge)),
            ("1e2147483647", Some((9, 6)), Err(DecimalError::TooLarge)),
            ("1e-2147483648", Some((9, 6)), Ok("0")),
            ("1e99999999999", None, Err(DecimalError::NotANumber)),
            ("0e2147483647", None, Ok("0")),
            ("٣", None, Err(DecimalError::NotANumber)),
            ("", None, Err(DecimalError::NotANumber)),
            ("-", None, Err(DecimalError::NotANumber)),
            (".", None, Err(DecimalError::NotANumber)),
            ("1 000", None, Err(DecimalError::NotANumber)),
            ("1,5", None, Err(DecimalError::NotANumber)),
            ("0x1F", None, Err(DecimalError::NotANumber)),
            ("NaN", None, Err(DecimalError::NotANumber)),
            ("1e", None, Err(DecimalError::NotANumber)),
            ("--1", None, Err(DecimalError::NotANumber)),
        ] {
            assert_eq!(normalize(text, bounds).as_deref(), expected.as_deref(), "{text} {bounds:?}");
        }
    }

    proptest! {
        #[test]
        fn rounding_equals_integer_arithmetic(micro in -999_999_999_999_i64..=999_999_999_999, more in 0_u32..4) {
            // The same number counted in units of 10^-(6 + more), rounded by arithmetic.
            let unit = 10_i64.pow(more);
            let rounded = (micro.abs() + unit / 2) / unit * micro.signum();
            let digits = usize::try_from(6 + more).unwrap();
            let padded = format!("{:0>width$}", micro.abs(), width = digits + 1);
            let (whole, fraction) = padded.split_at(padded.len() - digits);
            let sign = if micro < 0 { "-" } else { "" };
            let found = normalize(&format!("{sign}{whole}.{fraction}"), Some((18, 6))).unwrap();
            let expected = normalize(&format!("{rounded}e-6"), None).unwrap();
            prop_assert_eq!(found, expected);
        }

        #[test]
        fn no_input_panics(text in "\\PC{0,30}", precision in 1..40, scale in -10..20) {
            let _ = normalize(&text, Some((precision, scale)));
        }
    }
}
