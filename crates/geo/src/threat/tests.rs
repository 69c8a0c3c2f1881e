//! One test per rule, and a comparison of the optimized evaluation with a brute-force one.

use super::brute_force::{any_parameters, any_policies, any_positions, any_strikes, evaluate_brute_force};
use super::evaluate::{Site, StrikeHistory};
use super::parameters::{ThreatParameter, ThreatParameters};
use super::policy::Policy;
use super::proximity::{Proximity, Strike, StrikeDistance, ThreatStatus};
use super::ranking::{RankedFacility, ThreatCounts, compare_threat, count_by_status};
use crate::geodesic::Ellipsoid;
use crate::position::LonLat;
use crate::units::{DurationMicros, Meters, UnixMicros};
use proptest::prelude::*;

pub(super) const NOON: UnixMicros = UnixMicros(1_777_636_800_000_000);

pub(super) fn position(lon: f64, lat: f64) -> LonLat {
    LonLat::new(lon, lat).unwrap()
}

pub(super) fn home() -> LonLat {
    position(-86.5861, 34.7304)
}

/// A strike at a time in minutes after noon, and a distance in degrees north of [`home`].
pub(super) fn strike(id: i64, minute: f64, north: f64) -> Strike {
    Strike {
        id,
        at: NOON.after(DurationMicros::minutes(minute)),
        position: position(-86.5861, 34.7304 + north),
        tag: 0,
    }
}

/// Degrees of latitude, about 3.4 miles: inside the default radius.
const NEAR: f64 = 0.05;
/// Degrees of latitude, about 13.8 miles: outside the default radius.
const FAR: f64 = 0.2;

pub(super) fn parameters(danger_minutes: f64, all_clear_minutes: f64, history_hours: f64) -> ThreatParameters {
    let parameters = ThreatParameters::default().with_value(ThreatParameter::Danger, danger_minutes).unwrap();
    parameters
        .with_value(ThreatParameter::AllClear, all_clear_minutes)
        .unwrap()
        .with_value(ThreatParameter::History, history_hours)
        .unwrap()
}

fn evaluate_home_at_minute(strikes: &[Strike], parameters: &ThreatParameters, minute: f64) -> Proximity {
    evaluate_home(strikes, parameters, NOON.after(DurationMicros::minutes(minute)))
}

fn evaluate_home(strikes: &[Strike], parameters: &ThreatParameters, as_of: UnixMicros) -> Proximity {
    evaluate(StrikeHistory { strikes, before: None }, &[home()], parameters, as_of).remove(0)
}

/// All positions by the same parameters.
fn evaluate(
    history: StrikeHistory<'_>,
    positions: &[LonLat],
    parameters: &ThreatParameters,
    as_of: UnixMicros,
) -> Vec<Proximity> {
    let sites: Vec<Site> = positions.iter().map(|position| Site { position: *position, policy: 0 }).collect();
    super::evaluate::evaluate(history, &[Policy::from(*parameters)], &sites, as_of)
}

fn distance(strike: &Strike) -> Meters {
    Ellipsoid::wgs84().distance(home(), strike.position)
}

#[test]
fn last_strike_is_the_most_recent_strike_system_wide() {
    let strikes = [strike(1, 0.0, NEAR), strike(2, 1.0, 30.0)];
    let last = evaluate_home_at_minute(&strikes, &ThreatParameters::default(), 2.0).last_strike.unwrap();
    assert_eq!((last.strike, last.distance), (strikes[1], distance(&strikes[1])));
    let positions = [home(), position(-80.0, 10.0)];
    let all = evaluate(
        StrikeHistory { strikes: &strikes, before: None },
        &positions,
        &ThreatParameters::default(),
        strikes[1].at,
    );
    assert!(all.iter().all(|proximity| proximity.last_strike.unwrap().strike.id == 2), "the same for every facility");
}

#[test]
fn last_strike_has_no_age_limit() {
    let old = strike(1, -600_000.0, FAR);
    let history = StrikeHistory { strikes: &[], before: Some(old) };
    let proximity = evaluate(history, &[home()], &ThreatParameters::default(), NOON).remove(0);
    assert_eq!(proximity.last_strike.unwrap().strike, old);
    assert_eq!((proximity.closest, proximity.status), (None, ThreatStatus::Clear));
}

