//! Spatial index of strikes: a k-d tree whose nodes store how many strikes they contain and which are the oldest and the newest,
//! so a node that is entirely inside the radius and the window is counted without visiting its strikes.

use super::ecef_box::EcefBox;
use crate::geodesic::{EcefPoint, RadiusBounds};
use std::ops::Range;

/// A strike's position, and its index in the strikes sorted by time.
#[derive(Debug, Clone, Copy)]
pub(super) struct IndexedPoint {
    pub(super) point: EcefPoint,
    pub(super) index: u32,
}

/// Scanning this many points is cheaper than another level of nodes.
pub(super) const LEAF_SIZE: usize = 32;

#[derive(Debug)]
pub(super) struct StrikeTree {
    points: Vec<IndexedPoint>,
    /// Stored as a heap: the children of node `n` are `2n + 1` and `2n + 2`. Empty if there are no points.
    nodes: Vec<TreeNode>,
}

/// A bounding box and its range of points.
#[derive(Debug, Clone, Copy)]
struct TreeNode {
    bounds: EcefBox,
    start: usize,
    end: usize,
    oldest: u32,
    newest: u32,
    is_leaf: bool,
}

/// Strikes inside a radius.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct RadiusCount {
    pub(super) count: usize,
    /// The index of the newest.
    pub(super) newest: Option<u32>,
}

impl RadiusCount {
    /// Adds what was found in later strikes, whose indexes start at `start`.
    pub(super) fn add_later(&mut self, later: Self, start: u32) {
        self.count += later.count;
        self.newest = self.newest.max(later.newest.map(|index| start + index));
    }

    fn add(&mut self, count: usize, newest: u32) {
        self.count += count;
        self.newest = self.newest.max(Some(newest));
    }
}

impl StrikeTree {
    /// Nodes with more than `leaf_size` points are split.
    pub(super) fn new(mut points: Vec<IndexedPoint>, leaf_size: usize) -> Self {
        let mut nodes = Vec::new();
        if !points.is_empty() {
            let all = 0..points.len();
            build_node(&mut points, &mut nodes, 0, all, leaf_size.max(1));
        }
        Self { points, nodes }
    }

    pub(super) fn len(&self) -> usize {
        self.points.len()
    }

    /// Counts the strikes with an index of at least `first` within a radius of a point. `is_inside` measures the ones that the
    /// bounds cannot decide.
    pub(super) fn count_in_radius(
        &self,
        origin: EcefPoint,
        bounds: RadiusBounds,
        first: u32,
        mut is_inside: impl FnMut(u32) -> bool,
    ) -> RadiusCount {
        let mut found = RadiusCount::default();
        let mut open: Vec<usize> = if self.nodes.is_empty() { Vec::new() } else { vec![0] };
        while let Some(slot) = open.pop() {
            let node = &self.nodes[slot];
            if node.newest < first || node.bounds.nearest_squared(origin) > bounds.min_outside {
                continue;
            }
            if node.oldest >= first && node.bounds.farthest_squared(origin) <= bounds.max_inside {
                found.add(node.end - node.start, node.newest);
            } else if node.is_leaf {
                for strike in self.points[node.start..node.end].iter().filter(|strike| strike.index >= first) {
                    let squared = origin.chord_squared(strike.point);
                    if squared <= bounds.max_inside || (squared <= bounds.min_outside && is_inside(strike.index)) {
                        found.add(1, strike.index);
                    }
                }
            } else {
                open.extend([2 * slot + 1, 2 * slot + 2]);
            }
        }
        found
    }

