//! Decides which changes of status are recorded. Pure.

use jiff::{SignedDuration, Timestamp};
use std::collections::BTreeMap;
use stormwire_store::tables::facility_status::{RecordedState, StatusChanges};
use stormwire_store::tables::status_event::{EventCause, FacilityStatus, NewStatusEvent};
use stormwire_store::{FacilityId, StrikeId};

/// A recorded time that is further ahead was written with a wrong clock. It must not silence a facility for years.
const MAX_CLOCK_STEP: SignedDuration = SignedDuration::from_hours(24);

const FEED_RECOVERED: &str = "the feed is healthy again";
const NO_FEED: &str = "nothing feeds strikes";
const ADDED: &str = "first status of the facility";
const RING_ADDED: &str = "first status of the ring";
const LOCATED: &str = "the facility got a location";
const NOT_LOCATED: &str = "the facility has no location";
const MOVED: &str = "the facility was moved";
const DELETED: &str = "the facility was deleted";
const RULE_CHANGED: &str = "the policy of the facility was changed";
const RING_DELETED: &str = "the ring was removed from the policy";
const STRIKES_DELETED: &str = "strikes were deleted";

/// What is known at one time.
#[derive(Debug, Clone, Copy)]
pub(super) struct Observation<'a> {
    pub(super) now: Timestamp,
    pub(super) feed: FeedState<'a>,
    /// Every facility, followed by its rings.
    pub(super) states: &'a [ObservedState],
}

#[derive(Debug, Clone, Copy)]
pub(super) enum FeedState<'a> {
    Healthy,
    Unhealthy {
        /// `None` if nothing feeds strikes.
        reason: Option<&'a str>,
    },
    /// The process was just started: what depends on the feed stays as it is.
    NotPolledYet,
}

/// The evaluated state of a facility, or of one of its rings.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct ObservedState {
    pub(super) facility_id: FacilityId,
    pub(super) facility_name: String,
    /// `None`: the status of the facility itself.
    pub(super) ring: Option<String>,
    /// `None`: the facility has no location.
    pub(super) anchor: Option<String>,
    /// The parameters that were evaluated.
    pub(super) rule: String,
    /// Regardless of the feed.
    pub(super) status: FacilityStatus,
    /// When the status ends if there are no more strikes.
    pub(super) window_ends_at: Option<Timestamp>,
}

/// The newest strike in the radius of a facility or ring.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct LastStrike {
    pub(super) id: StrikeId,
    /// When the observed status began, if no other strike matters.
    pub(super) status_began_at: Timestamp,
}

/// The changes from the recorded to the observed states, at most one event for each. `last_strike` is called only for states
/// that changed.
pub(super) fn plan(
    recorded: &[RecordedState],
    observation: Observation<'_>,
    last_strike: impl Fn(&ObservedState) -> Option<LastStrike>,
) -> StatusChanges {
    let key = |state: &RecordedState| (state.facility_id, state.ring.clone());
    let mut left: BTreeMap<_, &RecordedState> = recorded.iter().map(|state| (key(state), state)).collect();
    let mut changes = StatusChanges::default();
    for observed in observation.states {
        match left.remove(&(observed.facility_id, observed.ring.clone())) {
            Some(recorded) => {
                let comparison = Comparison { recorded, observed, observation };
                comparison.plan(&last_strike, &mut changes);
            }
            None if matches!(observation.feed, FeedState::NotPolledYet) => {}
            None => plan_new(observed, observation, &last_strike, &mut changes),
        }
    }
    for (_, recorded) in left {
        plan_removed(recorded, observation, &mut changes);
    }
    changes
}

impl Observation<'_> {
    /// Clear requires a healthy feed. Active and Clearing do not: known strikes remain true.
    fn with_feed(&self, status: FacilityStatus, recorded: FacilityStatus) -> FacilityStatus {
        match (status, self.feed) {
            (FacilityStatus::Clear, FeedState::Unhealthy { .. }) => FacilityStatus::Unknown,
            (FacilityStatus::Clear, FeedState::NotPolledYet) => recorded,
            _ => status,
        }
    }

    fn feed_reason(&self) -> String {
        match self.feed {
            FeedState::Unhealthy { reason: Some(reason) } => reason.to_owned(),
            _ => NO_FEED.to_owned(),
        }
    }
}

