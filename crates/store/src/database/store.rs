//! The database, opened: readers, units of work, wake-ups.

use super::conn::{Conn, Dialect};
use super::error::StoreError;
use super::lock::FolderLock;
use super::postgres::Postgres;
use super::schema::Schema;
use super::sqlite::Folder;
use crate::Database;
use futures_util::future::BoxFuture;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use tokio::sync::Notify;

#[derive(Debug, Clone)]
pub struct Store {
    pub(crate) backend: Backend,
    enqueued: Arc<Notify>,
    /// How many units of each schema this process has committed.
    written: Arc<[AtomicU64; 3]>,
}

#[derive(Debug, Clone)]
pub(crate) enum Backend {
    Sqlite(Folder),
    Postgres(Arc<Postgres>),
}

impl Store {
    /// Opens the database and brings its tables up to date.
    ///
    /// On SQLite, bringing them up to date is refused while a service that is not the caller runs on the folder.
    pub async fn open(database: &Database, lock: Option<&FolderLock>) -> Result<Self, StoreError> {
        let enqueued = Arc::new(Notify::new());
        let backend = match database {
            Database::Sqlite(folder) => Backend::Sqlite(Folder::open(folder, lock, &enqueued).await?),
            Database::Postgres(url) => Backend::Postgres(Arc::new(Postgres::open(url).await?)),
        };
        Ok(Self { backend, enqueued, written: Arc::default() })
    }

    /// A connection for reading.
    pub async fn reader(&self) -> Result<Conn, StoreError> {
        match &self.backend {
            Backend::Sqlite(folder) => folder.reader().await,
            Backend::Postgres(postgres) => postgres.connection().await,
        }
    }

    /// Runs a unit of work: all of it is durable when this returns `Ok`, nothing of it happened when it returns `Err`
    /// (but see [`StoreError::Unavailable`]). A unit may refuse with an error of its own room, which undoes it too.
    pub async fn write<T, E, W>(&self, schema: Schema, work: W) -> Result<T, E>
    where
        T: Send + 'static,
        E: From<StoreError> + Send + 'static,
        W: for<'c> FnOnce(&'c mut Conn) -> BoxFuture<'c, Result<T, E>> + Send + 'static,
    {
        let done = match &self.backend {
            Backend::Sqlite(folder) => folder.writer(schema).write(work).await,
            Backend::Postgres(postgres) => postgres.write(work, self.enqueued.clone()).await,
        };
        self.written[schema as usize].fetch_add(1, Ordering::Release);
        done
    }

    /// A number that has grown when a unit of this process on that schema has ended: who reads after that reads what it
    /// wrote. A hint: other processes write too, and [`crate::tables::change::Witness`] is the truth.
    pub fn written(&self, schema: Schema) -> u64 {
        self.written[schema as usize].load(Ordering::Acquire)
    }

    pub(crate) fn is_sqlite(&self) -> bool {
        matches!(self.backend, Backend::Sqlite(_))
    }

    /// A connection of its own for reading, outside the pool.
    pub(crate) async fn onlooker(&self) -> Result<Conn, StoreError> {
        match &self.backend {
            Backend::Sqlite(folder) => folder.onlooker().await,
            Backend::Postgres(postgres) => postgres.connection().await,
        }
    }

    /// Which database it is.
    pub fn dialect(&self) -> Dialect {
        match self.backend {
            Backend::Sqlite(_) => Dialect::Sqlite,
            Backend::Postgres(_) => Dialect::Postgres,
        }
    }

    /// Ends soon after a unit of this process has put work into the queue. A hint: polling is the truth.
    pub async fn enqueued(&self) {
        self.enqueued.notified().await;
    }

    /// Lets the connections go. Units already handed over are finished first.
    pub async fn close(&self) {
        match &self.backend {
            Backend::Sqlite(folder) => folder.close().await,
            Backend::Postgres(postgres) => postgres.close().await,
        }
    }
}
