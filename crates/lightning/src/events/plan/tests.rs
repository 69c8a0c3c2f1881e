//! One table row per rule.

use super::*;
use EventCause::{Feed, Person, Policy, Strike, Timer};
use FacilityStatus::{Active, Clear, Clearing, Unknown};

/// Seconds after noon.
fn at(second: i64) -> Timestamp {
    Timestamp::from_second(1_777_636_800 + second).unwrap()
}

fn seconds(time: Timestamp) -> i64 {
    time.as_second() - at(0).as_second()
}

const HEALTHY: FeedState<'_> = FeedState::Healthy;
const UNHEALTHY: FeedState<'_> = FeedState::Unhealthy { reason: Some("no poll") };

fn recorded(status: FacilityStatus, changed_at: i64, window_ends_at: Option<i64>) -> RecordedState {
    RecordedState {
        facility_id: FacilityId::new(1),
        ring: None,
        facility_name: "Pool".into(),
        status,
        changed_at: at(changed_at),
        window_ends_at: window_ends_at.map(at),
        anchor: Some("here".into()),
        rule: "default".into(),
        revision: 5,
    }
}

fn observed(status: FacilityStatus, window_ends_at: Option<i64>) -> ObservedState {
    ObservedState {
        facility_id: FacilityId::new(1),
        facility_name: "Pool".into(),
        ring: None,
        anchor: Some("here".into()),
        rule: "default".into(),
        status,
        window_ends_at: window_ends_at.map(at),
    }
}

/// The plan for one facility, whose observed status began at a time because of strike 9.
fn plan_one(
    recorded: Option<&RecordedState>,
    observed: &ObservedState,
    feed: FeedState<'_>,
    now: i64,
    began_at: Option<i64>,
) -> StatusChanges {
    let observation = Observation { now: at(now), feed, states: std::slice::from_ref(observed) };
    let last_strike =
        |_: &ObservedState| began_at.map(|began_at| LastStrike { id: StrikeId::new(9), status_began_at: at(began_at) });
    plan(recorded.cloned().as_slice(), observation, last_strike)
}

/// Status before and after, cause, and time of the only event.
fn event(changes: &StatusChanges) -> Option<(FacilityStatus, FacilityStatus, EventCause, i64)> {
    assert!(changes.events.len() <= 1, "{changes:?}");
    changes.events.first().map(|event| (event.from, event.to, event.cause, seconds(event.at)))
}

/// Recorded and observed states at second 2,000, the feed, when the observed status began, and the only event.
type Case = (
    RecordedState,
    ObservedState,
    FeedState<'static>,
    Option<i64>,
    Option<(FacilityStatus, FacilityStatus, EventCause, i64)>,
);

fn strike_cases() -> Vec<Case> {
    vec![
        (recorded(Clear, 0, None), observed(Clear, None), HEALTHY, None, None),
        (recorded(Active, 0, Some(1_800)), observed(Active, Some(1_900)), HEALTHY, None, None),
        // A strike: when it was noticed.
        (
            recorded(Clear, 0, None),
            observed(Active, Some(3_000)),
            HEALTHY,
            Some(1_200),
            Some((Clear, Active, Strike, 2_000)),
        ),
        (
            recorded(Clearing, 0, Some(9)),
            observed(Active, Some(3_000)),
            HEALTHY,
            Some(1_200),
            Some((Clearing, Active, Strike, 2_000)),
        ),
        (
            recorded(Clear, 0, None),
            observed(Clearing, Some(3_000)),
            HEALTHY,
            Some(1_200),
            Some((Clear, Clearing, Strike, 2_000)),
        ),
    ]
}

fn timer_cases() -> Vec<Case> {
    vec![
        // A timer: the end of the window of the last strike, however late it is noticed.
        (
            recorded(Active, 0, Some(1_800)),
            observed(Clear, None),
            HEALTHY,
            Some(1_800),
            Some((Active, Clear, Timer, 1_800)),
        ),
        (
            recorded(Active, 0, Some(1_000)),
            observed(Clear, None),
            HEALTHY,
            Some(1_900),
            Some((Active, Clear, Timer, 1_900)),
        ),
        (
            recorded(Active, 0, Some(1_800)),
            observed(Clearing, Some(2_500)),
            HEALTHY,
            Some(1_800),
            Some((Active, Clearing, Timer, 1_800)),
        ),
        (
            recorded(Clearing, 1_800, Some(1_800)),
            observed(Clear, None),
            HEALTHY,
            Some(1_990),
            Some((Clearing, Clear, Timer, 1_990)),
        ),
        // The strikes are no longer in memory: the recorded end counts.
        (recorded(Active, 0, Some(1_800)), observed(Clear, None), HEALTHY, None, Some((Active, Clear, Timer, 1_800))),
        // Never before the previous event.
        (
            recorded(Active, 1_950, Some(1_900)),
            observed(Clear, None),
            HEALTHY,
            Some(1_900),
            Some((Active, Clear, Timer, 1_950)),
        ),
        // Somebody has deleted strikes: the window should still be open.
        (
            recorded(Active, 0, Some(2_100)),
            observed(Clear, None),
            HEALTHY,
            Some(500),
            Some((Active, Clear, Person, 2_000)),
        ),
    ]
}

