//! Parses times as they appear in mail.
//!
//! Covers formats, time zones, and local times that a clock change makes invalid or ambiguous. There is no current time here:
//! a format must contain the date.

mod dotnet;
mod format;
mod iso;
mod parse;
mod parsed_time;
mod rfc3339;
mod strftime;
#[cfg(test)]
mod tests;
mod utc_literal;

pub(crate) use format::TimeFormat;
pub use parse::parse_timestamp;
pub(crate) use parse::{parse_time, parse_zone};
pub(crate) use rfc3339::format_rfc3339;
