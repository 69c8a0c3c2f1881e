//! Times as text: UTC with six decimals, so that text order is time order and equal instants have equal text.
//!
//! Each function returns `None` for text that is not of its type.

use jiff::civil::{Date, DateTime, Time};
use jiff::tz::TimeZone;
use jiff::{RoundMode, Timestamp, TimestampRound, Unit};

/// A time without an offset is UTC.
pub(super) fn to_utc_time(text: &str) -> Option<String> {
    let at = to_microseconds(parse(text)?)?;
    let year = TimeZone::UTC.to_datetime(at).year();
    (year >= 0).then(|| format!("{at:.6}"))
}

/// Date and time without an offset. A time with an offset is converted to UTC.
pub(super) fn to_local_time(text: &str) -> Option<String> {
    let text = to_utc_time(text)?;
    Some(text.trim_end_matches('Z').to_owned())
}

/// A time with an offset is converted to UTC first.
pub(super) fn to_date(text: &str) -> Option<String> {
    if let Ok(date) = text.parse::<Date>()
        && !text.contains(':')
    {
        return (date.year() >= 0).then(|| date.to_string());
    }
    Some(to_utc_time(text)?.split_once('T')?.0.to_owned())
}

pub(super) fn time_of_day(text: &str) -> Option<String> {
    text.parse::<Time>().ok().map(|time| format!("{time:.6}"))
}

fn parse(text: &str) -> Option<Timestamp> {
    let with_offset = text.parse::<Timestamp>().ok();
    with_offset.or_else(|| TimeZone::UTC.to_timestamp(text.parse::<DateTime>().ok()?).ok())
}

fn to_microseconds(at: Timestamp) -> Option<Timestamp> {
    at.round(TimestampRound::new().smallest(Unit::Microsecond).mode(RoundMode::HalfExpand)).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn instants_are_utc_with_six_decimals() {
        for (text, expected) in [
            ("2025-05-01T12:00:00Z", Some("2025-05-01T12:00:00.000000Z")),
            ("2025-05-01T12:00:00-05:00", Some("2025-05-01T17:00:00.000000Z")),
            ("2025-05-01 12:00:00.1234565Z", Some("2025-05-01T12:00:00.123457Z")),
            ("2025-05-01T23:59:59.9999999Z", Some("2025-05-02T00:00:00.000000Z")),
            ("2025-05-01T12:00", Some("2025-05-01T12:00:00.000000Z")),
            ("2025-05-01", Some("2025-05-01T00:00:00.000000Z")),
            ("-000001-01-01T00:00:00Z", None),
            ("12:00", None),
            ("yesterday", None),
            ("٢٠٢٥-05-01T12:00:00Z", None),
            ("", None),
        ] {
            assert_eq!(to_utc_time(text).as_deref(), expected, "{text}");
        }
    }

    #[test]
    fn dates_and_times_of_day_are_parsed() {
        assert_eq!(to_local_time("2025-05-01T12:00:00-05:00").as_deref(), Some("2025-05-01T17:00:00.000000"));
        assert_eq!(to_date("2025-05-01").as_deref(), Some("2025-05-01"));
        assert_eq!(to_date("2025-05-01T23:00:00-05:00").as_deref(), Some("2025-05-02"));
        assert_eq!(to_date("May").as_deref(), None);
        assert_eq!(time_of_day("12:30").as_deref(), Some("12:30:00.000000"));
        assert_eq!(time_of_day("25:00").as_deref(), None);
    }
}
