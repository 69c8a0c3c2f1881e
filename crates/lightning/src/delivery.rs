//! Whether the vendor's mail or files can reach the watched folder: how long none has come, whether a test message arrives,
//! and what the Junk folder contains. Pure.

use super::feed_problem::{FeedProblem, FeedReasonCode};
use super::time::format_utc;
use jiff::{SignedDuration, Timestamp};
use std::time::Duration;
use stormwire_store::tables::delivery::{Canary, JunkMail};
use stormwire_store::tables::watcher::WatcherKind;

/// A test message must arrive within this time.
pub const CANARY_TIMEOUT: Duration = Duration::from_mins(3);

/// What is known about the delivery of mail or files to one watcher.
#[derive(Debug, Clone, Default)]
pub(super) struct DeliveryFacts {
    /// Set if the watcher expects messages or files regularly.
    pub(super) expected: Option<Expectation>,
    /// The interval is set if test messages are sent.
    pub(super) canary_interval: Option<Duration>,
    pub(super) canary: Option<Canary>,
    pub(super) junk: Option<JunkMail>,
}

#[derive(Debug, Clone, Copy)]
pub(super) struct Expectation {
    pub(super) kind: WatcherKind,
    /// A message or file is expected at least this often.
    pub(super) every: Duration,
    /// The newest one that passed the filters, or when the watcher was created.
    pub(super) since: Timestamp,
}

/// The last test message.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CanaryReport {
    pub sent_at: Timestamp,
    /// `None` while it is on its way.
    pub seen_at: Option<Timestamp>,
}

impl CanaryReport {
    /// How long it took.
    pub fn duration(&self) -> Option<SignedDuration> {
        self.seen_at.map(|at| at.duration_since(self.sent_at).max(SignedDuration::ZERO))
    }
}

impl DeliveryFacts {
    pub(super) fn problems(&self, now: Timestamp) -> [Option<FeedProblem>; 3] {
        [self.silence(now), self.canary_problem(now), self.junk_mail()]
    }

    pub(super) fn canary_report(&self) -> Option<CanaryReport> {
        let canary = self.canary.as_ref().filter(|_| self.canary_interval.is_some())?;
        Some(CanaryReport { sent_at: canary.sent_at, seen_at: canary.seen_at })
    }

    fn silence(&self, now: Timestamp) -> Option<FeedProblem> {
        let Expectation { kind, every, since } = self.expected?;
        let (missing, advice) = match kind {
            WatcherKind::File => (
                "no file has come",
                "Check the program that writes the files, look for skipped files in the log, and ask the vendor.",
            ),
            WatcherKind::Mailbox | WatcherKind::StatusEvent => (
                "no message has come from the vendor",
                "Look for skipped messages in the log, check the rules of the mailbox, and ask the vendor.",
            ),
        };
        is_older(since, every, now).then(|| {
            let (since, every) = (format_utc(since), format_minutes(every));
            let reason = format!("{missing} since {since}, but one is expected at least every {every}");
            FeedProblem::new(FeedReasonCode::VendorSilent, reason, advice)
        })
    }

    fn canary_problem(&self, now: Timestamp) -> Option<FeedProblem> {
        let (interval, canary) = (self.canary_interval?, self.canary.as_ref()?);
        if let Some(since) = canary.unseen_since.filter(|since| is_older(*since, CANARY_TIMEOUT, now)) {
            let at = format_utc(since);
            return Some(if canary.error.is_some() {
                FeedProblem::new(
                    FeedReasonCode::TestMessageNotSent,
                    format!("test messages to the vendor's mailbox cannot be sent since {at}"),
                    "Check that the application may send mail (Mail.Send).",
                )
            } else {
                FeedProblem::new(
                    FeedReasonCode::TestMessageMissing,
                    format!("a test message sent to the vendor's mailbox at {at} has not arrived"),
                    "Check the rules, the Junk folder and the free space of the mailbox.",
                )
            });
        }
        let limit = interval.saturating_mul(2).saturating_add(CANARY_TIMEOUT);
        is_older(canary.sent_at, limit, now).then(|| {
            FeedProblem::new(
                FeedReasonCode::TestMessageOverdue,
                format!("no test message was sent to the vendor's mailbox since {}", format_utc(canary.sent_at)),
                "The System page shows what the queue waits for.",
            )
        })
    }

    fn junk_mail(&self) -> Option<FeedProblem> {
        let JunkMail { count, newest_at } = self.junk?;
        let messages = if count == 1 { "1 message".to_owned() } else { format!("{count} messages") };
        let newest = newest_at.map(|at| format!(" (the newest was received at {})", format_utc(at)));
        Some(FeedProblem::new(
            FeedReasonCode::VendorMailInJunk,
            format!("the Junk folder contains {messages} from the vendor{}", newest.unwrap_or_default()),
            "Move mail of the vendor from the Junk folder to the watched folder, mark its sender as safe, and poll now.",
        ))
    }
}

