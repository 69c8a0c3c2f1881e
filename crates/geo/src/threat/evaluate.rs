//! Computes the proximity of many facilities at once.

use super::parameters::ThreatParameters;
use super::proximity::{Proximity, Strike, StrikeDistance, ThreatStatus};
use super::strike_tree::{IndexedPoint, LEAF_SIZE, StrikeTree};
use crate::geodesic::{EcefPoint, Ellipsoid, RadiusBounds};
use crate::position::LonLat;
use crate::units::{DurationMicros, UnixMicros};
use std::cmp::Reverse;

/// The known strikes: those that any window can reach, and the newest one before them, because the last strike has no age
/// limit.
#[derive(Debug, Clone, Copy)]
pub struct StrikeHistory<'a> {
    /// Sorted by time, then id. May contain older and newer strikes than the evaluation needs.
    pub strikes: &'a [Strike],
    /// The newest strike that is older than all of `strikes`.
    pub before: Option<Strike>,
}

/// For fewer positions, scanning every strike is cheaper than building a tree.
const MIN_POSITIONS_FOR_TREE: usize = 24;

/// Evaluates positions as of a time. Later strikes do not count, so the result for a past time never changes.
///
/// Units: distances in meters on the WGS84 ellipsoid, times in microseconds; see [`Proximity`].
pub fn evaluate(
    strikes: StrikeHistory<'_>,
    positions: &[LonLat],
    parameters: &ThreatParameters,
    as_of: UnixMicros,
) -> Vec<Proximity> {
    let known = &strikes.strikes[..strikes.strikes.partition_point(|strike| strike.at <= as_of)];
    let last = known.last().copied().or(strikes.before.filter(|strike| strike.at <= as_of));
    let within = |window: DurationMicros| &known[known.partition_point(|strike| strike.at < as_of.before(window))..];
    let leaf_size = if positions.len() < MIN_POSITIONS_FOR_TREE { usize::MAX } else { LEAF_SIZE };
    let longer_window = parameters.danger().max(parameters.all_clear());
    let (danger, history) = (within(parameters.danger()), within(parameters.history()));
    let evaluation = Evaluation {
        earth: Ellipsoid::wgs84(),
        parameters,
        as_of,
        last,
        danger: (danger.len() != history.len()).then(|| WindowStrikes::new(danger, leaf_size)),
        all_clear: (longer_window > parameters.danger()).then(|| WindowStrikes::new(within(longer_window), leaf_size)),
        history: WindowStrikes::new(history, leaf_size),
    };
    let in_order = order_by_neighborhood(positions).into_iter();
    let mut evaluated: Vec<(usize, Proximity)> =
        in_order.map(|index| (index, evaluation.proximity(positions[index]))).collect();
    evaluated.sort_unstable_by_key(|(index, _)| *index);
    evaluated.into_iter().map(|(_, proximity)| proximity).collect()
}

/// Indexes of the positions, one strip of latitude after another. Neighbors visit the same tree nodes, which are then still
/// in the processor's cache.
fn order_by_neighborhood(positions: &[LonLat]) -> Vec<usize> {
    const STRIPS_PER_DEGREE: f64 = 40.0;
    let mut order: Vec<usize> = (0..positions.len()).collect();
    let strip = |index: usize| (positions[index].lat() * STRIPS_PER_DEGREE).floor();
    let by_longitude = |left: usize, right: usize| positions[left].lon().total_cmp(&positions[right].lon());
    order.sort_unstable_by(|left, right| {
        strip(*left).total_cmp(&strip(*right)).then_with(|| by_longitude(*left, *right))
    });
    order
}

/// The strikes of a time window, with a spatial index.
struct WindowStrikes<'a> {
    /// Sorted by time. The tree refers to them by index.
    strikes: &'a [Strike],
    tree: StrikeTree,
}

impl<'a> WindowStrikes<'a> {
    fn new(strikes: &'a [Strike], leaf_size: usize) -> Self {
        let indexed = |(index, strike): (u32, &Strike)| IndexedPoint { point: EcefPoint::new(strike.position), index };
        Self { strikes, tree: StrikeTree::new((0..).zip(strikes).map(indexed).collect(), leaf_size) }
    }

    /// Only valid for strikes that are not later than the evaluation time.
    fn contains(&self, strike: Strike) -> bool {
        self.strikes.first().is_some_and(|first| strike.at >= first.at)
    }

    fn strike(&self, index: u32) -> Strike {
        self.strikes[index as usize]
    }

