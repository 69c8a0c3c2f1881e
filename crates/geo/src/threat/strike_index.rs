//! The strikes of an evaluation, indexed once for all policies.
//!
//! All histories share the same blocks, whose nodes store their newest strike: a search in a shorter history skips the nodes
//! that are older, so that another policy with another history costs nothing. In danger windows strikes are counted, and a node
//! can be counted as a whole only if all of it is in the window: a single evaluation builds a tree of its own for each different
//! one, which is small. The live evaluation keeps its blocks instead and visits the strikes of the one block in which a window
//! starts.

use super::proximity::{Strike, StrikeDistance};
use super::strike_block::{StrikeBlock, WindowStart};
use super::strike_tree::RadiusCount;
use crate::geodesic::{EcefPoint, Ellipsoid, RadiusBounds, nearest_chord_limit};
use crate::position::LonLat;
use crate::units::Miles;
use std::cmp::Reverse;

/// The position being evaluated, in both coordinate systems.
#[derive(Debug, Clone, Copy)]
pub(super) struct Origin {
    pub(super) position: LonLat,
    pub(super) point: EcefPoint,
}

impl Origin {
    pub(super) fn new(position: LonLat) -> Self {
        Self { position, point: EcefPoint::new(position) }
    }
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
    /// The longest history, or what else must be searched, in the order of time.
    blocks: Vec<StrikeBlock>,
    /// Danger windows with blocks of their own.
    danger_windows: Vec<StrikeBlock>,
}

impl<'a> StrikeIndex<'a> {
    /// `longest` is how far back the nearest strike and the last strike in a radius are searched.
    pub(super) fn new(
        known: &'a [Strike],
        longest: WindowStart,
        mut danger_windows: Vec<WindowStart>,
        leaf_size: usize,
    ) -> Self {
        let build = |start: WindowStart| StrikeBlock::build(known, start.0..known.len(), leaf_size);
        danger_windows.sort_unstable();
        danger_windows.dedup();
        let danger_windows = danger_windows.into_iter().filter(|start| *start != longest).map(build).collect();
        Self { earth: Ellipsoid::wgs84(), known, blocks: vec![build(longest)], danger_windows }
    }

    /// `blocks` contain all known strikes.
    pub(super) fn of_blocks(known: &'a [Strike], blocks: Vec<StrikeBlock>) -> Self {
        Self { earth: Ellipsoid::wgs84(), known, blocks, danger_windows: Vec::new() }
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
        self.nearest(&self.blocks, history, origin)
    }

    /// The nearest strike of a danger window; among equal distances the newest.
    pub(super) fn nearest_in_danger_window(&self, window: WindowStart, origin: Origin) -> Option<StrikeDistance> {
        self.nearest(self.danger_blocks(window), window, origin)
    }

    pub(super) fn count_in_danger_window(
        &self,
        window: WindowStart,
        radius: &SearchRadius,
        origin: Origin,
    ) -> RadiusCount {
        let mut all = RadiusCount::default();
        for block in self.danger_blocks(window) {
            let (start, first) = (block.start(), block.first_in(window));
            let is_inside = |index: u32| self.is_inside(start + index, radius, origin);
            all.add_later(block.tree().count_in_radius(origin.point, radius.bounds, first, is_inside), start);
        }
        all
    }

    /// The newest strike of a window inside a radius.
    pub(super) fn newest_in_radius(&self, window: WindowStart, radius: &SearchRadius, origin: Origin) -> Option<u32> {
        // Every strike of a block is older than those of the next one.
        self.blocks.iter().rev().find_map(|block| {
            let (start, first) = (block.start(), block.first_in(window));
            let is_inside = |index: u32| self.is_inside(start + index, radius, origin);
            block.tree().newest_in_radius(origin.point, radius.bounds, first, is_inside).map(|index| start + index)
        })
    }

    fn is_inside(&self, index: u32, radius: &SearchRadius, origin: Origin) -> bool {
        radius.includes(self.earth.distance(origin.position, self.strike(index).position).miles())
    }

    /// Those that contain a danger window: its own, or those of all strikes.
    fn danger_blocks(&self, window: WindowStart) -> &[StrikeBlock] {
        let own = self.danger_windows.iter().position(|block| block.start() == window.first());
        own.map_or(&self.blocks[..], |at| &self.danger_windows[at..=at])
    }

    fn nearest(&self, blocks: &[StrikeBlock], window: WindowStart, origin: Origin) -> Option<StrikeDistance> {
        let smallest = blocks.iter().rev().fold(f64::INFINITY, |limit, block| {
            block.tree().smallest_chord_squared(origin.point, block.first_in(window), limit)
        });
        let limit = nearest_chord_limit(smallest);
        let mut candidates = Vec::new();
        for block in blocks {
            let near = block.tree().list_within(origin.point, block.first_in(window), limit);
            candidates.extend(near.into_iter().map(|index| block.start() + index));
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
