//! The blocks of the live evaluation, brought up to date: one more strike builds a small block again, not the index of all.

use super::proximity::Strike;
use super::strike_block::StrikeBlock;
use super::strike_tree::LEAF_SIZE;
use crate::units::UnixMicros;
use std::cmp::Ordering;
use std::ops::Range;

/// Large blocks make searches fast, small ones make changes cheap. New strikes go to small blocks; many of those become a large
/// one.
#[derive(Debug, Clone, Copy)]
pub(super) struct BlockSizes {
    pub(super) small: usize,
    pub(super) large: usize,
}

impl Default for BlockSizes {
    /// Estimates: a small block must be built within a few milliseconds, because every new strike does it.
    fn default() -> Self {
        Self { small: 16_384, large: 262_144 }
    }
}

/// The blocks of the known strikes, and what was not in the blocks before.
pub(super) struct UpdatedBlocks {
    pub(super) blocks: Vec<StrikeBlock>,
    /// Of the strikes before.
    dropped: Vec<Range<usize>>,
    /// Of the known strikes.
    added: Vec<Range<usize>>,
}

/// Consecutive strikes, with their block if it can be used again.
struct Piece {
    range: Range<usize>,
    block: Option<StrikeBlock>,
}

impl UpdatedBlocks {
    /// `old` are the strikes of the blocks before. Both lists are sorted by time and id.
    pub(super) fn new(before: &[StrikeBlock], old: &[Strike], known: &[Strike], sizes: BlockSizes) -> Self {
        let (mut pieces, mut dropped, mut added): (Vec<Piece>, Vec<_>, Vec<_>) = Default::default();
        let mut end = 0;
        for block in before {
            match unchanged_range(&old[block.range()], known) {
                Some(range) if range.start >= end => {
                    if range.start > end {
                        added.push(end..range.start);
                        pieces.push(Piece { range: end..range.start, block: None });
                    }
                    end = range.end;
                    pieces.push(Piece { block: Some(block.moved_to(range.start)), range });
                }
                _ => dropped.push(block.range()),
            }
        }
        if end < known.len() {
            added.push(end..known.len());
            pieces.push(Piece { range: end..known.len(), block: None });
        }
        let pieces = merge_small_runs(append_to_small(pieces, sizes), sizes);
        let blocks = pieces.into_iter().flat_map(|piece| build(piece, known, sizes)).collect();
        Self { blocks, dropped, added }
    }

    /// The strikes that are in one of the lists only, and both versions of those that were edited.
    pub(super) fn differences(&self, old: &[Strike], known: &[Strike]) -> Vec<Strike> {
        let in_ranges = |ranges: &[Range<usize>], all: &[Strike]| -> Vec<Strike> {
            ranges.iter().flat_map(|range| all[range.clone()].iter().copied()).collect()
        };
        let (old, new) = (in_ranges(&self.dropped, old), in_ranges(&self.added, known));
        let (mut old, mut new) = (old.into_iter().peekable(), new.into_iter().peekable());
        let mut found = Vec::new();
        loop {
            let order = match (old.peek(), new.peek()) {
                (Some(before), Some(after)) => sort_key(before).cmp(&sort_key(after)),
                (Some(_), None) => Ordering::Less,
                (None, Some(_)) => Ordering::Greater,
                (None, None) => return found,
            };
            match order {
                Ordering::Less => found.extend(old.next()),
                Ordering::Greater => found.extend(new.next()),
                Ordering::Equal => {
                    let (before, after) = (old.next(), new.next());
                    if before != after {
                        found.extend(before.into_iter().chain(after));
                    }
                }
            }
        }
    }
}

fn sort_key(strike: &Strike) -> (UnixMicros, i64) {
    (strike.at, strike.id)
}

/// Where exactly these strikes follow each other in the known strikes.
fn unchanged_range(strikes: &[Strike], known: &[Strike]) -> Option<Range<usize>> {
    let first = strikes.first()?;
    let start = known.partition_point(|strike| sort_key(strike) < sort_key(first));
    let range = start..start + strikes.len();
    (known.get(range.clone())? == strikes).then_some(range)
}