/// A state that is not recorded was unknown before.
fn plan_new(
    observed: &ObservedState,
    observation: Observation<'_>,
    last_strike: impl Fn(&ObservedState) -> Option<LastStrike>,
    changes: &mut StatusChanges,
) {
    let status = observation.with_feed(observed.status, FacilityStatus::Unknown);
    let unknown = RecordedState {
        facility_id: observed.facility_id,
        ring: observed.ring.clone(),
        facility_name: observed.facility_name.clone(),
        status: FacilityStatus::Unknown,
        changed_at: observation.now,
        window_ends_at: None,
        anchor: observed.anchor.clone(),
        rule: observed.rule.clone(),
        revision: 0,
    };
    let is_ring = observed.ring.is_some();
    let reason = if is_ring { because(EventCause::Policy, RING_ADDED) } else { because(EventCause::Person, ADDED) };
    let window_ends_at = window_end(&unknown, observed, status, last_strike);
    let state = RecordedState { status, window_ends_at, ..unknown.clone() };
    push_event(&unknown, &state, reason, changes);
    changes.states.push(state);
}

/// The end of the last window that is known when a status begins: a later one belongs to a new strike.
fn window_end(
    recorded: &RecordedState,
    observed: &ObservedState,
    status: FacilityStatus,
    last_strike: impl Fn(&ObservedState) -> Option<LastStrike>,
) -> Option<Timestamp> {
    match status {
        FacilityStatus::Active | FacilityStatus::Clearing => observed.window_ends_at,
        FacilityStatus::Clear | FacilityStatus::Unknown => {
            recorded.window_ends_at.max(last_strike(observed).map(|strike| strike.status_began_at))
        }
    }
}

fn plan_removed(recorded: &RecordedState, observation: Observation<'_>, changes: &mut StatusChanges) {
    let is_deleted = !observation.states.iter().any(|state| state.facility_id == recorded.facility_id);
    let reason =
        if is_deleted { because(EventCause::Person, DELETED) } else { because(EventCause::Policy, RING_DELETED) };
    let changed_at = observation.now.max(recorded.changed_at);
    let unknown = RecordedState { status: FacilityStatus::Unknown, changed_at, ..recorded.clone() };
    push_event(recorded, &unknown, reason, changes);
    changes.removed.push(recorded.clone());
}

/// Why a status changed.
struct Reason {
    cause: EventCause,
    strike_id: Option<StrikeId>,
    detail: Option<String>,
}

fn because(cause: EventCause, detail: &str) -> Reason {
    Reason { cause, strike_id: None, detail: Some(detail.to_owned()) }
}

fn push_event(from: &RecordedState, to: &RecordedState, reason: Reason, changes: &mut StatusChanges) {
    if from.status == to.status {
        return;
    }
    changes.events.push(NewStatusEvent {
        facility_id: to.facility_id,
        facility_name: to.facility_name.clone(),
        at: to.changed_at,
        from: from.status,
        to: to.status,
        ring: to.ring.clone(),
        cause: reason.cause,
        strike_id: reason.strike_id,
        detail: reason.detail,
    });
}

/// A recorded state and what is observed now.
struct Comparison<'a> {
    recorded: &'a RecordedState,
    observed: &'a ObservedState,
    observation: Observation<'a>,
}

