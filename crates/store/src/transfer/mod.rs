//! Moves whole databases: a copy of all rows between SQLite and PostgreSQL, and a copy of a database as SQLite files, as a
//! backup contains it.
//!
//! Reads the source as of one instant while services use it. Never changes the source, and writes only to a target without
//! data. Data enters and leaves as whole databases; no other module uses the rows read here.

mod cell;
mod copy;
mod create;
mod digest;
mod endpoint;
mod error;
mod inspect;
mod pause;
mod snapshot;
mod table;

pub use copy::{CopiedTable, copy};
pub use error::TransferError;
pub use inspect::{RowCounts, inspect};
pub use table::is_copied;

use crate::Database;
use std::path::Path;

/// Writes the database as of one instant into an empty folder, as SQLite files, and returns how many rows each table has.
pub async fn snapshot(database: &Database, folder: &Path) -> Result<RowCounts, TransferError> {
    if !database.exists().await? {
        return Err(TransferError::Missing(database.to_string()));
    }
    match database {
        Database::Sqlite(source) => snapshot::copy_folder(source, folder).await?,
        Database::Postgres(_) => {
            copy(database, &Database::Sqlite(folder.to_owned())).await?;
        }
    }
    inspect(folder).await
}
