//! A SQLite folder: `it.db`, `data.db` and `organization.db`, attached under those names.
//!
//! Each file has its own writer, which has no other file attached: `begin immediate` locks every writable attached file,
//! so with one writer for three files a foreign lock on `data.db` would block claims in `it.db`. Readers attach all three.

use super::folder_lock::MigrationLock;
use super::migrate;
use super::writer::{SchemaWriter, WriterSignals};
use crate::{Conn, FolderLock, Schema, StoreError};
use sqlx::pool::PoolOptions;
use sqlx::sqlite::{SqliteAutoVacuum, SqliteConnectOptions, SqliteConnection, SqliteJournalMode, SqlitePool};
use sqlx::{AssertSqlSafe, ConnectOptions, Connection, Executor};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;
use stormwire_clock::{Clock, SystemClock};
use url::Url;

/// How long to wait for another process's lock on a file before returning an error.
const BUSY_TIMEOUT: Duration = Duration::from_secs(5);
const READERS: u32 = 4;
/// For the live picture alone.
const LIVE_READERS: u32 = 2;

#[derive(Debug, Clone)]
pub(crate) struct Folder {
    path: PathBuf,
    clock: Arc<dyn Clock>,
    readers: SqlitePool,
    live_readers: SqlitePool,
    /// For the SQL of workflows: `it` is not attached.
    workflow_readers: SqlitePool,
    writers: [SchemaWriter; 3],
}

impl Folder {
    pub(crate) async fn open(
        path: &Path,
        lock: Option<&FolderLock>,
        signals: &WriterSignals,
        clock: Arc<dyn Clock>,
    ) -> Result<Self, StoreError> {
        migrate_database_files(path, lock).await?;
        let path = path.canonicalize().map_err(|error| unusable_folder_error(path, &error.to_string()))?;
        let readers = pool(&path, &Schema::ALL, Access::Read, READERS)?;
        let live_readers = pool(&path, &Schema::ALL, Access::Read, LIVE_READERS)?;
        let [it, data, organization] = Schema::ALL;
        let workflow_readers = pool(&path, &[data, organization], Access::Read, READERS)?;
        let writers = [
            open_writer(&path, it, signals, &clock).await?,
            open_writer(&path, data, signals, &clock).await?,
            open_writer(&path, organization, signals, &clock).await?,
        ];
        Ok(Self { path, clock, readers, live_readers, workflow_readers, writers })
    }

    pub(crate) async fn reader(&self) -> Result<Conn, StoreError> {
        self.acquire(&self.readers).await
    }

    pub(crate) async fn live_reader(&self) -> Result<Conn, StoreError> {
        self.acquire(&self.live_readers).await
    }

    pub(crate) async fn workflow_reader(&self) -> Result<Conn, StoreError> {
        self.acquire(&self.workflow_readers).await
    }

    /// A connection outside the pool, because SQLite counts the commits of others per connection.
    pub(crate) async fn dedicated_reader(&self) -> Result<Conn, StoreError> {
        self.acquire(&pool(&self.path, &[Schema::Data, Schema::Organization], Access::Read, 1)?).await
    }

    async fn acquire(&self, pool: &SqlitePool) -> Result<Conn, StoreError> {
        let _outside = self.clock.outside();
        Ok(Conn::sqlite(pool.acquire().await?, self.clock.clone()))
    }

    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    pub(crate) fn writer(&self, schema: Schema) -> &SchemaWriter {
        &self.writers[schema as usize]
    }

    pub(crate) async fn close(&self) {
        for writer in &self.writers {
            writer.close().await;
        }
        let _outside = self.clock.outside();
        self.readers.close().await;
        self.live_readers.close().await;
        self.workflow_readers.close().await;
    }
}

/// A connection of its own to all three files, which must exist. Their version does not matter. Only commands connect so, which
/// never run on virtual time.
pub(crate) async fn connect_existing(path: &Path, access: Access) -> Result<Conn, StoreError> {
    let path = path.canonicalize().map_err(|error| unusable_folder_error(path, &error.to_string()))?;
    let connection = pool(&path, &Schema::ALL, access, 1)?.acquire().await?;
    Ok(Conn::sqlite(connection, Arc::new(SystemClock)))
}