impl Comparison<'_> {
    fn plan(&self, last_strike: impl Fn(&ObservedState) -> Option<LastStrike>, changes: &mut StatusChanges) {
        let Self { recorded, observed, observation } = self;
        // The end of a window at another location, or by another rule, says nothing.
        let is_same = recorded.anchor == observed.anchor && recorded.rule == observed.rule;
        let described = RecordedState {
            facility_name: observed.facility_name.clone(),
            anchor: observed.anchor.clone(),
            rule: observed.rule.clone(),
            window_ends_at: if is_same { recorded.window_ends_at } else { observed.window_ends_at },
            ..(*recorded).clone()
        };
        let believed = if self.is_credible() { observed.status } else { recorded.status };
        let status = observation.with_feed(believed, recorded.status);
        if status == recorded.status {
            if described != **recorded {
                changes.states.push(described);
            }
            return;
        }
        let now = observation.now.max(recorded.changed_at);
        let with_status =
            |changed_at, window_ends_at| RecordedState { status, changed_at, window_ends_at, ..described };
        let (state, reason) = match self.reason_without_strike(status) {
            Some(reason) => (with_status(now, window_end(recorded, observed, status, last_strike)), reason),
            None if status < recorded.status => {
                let strike_id = last_strike(observed).map(|strike| strike.id);
                let reason = Reason { cause: EventCause::Strike, strike_id, detail: None };
                (with_status(now, observed.window_ends_at), reason)
            }
            None => self.plan_end(status, last_strike(observed), with_status),
        };
        push_event(recorded, &state, reason, changes);
        changes.states.push(state);
    }

    /// While the clock is behind the last event, only Active is believed, because of a strike that was not known then, and
    /// that a location is missing: a clock that was set back must not bring back what was.
    fn is_credible(&self) -> bool {
        let behind = self.recorded.changed_at.duration_since(self.observation.now);
        let is_behind = behind > SignedDuration::ZERO && behind <= MAX_CLOCK_STEP;
        let has_new_strike = self.observed.window_ends_at > self.recorded.window_ends_at;
        match self.observed.status {
            FacilityStatus::Unknown => true,
            FacilityStatus::Active => !is_behind || has_new_strike,
            FacilityStatus::Clearing | FacilityStatus::Clear => !is_behind,
        }
    }

    /// Changes of the location, the feed or the policy. The feed only decides between Clear and Unknown.
    fn reason_without_strike(&self, status: FacilityStatus) -> Option<Reason> {
        let Self { recorded, observed, observation } = self;
        match (&recorded.anchor, &observed.anchor) {
            (_, None) => return Some(because(EventCause::Person, NOT_LOCATED)),
            (None, Some(_)) => return Some(because(EventCause::Person, LOCATED)),
            (Some(_), Some(_)) => {}
        }
        match (recorded.status, status) {
            (FacilityStatus::Clear, FacilityStatus::Unknown) => {
                Some(because(EventCause::Feed, &observation.feed_reason()))
            }
            (FacilityStatus::Unknown, FacilityStatus::Clear) => Some(because(EventCause::Feed, FEED_RECOVERED)),
            _ if recorded.anchor != observed.anchor => Some(because(EventCause::Person, MOVED)),
            _ => (recorded.rule != observed.rule).then(|| because(EventCause::Policy, RULE_CHANGED)),
        }
    }

    /// A window has ended, at the time that its last strike says, also if nobody was there to notice; or the strikes that
    /// kept it open were deleted. Without a healthy feed it is then unknown whether other strikes followed.
    fn plan_end(
        &self,
        status: FacilityStatus,
        last_strike: Option<LastStrike>,
        with_status: impl FnOnce(Timestamp, Option<Timestamp>) -> RecordedState,
    ) -> (RecordedState, Reason) {
        let now = self.observation.now.max(self.recorded.changed_at);
        let began_at = last_strike.map(|strike| strike.status_began_at);
        match began_at.max(self.recorded.window_ends_at) {
            Some(end) if end <= now => {
                let detail = (status == FacilityStatus::Unknown).then(|| self.observation.feed_reason());
                let reason = Reason { cause: EventCause::Timer, strike_id: None, detail };
                (with_status(end.max(self.recorded.changed_at), Some(end)), reason)
            }
            end => (with_status(now, end), because(EventCause::Person, STRIKES_DELETED)),
        }
    }
}

#[cfg(test)]
mod tests;
