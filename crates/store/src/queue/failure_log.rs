//! Limits the log lines about a database that stays unavailable: they must not fill a disk that is full already.

use jiff::{SignedDuration, Timestamp};
use std::sync::{Mutex, PoisonError};

const INTERVAL: SignedDuration = SignedDuration::from_mins(1);

/// When the current failure was logged last; `None` while nothing fails.
#[derive(Debug, Default)]
pub(super) struct FailureLog(Mutex<Option<Timestamp>>);

impl FailureLog {
    /// Whether to log this failure: the first one, then one per minute.
    pub(super) fn record_failure(&self, now: Timestamp) -> bool {
        let mut logged = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        // A clock that was set back must not silence it.
        let is_recent = logged.is_some_and(|at| now.duration_since(at).abs() < INTERVAL);
        if !is_recent {
            *logged = Some(now);
        }
        !is_recent
    }

    /// Whether this success ends a failure.
    pub(super) fn record_success(&self) -> bool {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).take().is_some()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn logs_the_first_failure_and_one_per_minute() {
        let log = FailureLog::default();
        let at = |second: i64| Timestamp::from_second(second).unwrap();
        assert!(!log.record_success());
        for (second, expected) in [(100, true), (101, false), (159, false), (160, true), (161, false), (90, true)] {
            assert_eq!(log.record_failure(at(second)), expected, "second {second}");
        }
        assert!(log.record_success());
        assert!(!log.record_success());
        assert!(log.record_failure(at(91)), "a new failure");
    }
}
