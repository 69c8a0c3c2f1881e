//! Every rule by its name, and the whole against a reckoning without any cleverness.

use super::*;
use crate::geodesic::Ellipsoid;
use crate::position::LonLat;
use crate::units::{Metres, Moment, Span};
use proptest::prelude::*;

const NOON: Moment = Moment(1_777_636_800_000_000);

fn at(lon: f64, lat: f64) -> LonLat {
    LonLat::new(lon, lat).unwrap()
}

fn here() -> LonLat {
    at(-86.5861, 34.7304)
}

/// A strike so many minutes after noon, so many degrees north of here.
fn strike(id: i64, minute: f64, north: f64) -> Strike {
    Strike { id, at: NOON.after(Span::minutes(minute)), position: at(-86.5861, 34.7304 + north), label: 0 }
}

/// About 3.4 and 13.8 miles.
const NEAR: f64 = 0.05;
const FAR: f64 = 0.2;

fn parameters(danger: f64, all_clear: f64, history: f64) -> Parameters {
    let some = Parameters::default().with(Parameter::Danger, danger).unwrap();
    some.with(Parameter::AllClear, all_clear).unwrap().with(Parameter::History, history).unwrap()
}

fn look(strikes: &[Strike], parameters: &Parameters, minute: f64) -> Proximity {
    look_at(strikes, parameters, NOON.after(Span::minutes(minute)))
}

fn look_at(strikes: &[Strike], parameters: &Parameters, as_of: Moment) -> Proximity {
    evaluate(Sky { strikes, before: None }, &[here()], parameters, as_of).remove(0)
}

fn distance(strike: &Strike) -> Metres {
    Ellipsoid::wgs84().distance(here(), strike.position)
}

#[test]
fn last_strike_is_the_distance_to_the_single_most_recent_strike_system_wide() {
    let strikes = [strike(1, 0.0, NEAR), strike(2, 1.0, 30.0)];
    let seen = look(&strikes, &Parameters::default(), 2.0).last_strike.unwrap();
    assert_eq!((seen.strike, seen.distance), (strikes[1], distance(&strikes[1])));
    let places = [here(), at(-80.0, 10.0)];
    let all = evaluate(Sky { strikes: &strikes, before: None }, &places, &Parameters::default(), strikes[1].at);
    assert!(all.iter().all(|proximity| proximity.last_strike.unwrap().strike.id == 2), "the same for every facility");
}

#[test]
fn last_strike_looks_back_without_limit() {
    let old = strike(1, -600_000.0, FAR);
    let sky = Sky { strikes: &[], before: Some(old) };
    let seen = evaluate(sky, &[here()], &Parameters::default(), NOON).remove(0);
    assert_eq!(seen.last_strike.unwrap().strike, old);
    assert_eq!((seen.closest, seen.status), (None, Status::Clear));
}

#[test]
fn of_equal_newest_timestamps_the_highest_id_is_the_last_strike() {
    let strikes = [strike(3, 0.0, NEAR), strike(7, 0.0, FAR)];
    assert_eq!(look(&strikes, &Parameters::default(), 0.0).last_strike.unwrap().strike.id, 7);
}

#[test]
fn closest_is_the_minimum_distance_within_the_history_window() {
    let strikes = [strike(1, -481.0, 0.0), strike(2, -100.0, FAR), strike(3, -90.0, NEAR), strike(4, -1.0, FAR)];
    let closest = look(&strikes, &Parameters::default(), 0.0).closest.unwrap();
    assert_eq!((closest.strike.id, closest.distance), (3, distance(&strikes[2])));
}

#[test]
fn of_equal_distances_the_newest_then_the_highest_id_is_closest() {
    let strikes = [strike(9, -3.0, NEAR), strike(1, -2.0, NEAR), strike(2, -2.0, NEAR), strike(3, -1.0, FAR)];
    assert_eq!(look(&strikes, &Parameters::default(), 0.0).closest.unwrap().strike.id, 2);
}

#[test]
fn the_history_window_includes_its_edge_and_drives_only_closest() {
    let strikes = [strike(1, -60.0, NEAR)];
    let (hour, less) = (parameters(1.0, 1.0, 1.0), parameters(1.0, 1.0, 0.999_999));
    assert_eq!(look(&strikes, &hour, 0.0).closest.unwrap().strike.id, 1);
    assert_eq!(look(&strikes, &less, 0.0).closest, None);
    let wide = parameters(90.0, 90.0, 0.5);
    let seen = look(&strikes, &wide, 0.0);
    assert_eq!((seen.status, seen.count_in_window, seen.closest), (Status::Active, 1, None));
}

