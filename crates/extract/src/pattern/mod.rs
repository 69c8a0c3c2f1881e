//! Patterns that end.
//!
//! Owns every search: compiling, finding from a position, and the bounds that keep a search short whatever pattern and text
//! are. Never runs a pattern that was not compiled here.
//!
//! There are two kinds of patterns. Most run on an engine whose time grows with the length of the text alone. Look-around
//! (unless it ends the pattern), back-references and atomic groups need an engine that backtracks; its own limit counts
//! backtracks, not the text that it reads between two of them, so that a short pattern may read a megabyte a million times.
//! Neither can be interrupted. Long texts are therefore searched in steps: see [`Pattern::find`].

mod linear;
mod run;
mod tame;
mod words;

use std::fmt::{self, Display};
use std::ops::Range;

use fancy_regex::{Captures, Regex, RegexBuilder, RegexInput};

use crate::error::PatternTrouble;
use linear::Linear;
use words::in_words;

/// How long a pattern may be, in bytes.
const PATTERN_BYTES: usize = 8 * 1024;
/// Compiled sizes of linear patterns, each with the bytes that one search goes through before the clock is asked again: in
/// the worst case the time for a byte grows with the size of the pattern. What is larger than the last is refused.
const SIZES: [(usize, usize); 4] =
    [(8 << 10, 1 << 20), (64 << 10, 512 << 10), (1 << 20, 256 << 10), (10 << 20, 128 << 10)];
/// The size of each linear part of a backtracking pattern, and of the tables that it fills while it runs.
const PART_BYTES: usize = 1024 * 1024;
/// Backtracks within one window.
const BACKTRACKS: usize = 100_000;
/// Instructions of a backtracking program.
const PROGRAM: usize = 20_000;

/// A window of a backtracking pattern: what it sees behind the first place that it is tried at …
const BEHIND: usize = 2 * 1024;
/// … the places it is tried at …
const STRIDE: usize = 6 * 1024;
/// … and what it sees beyond the last of them.
const AHEAD: usize = 8 * 1024;
/// Texts up to this length are one window.
pub(crate) const WINDOW: usize = BEHIND + STRIDE + AHEAD;

/// Says whether the time is up; asked between searches and between windows.
pub(crate) type OutOfTime<'a> = &'a mut dyn FnMut() -> bool;

/// A compiled pattern.
#[derive(Debug, Clone)]
pub(crate) struct Pattern {
    regex: Regex,
    class: Class,
    /// The same without the detour, where the pattern is linear.
    linear: Option<Linear>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Class {
    /// Linear, through so many bytes at a time.
    Linear { stride: usize },
    /// Backtracking, through windows.
    Windowed,
}

/// A match: the whole of it, and its value (the first group where the pattern has one).
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Found {
    pub(crate) whole: Range<usize>,
    /// None when the pattern has a group and the group took no part in the match.
    pub(crate) value: Option<Range<usize>>,
}

impl Pattern {
    /// Compiles; the error says why not, in words for the pattern's author.
    pub(crate) fn compile(pattern: &str) -> Result<Self, String> {
        Self::compile_with(pattern, Seek::On)
    }

    fn compile_with(pattern: &str, seek: Seek) -> Result<Self, String> {
        if pattern.len() > PATTERN_BYTES {
            return Err(format!("is longer than {PATTERN_BYTES} bytes"));
        }
        let tame = tame::judge(pattern)?;
        let mut refusal = None;
        for (size, stride) in SIZES {
            match builder(pattern, seek, size).build() {
                Ok(regex) => {
                    let program = program(&regex);
                    if !program.starts_with("wrapped Regex") {
                        // The engine's prefilter misses matches of patterns with back-references.
                        return Self::compile_windowed(pattern, if tame.refers_back { Seek::Off } else { seek });
                    }
                    let linear = Linear::of(&program, regex.captures_len(), size);
                    return Ok(Self { regex, class: Class::Linear { stride }, linear });
                }
                Err(error) => refusal = Some(in_words(&error)),
            }
        }
        Err(refusal.unwrap_or_default())
    }

    /// Windows have ends that are not the text's; only a pattern built for it can be told so.
    fn compile_windowed(pattern: &str, seek: Seek) -> Result<Self, String> {
        let windowed = builder(pattern, seek, PART_BYTES).allow_input_assertion_overrides(true).build();
        let regex = windowed.map_err(|error| in_words(&error))?;
        Ok(Self { regex, class: Class::Windowed, linear: None })
    }

    /// The pattern as it was written.
    pub(crate) fn text(&self) -> &str {
        self.regex.as_str()
    }

