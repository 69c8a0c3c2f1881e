//! Where records lie in a text.
//!
//! Owns the cutting of a text into scopes. A scope includes its start match and excludes its close match. With a close pattern
//! a scope ends at the first close match after its start match, whatever lies between, and the search for the next start
//! resumes behind the close; when no close match is left, or without a close pattern, a scope runs to the next start match or
//! to the end of the text. Start matches never overlap, and an empty one is passed by a character, so that cutting ends.

use std::ops::Range;

use crate::error::PatternTrouble;
use crate::pattern::{OutOfTime, Pattern};

/// The compiled `Segment` of a configuration.
#[derive(Debug, Clone)]
pub(crate) struct Segment {
    pub(crate) start: Pattern,
    pub(crate) close: Option<Pattern>,
    pub(crate) filter: Option<Pattern>,
}

/// Which pattern was in trouble, and what happened.
pub(crate) type SegmentTrouble<'p> = (&'static str, &'p Pattern, PatternTrouble);

/// Goes from scope to scope.
pub(crate) struct Scopes<'p, 't> {
    segment: &'p Segment,
    text: &'t str,
    /// The start match of the scope to come; None before the first search and after the last scope.
    next_start: Option<Range<usize>>,
    has_begun: bool,
    is_close_left: bool,
}

impl Segment {
    pub(crate) fn scopes<'p, 't>(&'p self, text: &'t str) -> Scopes<'p, 't> {
        Scopes { segment: self, text, next_start: None, has_begun: false, is_close_left: self.close.is_some() }
    }

    /// Whether the filter, if any, lets the scope pass.
    pub(crate) fn keeps(&self, scope: &str, out_of_time: OutOfTime) -> Result<bool, SegmentTrouble<'_>> {
        let Some(filter) = &self.filter else { return Ok(true) };
        let found = filter.find(scope, 0, out_of_time).map_err(|trouble| ("Segment.Filter", filter, trouble))?;
        Ok(found.is_some())
    }
}

impl<'p> Scopes<'p, '_> {
    /// The next scope as a byte range of the text.
    pub(crate) fn next(&mut self, out_of_time: OutOfTime) -> Result<Option<Range<usize>>, SegmentTrouble<'p>> {
        if !self.has_begun {
            self.has_begun = true;
            self.next_start = self.find_start(0, out_of_time)?;
        }
        let Some(start) = self.next_start.take() else { return Ok(None) };
        if let Some(close) = self.find_close(start.end, out_of_time)? {
            let resume = close.end.max(self.behind(&start));
            self.next_start = self.find_start(resume, out_of_time)?;
            return Ok(Some(start.start..close.start));
        }
        self.next_start = self.find_start(self.behind(&start), out_of_time)?;
        let end = self.next_start.as_ref().map_or(self.text.len(), |next| next.start);
        Ok(Some(start.start..end))
    }

    /// Where a search goes on behind a start match: behind its end, or behind the next character when it is empty. Behind the
    /// last character that is a place beyond the text, where nothing is found.
    fn behind(&self, start: &Range<usize>) -> usize {
        if !start.is_empty() {
            return start.end;
        }
        let next = self.text.get(start.end..).and_then(|rest| rest.chars().next());
        start.end + next.map_or(1, char::len_utf8)
    }

    fn find_start(&self, from: usize, out_of_time: OutOfTime) -> Result<Option<Range<usize>>, SegmentTrouble<'p>> {
        let pattern = &self.segment.start;
        // Behind the last character there is nothing for a scope to hold, except in an empty text.
        let holds_something = |at: usize| at < self.text.len() || at == 0;
        if !holds_something(from) {
            return Ok(None);
        }
        let found = pattern.find(self.text, from, out_of_time);
        let found = found.map_err(|trouble| ("Segment.StartPattern", pattern, trouble))?;
        Ok(found.map(|found| found.whole).filter(|start| holds_something(start.start)))
    }

    /// Once no close is found, none is looked for again: a text full of starts would otherwise be read once for each.
    fn find_close(&mut self, from: usize, out_of_time: OutOfTime) -> Result<Option<Range<usize>>, SegmentTrouble<'p>> {
        let Some(pattern) = self.segment.close.as_ref().filter(|_| self.is_close_left) else { return Ok(None) };
        let found = pattern.find(self.text, from, out_of_time);
        let found = found.map_err(|trouble| ("Segment.ClosePattern", pattern, trouble))?;
        self.is_close_left = found.is_some();
        Ok(found.map(|found| found.whole))
    }
}

#[cfg(test)]
mod tests;
