//! A database that exists already, whatever its version. Nothing is created or migrated here.

use super::conn::{BackendConnection, Sql};
use super::sqlite::{Access, database_file};
use super::statement::run;
use super::{migrate, postgres, sqlite};
use crate::{Conn, Database, Schema, StoreError};
use sqlx::AssertSqlSafe;

impl Database {
    /// Whether stormwire has created its tables there.
    pub async fn exists(&self) -> Result<bool, StoreError> {
        Ok(connect(self).await?.is_some())
    }
}

/// For reading. `None` if there is no stormwire database.
pub(crate) async fn connect(database: &Database) -> Result<Option<Conn>, StoreError> {
    match database {
        Database::Sqlite(folder) => {
            if !Schema::ALL.iter().all(|schema| database_file(folder, *schema).exists()) {
                return Ok(None);
            }
            sqlite::connect_existing(folder, Access::Read).await.map(Some)
        }
        Database::Postgres(url) => {
            let mut conn = postgres::connect_existing(url).await?;
            let found = run!(conn, POSTGRES_TABLES, [] => fetch_one as (bool,))?.0;
            Ok(found.then_some(conn))
        }
    }
}

const POSTGRES_TABLES: Sql = Sql::same_for_both(
    "select to_regclass('it.SchemaMigration') is not null and to_regclass('data.SchemaMigration') is not null \
     and to_regclass('organization.SchemaMigration') is not null",
);

/// The version of a schema that a database has, and the newest one that this program knows.
#[derive(Debug, Clone, Copy)]
pub(crate) struct SchemaVersion {
    pub(crate) schema: Schema,
    pub(crate) found: i64,
    pub(crate) known: i64,
}

/// Fails if the database is newer than this program.
pub(crate) async fn versions(conn: &mut Conn) -> Result<Vec<SchemaVersion>, StoreError> {
    let mut versions = Vec::new();
    for schema in Schema::ALL {
        let query = AssertSqlSafe(format!("select coalesce(max(version), 0) from {}.SchemaMigration", schema.name()));
        let (found, known) = match &mut conn.link {
            BackendConnection::Sqlite(link) => {
                let found: i64 = sqlx::query_scalar(query).fetch_one(&mut **link).await?;
                (found, migrate::newest_version(&migrate::sqlite(schema)))
            }
            BackendConnection::Postgres(link) => {
                let found: i64 = sqlx::query_scalar(query).fetch_one(&mut **link).await?;
                (found, migrate::newest_version(&migrate::postgres(schema)))
            }
        };
        if found > known {
            return Err(StoreError::Newer { schema: schema.name(), found, known });
        }
        versions.push(SchemaVersion { schema, found, known });
    }
    Ok(versions)
}
