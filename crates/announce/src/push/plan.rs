//! Decides who is notified about an event, how long that is useful, and what follows an attempt to send. Pure.

use jiff::Timestamp;
use std::time::Duration;
use stormwire_clock::{earlier, later};
use stormwire_store::tables::push_subscription::{PendingChange, PendingUpdate};
use stormwire_store::tables::status_event::{FacilityStatus, StatusEvent};

const FIRST_RETRY: Duration = Duration::from_secs(5);
const MAX_RETRY: Duration = Duration::from_mins(5);
/// A longer `Retry-After` counts as this.
const MAX_RETRY_AFTER: Duration = Duration::from_hours(2);

/// How long after a change a notification about it is still useful. An outdated "clear" is the dangerous one.
pub(super) fn lifetime(status: FacilityStatus) -> Duration {
    match status {
        FacilityStatus::Clear => Duration::from_mins(30),
        FacilityStatus::Active | FacilityStatus::Clearing | FacilityStatus::Unknown => Duration::from_hours(2),
    }
}

/// The longest of all.
pub(super) const MAX_LIFETIME: Duration = Duration::from_hours(2);

/// What each event means for the subscriptions of its facility, in the order of the events.
pub(super) fn plan(events: &[StatusEvent], now: Timestamp) -> Vec<PendingUpdate> {
    events.iter().filter_map(|event| plan_one(event, now)).collect()
}

fn plan_one(event: &StatusEvent, now: Timestamp) -> Option<PendingUpdate> {
    let change = pending_change(event)?;
    let is_outdated = event.at.0 < earlier(now, lifetime(event.to));
    Some(PendingUpdate {
        facility_id: event.facility_id,
        event_id: event.id,
        status: event.to,
        change: if is_outdated { PendingChange::Drop } else { change },
    })
}

/// `None`: what is pending stays useful.
fn pending_change(event: &StatusEvent) -> Option<PendingChange> {
    use FacilityStatus::{Active, Clear, Clearing, Unknown};
    if event.ring.is_some() {
        return None;
    }
    match (event.from, event.to) {
        (_, Active) | (Active | Clearing, Clear | Unknown) => Some(PendingChange::Notify),
        // The feed is back. Only those who were warned before wait for the all clear.
        (Unknown, Clear) => Some(PendingChange::NotifyIfWarned),
        // Lightning was close, which a pending warning says.
        (Active, Clearing) => None,
        (_, Clearing | Clear | Unknown) => Some(PendingChange::Drop),
    }
}

/// The result of one request to a push service.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Attempt {
    Response { status: u16, retry_after: Option<Duration> },
    NotConnected,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum NextStep {
    Sent,
    /// The browser has ended the subscription.
    DeleteSubscription,
    GiveUp,
    RetryAt(Timestamp),
}

/// `attempts` failed before this one.
pub(super) fn next_step(attempt: Attempt, attempts: i64, now: Timestamp, useful_until: Timestamp) -> NextStep {
    let backoff = FIRST_RETRY * 2_u32.saturating_pow(u32::try_from(attempts.clamp(0, 10)).unwrap_or(0));
    let delay = match attempt {
        Attempt::Response { status: 200..=299, .. } => return NextStep::Sent,
        Attempt::Response { status: 404 | 410, .. } => return NextStep::DeleteSubscription,
        Attempt::Response { status: 408 | 429 | 500..=599, retry_after } => {
            retry_after.map_or(backoff.min(MAX_RETRY), |delay| delay.clamp(FIRST_RETRY, MAX_RETRY_AFTER))
        }
        Attempt::NotConnected => backoff.min(MAX_RETRY),
        Attempt::Response { .. } => return NextStep::GiveUp,
    };
    let next = later(now, delay);
    if next < useful_until { NextStep::RetryAt(next) } else { NextStep::GiveUp }
}

#[cfg(test)]
mod tests {
    use super::*;
    use FacilityStatus::{Active, Clear, Clearing, Unknown};
    use stormwire_testkit::samples::status_event;

