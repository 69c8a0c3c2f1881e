//! The evaluation without any index, and random inputs to compare both with.

use super::evaluate::StrikeHistory;
use super::parameters::{ThreatParameter, ThreatParameters};
use super::policy::{MAX_RINGS, Policy, Ring};
use super::proximity::{Proximity, RingState, Strike, StrikeDistance, ThreatStatus};
use super::tests::{NOON, parameters, position};
use crate::geodesic::Ellipsoid;
use crate::position::LonLat;
use crate::units::{DurationMicros, Miles, UnixMicros};
use proptest::prelude::*;

/// The strikes that are known at a time, each measured.
struct KnownStrikes {
    all: Vec<StrikeDistance>,
    as_of: UnixMicros,
}

impl KnownStrikes {
    fn within(&self, window: DurationMicros) -> impl Iterator<Item = &StrikeDistance> {
        let start = self.as_of.before(window);
        self.all.iter().filter(move |known| known.strike.at >= start)
    }

    fn newest_at(&self, window: DurationMicros, radius: Miles) -> Option<UnixMicros> {
        self.within(window).filter(|known| known.distance.miles() <= radius).map(|known| known.strike.at).max()
    }

    fn ring_state(&self, history: DurationMicros, ring: &Ring) -> RingState {
        let last_strike_at = self.newest_at(history.max(ring.clear()), ring.radius());
        let active_since = self.newest_at(ring.clear(), ring.radius());
        RingState { last_strike_at, clear_at: active_since.map(|at| at.after(ring.clear())) }
    }
}

/// The definitions of the specification, taken literally: measures every distance and uses no index.
pub(super) fn evaluate_brute_force(
    history: StrikeHistory<'_>,
    position: LonLat,
    policy: &Policy,
    as_of: UnixMicros,
) -> Proximity {
    let (earth, parameters) = (Ellipsoid::wgs84(), policy.parameters());
    let measure =
        |strike: &Strike| StrikeDistance { strike: *strike, distance: earth.distance(position, strike.position) };
    let key = |strike: &Strike| (strike.at, strike.id);
    let all = history.strikes.iter().chain(&history.before).filter(|strike| strike.at <= as_of).map(measure).collect();
    let known = KnownStrikes { all, as_of };
    let (danger, all_clear) = (parameters.danger(), parameters.all_clear());
    let in_radius: Vec<_> =
        known.within(danger).filter(|known| known.distance.miles() <= parameters.radius()).collect();
    let newest = known.newest_at(danger.max(all_clear), parameters.radius());
    let left = newest.map(|at| at.after(all_clear).since(as_of)).filter(|left| left.0 > 0);
    let status = match (in_radius.len(), left) {
        (1.., _) => ThreatStatus::Active,
        (0, Some(_)) => ThreatStatus::Clearing,
        (0, None) => ThreatStatus::Clear,
    };
    let nearer = |left: &&StrikeDistance, right: &&StrikeDistance| {
        left.distance.0.total_cmp(&right.distance.0).then(key(&right.strike).cmp(&key(&left.strike)))
    };
    let status_changes_at = newest.map(|at| match status {
        ThreatStatus::Active => at.after(danger).after(DurationMicros(1)),
        _ => at.after(all_clear),
    });
    let is_clear = status == ThreatStatus::Clear;
    Proximity {
        status,
        last_strike: known.all.iter().max_by_key(|known| key(&known.strike)).copied(),
        closest: known.within(parameters.history()).min_by(nearer).copied(),
        count_in_window: in_radius.len(),
        nearest_in_window: in_radius.iter().copied().min_by(nearer).map(|known| known.distance),
        all_clear_in: left.filter(|_| status == ThreatStatus::Clearing),
        clear_at: newest.filter(|_| !is_clear).map(|at| at.after(danger.max(all_clear))),
        status_changes_at: status_changes_at.filter(|_| !is_clear),
        rings: policy.rings().iter().map(|ring| known.ring_state(parameters.history(), ring)).collect(),
    }
}

/// Strikes on coarse steps in time and space, so that ties and edges occur often.
pub(super) fn any_strikes() -> impl Strategy<Value = Vec<Strike>> {
    let strike = (-60..6_i32, -40..40_i32, -40..40_i32, 0..20_u8);
    proptest::collection::vec(strike, 0..120).prop_map(|all| {
        let mut strikes: Vec<Strike> = (0..)
            .zip(all)
            .map(|(number, (ten_minutes, east, north, one_in_20))| {
                let step = if one_in_20 == 0 { 1.3 } else { 0.01 };
                let position = position(-86.5861 + f64::from(east) * step, 34.7304 + f64::from(north) * step);
                Strike {
                    id: (number * 37) % 120,
                    at: NOON.after(DurationMicros::minutes(10.0 * f64::from(ten_minutes))),
                    position,
                    tag: 0,
                }
            })
            .collect();
        strikes.sort_by_key(|strike| (strike.at, strike.id));
        strikes
    })
}

pub(super) fn any_parameters() -> impl Strategy<Value = ThreatParameters> {
    let radius = prop_oneof![Just(8.0), Just(500.0), 0.01..30.0_f64];
    let window = || prop_oneof![Just(30.0), Just(10.0), Just(1_440.0), 0.1..300.0_f64];
    (radius, window(), window(), prop_oneof![Just(8.0), Just(168.0), 0.1..10.0_f64]).prop_map(
        |(radius, danger, all_clear, history)| {
            parameters(danger, all_clear, history).with_value(ThreatParameter::Radius, radius).unwrap()
        },
    )
}

pub(super) fn any_positions() -> impl Strategy<Value = Vec<LonLat>> {
    let position = (-40..40_i32, -40..40_i32)
        .prop_map(|(east, north)| position(-86.5861 + f64::from(east) * 0.01, 34.7304 + f64::from(north) * 0.01));
    // Both fewer and more than the number of positions for which a tree is built.
    proptest::collection::vec(position, 1..40)
}

/// One to five policies. Rings need not be larger than the danger radius here: the rules hold for any.
pub(super) fn any_policies() -> impl Strategy<Value = Vec<Policy>> {
    let radius = prop_oneof![Just(15.0), Just(30.0), 0.01..60.0_f64];
    let clear = prop_oneof![Just(30.0), Just(10.0), Just(1_440.0), 0.1..300.0_f64];
    let ring = (radius, clear).prop_map(|(radius, clear)| Ring::new("Ring".into(), radius, clear).unwrap());
    let policy = (any_parameters(), proptest::collection::vec(ring, 0..=MAX_RINGS));
    let policy = policy.prop_map(|(parameters, rings)| Policy::new(parameters, rings).unwrap());
    proptest::collection::vec(policy, 1..=5)
}