#[test]
fn active_is_at_least_one_strike_inside_the_radius_within_the_danger_window() {
    let usual = Parameters::default();
    let seen = look(&[strike(1, 0.0, NEAR), strike(2, 0.0, FAR)], &usual, 10.0);
    assert_eq!((seen.status, seen.count_in_window), (Status::Active, 1));
    assert_eq!(look(&[strike(2, 0.0, FAR)], &usual, 10.0).status, Status::Clear);
    assert_eq!(look(&[strike(1, -60.0, NEAR)], &usual, 10.0).status, Status::Clear);
}

#[test]
fn count_in_window_counts_rows_inside_the_radius_during_the_danger_window() {
    let (alert, warning) = (strike(1, 0.0, NEAR), strike(2, 0.0, NEAR));
    let strikes = [strike(3, -31.0, NEAR), alert, warning, strike(4, 1.0, FAR), strike(5, 2.0, -NEAR)];
    assert_eq!(look(&strikes, &Parameters::default(), 5.0).count_in_window, 3);
}

#[test]
fn the_radius_includes_its_edge() {
    let strikes = [strike(1, 0.0, NEAR)];
    let miles = distance(&strikes[0]).miles().0;
    let radius = |miles| Parameters::default().with(Parameter::Radius, miles).unwrap();
    assert_eq!(look(&strikes, &radius(miles), 0.0).status, Status::Active);
    assert_eq!(look(&strikes, &radius(miles.next_down()), 0.0).status, Status::Clear);
}

#[test]
fn the_danger_window_includes_its_edge() {
    let (strikes, some) = ([strike(1, 0.0, NEAR)], parameters(30.0, 45.0, 8.0));
    let edge = NOON.after(Span::minutes(30.0));
    assert_eq!(look_at(&strikes, &some, edge).status, Status::Active);
    assert_eq!(look_at(&strikes, &some, edge.after(Span(1))).status, Status::Clearing);
}

#[test]
fn the_all_clear_window_excludes_its_edge() {
    let (strikes, some) = ([strike(1, 0.0, NEAR)], parameters(30.0, 45.0, 8.0));
    let edge = NOON.after(Span::minutes(45.0));
    let before = look_at(&strikes, &some, edge.before(Span(1)));
    assert_eq!((before.status, before.all_clear_in), (Status::Clearing, Some(Span(1))));
    assert!(before.all_clear_in.unwrap().rounded_minutes().abs() < 0.05, "it may read 0.0 while clearing");
    let there = look_at(&strikes, &some, edge);
    assert_eq!((there.status, there.all_clear_in, there.clear_at), (Status::Clear, None, None));
}

#[test]
fn all_clear_in_minutes_is_the_window_minus_the_minutes_since_the_last_in_radius_strike() {
    let strikes = [strike(1, -9.0, NEAR), strike(2, 0.0, NEAR), strike(3, 20.0, FAR)];
    let seen = look(&strikes, &parameters(10.0, 45.0, 8.0), 25.0);
    assert_eq!((seen.status, seen.all_clear_in), (Status::Clearing, Some(Span::minutes(20.0))));
}

#[test]
fn clear_at_is_the_last_in_radius_strike_plus_the_larger_window() {
    let strikes = [strike(1, 0.0, NEAR), strike(2, 1.0, FAR)];
    for (danger, all_clear, expected) in [(30.0, 45.0, 45.0), (30.0, 10.0, 30.0), (30.0, 30.0, 30.0)] {
        let seen = look(&strikes, &parameters(danger, all_clear, 8.0), 5.0);
        assert_eq!((seen.status, seen.clear_at), (Status::Active, Some(NOON.after(Span::minutes(expected)))));
    }
    assert_eq!(look(&strikes, &parameters(30.0, 45.0, 8.0), 60.0).clear_at, None);
}

#[test]
fn with_the_default_windows_clearing_cannot_occur() {
    let strikes = [strike(1, 0.0, NEAR)];
    for second in 0..4_000 {
        let seen = look(&strikes, &Parameters::default(), f64::from(second) / 60.0);
        assert_ne!(seen.status, Status::Clearing, "second {second}");
    }
}