    /// The first match at or after `from`.
    ///
    /// A long text is searched in steps, between which the clock is asked. `\A`, `^`, `\z` and `$` mean the ends of the text, and
    /// not of a step. What differs is how far a try sees: a linear pattern a whole step beyond its own, and further when a match
    /// reaches that far; a backtracking pattern at least [`BEHIND`] bytes before and [`AHEAD`] bytes after the place where it is
    /// tried, and a match that reaches further is an error, never cut short. A text of one step is seen as a whole.
    pub(crate) fn find(
        &self,
        text: &str,
        from: usize,
        out_of_time: OutOfTime,
    ) -> Result<Option<Found>, PatternTrouble> {
        if let (Some(linear), Class::Linear { stride }) = (&self.linear, self.class) {
            // What most searches are: one step to the end of a short text.
            if text.len().checked_sub(from).is_some_and(|left| left <= stride) {
                return if out_of_time() {
                    Err(PatternTrouble::OutOfTime)
                } else {
                    Ok(linear.search(text, from..text.len()))
                };
            }
        }
        let mut from = from;
        let mut reach = 1;
        while from <= text.len() {
            if out_of_time() {
                return Err(PatternTrouble::OutOfTime);
            }
            let step = self.step(text, from, reach);
            let found = self.search(text, &step, from)?;
            let is_last = step.seen.end == text.len();
            match found {
                Some(found) if is_last || found.whole.end < step.seen.end && found.whole.start < step.end => {
                    return Ok(Some(found));
                }
                Some(found) if found.whole.start < step.end && self.class == Class::Windowed => {
                    return Err(PatternTrouble::MatchTooLong);
                }
                Some(found) if found.whole.start < step.end => reach *= 4,
                None if is_last => return Ok(None),
                _ => (from, reach) = (step.end, 1),
            }
        }
        Ok(None)
    }

    fn step(&self, text: &str, from: usize, reach: usize) -> Step {
        let place = |at: usize| text.floor_char_boundary(at.min(text.len()));
        match self.class {
            Class::Linear { stride } => {
                let ahead = stride.saturating_mul(reach);
                Step { seen: from..place(from.saturating_add(stride).saturating_add(ahead)), end: place(from + stride) }
            }
            Class::Windowed if text.len() <= WINDOW => Step { seen: 0..text.len(), end: text.len() },
            Class::Windowed => Step {
                seen: place(from.saturating_sub(BEHIND))..place(from + STRIDE + AHEAD),
                end: place(from + STRIDE),
            },
        }
    }

    /// Searches one step; offsets are the text's.
    fn search(&self, text: &str, step: &Step, from: usize) -> Result<Option<Found>, PatternTrouble> {
        let seen = step.seen.clone();
        if let Some(linear) = &self.linear {
            return Ok(linear.search(text, seen));
        }
        let (input, shift) = match self.class {
            // The linear engine stops at the end of a range and still knows what lies around it.
            Class::Linear { .. } => (RegexInput::new(text).range(seen).from_pos(from), 0),
            // The other one does not stop, so it is shown no more than the window.
            Class::Windowed => {
                let window = text.get(seen.clone()).unwrap_or_default();
                let input = RegexInput::new(window).from_pos(from.saturating_sub(seen.start));
                (input.start_text(seen.start == 0).end_text(seen.end == text.len()), seen.start)
            }
        };
        let shifted = |range: Range<usize>| range.start + shift..range.end + shift;
        if self.regex.captures_len() == 1 {
            let whole = self.regex.find_input(input).map_err(|_| PatternTrouble::TooMuchWork)?;
            return Ok(whole
                .map(|whole| shifted(whole.range()))
                .map(|whole| Found { value: Some(whole.clone()), whole }));
        }
        let captures = self.regex.captures_input(input).map_err(|_| PatternTrouble::TooMuchWork)?;
        let found = captures.as_ref().and_then(groups);
        Ok(found.map(|(whole, value)| Found { whole: shifted(whole), value: value.map(shifted) }))
    }
}

/// One step through a text: what the pattern sees, and behind which place it is not tried any more.
#[derive(Debug)]
struct Step {
    seen: Range<usize>,
    end: usize,
}

fn groups(captures: &Captures<'_, str>) -> Option<(Range<usize>, Option<Range<usize>>)> {
    Some((captures.get(0)?.range(), captures.get(1).map(|value| value.range())))
}

/// Whether the search skips ahead by a prefilter.
#[derive(Debug, Clone, Copy)]
enum Seek {
    On,
    Off,
}

fn builder(pattern: &str, seek: Seek, size: usize) -> RegexBuilder {
    let mut builder = RegexBuilder::new(pattern);
    builder
        .backtrack_limit(BACKTRACKS)
        .max_prog_size(PROGRAM)
        .delegate_size_limit(size)
        .delegate_dfa_size_limit(PART_BYTES)
        .seek(matches!(seek, Seek::On));
    builder
}

/// What the engine says of itself: whether it handed the whole pattern to its linear half, and as what. It tells only in its
/// debug output; whatever does not say so counts as backtracking, which is the cautious side.
fn program(regex: &Regex) -> String {
    struct Program<'r>(&'r Regex);
    impl Display for Program<'_> {
        fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
            self.0.debug_print(formatter)
        }
    }
    Program(regex).to_string()
}

#[cfg(test)]
mod tests;
