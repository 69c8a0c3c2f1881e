//! Which database is used, and where it is.

use std::path::PathBuf;
use url::Url;

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Database {
    /// A folder with one file per schema.
    Sqlite(PathBuf),
    /// A PostgreSQL connection URL.
    Postgres(Url),
}
