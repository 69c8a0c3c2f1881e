//! Errors that depend on the text. Errors in a configuration are [`crate::ConfigViolation`]s.

use thiserror::Error;

use crate::pattern::PatternError;

/// Why an extraction failed. Every message about a pattern contains the pattern as written.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum ExtractError {
    /// No scope was left after segmentation and filtering. Usually the vendor has changed the format.
    #[error("{}", no_records_message(start_pattern, *filtered))]
    NoRecords {
        start_pattern: String,
        /// How many scopes the filter dropped.
        filtered: usize,
    },
    /// A header was found, and nothing else.
    #[error("no record found below the header `{header}`")]
    NoRecordsBelowHeader { header: String },
    /// The values may be in other columns than the fields read.
    #[error(
        "the header must be `{expected}`, but line {line} is `{found}`; if your columns are different, change Segment.Header and \
         the patterns of the fields; if not every message has this line, clear Segment.Header"
    )]
    HeaderMismatch {
        expected: String,
        /// From 1.
        line: usize,
        /// Truncated if long.
        found: String,
    },
    #[error("record {record}: required field {field} is missing: the pattern `{pattern}` did not match")]
    Missing {
        /// Index of the record after filtering, from 0.
        record: usize,
        field: String,
        pattern: String,
    },
    /// A required field was found, but its value cannot be parsed as its type.
    #[error("record {record}: required field {field}: `{value}`, found by the pattern `{pattern}`, {reason}")]
    Unparseable {
        /// Index of the record after filtering, from 0.
        record: usize,
        field: String,
        pattern: String,
        /// Truncated if long.
        value: String,
        reason: String,
    },
    /// A value was found that cannot be right, such as a latitude of 95 degrees.
    #[error("record {record}: field {field}: `{value}`, found by the pattern `{pattern}`, {reason}")]
    InvalidValue {
        /// Index of the record after filtering, from 0.
        record: usize,
        field: String,
        pattern: String,
        /// Truncated if long.
        value: String,
        reason: String,
    },
    /// Only with `Op.Strict`.
    #[error("{}", unread_message(*count, *first_line))]
    Unread {
        count: usize,
        /// From 1.
        first_line: usize,
    },
    /// Only with `Op.Strict`.
    #[error("{}", possible_strikes_message(*count, *first_line, text))]
    PossibleStrikes {
        count: usize,
        /// From 1.
        first_line: usize,
        /// The first of them. Truncated if long.
        text: String,
    },
    /// Only with `Op.Strict`.
    #[error(
        "line {first_line} belongs to the record that starts below it, but the record above it reads it: `{text}`; change \
         Segment.StartPattern so that a record starts with its first line"
    )]
    MisplacedHeads {
        /// From 1.
        first_line: usize,
        /// Truncated if long.
        text: String,
    },
    #[error("{key}: the pattern `{pattern}` {error}")]
    Pattern {
        /// The configuration key of the pattern, such as `Fields.Lat.Pattern`.
        key: String,
        pattern: String,
        error: PatternError,
    },
    #[error("the text has {bytes} bytes; the limit is {limit}")]
    TextTooLong { bytes: usize, limit: usize },
    #[error("the start pattern `{start_pattern}` and the filter give more than {limit} records")]
    TooManyRecords { start_pattern: String, limit: usize },
}

fn no_records_message(start_pattern: &str, filtered: usize) -> String {
    let reason = if filtered == 0 {
        format!("the start pattern `{start_pattern}` did not match")
    } else {
        let records = if filtered == 1 { "1 record" } else { &format!("{filtered} records") };
        format!("the start pattern `{start_pattern}` gave {records}, and the filter matched none")
    };
    format!("no record found: {reason}; this is treated as a change of the format")
}

fn unread_message(count: usize, first_line: usize) -> String {
    let (starts, are) = if count == 1 { ("record start", "is") } else { ("record starts", "are") };
    format!(
        "{count} {starts} {are} inside another record and would not be read, the first in line {first_line}; change \
         Segment.ClosePattern so that each record ends before the next one starts"
    )
}

fn possible_strikes_message(count: usize, first_line: usize, text: &str) -> String {
    let (subject, fix) = if count == 1 {
        (format!("line {first_line} looks like a strike that no record reads: `{text}`"), "it")
    } else {
        let first = format!("the first in line {first_line}: `{text}`");
        (format!("{count} parts of the text look like strikes that no record reads, {first}"), "them")
    };
    format!(
        "{subject}; change Segment.StartPattern so that a record starts there, or, if this is not a strike, add a pattern for \
         {fix} to Segment.Ignore"
    )
}
