//! The health of a watcher, derived from facts that [`read`] loads. Pure.

pub(crate) mod read;

use jiff::{SignedDuration, Timestamp};
use std::time::Duration;
use stormwire_store::tables::claim::TriggerEvent;
use stormwire_store::tables::log::Detection;
use stormwire_store::tables::log_counts::RecentOutcomes;
use stormwire_store::tables::watcher::{Health, Mode, TestStep, Watcher, WatcherKind};

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HealthReport {
    pub health: Health,
    /// Whole sentences for the operator. Always set when degraded, and while polls fail or are late.
    pub reason: Option<String>,
    /// The subscription is active but sends no notifications, so it must be replaced.
    pub is_silent: bool,
}

/// After this many messages in a row without a notification the subscription counts as silent.
const SILENT_MESSAGES: u32 = 3;
/// How late a notification may arrive.
const NOTIFICATION_DELAY: SignedDuration = SignedDuration::from_mins(3);

/// A poll that ends later than this after its time is reported.
const LATE_POLL: Duration = Duration::from_secs(90);

/// What the health of a watcher is derived from, apart from its row.
struct HealthFacts {
    /// The newest messages, newest first.
    newest: Vec<Detection>,
    /// How the last messages ended.
    outcomes: Option<RecentOutcomes>,
    /// Which messages are not processed, filed or finished, and why.
    unfinished: Option<String>,
    /// Between two polls.
    interval: Duration,
}

fn assess(watcher: &Watcher, facts: &HealthFacts, now: Timestamp) -> HealthReport {
    let report = |health, reason: Option<String>| HealthReport { health, reason, is_silent: false };
    if !watcher.fields.is_enabled {
        return report(Health::Disabled, None);
    }
    let problem = polling_problem(watcher, facts.interval, now)
        .or_else(|| test_problem(watcher))
        .or_else(|| facts.unfinished.clone())
        .or_else(|| facts.outcomes.as_ref().and_then(message_problem));
    if let Some(reason) = problem {
        return report(Health::Degraded, Some(reason));
    }
    let warning = polling_warning(watcher, facts.interval, now);
    if watcher.fields.kind != WatcherKind::Mailbox {
        return report(Health::Live, warning);
    }
    if watcher.fields.mode == Mode::PollOnly {
        return report(Health::Polling, warning);
    }
    let state = &watcher.state;
    let is_alive = state.subscription_id.is_some() && state.subscription_expires_at.is_some_and(|at| at > now);
    if !is_alive {
        let why = state.last_subscription_error.as_deref().unwrap_or("none has been created yet");
        return report(Health::Degraded, Some(format!("No push subscription: {why}")));
    }
    if is_silent(watcher, &facts.newest, now) {
        let reason = format!(
            "The provider sent no push notification for the last {SILENT_MESSAGES} messages; polling found them. The subscription is being replaced."
        );
        return HealthReport { health: Health::Degraded, reason: Some(reason), is_silent: true };
    }
    report(Health::Live, warning)
}

/// The last poll failed or is late. That may pass, but a watcher that gets nothing is never shown without a reason.
fn polling_warning(watcher: &Watcher, interval: Duration, now: Timestamp) -> Option<String> {
    let state = &watcher.state;
    if let Some(error) = &state.last_check_error {
        return Some(format!("The last poll failed: {error}"));
    }
    let polled_at = state.last_checked_at?;
    let limit = SignedDuration::try_from(interval.saturating_add(LATE_POLL)).unwrap_or(SignedDuration::MAX);
    (now.duration_since(polled_at) > limit)
        .then(|| format!("The poll after {} has not finished", polled_at.strftime("%Y-%m-%dT%H:%M:%SZ")))
}

/// No successful poll for two intervals, or the last one failed for a reason that waiting does not change.
fn polling_problem(watcher: &Watcher, interval: Duration, now: Timestamp) -> Option<String> {
    let state = &watcher.state;
    let since = state.last_checked_at.unwrap_or(state.created_at);
    let limit = SignedDuration::try_from(interval.saturating_mul(2)).unwrap_or(SignedDuration::MAX);
    if state.last_check_error_kind.is_none() && now.duration_since(since) <= limit {
        return None;
    }
    let why = state.last_check_error.as_deref().unwrap_or("the current poll has not finished");
    Some(match state.last_checked_at {
        Some(at) => format!("No successful poll since {}: {why}", at.strftime("%Y-%m-%dT%H:%M:%SZ")),
        None => format!("No successful poll yet: {why}"),
    })
}

/// A person tested the mailbox and the test failed.
fn test_problem(watcher: &Watcher) -> Option<String> {
    let failed = watcher.state.failed_test.as_ref()?;
    // Without push notifications a rejected subscription does no harm.
    let matters = failed.step == TestStep::Mailbox || watcher.fields.mode == Mode::Subscription;
    matters.then(|| format!("The last test of the mailbox failed: {}", failed.error))
}

