//! Formats timestamps.

use jiff::Timestamp;
use jiff::tz::Offset;

/// RFC 3339 in UTC. Whole seconds, which nearly all mail has, take a fast path.
pub(crate) fn format_rfc3339(timestamp: Timestamp) -> String {
    if timestamp.subsec_nanosecond() != 0 {
        return timestamp.to_string();
    }
    let time = Offset::UTC.to_datetime(timestamp);
    let year = time.year().unsigned_abs();
    let parts = [time.month(), time.day(), time.hour(), time.minute(), time.second()];
    let mut text = String::with_capacity(20);
    for two_digits in [year / 100, year % 100] {
        push_two_digits(&mut text, two_digits);
    }
    for (separator, part) in "--T::".chars().zip(parts) {
        text.push(separator);
        push_two_digits(&mut text, part.unsigned_abs().into());
    }
    text.push('Z');
    text
}

fn push_two_digits(text: &mut String, number: u16) {
    for digit in [number / 10 % 10, number % 10] {
        text.push(char::from(b'0' + u8::try_from(digit).unwrap_or_default()));
    }
}
