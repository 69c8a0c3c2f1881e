//! What the database says about itself.

use crate::database::conn::{Sql, run, sql};
use crate::{Conn, StoreError};

const DATABASE: Sql = sql!("system/database" per database);

/// The database as people name it.
#[derive(Debug, Clone, sqlx::FromRow)]
pub struct Database {
    /// Which, and its version.
    pub version: String,
    /// How much it holds, on disk.
    pub bytes: i64,
}

pub async fn database(conn: &mut Conn) -> Result<Database, StoreError> {
    run!(conn, DATABASE, [] => fetch_one as Database)
}
