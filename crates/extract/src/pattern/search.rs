//! Searches a text in steps, with a deadline check between steps.

use std::ops::Range;

use fancy_regex::{Captures, RegexInput};

use super::compile::{Pattern, SearchMode};
use super::error::PatternError;
use super::limits::{WINDOW, WINDOW_AFTER, WINDOW_BEFORE, WINDOW_STRIDE};
use super::pattern_match::PatternMatch;
use crate::deadline::DeadlineCheck;

/// One step through a text.
#[derive(Debug)]
struct Step {
    /// The part of the text that the pattern sees.
    visible: Range<usize>,
    /// Matches that start at or after this position belong to the next step.
    end: usize,
}

impl Pattern {
    /// The first match at or after `from`.
    ///
    /// A long text is searched in steps, with a deadline check between them. `\A`, `^`, `\z` and `$` refer to the ends of the
    /// text, not of a step. What differs is how far the pattern sees. A linear pattern sees one more step, and further if a
    /// match extends that far. A backtracking pattern sees at least [`WINDOW_BEFORE`] bytes before and [`WINDOW_AFTER`] bytes
    /// after each position; a match that extends further is an error and never truncated. A text of one step is seen as a
    /// whole.
    pub(crate) fn find(
        &self,
        text: &str,
        from: usize,
        is_expired: DeadlineCheck,
    ) -> Result<Option<PatternMatch>, PatternError> {
        if let (Some(linear), SearchMode::Linear { stride }) = (&self.linear, self.mode) {
            // Fast path for most searches: one step to the end of a short text.
            if text.len().checked_sub(from).is_some_and(|left| left <= stride) {
                return if is_expired() {
                    Err(PatternError::OutOfTime)
                } else {
                    Ok(linear.search(text, from..text.len()))
                };
            }
        }
        let mut from = from;
        let mut strides_ahead = 1;
        while from <= text.len() {
            if is_expired() {
                return Err(PatternError::OutOfTime);
            }
            let step = self.step(text, from, strides_ahead);
            let found = self.search_step(text, &step, from)?;
            let is_last = step.visible.end == text.len();
            match found {
                Some(found) if is_last || found.whole.end < step.visible.end && found.whole.start < step.end => {
                    return Ok(Some(found));
                }
                Some(found) if found.whole.start < step.end && self.mode == SearchMode::Windowed => {
                    return Err(PatternError::MatchTooLong);
                }
                Some(found) if found.whole.start < step.end => strides_ahead *= 4,
                None if is_last => return Ok(None),
                _ => (from, strides_ahead) = (step.end, 1),
            }
        }
        Ok(None)
    }

    fn step(&self, text: &str, from: usize, strides_ahead: usize) -> Step {
        let boundary = |position: usize| text.floor_char_boundary(position.min(text.len()));
        match self.mode {
            SearchMode::Linear { stride } => {
                let ahead = stride.saturating_mul(strides_ahead);
                let visible_end = boundary(from.saturating_add(stride).saturating_add(ahead));
                Step { visible: from..visible_end, end: boundary(from + stride) }
            }
            SearchMode::Windowed if text.len() <= WINDOW => Step { visible: 0..text.len(), end: text.len() },
            SearchMode::Windowed => Step {
                visible: boundary(from.saturating_sub(WINDOW_BEFORE))..boundary(from + WINDOW_STRIDE + WINDOW_AFTER),
                end: boundary(from + WINDOW_STRIDE),
            },
        }
    }

    /// Searches one step. Offsets refer to the whole text.
    fn search_step(&self, text: &str, step: &Step, from: usize) -> Result<Option<PatternMatch>, PatternError> {
        let visible = step.visible.clone();
        if let Some(linear) = &self.linear {
            return Ok(linear.search(text, visible));
        }
        let (input, shift) = match self.mode {
            // The linear engine stops at the end of the range and still sees the text around it.
            SearchMode::Linear { .. } => (RegexInput::new(text).range(visible).from_pos(from), 0),
            // The backtracking engine does not stop there, so it gets only the window.
            SearchMode::Windowed => {
                let window = text.get(visible.clone()).unwrap_or_default();
                let input = RegexInput::new(window).from_pos(from.saturating_sub(visible.start));
                (input.start_text(visible.start == 0).end_text(visible.end == text.len()), visible.start)
            }
        };
        let shifted = |range: Range<usize>| range.start + shift..range.end + shift;
        if self.regex.captures_len() == 1 {
            let whole = self.regex.find_input(input).map_err(|_| PatternError::TooMuchWork)?;
            return Ok(whole
                .map(|whole| shifted(whole.range()))
                .map(|whole| PatternMatch { value: Some(whole.clone()), whole }));
        }
        let captures = self.regex.captures_input(input).map_err(|_| PatternError::TooMuchWork)?;
        let found = captures.as_ref().and_then(first_groups);
        Ok(found.map(|(whole, value)| PatternMatch { whole: shifted(whole), value: value.map(shifted) }))
    }
}

/// The whole match and the first group.
fn first_groups(captures: &Captures<'_, str>) -> Option<(Range<usize>, Option<Range<usize>>)> {
    Some((captures.get(0)?.range(), captures.get(1).map(|value| value.range())))
}
