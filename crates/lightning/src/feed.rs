//! The health of the strike feed. Pure: derived from what is known about the watchers that feed it.
//!
//! The reasons are public, so they name no mailbox and repeat no error; the operator's mail says more.

use super::delivery::{CanaryReport, DeliveryFacts};
use super::external_loader::ExternalLoader;
use super::plausibility::format_miles;
use super::time::format_utc;
use jiff::{SignedDuration, Timestamp};
use std::time::Duration;
use stormwire_geo::Miles;
use stormwire_store::tables::watcher::PollErrorKind;

/// The health of the strike feed.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Feed {
    /// `None`: nothing feeds strikes.
    pub healthy: Option<bool>,
    /// Only if it is not healthy.
    pub reason: Option<String>,
    /// The last successful poll, or the last sign of life of an external loader; of several, the oldest one.
    pub last_checked_at: Option<Timestamp>,
    /// The last test message; of several watchers, the one that is missing or was sent first. `None` if none is sent.
    pub canary: Option<CanaryReport>,
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
    pub(super) name: String,
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
/// The oldest acceptable poll, whatever the interval.
const MAX_POLL_AGE: SignedDuration = SignedDuration::from_mins(10);
const MAX_PROCESSING_TIME: SignedDuration = SignedDuration::from_secs(60);
/// Between a message and its newest strike.
pub(super) const MAX_STRIKE_DIFFERENCE: SignedDuration = SignedDuration::from_mins(15);
/// Between this server's clock and the provider's.
const MAX_CLOCK_DIFFERENCE: SignedDuration = SignedDuration::from_secs(30);

/// The feed is healthy only if every source is.
pub(super) fn assess(facts: &FeedFacts, now: Timestamp) -> Feed {
    let FeedFacts { sources, external } = facts;
    let polled = sources.iter().map(|source| source.last_checked_at);
    let Some(last_checked_at) = polled.chain(external.iter().map(|loader| loader.last_seen_at)).min() else {
        return Feed::default();
    };
    let problems = sources.iter().flat_map(|source| source.problems(now));
    let mut reasons: Vec<String> = problems.chain(external.iter().filter_map(|loader| loader.problem(now))).collect();
    reasons.dedup();
    let reason = (!reasons.is_empty()).then(|| reasons.join("; "));
    let canaries = sources.iter().filter_map(|source| source.delivery.canary_report());
    let canary = canaries.min_by_key(|canary| (canary.seen_at.is_some(), canary.sent_at));
    Feed { healthy: Some(reason.is_none()), reason, last_checked_at, canary }
}

impl FeedSource {
    pub(super) fn problems(&self, now: Timestamp) -> Vec<String> {
        let reasons = [
            self.permanent_error(),
            self.poll(now),
            self.failure(),
            self.interruption_reason(),
            self.delay(now),
            self.strike_times(),
            self.strike_positions(),
            self.clock(),
        ];
        reasons.into_iter().chain(self.delivery.problems(now)).flatten().collect()
    }

    /// Whether no poll has ended since the process started: then it is too early for an alarm.
    pub(super) fn is_starting(&self, started_at: Timestamp) -> bool {
        let ended = self.last_checked_at.max(self.last_check_failed_at);
        ended.is_none_or(|at| at < started_at)
    }

    /// The last poll failed, and the next one will fail too.
    fn permanent_error(&self) -> Option<String> {
        let text = match self.poll_error_kind? {
            PollErrorKind::SignIn => "the sign-in to the vendor's mailbox was rejected",
            PollErrorKind::AccessDenied => "access to the vendor's mailbox is denied",
            PollErrorKind::NotFound => "the vendor's mailbox or its watched folder was not found",
            PollErrorKind::Settings => "the vendor's mailbox cannot be opened with the current settings",
        };
        Some(text.into())
    }

    /// No successful poll for two intervals, or for ten minutes.
    fn poll(&self, now: Timestamp) -> Option<String> {
        let Some(at) = self.last_checked_at else {
            return Some("the vendor's mailbox has not been polled successfully yet".into());
        };
        let twice = SignedDuration::try_from(self.interval.saturating_mul(2)).unwrap_or(SignedDuration::MAX);
        (now.duration_since(at) > twice.min(MAX_POLL_AGE))
            .then(|| format!("the vendor's mailbox was last polled successfully at {}", format_utc(at)))
    }

    fn failure(&self) -> Option<String> {
        self.failed.map(|at| format!("a message received at {} failed and must be retried", format_utc(at)))
    }

