//! Decides what to do with the subscription of a watcher. Pure.

use crate::jobs::subscription::SubscriptionJob;
use jiff::Timestamp;
use std::time::Duration;
use stormwire_clock::earlier;
use stormwire_store::tables::watcher::{Mode, Watcher};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Plan {
    /// No subscription is needed and none exists.
    Nothing,
    /// A subscription exists that is not needed.
    Release,
    /// No active subscription exists, or a replacement was requested.
    Create,
    Renew,
    /// Ask the provider whether the subscription is still active.
    Check,
}

pub(super) fn plan(watcher: &Watcher, job: SubscriptionJob, margin: Duration, now: Timestamp) -> Plan {
    let state = &watcher.state;
    let is_held = state.subscription_id.is_some();
    if !watcher.fields.is_enabled || watcher.fields.mode == Mode::PollOnly {
        return if is_held { Plan::Release } else { Plan::Nothing };
    }
    let is_pending = |requested_at: Option<Timestamp>| requested_at.is_some() && requested_at > state.last_renewed_at;
    match state.subscription_expires_at.filter(|_| is_held) {
        None => Plan::Create,
        Some(_) if is_pending(job.replace_requested_at) => Plan::Create,
        Some(expires_at) if expires_at <= now => Plan::Create,
        Some(expires_at) if is_pending(job.renew_requested_at) || earlier(expires_at, margin) <= now => Plan::Renew,
        Some(_) => Plan::Check,
    }
}

/// Whether this process has yet to poll the folder. Messages that arrived while no process ran are claimed before a new
/// subscription reports later ones. A poll that failed counts: the subscription must not wait for it.
pub(super) fn must_poll_first(watcher: &Watcher, started_at: Timestamp) -> bool {
    let wants_subscription = watcher.fields.is_enabled && watcher.fields.mode == Mode::Subscription;
    let polled_at = watcher.state.last_checked_at.max(watcher.state.last_check_failed_at);
    wants_subscription && polled_at.is_none_or(|at| at < started_at)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_fixture::fields;
    use stormwire_store::WatcherId;
    use stormwire_store::tables::watcher::{WatcherFields, WatcherState};

    fn at(hour: i64) -> Timestamp {
        Timestamp::from_second(1_777_636_800 + 3_600 * hour).unwrap()
    }

    #[test]
    fn each_subscription_state_leads_to_one_plan() {
        let (margin, id) = (Duration::from_hours(24), WatcherId::new(1));
        let watcher = |is_enabled, mode, expires: Option<i64>| Watcher {
            id,
            fields: WatcherFields { is_enabled, mode, ..fields() },
            state: WatcherState {
                subscription_id: expires.map(|_| "s".into()),
                subscription_expires_at: expires.map(at),
                last_renewed_at: Some(at(-1)),
                ..WatcherState::default()
            },
        };
        let (push, poll) = (Mode::Subscription, Mode::PollOnly);
        let (none, renew, replace) =
            (SubscriptionJob::check(id), SubscriptionJob::renew(id, at(0)), SubscriptionJob::replace(id, at(0)));
        let old = SubscriptionJob { renew_requested_at: Some(at(-9)), replace_requested_at: Some(at(-9)), ..none };
        for (enabled, mode, expires, job, expected) in [
            (true, push, None, none, Plan::Create),
            (true, push, Some(0), none, Plan::Create),
            (true, push, Some(24), none, Plan::Renew),
            (true, push, Some(25), none, Plan::Check),
            (true, push, Some(100), renew, Plan::Renew),
            (true, push, Some(100), replace, Plan::Create),
            (true, push, Some(100), old, Plan::Check),
            (false, push, Some(100), none, Plan::Release),
            (false, push, None, none, Plan::Nothing),
            (true, poll, Some(100), none, Plan::Release),
            (true, poll, None, replace, Plan::Nothing),
        ] {
            let watcher = watcher(enabled, mode, expires);
            assert_eq!(plan(&watcher, job, margin, at(0)), expected, "{enabled} {mode} {expires:?}");
        }
    }

    #[test]
    fn each_process_polls_before_it_subscribes() {
        let watcher = |mode, checked: Option<i64>, failed: Option<i64>| Watcher {
            id: WatcherId::new(1),
            fields: WatcherFields { is_enabled: true, mode, ..fields() },
            state: WatcherState {
                last_checked_at: checked.map(at),
                last_check_failed_at: failed.map(at),
                ..WatcherState::default()
            },
        };
        for (mode, checked, failed, expected) in [
            (Mode::Subscription, None, None, true),
            (Mode::Subscription, Some(-1), None, true),
            (Mode::Subscription, Some(0), None, false),
            (Mode::Subscription, Some(-1), Some(1), false),
            (Mode::PollOnly, None, None, false),
        ] {
            let must = must_poll_first(&watcher(mode, checked, failed), at(0));
            assert_eq!(must, expected, "{mode} {checked:?} {failed:?}");
        }
        let mut disabled = watcher(Mode::Subscription, None, None);
        disabled.fields.is_enabled = false;
        assert!(!must_poll_first(&disabled, at(0)));
    }
}
