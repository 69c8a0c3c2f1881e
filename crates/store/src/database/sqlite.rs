//! A SQLite folder: `it.db`, `data.db` and `organization.db`, attached under those names.
//!
//! One writer per file, which sees no other file: `begin immediate` locks every writable file that a connection sees,
//! so one writer over three files would let a foreign lock on `data.db` stop claims in `it.db`. Readers see all three.

use super::lock::SetupLock;
use super::migrate;
use super::writer::Writer;
use crate::{Conn, FolderLock, Schema, StoreError};
use sqlx::pool::PoolOptions;
use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection, SqliteJournalMode, SqlitePool};
use sqlx::{AssertSqlSafe, ConnectOptions, Connection, Executor};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::Notify;
use url::Url;

/// How long a foreign lock on a file is waited for before the caller is told.
const BUSY: Duration = Duration::from_secs(5);
const READERS: u32 = 4;

#[derive(Debug, Clone)]
pub(crate) struct Folder {
    path: PathBuf,
    readers: SqlitePool,
    /// What workflows ask with: `it` is not attached.
    workflow_readers: SqlitePool,
    writers: [Writer; 3],
}

impl Folder {
    pub(crate) async fn open(
        path: &Path,
        lock: Option<&FolderLock>,
        enqueued: &Arc<Notify>,
    ) -> Result<Self, StoreError> {
        update(path, lock).await?;
        let path = path.canonicalize().map_err(|error| unusable(path, &error.to_string()))?;
        let readers = pool(&path, &Schema::ALL, Access::Read, READERS)?;
        let [it, data, organization] = Schema::ALL;
        let workflow_readers = pool(&path, &[data, organization], Access::Read, READERS)?;
        let writers = [
            open_writer(&path, it, enqueued).await?,
            open_writer(&path, data, enqueued).await?,
            open_writer(&path, organization, enqueued).await?,
        ];
        Ok(Self { path, readers, workflow_readers, writers })
    }

    pub(crate) async fn reader(&self) -> Result<Conn, StoreError> {
        Ok(Conn::sqlite(self.readers.acquire().await?))
    }

    pub(crate) async fn workflow_reader(&self) -> Result<Conn, StoreError> {
        Ok(Conn::sqlite(self.workflow_readers.acquire().await?))
    }

    /// A connection of its own: what it is told of others' commits is counted for it alone.
    pub(crate) async fn onlooker(&self) -> Result<Conn, StoreError> {
        let one = pool(&self.path, &[Schema::Data, Schema::Organization], Access::Read, 1)?;
        Ok(Conn::sqlite(one.acquire().await?))
    }

    pub(crate) fn writer(&self, schema: Schema) -> &Writer {
        &self.writers[schema as usize]
    }

    pub(crate) async fn close(&self) {
        for writer in &self.writers {
            writer.close().await;
        }
        self.readers.close().await;
        self.workflow_readers.close().await;
    }
}

async fn open_writer(path: &Path, schema: Schema, enqueued: &Arc<Notify>) -> Result<Writer, StoreError> {
    let pool = pool(path, &[schema], Access::Write, 1)?;
    let conn = Conn::sqlite(pool.acquire().await.map_err(|error| StoreError::from(error).in_file(schema))?);
    Ok(Writer::start(schema, conn, enqueued.clone()))
}

#[derive(Debug, Clone, Copy)]
enum Access {
    Read,
    Write,
}

/// Connections whose main database is an empty temporary one, with the given schemas attached.
fn pool(path: &Path, schemas: &[Schema], access: Access, size: u32) -> Result<SqlitePool, StoreError> {
    let mut attach = Vec::new();
    for schema in schemas {
        let (name, mode) = (schema.name(), if matches!(access, Access::Read) { "ro" } else { "rw" });
        let file = path.join(format!("{name}.db"));
        let url = Url::from_file_path(&file).map_err(|()| unusable(&file, "is not an absolute path"))?;
        let url = url.as_str().replace('\'', "%27");
        attach.push(format!("attach '{url}?mode={mode}' as {name}; pragma {name}.synchronous = full;"));
    }
    let attach: Arc<str> = attach.concat().into();
    let options = SqliteConnectOptions::new().filename("").busy_timeout(BUSY).disable_statement_logging();
    Ok(PoolOptions::new()
        .max_connections(size)
        .acquire_timeout(BUSY)
        .idle_timeout(None)
        .max_lifetime(None)
        .after_connect(move |conn: &mut SqliteConnection, _| {
            let attach = attach.clone();
            Box::pin(async move { conn.execute(AssertSqlSafe(attach.to_string())).await.map(|_| ()) })
        })
        .connect_lazy_with(options))
}

/// Brings all three files up to date, unless they are already or a service that is not the caller runs on them.
async fn update(path: &Path, lock: Option<&FolderLock>) -> Result<(), StoreError> {
    if is_current(path).await? {
        return Ok(());
    }
    let folder = path.to_owned();
    let turn = tokio::task::spawn_blocking(move || SetupLock::wait(&folder)).await;
    let turn = turn.map_err(|_| StoreError::Panicked)??;
    if lock.is_none() && turn.service_runs()? {
        return Err(StoreError::OlderInUse(path.to_owned()));
    }
    for schema in Schema::ALL {
        let migrator = migrate::sqlite(schema);
        let mut conn = open_file(path, schema).await?;
        migrator.run(&mut conn).await.map_err(|error| migrate::refusal(schema, &migrator, error))?;
        conn.close().await?;
    }
    Ok(())
}

/// Whether every file has every migration; an error when one has more than this program knows.
async fn is_current(path: &Path) -> Result<bool, StoreError> {
    for schema in Schema::ALL {
        if !file_of(path, schema).exists() {
            return Ok(false);
        }
        let mut conn = open_file(path, schema).await?;
        let found = "select count(*) from sqlite_schema where name = 'SchemaMigration'";
        let recorded: i64 = sqlx::query_scalar(found).fetch_one(&mut conn).await?;
        if recorded == 0 {
            return Ok(false);
        }
        let newest = "select coalesce(max(version), 0) from SchemaMigration";
        let found: i64 = sqlx::query_scalar(newest).fetch_one(&mut conn).await?;
        conn.close().await?;
        let known = migrate::known(&migrate::sqlite(schema));
        if found > known {
            return Err(StoreError::Newer { schema: schema.name(), found, known });
        }
        if found < known {
            return Ok(false);
        }
    }
    Ok(true)
}

async fn open_file(path: &Path, schema: Schema) -> Result<SqliteConnection, StoreError> {
    let file = file_of(path, schema);
    let options = SqliteConnectOptions::new()
        .filename(&file)
        .create_if_missing(true)
        .journal_mode(SqliteJournalMode::Wal)
        .busy_timeout(BUSY)
        .disable_statement_logging();
    options.connect().await.map_err(|error| match StoreError::from(error).in_file(schema) {
        locked @ StoreError::Locked(_) => locked,
        other => unusable(&file, &format!("is not a database that can be used: {other}")),
    })
}

fn file_of(path: &Path, schema: Schema) -> PathBuf {
    path.join(format!("{}.db", schema.name()))
}

fn unusable(path: &Path, problem: &str) -> StoreError {
    StoreError::Folder { path: path.to_owned(), problem: problem.to_owned() }
}