    fn interruption_reason(&self) -> Option<String> {
        let interrupted = self.unfinished.iter().find(|open| open.is_interrupted)?;
        Some(format!(
            "processing of a message received at {} was interrupted and must be retried",
            format_utc(interrupted.received_at)
        ))
    }

    fn delay(&self, now: Timestamp) -> Option<String> {
        let delayed = self
            .unfinished
            .iter()
            .find(|open| !open.is_interrupted && now.duration_since(open.since) > MAX_PROCESSING_TIME)?;
        Some(format!(
            "a message received at {} is still not processed after {} s",
            format_utc(delayed.received_at),
            MAX_PROCESSING_TIME.as_secs()
        ))
    }

    /// The newest strike decides: it is after the message if any is, and long before it only if all are.
    fn strike_times(&self) -> Option<String> {
        let ReceivedBatch { received_at, newest_strike_at, .. } = self.newest_batch?;
        let difference = received_at.duration_since(newest_strike_at);
        (difference.abs() > MAX_STRIKE_DIFFERENCE).then(|| {
            let (minutes, word) =
                (difference.abs().as_mins(), if difference.is_negative() { "after" } else { "before" });
            format!("the newest strike is dated {minutes} minutes {word} its message, so a time zone or clock is wrong")
        })
    }

    fn strike_positions(&self) -> Option<String> {
        let ImplausibleDistance { distance, reference } = self.newest_batch?.implausible?;
        Some(format!(
            "the strikes of the last message are at least {} from {reference}, so their coordinates are probably wrong",
            format_miles(distance)
        ))
    }

