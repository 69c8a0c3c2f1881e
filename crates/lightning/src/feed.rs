//! How well strikes are fed. Pure: from what is known of the watchers to yes, no or nobody, and a reason in words.
//!
//! The words are for everyone who asks, so they name no mailbox and repeat no error; the operator's mail says more.

use jiff::{SignedDuration, Timestamp};
use std::time::Duration;

/// How well strikes are fed.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Feed {
    /// None: no watcher feeds.
    pub healthy: Option<bool>,
    /// In words, when it is not.
    pub reason: Option<String>,
    /// The last good look at a mailbox; of several watchers the one that looked longest ago.
    pub last_checked_at: Option<Timestamp>,
}

/// What is known of a watcher that feeds.
#[derive(Debug, Clone)]
pub(super) struct Feeder {
    pub(super) name: String,
    /// The last good look.
    pub(super) last_checked_at: Option<Timestamp>,
    /// The last bad one.
    pub(super) last_check_failed_at: Option<Timestamp>,
    pub(super) interval: Duration,
    /// How far our clock is ahead of the provider's.
    pub(super) clock_difference_ms: Option<i64>,
    /// When the newest message was received that failed within [`RECENT`].
    pub(super) failed: Option<Timestamp>,
    /// What has not come to its end, of the messages received within [`RECENT`].
    pub(super) unfinished: Vec<Open>,
    /// The newest message with strikes: when it was received, and when the newest of them struck.
    pub(super) newest_strike: Option<(Timestamp, Timestamp)>,
}

/// A message that has not come to its end.
#[derive(Debug, Clone, Copy)]
pub(super) struct Open {
    /// When it was received; when it was detected where that is not known.
    pub(super) received_at: Timestamp,
    /// Since when it is to be done.
    pub(super) since: Timestamp,
    /// In `Processing`, and nobody works on it.
    pub(super) is_left: bool,
}

/// Messages that are older say nothing about the feed.
pub(super) const RECENT: Duration = Duration::from_hours(1);
/// A look may be this old, however long the intervals are.
const LONGEST_LOOK: SignedDuration = SignedDuration::from_mins(10);
/// A message may take this long.
const SLOW: SignedDuration = SignedDuration::from_secs(60);
/// The newest strike of a message and the message itself may lie this far apart.
const APART: SignedDuration = SignedDuration::from_mins(15);
/// Our clock and the provider's may lie this far apart.
const CLOCKS: SignedDuration = SignedDuration::from_secs(30);

/// Judges the feed by every watcher that feeds.
pub(super) fn judge(feeders: &[Feeder], now: Timestamp) -> Feed {
    let Some(last_checked_at) = feeders.iter().map(|feeder| feeder.last_checked_at).min() else {
        return Feed::default();
    };
    let mut reasons: Vec<String> = feeders.iter().flat_map(|feeder| feeder.troubles(now)).collect();
    reasons.dedup();
    let reason = (!reasons.is_empty()).then(|| reasons.join("; "));
    Feed { healthy: Some(reason.is_none()), reason, last_checked_at }
}

impl Feeder {
    /// Everything that is wrong.
    pub(super) fn troubles(&self, now: Timestamp) -> Vec<String> {
        [self.unseen(now), self.failure(), self.left(), self.stuck(now), self.strange(), self.clocks()]
            .into_iter()
            .flatten()
            .collect()
    }

    /// Whether it has had no look at all since the process began: then it is too early to alarm anyone.
    pub(super) fn is_beginning(&self, started_at: Timestamp) -> bool {
        let ended = self.last_checked_at.max(self.last_check_failed_at);
        ended.is_none_or(|at| at < started_at)
    }

    /// No good look for two intervals, or for ten minutes.
    fn unseen(&self, now: Timestamp) -> Option<String> {
        let Some(at) = self.last_checked_at else {
            return Some("the vendor's mailbox has not been looked at successfully yet".into());
        };
        let twice = SignedDuration::try_from(self.interval.saturating_mul(2)).unwrap_or(SignedDuration::MAX);
        (now.duration_since(at) > twice.min(LONGEST_LOOK))
            .then(|| format!("the vendor's mailbox was last looked at successfully at {}", plain(at)))
    }

    fn failure(&self) -> Option<String> {
        self.failed.map(|at| format!("a message received at {} failed", plain(at)))
    }

    fn left(&self) -> Option<String> {
        let left = self.unfinished.iter().find(|open| open.is_left)?;
        Some(format!("a message received at {} was left half done", plain(left.received_at)))
    }

    fn stuck(&self, now: Timestamp) -> Option<String> {
        let stuck = self.unfinished.iter().find(|open| !open.is_left && now.duration_since(open.since) > SLOW)?;
        Some(format!("a message received at {} is not done after {} s", plain(stuck.received_at), SLOW.as_secs()))
    }

    /// Strikes long before or after the message that tells of them: a time zone or a clock is wrong somewhere.
    fn strange(&self) -> Option<String> {
        let (received_at, struck_at) = self.newest_strike?;
        let apart = received_at.duration_since(struck_at);
        (apart.abs() > APART).then(|| {
            let (minutes, word) = (apart.abs().as_mins(), if apart.is_negative() { "after" } else { "before" });
            format!("the newest strike lies {minutes} minutes {word} the message that tells of it")
        })
    }

