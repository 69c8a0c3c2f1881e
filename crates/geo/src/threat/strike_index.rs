//! The strikes of an evaluation, indexed once for all policies.
//!
//! All histories share one tree, whose nodes store their newest strike: a search in a shorter history skips the nodes that are
//! older, so that another policy with another history costs nothing. In danger windows strikes are counted, and a node can be
//! counted as a whole only if all of it is in the window: each different one has a tree of its own, which is small.

use super::proximity::{Strike, StrikeDistance};
use super::strike_tree::{IndexedPoint, RadiusCount, StrikeTree};
use crate::geodesic::{EcefPoint, Ellipsoid, RadiusBounds, nearest_chord_limit};
use crate::position::LonLat;
use crate::units::Miles;
use std::cmp::Reverse;

/// The index of the first strike of a time window that ends with the newest strike.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct WindowStart(pub(super) usize);

impl WindowStart {
    /// As trees store it.
    fn first(self) -> u32 {
        u32::try_from(self.0).unwrap_or(u32::MAX)
    }
}

/// The position being evaluated, in both coordinate systems.
#[derive(Debug, Clone, Copy)]
pub(super) struct Origin {
    pub(super) position: LonLat,
    pub(super) point: EcefPoint,
}

/// A disc, with the bounds of chords that decide most strikes without measuring them.
#[derive(Debug, Clone, Copy)]
pub(super) struct SearchRadius {
    radius: Miles,
    bounds: RadiusBounds,
}

impl SearchRadius {
    pub(super) fn new(radius: Miles) -> Self {
        Self { radius, bounds: RadiusBounds::new(radius.meters()) }
    }

    /// Whether a strike is inside, if its squared chord decides that.
    pub(super) fn is_decided(&self, chord_squared: f64) -> Option<bool> {
        if chord_squared <= self.bounds.max_inside {
            return Some(true);
        }
        (chord_squared > self.bounds.min_outside).then_some(false)
    }

    pub(super) fn includes(&self, distance: Miles) -> bool {
        distance <= self.radius
    }
}

pub(super) struct StrikeIndex<'a> {
    earth: Ellipsoid,
    /// Sorted by time; none is later than the evaluation time.
    known: &'a [Strike],
    /// The longest history, or what else must be searched.
    longest: IndexedWindow,
    danger_windows: Vec<IndexedWindow>,
}

/// The strikes of a window, with a spatial index.
struct IndexedWindow {
    start: WindowStart,
    tree: StrikeTree,
}

impl<'a> StrikeIndex<'a> {
    /// `longest` is how far back the nearest strike and the last strike in a radius are searched.
    pub(super) fn new(
        known: &'a [Strike],
        longest: WindowStart,
        mut danger_windows: Vec<WindowStart>,
        leaf_size: usize,
    ) -> Self {
        let build = |start: WindowStart| {
            let indexed =
                |(index, strike): (u32, &Strike)| IndexedPoint { point: EcefPoint::new(strike.position), index };
            let points = (start.first()..).zip(&known[start.0..]).map(indexed).collect();
            IndexedWindow { start, tree: StrikeTree::new(points, leaf_size) }
        };
        danger_windows.sort_unstable();
        danger_windows.dedup();
        let danger_windows = danger_windows.into_iter().filter(|start| *start != longest).map(build).collect();
        Self { earth: Ellipsoid::wgs84(), known, longest: build(longest), danger_windows }
    }

    pub(super) fn distance(&self, origin: Origin, strike: Strike) -> StrikeDistance {
        StrikeDistance { strike, distance: self.earth.distance(origin.position, strike.position) }
    }

    /// Whether the window has a strike.
    pub(super) fn contains(&self, window: WindowStart, strike: &Strike) -> bool {
        self.known.get(window.0).is_some_and(|first| strike.at >= first.at)
    }

    pub(super) fn strike(&self, index: u32) -> &Strike {
        &self.known[index as usize]
    }

    /// The nearest strike of a history; among equal distances the newest.
    pub(super) fn nearest_in_history(&self, history: WindowStart, origin: Origin) -> Option<StrikeDistance> {
        self.nearest(&self.longest.tree, history, origin)
    }

    /// The nearest strike of a danger window; among equal distances the newest.
    pub(super) fn nearest_in_danger_window(&self, window: WindowStart, origin: Origin) -> Option<StrikeDistance> {
        self.danger_tree(window).and_then(|tree| self.nearest(tree, window, origin))
    }

    pub(super) fn count_in_danger_window(
        &self,
        window: WindowStart,
        radius: &SearchRadius,
        origin: Origin,
    ) -> RadiusCount {
        let Some(tree) = self.danger_tree(window) else { return RadiusCount::default() };
        tree.count_in_radius(origin.point, radius.bounds, |index| self.is_inside(index, radius, origin))
    }

    /// The newest strike of a window inside a radius.
    pub(super) fn newest_in_radius(&self, window: WindowStart, radius: &SearchRadius, origin: Origin) -> Option<u32> {
        let is_inside = |index| self.is_inside(index, radius, origin);
        self.longest.tree.newest_in_radius(origin.point, radius.bounds, window.first(), is_inside)
    }

    fn is_inside(&self, index: u32, radius: &SearchRadius, origin: Origin) -> bool {
        radius.includes(self.earth.distance(origin.position, self.strike(index).position).miles())
    }

    fn danger_tree(&self, window: WindowStart) -> Option<&StrikeTree> {
        let mut windows = self.danger_windows.iter().chain([&self.longest]);
        windows.find(|indexed| indexed.start == window).map(|indexed| &indexed.tree)
    }

    fn nearest(&self, tree: &StrikeTree, window: WindowStart, origin: Origin) -> Option<StrikeDistance> {
        let limit = nearest_chord_limit(tree.smallest_chord_squared(origin.point, window.first()));
        let mut candidates = tree.list_within(origin.point, window.first(), limit);
        // Of several strikes at exactly the same position only the newest can win, so the others need no measurement.
        let position_bits = |index: u32| {
            let position = self.strike(index).position;
            (position.lon().to_bits(), position.lat().to_bits())
        };
        candidates.sort_unstable_by_key(|index| (position_bits(*index), Reverse(*index)));
        candidates.dedup_by_key(|index| position_bits(*index));
        let measured = candidates.into_iter().map(|index| (self.distance(origin, *self.strike(index)), Reverse(index)));
        let nearest =
            measured.min_by(|left, right| left.0.distance.0.total_cmp(&right.0.distance.0).then(left.1.cmp(&right.1)));
        nearest.map(|(nearest, _)| nearest)
    }
}
