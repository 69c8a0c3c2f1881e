//! All rows: SQLite or PostgreSQL behind one set of functions.
//!
//! Owns every SQL text (under `sql/`, prepared on both databases by a test), the migrations, and the units of work.
//! Never asks the time: callers bind it. Values come in as domain types and leave as domain types.
//!
//! A unit of work ([`Store::write`]) stays inside one schema, because SQLite keeps each schema in a file of its own and
//! a commit over several files is atomic only per file. Once handed over a unit runs to its end, even when the caller
//! has gone away, and is acknowledged after the commit.

pub mod action;
pub mod audit;
pub(crate) mod catalogue;
pub mod change;
pub mod claim;
mod conn;
pub mod credential;
pub mod effect;
mod error;
pub mod facility;
pub(crate) mod feed;
pub(crate) mod generated;
mod hold;
pub mod job;
mod lock;
pub mod log;
pub(crate) mod mailing;
mod migrate;
mod moment;
mod postgres;
pub mod process;
pub mod queue;
pub(crate) mod reach;
pub mod retention;
mod role;
pub mod sample;
mod sealed;
pub mod session;
mod sqlite;
pub mod strike;
pub(crate) mod subscription;
pub mod system;
pub mod tally;
pub mod tile;
pub mod token;
pub mod user;
pub mod work_order;
pub mod workflow;
mod writer;

pub use conn::{Conn, Dialect};
pub use error::StoreError;
pub(crate) use hold::{Held, hold};
pub use lock::FolderLock;
pub use moment::At;
pub(crate) use sealed::{Sealed, lock as lock_sealed};

use crate::config::Database;
use futures_util::future::BoxFuture;
use postgres::Postgres;
use sqlite::Folder;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use tokio::sync::Notify;

/// A schema of the specification. On SQLite each is a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Schema {
    /// Watchers, logs, workflow runs, the queue.
    It,
    /// What the workflows write.
    Data,
    /// The city's places.
    Organization,
}

impl Schema {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::It, Self::Data, Self::Organization];

    /// As in SQL.
    pub const fn name(self) -> &'static str {
        match self {
            Self::It => "it",
            Self::Data => "data",
            Self::Organization => "organization",
        }
    }
}

/// The database, opened.
#[derive(Debug, Clone)]
pub struct Store {
    backend: Backend,
    enqueued: Arc<Notify>,
    /// How many units of each schema this process has committed.
    written: Arc<[AtomicU64; 3]>,
}

#[derive(Debug, Clone)]
enum Backend {
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
    /// wrote. A hint: other processes write too, and [`change::Witness`] is the truth.
    pub fn written(&self, schema: Schema) -> u64 {
        self.written[schema as usize].load(Ordering::Acquire)
    }

    fn is_sqlite(&self) -> bool {
        matches!(self.backend, Backend::Sqlite(_))
    }

    /// A connection of its own for reading, outside the pool.
    async fn onlooker(&self) -> Result<Conn, StoreError> {
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