#[test]
fn turns_at_is_the_first_moment_with_another_status() {
    let (strikes, some) = ([strike(1, 0.0, NEAR)], parameters(30.0, 45.0, 8.0));
    let mut now = NOON;
    for expected in [Status::Active, Status::Clearing] {
        let seen = look_at(&strikes, &some, now);
        assert_eq!(seen.status, expected);
        now = seen.turns_at.unwrap();
        assert_eq!(look_at(&strikes, &some, now.before(Span(1))).status, expected);
        assert_ne!(look_at(&strikes, &some, now).status, expected);
    }
    assert_eq!(look_at(&strikes, &some, now).turns_at, None);
}

#[test]
fn strikes_on_the_pole_and_at_the_antipode_are_measured() {
    let position = |id, position| Strike { id, at: NOON, position, label: 0 };
    let strikes = [position(1, at(93.4139, -34.7304)), position(2, at(0.0, 90.0)), position(3, at(180.0, -90.0))];
    let seen = look_at(&strikes, &Parameters::default(), NOON);
    assert_eq!(seen.closest.unwrap().strike.id, 2);
    assert!((seen.last_strike.unwrap().distance.miles().0 - 8_603.0).abs() < 10.0, "{seen:?}");
}

#[test]
fn the_order_is_active_by_nearest_then_count_clearing_by_wait_clear_by_closest_then_name_then_id() {
    let usual = look(&[], &Parameters::default(), 0.0);
    let seen = |miles: f64| Some(Sighted { strike: strike(1, 0.0, 0.0), distance: Metres(miles) });
    let active = |near: f64, count| Proximity {
        status: Status::Active,
        nearest_in_window: Some(Metres(near)),
        count_in_window: count,
        ..usual
    };
    let clearing =
        |left| Proximity { status: Status::Clearing, all_clear_in: Some(Span(left)), closest: seen(0.1), ..usual };
    let clear = |miles: f64| Proximity { closest: seen(miles), ..usual };
    let expected = [
        (9, "Z", Some(active(1.0, 1))),
        (8, "Z", Some(active(2.0, 5))),
        (7, "Z", Some(active(2.0, 3))),
        (6, "Z", Some(clearing(20))),
        (5, "Z", Some(clearing(10))),
        (4, "Z", Some(clear(1.0))),
        (3, "Z", Some(clear(2.0))),
        (1, "A", Some(usual)),
        (2, "Z", Some(usual)),
        (9, "Z", Some(usual)),
        (3, "a", Some(usual)),
        (4, "É", Some(usual)),
        (5, "A", None),
        (1, "B", None),
        (2, "B", None),
    ];
    let ranked = |index: usize| {
        let (id, name, proximity) = &expected[index];
        Ranked { id: *id, name, proximity: proximity.as_ref() }
    };
    let mut order: Vec<usize> = (0..expected.len()).rev().collect();
    order.sort_by(|one, other| by_threat(&ranked(*one), &ranked(*other)));
    assert_eq!(order, (0..expected.len()).collect::<Vec<_>>());
    let all = rollup(expected.iter().map(|(.., proximity)| proximity.as_ref()));
    assert_eq!(all, Rollup { active: 3, clearing: 2, evaluated: 12, unknown: 3 });
}

/// The definitions as they stand, with every distance measured.
fn reckon(sky: Sky<'_>, place: LonLat, parameters: &Parameters, as_of: Moment) -> Proximity {
    let earth = Ellipsoid::wgs84();
    let seen = |strike: &Strike| Sighted { strike: *strike, distance: earth.distance(place, strike.position) };
    let key = |strike: &Strike| (strike.at, strike.id);
    let known: Vec<Sighted> = sky.strikes.iter().chain(&sky.before).filter(|one| one.at <= as_of).map(seen).collect();
    let within = |window: Span| known.iter().filter(move |one| one.strike.at >= as_of.before(window));
    let near = |one: &&Sighted| one.distance.miles() <= parameters.radius();
    let threats: Vec<_> = within(parameters.danger()).filter(near).collect();
    let newest = within(parameters.danger().max(parameters.all_clear())).filter(near).map(|one| one.strike.at).max();
    let left = newest.map(|at| at.after(parameters.all_clear()).since(as_of)).filter(|left| left.0 > 0);
    let status = match (threats.len(), left) {
        (1.., _) => Status::Active,
        (0, Some(_)) => Status::Clearing,
        (0, None) => Status::Clear,
    };
    let nearer = |one: &&Sighted, other: &&Sighted| {
        one.distance.0.total_cmp(&other.distance.0).then(key(&other.strike).cmp(&key(&one.strike)))
    };
    let turn = newest.map(|at| match status {
        Status::Active => at.after(parameters.danger()).after(Span(1)),
        _ => at.after(parameters.all_clear()),
    });
    let is_clear = status == Status::Clear;
    Proximity {
        status,
        last_strike: known.iter().max_by_key(|one| key(&one.strike)).copied(),
        closest: within(parameters.history()).min_by(nearer).copied(),
        count_in_window: threats.len(),
        nearest_in_window: threats.iter().copied().min_by(nearer).map(|one| one.distance),
        all_clear_in: left.filter(|_| status == Status::Clearing),
        clear_at: newest.filter(|_| !is_clear).map(|at| at.after(parameters.danger().max(parameters.all_clear()))),
        turns_at: turn.filter(|_| !is_clear),
    }
}