#[test]
fn last_strike_with_equal_times_has_the_highest_id() {
    let strikes = [strike(3, 0.0, NEAR), strike(7, 0.0, FAR)];
    assert_eq!(evaluate_home_at_minute(&strikes, &ThreatParameters::default(), 0.0).last_strike.unwrap().strike.id, 7);
}

#[test]
fn closest_is_the_nearest_strike_in_the_history_window() {
    let strikes = [strike(1, -481.0, 0.0), strike(2, -100.0, FAR), strike(3, -90.0, NEAR), strike(4, -1.0, FAR)];
    let closest = evaluate_home_at_minute(&strikes, &ThreatParameters::default(), 0.0).closest.unwrap();
    assert_eq!((closest.strike.id, closest.distance), (3, distance(&strikes[2])));
}

#[test]
fn closest_with_equal_distances_is_newest_then_highest_id() {
    let strikes = [strike(9, -3.0, NEAR), strike(1, -2.0, NEAR), strike(2, -2.0, NEAR), strike(3, -1.0, FAR)];
    assert_eq!(evaluate_home_at_minute(&strikes, &ThreatParameters::default(), 0.0).closest.unwrap().strike.id, 2);
}

#[test]
fn history_window_includes_its_edge_and_affects_only_closest() {
    let strikes = [strike(1, -60.0, NEAR)];
    let (hour, less) = (parameters(1.0, 1.0, 1.0), parameters(1.0, 1.0, 0.999_999));
    assert_eq!(evaluate_home_at_minute(&strikes, &hour, 0.0).closest.unwrap().strike.id, 1);
    assert_eq!(evaluate_home_at_minute(&strikes, &less, 0.0).closest, None);
    let wide = parameters(90.0, 90.0, 0.5);
    let proximity = evaluate_home_at_minute(&strikes, &wide, 0.0);
    assert_eq!((proximity.status, proximity.count_in_window, proximity.closest), (ThreatStatus::Active, 1, None));
}

#[test]
fn active_needs_a_strike_in_radius_and_danger_window() {
    let default = ThreatParameters::default();
    let proximity = evaluate_home_at_minute(&[strike(1, 0.0, NEAR), strike(2, 0.0, FAR)], &default, 10.0);
    assert_eq!((proximity.status, proximity.count_in_window), (ThreatStatus::Active, 1));
    assert_eq!(evaluate_home_at_minute(&[strike(2, 0.0, FAR)], &default, 10.0).status, ThreatStatus::Clear);
    assert_eq!(evaluate_home_at_minute(&[strike(1, -60.0, NEAR)], &default, 10.0).status, ThreatStatus::Clear);
}

#[test]
fn count_in_window_counts_rows_in_radius_and_danger_window() {
    let (alert, warning) = (strike(1, 0.0, NEAR), strike(2, 0.0, NEAR));
    let strikes = [strike(3, -31.0, NEAR), alert, warning, strike(4, 1.0, FAR), strike(5, 2.0, -NEAR)];
    assert_eq!(evaluate_home_at_minute(&strikes, &ThreatParameters::default(), 5.0).count_in_window, 3);
}

#[test]
fn radius_includes_its_edge() {
    let strikes = [strike(1, 0.0, NEAR)];
    let miles = distance(&strikes[0]).miles().0;
    let radius = |miles| ThreatParameters::default().with_value(ThreatParameter::Radius, miles).unwrap();
    assert_eq!(evaluate_home_at_minute(&strikes, &radius(miles), 0.0).status, ThreatStatus::Active);
    assert_eq!(evaluate_home_at_minute(&strikes, &radius(miles.next_down()), 0.0).status, ThreatStatus::Clear);
}

#[test]
fn danger_window_includes_its_edge() {
    let (strikes, parameters) = ([strike(1, 0.0, NEAR)], parameters(30.0, 45.0, 8.0));
    let edge = NOON.after(DurationMicros::minutes(30.0));
    assert_eq!(evaluate_home(&strikes, &parameters, edge).status, ThreatStatus::Active);
    assert_eq!(evaluate_home(&strikes, &parameters, edge.after(DurationMicros(1))).status, ThreatStatus::Clearing);
}

