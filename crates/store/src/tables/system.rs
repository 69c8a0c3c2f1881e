//! Version, size and contents of the database.

use crate::database::conn::{Sql, run, sql};
use crate::{Conn, StoreError};

const DATABASE: Sql = sql!("system/database" per database);
const SCHEMA_VERSIONS: Sql = sql!("system/schema_versions");
const TABLE_COUNTS: Sql = sql!("system/table_counts");

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

/// The newest migration of a schema.
#[derive(Debug, Clone, sqlx::FromRow)]
pub struct SchemaVersion {
    pub name: String,
    pub version: i64,
}

pub async fn schema_versions(conn: &mut Conn) -> Result<Vec<SchemaVersion>, StoreError> {
    run!(conn, SCHEMA_VERSIONS, [] => fetch_all as SchemaVersion)
}

#[derive(Debug, Clone, sqlx::FromRow)]
pub struct TableCount {
    /// What is counted, as people say it.
    pub name: String,
    pub items: i64,
}

/// Counts every row, so it takes a while on a large database.
pub async fn table_counts(conn: &mut Conn) -> Result<Vec<TableCount>, StoreError> {
    run!(conn, TABLE_COUNTS, [] => fetch_all as TableCount)
}
