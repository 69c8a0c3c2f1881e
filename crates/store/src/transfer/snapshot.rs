//! A copy of a SQLite folder as of one instant, made while services write to it. Tables, indexes, triggers and views are
//! copied as they are defined, also those that users created.

use super::error::TransferError;
use super::pause::PausedWriters;
use crate::Schema;
use crate::database::sqlite::database_file;
use crate::user_tables::generated::quote_identifier;
use sqlx::sqlite::{SqliteAutoVacuum, SqliteConnectOptions, SqliteConnection, SqliteJournalMode, SqliteSynchronous};
use sqlx::{AssertSqlSafe, ConnectOptions, Connection, Executor, Row};
use std::path::Path;
use url::Url;

/// Writes `it.db`, `data.db` and `organization.db` into an empty folder.
pub(super) async fn copy_folder(source: &Path, target: &Path) -> Result<(), TransferError> {
    let mut files = Vec::new();
    for schema in Schema::ALL {
        files.push(FileCopy::prepare(schema, source, target).await?);
    }
    let paused = PausedWriters::pause(source).await?;
    for file in &mut files {
        file.begin().await?;
    }
    paused.release().await?;
    for file in files {
        let schema = file.schema.name();
        let tables = file.copy().await?;
        tracing::info!(schema, tables, "copied the database file");
    }
    Ok(())
}

/// The new file is the main database of the connection, and the old one is attached as `source`.
struct FileCopy {
    schema: Schema,
    conn: SqliteConnection,
}

/// An entry of the schema table.
struct Definition {
    kind: String,
    name: String,
    sql: String,
}

impl FileCopy {
    async fn prepare(schema: Schema, source: &Path, target: &Path) -> Result<Self, TransferError> {
        let options = SqliteConnectOptions::new()
            .filename(database_file(target, schema))
            .create_if_missing(true)
            .auto_vacuum(SqliteAutoVacuum::Incremental)
            // The file is not used before all of it is written: an interrupted copy is deleted.
            .journal_mode(SqliteJournalMode::Off)
            .synchronous(SqliteSynchronous::Off)
            .foreign_keys(false)
            .disable_statement_logging();
        let mut conn = options.connect().await?;
        let file = database_file(source, schema);
        let url = file.canonicalize().ok().and_then(|file| Url::from_file_path(file).ok());
        let url = url.ok_or_else(|| TransferError::File { path: file, problem: "cannot be read".into() })?;
        let attach = sqlx::query("attach $1 as source").bind(format!("{url}?mode=ro"));
        attach.execute(&mut conn).await?;
        Ok(Self { schema, conn })
    }

    /// From here on the connection reads the file as it is now.
    async fn begin(&mut self) -> Result<(), TransferError> {
        self.conn.execute("begin").await?;
        self.conn.execute("select count(*) from source.sqlite_schema").await?;
        Ok(())
    }

    /// Returns the number of tables.
    async fn copy(mut self) -> Result<usize, TransferError> {
        let query = "select type, name, sql from source.sqlite_schema where sql is not null and name not like 'sqlite!_%' escape '!'";
        let definitions: Vec<Definition> = sqlx::query(query)
            .fetch_all(&mut self.conn)
            .await?
            .into_iter()
            .map(|row| Ok(Definition { kind: row.try_get(0)?, name: row.try_get(1)?, sql: row.try_get(2)? }))
            .collect::<Result<_, sqlx::Error>>()?;
        let (tables, others): (Vec<_>, Vec<_>) = definitions.into_iter().partition(|one| one.kind == "table");
        for table in &tables {
            self.copy_table(table).await.map_err(|error| self.table_error(&table.name, &error))?;
        }
        self.copy_sequences().await?;
        // After the rows: triggers must not run, and an index is built faster from all rows.
        for kind in ["index", "view", "trigger"] {
            for one in others.iter().filter(|one| one.kind == kind) {
                let created = self.conn.execute(AssertSqlSafe(one.sql.clone())).await;
                created.map_err(|error| self.table_error(&one.name, &error))?;
            }
        }
        self.conn.execute("commit").await?;
        self.conn.execute("detach source").await?;
        self.conn.close().await?;
        Ok(tables.len())
    }

    async fn copy_table(&mut self, table: &Definition) -> Result<(), sqlx::Error> {
        self.conn.execute(AssertSqlSafe(table.sql.clone())).await?;
        let columns = "select name from pragma_table_xinfo($1, 'source') where hidden = 0 order by cid";
        let columns: Vec<String> =
            sqlx::query_scalar(columns).bind(table.name.clone()).fetch_all(&mut self.conn).await?;
        let columns: Vec<String> = columns.iter().map(|name| quote_identifier(name)).collect();
        let (columns, name) = (columns.join(", "), quote_identifier(&table.name));
        let copy = format!("insert into main.{name} ({columns}) select {columns} from source.{name}");
        self.conn.execute(AssertSqlSafe(copy)).await?;
        Ok(())
    }

    /// The highest numbers ever used, so that no number of a deleted row is used again.
    async fn copy_sequences(&mut self) -> Result<(), TransferError> {
        let query = "select count(*) from source.sqlite_schema where name = 'sqlite_sequence'";
        let count: i64 = sqlx::query_scalar(query).fetch_one(&mut self.conn).await?;
        if count > 0 {
            self.conn.execute("delete from main.sqlite_sequence").await?;
            self.conn
                .execute("insert into main.sqlite_sequence (name, seq) select name, seq from source.sqlite_sequence")
                .await?;
        }
        Ok(())
    }

    fn table_error(&self, table: &str, error: &sqlx::Error) -> TransferError {
        TransferError::Table { table: format!("{}.{table}", self.schema.name()), problem: error.to_string() }
    }
}
