//! Version and size of the database.

use crate::database::conn::{Sql, run, sql};
use crate::{Conn, StoreError};

const DATABASE: Sql = sql!("system/database" per database);

#[derive(Debug, Clone, sqlx::FromRow)]
pub struct DatabaseInfo {
    /// Such as `PostgreSQL 16.2`.
    pub version: String,
    /// Size on disk.
    pub bytes: i64,
}

pub async fn database(conn: &mut Conn) -> Result<DatabaseInfo, StoreError> {
    run!(conn, DATABASE, [] => fetch_one as DatabaseInfo)
}
