//! Times without a format: ISO 8601 and RFC 2822.

use jiff::civil::Time;
use jiff::fmt::{rfc2822, temporal};

use super::parsed_time::ParsedTime;

const RFC_2822: rfc2822::DateTimeParser = rfc2822::DateTimeParser::new();

/// Rejects a zone in brackets without an offset, because the zone would be ignored silently.
pub(super) fn parse(text: &str) -> Option<ParsedTime> {
    if let Ok(pieces) = temporal::Pieces::parse(text) {
        let local = pieces.date().to_datetime(pieces.time().unwrap_or(Time::midnight()));
        return match pieces.to_numeric_offset() {
            Some(offset) => offset.to_timestamp(local).ok().map(ParsedTime::Instant),
            None if pieces.time_zone_annotation().is_some() => None,
            None => Some(ParsedTime::Local(local)),
        };
    }
    RFC_2822.parse_timestamp(text).ok().map(ParsedTime::Instant)
}