/// A few new strikes join the block before them while it is small.
fn append_to_small(pieces: Vec<Piece>, sizes: BlockSizes) -> Vec<Piece> {
    let mut all: Vec<Piece> = Vec::new();
    for mut piece in pieces {
        let is_new = piece.block.is_none();
        while let Some(before) = all.pop_if(|before| is_new && before.range.len() + piece.range.len() <= sizes.small) {
            piece.range.start = before.range.start;
        }
        all.push(piece);
    }
    all
}

/// Neighbors that are all small or not built yet become one piece as soon as they are as long as a large block.
fn merge_small_runs(pieces: Vec<Piece>, sizes: BlockSizes) -> Vec<Piece> {
    let mut all: Vec<Piece> = Vec::new();
    for piece in pieces {
        all.push(piece);
        let is_mergeable = |piece: &&Piece| piece.block.is_none() || piece.range.len() <= sizes.small;
        let run = all.iter().rev().take_while(is_mergeable).count();
        let first = all.len() - run;
        let length: usize = all[first..].iter().map(|piece| piece.range.len()).sum();
        if length >= sizes.large {
            let range = all[first].range.start..all[first].range.start + length;
            all.truncate(first);
            all.push(Piece { range, block: None });
        }
    }
    all
}

fn build(piece: Piece, known: &[Strike], sizes: BlockSizes) -> Vec<StrikeBlock> {
    let Piece { range, block } = piece;
    if let Some(block) = block {
        return vec![block];
    }
    let most = if range.len() >= sizes.large { sizes.large } else { sizes.small };
    let count = range.len().div_ceil(most).max(1);
    let length = range.len().div_ceil(count).max(1);
    let starts = range.clone().step_by(length);
    starts.map(|start| StrikeBlock::build(known, start..(start + length).min(range.end), LEAF_SIZE)).collect()
}

#[cfg(test)]
mod tests {
    use super::super::tests::strike;
    use super::*;

    const SIZES: BlockSizes = BlockSizes { small: 4, large: 12 };

    fn strikes(ids: impl Iterator<Item = i32>) -> Vec<Strike> {
        ids.map(|id| strike(i64::from(id), f64::from(id), 0.01)).collect()
    }

    fn lengths(updated: &UpdatedBlocks) -> Vec<usize> {
        updated.blocks.iter().map(|block| block.range().len()).collect()
    }

    /// Starting with many strikes, then one more at a time.
    #[test]
    fn one_more_strike_builds_a_small_block_again() {
        let mut old = strikes(0..24);
        let mut blocks = UpdatedBlocks::new(&[], &[], &old, SIZES);
        assert_eq!(lengths(&blocks), [12, 12]);
        for (id, expected) in [
            (24, vec![12, 12, 1]),
            (25, vec![12, 12, 2]),
            (26, vec![12, 12, 3]),
            (27, vec![12, 12, 4]),
            (28, vec![12, 12, 4, 1]),
        ] {
            let known = strikes(0..=id);
            let next = UpdatedBlocks::new(&blocks.blocks, &old, &known, SIZES);
            assert_eq!((lengths(&next), next.differences(&old, &known)), (expected, strikes(id..=id)), "{id}");
            (old, blocks) = (known, next);
        }
        let known = strikes(0..40);
        let next = UpdatedBlocks::new(&blocks.blocks, &old, &known, SIZES);
        assert_eq!(lengths(&next), [12, 12, 8, 8], "many small blocks become large ones");
    }

    #[test]
    fn dropped_and_edited_strikes_are_differences() {
        let old = strikes(0..24);
        let before = UpdatedBlocks::new(&[], &[], &old, SIZES);
        let mut known = strikes(5..24);
        known[10].tag = 7;
        let next = UpdatedBlocks::new(&before.blocks, &old, &known, SIZES);
        let found: Vec<(i64, u32)> =
            next.differences(&old, &known).iter().map(|strike| (strike.id, strike.tag)).collect();
        assert_eq!(found, [(0, 0), (1, 0), (2, 0), (3, 0), (4, 0), (15, 0), (15, 7)]);
        let covered: Vec<usize> = next.blocks.iter().flat_map(StrikeBlock::range).collect();
        assert_eq!(covered, (0..known.len()).collect::<Vec<_>>());
    }
}
