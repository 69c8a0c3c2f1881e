//! strftime's formats, as jiff reads them.

use jiff::Zoned;
use jiff::civil::date;
use jiff::fmt::strtime::BrokenDownTime;
use jiff::tz::TimeZone;

use super::Written;

/// A format that is known to read a whole date.
#[derive(Debug, Clone)]
pub(crate) struct Format {
    text: String,
    has_offset: bool,
}

impl Format {
    /// Tries the format on a sample: what it writes it must read, and a day must come out.
    pub(super) fn compile(text: &str) -> Result<Self, String> {
        let unreadable = |why: &dyn std::fmt::Display| format!("`{text}` cannot be read as a strftime format: {why}");
        let sample: Zoned =
            date(2025, 5, 21).at(16, 42, 53, 0).to_zoned(TimeZone::UTC).map_err(|error| unreadable(&error))?;
        let written = BrokenDownTime::from(&sample).to_string(text).map_err(|error| unreadable(&error))?;
        let read = BrokenDownTime::parse(text, &written).map_err(|error| unreadable(&error))?;
        if names_a_zone(text) {
            return Err(format!(
                "`{text}` reads the name of a zone; use %z for an offset, or name the zone in `TimeZone`"
            ));
        }
        let has_offset = read.offset().is_some() || read.timestamp().is_some();
        let format = Self { text: text.to_owned(), has_offset };
        if format.read(&written).is_none() {
            return Err(format!("`{text}` does not name year, month and day"));
        }
        Ok(format)
    }

    pub(super) fn text(&self) -> &str {
        &self.text
    }

    pub(super) fn has_offset(&self) -> bool {
        self.has_offset
    }

    pub(super) fn read(&self, text: &str) -> Option<Written> {
        let read = BrokenDownTime::parse(&self.text, text).ok()?;
        if self.has_offset {
            return read.to_timestamp().ok().map(Written::Moment);
        }
        // Weekdays are checked here as in the other formats: a date that contradicts itself is not read.
        let clock = read.to_datetime().ok()?;
        let is_right_day = read.weekday().is_none_or(|weekday| weekday == clock.weekday());
        is_right_day.then_some(Written::Clock(clock))
    }
}

/// Whether there is a `%Q` or `%:Q`: it would be read, and the zone that it names passed over.
fn names_a_zone(format: &str) -> bool {
    let mut rest = format.chars();
    while let Some(sign) = rest.next() {
        if sign == '%' {
            let conversion = rest.by_ref().find(|sign| !":_-^#0123456789".contains(*sign));
            if conversion == Some('Q') {
                return true;
            }
        }
    }
    false
}
