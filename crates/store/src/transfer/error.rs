//! Why rows cannot be transferred.

use crate::StoreError;
use std::path::PathBuf;
use thiserror::Error;

#[derive(Debug, Error)]
pub enum TransferError {
    #[error("both databases are {0}; copy works between SQLite and PostgreSQL. {1}")]
    SameKind(&'static str, &'static str),
    #[error("no stormwire database in {0}; check the URL")]
    Missing(String),
    #[error(
        "schema {schema} of {database} has version {found}, but this stormwire needs version {known}; run `stormwire \
         migrate` on it first"
    )]
    Older { database: String, schema: &'static str, found: i64, known: i64 },
    #[error("{database} already has data: {table} has rows; copy into an empty database")]
    HasData { database: String, table: String },
    #[error(
        "{table} has a column {column} that the table of the other database lacks; add it there, or remove it here"
    )]
    Column { table: String, column: String },
    #[error("{table}: {problem}; nothing was copied")]
    Table { table: String, problem: String },
    #[error("{table}: {read} rows were read, and {written} rows with other contents were written; nothing was copied")]
    Differs { table: String, read: u64, written: u64 },
    #[error("{}: {problem}", .path.display())]
    File { path: PathBuf, problem: String },
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl From<sqlx::Error> for TransferError {
    fn from(error: sqlx::Error) -> Self {
        Self::Store(error.into())
    }
}