fn feed_cases() -> Vec<Case> {
    vec![
        // Only Clear needs a healthy feed: then the feed is the cause.
        (recorded(Clear, 0, None), observed(Clear, None), UNHEALTHY, None, Some((Clear, Unknown, Feed, 2_000))),
        (recorded(Unknown, 0, None), observed(Clear, None), HEALTHY, None, Some((Unknown, Clear, Feed, 2_000))),
        (recorded(Unknown, 0, None), observed(Clear, None), UNHEALTHY, None, None),
        // Known strikes remain true.
        (recorded(Active, 0, Some(3_000)), observed(Active, Some(3_000)), UNHEALTHY, None, None),
        (recorded(Clearing, 0, Some(3_000)), observed(Clearing, Some(3_000)), UNHEALTHY, None, None),
        // A strike that becomes known during an outage, or with its end.
        (
            recorded(Unknown, 0, None),
            observed(Active, Some(3_000)),
            UNHEALTHY,
            Some(1_200),
            Some((Unknown, Active, Strike, 2_000)),
        ),
        (
            recorded(Unknown, 0, None),
            observed(Active, Some(3_000)),
            HEALTHY,
            Some(1_200),
            Some((Unknown, Active, Strike, 2_000)),
        ),
        (
            recorded(Unknown, 0, None),
            observed(Clearing, Some(3_000)),
            UNHEALTHY,
            Some(1_200),
            Some((Unknown, Clearing, Strike, 2_000)),
        ),
    ]
}

fn timer_cases_during_an_outage() -> Vec<Case> {
    vec![
        (
            recorded(Active, 0, Some(1_800)),
            observed(Clearing, Some(2_500)),
            UNHEALTHY,
            Some(1_800),
            Some((Active, Clearing, Timer, 1_800)),
        ),
        // Never Clear. The status was unknown from the end of the window on.
        (
            recorded(Clearing, 1_800, Some(1_800)),
            observed(Clear, None),
            UNHEALTHY,
            Some(1_990),
            Some((Clearing, Unknown, Timer, 1_990)),
        ),
        (
            recorded(Active, 0, Some(1_800)),
            observed(Clear, None),
            UNHEALTHY,
            None,
            Some((Active, Unknown, Timer, 1_800)),
        ),
        (
            recorded(Active, 0, Some(2_100)),
            observed(Clear, None),
            UNHEALTHY,
            Some(500),
            Some((Active, Unknown, Person, 2_000)),
        ),
    ]
}

#[test]
fn each_cause_has_its_time() {
    let cases = [strike_cases(), timer_cases(), feed_cases(), timer_cases_during_an_outage()].concat();
    for (before, now_observed, feed, began_at, expected) in cases {
        let changes = plan_one(Some(&before), &now_observed, feed, 2_000, began_at);
        assert_eq!(event(&changes), expected, "{before:?} {now_observed:?}");
        let state = expected.map(|(_, to, _, time)| (to, time, 5));
        let planned = changes.states.first().map(|state| (state.status, seconds(state.changed_at), state.revision));
        assert_eq!(planned, state, "the state follows the event");
    }
}

#[test]
fn details_name_the_strike_and_the_reason() {
    let strike = plan_one(Some(&recorded(Clear, 0, None)), &observed(Active, Some(3_000)), HEALTHY, 2_000, Some(1_200));
    assert_eq!((strike.events[0].strike_id, strike.events[0].detail.as_deref()), (Some(StrikeId::new(9)), None));
    let feed = plan_one(Some(&recorded(Clear, 0, None)), &observed(Clear, None), UNHEALTHY, 2_000, None);
    assert_eq!(feed.events[0].detail.as_deref(), Some("no poll"));
    let none = FeedState::Unhealthy { reason: None };
    let no_feed = plan_one(Some(&recorded(Clear, 0, None)), &observed(Clear, None), none, 2_000, None);
    assert_eq!(no_feed.events[0].detail.as_deref(), Some("nothing feeds strikes"));
    let end = plan_one(Some(&recorded(Active, 0, Some(1_800))), &observed(Clear, None), UNHEALTHY, 2_000, None);
    assert_eq!(end.events[0].detail.as_deref(), Some("no poll"), "why it is not Clear");
}

