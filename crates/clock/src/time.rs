//! The time, and waiting for it. Everything that asks the time is handed a [`Clock`], so that tests move it by hand.

use futures_util::future::BoxFuture;
use jiff::Timestamp;
use std::time::Duration;

/// Tells the time and waits.
pub trait Clock: Send + Sync {
    /// Now, in whole microseconds: what both databases can hold, so that a stored time equals the one in memory.
    fn now(&self) -> Timestamp;

    /// Ends when that much time has passed on this clock.
    fn sleep(&self, duration: Duration) -> BoxFuture<'static, ()>;
}

/// The machine's clock.
#[derive(Debug, Clone, Copy)]
pub struct SystemClock;

impl Clock for SystemClock {
    #[expect(clippy::disallowed_methods, reason = "this is the place that owns the machine's time")]
    fn now(&self) -> Timestamp {
        whole_microseconds(Timestamp::now())
    }

    #[expect(clippy::disallowed_methods, reason = "this is the place that owns waiting")]
    fn sleep(&self, duration: Duration) -> BoxFuture<'static, ()> {
        Box::pin(tokio::time::sleep(duration))
    }
}

/// A time that lies `duration` later, or the last one that can be written.
pub fn later(at: Timestamp, duration: Duration) -> Timestamp {
    at.saturating_add(duration).unwrap_or(Timestamp::MAX).min(last())
}

/// A time that lies `duration` earlier, or the first one that can be written.
pub fn earlier(at: Timestamp, duration: Duration) -> Timestamp {
    at.saturating_sub(duration).unwrap_or(Timestamp::MIN).max(first())
}

/// Cut to what both databases hold.
pub fn whole_microseconds(at: Timestamp) -> Timestamp {
    Timestamp::from_microsecond(at.as_microsecond()).unwrap_or(at)
}

/// Year 0 in UTC: before it the fixed-width text of SQLite would need a sign.
fn first() -> Timestamp {
    Timestamp::from_second(-62_167_219_200).unwrap_or(Timestamp::MIN)
}

/// 9999-12-30T22:00:00Z in whole microseconds.
fn last() -> Timestamp {
    whole_microseconds(Timestamp::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn adding_never_runs_off_the_calendar() {
        let now: Timestamp = "2026-01-01T00:00:00Z".parse().unwrap();
        assert_eq!(later(now, Duration::from_mins(1)).to_string(), "2026-01-01T00:01:00Z");
        assert_eq!(later(now, Duration::MAX), last());
        assert_eq!(earlier(now, Duration::MAX), first());
        assert!(first().to_string().starts_with("0000-01-01T00:00:00"));
    }

    #[test]
    fn the_clock_speaks_in_whole_microseconds() {
        assert_eq!(SystemClock.now().subsec_nanosecond() % 1_000, 0);
    }
}
