//! Which database, and where.

use std::path::PathBuf;
use url::Url;

/// Where the rows are.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Database {
    /// A folder with one file per schema.
    Sqlite(PathBuf),
    /// A PostgreSQL connection URL.
    Postgres(Url),
}