fn message_problem(outcomes: &RecentOutcomes) -> Option<String> {
    let RecentOutcomes { failed, finished, .. } = *outcomes;
    let (messages, them) = if finished == 1 {
        ("The last message".to_owned(), "it")
    } else {
        (format!("{failed} of the last {finished} messages"), "them")
    };
    (failed * 2 > finished).then(|| format!("{messages} failed. Fix the cause, then retry or dismiss {them}."))
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
    use stormwire_store::DbTimestamp;
    use stormwire_store::WatcherId;
    use stormwire_store::tables::watcher::{FailedTest, PollErrorKind, WatcherFields, WatcherState};

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

    fn facts(newest: &[Detection]) -> HealthFacts {
        HealthFacts { newest: newest.to_vec(), outcomes: None, unfinished: None, interval: INTERVAL }
    }

    fn health_of(watcher: &Watcher, newest: &[Detection], minute: i64) -> Health {
        assess(watcher, &facts(newest), at(minute)).health
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
        let degraded = assess(&watcher(on.clone(), none), &facts(&[]), at(60));
        assert_eq!(degraded.reason.as_deref(), Some("No push subscription: 403"));
        let ended = WatcherState { subscription_expires_at: Some(at(60)), ..live() };
        assert_eq!(health_of(&watcher(on, ended), &[], 60), Health::Degraded);
    }

    #[test]
    fn watchers_of_status_events_need_no_subscription() {
        let events = WatcherFields { is_enabled: true, ..WatcherFields::of_status_events("Siren") };
        let polled = WatcherState { last_checked_at: Some(at(60)), ..WatcherState::default() };
        assert_eq!(health_of(&watcher(events.clone(), polled.clone()), &[], 60), Health::Live);
        assert_eq!(health_of(&watcher(events, polled), &[], 71), Health::Degraded);
    }

    #[test]
    fn permanent_errors_degrade_at_once_and_others_after_two_intervals() {
        let failed = |kind, minute| {
            let state = WatcherState {
                last_check_failed_at: Some(at(61)),
                last_check_error: Some("no".into()),
                last_check_error_kind: kind,
                ..live()
            };
            let report =
                assess(&watcher(WatcherFields { is_enabled: true, ..fields() }, state), &facts(&[]), at(minute));
            (report.health, report.reason)
        };
        let degraded = (Health::Degraded, Some("No successful poll since 2026-05-01T13:00:00Z: no".to_owned()));
        for kind in PollErrorKind::ALL {
            assert_eq!(failed(Some(kind), 61), degraded, "{kind}");
        }
        assert_eq!(failed(None, 70), (Health::Live, Some("The last poll failed: no".to_owned())));
        assert_eq!(failed(None, 71), degraded);
    }

    #[test]
    fn a_late_poll_is_never_shown_without_a_reason() {
        let on = WatcherFields { is_enabled: true, ..fields() };
        let polling = WatcherFields { mode: Mode::PollOnly, ..on.clone() };
        let reason = |fields: &WatcherFields, minute| {
            let report = assess(&watcher(fields.clone(), live()), &facts(&[]), at(minute));
            (report.health, report.reason)
        };
        let late = Some("The poll after 2026-05-01T13:00:00Z has not finished".to_owned());
        assert_eq!(reason(&on, 66), (Health::Live, None));
        assert_eq!(reason(&on, 67), (Health::Live, late.clone()));
        assert_eq!(reason(&polling, 67), (Health::Polling, late));
        assert_eq!(reason(&on, 71).0, Health::Degraded);
    }

    #[test]
    fn a_failed_test_degrades_until_it_is_proved_wrong() {
        let tested = |step, mode| {
            let failed_test = Some(FailedTest { step, error: "rejected".into() });
            let fields = WatcherFields { is_enabled: true, mode, ..fields() };
            assess(&watcher(fields, WatcherState { failed_test, ..live() }), &facts(&[]), at(60))
        };
        let report = tested(TestStep::Subscription, Mode::Subscription);
        assert_eq!(report.reason.as_deref(), Some("The last test of the mailbox failed: rejected"));
        assert_eq!(report.health, Health::Degraded);
        assert_eq!(tested(TestStep::Mailbox, Mode::PollOnly).health, Health::Degraded);
        assert_eq!(tested(TestStep::Subscription, Mode::PollOnly).health, Health::Polling);
    }

    #[test]
    fn more_than_half_of_the_messages_failed_is_degraded() {
        let on = watcher(WatcherFields { is_enabled: true, ..fields() }, live());
        let after = |failed, finished| {
            let outcomes = Some(RecentOutcomes { watcher_id: on.id, failed, finished });
            assess(&on, &HealthFacts { outcomes, ..facts(&[]) }, at(60)).health
        };
        for (failed, finished, expected) in [
            (0, 0, Health::Live),
            (1, 1, Health::Degraded),
            (1, 2, Health::Live),
            (10, 20, Health::Live),
            (11, 20, Health::Degraded),
        ] {
            assert_eq!(after(failed, finished), expected, "{failed} of {finished}");
        }
    }

    #[test]
    fn messages_that_cannot_be_filed_degrade() {
        let on = watcher(WatcherFields { is_enabled: true, ..fields() }, live());
        let outcomes = Some(RecentOutcomes { watcher_id: on.id, failed: 1, finished: 1 });
        let facts = HealthFacts { unfinished: Some("Failed, but not filed: x".into()), outcomes, ..facts(&[]) };
        let report = assess(&on, &facts, at(60));
        assert_eq!(report.health, Health::Degraded);
        assert_eq!(report.reason.as_deref(), Some("Failed, but not filed: x"), "before the failures themselves");
    }

    #[test]
    fn three_messages_without_notification_make_a_subscription_silent() {
        let watcher = watcher(WatcherFields { is_enabled: true, ..fields() }, live());
        let silent = |newest: &[Detection], minute| assess(&watcher, &facts(newest), at(minute)).is_silent;
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