#[test]
fn all_clear_window_excludes_its_edge() {
    let (strikes, parameters) = ([strike(1, 0.0, NEAR)], parameters(30.0, 45.0, 8.0));
    let edge = NOON.after(DurationMicros::minutes(45.0));
    let before = evaluate_home(&strikes, &parameters, edge.before(DurationMicros(1)));
    assert_eq!((before.status, before.all_clear_in), (ThreatStatus::Clearing, Some(DurationMicros(1))));
    assert!(before.all_clear_in.unwrap().rounded_minutes().abs() < 0.05, "it may read 0.0 while clearing");
    let at_edge = evaluate_home(&strikes, &parameters, edge);
    assert_eq!((at_edge.status, at_edge.all_clear_in, at_edge.clear_at), (ThreatStatus::Clear, None, None));
}

#[test]
fn all_clear_in_counts_down_from_the_last_strike_in_radius() {
    let strikes = [strike(1, -9.0, NEAR), strike(2, 0.0, NEAR), strike(3, 20.0, FAR)];
    let proximity = evaluate_home_at_minute(&strikes, &parameters(10.0, 45.0, 8.0), 25.0);
    assert_eq!(
        (proximity.status, proximity.all_clear_in),
        (ThreatStatus::Clearing, Some(DurationMicros::minutes(20.0)))
    );
}

#[test]
fn clear_at_is_the_last_strike_plus_the_longer_window() {
    let strikes = [strike(1, 0.0, NEAR), strike(2, 1.0, FAR)];
    for (danger, all_clear, expected) in [(30.0, 45.0, 45.0), (30.0, 10.0, 30.0), (30.0, 30.0, 30.0)] {
        let proximity = evaluate_home_at_minute(&strikes, &parameters(danger, all_clear, 8.0), 5.0);
        assert_eq!(
            (proximity.status, proximity.clear_at),
            (ThreatStatus::Active, Some(NOON.after(DurationMicros::minutes(expected))))
        );
    }
    assert_eq!(evaluate_home_at_minute(&strikes, &parameters(30.0, 45.0, 8.0), 60.0).clear_at, None);
}

#[test]
fn default_windows_never_give_clearing() {
    let strikes = [strike(1, 0.0, NEAR)];
    for second in 0..4_000 {
        let proximity = evaluate_home_at_minute(&strikes, &ThreatParameters::default(), f64::from(second) / 60.0);
        assert_ne!(proximity.status, ThreatStatus::Clearing, "second {second}");
    }
}

#[test]
fn status_changes_at_is_the_first_moment_with_a_different_status() {
    let (strikes, parameters) = ([strike(1, 0.0, NEAR)], parameters(30.0, 45.0, 8.0));
    let mut now = NOON;
    for expected in [ThreatStatus::Active, ThreatStatus::Clearing] {
        let proximity = evaluate_home(&strikes, &parameters, now);
        assert_eq!(proximity.status, expected);
        now = proximity.status_changes_at.unwrap();
        assert_eq!(evaluate_home(&strikes, &parameters, now.before(DurationMicros(1))).status, expected);
        assert_ne!(evaluate_home(&strikes, &parameters, now).status, expected);
    }
    assert_eq!(evaluate_home(&strikes, &parameters, now).status_changes_at, None);
}

#[test]
fn measures_strikes_at_the_pole_and_the_antipode() {
    let strike_at = |id, position| Strike { id, at: NOON, position, tag: 0 };
    let strikes = [
        strike_at(1, position(93.4139, -34.7304)),
        strike_at(2, position(0.0, 90.0)),
        strike_at(3, position(180.0, -90.0)),
    ];
    let proximity = evaluate_home(&strikes, &ThreatParameters::default(), NOON);
    assert_eq!(proximity.closest.unwrap().strike.id, 2);
    assert!((proximity.last_strike.unwrap().distance.miles().0 - 8_603.0).abs() < 10.0, "{proximity:?}");
}

