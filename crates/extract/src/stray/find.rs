//! Decides which times and coordinates that no field covers are a strike.
//!
//! A stray is one of these:
//! - A position near those of the records, in the same column or after the same label, with a time of the records' notation
//!   in the same block of lines.
//! - Between the first and the last value of the mail, a position with one of the two signs: the column or label, or a time
//!   and the separator of the records' coordinates. Not if every record has such a position: then the layout has it.
//! - A time between the time and the position of one record that is written like the record's own: the position belongs to
//!   the second time. Again not if every record has one.
//! - A time or a position between the two coordinates of one record: they belong to different strikes. Again not if every
//!   record has one.
//! - Between two records, text that the filter drops or that is outside of all records, and that looks like a record
//!   (module `between`).
//! - A position in a line of its own that has as many numbers as the line of a record and no more words: its cells are there,
//!   but not what separates them. Above the first and below the last record, only with a time in the line.
//!
//! Never a stray: a position that a record has read too, a time that is the record's own in another time zone, and quoted
//! lines in a mail whose records are not quoted.

use std::collections::HashMap;
use std::ops::Range;

use super::between::{BetweenSearch, PartBetween, parts_between};
use super::context::{self, Before};
use super::known::{KnownNotation, Position, ReadStrike, is_quoted};
use super::reader::StrikeEvidence;
use super::starts::without_starts;
use super::surroundings::Surroundings;
use super::token::{TimeNotation, Token};

/// Coordinates further apart are not one position.
const MAX_BYTES_IN_POSITION: usize = 200;
/// A time further away does not belong to a position.
const MAX_BYTES_TO_TIME: usize = 500;
/// How many numbers next to a position are checked to find its time.
const MAX_TOKENS_TO_TIME: usize = 8;

/// More words between a time and a position are a sentence.
const MAX_WORDS_BETWEEN: usize = 4;

/// A text and how it was split. All ranges are in bytes and in the order of the text.
#[derive(Debug, Clone, Copy)]
pub(crate) struct SearchedText<'t> {
    pub(crate) text: &'t str,
    pub(crate) scopes: &'t [Range<usize>],
    /// Text outside of all records, also of those that the filter dropped.
    pub(crate) outside: &'t [Range<usize>],
    /// What the filter dropped between two records.
    pub(crate) dropped: &'t [Range<usize>],
    /// Start matches that are reported already.
    pub(crate) unread_starts: &'t [Range<usize>],
}

/// The strikes that no record reads, as byte ranges in the order of the text.
pub(crate) fn find_strays(searched: SearchedText<'_>, evidence: &mut StrikeEvidence) -> Vec<Range<usize>> {
    let SearchedText { text, scopes, outside, dropped, unread_starts } = searched;
    evidence.scan_outside(text, outside);
    let between = parts_between(text, scopes, outside, dropped);
    if evidence.leftovers.is_empty() && between.is_empty() {
        return Vec::new();
    }
    let strays = StraySearch::new(text, evidence).map_or_else(Vec::new, |search| search.find(scopes, &between));
    without_starts(strays, unread_starts, scopes)
}

struct StraySearch<'e> {
    text: &'e [u8],
    /// In the order of the text.
    leftovers: &'e [Token],
    strikes: Vec<ReadStrike>,
    surroundings: &'e Surroundings,
    /// From the first value of the first strike to the last value of the last one.
    region: Range<usize>,
    time_notation: Option<TimeNotation>,
}

/// A position that no field reads, near those of the records.
#[derive(Clone, Copy)]
struct Candidate {
    position: Position,
    time: Option<Token>,
}

impl<'e> StraySearch<'e> {
    /// `None` if no record has a position: then there is nothing to compare with.
    fn new(text: &'e str, evidence: &'e StrikeEvidence) -> Option<Self> {
        let text = text.as_bytes();
        let surroundings = evidence.surroundings.as_ref()?;
        let strikes: Vec<ReadStrike> = evidence.read.iter().filter_map(|spans| ReadStrike::new(text, spans)).collect();
        let region = strikes.first()?.range().start..strikes.last()?.range().end;
        let time_notation = strikes.iter().find_map(ReadStrike::time_notation);
        Some(Self { text, leftovers: &evidence.leftovers, strikes, surroundings, region, time_notation })
    }

