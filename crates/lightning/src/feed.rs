//! The health of the strike feed. Pure: derived from what is known about the watchers that feed it.

use super::delivery::{CanaryReport, DeliveryFacts};
use super::external_loader::ExternalLoader;
use super::feed_problem::{FeedProblem, FeedReasonCode, ProblemText};
use jiff::Timestamp;
use std::time::Duration;
use stormwire_geo::Miles;
use stormwire_store::WatcherId;
use stormwire_store::tables::watcher::{PollErrorKind, WatcherKind};

/// The health of the strike feed.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Feed {
    /// `None`: nothing feeds strikes.
    pub healthy: Option<bool>,
    /// Only if it is not healthy. Public, so it names no mailbox and repeats no error.
    pub reason: Option<String>,
    /// What `reason` says, for programs and for other languages.
    pub reason_codes: Vec<FeedReasonCode>,
    /// What an operator does about it.
    pub advice: Option<String>,
    /// The last successful poll, or the last sign of life of an external loader; of several, the oldest one.
    pub last_checked_at: Option<Timestamp>,
    /// The last test message; of several watchers, the one that is missing or was sent first. `None` if none is sent.
    pub canary: Option<CanaryReport>,
}

const DISK_FULL: &str = "new strikes cannot be stored because the disk of the server is full";

impl Feed {
    /// Polls fail too, but only this says why.
    pub(super) fn with_full_disk(self) -> Self {
        let join = |first: &str, rest: Option<String>, separator: &str| {
            Some(rest.map_or_else(|| first.to_owned(), |rest| format!("{first}{separator}{rest}")))
        };
        let mut reason_codes = vec![FeedReasonCode::DiskFull];
        reason_codes.extend(self.reason_codes);
        Self {
            healthy: self.healthy.map(|_| false),
            reason_codes,
            reason: join(DISK_FULL, self.reason, "; "),
            advice: join("Free disk space on the server; stormwire continues by itself.", self.advice, " "),
            ..self
        }
    }
}

/// Everything that feeds strikes.
#[derive(Debug, Clone, Default)]
pub(super) struct FeedFacts {
    pub(super) sources: Vec<FeedSource>,
    /// Another program loads strikes.
    pub(super) external: Option<ExternalLoader>,
}

/// A watcher that feeds strikes.
#[derive(Debug, Clone)]
pub(super) struct FeedSource {
    pub(super) id: WatcherId,
    pub(super) name: String,
    pub(super) kind: WatcherKind,
    /// The last successful poll.
    pub(super) last_checked_at: Option<Timestamp>,
    /// The last failed poll.
    pub(super) last_check_failed_at: Option<Timestamp>,
    /// Why the last poll failed, if waiting does not help.
    pub(super) poll_error_kind: Option<PollErrorKind>,
    pub(super) interval: Duration,
    /// How far this server's clock is ahead of the provider's.
    pub(super) clock_difference_ms: Option<i64>,
    /// When the newest message that failed within [`RECENT`] was received.
    pub(super) failed: Option<Timestamp>,
    /// Of the messages received within [`RECENT`].
    pub(super) unfinished: Vec<OpenMessage>,
    /// The strikes of the newest message that had any.
    pub(super) newest_batch: Option<ReceivedBatch>,
    pub(super) delivery: DeliveryFacts,
}

/// The strikes of a message.
#[derive(Debug, Clone, Copy)]
pub(super) struct ReceivedBatch {
    /// When the message was received.
    pub(super) received_at: Timestamp,
    pub(super) newest_strike_at: Timestamp,
    /// `None` if it is plausible.
    pub(super) implausible: Option<ImplausibleDistance>,
}

/// Strikes too far from the city to be right.
#[derive(Debug, Clone, Copy)]
pub(super) struct ImplausibleDistance {
    /// Of the closest strike.
    pub(super) distance: Miles,
    /// What it was measured from.
    pub(super) reference: &'static str,
}

/// A message that is not finished.
#[derive(Debug, Clone, Copy)]
pub(super) struct OpenMessage {
    /// The detection time until the message is fetched.
    pub(super) received_at: Timestamp,
    /// When it was detected or retried.
    pub(super) since: Timestamp,
    /// In `Processing`, and no process works on it.
    pub(super) is_interrupted: bool,
}

/// Older messages do not affect the health of the feed.
pub(super) const RECENT: Duration = Duration::from_hours(1);