    /// The newest strike with an index of at least `first` within a radius of a point. `is_inside` measures the ones that the
    /// bounds cannot decide.
    pub(super) fn newest_in_radius(
        &self,
        origin: EcefPoint,
        bounds: RadiusBounds,
        first: u32,
        mut is_inside: impl FnMut(u32) -> bool,
    ) -> Option<u32> {
        // The smallest index that would be newer than what was found.
        let (mut newest, mut wanted) = (None, first);
        let mut open: Vec<usize> = if self.nodes.is_empty() { Vec::new() } else { vec![0] };
        while let Some(slot) = open.pop() {
            let node = &self.nodes[slot];
            if node.newest < wanted || node.bounds.nearest_squared(origin) > bounds.min_outside {
                continue;
            }
            if node.bounds.farthest_squared(origin) <= bounds.max_inside {
                (newest, wanted) = (Some(node.newest), node.newest + 1);
            } else if node.is_leaf {
                for strike in &self.points[node.start..node.end] {
                    if strike.index < wanted {
                        continue;
                    }
                    let squared = origin.chord_squared(strike.point);
                    if squared <= bounds.max_inside || (squared <= bounds.min_outside && is_inside(strike.index)) {
                        (newest, wanted) = (Some(strike.index), strike.index + 1);
                    }
                }
            } else {
                let mut children = [2 * slot + 1, 2 * slot + 2];
                // The one with newer strikes goes last, because the stack is popped from its end.
                children.sort_unstable_by_key(|child| self.nodes[*child].newest);
                open.extend(children);
            }
        }
        newest
    }

    /// The smallest squared chord of the strikes with an index of at least `first`, or `limit` if all are larger.
    pub(super) fn smallest_chord_squared(&self, origin: EcefPoint, first: u32, limit: f64) -> f64 {
        let mut smallest = limit;
        self.visit_leaves(origin, first, smallest, |leaf| {
            for strike in &self.points[leaf.start..leaf.end] {
                let squared = origin.chord_squared(strike.point);
                smallest = smallest.min(if strike.index >= first { squared } else { f64::INFINITY });
            }
            smallest
        });
        smallest
    }

    /// The indexes, of at least `first`, of all strikes with a squared chord up to `limit`.
    pub(super) fn list_within(&self, origin: EcefPoint, first: u32, limit: f64) -> Vec<u32> {
        let mut found = Vec::new();
        self.visit_leaves(origin, first, limit, |leaf| {
            let points = self.points[leaf.start..leaf.end].iter().filter(|strike| strike.index >= first);
            let near = points.filter(|strike| origin.chord_squared(strike.point) <= limit);
            found.extend(near.map(|strike| strike.index));
            limit
        });
        found
    }

    /// Visits, nearest first, every leaf with a strike of at least `first` that can contain a squared chord up to the limit.
    /// Each visit returns the new limit.
    fn visit_leaves(&self, origin: EcefPoint, first: u32, mut limit: f64, mut visit: impl FnMut(&TreeNode) -> f64) {
        let mut open: Vec<(f64, usize)> = if self.nodes.is_empty() { Vec::new() } else { vec![(0.0, 0)] };
        while let Some((nearest_squared, slot)) = open.pop() {
            let node = &self.nodes[slot];
            if nearest_squared > limit || node.newest < first {
                continue;
            }
            if node.is_leaf {
                limit = visit(node);
                continue;
            }
            let mut children =
                [2 * slot + 1, 2 * slot + 2].map(|child| (self.nodes[child].bounds.nearest_squared(origin), child));
            // The nearer child goes last, because the stack is popped from its end.
            if children[0].0 < children[1].0 {
                children.swap(0, 1);
            }
            open.extend(children);
        }
    }
}

/// Builds the node of a range and, recursively, its children.
fn build_node(
    points: &mut [IndexedPoint],
    nodes: &mut Vec<TreeNode>,
    slot: usize,
    range: Range<usize>,
    leaf_size: usize,
) {
    let Range { start, end } = range;
    let own = &mut points[start..end];
    let (oldest, newest) =
        own.iter().fold((u32::MAX, 0), |(oldest, newest), strike| (oldest.min(strike.index), newest.max(strike.index)));
    let node = TreeNode {
        bounds: EcefBox::around(own.iter().map(|strike| strike.point)),
        start,
        end,
        oldest,
        newest,
        is_leaf: own.len() <= leaf_size,
    };
    if nodes.len() <= slot {
        // Slots that stay unused are never visited, because the parent of such a slot is a leaf.
        nodes.resize(slot + 1, node);
    }
    nodes[slot] = node;
    if node.is_leaf {
        return;
    }
    let axis = node.bounds.widest_axis();
    let half = own.len() / 2;
    own.select_nth_unstable_by(half, |left, right| left.point.0[axis].total_cmp(&right.point.0[axis]));
    build_node(points, nodes, 2 * slot + 1, start..start + half, leaf_size);
    build_node(points, nodes, 2 * slot + 2, start + half..end, leaf_size);
}
