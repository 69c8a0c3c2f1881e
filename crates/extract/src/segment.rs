//! Splits a text into scopes, one per record.
//!
//! A scope includes its start match and excludes its close match. With a close pattern a scope ends at the first close match
//! after its start match, whatever is in between, and the search for the next start continues after the close. If there is no
//! further close match, or no close pattern, a scope extends to the next start match or to the end of the text. Start matches
//! never overlap. An empty start match advances the search by one character, so segmentation always ends.
//!
//! With a close pattern, a start match can be inside a scope or inside its close match. No scope begins there, so the text is
//! not read as a record of its own. Such matches are collected as unread: they are usually records that would be lost.

mod header;

use std::ops::Range;

use crate::config::{ConfigViolation, SegmentSpec};
use crate::config_pattern::ConfigPattern;
use crate::deadline::DeadlineCheck;
use crate::error::ExtractError;
use header::Header;

/// The compiled `Segment` of a configuration.
#[derive(Debug, Clone)]
pub(crate) struct Segment {
    start: ConfigPattern,
    close: Option<ConfigPattern>,
    filter: Option<ConfigPattern>,
    ignore: Option<ConfigPattern>,
    header: Option<Header>,
}

/// The scopes of a text after filtering, as byte ranges.
#[derive(Debug, Default)]
pub(crate) struct FilteredScopes {
    pub(crate) scopes: Vec<Range<usize>>,
    /// How many scopes the filter dropped.
    pub(crate) filtered: usize,
    pub(crate) unread: UnreadStarts,
    /// The text before, between and after all scopes, without parts that are too short for a strike.
    pub(crate) outside: Vec<Range<usize>>,
    /// The scopes between the first and the last one that the filter dropped; the first [`MAX_UNREAD_RANGES`].
    pub(crate) dropped: Vec<Range<usize>>,
    /// Set if segmentation stopped before the end of the text.
    pub(crate) error: Option<ExtractError>,
}

/// Start matches from which no scope begins.
#[derive(Debug, Default)]
pub(crate) struct UnreadStarts {
    pub(crate) count: usize,
    /// The first [`MAX_UNREAD_RANGES`].
    pub(crate) ranges: Vec<Range<usize>>,
}

/// No text outside of the scopes that is shorter than this has a position.
const MIN_OUTSIDE_BYTES: usize = 9;

/// A text can have millions; nobody reads more than this.
const MAX_UNREAD_RANGES: usize = 10_000;

impl UnreadStarts {
    fn add(&mut self, start: Range<usize>) {
        self.count += 1;
        if self.ranges.len() < MAX_UNREAD_RANGES {
            self.ranges.push(start);
        }
    }
}

impl Segment {
    /// Adds a violation for each pattern that does not compile.
    pub(crate) fn compile(spec: &SegmentSpec, violations: &mut Vec<ConfigViolation>) -> Option<Self> {
        let mut compile = |key: &str, pattern: &str| ConfigPattern::compile(key, pattern, violations);
        let start = compile("Segment.StartPattern", &spec.start_pattern);
        let close = spec.close_pattern.as_deref().map(|close| compile("Segment.ClosePattern", close));
        let filter = spec.filter.as_deref().map(|filter| compile("Segment.Filter", filter));
        let ignore = spec.ignore.as_deref().map(|ignore| compile("Segment.Ignore", ignore));
        let header = spec.header.as_deref().map(Header::new);
        Some(Self { start: start?, close: close.flatten(), filter: filter.flatten(), ignore: ignore.flatten(), header })
    }

    pub(crate) fn start_pattern(&self) -> &str {
        self.start.text()
    }

    /// Splits and filters the text. Stops with an error above `max_records` scopes.
    pub(crate) fn split(&self, text: &str, max_records: usize, is_expired: DeadlineCheck) -> FilteredScopes {
        let mut scopes = self.iter_scopes(text);
        let mut result = self.filter_scopes(&mut scopes, max_records, is_expired);
        if let Some(header) = self.header.as_ref().and_then(|header| header.find(text)) {
            let end_of =
                |scope: &Range<usize>| scope.start + text.get(scope.clone()).unwrap_or_default().trim_end().len();
            result.scopes.retain(|scope| scope.start < header.start || end_of(scope) > header.end);
        }
        FilteredScopes { unread: scopes.unread, ..result }
    }

    /// `filtered` is the number of scopes that the filter dropped.
    pub(crate) fn no_records_error(&self, filtered: usize) -> ExtractError {
        match &self.header {
            Some(header) if filtered == 0 => ExtractError::NoRecordsBelowHeader { header: header.text().to_owned() },
            _ => ExtractError::NoRecords { start_pattern: self.start_pattern().to_owned(), filtered },
        }
    }

    /// Why a text is not read whose header is missing or has other columns.
    pub(crate) fn header_error(&self, text: &str) -> Option<ExtractError> {
        let header = self.header.as_ref()?;
        header.find(text).is_none().then(|| header.mismatch(text))
    }

