//! Why rows were not written or read, in words that name what to mend.

use super::expect::ExpectRows;
use crate::StepError;
use serde_json::Value;
use stormwire_store::StoreError;
use thiserror::Error;

/// Why a step failed.
#[derive(Debug, Clone, Error)]
pub(super) enum SqlError {
    #[error("{}", in_words(.0))]
    Store(#[from] StoreError),
    /// Nothing of that name.
    #[error("there is no {what} {target}{}", among(.known))]
    NoTarget { what: &'static str, target: String, known: Vec<String> },
    /// Several of that name.
    #[error("{target} could be {}; name the schema", .found.join(" or "))]
    Ambiguous { target: String, found: Vec<String> },
    /// A view, where rows are to be written.
    #[error("{0} is a view; Merge and Insert need a table")]
    IsView(String),
    /// Columns that the table lacks.
    #[error("{table} has no column {} ({wanted_by})", .columns.join(", "))]
    NoColumn { table: String, columns: Vec<String>, wanted_by: &'static str },
    /// Columns that the data lack.
    #[error("MatchOn names {}, which the source rows lack{}", .columns.join(", "), at(*.record))]
    NotInSource { columns: Vec<String>, record: Option<usize> },
    /// A key without a value.
    #[error("record {record}: {} is null, and MatchOn needs a value", .columns.join(", "))]
    NullKey { record: usize, columns: Vec<String> },
    /// No way to tell rows apart.
    #[error("MatchOn is missing, and the source and {0} share none of Id, Key and Name")]
    NoKey(String),
    /// Written by the database alone.
    #[error("{table} computes {column} itself; leave it out of the source")]
    Generated { table: String, column: String },
    #[error("the source rows have no fields")]
    NoFields,
    /// Two fields for one column.
    #[error("record {record}: two fields for the column {column}")]
    TwoFields { record: usize, column: String },
    /// A value that the column does not take.
    #[error("record {record}, {column}: {value} {why}")]
    Value { record: usize, column: String, value: String, why: String },
    /// A parameter that cannot be used.
    #[error("parameter {name}: {value} {why}")]
    Parameter { name: String, value: String, why: String },
    #[error("{target} takes {takes}; given are {given}")]
    Parameters { target: String, takes: String, given: String },
    /// What stands at `Op.Source` is not rows.
    #[error("{path}: {why}")]
    Source { path: String, why: String },
    /// Two source rows for one row of the table.
    #[error("records {first} and {second} match the same row of {table}; nothing was written")]
    DoubleMatch { table: String, first: i64, second: i64 },
    /// Too few or too many.
    #[error("{found} rows where Op.ExpectRows asks for {expected}; nothing was written")]
    RowCount { found: usize, expected: ExpectRows },
    /// More than is handled at once.
    #[error("{0}")]
    TooMuch(String),
    /// The verb does not fit the target.
    #[error("{0}")]
    Unfit(String),
    #[error("{0}")]
    Step(StepError),
}

impl From<SqlError> for StepError {
    fn from(error: SqlError) -> Self {
        match error {
            SqlError::Step(error) => error,
            other => Self::Failed(other.to_string()),
        }
    }
}

/// What the database says, with the detail that PostgreSQL keeps apart.
fn in_words(error: &StoreError) -> String {
    let (StoreError::Conflict(inner) | StoreError::Statement(inner)) = error else { return error.to_string() };
    let Some(problem) = inner.as_database_error() else { return error.to_string() };
    let words = format!("the database refuses it: {}", problem.message());
    let postgres = problem.try_downcast_ref::<sqlx::postgres::PgDatabaseError>();
    let words = match postgres.and_then(sqlx::postgres::PgDatabaseError::detail) {
        Some(detail) => format!("{words}: {detail}"),
        None => words,
    };
    match problem.code().as_deref() {
        Some("42501") => format!("{words}; GRANT the role stormwire_workflow the right to it"),
        _ => words,
    }
}

fn among(known: &[String]) -> String {
    match known {
        [] => String::new(),
        known => format!("; there are {}", known.join(", ")),
    }
}

fn at(record: Option<usize>) -> String {
    record.map(|record| format!(" (record {record})")).unwrap_or_default()
}

/// Enough of a value to find it.
pub(super) fn shown(value: &Value) -> String {
    let text = value.to_string();
    match text.char_indices().nth(80) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text,
    }
}