    /// The nearest strike; among equal distances the newest.
    fn nearest(&self, origin: Origin, earth: &Ellipsoid) -> Option<StrikeDistance> {
        let mut candidates = self.tree.nearest_candidates(origin.point);
        // Of several strikes at exactly the same position only the newest can win, so the others need no measurement.
        let position_bits = |index: u32| {
            let position = self.strike(index).position;
            (position.lon().to_bits(), position.lat().to_bits())
        };
        candidates.sort_unstable_by_key(|index| (position_bits(*index), Reverse(*index)));
        candidates.dedup_by_key(|index| position_bits(*index));
        let measured = candidates.into_iter().map(|index| {
            let strike = self.strike(index);
            (earth.distance(origin.position, strike.position), Reverse(index), strike)
        });
        let nearest = measured.min_by(|left, right| left.0.0.total_cmp(&right.0.0).then(left.1.cmp(&right.1)));
        nearest.map(|(distance, _, strike)| StrikeDistance { strike, distance })
    }
}

/// The position being evaluated, in both coordinate systems.
#[derive(Debug, Clone, Copy)]
struct Origin {
    position: LonLat,
    point: EcefPoint,
}

/// Strikes of a window inside the danger radius.
struct StrikesInRadius {
    count: usize,
    newest_at: Option<UnixMicros>,
}

/// What all positions of one evaluation share.
struct Evaluation<'a> {
    earth: Ellipsoid,
    parameters: &'a ThreatParameters,
    as_of: UnixMicros,
    last: Option<Strike>,
    /// `None` if it has the same strikes as `history`.
    danger: Option<WindowStrikes<'a>>,
    /// `None` if the all-clear window is not longer than the danger window: clearing is then impossible.
    all_clear: Option<WindowStrikes<'a>>,
    history: WindowStrikes<'a>,
}

impl Evaluation<'_> {
    fn proximity(&self, position: LonLat) -> Proximity {
        let origin = Origin { position, point: EcefPoint::new(position) };
        let last_strike =
            self.last.map(|strike| StrikeDistance { strike, distance: self.earth.distance(position, strike.position) });
        let closest = self.history.nearest(origin, &self.earth);
        let danger = self.danger.as_ref().unwrap_or(&self.history);
        let in_radius = self.strikes_in_radius(danger, origin);
        let clear = Proximity {
            status: ThreatStatus::Clear,
            last_strike,
            closest,
            count_in_window: in_radius.count,
            nearest_in_window: None,
            all_clear_in: None,
            clear_at: None,
            status_changes_at: None,
        };
        if let Some(newest_at) = in_radius.newest_at {
            // If the history window contains the danger window and its nearest strike is in both, no second search is needed.
            let is_contained = danger.strikes.len() <= self.history.strikes.len();
            let shared = closest.filter(|closest| is_contained && danger.contains(closest.strike));
            let nearest = shared.or_else(|| danger.nearest(origin, &self.earth));
            return self.active_proximity(clear, newest_at, nearest);
        }
        let newest_at = self.all_clear.as_ref().and_then(|window| self.strikes_in_radius(window, origin).newest_at);
        match newest_at {
            Some(newest_at) => self.clearing_proximity(clear, newest_at),
            None => clear,
        }
    }

    fn strikes_in_radius(&self, window: &WindowStrikes<'_>, origin: Origin) -> StrikesInRadius {
        let radius = self.parameters.radius();
        let found = window.tree.count_in_radius(origin.point, RadiusBounds::new(radius.meters()), |index| {
            self.earth.distance(origin.position, window.strike(index).position).miles() <= radius
        });
        StrikesInRadius { count: found.count, newest_at: found.newest.map(|index| window.strike(index).at) }
    }

    /// The danger window includes its end: exactly then the status is still active.
    fn active_proximity(&self, clear: Proximity, newest_at: UnixMicros, nearest: Option<StrikeDistance>) -> Proximity {
        let (danger, all_clear) = (self.parameters.danger(), self.parameters.all_clear());
        Proximity {
            status: ThreatStatus::Active,
            nearest_in_window: nearest.map(|nearest| nearest.distance),
            clear_at: Some(newest_at.after(danger.max(all_clear))),
            status_changes_at: Some(newest_at.after(danger).after(DurationMicros(1))),
            ..clear
        }
    }

    /// The all-clear window excludes its end: exactly then the status is already clear.
    fn clearing_proximity(&self, clear: Proximity, newest_at: UnixMicros) -> Proximity {
        let end = newest_at.after(self.parameters.all_clear());
        if end <= self.as_of {
            return clear;
        }
        Proximity {
            status: ThreatStatus::Clearing,
            all_clear_in: Some(end.since(self.as_of)),
            clear_at: Some(end),
            status_changes_at: Some(end),
            ..clear
        }
    }
}