    fn filter_scopes(
        &self,
        scopes: &mut ScopeIterator<'_, '_>,
        max_records: usize,
        is_expired: DeadlineCheck,
    ) -> FilteredScopes {
        let mut result = FilteredScopes::default();
        let mut last_end = 0;
        loop {
            let next = scopes.next(is_expired).and_then(|scope| {
                let Some(range) = scope else { return Ok(None) };
                let is_kept = self.is_kept(scopes.text.get(range.clone()).unwrap_or_default(), is_expired)?;
                Ok(Some((range, is_kept)))
            });
            let outside_end = match &next {
                Ok(Some((range, _))) => range.start,
                _ => scopes.text.len(),
            };
            if outside_end >= last_end + MIN_OUTSIDE_BYTES {
                result.outside.push(last_end..outside_end);
            }
            if let Ok(Some((range, _))) = &next {
                last_end = range.end;
            }
            match next {
                Ok(None) => {
                    let last = result.scopes.last().map_or(0, |last| last.start);
                    result.dropped.retain(|dropped| dropped.start < last);
                    return result;
                }
                Ok(Some((range, false))) => {
                    result.filtered += 1;
                    if !result.scopes.is_empty() && result.dropped.len() < MAX_UNREAD_RANGES {
                        result.dropped.push(range);
                    }
                }
                Ok(Some((range, true))) if result.scopes.len() < max_records => result.scopes.push(range),
                Ok(Some(_)) => {
                    let start_pattern = self.start_pattern().to_owned();
                    result.error = Some(ExtractError::TooManyRecords { start_pattern, limit: max_records });
                    return result;
                }
                Err(error) => {
                    result.error = Some(error);
                    return result;
                }
            }
        }
    }

    fn iter_scopes<'p, 't>(&'p self, text: &'t str) -> ScopeIterator<'p, 't> {
        ScopeIterator {
            segment: self,
            text,
            next_start: None,
            has_started: false,
            may_have_close: self.close.is_some(),
            unread: UnreadStarts::default(),
        }
    }

    fn is_kept(&self, scope: &str, is_expired: DeadlineCheck) -> Result<bool, ExtractError> {
        let Some(filter) = &self.filter else { return Ok(true) };
        Ok(filter.find(scope, 0, is_expired)?.is_some())
    }

    /// True for text that `Segment.Ignore` matches.
    pub(crate) fn is_ignored(&self, text: &str, is_expired: DeadlineCheck) -> Result<bool, ExtractError> {
        let Some(ignore) = &self.ignore else { return Ok(false) };
        Ok(ignore.find(text, 0, is_expired)?.is_some())
    }
}

struct ScopeIterator<'p, 't> {
    segment: &'p Segment,
    text: &'t str,
    /// The start match of the next scope; `None` before the first search and after the last scope.
    next_start: Option<Range<usize>>,
    has_started: bool,
    may_have_close: bool,
    unread: UnreadStarts,
}

impl ScopeIterator<'_, '_> {
    /// The next scope as a byte range of the text.
    fn next(&mut self, is_expired: DeadlineCheck) -> Result<Option<Range<usize>>, ExtractError> {
        if !self.has_started {
            self.has_started = true;
            self.next_start = self.find_start(0, is_expired)?;
        }
        let Some(start) = self.next_start.take() else { return Ok(None) };
        if let Some(close) = self.find_close(start.end, is_expired)? {
            let resume = close.end.max(self.position_after(&start));
            self.next_start = self.find_start_after_close(self.position_after(&start), resume, is_expired)?;
            return Ok(Some(start.start..close.start));
        }
        self.next_start = self.find_start(self.position_after(&start), is_expired)?;
        let end = self.next_start.as_ref().map_or(self.text.len(), |next| next.start);
        Ok(Some(start.start..end))
    }

    /// The first start match at or after `resume`, where the close match ends. Those between `from` and `resume` are unread.
    fn find_start_after_close(
        &mut self,
        mut from: usize,
        resume: usize,
        is_expired: DeadlineCheck,
    ) -> Result<Option<Range<usize>>, ExtractError> {
        while let Some(found) = self.find_start(from, is_expired)? {
            if found.start >= resume {
                return Ok(Some(found));
            }
            if found.end > resume {
                // The rest of this match may be the next start: `\s*ALERT` also matches the line end that closes a record.
                let next = self.find_start(resume, is_expired)?;
                if next.as_ref().is_none_or(|next| next.start >= found.end) {
                    self.unread.add(found);
                }
                return Ok(next);
            }
            from = self.position_after(&found);
            self.unread.add(found);
        }
        Ok(None)
    }

    /// Where the search continues after a start match: at its end, or one character later if it is empty. May be one past the
    /// end of the text, where nothing is found.
    fn position_after(&self, start: &Range<usize>) -> usize {
        if !start.is_empty() {
            return start.end;
        }
        let next = self.text.get(start.end..).and_then(|rest| rest.chars().next());
        start.end + next.map_or(1, char::len_utf8)
    }

    fn find_start(&self, from: usize, is_expired: DeadlineCheck) -> Result<Option<Range<usize>>, ExtractError> {
        // A scope at the end of the text would be empty. Only an empty text has such a scope.
        let can_start_at = |position: usize| position < self.text.len() || position == 0;
        if !can_start_at(from) {
            return Ok(None);
        }
        let found = self.segment.start.find(self.text, from, is_expired)?;
        Ok(found.map(|found| found.whole).filter(|start| can_start_at(start.start)))
    }

    /// After the first search without a match there are no more searches. Otherwise a text with many starts and no close would
    /// be read once per start.
    fn find_close(&mut self, from: usize, is_expired: DeadlineCheck) -> Result<Option<Range<usize>>, ExtractError> {
        let Some(close) = self.segment.close.as_ref().filter(|_| self.may_have_close) else { return Ok(None) };
        let found = close.find(self.text, from, is_expired)?;
        self.may_have_close = found.is_some();
        Ok(found.map(|found| found.whole))
    }
}

#[cfg(test)]
mod tests;