#[test]
fn a_clock_that_is_set_back_brings_nothing_back() {
    for (before, now_observed, feed, expected) in [
        // The window ended at 1,800; at 1,790 it seems open again.
        (recorded(Clear, 1_800, Some(1_800)), observed(Active, Some(1_800)), HEALTHY, None),
        (recorded(Clear, 1_800, Some(1_800)), observed(Clearing, Some(1_800)), HEALTHY, None),
        // A strike that was not known when the window ended.
        (
            recorded(Clear, 1_800, Some(1_800)),
            observed(Active, Some(2_000)),
            HEALTHY,
            Some((Clear, Active, Strike, 1_800)),
        ),
        // The strike of 1,795 is in the future now.
        (recorded(Active, 1_800, Some(3_595)), observed(Clear, None), HEALTHY, None),
        // The same during an outage.
        (recorded(Active, 1_800, Some(3_595)), observed(Clear, None), UNHEALTHY, None),
        // The window seems open again: that is not believed, the outage is.
        (
            recorded(Clear, 1_800, Some(1_800)),
            observed(Active, Some(1_800)),
            UNHEALTHY,
            Some((Clear, Unknown, Feed, 1_800)),
        ),
        (recorded(Unknown, 1_800, Some(1_800)), observed(Active, Some(1_800)), UNHEALTHY, None),
        // The silence of the feed seems shorter now.
        (recorded(Unknown, 1_800, None), observed(Clear, None), HEALTHY, None),
        (recorded(Clear, 1_800, None), observed(Clear, None), UNHEALTHY, Some((Clear, Unknown, Feed, 1_800))),
        // A time that cannot be right does not silence the facility.
        (
            recorded(Active, 1_000_000, Some(900)),
            observed(Clear, None),
            HEALTHY,
            Some((Active, Clear, Timer, 1_000_000)),
        ),
    ] {
        let changes = plan_one(Some(&before), &now_observed, feed, 1_790, Some(900));
        assert_eq!(event(&changes), expected, "{before:?} {now_observed:?}");
    }
}

#[test]
fn before_the_first_poll_only_strikes_change_a_status() {
    for (before, now_observed, expected) in [
        (recorded(Clear, 0, None), observed(Clear, None), None),
        (recorded(Unknown, 0, None), observed(Clear, None), None),
        (recorded(Active, 0, Some(1_800)), observed(Clear, None), None),
        (recorded(Active, 0, Some(1_800)), observed(Clearing, Some(2_500)), Some((Active, Clearing, Timer, 1_800))),
        (recorded(Clear, 0, None), observed(Active, Some(3_000)), Some((Clear, Active, Strike, 2_000))),
        (recorded(Unknown, 0, None), observed(Active, Some(3_000)), Some((Unknown, Active, Strike, 2_000))),
    ] {
        let changes = plan_one(Some(&before), &now_observed, FeedState::NotPolledYet, 2_000, Some(1_800));
        assert_eq!(event(&changes), expected, "{before:?} {now_observed:?}");
    }
    assert!(plan_one(None, &observed(Clear, None), FeedState::NotPolledYet, 2_000, None).is_empty());
}