/// Coarse steps in time and space, so that ties and edges are met often.
fn storms() -> impl Strategy<Value = Vec<Strike>> {
    let one = (-60..6_i32, -40..40_i32, -40..40_i32, 0..20_u8);
    proptest::collection::vec(one, 0..120).prop_map(|all| {
        let mut strikes: Vec<Strike> = (0..)
            .zip(all)
            .map(|(number, (tens, east, north, far))| {
                let step = if far == 0 { 1.3 } else { 0.01 };
                let position = at(-86.5861 + f64::from(east) * step, 34.7304 + f64::from(north) * step);
                Strike {
                    id: (number * 37) % 120,
                    at: NOON.after(Span::minutes(10.0 * f64::from(tens))),
                    position,
                    label: 0,
                }
            })
            .collect();
        strikes.sort_by_key(|strike| (strike.at, strike.id));
        strikes
    })
}

fn choices() -> impl Strategy<Value = Parameters> {
    let radius = prop_oneof![Just(8.0), Just(500.0), 0.01..30.0_f64];
    let window = || prop_oneof![Just(30.0), Just(10.0), Just(1_440.0), 0.1..300.0_f64];
    (radius, window(), window(), prop_oneof![Just(8.0), Just(168.0), 0.1..10.0_f64]).prop_map(
        |(radius, danger, all_clear, history)| {
            parameters(danger, all_clear, history).with(Parameter::Radius, radius).unwrap()
        },
    )
}

fn places() -> impl Strategy<Value = Vec<LonLat>> {
    let one = (-40..40_i32, -40..40_i32)
        .prop_map(|(east, north)| at(-86.5861 + f64::from(east) * 0.01, 34.7304 + f64::from(north) * 0.01));
    // Below and above the number from which a tree is grown.
    proptest::collection::vec(one, 1..40)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn pruned_equals_brute_force_bit_for_bit(strikes in storms(), places in places(), some in choices(), minute in -60..60_i32) {
        let (as_of, before) = (NOON.after(Span::minutes(f64::from(minute))), Some(strike(-1, -90_000.0, FAR)));
        let sky = Sky { strikes: &strikes, before };
        let found = evaluate(sky, &places, &some, as_of);
        for (place, found) in places.iter().zip(found) {
            prop_assert_eq!(found, reckon(sky, *place, &some, as_of));
        }
    }

    #[test]
    fn moving_as_of_never_lets_a_future_strike_in(strikes in storms(), some in choices(), tens in -60..6_i32) {
        let as_of = NOON.after(Span::minutes(10.0 * f64::from(tens)));
        let past: Vec<Strike> = strikes.iter().filter(|strike| strike.at <= as_of).copied().collect();
        prop_assert_eq!(look_at(&strikes, &some, as_of), look_at(&past, &some, as_of));
    }

    #[test]
    fn adding_a_strike_never_lowers_a_threat(strikes in storms(), some in choices(), added in 0..120_usize) {
        let mut fewer = strikes.clone();
        if added < fewer.len() {
            fewer.remove(added);
        }
        let (more, less) = (look_at(&strikes, &some, NOON), look_at(&fewer, &some, NOON));
        // The first of the statuses is the worst.
        prop_assert!(more.status <= less.status);
        prop_assert!(more.count_in_window >= less.count_in_window && more.clear_at >= less.clear_at);
        let far = |seen: Option<Sighted>| seen.map_or(f64::INFINITY, |seen| seen.distance.0);
        prop_assert!(far(more.closest) <= far(less.closest));
    }
}
