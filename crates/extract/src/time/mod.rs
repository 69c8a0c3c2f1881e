//! Moments as mails write them.
//!
//! Owns formats, zones and what happens to times that a change of clocks makes impossible or double. Text comes in, an instant
//! goes out. Knows no current time: a format must name the day.

mod dotnet;
mod iso;
mod strftime;
#[cfg(test)]
mod tests;

use jiff::Timestamp;
use jiff::civil::DateTime;
use jiff::tz::{AmbiguousOffset, Offset, TimeZone, TimeZoneDatabase};
use thiserror::Error;

/// Why a text is no moment.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub(crate) enum TimeFault {
    /// Not written in the expected way.
    #[error("is not a time written as {0}")]
    Form(String),
    /// Skipped when clocks went forward.
    #[error("does not exist in {0}: clocks go forward over it")]
    Gap(String),
    /// Passed twice when clocks went back.
    #[error("happens twice in {0}: clocks go back over it")]
    Fold(String),
    /// Outside the years 1 to 9999.
    #[error("lies outside the years 1 to 9999")]
    Range,
}

/// A compiled `Format`.
#[derive(Debug, Clone)]
pub(crate) enum TimeFormat {
    DotNet(dotnet::Format),
    Strftime(strftime::Format),
}

/// What a text says: a moment, or a reading of clocks whose zone is elsewhere.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Written {
    Moment(Timestamp),
    Clock(DateTime),
}

impl TimeFormat {
    /// Reads a format; the error says in words what is wrong with it. One with a `%` is strftime's.
    pub(crate) fn compile(format: &str) -> Result<Self, String> {
        if format.contains('%') {
            return strftime::Format::compile(format).map(Self::Strftime);
        }
        dotnet::Format::compile(format).map(Self::DotNet)
    }

    /// Whether every text of this format carries its offset.
    pub(crate) fn has_offset(&self) -> bool {
        match self {
            Self::DotNet(format) => format.has_offset(),
            Self::Strftime(format) => format.has_offset(),
        }
    }

    /// Whether it has a 12-hour clock and does not say which half.
    pub(crate) fn is_half_day(&self) -> bool {
        match self {
            Self::DotNet(format) => format.is_half_day(),
            Self::Strftime(_) => false,
        }
    }

    fn read(&self, text: &str) -> Result<Written, TimeFault> {
        let (written, text_of_format) = match self {
            Self::DotNet(format) => (format.read(text), format.text()),
            Self::Strftime(format) => (format.read(text), format.text()),
        };
        written.ok_or_else(|| TimeFault::Form(format!("`{text_of_format}`")))
    }
}

/// Reads a moment. Without a format: ISO 8601 as RFC 3339 profiles it, offset optional, or the date of a mail (RFC 2822).
pub(crate) fn read(text: &str, format: Option<&TimeFormat>, zone: &TimeZone) -> Result<Timestamp, TimeFault> {
    let text = text.trim();
    let written = match format {
        Some(format) => format.read(text)?,
        None => iso::read(text).ok_or_else(|| TimeFault::Form("ISO 8601 or RFC 2822 have it".to_owned()))?,
    };
    let moment = match written {
        Written::Moment(moment) => moment,
        Written::Clock(clock) => in_zone(clock, zone)?,
    };
    let year = Offset::UTC.to_datetime(moment).year();
    if (1..=9999).contains(&year) { Ok(moment) } else { Err(TimeFault::Range) }
}

/// RFC 3339 in UTC. Whole seconds, which nearly all mail has, are written digit by digit.
pub(crate) fn written(moment: Timestamp) -> String {
    if moment.subsec_nanosecond() != 0 {
        return moment.to_string();
    }
    let clock = Offset::UTC.to_datetime(moment);
    let year = clock.year().unsigned_abs();
    let parts = [clock.month(), clock.day(), clock.hour(), clock.minute(), clock.second()];
    let mut text = String::with_capacity(20);
    for hundred in [year / 100, year % 100] {
        push_two(&mut text, hundred);
    }
    for (mark, part) in "--T::".chars().zip(parts) {
        text.push(mark);
        push_two(&mut text, part.unsigned_abs().into());
    }
    text.push('Z');
    text
}

fn push_two(text: &mut String, number: u16) {
    for digit in [number / 10 % 10, number % 10] {
        text.push(char::from(b'0' + u8::try_from(digit).unwrap_or_default()));
    }
}

/// Reads a moment without a format; a time without an offset is UTC.
pub fn read_moment(text: &str) -> Option<Timestamp> {
    read(text, None, &TimeZone::UTC).ok()
}

/// A zone by its IANA name. From the tables in this program and not from those of the machine, so that a mail means the same
/// everywhere.
pub(crate) fn zone(name: &str) -> Result<TimeZone, String> {
    let zone = TimeZoneDatabase::bundled().get(name.trim());
    zone.map_err(|_| format!("`{name}` is no time zone; write it as `America/Chicago`"))
}

/// Neither a skipped nor a doubled time is guessed: an hour too early hides a strike as past, an hour too late as still to come.
fn in_zone(clock: DateTime, zone: &TimeZone) -> Result<Timestamp, TimeFault> {
    let name = || zone.iana_name().unwrap_or("this zone").to_owned();
    match zone.to_ambiguous_timestamp(clock).offset() {
        AmbiguousOffset::Unambiguous { offset } => offset.to_timestamp(clock).map_err(|_| TimeFault::Range),
        AmbiguousOffset::Gap { .. } => Err(TimeFault::Gap(name())),
        AmbiguousOffset::Fold { .. } => Err(TimeFault::Fold(name())),
    }
}
