//! From text to an instant.

use jiff::Timestamp;
use jiff::civil::DateTime;
use jiff::tz::{AmbiguousOffset, Offset, TimeZone, TimeZoneDatabase};
use thiserror::Error;

use super::format::TimeFormat;
use super::iso;
use super::parsed_time::ParsedTime;

/// Why a text is not a time.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub(crate) enum TimeError {
    #[error("is not a time in the format {0}")]
    WrongFormat(String),
    /// The local time is skipped when daylight saving time starts.
    #[error("does not exist in {0}: clocks go forward over it")]
    Gap(String),
    /// The local time occurs twice when daylight saving time ends.
    #[error("is ambiguous in {0}: it occurs twice when clocks go back")]
    Fold(String),
    #[error("is outside the years 1 to 9999")]
    OutOfRange,
}

/// Parses a time. Without a format: ISO 8601 in the RFC 3339 profile with an optional offset, or the date of a mail
/// (RFC 2822). `zone` applies to times without an offset.
pub(crate) fn parse_time(text: &str, format: Option<&TimeFormat>, zone: &TimeZone) -> Result<Timestamp, TimeError> {
    let text = text.trim();
    let parsed = match format {
        Some(format) => format.parse(text).ok_or_else(|| TimeError::WrongFormat(format!("`{}`", format.text())))?,
        None => iso::parse(text).ok_or_else(|| TimeError::WrongFormat("ISO 8601 or RFC 2822".to_owned()))?,
    };
    let timestamp = match parsed {
        ParsedTime::Instant(timestamp) => timestamp,
        ParsedTime::Local(local) => in_zone(local, zone)?,
    };
    let year = Offset::UTC.to_datetime(timestamp).year();
    if (1..=9999).contains(&year) { Ok(timestamp) } else { Err(TimeError::OutOfRange) }
}

/// Parses a time without a format. A time without an offset is UTC.
pub fn parse_timestamp(text: &str) -> Option<Timestamp> {
    parse_time(text, None, &TimeZone::UTC).ok()
}

/// A time zone by its IANA name. Uses the bundled database and not the system's, so that a mail has the same meaning
/// everywhere.
pub(crate) fn parse_zone(name: &str) -> Result<TimeZone, String> {
    let zone = TimeZoneDatabase::bundled().get(name.trim());
    zone.map_err(|_| format!("`{name}` is not a time zone; use an IANA name such as `America/Chicago`"))
}

/// Skipped and ambiguous times are errors and never guessed: an hour too early would show a strike as past, an hour too late
/// as one to come.
fn in_zone(local: DateTime, zone: &TimeZone) -> Result<Timestamp, TimeError> {
    let name = || zone.iana_name().unwrap_or("this zone").to_owned();
    match zone.to_ambiguous_timestamp(local).offset() {
        AmbiguousOffset::Unambiguous { offset } => offset.to_timestamp(local).map_err(|_| TimeError::OutOfRange),
        AmbiguousOffset::Gap { .. } => Err(TimeError::Gap(name())),
        AmbiguousOffset::Fold { .. } => Err(TimeError::Fold(name())),
    }
}
