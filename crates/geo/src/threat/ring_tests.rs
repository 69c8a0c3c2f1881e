//! One test per rule of the outer rings.

use super::evaluate::{Site, StrikeHistory, evaluate};
use super::parameters::{ParameterOverrides, ThreatParameter, ThreatParameters};
use super::policy::{Policy, Ring};
use super::proximity::{Proximity, RingState, Strike, ThreatStatus};
use super::tests::{NOON, home, parameters, strike};
use crate::geodesic::Ellipsoid;
use crate::units::{DurationMicros, UnixMicros};

/// Degrees of latitude, about 13.8 miles.
const FAR: f64 = 0.2;

fn ring(miles: f64, clear_minutes: f64) -> Ring {
    Ring::new("Ring".into(), miles, clear_minutes).unwrap()
}

fn with_rings(parameters: ThreatParameters, rings: Vec<Ring>) -> Policy {
    Policy::new(parameters, rings).unwrap()
}

fn evaluate_home(strikes: &[Strike], policy: &Policy, as_of: UnixMicros) -> Proximity {
    let site = Site { position: home(), policy: 0 };
    evaluate(StrikeHistory { strikes, before: None }, std::slice::from_ref(policy), &[site], as_of).remove(0)
}

fn ring_at_minute(strikes: &[Strike], policy: &Policy, minute: f64) -> RingState {
    evaluate_home(strikes, policy, NOON.after(DurationMicros::minutes(minute))).rings.as_slice()[0]
}

#[test]
fn clear_time_includes_its_edge() {
    let (strikes, policy) = ([strike(1, 0.0, FAR)], with_rings(ThreatParameters::default(), vec![ring(15.0, 20.0)]));
    let edge = NOON.after(DurationMicros::minutes(20.0));
    let at = |as_of| evaluate_home(&strikes, &policy, as_of);
    assert_eq!(at(edge).rings.as_slice(), [RingState { last_strike_at: Some(NOON), clear_at: Some(edge) }]);
    assert_eq!(at(edge).changes_at(), Some(edge.after(DurationMicros(1))));
    let after = at(edge.after(DurationMicros(1)));
    assert_eq!(after.rings.as_slice(), [RingState { last_strike_at: Some(NOON), clear_at: None }]);
    assert_eq!((after.changes_at(), after.status), (None, ThreatStatus::Clear));
}

#[test]
fn radius_includes_its_edge() {
    let strikes = [strike(1, 0.0, FAR)];
    let miles = Ellipsoid::wgs84().distance(home(), strikes[0].position).miles().0;
    let is_active = |miles| {
        ring_at_minute(&strikes, &with_rings(ThreatParameters::default(), vec![ring(miles, 30.0)]), 1.0).is_active()
    };
    assert!(is_active(miles) && !is_active(miles.next_down()));
}

#[test]
fn last_strike_is_limited_by_the_history_or_the_longer_clear_time() {
    let strikes = [strike(1, -90.0, FAR)];
    for (history_hours, clear, expected, is_active) in
        [(2.0, 30.0, true, false), (1.0, 30.0, false, false), (1.0, 90.0, true, true), (1.0, 89.0, false, false)]
    {
        let policy = with_rings(parameters(30.0, 30.0, history_hours), vec![ring(15.0, clear)]);
        let found = ring_at_minute(&strikes, &policy, 0.0);
        assert_eq!(
            (found.last_strike_at.is_some(), found.is_active()),
            (expected, is_active),
            "{history_hours} {clear}"
        );
    }
}

#[test]
fn rings_change_neither_the_status_nor_its_numbers() {
    let strikes = [strike(1, -40.0, 0.05), strike(2, -20.0, FAR), strike(3, -1.0, 0.3)];
    let plain = Policy::from(parameters(30.0, 45.0, 8.0));
    let with = with_rings(*plain.parameters(), vec![ring(15.0, 20.0), ring(30.0, 30.0)]);
    let (one, other) = (evaluate_home(&strikes, &plain, NOON), evaluate_home(&strikes, &with, NOON));
    assert_eq!(one.status, ThreatStatus::Clearing);
    assert_eq!(Proximity { rings: one.rings, ..other }, one);
    assert_eq!(one.changes_at(), one.status_changes_at);
    // The ring of 15 miles ends before the all clear.
    assert_eq!(other.changes_at(), Some(NOON.after(DurationMicros(1))));
}

#[test]
fn each_site_is_evaluated_by_its_own_policy() {
    let strikes = [strike(1, -35.0, 0.05), strike(2, -5.0, FAR)];
    let overrides = ParameterOverrides::default().with_value(ThreatParameter::Radius, 15.0).unwrap();
    let wide = Policy::default().with_overrides(&overrides);
    let policies = [Policy::default(), wide, Policy::from(parameters(30.0, 45.0, 0.5))];
    let sites = [2, 0, 1, 0].map(|policy| Site { position: home(), policy });
    let found = evaluate(StrikeHistory { strikes: &strikes, before: None }, &policies, &sites, NOON);
    let statuses: Vec<ThreatStatus> = found.iter().map(|one| one.status).collect();
    let expected = [ThreatStatus::Clearing, ThreatStatus::Clear, ThreatStatus::Active, ThreatStatus::Clear];
    assert_eq!(statuses, expected);
    let closest = |index: usize| found[index].closest.unwrap().strike.id;
    assert_eq!((closest(0), closest(1), closest(2)), (2, 1, 1), "each has its own history");
}