    fn noon() -> Timestamp {
        "2026-05-01T12:00:00Z".parse().unwrap()
    }

    fn event(from: FacilityStatus, to: FacilityStatus, ring: Option<&str>) -> StatusEvent {
        StatusEvent { from, to, ring: ring.map(str::to_owned), ..status_event() }
    }

    fn change(event: &StatusEvent, now: Timestamp) -> Option<PendingChange> {
        plan(std::slice::from_ref(event), now).first().map(|update| update.change)
    }

    #[test]
    fn danger_its_end_and_its_loss_from_sight_are_notified() {
        let (notify, drop) = (Some(PendingChange::Notify), Some(PendingChange::Drop));
        for (from, to, expected) in [
            (Clear, Active, notify),
            (Clearing, Active, notify),
            (Unknown, Active, notify),
            (Active, Clearing, None),
            (Clear, Clearing, drop),
            (Unknown, Clearing, drop),
            (Active, Clear, notify),
            (Clearing, Clear, notify),
            (Unknown, Clear, Some(PendingChange::NotifyIfWarned)),
            (Active, Unknown, notify),
            (Clearing, Unknown, notify),
            (Clear, Unknown, drop),
        ] {
            assert_eq!(change(&event(from, to, None), noon()), expected, "{from} to {to}");
            assert_eq!(change(&event(from, to, Some("Warning")), noon()), None, "rings notify nobody");
        }
    }

    #[test]
    fn updates_name_the_status_of_their_event() {
        let found = plan(&[event(Clear, Active, None), event(Active, Clear, None)], noon());
        assert_eq!(found.iter().map(|update| update.status).collect::<Vec<_>>(), [Active, Clear]);
    }

    #[test]
    fn outdated_events_notify_nobody() {
        for (from, to) in [(Clear, Active), (Active, Clear), (Active, Unknown), (Unknown, Clear)] {
            let event = event(from, to, None);
            let end = later(noon(), lifetime(to));
            assert_ne!(change(&event, end), Some(PendingChange::Drop), "{to}");
            assert_eq!(change(&event, later(end, Duration::from_secs(1))), Some(PendingChange::Drop), "{to}");
            assert!(lifetime(to) <= MAX_LIFETIME);
        }
    }

    #[test]
    fn failures_are_retried_while_the_notification_is_useful() {
        let seconds = |seconds| NextStep::RetryAt(later(noon(), Duration::from_secs(seconds)));
        let response = |status, retry_after: Option<u64>| Attempt::Response {
            status,
            retry_after: retry_after.map(Duration::from_secs),
        };
        for (attempt, attempts, expected) in [
            (response(201, None), 0, NextStep::Sent),
            (response(200, None), 3, NextStep::Sent),
            (response(404, None), 0, NextStep::DeleteSubscription),
            (response(410, Some(5)), 0, NextStep::DeleteSubscription),
            (response(400, None), 0, NextStep::GiveUp),
            (response(403, None), 0, NextStep::GiveUp),
            (response(413, None), 0, NextStep::GiveUp),
            (response(301, None), 0, NextStep::GiveUp),
            (response(429, Some(60)), 0, seconds(60)),
            (response(503, Some(0)), 0, seconds(5)),
            (response(503, Some(1_799)), 0, seconds(1_799)),
            (response(503, Some(1_800)), 0, NextStep::GiveUp),
            (response(500, None), 0, seconds(5)),
            (response(500, None), 2, seconds(20)),
            (response(500, None), 99, seconds(300)),
            (Attempt::NotConnected, 1, seconds(10)),
        ] {
            let until = later(noon(), Duration::from_mins(30));
            assert_eq!(next_step(attempt, attempts, noon(), until), expected, "{attempt:?} after {attempts}");
        }
        assert_eq!(next_step(Attempt::NotConnected, 0, noon(), noon()), NextStep::GiveUp);
    }
}