    fn find(&self, scopes: &[Range<usize>], between: &[PartBetween]) -> Vec<Range<usize>> {
        let Self { text, strikes, surroundings, .. } = self;
        let mut strays = BetweenSearch { text, scopes, strikes, surroundings }.find(between);
        strays.extend(self.stray_positions());
        strays.extend(self.stray_times());
        strays.extend(self.strays_in_positions());
        strays.sort_by_key(|stray| stray.start);
        strays.dedup_by(|next, stray| next.start < stray.end);
        strays
    }

    fn stray_positions(&self) -> Vec<Range<usize>> {
        let candidates = self.candidates();
        if candidates.is_empty() {
            return Vec::new();
        }
        let known = KnownNotation::new(self.text, &self.strikes);
        let mut counts: HashMap<u64, usize> = HashMap::new();
        for candidate in &candidates {
            *counts.entry(Before::new(self.text, candidate.position.first.start).exact).or_default() += 1;
        }
        let is_stray = |Candidate { position, time }: &Candidate| {
            let is_known = known.has_read(self.text, *position, *time)
                || (is_quoted(self.text, position.first.start) && !known.is_quoted);
            if is_known {
                return false;
            }
            let is_row = self.is_line_of_its_own(*position) && known.has_same_line(self.text, *position);
            let is_row_at_time = is_row && time.is_some_and(|time| self.is_in_one_row(time, *position));
            if time.is_some() && known.has_same_label(self.text, *position) || is_row_at_time {
                return true;
            }
            let is_like_records = known.has_same_words(self.text, *position)
                || is_row
                || time.is_some() && known.has_same_separator(self.text, *position);
            let is_between_records = self.region.contains(&position.first.start);
            let before = Before::new(self.text, position.first.start).exact;
            let count = counts.get(&before).copied().unwrap_or_default();
            is_like_records && is_between_records && !self.is_in_every_record(count)
        };
        candidates.iter().filter(|candidate| is_stray(candidate)).map(Candidate::range).collect()
    }

    /// No record reads a value in the line of the position.
    fn is_line_of_its_own(&self, position: Position) -> bool {
        let line = context::line_at(self.text, position.first.start);
        let after = self.strikes.partition_point(|strike| strike.range().start < line.end);
        let before = after.checked_sub(1).and_then(|last| self.strikes.get(last));
        before.is_none_or(|strike| strike.range().end <= line.start)
    }

    /// The time is in the line of the position, on the side on which the records have it, and no sentence is between them.
    fn is_in_one_row(&self, time: Token, position: Position) -> bool {
        let is_time_first = time.start < position.first.start;
        context::line_at(self.text, position.first.start).contains(&time.start)
            && is_time_first == self.is_time_first()
            && context::count_words(self.text, time.end..position.first.start) <= MAX_WORDS_BETWEEN
    }

    /// What all records have is a part of the layout that its author chose not to read.
    fn is_in_every_record(&self, count: usize) -> bool {
        count >= self.strikes.len().max(2)
    }

    /// The positions among the leftovers, each with the nearest time.
    fn candidates(&self) -> Vec<Candidate> {
        let mut candidates: Vec<Candidate> = Vec::new();
        let coordinates = self.leftovers.iter().enumerate().filter(|(_, token)| token.degrees().is_some());
        let mut coordinates = coordinates.peekable();
        while let Some((index, first)) = coordinates.next() {
            let Some(&(second_index, second)) = coordinates.peek() else { break };
            let position = Position { first: *first, second: *second };
            if self.is_position(position) {
                coordinates.next();
                candidates.push(Candidate { position, time: self.time_near(index, second_index) });
            }
        }
        candidates
    }

    fn is_position(&self, Position { first, second }: Position) -> bool {
        let (Some(one), Some(other)) = (first.degrees(), second.degrees()) else { return false };
        second.start - first.end <= MAX_BYTES_IN_POSITION
            && self.surroundings.has_position(one, other)
            && !context::has_blank_line(self.text, first.end..second.start)
    }

