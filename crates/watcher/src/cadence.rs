//! How often the loops run.

use jiff::{SignedDuration, Timestamp};
use std::time::Duration;
use stormwire_clock::later;
use stormwire_lightning::source::poll_interval;
use stormwire_store::tables::watcher::{Watcher, WatcherFields, WatcherKind, WatcherState};

/// Between two polls during a storm: a dropped notification must not delay an alarm.
const STORM_INTERVAL: Duration = Duration::from_secs(3);
/// Between two polls for status events. New events pull the poll forward.
const STATUS_EVENT_INTERVAL: Duration = Duration::from_secs(30);
/// A storm lasts until no message has come for this long.
const STORM_SILENCE: SignedDuration = SignedDuration::from_mins(30);

#[derive(Debug, Clone, Copy)]
pub struct Cadence {
    /// Between two polls of a mailbox. A watcher can set another interval, and one that feeds strikes polls more often.
    pub poll_interval: Duration,
    pub full_scan_interval: Duration,
    /// A subscription that expires sooner than this is renewed.
    pub renewal_margin: Duration,
    /// Between two checks of a subscription.
    pub renewal_check_interval: Duration,
    /// The lifetime to request from the provider.
    pub subscription_lifetime: Duration,
    /// Between two test messages to the mailbox of a watcher that feeds strikes; `None` if none are sent.
    pub canary_interval: Option<Duration>,
}

impl Cadence {
    pub(crate) fn poll_interval_of(&self, fields: &WatcherFields, feeds: bool) -> Duration {
        match fields.kind {
            WatcherKind::Mailbox | WatcherKind::File => poll_interval(fields, feeds, self.poll_interval),
            WatcherKind::StatusEvent => self.poll_interval.min(STATUS_EVENT_INTERVAL),
        }
    }

    /// The pause after a poll, which may have found new messages. During a storm, a watcher that feeds strikes
    /// and sets no interval polls more often.
    pub(crate) fn pause_after_poll(&self, watcher: &Watcher, feeds: bool, found_new: bool, now: Timestamp) -> Duration {
        let interval = self.poll_interval_of(&watcher.fields, feeds);
        let is_storm = found_new || is_storm(&watcher.state, now);
        if feeds && is_storm && has_storm_pace(&watcher.fields) { interval.min(STORM_INTERVAL) } else { interval }
    }
}

/// When a watcher polls next because of a notification, if it feeds strikes. The first message of a storm must not leave
/// the second, whose notification may be dropped, waiting for a poll that was scheduled on a calm day. `None` if it polls
/// often anyway.
pub(crate) fn poll_after_notification(watcher: &Watcher, now: Timestamp) -> Option<Timestamp> {
    (has_storm_pace(&watcher.fields) && !is_storm(&watcher.state, now)).then(|| later(now, STORM_INTERVAL))
}

fn is_storm(state: &WatcherState, now: Timestamp) -> bool {
    let newest = state.last_message_received.max(state.last_notification_at);
    newest.is_some_and(|at| now.duration_since(at) < STORM_SILENCE)
}

/// An interval that an administrator has set is kept.
fn has_storm_pace(fields: &WatcherFields) -> bool {
    fields.kind == WatcherKind::Mailbox && fields.reconciliation_interval_seconds.is_none()
}

#[cfg(test)]
mod tests {
    use super::*;
    use stormwire_store::WatcherId;

    fn minute(number: i64) -> Timestamp {
        Timestamp::UNIX_EPOCH + SignedDuration::from_mins(number)
    }

    fn watcher(own_interval: Option<i32>, received: Option<i64>, notified: Option<i64>) -> Watcher {
        Watcher {
            id: WatcherId::new(1),
            fields: WatcherFields { reconciliation_interval_seconds: own_interval, ..WatcherFields::new("a", "a@b.c") },
            state: WatcherState {
                last_message_received: received.map(minute),
                last_notification_at: notified.map(minute),
                ..WatcherState::default()
            },
        }
    }

    #[test]
    fn feeding_watchers_poll_every_3_seconds_during_a_storm() {
        let cadence = Cadence {
            poll_interval: Duration::from_mins(5),
            full_scan_interval: Duration::from_hours(1),
            renewal_margin: Duration::from_hours(24),
            renewal_check_interval: Duration::from_hours(1),
            subscription_lifetime: Duration::from_hours(160),
            canary_interval: None,
        };
        for (feeds, own, received, notified, found_new, expected) in [
            (true, None, None, None, false, 30),
            (true, None, None, None, true, 3),
            (true, None, Some(80), None, false, 3),
            (true, None, None, Some(99), false, 3),
            (true, None, Some(70), Some(60), false, 30),
            (true, Some(60), Some(99), None, true, 60),
            (false, None, Some(99), None, true, 300),
        ] {
            let pause = cadence.pause_after_poll(&watcher(own, received, notified), feeds, found_new, minute(100));
            assert_eq!(pause.as_secs(), expected, "{feeds} {own:?} {received:?} {notified:?} {found_new}");
        }
    }

    #[test]
    fn the_first_notification_of_a_storm_brings_the_next_poll_forward() {
        let in_3_seconds = Some(minute(100) + STORM_INTERVAL);
        for (own, received, notified, expected) in [
            (None, None, None, in_3_seconds),
            (None, Some(70), Some(60), in_3_seconds),
            (None, Some(99), None, None),
            (None, None, Some(99), None),
            (Some(60), None, None, None),
        ] {
            let next = poll_after_notification(&watcher(own, received, notified), minute(100));
            assert_eq!(next, expected, "{own:?} {received:?} {notified:?}");
        }
    }
}
