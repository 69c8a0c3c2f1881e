//! Errors of the `Sql` handler.

use super::expect::ExpectRows;
use crate::{StepError, text};
use serde_json::Value;
use stormwire_city::facilities::{AnchorStampError, FacilityInputError};
use stormwire_store::StoreError;
use thiserror::Error;

/// Of a value in a message.
const MAX_SHOWN_CHARS: usize = 80;

#[derive(Debug, Clone, Error)]
pub(super) enum SqlError {
    #[error("{}", store_error_text(.0))]
    Store(#[from] StoreError),
    #[error("{what} \"{target}\" not found{}", available_text(.available))]
    TargetNotFound { what: &'static str, target: String, available: Vec<String> },
    #[error("\"{target}\" matches {}; add the schema", .found.join(" and "))]
    AmbiguousTarget { target: String, found: Vec<String> },
    #[error("{0} is a view; Merge and Insert need a table")]
    IsView(String),
    /// `origin` is the part of the config that names the columns.
    #[error("{table} has no {} ({origin})", quote_names("column", .columns))]
    ColumnNotFound { table: String, columns: Vec<String>, origin: &'static str },
    #[error("{}", missing_in_source_text(.fields, .record.as_ref(), .source_path.as_deref()))]
    MissingInSource { fields: Vec<String>, record: Option<usize>, source_path: Option<String> },
    #[error("record {record}: MatchOn {} must not be null", quote_names("field", .fields))]
    NullKey { record: usize, fields: Vec<String> },
    #[error(
        "MatchOn is missing, and the source rows and {0} have none of Id, Key and Name in common. \
         Set MatchOn to the columns that identify a row."
    )]
    NoKey(String),
    #[error("{table} computes \"{column}\" itself; remove it from the source rows")]
    Generated { table: String, column: String },
    #[error("the source rows have no fields")]
    NoFields,
    #[error("record {record}: two fields for column \"{column}\"")]
    DuplicateField { record: usize, column: String },
    #[error("record {record}, {column}: {value} {error}")]
    InvalidValue { record: usize, column: String, value: String, error: String },
    #[error("parameter {name}: {value} {error}")]
    InvalidParameter { name: String, value: String, error: String },
    #[error("{target} takes {expected}, but got {actual}")]
    WrongParameters { target: String, expected: String, actual: String },
    #[error("{path}: {error}")]
    Source { path: String, error: String },
    #[error("records {first} and {second} match the same row of {table}; nothing was written")]
    DoubleMatch { table: String, first: i64, second: i64 },
    #[error("found {}, but Op.ExpectRows is {expected}; nothing was written", text::count_of(*.found as u64, "row"))]
    RowCount { found: usize, expected: ExpectRows },
    #[error("facility {name:?}: {error}; nothing was written")]
    Facility { name: String, error: FacilityInputError },
    /// A procedure that only reads is allowed here.
    #[error("{0}; Query only reads, so use Execute for a procedure that changes rows")]
    WritesInRead(String),
    #[error("{0}")]
    TooLarge(String),
    /// The operation does not work with this target.
    #[error("{0}")]
    WrongTarget(String),
    #[error("{0}")]
    Step(StepError),
}

impl From<AnchorStampError> for SqlError {
    fn from(error: AnchorStampError) -> Self {
        match error {
            AnchorStampError::Input { name, error } => Self::Facility { name, error },
            AnchorStampError::Store(error) => Self::Store(error),
        }
    }
}

impl From<SqlError> for StepError {
    fn from(error: SqlError) -> Self {
        match error {
            SqlError::Step(error) => error,
            other => Self::Failed(other.to_string()),
        }
    }
}

/// The message of the database, with PostgreSQL's detail.
fn store_error_text(error: &StoreError) -> String {
    let (StoreError::Conflict(inner) | StoreError::Statement(inner)) = error else { return error.to_string() };
    let Some(error) = inner.as_database_error() else { return error.to_string() };
    let text = format!("rejected by the database: {}", error.message());
    let postgres = error.try_downcast_ref::<sqlx::postgres::PgDatabaseError>();
    let text = match postgres.and_then(sqlx::postgres::PgDatabaseError::detail) {
        Some(detail) => format!("{text}: {detail}"),
        None => text,
    };
    match error.code().as_deref() {
        Some("42501") => format!("{text}. Grant the permission to the role stormwire_workflow."),
        _ => text,
    }
}

fn available_text(available: &[String]) -> String {
    match available {
        [] => String::new(),
        available => format!("; available: {}", available.join(", ")),
    }
}

/// `field "A"`, or `fields "A", "B"`.
fn quote_names(noun: &str, names: &[String]) -> String {
    let plural = if names.len() == 1 { "" } else { "s" };
    let names: Vec<String> = names.iter().map(|name| format!("\"{name}\"")).collect();
    format!("{noun}{plural} {}", names.join(", "))
}

fn missing_in_source_text(fields: &[String], record: Option<&usize>, source_path: Option<&str>) -> String {
    let (are, values) = if fields.len() == 1 { ("is", "a fixed value") } else { ("are", "fixed values") };
    let fields = quote_names("field", fields);
    let location = record.map_or_else(|| "the source rows".to_owned(), |record| format!("source record {record}"));
    let fix = match source_path {
        Some(path) => format!("Add {fields} to the extraction that fills {path}, or set {values} under Data."),
        None => format!("Set {values} under Data."),
    };
    format!("MatchOn {fields} {are} missing in {location}. {fix}")
}

pub(super) fn preview(value: &Value) -> String {
    text::preview(value, MAX_SHOWN_CHARS)
}