#[test]
fn ranking_orders_by_status_then_urgency_then_name_then_id() {
    let no_strikes = evaluate_home_at_minute(&[], &ThreatParameters::default(), 0.0);
    let strike_at = |meters: f64| Some(StrikeDistance { strike: strike(1, 0.0, 0.0), distance: Meters(meters) });
    let active = |near: f64, count| Proximity {
        status: ThreatStatus::Active,
        nearest_in_window: Some(Meters(near)),
        count_in_window: count,
        ..no_strikes
    };
    let clearing = |left| Proximity {
        status: ThreatStatus::Clearing,
        all_clear_in: Some(DurationMicros(left)),
        clear_at: Some(UnixMicros(left)),
        closest: strike_at(0.1),
        ..no_strikes
    };
    let clear = |meters: f64| Proximity { closest: strike_at(meters), ..no_strikes };
    let expected = [
        (9, "Z", Some(active(1.0, 1))),
        (8, "Z", Some(active(2.0, 5))),
        (7, "Z", Some(active(2.0, 3))),
        (6, "Z", Some(clearing(20))),
        (5, "Z", Some(clearing(10))),
        (4, "Z", Some(clear(1.0))),
        (3, "Z", Some(clear(2.0))),
        (1, "A", Some(no_strikes)),
        (2, "Z", Some(no_strikes)),
        (9, "Z", Some(no_strikes)),
        (3, "a", Some(no_strikes)),
        (4, "É", Some(no_strikes)),
        (5, "A", None),
        (1, "B", None),
        (2, "B", None),
    ];
    let ranked = |index: usize| {
        let (id, name, proximity) = &expected[index];
        RankedFacility { id: *id, name, proximity: proximity.as_ref() }
    };
    let mut order: Vec<usize> = (0..expected.len()).rev().collect();
    order.sort_by(|left, right| compare_threat(&ranked(*left), &ranked(*right)));
    assert_eq!(order, (0..expected.len()).collect::<Vec<_>>());
    let all = count_by_status(expected.iter().map(|(.., proximity)| proximity.as_ref()));
    assert_eq!(all, ThreatCounts { active: 3, clearing: 2, evaluated: 12, unknown: 3 });
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn evaluation_equals_brute_force_bit_for_bit(strikes in any_strikes(), positions in any_positions(), policies in any_policies(), minute in -60..60_i32) {
        let (as_of, before) = (NOON.after(DurationMicros::minutes(f64::from(minute))), Some(strike(-1, -90_000.0, FAR)));
        let history = StrikeHistory { strikes: &strikes, before };
        let site = |(index, position): (usize, &LonLat)| Site { position: *position, policy: index % policies.len() };
        let sites: Vec<Site> = positions.iter().enumerate().map(site).collect();
        let found = super::evaluate::evaluate(history, &policies, &sites, as_of);
        for (site, found) in sites.iter().zip(found) {
            prop_assert_eq!(found, evaluate_brute_force(history, site.position, &policies[site.policy], as_of));
        }
    }

    #[test]
    fn strikes_after_as_of_never_count(strikes in any_strikes(), parameters in any_parameters(), ten_minutes in -60..6_i32) {
        let as_of = NOON.after(DurationMicros::minutes(10.0 * f64::from(ten_minutes)));
        let past: Vec<Strike> = strikes.iter().filter(|strike| strike.at <= as_of).copied().collect();
        prop_assert_eq!(evaluate_home(&strikes, &parameters, as_of), evaluate_home(&past, &parameters, as_of));
    }

    #[test]
    fn adding_a_strike_never_lowers_the_threat(strikes in any_strikes(), parameters in any_parameters(), added in 0..120_usize) {
        let mut fewer = strikes.clone();
        if added < fewer.len() {
            fewer.remove(added);
        }
        let (more, less) = (evaluate_home(&strikes, &parameters, NOON), evaluate_home(&fewer, &parameters, NOON));
        // Statuses are ordered from the worst to the best.
        prop_assert!(more.status <= less.status);
        prop_assert!(more.count_in_window >= less.count_in_window && more.clear_at >= less.clear_at);
        let meters = |closest: Option<StrikeDistance>| closest.map_or(f64::INFINITY, |closest| closest.distance.0);
        prop_assert!(meters(more.closest) <= meters(less.closest));
    }
}
