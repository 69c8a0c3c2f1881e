//! The problems of a watcher that feeds strikes. Pure.

use super::feed::{FeedSource, ImplausibleDistance, ReceivedBatch};
use super::feed_problem::{FeedProblem, FeedReasonCode};
use super::plausibility::format_miles;
use super::source_words::words_of;
use super::time::format_utc;
use jiff::{SignedDuration, Timestamp};
use stormwire_store::tables::watcher::PollErrorKind;

/// The oldest acceptable poll, whatever the interval.
const MAX_POLL_AGE: SignedDuration = SignedDuration::from_mins(10);
const MAX_PROCESSING_TIME: SignedDuration = SignedDuration::from_secs(60);
/// Between a message and its newest strike.
pub(super) const MAX_STRIKE_DIFFERENCE: SignedDuration = SignedDuration::from_mins(15);
/// Between this server's clock and the provider's.
const MAX_CLOCK_DIFFERENCE: SignedDuration = SignedDuration::from_secs(30);

impl FeedSource {
    pub(super) fn problems(&self, now: Timestamp) -> Vec<FeedProblem> {
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
    fn permanent_error(&self) -> Option<FeedProblem> {
        let words = words_of(self.kind);
        let (code, reason, advice) = match self.poll_error_kind? {
            PollErrorKind::SignIn => (
                FeedReasonCode::SignInRejected,
                format!("the sign-in to {} was rejected", words.source),
                "Check the credential and its secret.",
            ),
            PollErrorKind::AccessDenied => {
                (FeedReasonCode::AccessDenied, format!("access to {} is denied", words.source), words.grant_access)
            }
            PollErrorKind::NotFound => {
                (FeedReasonCode::MailboxNotFound, format!("{} was not found", words.source_parts), words.check_location)
            }
            PollErrorKind::Settings => (
                FeedReasonCode::MailboxSettings,
                format!("{} cannot be opened with the current settings", words.source),
                words.check_settings,
            ),
        };
        Some(FeedProblem::new(code, reason, advice))
    }

    /// No successful poll for two intervals, or for ten minutes. A poll that is as far in the future was before the clock was
    /// set back, and proves nothing.
    fn poll(&self, now: Timestamp) -> Option<FeedProblem> {
        let advice = "The watcher's page has the error of the last poll.";
        let words = words_of(self.kind);
        let Some(at) = self.last_checked_at else {
            let reason = format!("{} has not been {} successfully yet", words.source, words.polled);
            return Some(FeedProblem::new(FeedReasonCode::NeverPolled, reason, advice));
        };
        let twice = SignedDuration::try_from(self.interval.saturating_mul(2)).unwrap_or(SignedDuration::MAX);
        let reason = || format!("{} was last {} successfully at {}", words.source, words.polled, format_utc(at));
        (now.duration_since(at).abs() > twice.min(MAX_POLL_AGE))
            .then(|| FeedProblem::new(FeedReasonCode::PollOverdue, reason(), advice))
    }

    fn failure(&self) -> Option<FeedProblem> {
        let at = self.failed?;
        let words = words_of(self.kind);
        let reason = format!("a {} received at {} failed", words.item, format_utc(at));
        Some(FeedProblem::new(FeedReasonCode::MessageFailed, reason, words.retry_or_dismiss))
    }

    fn interruption_reason(&self) -> Option<FeedProblem> {
        let interrupted = self.unfinished.iter().find(|open| open.is_interrupted)?;
        let (at, words) = (format_utc(interrupted.received_at), words_of(self.kind));
        let reason = format!("processing of a {} received at {at} was interrupted", words.item);
        Some(FeedProblem::new(FeedReasonCode::MessageInterrupted, reason, words.retry_or_dismiss))
    }

    fn delay(&self, now: Timestamp) -> Option<FeedProblem> {
        let delayed = self
            .unfinished
            .iter()
            .find(|open| !open.is_interrupted && now.duration_since(open.since) > MAX_PROCESSING_TIME)?;
        let (at, seconds) = (format_utc(delayed.received_at), MAX_PROCESSING_TIME.as_secs());
        let words = words_of(self.kind);
        Some(FeedProblem::new(
            FeedReasonCode::MessageDelayed,
            format!("a {} received at {at} is still not processed after {seconds} s", words.item),
            words.open_in_log,
        ))
    }

    /// The newest strike decides: it is after the message if any is, and long before it only if all are.
    fn strike_times(&self) -> Option<FeedProblem> {
        let ReceivedBatch { received_at, newest_strike_at, .. } = self.newest_batch?;
        let difference = received_at.duration_since(newest_strike_at);
        (difference.abs() > MAX_STRIKE_DIFFERENCE).then(|| {
            let (minutes, word) =
                (difference.abs().as_mins(), if difference.is_negative() { "after" } else { "before" });
            let words = words_of(self.kind);
            FeedProblem::new(
                FeedReasonCode::StrikeTimes,
                format!(
                    "the newest strike is dated {minutes} minutes {word} its {}, so a time zone or clock is wrong",
                    words.item
                ),
                words.compare_times,
            )
        })
    }

    fn strike_positions(&self) -> Option<FeedProblem> {
        let ImplausibleDistance { distance, reference } = self.newest_batch?.implausible?;
        let words = words_of(self.kind);
        Some(FeedProblem::new(
            FeedReasonCode::StrikePositions,
            format!(
                "the strikes of the last {} are at least {} from {reference}, so their coordinates are probably wrong",
                words.item,
                format_miles(distance)
            ),
            words.correct_positions,
        ))
    }

    fn clock(&self) -> Option<FeedProblem> {
        let Some(ahead) = self.clock_difference_ms.map(SignedDuration::from_millis) else {
            let reason = || "the mail provider does not report its time".to_owned();
            let code = FeedReasonCode::ProviderTimeUnknown;
            return self.last_checked_at.map(|_| FeedProblem { code, reason: reason(), advice: None });
        };
        (ahead.abs() > MAX_CLOCK_DIFFERENCE).then(|| {
            FeedProblem::new(
                FeedReasonCode::ClockDifference,
                format!("this server's clock differs from the mail provider's by {} s", ahead.abs().as_secs()),
                "Correct the clock of this server.",
            )
        })
    }
}

#[cfg(test)]
mod tests {
    use super::super::feed::OpenMessage;
    use super::super::feed_fixture::{ago, healthy_source, now};
    use super::*;
    use std::time::Duration;
    use stormwire_clock::{earlier, later};
    use stormwire_geo::Miles;
    use stormwire_store::tables::watcher::WatcherKind;