    fn clocks(&self) -> Option<String> {
        let Some(ahead) = self.clock_difference_ms.map(SignedDuration::from_millis) else {
            return self.last_checked_at.map(|_| "the mail provider does not tell its time".into());
        };
        (ahead.abs() > CLOCKS)
            .then(|| format!("this server's clock lies {} s from the mail provider's", ahead.abs().as_secs()))
    }
}

fn plain(at: Timestamp) -> String {
    at.strftime("%Y-%m-%dT%H:%M:%SZ").to_string()
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

    fn well() -> Feeder {
        Feeder {
            name: "Storm".into(),
            last_checked_at: Some(ago(10)),
            last_check_failed_at: None,
            interval: Duration::from_mins(5),
            clock_difference_ms: Some(200),
            failed: None,
            unfinished: Vec::new(),
            newest_strike: None,
        }
    }

    fn open(since: u64) -> Open {
        Open { received_at: ago(since), since: ago(since), is_left: false }
    }

    fn reason(feeder: Feeder) -> Option<String> {
        let feed = judge(&[feeder], now());
        assert_eq!(feed.healthy, Some(feed.reason.is_none()), "a reason stands exactly where it is not healthy");
        feed.reason
    }

    #[test]
    fn nobody_feeds_is_neither_healthy_nor_not() {
        assert_eq!(judge(&[], now()), Feed { healthy: None, reason: None, last_checked_at: None });
    }

    #[test]
    fn a_watcher_that_sees_and_has_no_message_yet_is_healthy() {
        assert_eq!(reason(well()), None);
        assert_eq!(judge(&[well()], now()).last_checked_at, Some(ago(10)));
    }

    #[test]
    fn a_look_may_be_two_intervals_old_and_ten_minutes_at_most() {
        let looked = |seconds, interval| Feeder {
            last_checked_at: Some(ago(seconds)),
            interval: Duration::from_secs(interval),
            ..well()
        };
        for (seconds, interval, healthy) in [
            (20, 10, true),
            (21, 10, false),
            (600, 300, true),
            (601, 300, false),
            (600, 3_600, true),
            (601, 3_600, false),
        ] {
            let reason = reason(looked(seconds, interval));
            assert_eq!(reason.is_none(), healthy, "{seconds} s of {interval} s: {reason:?}");
        }
        let never = reason(Feeder { last_checked_at: None, clock_difference_ms: None, ..well() });
        assert_eq!(never.unwrap(), "the vendor's mailbox has not been looked at successfully yet");
    }

    #[test]
    fn a_failed_message_is_a_reason() {
        let failed = reason(Feeder { failed: Some(ago(120)), ..well() });
        assert_eq!(failed.unwrap(), "a message received at 2026-05-01T11:58:00Z failed");
    }

    #[test]
    fn a_message_left_in_processing_is_a_reason_at_once() {
        let left = Open { is_left: true, ..open(1) };
        let left = reason(Feeder { unfinished: vec![open(2), left], ..well() });
        assert_eq!(left.unwrap(), "a message received at 2026-05-01T11:59:59Z was left half done");
    }

    #[test]
    fn a_message_that_is_unfinished_for_over_60_seconds_is_a_reason() {
        assert_eq!(reason(Feeder { unfinished: vec![open(60)], ..well() }), None);
        assert!(reason(Feeder { unfinished: vec![open(61)], ..well() }).unwrap().contains("not done after 60 s"));
    }

    #[test]
    fn strikes_more_than_15_minutes_from_their_message_are_a_reason_in_both_directions() {
        let struck = |minutes: u64, after: bool| {
            let at = Duration::from_mins(minutes);
            let struck_at = if after { later(ago(60), at) } else { earlier(ago(60), at) };
            reason(Feeder { newest_strike: Some((ago(60), struck_at)), ..well() })
        };
        assert_eq!((struck(15, false), struck(15, true)), (None, None));
        assert_eq!(
            struck(300, false).unwrap(),
            "the newest strike lies 300 minutes before the message that tells of it"
        );
        assert!(struck(16, true).unwrap().contains("16 minutes after"));
    }

    #[test]
    fn clocks_more_than_30_seconds_apart_are_a_reason_in_both_directions() {
        let clock = |ms| reason(Feeder { clock_difference_ms: ms, ..well() });
        assert_eq!((clock(Some(30_000)), clock(Some(-30_000))), (None, None));
        assert_eq!(clock(Some(45_000)).unwrap(), "this server's clock lies 45 s from the mail provider's");
        assert!(clock(Some(-30_001)).is_some() && clock(None).is_some());
    }

    #[test]
    fn every_watcher_that_feeds_must_be_well_and_the_oldest_look_is_told() {
        let blind = Feeder { last_checked_at: Some(ago(5_000)), failed: Some(ago(60)), ..well() };
        let feed = judge(&[well(), blind.clone(), blind], now());
        assert_eq!((feed.healthy, feed.last_checked_at), (Some(false), Some(ago(5_000))));
        let reason = feed.reason.unwrap();
        assert!(reason.contains("; ") && reason.contains("failed") && reason.contains("last looked at"), "{reason}");
        let never = Feeder { last_checked_at: None, ..well() };
        assert_eq!(judge(&[well(), never], now()).last_checked_at, None);
    }
}
