//! The strikes of an evaluation, indexed once for all policies.
//!
//! Histories are cut where one begins, so that each strike is in one tree and a history is the newest few of them: another
//! policy with another history costs no second tree of the same strikes. Danger windows are short and often searched, so each
//! different one has a tree of its own.

use super::proximity::{Strike, StrikeDistance};
use super::strike_tree::{IndexedPoint, RadiusCount, StrikeTree};
use crate::geodesic::{EcefPoint, Ellipsoid, RadiusBounds, nearest_chord_limit};
use crate::position::LonLat;
use crate::units::Miles;
use std::cmp::Reverse;
use std::ops::Range;

/// The index of the first strike of a time window that ends with the newest strike.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct WindowStart(pub(super) usize);

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
    /// The newest first. Their strikes are disjoint.
    histories: Vec<IndexedRange>,
    danger_windows: Vec<IndexedRange>,
}

/// Strikes that follow each other, with a spatial index.
struct IndexedRange {
    start: WindowStart,
    end: usize,
    tree: StrikeTree,
}

impl<'a> StrikeIndex<'a> {
    /// `needed` is how far back the last strike of a ring or of an all-clear window is searched.
    pub(super) fn new(
        known: &'a [Strike],
        histories: Vec<WindowStart>,
        danger_windows: Vec<WindowStart>,
        needed: WindowStart,
        leaf_size: usize,
    ) -> Self {
        let build = |range: Range<usize>| {
            let strikes = &known[range.clone()];
            let indexed =
                |(index, strike): (u32, &Strike)| IndexedPoint { point: EcefPoint::new(strike.position), index };
            let first = u32::try_from(range.start).unwrap_or(u32::MAX);
            let tree = StrikeTree::new((first..).zip(strikes).map(indexed).collect(), leaf_size);
            IndexedRange { start: WindowStart(range.start), end: range.end, tree }
        };
        let mut end = known.len();
        let histories: Vec<IndexedRange> = newest_first(histories.into_iter().chain([needed]))
            .into_iter()
            .map(|start| build(start.0..std::mem::replace(&mut end, start.0)))
            .collect();
        let is_history = |start: &WindowStart| histories.first().is_some_and(|newest| newest.start == *start);
        let danger_windows = newest_first(danger_windows.into_iter().filter(|start| !is_history(start)))
            .into_iter()
            .map(|start| build(start.0..known.len()))
            .collect();
        Self { earth: Ellipsoid::wgs84(), known, histories, danger_windows }
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
        let parts = self.histories.iter().take_while(|part| part.start >= history);
        self.nearest(parts.map(|part| &part.tree), origin)
    }

    /// The nearest strike of a danger window; among equal distances the newest.
    pub(super) fn nearest_in_danger_window(&self, window: WindowStart, origin: Origin) -> Option<StrikeDistance> {
        self.nearest(self.danger_tree(window).into_iter(), origin)
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
        let first = u32::try_from(window.0).unwrap_or(u32::MAX);
        let parts = self.histories.iter().take_while(|part| part.end > window.0);
        parts.into_iter().find_map(|part| {
            let is_inside = |index| self.is_inside(index, radius, origin);
            part.tree.newest_in_radius(origin.point, radius.bounds, first, is_inside)
        })
    }

    fn is_inside(&self, index: u32, radius: &SearchRadius, origin: Origin) -> bool {
        radius.includes(self.earth.distance(origin.position, self.strike(index).position).miles())
    }

    fn danger_tree(&self, window: WindowStart) -> Option<&StrikeTree> {
        let newest_history = self.histories.first();
        newest_history.into_iter().chain(&self.danger_windows).find(|part| part.start == window).map(|part| &part.tree)
    }

    fn nearest<'t>(
        &self,
        trees: impl Iterator<Item = &'t StrikeTree> + Clone,
        origin: Origin,
    ) -> Option<StrikeDistance> {
        let smallest =
            trees.clone().fold(f64::INFINITY, |smallest, tree| tree.smallest_chord_squared(origin.point, smallest));
        let (limit, mut candidates) = (nearest_chord_limit(smallest), Vec::new());
        for tree in trees {
            tree.add_within(origin.point, limit, &mut candidates);
        }
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

/// Without duplicates.
fn newest_first(starts: impl Iterator<Item = WindowStart>) -> Vec<WindowStart> {
    let mut starts: Vec<WindowStart> = starts.collect();
    starts.sort_unstable_by_key(|start| Reverse(*start));
    starts.dedup();
    starts
}