    fn open(since: u64) -> OpenMessage {
        OpenMessage { received_at: ago(since), since: ago(since), is_interrupted: false }
    }

    /// Received a minute ago.
    fn batch(newest_strike_at: Timestamp) -> ReceivedBatch {
        ReceivedBatch { received_at: ago(60), newest_strike_at, implausible: None }
    }

    fn reason(source: &FeedSource) -> Option<String> {
        let found = source.problems(now());
        assert!(found.len() <= 1, "{found:?}");
        found.into_iter().next().map(|problem| problem.reason)
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
            let reason = reason(&polled(seconds, interval));
            assert_eq!(reason.is_none(), healthy, "{seconds} s of {interval} s: {reason:?}");
        }
        let in_future = |seconds| FeedSource {
            last_checked_at: Some(later(now(), Duration::from_secs(seconds))),
            ..polled(0, 300)
        };
        assert_eq!(reason(&in_future(600)), None);
        assert!(reason(&in_future(601)).is_some(), "the clock was set back after the poll");
        let never = reason(&FeedSource { last_checked_at: None, clock_difference_ms: None, ..healthy_source() });
        assert_eq!(never.unwrap(), "the vendor's mailbox has not been polled successfully yet");
    }

    #[test]
    fn permanent_poll_error_is_a_reason_at_once() {
        let error = |kind| reason(&FeedSource { poll_error_kind: Some(kind), ..healthy_source() }).unwrap();
        assert_eq!(error(PollErrorKind::SignIn), "the sign-in to the vendor's mailbox was rejected");
        assert!(error(PollErrorKind::NotFound).contains("watched folder was not found"));
    }

