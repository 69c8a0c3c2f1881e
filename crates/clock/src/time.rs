//! The clock interface, the system clock, and timestamp arithmetic that saturates instead of failing.

use crate::outside_work::OutsideWork;
use futures_util::future::BoxFuture;
use jiff::Timestamp;
use std::fmt::Debug;
use std::time::Duration;

/// Reports the current time and sleeps.
pub trait Clock: Debug + Send + Sync {
    /// The current time in whole microseconds. Both databases store microseconds, so a stored time equals the one in memory.
    fn now(&self) -> Timestamp;

    /// Completes once `duration` has passed on this clock.
    fn sleep(&self, duration: Duration) -> BoxFuture<'static, ()>;

    /// Completes once `duration` has passed on the clock of the machine. For what does not run on this clock, such as a query of
    /// the database. Never completes on a clock that does not move by itself.
    fn limit(&self, duration: Duration) -> BoxFuture<'static, ()> {
        SystemClock.sleep(duration)
    }

    /// Held while something is awaited that does not run on this clock: a query of the database, a thread that may block.
    /// Virtual time must not pass meanwhile, so a virtual clock counts what is held. Not for what may wait forever.
    fn outside(&self) -> OutsideWork {
        OutsideWork::uncounted()
    }
}

/// The result of work that does not run on the clock, such as a query of the database. `None` if it takes longer than the limit.
pub fn within<T>(clock: &dyn Clock, limit: Duration, work: impl Future<Output = T>) -> impl Future<Output = Option<T>> {
    // On the heap: futures that wait for it stay small.
    let (outside, limit, work) = (clock.outside(), clock.limit(limit), Box::pin(work));
    async move {
        let _outside = outside;
        tokio::select! {
            biased;
            ended = work => Some(ended),
            () = limit => None,
        }
    }
}

#[derive(Debug, Clone, Copy)]
pub struct SystemClock;

impl Clock for SystemClock {
    #[expect(clippy::disallowed_methods, reason = "this crate owns the system clock")]
    fn now(&self) -> Timestamp {
        truncate_to_microseconds(Timestamp::now())
    }

    #[expect(clippy::disallowed_methods, reason = "this crate owns sleeping")]
    fn sleep(&self, duration: Duration) -> BoxFuture<'static, ()> {
        Box::pin(tokio::time::sleep(duration))
    }
}

/// `at` plus `duration`, capped at the latest storable time.
pub fn later(at: Timestamp, duration: Duration) -> Timestamp {
    at.saturating_add(duration).unwrap_or(Timestamp::MAX).min(latest_storable())
}

/// `at` minus `duration`, capped at the earliest storable time.
pub fn earlier(at: Timestamp, duration: Duration) -> Timestamp {
    at.saturating_sub(duration).unwrap_or(Timestamp::MIN).max(earliest_storable())
}

/// Drops everything below a microsecond, which neither database can store.
pub fn truncate_to_microseconds(at: Timestamp) -> Timestamp {
    Timestamp::from_microsecond(at.as_microsecond()).unwrap_or(at)
}

/// The start of year 0 in UTC. Earlier years need a sign, which does not fit the fixed-width text stored in SQLite.
fn earliest_storable() -> Timestamp {
    Timestamp::from_second(-62_167_219_200).unwrap_or(Timestamp::MIN)
}

/// 9999-12-30T22:00:00Z in whole microseconds.
fn latest_storable() -> Timestamp {
    truncate_to_microseconds(Timestamp::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arithmetic_saturates_at_the_storable_range() {
        let now: Timestamp = "2026-01-01T00:00:00Z".parse().unwrap();
        assert_eq!(later(now, Duration::from_mins(1)).to_string(), "2026-01-01T00:01:00Z");
        assert_eq!(later(now, Duration::MAX), latest_storable());
        assert_eq!(earlier(now, Duration::MAX), earliest_storable());
        assert!(earliest_storable().to_string().starts_with("0000-01-01T00:00:00"));
    }

    #[test]
    fn system_clock_returns_whole_microseconds() {
        assert_eq!(SystemClock.now().subsec_nanosecond() % 1_000, 0);
    }
}