/// The feed is healthy only if every source is.
pub(super) fn assess(facts: &FeedFacts, now: Timestamp) -> Feed {
    let FeedFacts { sources, external } = facts;
    let polled = sources.iter().map(|source| source.last_checked_at);
    let Some(last_checked_at) = polled.chain(external.iter().map(|loader| loader.last_seen_at)).min() else {
        return Feed::default();
    };
    let problems = sources.iter().flat_map(|source| source.problems(now));
    let problems: Vec<FeedProblem> = problems.chain(external.iter().filter_map(|loader| loader.problem(now))).collect();
    let (reason, advice) = ProblemText::of(&problems).map(|ProblemText { reason, advice }| (reason, advice)).unzip();
    let canaries = sources.iter().filter_map(|source| source.delivery.canary_report());
    let canary = canaries.min_by_key(|canary| (canary.seen_at.is_some(), canary.sent_at));
    let reason_codes = FeedProblem::codes(&problems);
    Feed { healthy: Some(reason.is_none()), reason, reason_codes, advice, last_checked_at, canary }
}

#[cfg(test)]
mod tests {
    use super::super::feed_fixture::{ago, healthy_source, now};
    use super::*;

    fn assess_sources(sources: &[FeedSource]) -> Feed {
        assess(&FeedFacts { sources: sources.to_vec(), external: None }, now())
    }

    #[test]
    fn without_sources_health_is_unknown() {
        assert_eq!(assess_sources(&[]), Feed::default());
    }

    #[test]
    fn a_full_disk_makes_the_feed_unhealthy_and_is_named_first() {
        let feed = assess_sources(&[healthy_source()]).with_full_disk();
        assert_eq!((feed.healthy, feed.reason.as_deref()), (Some(false), Some(DISK_FULL)));
        let feed = assess_sources(&[FeedSource { failed: Some(ago(60)), ..healthy_source() }]).with_full_disk();
        assert!(feed.reason.unwrap().starts_with(&format!("{DISK_FULL}; ")));
        assert_eq!(feed.reason_codes, [FeedReasonCode::DiskFull, FeedReasonCode::MessageFailed]);
        assert_eq!(assess_sources(&[]).with_full_disk().healthy, None, "nothing feeds strikes");
    }

    #[test]
    fn polling_without_messages_is_healthy() {
        assert_eq!(assess_sources(&[healthy_source()]).healthy, Some(true));
        assert_eq!(assess_sources(&[healthy_source()]).last_checked_at, Some(ago(10)));
    }

    #[test]
    fn external_loader_and_watchers_must_all_be_alive() {
        let feed = |seconds: Option<u64>, sources: Vec<FeedSource>| {
            let external = ExternalLoader { max_silence: Duration::from_mins(5), last_seen_at: seconds.map(ago) };
            assess(&FeedFacts { sources, external: Some(external) }, now())
        };
        let alone = feed(Some(300), vec![]);
        assert_eq!((alone.healthy, alone.last_checked_at), (Some(true), Some(ago(300))));
        assert_eq!(feed(Some(301), vec![healthy_source()]).healthy, Some(false));
        assert_eq!((feed(None, vec![]).healthy, feed(None, vec![]).last_checked_at), (Some(false), None));
        let unhealthy = FeedSource { failed: Some(ago(1)), ..healthy_source() };
        assert_eq!(feed(Some(0), vec![unhealthy]).healthy, Some(false));
        assert_eq!(feed(Some(0), vec![healthy_source()]).healthy, Some(true));
    }

    #[test]
    fn every_source_must_be_healthy_and_the_oldest_poll_counts() {
        let unhealthy = FeedSource { last_checked_at: Some(ago(5_000)), failed: Some(ago(60)), ..healthy_source() };
        let feed = assess_sources(&[healthy_source(), unhealthy.clone(), unhealthy]);
        assert_eq!((feed.healthy, feed.last_checked_at), (Some(false), Some(ago(5_000))));
        assert_eq!(feed.reason_codes, [FeedReasonCode::PollOverdue, FeedReasonCode::MessageFailed]);
        let reason = feed.reason.unwrap();
        assert!(reason.contains("; ") && reason.contains("failed") && reason.contains("last polled"), "{reason}");
        let never = FeedSource { last_checked_at: None, ..healthy_source() };
        assert_eq!(assess_sources(&[healthy_source(), never]).last_checked_at, None);
    }
}
