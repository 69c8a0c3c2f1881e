//! The end of a certificate's validity: the one field of X.509 that is needed.

use jiff::Timestamp;
use jiff::civil::DateTime;
use jiff::tz::TimeZone;

const INTEGER: u8 = 0x02;
const UTC_TIME: u8 = 0x17;
const GENERALIZED_TIME: u8 = 0x18;
const SEQUENCE: u8 = 0x30;
/// Only certificates of version 2 and later have it.
const VERSION: u8 = 0xa0;

/// `None` if the bytes are not a certificate.
pub(super) fn not_after(certificate: &[u8]) -> Option<Timestamp> {
    let (outer, _) = expect(SEQUENCE, certificate)?;
    let (fields, _) = expect(SEQUENCE, outer)?;
    let (first, _, rest) = element(fields)?;
    let fields = if first == VERSION { rest } else { fields };
    let (_serial, fields) = expect(INTEGER, fields)?;
    let (_algorithm, fields) = expect(SEQUENCE, fields)?;
    let (_issuer, fields) = expect(SEQUENCE, fields)?;
    let (validity, _) = expect(SEQUENCE, fields)?;
    let (_, _not_before, validity) = element(validity)?;
    let (kind, not_after, _) = element(validity)?;
    time(kind, not_after)
}

/// Content and rest of an element of this kind.
fn expect(kind: u8, bytes: &[u8]) -> Option<(&[u8], &[u8])> {
    let (found, content, rest) = element(bytes)?;
    (found == kind).then_some((content, rest))
}

/// Kind, content and rest.
fn element(bytes: &[u8]) -> Option<(u8, &[u8], &[u8])> {
    let (kind, bytes) = bytes.split_first()?;
    let (length, bytes) = bytes.split_first()?;
    let (length, bytes) = match length {
        0..=0x7f => (usize::from(*length), bytes),
        0x81..=0x84 => {
            let (digits, bytes) = bytes.split_at_checked(usize::from(length - 0x80))?;
            (digits.iter().fold(0, |length, digit| length << 8 | usize::from(*digit)), bytes)
        }
        _ => return None,
    };
    let (content, rest) = bytes.split_at_checked(length)?;
    Some((*kind, content, rest))
}

fn time(kind: u8, content: &[u8]) -> Option<Timestamp> {
    let text = std::str::from_utf8(content).ok()?;
    let digits = text.strip_suffix('Z').filter(|digits| digits.bytes().all(|byte| byte.is_ascii_digit()))?;
    let (year, rest) = match (kind, digits.len()) {
        (UTC_TIME, 12) => {
            let year: i16 = digits[..2].parse().ok()?;
            (if year < 50 { 2_000 + year } else { 1_900 + year }, &digits[2..])
        }
        (GENERALIZED_TIME, 14) => (digits[..4].parse().ok()?, &digits[4..]),
        _ => return None,
    };
    let part = |index: usize| rest[index..index + 2].parse::<i8>().ok();
    let at = DateTime::new(year, part(0)?, part(2)?, part(4)?, part(6)?, part(8)?, 0).ok()?;
    at.to_zoned(TimeZone::UTC).ok().map(|at| at.timestamp())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_forms_of_time_are_read() {
        for (kind, text, expected) in [
            (UTC_TIME, "270501120000Z", Some("2027-05-01T12:00:00Z")),
            (UTC_TIME, "491231235959Z", Some("2049-12-31T23:59:59Z")),
            (UTC_TIME, "500101000000Z", Some("1950-01-01T00:00:00Z")),
            (GENERALIZED_TIME, "20510102030405Z", Some("2051-01-02T03:04:05Z")),
            (GENERALIZED_TIME, "270501120000Z", None),
            (UTC_TIME, "270501120000+0100", None),
            (UTC_TIME, "279901120000Z", None),
            (UTC_TIME, "é0501120000Z", None),
            (INTEGER, "270501120000Z", None),
        ] {
            assert_eq!(time(kind, text.as_bytes()).map(|at| at.to_string()).as_deref(), expected, "{text}");
        }
    }

    #[test]
    fn bytes_that_are_no_certificate_are_rejected() {
        for bytes in [
            &[][..],
            &[0x30],
            &[0x30, 0x80],
            &[0x30, 0x82, 0xff],
            &[0x30, 0x84, 0xff, 0xff, 0xff, 0xff],
            &[0x30, 2, 0x30, 0],
        ] {
            assert_eq!(not_after(bytes), None, "{bytes:?}");
        }
    }
}
