//! The health of a watcher. [`assess`] is pure.

use crate::cadence::Cadence;
use jiff::{SignedDuration, Timestamp};
use std::time::Duration;
use stormwire_store::tables::claim::TriggerEvent;
use stormwire_store::tables::log::{self, Detection};
use stormwire_store::tables::watcher::{Health, Mode, Watcher};
use stormwire_store::{Conn, StoreError};

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HealthReport {
    pub health: Health,
    /// Whole sentences for the operator. Always set when degraded.
    pub reason: Option<String>,
    /// The subscription is active but sends no notifications, so it must be replaced.
    pub is_silent: bool,
}

/// After this many messages in a row without a notification the subscription counts as silent.
pub(crate) const SILENT_MESSAGES: u32 = 3;
/// How late a notification may arrive.
const NOTIFICATION_DELAY: SignedDuration = SignedDuration::from_mins(3);

/// Loads the newest messages and assesses the watcher.
pub(crate) async fn read_health(
    conn: &mut Conn,
    watcher: &Watcher,
    cadence: &Cadence,
    now: Timestamp,
) -> Result<HealthReport, StoreError> {
    let newest = log::list_newest(conn, watcher.id, SILENT_MESSAGES).await?;
    Ok(assess(watcher, &newest, cadence.poll_interval_of(&watcher.fields), now))
}

/// `newest` are the watcher's newest messages, newest first.
pub(crate) fn assess(watcher: &Watcher, newest: &[Detection], interval: Duration, now: Timestamp) -> HealthReport {
    let report = |health, reason: Option<String>| HealthReport { health, reason, is_silent: false };
    if !watcher.fields.is_enabled {
        return report(Health::Disabled, None);
    }
    if let Some(reason) = polling_problem(watcher, interval, now) {
        return report(Health::Degraded, Some(reason));
    }
    if watcher.fields.mode == Mode::PollOnly {
        return report(Health::Polling, None);
    }
    let state = &watcher.state;
    let is_alive = state.subscription_id.is_some() && state.subscription_expires_at.is_some_and(|at| at > now);
    if !is_alive {
        let why = state.last_subscription_error.as_deref().unwrap_or("none has been created yet");
        return report(Health::Degraded, Some(format!("No push subscription: {why}")));
    }
    if is_silent(watcher, newest, now) {
        let reason = format!(
            "The provider sent no push notification for the last {SILENT_MESSAGES} messages; polling found them. The subscription is being replaced."
        );
        return HealthReport { health: Health::Degraded, reason: Some(reason), is_silent: true };
    }
    report(Health::Live, None)
}

/// No successful poll for two intervals.
fn polling_problem(watcher: &Watcher, interval: Duration, now: Timestamp) -> Option<String> {
    let state = &watcher.state;
    let since = state.last_checked_at.unwrap_or(state.created_at);
    let limit = SignedDuration::try_from(interval.saturating_mul(2)).unwrap_or(SignedDuration::MAX);
    if now.duration_since(since) <= limit {
        return None;
    }
    let why = state.last_check_error.as_deref().unwrap_or("the current poll has not finished");
    Some(match state.last_checked_at {
        Some(at) => format!("No successful poll since {}: {why}", at.strftime("%Y-%m-%dT%H:%M:%SZ")),
        None => format!("No successful poll yet: {why}"),
    })
}

fn is_silent(watcher: &Watcher, newest: &[Detection], now: Timestamp) -> bool {
    // Messages from before this subscription do not count.
    let since = watcher.state.last_renewed_at.unwrap_or(now);
    let is_unreported = |found: &Detection| {
        found.trigger_event == TriggerEvent::Reconciliation
            && found.detected_at.0 > since
            && match found.notified_at {
                Some(at) => at.0.duration_since(found.detected_at.0) > NOTIFICATION_DELAY,
                None => now.duration_since(found.detected_at.0) > NOTIFICATION_DELAY,
            }
    };
    newest.len() >= SILENT_MESSAGES as usize && newest.iter().take(SILENT_MESSAGES as usize).all(is_unreported)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_fixture::fields;
    use stormwire_store::tables::watcher::{WatcherFields, WatcherState};
    use stormwire_store::{DbTimestamp, WatcherId};

    fn at(minute: i64) -> Timestamp {
        Timestamp::from_second(1_777_636_800 + 60 * minute).unwrap()
    }

    fn watcher(fields: WatcherFields, state: WatcherState) -> Watcher {
        Watcher { id: WatcherId::new(1), fields, state: WatcherState { created_at: at(0), ..state } }
    }

    fn live() -> WatcherState {
        WatcherState {
            subscription_id: Some("s".into()),
            subscription_expires_at: Some(at(1_000)),
            last_renewed_at: Some(at(0)),
            last_checked_at: Some(at(60)),
            ..WatcherState::default()
        }
    }

    fn found(detected: i64, notified: Option<i64>) -> Detection {
        Detection {
            trigger_event: TriggerEvent::Reconciliation,
            detected_at: DbTimestamp(at(detected)),
            notified_at: notified.map(|m| DbTimestamp(at(m))),
        }
    }

    const INTERVAL: Duration = Duration::from_mins(5);

    fn health_of(watcher: &Watcher, newest: &[Detection], minute: i64) -> Health {
        assess(watcher, newest, INTERVAL, at(minute)).health
    }

    #[test]
    fn health_follows_from_polls_and_subscription() {
        let on = WatcherFields { is_enabled: true, ..fields() };
        let polling = WatcherFields { mode: Mode::PollOnly, ..on.clone() };
        assert_eq!(health_of(&watcher(fields(), live()), &[], 60), Health::Disabled);
        assert_eq!(health_of(&watcher(on.clone(), live()), &[], 60), Health::Live);
        assert_eq!(health_of(&watcher(on.clone(), live()), &[], 70), Health::Live, "two intervals are allowed");
        assert_eq!(health_of(&watcher(on.clone(), live()), &[], 71), Health::Degraded);
        assert_eq!(health_of(&watcher(polling.clone(), live()), &[], 60), Health::Polling);
        assert_eq!(health_of(&watcher(polling, live()), &[], 71), Health::Degraded);
        let none = WatcherState { subscription_id: None, last_subscription_error: Some("403".into()), ..live() };
        let degraded = assess(&watcher(on.clone(), none), &[], INTERVAL, at(60));
        assert_eq!(degraded.reason.as_deref(), Some("No push subscription: 403"));
        let ended = WatcherState { subscription_expires_at: Some(at(60)), ..live() };
        assert_eq!(health_of(&watcher(on, ended), &[], 60), Health::Degraded);
    }

    #[test]
    fn three_messages_without_notification_make_a_subscription_silent() {
        let watcher = watcher(WatcherFields { is_enabled: true, ..fields() }, live());
        let silent = |newest: &[Detection], minute| assess(&watcher, newest, INTERVAL, at(minute)).is_silent;
        let unreported = [found(55, None), found(54, None), found(53, None)];
        assert!(silent(&unreported, 60));
        assert!(!silent(&unreported[..2], 60), "two are not enough");
        assert!(!silent(&unreported, 57), "a notification of the newest may still arrive");
        assert!(!silent(&[found(55, Some(56)), found(54, None), found(53, None)], 60));
        assert!(silent(&[found(50, Some(56)), found(49, None), found(48, None)], 60), "notified, but too late");
        let notified = Detection { trigger_event: TriggerEvent::Notification, ..found(55, Some(55)) };
        assert!(!silent(&[notified, found(54, None), found(53, None)], 60));
        assert!(!silent(&[found(-1, None), found(-2, None), found(-3, None)], 60), "before this subscription");
    }
}
