//! Text between two records that no record has: what the filter drops, and what is outside of all records.
//!
//! A damaged strike ends up there if the filter or the start pattern needs what the damage took away. It is reported if it has
//! a position near the strikes, as many cells as the record before it, or, for text that the filter drops, a time that is
//! written like those of the records. A row that most records have next to them is a part of the layout.

use std::collections::HashSet;
use std::ops::Range;

use super::context;
use super::known::{KnownNotation, Position, ReadStrike, is_quoted};
use super::surroundings::Surroundings;
use super::token::{Token, scan};

/// Coordinates further apart are not one position.
const MAX_BYTES_IN_POSITION: usize = 200;
/// With fewer gaps between records, text in each of them can be a damaged strike each.
const MIN_GAPS_OF_LAYOUT: usize = 3;
const MIN_NUMBERS: usize = 2;
/// Bounds the time for a hostile text.
const MAX_PARTS: usize = 10_000;
/// A longer record is not a row of cells.
const MAX_ROW_BYTES: usize = 4_000;
const SEPARATORS: [u8; 6] = [b',', b';', b'|', b'\t', b'<', b'"'];

#[derive(Debug)]
pub(super) struct PartBetween {
    range: Range<usize>,
    /// It starts like a record.
    is_dropped: bool,
}

/// What the filter dropped, and the lines outside of all records. In the order of the text.
pub(super) fn parts_between(
    text: &str,
    scopes: &[Range<usize>],
    outside: &[Range<usize>],
    dropped: &[Range<usize>],
) -> Vec<PartBetween> {
    let [first, .., last] = scopes else { return Vec::new() };
    let is_between = |part: &&Range<usize>| first.end <= part.start && part.end <= last.start;
    let lines = outside.iter().filter(is_between).flat_map(|part| lines_in(text, part));
    let dropped = dropped.iter().filter(is_between).cloned();
    let part = |is_dropped| move |range| PartBetween { range, is_dropped };
    let mut parts: Vec<PartBetween> = lines.map(part(false)).chain(dropped.map(part(true))).take(MAX_PARTS).collect();
    parts.sort_unstable_by_key(|part| part.range.start);
    parts
}

fn lines_in(text: &str, part: &Range<usize>) -> impl Iterator<Item = Range<usize>> {
    let mut at = part.start;
    text.get(part.clone()).unwrap_or_default().split_inclusive('\n').map(move |line| {
        at += line.len();
        at - line.len()..at
    })
}

/// What the text between records is compared with.
pub(super) struct BetweenSearch<'e> {
    pub(super) text: &'e [u8],
    pub(super) scopes: &'e [Range<usize>],
    pub(super) strikes: &'e [ReadStrike],
    pub(super) surroundings: &'e Surroundings,
}

impl BetweenSearch<'_> {
    pub(super) fn find(&self, parts: &[PartBetween]) -> Vec<Range<usize>> {
        if parts.is_empty() {
            return Vec::new();
        }
        let Self { scopes, .. } = self;
        let known = KnownNotation::new(self.text, self.strikes);
        let times: HashSet<u64> =
            self.strikes.iter().filter_map(|strike| Some(self.around_time(&strike.time?))).collect();
        let gap_of = |part: &Range<usize>| scopes.partition_point(|scope| scope.start < part.start);
        let is_stray = |part: &&PartBetween| {
            let record = gap_of(&part.range).checked_sub(1).and_then(|before| scopes.get(before));
            let is_record = || record.is_some_and(|record| self.has_same_cells(record, &part.range));
            let has_time =
                || part.is_dropped && self.tokens(part).iter().any(|token| self.is_known_time(token, &times));
            (known.is_quoted || !is_quoted(self.text, self.trimmed(&part.range).end))
                && (self.has_unread_position(part, &known) || is_record() || has_time())
        };
        let found: Vec<Range<usize>> = parts.iter().filter(is_stray).map(|part| self.trimmed(&part.range)).collect();
        let gaps = scopes.len().saturating_sub(1);
        let mut gaps_with_strays: Vec<usize> = found.iter().map(gap_of).collect();
        gaps_with_strays.dedup();
        if gaps >= MIN_GAPS_OF_LAYOUT && gaps_with_strays.len() >= gaps { Vec::new() } else { found }
    }

    fn tokens(&self, part: &PartBetween) -> Vec<Token> {
        let mut tokens = Vec::new();
        scan(self.text, part.range.clone(), |token| tokens.push(token));
        tokens
    }

    fn is_known_time(&self, token: &Token, times: &HashSet<u64>) -> bool {
        token.time_notation().is_some() && times.contains(&self.around_time(token))
    }

    fn around_time(&self, time: &Token) -> u64 {
        context::around_time(self.text, time.range())
    }

    /// Two coordinates near the strikes that no record has read too.
    fn has_unread_position(&self, part: &PartBetween, known: &KnownNotation) -> bool {
        let coordinates = self.tokens(part).into_iter().filter(|token| token.degrees().is_some());
        coordinates.collect::<Vec<Token>>().windows(2).any(|pair| {
            let [first, second] = *pair else { return false };
            let (Some(one), Some(other)) = (first.degrees(), second.degrees()) else { return false };
            self.surroundings.has_position(one, other)
                && second.start - first.end <= MAX_BYTES_IN_POSITION
                && !known.has_read(self.text, Position { first, second }, None)
        })
    }

    /// As many separators as a record has, and at least half as many numbers.
    fn has_same_cells(&self, record: &Range<usize>, part: &Range<usize>) -> bool {
        let numbers = |range: &Range<usize>| context::count_numbers(self.text, range.clone());
        let found = if record.len() <= MAX_ROW_BYTES { numbers(part) } else { 0 };
        if found < MIN_NUMBERS || 2 * found < numbers(record) {
            return false;
        }
        let count = |range: &Range<usize>, separator: u8| {
            self.text.get(range.clone()).unwrap_or_default().split(|byte| *byte == separator).count() - 1
        };
        let separator = SEPARATORS.into_iter().max_by_key(|separator| count(record, *separator)).unwrap_or(b',');
        let separators = count(record, separator);
        separators >= 2 && count(part, separator) == separators
    }

    fn trimmed(&self, part: &Range<usize>) -> Range<usize> {
        let bytes = self.text.get(part.clone()).unwrap_or_default();
        let start = part.end - bytes.trim_ascii_start().len();
        start..start + bytes.trim_ascii().len()
    }
}
