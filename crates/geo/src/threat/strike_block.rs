//! Strikes that follow each other in time, with a spatial index. A block whose strikes did not change is shared by one
//! evaluation and the next, also if strikes before it were added or dropped.

use super::proximity::Strike;
use super::strike_tree::{IndexedPoint, StrikeTree};
use crate::geodesic::EcefPoint;
use std::ops::Range;
use std::sync::Arc;

/// The index of the first strike of a time window that ends with the newest strike.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct WindowStart(pub(super) usize);

impl WindowStart {
    /// As trees store it.
    pub(super) fn first(self) -> u32 {
        u32::try_from(self.0).unwrap_or(u32::MAX)
    }
}

#[derive(Debug, Clone)]
pub(super) struct StrikeBlock {
    /// The index of its first strike in the known strikes.
    start: u32,
    /// Its indexes begin with 0.
    tree: Arc<StrikeTree>,
}

impl StrikeBlock {
    pub(super) fn build(known: &[Strike], range: Range<usize>, leaf_size: usize) -> Self {
        let start = WindowStart(range.start).first();
        let indexed = |(index, strike): (u32, &Strike)| IndexedPoint { point: EcefPoint::new(strike.position), index };
        let points = (0..).zip(&known[range]).map(indexed).collect();
        Self { start, tree: Arc::new(StrikeTree::new(points, leaf_size)) }
    }

    /// The same strikes at another index.
    pub(super) fn moved_to(&self, start: usize) -> Self {
        Self { start: WindowStart(start).first(), tree: self.tree.clone() }
    }

    pub(super) fn start(&self) -> u32 {
        self.start
    }

    pub(super) fn range(&self) -> Range<usize> {
        let start = self.start as usize;
        start..start + self.tree.len()
    }

    pub(super) fn tree(&self) -> &StrikeTree {
        &self.tree
    }

    /// The first index of a window in this block.
    pub(super) fn first_in(&self, window: WindowStart) -> u32 {
        window.first().saturating_sub(self.start)
    }
}