async fn open_writer(
    path: &Path,
    schema: Schema,
    signals: &WriterSignals,
    clock: &Arc<dyn Clock>,
) -> Result<SchemaWriter, StoreError> {
    let pool = pool(path, &[schema], Access::Write, 1)?;
    let connection = pool.acquire().await.map_err(|error| StoreError::from(error).in_file(schema))?;
    Ok(SchemaWriter::start(schema, Conn::sqlite(connection, clock.clone()), signals.clone()))
}

#[derive(Debug, Clone, Copy)]
pub(crate) enum Access {
    Read,
    Write,
}

/// The main database is an empty temporary one; the given schemas are attached.
fn pool(path: &Path, schemas: &[Schema], access: Access, size: u32) -> Result<SqlitePool, StoreError> {
    let mut attach = Vec::new();
    for schema in schemas {
        let (name, mode) = (schema.name(), if matches!(access, Access::Read) { "ro" } else { "rw" });
        let file = path.join(format!("{name}.db"));
        let url = Url::from_file_path(&file).map_err(|()| unusable_folder_error(&file, "not an absolute path"))?;
        let url = url.as_str().replace('\'', "%27");
        attach.push(format!("attach '{url}?mode={mode}' as {name}; pragma {name}.synchronous = full;"));
    }
    let attach: Arc<str> = attach.concat().into();
    let options = SqliteConnectOptions::new().filename("").busy_timeout(BUSY_TIMEOUT).disable_statement_logging();
    Ok(PoolOptions::new()
        .max_connections(size)
        .acquire_timeout(BUSY_TIMEOUT)
        .idle_timeout(None)
        .max_lifetime(None)
        .after_connect(move |conn: &mut SqliteConnection, _| {
            let attach = attach.clone();
            Box::pin(async move { conn.execute(AssertSqlSafe(attach.to_string())).await.map(|_| ()) })
        })
        .connect_lazy_with(options))
}

/// Migrates all three files unless they are current. Fails if a service other than the caller is using them.
async fn migrate_database_files(path: &Path, lock: Option<&FolderLock>) -> Result<(), StoreError> {
    if is_current(path).await? {
        return Ok(());
    }
    let folder = path.to_owned();
    let migration_lock = tokio::task::spawn_blocking(move || MigrationLock::acquire_blocking(&folder)).await;
    let migration_lock = migration_lock.map_err(|_| StoreError::Panicked)??;
    if lock.is_none() && migration_lock.is_service_running()? {
        return Err(StoreError::OlderInUse(path.to_owned()));
    }
    for schema in Schema::ALL {
        let migrator = migrate::sqlite(schema);
        let mut conn = open_file(path, schema).await?;
        migrator.run(&mut conn).await.map_err(|error| migrate::migration_error(schema, &migrator, error))?;
        conn.close().await?;
    }
    Ok(())
}

/// Whether every file has every migration. Fails if one is newer than this program.
async fn is_current(path: &Path) -> Result<bool, StoreError> {
    for schema in Schema::ALL {
        if !database_file(path, schema).exists() {
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
        let known = migrate::newest_version(&migrate::sqlite(schema));
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
    let file = database_file(path, schema);
    let mut options = SqliteConnectOptions::new();
    if !file.exists() {
        // The pages of purged rows can be returned to the disk in small steps. In an existing file this changes nothing but
        // would wait for the locks of other processes.
        options = options.auto_vacuum(SqliteAutoVacuum::Incremental);
    }
    let options = options
        .filename(&file)
        .create_if_missing(true)
        .journal_mode(SqliteJournalMode::Wal)
        .busy_timeout(BUSY_TIMEOUT)
        .disable_statement_logging();
    options.connect().await.map_err(|error| match StoreError::from(error).in_file(schema) {
        locked @ StoreError::Locked(_) => locked,
        other => unusable_folder_error(&file, &format!("cannot open this file as a SQLite database: {other}")),
    })
}

pub(crate) fn database_file(path: &Path, schema: Schema) -> PathBuf {
    path.join(format!("{}.db", schema.name()))
}

fn unusable_folder_error(path: &Path, problem: &str) -> StoreError {
    StoreError::Folder { path: path.to_owned(), problem: problem.to_owned() }
}
