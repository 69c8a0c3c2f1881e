//! strftime formats, parsed by jiff.

use jiff::Zoned;
use jiff::civil::date;
use jiff::fmt::strtime::BrokenDownTime;
use jiff::tz::TimeZone;

use super::parsed_time::ParsedTime;

/// A format that is known to parse a complete date.
#[derive(Debug, Clone)]
pub(crate) struct StrftimeFormat {
    text: String,
    has_offset: bool,
}

impl StrftimeFormat {
    /// Checks the format with a sample: it must parse what it writes, and the result must contain a date.
    pub(super) fn compile(text: &str) -> Result<Self, String> {
        let invalid = |reason: &dyn std::fmt::Display| format!("`{text}` is not a valid strftime format: {reason}");
        let sample: Zoned =
            date(2025, 5, 21).at(16, 42, 53, 0).to_zoned(TimeZone::UTC).map_err(|error| invalid(&error))?;
        let written = BrokenDownTime::from(&sample).to_string(text).map_err(|error| invalid(&error))?;
        let parsed = BrokenDownTime::parse(text, &written).map_err(|error| invalid(&error))?;
        if contains_zone_name(text) {
            return Err(format!(
                "`{text}` contains the name of a zone; use %z for an offset, or set the zone in `TimeZone`"
            ));
        }
        let has_offset = parsed.offset().is_some() || parsed.timestamp().is_some();
        let format = Self { text: text.to_owned(), has_offset };
        if format.parse(&written).is_none() {
            return Err(format!("`{text}` must contain year, month and day"));
        }
        Ok(format)
    }

    pub(super) fn text(&self) -> &str {
        &self.text
    }

    pub(super) fn has_offset(&self) -> bool {
        self.has_offset
    }

    pub(super) fn parse(&self, text: &str) -> Option<ParsedTime> {
        let parsed = BrokenDownTime::parse(&self.text, text).ok()?;
        if self.has_offset {
            return parsed.to_timestamp().ok().map(ParsedTime::Instant);
        }
        // As in the other formats, a date with a wrong weekday is rejected.
        let local = parsed.to_datetime().ok()?;
        let is_right_weekday = parsed.weekday().is_none_or(|weekday| weekday == local.weekday());
        is_right_weekday.then_some(ParsedTime::Local(local))
    }
}

/// True for `%Q` and `%:Q`. jiff would parse the zone name, and it would then be ignored.
fn contains_zone_name(format: &str) -> bool {
    let mut rest = format.chars();
    while let Some(character) = rest.next() {
        if character == '%' {
            let conversion = rest.by_ref().find(|character| !":_-^#0123456789".contains(*character));
            if conversion == Some('Q') {
                return true;
            }
        }
    }
    false
}
