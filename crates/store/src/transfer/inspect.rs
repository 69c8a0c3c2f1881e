//! Checks a SQLite folder that no service uses: the files of a backup.

use super::error::TransferError;
use crate::database::migrate;
use crate::database::sqlite::database_file;
use crate::user_tables::generated::quote_identifier;
use crate::{Schema, StoreError};
use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection};
use sqlx::{AssertSqlSafe, ConnectOptions, Connection};
use std::collections::BTreeMap;
use std::path::Path;

/// Rows by table, such as `it.Queue`.
pub type RowCounts = BTreeMap<String, u64>;

/// Checks the structure of every file and counts the rows of every table. Fails if a newer stormwire wrote it.
pub async fn inspect(folder: &Path) -> Result<RowCounts, TransferError> {
    let mut counts = RowCounts::new();
    for schema in Schema::ALL {
        let path = database_file(folder, schema);
        let problem = |problem: String| TransferError::File { path: path.clone(), problem };
        if !path.is_file() {
            return Err(problem("the file is missing".into()));
        }
        let options = SqliteConnectOptions::new().filename(&path).read_only(true).disable_statement_logging();
        let conn = options.connect().await;
        let mut conn = conn.map_err(|error| problem(format!("not a SQLite database: {error}")))?;
        let checked = check_file(&mut conn, schema, &mut counts).await;
        checked.map_err(|error| match error {
            CheckError::Damaged(text) => problem(text),
            CheckError::Store(StoreError::Statement(error)) => problem(format!("not a stormwire database: {error}")),
            CheckError::Store(error) => TransferError::Store(error),
        })?;
        conn.close().await?;
    }
    Ok(counts)
}

enum CheckError {
    Damaged(String),
    Store(StoreError),
}

impl<E: Into<StoreError>> From<E> for CheckError {
    fn from(error: E) -> Self {
        Self::Store(error.into())
    }
}

async fn check_file(conn: &mut SqliteConnection, schema: Schema, counts: &mut RowCounts) -> Result<(), CheckError> {
    let result: Vec<String> = sqlx::query_scalar("pragma integrity_check").fetch_all(&mut *conn).await?;
    if result != ["ok"] {
        return Err(CheckError::Damaged(format!("the file is damaged: {}", result.join("; "))));
    }
    let version: i64 =
        sqlx::query_scalar("select coalesce(max(version), 0) from SchemaMigration").fetch_one(&mut *conn).await?;
    let known = migrate::newest_version(&migrate::sqlite(schema));
    if version > known {
        return Err(StoreError::Newer { schema: schema.name(), found: version, known }.into());
    }
    let names = "select name from sqlite_schema where type = 'table' and name not like 'sqlite!_%' escape '!'";
    let names: Vec<String> = sqlx::query_scalar(names).fetch_all(&mut *conn).await?;
    for name in names {
        let query = format!("select count(*) from {}", quote_identifier(&name));
        let count: i64 = sqlx::query_scalar(AssertSqlSafe(query)).fetch_one(&mut *conn).await?;
        counts.insert(format!("{}.{name}", schema.name()), u64::try_from(count).unwrap_or(0));
    }
    Ok(())
}