fn is_older(at: Timestamp, limit: Duration, now: Timestamp) -> bool {
    now.duration_since(at) > SignedDuration::try_from(limit).unwrap_or(SignedDuration::MAX)
}

/// `15 minutes`, `24 hours`
pub(super) fn format_minutes(duration: Duration) -> String {
    let minutes = duration.as_secs() / 60;
    match (minutes, minutes % 60) {
        (1, _) => "minute".into(),
        (60, _) => "hour".into(),
        (1.., 0) => format!("{} hours", minutes / 60),
        _ => format!("{minutes} minutes"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use stormwire_clock::earlier;

    fn now() -> Timestamp {
        "2026-05-01T12:00:00Z".parse().unwrap()
    }

    fn ago(seconds: u64) -> Timestamp {
        earlier(now(), Duration::from_secs(seconds))
    }

    fn reason(facts: &DeliveryFacts) -> Option<String> {
        let found: Vec<FeedProblem> = facts.problems(now()).into_iter().flatten().collect();
        assert!(found.len() <= 1, "{found:?}");
        found.into_iter().next().map(|problem| problem.reason)
    }

    #[test]
    fn silence_longer_than_expected_is_a_reason() {
        let silent_watcher = |kind, seconds, minutes| {
            let expected = Expectation { kind, every: Duration::from_mins(minutes), since: ago(seconds) };
            reason(&DeliveryFacts { expected: Some(expected), ..DeliveryFacts::default() })
        };
        let silent = |seconds, minutes| silent_watcher(WatcherKind::Mailbox, seconds, minutes);
        assert_eq!(silent(900, 15), None);
        assert_eq!(
            silent(901, 15).unwrap(),
            "no message has come from the vendor since 2026-05-01T11:44:59Z, but one is expected at least every 15 minutes"
        );
        assert!(silent(90_000, 1_440).unwrap().ends_with("every 24 hours"));
        assert!(silent(4_000, 60).unwrap().ends_with("every hour"));
        assert_eq!(
            silent_watcher(WatcherKind::File, 901, 15).unwrap(),
            "no file has come since 2026-05-01T11:44:59Z, but one is expected at least every 15 minutes"
        );
        assert_eq!(reason(&DeliveryFacts::default()), None, "nothing is expected");
    }

    fn canary(sent: u64, seen: Option<u64>) -> Canary {
        Canary {
            nonce: "n".into(),
            sent_at: ago(sent),
            is_accepted: true,
            error: None,
            seen_at: seen.map(ago),
            unseen_since: seen.is_none().then(|| ago(sent)),
        }
    }

    fn canary_reason(canary: Canary) -> Option<String> {
        let canary_interval = Some(Duration::from_mins(5));
        reason(&DeliveryFacts { canary: Some(canary), canary_interval, ..DeliveryFacts::default() })
    }

    #[test]
    fn test_message_missing_for_three_minutes_is_a_reason() {
        assert_eq!(canary_reason(canary(180, None)), None);
        assert_eq!(
            canary_reason(canary(181, None)).unwrap(),
            "a test message sent to the vendor's mailbox at 2026-05-01T11:56:59Z has not arrived"
        );
        assert_eq!(canary_reason(canary(200, Some(190))), None);
        let replaced = Canary { unseen_since: Some(ago(500)), ..canary(10, None) };
        assert!(canary_reason(replaced).unwrap().contains("has not arrived"), "a newer one does not hide it");
        let failed = Canary { is_accepted: false, error: Some("denied".into()), ..canary(181, None) };
        assert_eq!(
            canary_reason(failed).unwrap(),
            "test messages to the vendor's mailbox cannot be sent since 2026-05-01T11:56:59Z"
        );
    }

    #[test]
    fn test_messages_that_are_no_longer_sent_are_a_reason() {
        assert_eq!(canary_reason(canary(780, Some(779))), None, "two intervals and the timeout");
        assert!(canary_reason(canary(781, Some(779))).unwrap().starts_with("no test message was sent"));
        let off = DeliveryFacts { canary: Some(canary(9_999, None)), ..DeliveryFacts::default() };
        assert_eq!(reason(&off), None, "test messages were switched off");
        assert_eq!(off.canary_report(), None);
    }

    #[test]
    fn vendor_mail_in_the_junk_folder_is_a_reason() {
        let junk = |count| {
            let junk = Some(JunkMail { count, newest_at: Some(ago(60)) });
            reason(&DeliveryFacts { junk, ..DeliveryFacts::default() }).unwrap()
        };
        assert_eq!(
            junk(1),
            "the Junk folder contains 1 message from the vendor (the newest was received at 2026-05-01T11:59:00Z)"
        );
        assert!(junk(3).contains("3 messages"));
    }
}
