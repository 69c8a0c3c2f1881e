//! Why a search was stopped.

use thiserror::Error;

use super::limits::WINDOW;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum PatternError {
    /// The backtracking engine reached its limit.
    #[error("needs too much backtracking on this text (too many ways to match)")]
    TooMuchWork,
    #[error("was still running when the action timed out")]
    OutOfTime,
    /// A match of a backtracking pattern reached the end of its window.
    #[error(
        "found a match that is too long for a pattern with look-around or back-references in a text over {} KiB",
        WINDOW / 1024
    )]
    MatchTooLong,
}