    /// The nearest leftover time in the block of a position, first on the side on which the records have it.
    fn time_near(&self, first: usize, second: usize) -> Option<Token> {
        let notation = self.time_notation?;
        let (start, end) = (self.leftovers.get(first)?.start, self.leftovers.get(second)?.end);
        let is_time = |time: &&Token, gap: Range<usize>| {
            time.time_notation() == Some(notation)
                && gap.len() <= MAX_BYTES_TO_TIME
                && !context::has_blank_line(self.text, gap)
                && !self.is_own_time_in_another_zone(time)
        };
        let before = self.leftovers.get(first.saturating_sub(MAX_TOKENS_TO_TIME)..second)?;
        let mut before = before.iter().rev().filter(|time| is_time(time, time.end.min(start)..start));
        let after = self.leftovers.get(second + 1..self.leftovers.len().min(second + 1 + MAX_TOKENS_TO_TIME))?;
        let mut after = after.iter().filter(|time| is_time(time, end..time.start));
        let found = if self.is_time_first() {
            before.next().or_else(|| after.next())
        } else {
            after.next().or_else(|| before.next())
        };
        found.copied()
    }

    fn is_time_first(&self) -> bool {
        let strike = self.strikes.iter().find_map(|strike| Some(strike.time?.start < strike.position.first.start));
        strike.unwrap_or(true)
    }

    /// The strike whose record a position of the text is in, or the one before it.
    fn strike_at(&self, at: usize) -> Option<&ReadStrike> {
        let after = self.strikes.partition_point(|strike| strike.range().start <= at);
        self.strikes.get(after.checked_sub(1)?)
    }

    /// `4:42:53 PM CDT (21:42:53 UTC)`: only the hour differs.
    fn is_own_time_in_another_zone(&self, time: &Token) -> bool {
        let split = |time: Range<usize>| {
            let time = self.text.get(time)?;
            let colon = time.iter().position(|byte| *byte == b':')?;
            Some((time.get(..colon)?, time.get(colon..)?))
        };
        let after = self.strikes.partition_point(|strike| strike.range().start <= time.start);
        let neighbors =
            self.strikes.get(after.saturating_sub(1)..self.strikes.len().min(after + 1)).unwrap_or_default();
        neighbors.iter().filter_map(|strike| strike.time).any(|own| match (split(own.range()), split(time.range())) {
            (Some((own_hour, own_rest)), Some((hour, rest))) => own_rest == rest && own_hour != hour,
            _ => false,
        })
    }

    /// Times between the time and the position of a record that are written like its own.
    fn stray_times(&self) -> Vec<Range<usize>> {
        let is_stray = |time: &&Token| {
            let Some(strike @ ReadStrike { time: Some(own), position }) = self.strike_at(time.start) else {
                return false;
            };
            own.end <= time.start
                && time.end <= position.first.start
                && time.time_notation() == strike.time_notation()
                && !self.is_own_time_in_another_zone(time)
                && context::around_time(self.text, time.range()) == context::around_time(self.text, own.range())
        };
        let times = self.leftovers.iter().filter(|token| token.time_notation().is_some());
        let found: Vec<Range<usize>> = times.filter(is_stray).map(Token::range).collect();
        if self.is_in_every_record(found.len()) { Vec::new() } else { found }
    }
}

impl StraySearch<'_> {
    /// What is between the two coordinates of a record, for each record in which a time or a whole position is there.
    fn strays_in_positions(&self) -> Vec<Range<usize>> {
        let is_inside = |strike: &&ReadStrike| {
            let Position { first, second } = strike.position;
            let inside = self.leftovers_in(first.end..second.start);
            let has_time = inside.iter().any(|token| {
                token.time_notation().is_some_and(|notation| Some(notation) == self.time_notation)
                    && !self.is_own_time_in_another_zone(token)
            });
            let degrees: Vec<u32> = inside.iter().filter_map(Token::degrees).collect();
            has_time
                || degrees
                    .windows(2)
                    .any(|pair| matches!(pair, [one, other] if self.surroundings.has_position(*one, *other)))
        };
        let found: Vec<&ReadStrike> = self.strikes.iter().filter(is_inside).collect();
        if self.is_in_every_record(found.len()) {
            return Vec::new();
        }
        found.iter().map(|strike| strike.position.first.end..strike.position.second.start).collect()
    }

    fn leftovers_in(&self, range: Range<usize>) -> &[Token] {
        let before = |at: usize| self.leftovers.partition_point(|token| token.start < at);
        self.leftovers.get(before(range.start)..before(range.end)).unwrap_or_default()
    }
}

impl Candidate {
    fn range(&self) -> Range<usize> {
        let position = self.position.range();
        let time = self.time.map_or(position.clone(), |time| time.range());
        position.start.min(time.start)..position.end.max(time.end)
    }
}
