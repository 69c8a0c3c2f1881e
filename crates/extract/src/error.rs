//! What can go wrong with a text. What can go wrong with a configuration is a [`crate::ConfigFault`].

use thiserror::Error;

use crate::pattern::WINDOW;

/// Why nothing was extracted. Every message that concerns a pattern holds it as it was written.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum ExtractError {
    /// No scope survived segmentation and filter.
    #[error("{}", nothing_survived(start, *filtered))]
    NothingSurvived {
        /// The start pattern.
        start: String,
        /// How many scopes there were before the filter.
        filtered: usize,
    },
    /// A required field was not found in a surviving scope.
    #[error("record {record}: required field {field} is missing: the pattern `{pattern}` did not match")]
    Missing {
        /// Index of the record among the surviving scopes, from 0.
        record: usize,
        /// Name of the field.
        field: String,
        /// The field's pattern.
        pattern: String,
    },
    /// A required field was found and cannot be read as its type.
    #[error("record {record}: required field {field}: `{value}`, found by the pattern `{pattern}`, {why}")]
    Unparseable {
        /// Index of the record among the surviving scopes, from 0.
        record: usize,
        /// Name of the field.
        field: String,
        /// The field's pattern.
        pattern: String,
        /// What was found, shortened.
        value: String,
        /// What is wrong with it.
        why: String,
    },
    /// A pattern asked for more work than it may.
    #[error("{key}: the pattern `{pattern}` {trouble}")]
    Pattern {
        /// The key of the configuration that holds the pattern.
        key: String,
        /// The pattern.
        pattern: String,
        /// What happened.
        trouble: PatternTrouble,
    },
    /// The text is longer than the limit.
    #[error("the text has {bytes} bytes; at most {limit} are searched")]
    TextTooLong {
        /// Length of the text.
        bytes: usize,
        /// The limit in force.
        limit: usize,
    },
    /// There are more records than the limit.
    #[error("the start pattern `{start}` and the filter give more than {limit} records")]
    TooManyRecords {
        /// The start pattern.
        start: String,
        /// The limit in force.
        limit: usize,
    },
}

/// Why a pattern was stopped.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum PatternTrouble {
    /// The backtracking engine gave up.
    #[error("takes too much work on this text (too many ways to match)")]
    TooMuchWork,
    /// The caller's time is up.
    #[error("was still at work when the time for this action was up")]
    OutOfTime,
    /// A match of a backtracking pattern reached the end of its window.
    #[error(
        "matched more than a pattern with look-around or back-references can see in a text of more than {} KiB",
        WINDOW / 1024
    )]
    MatchTooLong,
}

fn nothing_survived(start: &str, filtered: usize) -> String {
    let why = if filtered == 0 {
        format!("the start pattern `{start}` did not match")
    } else {
        format!("the start pattern `{start}` gave {filtered} scopes and the filter dropped all of them")
    };
    format!("no record found: {why}; this is treated as a change of the mail's format")
}