    fn clock(&self) -> Option<String> {
        let Some(ahead) = self.clock_difference_ms.map(SignedDuration::from_millis) else {
            return self.last_checked_at.map(|_| "the mail provider does not report its time".into());
        };
        (ahead.abs() > MAX_CLOCK_DIFFERENCE).then(|| {
            format!(
                "this server's clock differs from the mail provider's by {} s and must be corrected",
                ahead.abs().as_secs()
            )
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use stormwire_clock::{earlier, later};

    fn now() -> Timestamp {
        "2026-05-01T12:00:00Z".parse().unwrap()
    }

    fn ago(seconds: u64) -> Timestamp {
        earlier(now(), Duration::from_secs(seconds))
    }

    fn healthy_source() -> FeedSource {
        FeedSource {
            name: "Storm".into(),
            last_checked_at: Some(ago(10)),
            last_check_failed_at: None,
            interval: Duration::from_mins(5),
            clock_difference_ms: Some(200),
            failed: None,
            unfinished: Vec::new(),
            newest_batch: None,
            poll_error_kind: None,
            delivery: DeliveryFacts::default(),
        }
    }

    fn open(since: u64) -> OpenMessage {
        OpenMessage { received_at: ago(since), since: ago(since), is_interrupted: false }
    }

    /// Received a minute ago.
    fn batch(newest_strike_at: Timestamp) -> ReceivedBatch {
        ReceivedBatch { received_at: ago(60), newest_strike_at, implausible: None }
    }

    fn assess_sources(sources: &[FeedSource]) -> Feed {
        assess(&FeedFacts { sources: sources.to_vec(), external: None }, now())
    }

    fn reason(source: FeedSource) -> Option<String> {
        let feed = assess_sources(&[source]);
        assert_eq!(feed.healthy, Some(feed.reason.is_none()), "a reason exactly if it is not healthy");
        feed.reason
    }

    #[test]
    fn without_sources_health_is_unknown() {
        assert_eq!(assess_sources(&[]), Feed { healthy: None, reason: None, last_checked_at: None, canary: None });
    }

    #[test]
    fn polling_without_messages_is_healthy() {
        assert_eq!(reason(healthy_source()), None);
        assert_eq!(assess_sources(&[healthy_source()]).last_checked_at, Some(ago(10)));
    }

    #[test]
    fn poll_may_be_two_intervals_or_ten_minutes_old() {
        let polled = |seconds, interval| FeedSource {
            last_checked_at: Some(ago(seconds)),
            interval: Duration::from_secs(interval),
            ..healthy_source()
        };
        for (seconds, interval, healthy) in [
            (20, 10, true),
            (21, 10, false),
            (600, 300, true),
            (601, 300, false),
            (600, 3_600, true),
            (601, 3_600, false),
        ] {
            let reason = reason(polled(seconds, interval));
            assert_eq!(reason.is_none(), healthy, "{seconds} s of {interval} s: {reason:?}");
        }
        let never = reason(FeedSource { last_checked_at: None, clock_difference_ms: None, ..healthy_source() });
        assert_eq!(never.unwrap(), "the vendor's mailbox has not been polled successfully yet");
    }

    #[test]
    fn permanent_poll_error_is_a_reason_at_once() {
        let error = |kind| reason(FeedSource { poll_error_kind: Some(kind), ..healthy_source() }).unwrap();
        assert_eq!(error(PollErrorKind::SignIn), "the sign-in to the vendor's mailbox was rejected");
        assert!(error(PollErrorKind::NotFound).contains("watched folder was not found"));
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
    fn failed_message_is_a_reason() {
        let failed = reason(FeedSource { failed: Some(ago(120)), ..healthy_source() });
        assert_eq!(failed.unwrap(), "a message received at 2026-05-01T11:58:00Z failed and must be retried");
    }

    #[test]
    fn interrupted_message_is_a_reason_at_once() {
        let interrupted = OpenMessage { is_interrupted: true, ..open(1) };
        let found = reason(FeedSource { unfinished: vec![open(2), interrupted], ..healthy_source() });
        assert_eq!(
            found.unwrap(),
            "processing of a message received at 2026-05-01T11:59:59Z was interrupted and must be retried"
        );
    }

    #[test]
    fn message_unfinished_for_over_60_seconds_is_a_reason() {
        assert_eq!(reason(FeedSource { unfinished: vec![open(60)], ..healthy_source() }), None);
        assert!(
            reason(FeedSource { unfinished: vec![open(61)], ..healthy_source() })
                .unwrap()
                .contains("still not processed after 60 s")
        );
    }

    #[test]
    fn strike_over_15_minutes_from_its_message_is_a_reason() {
        let struck = |minutes: u64, after: bool| {
            let at = Duration::from_mins(minutes);
            let struck_at = if after { later(ago(60), at) } else { earlier(ago(60), at) };
            reason(FeedSource { newest_batch: Some(batch(struck_at)), ..healthy_source() })
        };
        assert_eq!((struck(15, false), struck(15, true)), (None, None));
        assert_eq!(
            struck(300, false).unwrap(),
            "the newest strike is dated 300 minutes before its message, so a time zone or clock is wrong"
        );
        assert!(struck(16, true).unwrap().contains("16 minutes after"));
        assert!(struck(25 * 60, false).unwrap().contains("1500 minutes before"));
    }

    #[test]
    fn strikes_far_from_the_city_are_a_reason() {
        let far = |miles: f64, reference| {
            let implausible = Some(ImplausibleDistance { distance: Miles(miles), reference });
            let newest_batch = Some(ReceivedBatch { implausible, ..batch(ago(60)) });
            reason(FeedSource { newest_batch, ..healthy_source() })
        };
        assert_eq!(
            far(7_624.9, "every facility").unwrap(),
            "the strikes of the last message are at least 7,624 miles from every facility, so their coordinates are probably wrong"
        );
        assert!(
            far(501.0, "the center of the city").unwrap().contains("at least 501 miles from the center of the city")
        );
        assert_eq!(reason(FeedSource { newest_batch: Some(batch(ago(60))), ..healthy_source() }), None);
    }

    #[test]
    fn clock_over_30_seconds_off_is_a_reason() {
        let clock = |ms| reason(FeedSource { clock_difference_ms: ms, ..healthy_source() });
        assert_eq!((clock(Some(30_000)), clock(Some(-30_000))), (None, None));
        assert_eq!(
            clock(Some(45_000)).unwrap(),
            "this server's clock differs from the mail provider's by 45 s and must be corrected"
        );
        assert!(clock(Some(-30_001)).is_some() && clock(None).is_some());
    }

    #[test]
    fn every_source_must_be_healthy_and_the_oldest_poll_counts() {
        let unhealthy = FeedSource { last_checked_at: Some(ago(5_000)), failed: Some(ago(60)), ..healthy_source() };
        let feed = assess_sources(&[healthy_source(), unhealthy.clone(), unhealthy]);
        assert_eq!((feed.healthy, feed.last_checked_at), (Some(false), Some(ago(5_000))));
        let reason = feed.reason.unwrap();
        assert!(reason.contains("; ") && reason.contains("failed") && reason.contains("last polled"), "{reason}");
        let never = FeedSource { last_checked_at: None, ..healthy_source() };
        assert_eq!(assess_sources(&[healthy_source(), never]).last_checked_at, None);
    }
}
