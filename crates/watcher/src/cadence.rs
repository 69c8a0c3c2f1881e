//! How often the loops run.

use jiff::{SignedDuration, Timestamp};
use std::time::Duration;
use stormwire_lightning::source::poll_interval;
use stormwire_store::tables::watcher::{Watcher, WatcherFields};

/// Between two polls during a storm: a dropped notification must not delay an alarm.
const STORM_INTERVAL: Duration = Duration::from_secs(5);
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
        poll_interval(fields, feeds, self.poll_interval)
    }

    /// The pause after a successful poll. During a storm, a watcher that feeds strikes and sets no interval polls more often.
    pub(crate) fn pause_after_poll(&self, watcher: &Watcher, feeds: bool, now: Timestamp) -> Duration {
        let interval = self.poll_interval_of(&watcher.fields, feeds);
        let state = &watcher.state;
        let newest = state.last_message_received.max(state.last_notification_at);
        let is_storm = newest.is_some_and(|at| now.duration_since(at) < STORM_SILENCE);
        if feeds && is_storm && watcher.fields.reconciliation_interval_seconds.is_none() {
            interval.min(STORM_INTERVAL)
        } else {
            interval
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use stormwire_store::WatcherId;
    use stormwire_store::tables::watcher::WatcherState;

    fn minute(number: i64) -> Timestamp {
        Timestamp::UNIX_EPOCH + SignedDuration::from_mins(number)
    }

    #[test]
    fn feeding_watchers_poll_every_5_seconds_during_a_storm() {
        let cadence = Cadence {
            poll_interval: Duration::from_mins(5),
            full_scan_interval: Duration::from_hours(1),
            renewal_margin: Duration::from_hours(24),
            renewal_check_interval: Duration::from_hours(1),
            subscription_lifetime: Duration::from_hours(160),
            canary_interval: None,
        };
        let now = minute(100);
        for (feeds, own, received, notified, expected) in [
            (true, None, None, None, 30),
            (true, None, Some(80), None, 5),
            (true, None, None, Some(99), 5),
            (true, None, Some(70), Some(60), 30),
            (true, Some(60), Some(99), None, 60),
            (false, None, Some(99), None, 300),
        ] {
            let watcher = Watcher {
                id: WatcherId::new(1),
                fields: WatcherFields { reconciliation_interval_seconds: own, ..WatcherFields::new("a", "a@b.c") },
                state: WatcherState {
                    last_message_received: received.map(minute),
                    last_notification_at: notified.map(minute),
                    ..WatcherState::default()
                },
            };
            let pause = cadence.pause_after_poll(&watcher, feeds, now);
            assert_eq!(pause.as_secs(), expected, "{feeds} {own:?} {received:?} {notified:?}");
        }
    }
}
