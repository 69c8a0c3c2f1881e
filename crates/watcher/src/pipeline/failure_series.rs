//! Which failures of a message count together, and when they end its retries. Pure.
//!
//! Each series has a limit of its own: an outage of the mailbox for a day says nothing about a message that is not found for the
//! first time after it, and nothing that failed before a message was filed says anything about filing it.

use crate::jobs::message::{FailureCount, MessageJob};
use jiff::Timestamp;
use std::collections::BTreeMap;
use std::time::Duration;

/// What is rejected is tried this many times more.
const REJECTED_RETRIES: u32 = 2;
/// Long enough for a proxy that garbles responses, and for an attachment that is stored after its message.
const UNREADABLE_TIMEOUT: Duration = Duration::from_mins(10);
/// How long a message that is not found, that the provider cannot read or that cannot be filed is retried.
const RETRY_TIMEOUT: Duration = Duration::from_hours(24);

/// The shortest limit of the wait between two attempts.
const QUICK_RETRY: Duration = Duration::from_secs(3);

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum FailureSeries {
    /// A retry cannot help.
    Hopeless,
    /// Of the mailbox, the folder or this machine: retried until somebody fixes it, and then no message is lost.
    Source,
    Rejected,
    Unreadable,
    NotFound,
    /// The provider cannot read the message for now.
    Unavailable,
    /// The message was read and processed, and cannot be moved or marked.
    Filing,
}

impl FailureSeries {
    /// As stored in the queue: never change it.
    const fn name(self) -> &'static str {
        match self {
            Self::Hopeless => "Hopeless",
            Self::Source => "Source",
            Self::Rejected => "Rejected",
            Self::Unreadable => "Unreadable",
            Self::NotFound => "NotFound",
            Self::Unavailable => "Unavailable",
            Self::Filing => "Filing",
        }
    }

    /// Whether there is no further attempt after these.
    pub(super) fn has_ended(self, attempts: Attempts) -> bool {
        match self {
            Self::Hopeless => true,
            Self::Source => false,
            Self::Rejected => attempts.are_several(),
            Self::Unreadable => attempts.failing_for >= UNREADABLE_TIMEOUT,
            // A message that an operator replays by id is either found soon or does not exist.
            Self::NotFound => attempts.last_a_day() || attempts.is_manual && attempts.are_several(),
            Self::Unavailable | Self::Filing => attempts.last_a_day(),
        }
    }
}

/// The failed attempts of one series.
#[derive(Debug, Clone, Copy)]
pub(super) struct Attempts {
    /// With this one.
    pub(super) count: u32,
    /// Since the first failure.
    pub(super) failing_for: Duration,
    /// An operator named the message and waits for the result.
    pub(super) is_manual: bool,
}

impl Attempts {
    /// The longest wait before the next attempt. After an outage of a minute, a strike must not wait for another minute.
    pub(super) fn longest_wait(self) -> Duration {
        QUICK_RETRY.max(self.failing_for / 10)
    }

    /// Often enough for what does not pass by itself.
    pub(super) fn are_several(self) -> bool {
        self.count > REJECTED_RETRIES
    }

    fn last_a_day(self) -> bool {
        self.failing_for >= RETRY_TIMEOUT
    }
}

/// How often and since when each series has failed.
#[derive(Debug, Clone)]
pub(super) struct FailureHistory {
    counts: BTreeMap<String, FailureCount>,
    now: Timestamp,
    pub(super) is_manual: bool,
}

impl FailureHistory {
    pub(super) fn new(job: &MessageJob, is_manual: bool, now: Timestamp) -> Self {
        Self { counts: job.failures.clone(), now, is_manual }
    }

    /// With the one that has just occurred.
    pub(super) fn attempts(&self, series: FailureSeries) -> Attempts {
        let FailureCount { count, since } = self.next_count(series);
        let failing_for = Duration::try_from(self.now.duration_since(since)).unwrap_or_default();
        Attempts { count, failing_for, is_manual: self.is_manual }
    }

    /// To be stored, with the one that has just occurred.
    pub(super) fn counts_with(&self, series: FailureSeries) -> BTreeMap<String, FailureCount> {
        let mut counts = self.counts.clone();
        counts.insert(series.name().into(), self.next_count(series));
        counts
    }

    fn next_count(&self, series: FailureSeries) -> FailureCount {
        match self.counts.get(series.name()) {
            Some(before) => FailureCount { count: before.count.saturating_add(1), since: before.since },
            None => FailureCount { count: 1, since: self.now },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use stormwire_clock::later;
    use stormwire_store::LogId;

    const fn after(count: u32, minutes: u64) -> Attempts {
        Attempts { count, failing_for: Duration::from_mins(minutes), is_manual: false }
    }

    #[test]
    fn an_outage_delays_a_message_by_at_most_a_tenth_more() {
        for (failing_for_minutes, expected_seconds) in [(0, 3), (1, 6), (30, 180), (1_440, 8_640)] {
            assert_eq!(after(9, failing_for_minutes).longest_wait(), Duration::from_secs(expected_seconds));
        }
    }

    #[test]
    fn each_series_has_its_limit() {
        use FailureSeries::{Filing, Hopeless, NotFound, Rejected, Source, Unavailable, Unreadable};
        let manual = |count| Attempts { is_manual: true, ..after(count, 0) };
        // The last attempts that are retried, and the first that are not.
        for (series, last, end) in [
            (Hopeless, None, Some(after(1, 0))),
            (Source, Some(after(9_000, 99_999)), None),
            (Rejected, Some(after(2, 99_999)), Some(after(3, 0))),
            (Unreadable, Some(after(300, 9)), Some(after(1, 10))),
            (NotFound, Some(after(300, 1_439)), Some(after(1, 1_440))),
            (NotFound, Some(manual(2)), Some(manual(3))),
            (Unavailable, Some(after(300, 1_439)), Some(after(1, 1_440))),
            (Filing, Some(after(300, 1_439)), Some(after(1, 1_440))),
            (Filing, Some(manual(300)), None),
        ] {
            assert_eq!(last.map(|last| series.has_ended(last)), last.map(|_| false), "{series:?} {last:?}");
            assert_eq!(end.map(|end| series.has_ended(end)), end.map(|_| true), "{series:?} {end:?}");
        }
    }

    #[test]
    fn the_failures_of_one_series_are_no_attempts_of_another() {
        use FailureSeries::{Filing, NotFound, Source};
        let start = Timestamp::UNIX_EPOCH;
        let mut job = MessageJob::with_failures(LogId::new(1), BTreeMap::new());
        let history =
            |job: &MessageJob, hours| FailureHistory::new(job, false, later(start, Duration::from_hours(hours)));
        for hours in [0, 1, 25] {
            job.failures = history(&job, hours).counts_with(Source);
        }
        let found = history(&job, 25);
        assert_eq!((found.attempts(Source).count, found.attempts(Source).failing_for), (4, Duration::from_hours(25)));
        for series in [NotFound, Filing] {
            let first = found.attempts(series);
            assert_eq!((first.count, first.failing_for), (1, Duration::ZERO), "{series:?}");
        }
        job.failures = found.counts_with(NotFound);
        assert_eq!(history(&job, 30).attempts(NotFound).failing_for, Duration::from_hours(5));
        let set_back = FailureHistory::new(&job, false, start);
        assert_eq!(set_back.attempts(NotFound).failing_for, Duration::ZERO, "the clock was set back");
    }
}
