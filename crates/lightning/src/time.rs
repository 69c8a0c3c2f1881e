//! Times: conversion between `stormwire_geo` and `jiff`, ages, and text.

use jiff::{SignedDuration, Timestamp};
use std::time::Duration;
use stormwire_clock::earlier;
use stormwire_geo::{DurationMicros, UnixMicros};

pub fn to_unix_micros(at: Timestamp) -> UnixMicros {
    UnixMicros(at.as_microsecond())
}

/// Clamped to the range of `Timestamp`.
pub fn to_timestamp(moment: UnixMicros) -> Timestamp {
    let end = if moment.0 < 0 { Timestamp::MIN } else { Timestamp::MAX };
    Timestamp::from_microsecond(moment.0).unwrap_or(end)
}

/// Clamped to the range of `Timestamp`.
pub fn subtract_duration(at: Timestamp, back: DurationMicros) -> Timestamp {
    earlier(at, Duration::from_micros(u64::try_from(back.0).unwrap_or(0)))
}

/// False if the clock was set back.
pub(super) fn is_younger(at: Timestamp, now: Timestamp, age: SignedDuration) -> bool {
    (SignedDuration::ZERO..=age).contains(&now.duration_since(at))
}

/// For reasons that people read: whole seconds.
pub(super) fn format_utc(at: Timestamp) -> String {
    at.strftime("%Y-%m-%dT%H:%M:%SZ").to_string()
}