#[test]
fn facilities_that_are_new_moved_renamed_or_deleted() {
    let here = observed(Clear, None);
    assert_eq!(event(&plan_one(None, &here, HEALTHY, 7, None)), Some((Unknown, Clear, Person, 7)));
    let unknown = plan_one(None, &here, UNHEALTHY, 7, None);
    assert_eq!((event(&unknown), unknown.states[0].status, unknown.states[0].revision), (None, Unknown, 0));
    let nowhere = ObservedState { anchor: None, status: Unknown, ..here.clone() };
    assert_eq!(event(&plan_one(None, &nowhere, HEALTHY, 7, None)), None);
    let lost = plan_one(Some(&recorded(Clear, 0, None)), &nowhere, HEALTHY, 7, None);
    assert_eq!(event(&lost), Some((Clear, Unknown, Person, 7)));
    let found = RecordedState { anchor: None, ..recorded(Unknown, 0, None) };
    assert_eq!(event(&plan_one(Some(&found), &here, HEALTHY, 7, None)), Some((Unknown, Clear, Person, 7)));
    let moved = ObservedState { anchor: Some("there".into()), ..observed(Active, Some(90)) };
    let changes = plan_one(Some(&recorded(Unknown, 0, None)), &moved, UNHEALTHY, 7, Some(3));
    assert_eq!(event(&changes), Some((Unknown, Active, Person, 7)), "a location with known strikes");
    let changes = plan_one(Some(&recorded(Clear, 0, None)), &moved, HEALTHY, 7, Some(3));
    assert_eq!(event(&changes), Some((Clear, Active, Person, 7)));
    assert_eq!(changes.states[0].anchor.as_deref(), Some("there"));
    let renamed = ObservedState { facility_name: "Lake".into(), ..here };
    let changes = plan_one(Some(&recorded(Clear, 0, None)), &renamed, HEALTHY, 7, None);
    assert_eq!((event(&changes), changes.states[0].facility_name.as_str()), (None, "Lake"));
    let nothing = Observation { now: at(7), feed: HEALTHY, states: &[] };
    let deleted = plan(&[recorded(Active, 0, None)], nothing, |_| None);
    assert_eq!((event(&deleted), deleted.removed.len()), (Some((Active, Unknown, Person, 7)), 1));
    let deleted = plan(&[recorded(Unknown, 0, None)], nothing, |_| None);
    assert_eq!((event(&deleted), deleted.removed.len()), (None, 1));
}

#[test]
fn a_changed_policy_is_the_cause_of_what_it_changes() {
    let widened = ObservedState { rule: "wide".into(), ..observed(Active, Some(90)) };
    let changes = plan_one(Some(&recorded(Clear, 0, None)), &widened, HEALTHY, 7, Some(3));
    assert_eq!((event(&changes), changes.states[0].rule.as_str()), (Some((Clear, Active, Policy, 7)), "wide"));
    let same = ObservedState { rule: "wide".into(), ..observed(Clear, None) };
    let changes = plan_one(Some(&recorded(Clear, 0, None)), &same, HEALTHY, 7, None);
    assert_eq!((event(&changes), changes.states.len()), (None, 1), "the rule is recorded without an event");
    let narrowed = ObservedState { rule: "narrow".into(), ..observed(Clear, None) };
    let changes = plan_one(Some(&recorded(Active, 0, Some(90))), &narrowed, UNHEALTHY, 7, None);
    assert_eq!(event(&changes), Some((Active, Unknown, Policy, 7)), "not Clear during an outage");
    let changes = plan_one(Some(&recorded(Unknown, 0, None)), &widened, UNHEALTHY, 7, Some(3));
    assert_eq!(event(&changes), Some((Unknown, Active, Policy, 7)));
}

#[test]
fn rings_have_states_and_events_of_their_own() {
    let ring =
        |status, window_ends_at| ObservedState { ring: Some("Warning".into()), ..observed(status, window_ends_at) };
    let known_ring = RecordedState { ring: Some("Warning".into()), ..recorded(Clear, 0, None) };
    let known = [recorded(Clear, 0, None), known_ring.clone()];
    let states = [observed(Clear, None), ring(Active, Some(90))];
    let observation = Observation { now: at(7), feed: HEALTHY, states: &states };
    let changes = plan(&known, observation, |_| None);
    assert_eq!(
        (event(&changes), changes.events[0].ring.as_deref()),
        (Some((Clear, Active, Strike, 7)), Some("Warning"))
    );
    let changes = plan(&known[..1], observation, |_| None);
    assert_eq!(event(&changes), Some((Unknown, Active, Policy, 7)), "a new ring");
    let active_ring = RecordedState { status: Active, window_ends_at: Some(at(90)), ..known_ring.clone() };
    let outage = Observation { feed: UNHEALTHY, ..observation };
    let changes = plan(&[recorded(Clear, 0, None), active_ring], outage, |_| None);
    assert_eq!(
        (event(&changes), changes.events[0].ring.as_deref()),
        (Some((Clear, Unknown, Feed, 7)), None),
        "an active ring stays active"
    );
    let without = Observation { states: &states[..1], ..observation };
    let changes = plan(&known, without, |_| None);
    assert_eq!((event(&changes), &changes.removed), (Some((Clear, Unknown, Policy, 7)), &vec![known_ring]));
}
