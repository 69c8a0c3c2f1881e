//! What becomes of work: pure decisions, no clock, no rows.

use super::failure::Failure;
use jiff::Timestamp;
use std::time::Duration;
use stormwire_clock::later;

/// How long one run may take, how it is tried again, when it is given up.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Policy {
    /// The time limit of one run.
    pub limit: Duration,
    /// The waits between tries.
    pub backoff: Backoff,
    pub give_up: GiveUp,
}

/// Waits that double from `first` to `ceiling`, each with up to a half added at random so that what failed together is
/// not retried together.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Backoff {
    pub first: Duration,
    pub ceiling: Duration,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum GiveUp {
    /// A loop goes on.
    Never,
    /// After that many tries.
    Attempts(u32),
    /// When the first failure in a row lies that far back.
    After(Duration),
}

/// What becomes of an item that failed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AfterFailure {
    /// It is tried again then.
    Again(Timestamp),
    /// It is given up and stays visible.
    Dead,
}

/// What is known about a failure.
#[derive(Debug, Clone, Copy)]
pub struct Failed<'a> {
    pub failure: &'a Failure,
    /// Tries so far, this one included.
    pub attempts: u32,
    /// When the present row of failures began; `None` when this is the first.
    pub first_failure_at: Option<Timestamp>,
    /// When this one ended.
    pub now: Timestamp,
    /// A fraction in `[0, 1)`.
    pub jitter: f64,
}

impl Backoff {
    /// The wait after that many tries. `jitter` in `[0, 1)` adds up to a half; never below the first wait or above the
    /// ceiling.
    pub fn wait(self, attempts: u32, jitter: f64) -> Duration {
        let doublings = attempts.saturating_sub(1).min(31);
        let full = self.first.saturating_mul(u32::try_from(1_u64 << doublings).unwrap_or(u32::MAX));
        let lowest = full.min(self.ceiling.mul_f64(2.0 / 3.0).max(self.first));
        lowest.mul_f64(1.0 + jitter / 2.0).min(self.ceiling)
    }
}

impl Policy {
    /// What becomes of work that failed.
    pub fn after_failure(self, failed: Failed<'_>) -> AfterFailure {
        let Failure::Retry { after, .. } = failed.failure else { return AfterFailure::Dead };
        let since = failed.first_failure_at.unwrap_or(failed.now);
        let over = match self.give_up {
            GiveUp::Never => false,
            GiveUp::Attempts(most) => failed.attempts >= most,
            GiveUp::After(most) => later(since, most) <= failed.now,
        };
        if over {
            return AfterFailure::Dead;
        }
        let wait = self.backoff.wait(failed.attempts, failed.jitter);
        AfterFailure::Again(later(failed.now, wait.max(after.unwrap_or_default())))
    }

    /// Whether work that was taken may still be tried, or has ended its processes too often without a word.
    pub fn may_try(self, attempts: u32) -> bool {
        match self.give_up {
            GiveUp::Attempts(most) => attempts <= most,
            GiveUp::Never | GiveUp::After(_) => true,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const POLICY: Policy = Policy {
        limit: Duration::from_mins(1),
        backoff: Backoff { first: Duration::from_secs(10), ceiling: Duration::from_mins(5) },
        give_up: GiveUp::Never,
    };

    fn at(text: &str) -> Timestamp {
        text.parse().unwrap()
    }

    #[test]
    fn waits_double_up_to_the_ceiling() {
        let waits: Vec<u64> = (1..=7).map(|attempts| POLICY.backoff.wait(attempts, 0.0).as_secs()).collect();
        assert_eq!(waits, [10, 20, 40, 80, 160, 200, 200], "up to half more by jitter, and never more than 300");
    }

    #[test]
    fn what_becomes_of_a_failure() {
        let now = at("2026-05-01T12:00:00Z");
        let retry = Failure::retry("no answer");
        let told = Failure::Retry { after: Some(Duration::from_mins(10)), error: "slow down".into() };
        let fatal = Failure::Fatal("no such table".into());
        let day_ago = Some(at("2026-04-30T12:00:00Z"));
        let after_a_day = GiveUp::After(Duration::from_hours(24));
        let again = |text| AfterFailure::Again(at(text));
        let cases = [
            (GiveUp::Never, &retry, 1, None, again("2026-05-01T12:00:10Z")),
            (GiveUp::Never, &retry, 1_000_000, day_ago, again("2026-05-01T12:03:20Z")),
            (GiveUp::Never, &told, 1, None, again("2026-05-01T12:10:00Z")),
            (GiveUp::Never, &fatal, 1, None, AfterFailure::Dead),
            (GiveUp::Attempts(3), &retry, 2, None, again("2026-05-01T12:00:20Z")),
            (GiveUp::Attempts(3), &retry, 3, None, AfterFailure::Dead),
            (after_a_day, &retry, 9, None, again("2026-05-01T12:03:20Z")),
            (after_a_day, &retry, 9, day_ago, AfterFailure::Dead),
            (after_a_day, &retry, 9, Some(at("2026-04-30T12:00:01Z")), again("2026-05-01T12:03:20Z")),
        ];
        for (give_up, failure, attempts, first_failure_at, expected) in cases {
            let failed = Failed { failure, attempts, first_failure_at, now, jitter: 0.0 };
            assert_eq!(Policy { give_up, ..POLICY }.after_failure(failed), expected, "{give_up:?} {attempts}");
        }
    }

    #[test]
    fn work_that_ends_its_process_every_time_is_given_up_too() {
        let policy = Policy { give_up: GiveUp::Attempts(3), ..POLICY };
        assert!(policy.may_try(3) && !policy.may_try(4));
        assert!(POLICY.may_try(u32::MAX));
    }

    proptest! {
        #[test]
        fn a_wait_lies_between_the_doubled_one_and_half_more_and_within_its_bounds(attempts in 0..200_u32, jitter in 0.0..1.0_f64) {
            let least = POLICY.backoff.wait(attempts, 0.0);
            let wait = POLICY.backoff.wait(attempts, jitter);
            prop_assert!(wait >= least && wait <= least.mul_f64(1.5));
            prop_assert!(least >= POLICY.backoff.first && wait <= POLICY.backoff.ceiling);
        }
    }
}
