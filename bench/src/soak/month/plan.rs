//! What happens on which day. Pure.

use stormwire_emulator::{FaultSet, LifecycleEvent};

pub(super) const DAYS: u32 = 30;
/// Memory is compared over the days after this one, in which one process lives.
const LAST_DAY_WITH_A_KILL: u32 = 17;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ProviderIncident {
    Nothing,
    ReauthorizationRequired,
    SubscriptionsRemoved,
    /// Without a notification.
    SubscriptionsExpired,
    DeltaStateLost,
    /// A twentieth of the calls, and as many fail.
    Throttled,
    /// A third of the notifications.
    NotificationsLost,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct DayPlan {
    pub(super) provider: ProviderIncident,
    pub(super) is_database_restarted: bool,
    pub(super) is_worker_killed: bool,
}

/// Days are counted from zero. Tokens expire on every day: they are valid for an hour.
pub(super) fn plan_day(day: u32) -> DayPlan {
    let provider = match day % 7 {
        1 => ProviderIncident::ReauthorizationRequired,
        2 => ProviderIncident::SubscriptionsRemoved,
        3 => ProviderIncident::SubscriptionsExpired,
        4 => ProviderIncident::DeltaStateLost,
        5 => ProviderIncident::Throttled,
        6 => ProviderIncident::NotificationsLost,
        _ => ProviderIncident::Nothing,
    };
    DayPlan {
        provider,
        is_database_restarted: day % 5 == 4,
        is_worker_killed: day % 2 == 1 && day <= LAST_DAY_WITH_A_KILL,
    }
}

impl ProviderIncident {
    pub(super) fn fault_set(self, day: u32) -> FaultSet {
        let base = FaultSet { seed: u64::from(day), ..FaultSet::default() };
        let lifecycle = |event| FaultSet { lifecycle: Some(event), ..base.clone() };
        match self {
            Self::Nothing => base,
            Self::ReauthorizationRequired => lifecycle(LifecycleEvent::ReauthorizationRequired),
            Self::SubscriptionsRemoved => lifecycle(LifecycleEvent::SubscriptionRemoved),
            Self::SubscriptionsExpired => FaultSet { expire_subscriptions: true, ..base },
            Self::DeltaStateLost => FaultSet { lose_delta_state: true, ..base },
            Self::Throttled => FaultSet { throttled: 0.05, server_errors: 0.05, ..base },
            Self::NotificationsLost => FaultSet { drop: 0.33, duplicate: 0.2, reorder: true, ..base },
        }
    }

    pub(super) fn text(self) -> &'static str {
        match self {
            Self::Nothing => "",
            Self::ReauthorizationRequired => "reauthorization required",
            Self::SubscriptionsRemoved => "subscriptions removed",
            Self::SubscriptionsExpired => "subscriptions expired",
            Self::DeltaStateLost => "delta state lost",
            Self::Throttled => "throttled",
            Self::NotificationsLost => "notifications lost",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_incident_happens_several_times_in_a_month() {
        let days: Vec<DayPlan> = (0..DAYS).map(plan_day).collect();
        for incident in [
            ProviderIncident::ReauthorizationRequired,
            ProviderIncident::SubscriptionsRemoved,
            ProviderIncident::SubscriptionsExpired,
            ProviderIncident::DeltaStateLost,
            ProviderIncident::Throttled,
            ProviderIncident::NotificationsLost,
        ] {
            assert!(days.iter().filter(|day| day.provider == incident).count() >= 4, "{incident:?}");
        }
        assert_eq!(days.iter().filter(|day| day.is_database_restarted).count(), 6);
        assert_eq!(days.iter().filter(|day| day.is_worker_killed).count(), 9);
        assert!(days.iter().rev().take(12).all(|day| !day.is_worker_killed), "one process lives for 12 days");
    }
}
