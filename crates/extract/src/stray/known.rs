//! What is known about the strikes that the records of a mail read.

use std::collections::{HashMap, HashSet};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::ops::Range;

use super::context::{self, Before};
use super::reader::ReadSpans;
use super::token::{TimeNotation, Token, scan};

const MAX_NUMBERS_APART: usize = 2;
const MAX_WORDS_MORE: usize = 2;

/// Two coordinates that follow each other.
#[derive(Debug, Clone, Copy)]
pub(super) struct Position {
    pub(super) first: Token,
    pub(super) second: Token,
}

/// A strike that a record reads.
#[derive(Debug, Clone, Copy)]
pub(super) struct ReadStrike {
    pub(super) position: Position,
    pub(super) time: Option<Token>,
}

/// How the strikes of a mail are written, and which positions they have.
#[derive(Debug, Default)]
pub(super) struct KnownNotation {
    before: HashSet<u64>,
    labels: HashSet<u64>,
    between: HashSet<u64>,
    after: HashSet<u64>,
    /// How many numbers the lines with a position and its time have, and for each count the most words.
    line_shapes: HashMap<usize, usize>,
    positions: HashSet<u64>,
    positions_at_times: HashSet<u64>,
    pub(super) is_quoted: bool,
}

impl Position {
    pub(super) fn range(&self) -> Range<usize> {
        self.first.start..self.second.end
    }
}

impl ReadStrike {
    /// `None` if a coordinate is missing or has a notation that the scanner does not know.
    pub(super) fn new(text: &[u8], spans: &ReadSpans) -> Option<Self> {
        let latitude = first_token(text, spans.latitude.as_ref()?, |token| token.degrees().is_some())?;
        let longitude = first_token(text, spans.longitude.as_ref()?, |token| token.degrees().is_some())?;
        let time = spans.time.as_ref();
        let time = time.and_then(|time| first_token(text, time, |token| token.time_notation().is_some()));
        let is_latitude_first = latitude.start < longitude.start;
        let (first, second) = if is_latitude_first { (latitude, longitude) } else { (longitude, latitude) };
        Some(Self { position: Position { first, second }, time })
    }

    /// From its first value to its last.
    pub(super) fn range(&self) -> Range<usize> {
        let position = self.position.range();
        let time = self.time.map_or(position.clone(), |time| time.range());
        position.start.min(time.start)..position.end.max(time.end)
    }

    pub(super) fn time_notation(&self) -> Option<TimeNotation> {
        self.time?.time_notation()
    }
}

fn first_token(text: &[u8], span: &Range<usize>, is_wanted: impl Fn(&Token) -> bool) -> Option<Token> {
    let mut found = None;
    scan(text, span.clone(), |token| found = found.or(Some(token).filter(&is_wanted)));
    found
}

impl KnownNotation {
    pub(super) fn new(text: &[u8], strikes: &[ReadStrike]) -> Self {
        let mut known = Self::default();
        for ReadStrike { position, time } in strikes {
            let before = Before::new(text, position.first.start);
            known.before.insert(before.exact);
            known.labels.insert(before.label);
            known.between.insert(context::between(text, position.first.end..position.second.start));
            let line = context::line_at(text, position.first.start);
            let has_tags = text.get(line.clone()).is_some_and(|line| line.contains(&b'<'));
            if !has_tags && time.is_none_or(|time| line.contains(&time.start)) {
                let words = known.line_shapes.entry(context::count_numbers(text, line.clone())).or_default();
                *words = context::count_words(text, line).max(*words);
            }
            known.after.extend(context::after(text, position.second.end));
            known.positions.insert(hash_of_values(text, *position, None));
            known.positions_at_times.insert(hash_of_values(text, *position, *time));
            known.is_quoted |= is_quoted(text, position.first.start);
        }
        known
    }

    /// The position is in the same column or after the same words as those of the records.
    pub(super) fn has_same_words(&self, text: &[u8], position: Position) -> bool {
        self.before.contains(&Before::new(text, position.first.start).exact)
    }

    /// The position is in the same column, after the same label or before the same column as those of the records.
    pub(super) fn has_same_label(&self, text: &[u8], position: Position) -> bool {
        self.labels.contains(&Before::new(text, position.first.start).label)
            || context::after(text, position.second.end).is_some_and(|after| self.after.contains(&after))
    }

    /// The line has about as many numbers and words as one of a record: `n/a` is no number, `Cloud-to-Ground` has more words than
    /// `Intra-Cloud`. A line that has little more than the position is not compared.
    pub(super) fn has_same_line(&self, text: &[u8], position: Position) -> bool {
        let line = context::line_at(text, position.first.start);
        let (numbers, words) = (context::count_numbers(text, line.clone()), context::count_words(text, line));
        let is_similar = |(known_numbers, most_words): (&usize, &usize)| {
            numbers.abs_diff(*known_numbers) <= MAX_NUMBERS_APART && words <= most_words + MAX_WORDS_MORE
        };
        numbers > context::count_numbers(text, position.range()) + MAX_NUMBERS_APART
            && self.line_shapes.iter().any(is_similar)
    }

    /// The coordinates are separated as those of the records are.
    pub(super) fn has_same_separator(&self, text: &[u8], position: Position) -> bool {
        self.between.contains(&context::between(text, position.first.end..position.second.start))
    }

    /// A record reads the same strike, for example when a summary repeats it.
    pub(super) fn has_read(&self, text: &[u8], position: Position, time: Option<Token>) -> bool {
        let known = if time.is_some() { &self.positions_at_times } else { &self.positions };
        known.contains(&hash_of_values(text, position, time))
    }
}

/// True in a line that is quoted, as in a reply.
pub(super) fn is_quoted(text: &[u8], at: usize) -> bool {
    let line = text.get(context::line_start(text, at)..at).unwrap_or_default();
    line.trim_ascii_start().starts_with(b">")
}

fn hash_of_values(text: &[u8], position: Position, time: Option<Token>) -> u64 {
    let mut hasher = DefaultHasher::new();
    for token in [Some(position.first), Some(position.second), time].into_iter().flatten() {
        text.get(token.range()).unwrap_or_default().hash(&mut hasher);
    }
    hasher.finish()
}
