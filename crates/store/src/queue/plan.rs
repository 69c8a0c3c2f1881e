//! What happens to an item after a failure: pure decisions, no clock, no database.

use super::failure::JobFailure;
use jiff::{SignedDuration, Timestamp};
use std::time::Duration;
use stormwire_clock::later;

/// Smaller corrections of the clock delay nothing noticeably.
const MAX_CORRECTION: SignedDuration = SignedDuration::from_mins(1);

/// Whether the clock was set back so far that items would wait too long for their time.
pub(super) fn is_set_back(before: Timestamp, now: Timestamp) -> bool {
    before.duration_since(now) > MAX_CORRECTION
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RetryPolicy {
    /// Of one run.
    pub timeout: Duration,
    pub backoff: Backoff,
    pub retry_limit: RetryLimit,
}

/// Waits that double from `first` to `ceiling`, each with up to half of it added at random, so that items that failed
/// together are not retried together.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Backoff {
    pub first: Duration,
    pub ceiling: Duration,
}

/// When an item that keeps failing is dead-lettered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RetryLimit {
    /// Never: for loops.
    Unlimited,
    Attempts(u32),
    /// This long after the first failure of the current series.
    Elapsed(Duration),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AfterFailure {
    RetryAt(Timestamp),
    /// The item stays in the queue, visible, until a user revives it.
    DeadLetter,
}

#[derive(Debug, Clone, Copy)]
pub struct FailedAttempt<'a> {
    pub failure: &'a JobFailure,
    /// Including this one.
    pub attempts: u32,
    /// When the current series of failures began; `None` if this is the first.
    pub first_failure_at: Option<Timestamp>,
    pub now: Timestamp,
    /// A fraction in `[0, 1)`.
    pub jitter: f64,
}

impl Backoff {
    /// The wait after that many attempts. `jitter` in `[0, 1)` adds up to half of it. Never below `first` or above
    /// `ceiling`.
    pub fn delay_after(self, attempts: u32, jitter: f64) -> Duration {
        let doublings = attempts.saturating_sub(1).min(31);
        let full = self.first.saturating_mul(u32::try_from(1_u64 << doublings).unwrap_or(u32::MAX));
        let lowest = full.min(self.ceiling.mul_f64(2.0 / 3.0).max(self.first));
        lowest.mul_f64(1.0 + jitter / 2.0).min(self.ceiling)
    }
}

impl RetryPolicy {
    pub fn after_failure(self, failed: FailedAttempt<'_>) -> AfterFailure {
        let JobFailure::Retry { after, at_most, .. } = failed.failure else { return AfterFailure::DeadLetter };
        let since = failed.first_failure_at.unwrap_or(failed.now);
        let is_exhausted = match self.retry_limit {
            RetryLimit::Unlimited => false,
            RetryLimit::Attempts(most) => failed.attempts >= most,
            RetryLimit::Elapsed(most) => later(since, most) <= failed.now,
        };
        if is_exhausted {
            return AfterFailure::DeadLetter;
        }
        let wait = self.backoff.delay_after(failed.attempts, failed.jitter).min(at_most.unwrap_or(Duration::MAX));
        AfterFailure::RetryAt(later(failed.now, wait.max(after.unwrap_or_default())))
    }

    /// False if the item has ended its process in every allowed attempt, without a recorded failure.
    pub fn may_attempt(self, attempts: u32) -> bool {
        match self.retry_limit {
            RetryLimit::Attempts(most) => attempts <= most,
            RetryLimit::Unlimited | RetryLimit::Elapsed(_) => true,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const POLICY: RetryPolicy = RetryPolicy {
        timeout: Duration::from_mins(1),
        backoff: Backoff { first: Duration::from_secs(10), ceiling: Duration::from_mins(5) },
        retry_limit: RetryLimit::Unlimited,
    };

    fn at(text: &str) -> Timestamp {
        text.parse().unwrap()
    }

    #[test]
    fn waits_double_up_to_the_ceiling() {
        let waits: Vec<u64> = (1..=7).map(|attempts| POLICY.backoff.delay_after(attempts, 0.0).as_secs()).collect();
        assert_eq!(waits, [10, 20, 40, 80, 160, 200, 200], "up to half more by jitter, and never more than 300");
    }

    #[test]
    fn failures_are_retried_until_the_limit() {
        let now = at("2026-05-01T12:00:00Z");
        let retry = JobFailure::retry("no answer");
        let throttled =
            JobFailure::Retry { after: Some(Duration::from_mins(10)), at_most: None, error: "slow down".into() };
        let urgent = JobFailure::retry("no answer").retried_within(Duration::from_secs(3));
        let fatal = JobFailure::Fatal("no such table".into());
        let day_ago = Some(at("2026-04-30T12:00:00Z"));
        let after_a_day = RetryLimit::Elapsed(Duration::from_hours(24));
        let again = |text| AfterFailure::RetryAt(at(text));
        let cases = [
            (RetryLimit::Unlimited, &retry, 1, None, again("2026-05-01T12:00:10Z")),
            (RetryLimit::Unlimited, &retry, 1_000_000, day_ago, again("2026-05-01T12:03:20Z")),
            (RetryLimit::Unlimited, &throttled, 1, None, again("2026-05-01T12:10:00Z")),
            (RetryLimit::Unlimited, &urgent, 1_000_000, None, again("2026-05-01T12:00:03Z")),
            (RetryLimit::Unlimited, &fatal, 1, None, AfterFailure::DeadLetter),
            (RetryLimit::Attempts(3), &retry, 2, None, again("2026-05-01T12:00:20Z")),
            (RetryLimit::Attempts(3), &retry, 3, None, AfterFailure::DeadLetter),
            (after_a_day, &retry, 9, None, again("2026-05-01T12:03:20Z")),
            (after_a_day, &retry, 9, day_ago, AfterFailure::DeadLetter),
            (after_a_day, &retry, 9, Some(at("2026-04-30T12:00:01Z")), again("2026-05-01T12:03:20Z")),
        ];
        for (retry_limit, failure, attempts, first_failure_at, expected) in cases {
            let failed = FailedAttempt { failure, attempts, first_failure_at, now, jitter: 0.0 };
            assert_eq!(
                RetryPolicy { retry_limit, ..POLICY }.after_failure(failed),
                expected,
                "{retry_limit:?} {attempts}"
            );
        }
    }

    #[test]
    fn item_that_always_ends_its_process_is_dead_lettered() {
        let policy = RetryPolicy { retry_limit: RetryLimit::Attempts(3), ..POLICY };
        assert!(policy.may_attempt(3) && !policy.may_attempt(4));
        assert!(POLICY.may_attempt(u32::MAX));
    }

    proptest! {
        #[test]
        fn wait_stays_within_jitter_and_bounds(attempts in 0..200_u32, jitter in 0.0..1.0_f64) {
            let least = POLICY.backoff.delay_after(attempts, 0.0);
            let wait = POLICY.backoff.delay_after(attempts, jitter);
            prop_assert!(wait >= least && wait <= least.mul_f64(1.5));
            prop_assert!(least >= POLICY.backoff.first && wait <= POLICY.backoff.ceiling);
        }
    }
}