    #[test]
    fn failed_message_is_a_reason() {
        let failed = reason(&FeedSource { failed: Some(ago(120)), ..healthy_source() });
        assert_eq!(failed.unwrap(), "a message received at 2026-05-01T11:58:00Z failed");
    }

    #[test]
    fn a_watcher_of_a_folder_has_files() {
        let files = || FeedSource { kind: WatcherKind::File, ..healthy_source() };
        for (source, expected) in [
            (
                FeedSource { poll_error_kind: Some(PollErrorKind::NotFound), ..files() },
                "the watched folder was not found",
            ),
            (FeedSource { failed: Some(ago(120)), ..files() }, "a file received at 2026-05-01T11:58:00Z failed"),
            (
                FeedSource { last_checked_at: Some(ago(601)), ..files() },
                "the watched folder was last scanned successfully at 2026-05-01T11:49:59Z",
            ),
            (
                FeedSource { newest_batch: Some(batch(ago(60 * 61))), ..files() },
                "the newest strike is dated 60 minutes before its file, so a time zone or clock is wrong",
            ),
        ] {
            assert_eq!(reason(&source).as_deref(), Some(expected));
            let advice: Vec<_> = source.problems(now()).into_iter().filter_map(|problem| problem.advice).collect();
            assert!(advice.iter().all(|text| !text.contains("mail") && !text.contains("message")), "{advice:?}");
        }
    }

    #[test]
    fn interrupted_message_is_a_reason_at_once() {
        let interrupted = OpenMessage { is_interrupted: true, ..open(1) };
        let found = reason(&FeedSource { unfinished: vec![open(2), interrupted], ..healthy_source() });
        assert_eq!(found.unwrap(), "processing of a message received at 2026-05-01T11:59:59Z was interrupted");
    }

    #[test]
    fn message_unfinished_for_over_60_seconds_is_a_reason() {
        assert_eq!(reason(&FeedSource { unfinished: vec![open(60)], ..healthy_source() }), None);
        assert!(
            reason(&FeedSource { unfinished: vec![open(61)], ..healthy_source() })
                .unwrap()
                .contains("still not processed after 60 s")
        );
    }

    #[test]
    fn strike_over_15_minutes_from_its_message_is_a_reason() {
        let struck = |minutes: u64, after: bool| {
            let at = Duration::from_mins(minutes);
            let struck_at = if after { later(ago(60), at) } else { earlier(ago(60), at) };
            reason(&FeedSource { newest_batch: Some(batch(struck_at)), ..healthy_source() })
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
            reason(&FeedSource { newest_batch, ..healthy_source() })
        };
        assert_eq!(
            far(7_624.9, "every facility").unwrap(),
            "the strikes of the last message are at least 7,624 miles from every facility, so their coordinates are probably wrong"
        );
        assert!(
            far(501.0, "the center of the city").unwrap().contains("at least 501 miles from the center of the city")
        );
        assert_eq!(reason(&FeedSource { newest_batch: Some(batch(ago(60))), ..healthy_source() }), None);
    }

    #[test]
    fn clock_over_30_seconds_off_is_a_reason() {
        let clock = |ms| reason(&FeedSource { clock_difference_ms: ms, ..healthy_source() });
        assert_eq!((clock(Some(30_000)), clock(Some(-30_000))), (None, None));
        assert_eq!(clock(Some(45_000)).unwrap(), "this server's clock differs from the mail provider's by 45 s");
        assert!(clock(Some(-30_001)).is_some() && clock(None).is_some());
    }
}
