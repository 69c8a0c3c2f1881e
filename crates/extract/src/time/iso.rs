//! Times without a format: ISO 8601 and RFC 2822.

use jiff::civil::Time;
use jiff::fmt::{rfc2822, temporal};

use super::Written;

const RFC_2822: rfc2822::DateTimeParser = rfc2822::DateTimeParser::new();

/// Reads either form. A zone in brackets without an offset is refused, as it would be passed over in silence.
pub(super) fn read(text: &str) -> Option<Written> {
    if let Ok(pieces) = temporal::Pieces::parse(text) {
        let clock = pieces.date().to_datetime(pieces.time().unwrap_or(Time::midnight()));
        return match pieces.to_numeric_offset() {
            Some(offset) => offset.to_timestamp(clock).ok().map(Written::Moment),
            None if pieces.time_zone_annotation().is_some() => None,
            None => Some(Written::Clock(clock)),
        };
    }
    RFC_2822.parse_timestamp(text).ok().map(Written::Moment)
}
