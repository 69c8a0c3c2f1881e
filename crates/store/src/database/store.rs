//! The open database: readers, units of work, wake-ups.

use super::conn::{Conn, Dialect};
use super::disk_space::FreeSpace;
use super::error::StoreError;
use super::folder_lock::FolderLock;
use super::pending_hints::{HintKind, PendingHints};
use super::postgres::Postgres;
use super::schema::Schema;
use super::sqlite::{Folder, database_file};
use super::unit::{Unit, UnitEnd, unit};
use super::writer::WriterSignals;
use crate::Database;
use futures_util::FutureExt;
use futures_util::future::BoxFuture;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use stormwire_clock::Clock;
use tokio::sync::watch;

#[derive(Debug, Clone)]
pub struct Store {
    pub(crate) backend: Backend,
    pub(crate) clock: Arc<dyn Clock>,
    signals: WriterSignals,
    written: Arc<WrittenUnits>,
}

/// Units of work of this process that have ended.
#[derive(Debug, Default)]
struct WrittenUnits {
    counts: [AtomicU64; 3],
    /// Changes with every unit that may have written strikes, facilities or policies.
    city_data: watch::Sender<()>,
    /// Changes when status events were recorded.
    status_events: watch::Sender<()>,
}

impl WrittenUnits {
    fn add(&self, schema: Schema) {
        self.counts[schema as usize].fetch_add(1, Ordering::Release);
        if schema != Schema::It {
            self.city_data.send_replace(());
        }
    }
}

#[derive(Debug, Clone)]
pub(crate) enum Backend {
    Sqlite(Folder),
    Postgres(Arc<Postgres>),
}

impl Store {
    /// Opens the database and migrates its tables.
    ///
    /// On SQLite the migration fails while a service other than the caller is using the folder. The clock limits how long the
    /// database may take, and knows that it is awaited.
    pub async fn open(
        database: &Database,
        lock: Option<&FolderLock>,
        clock: Arc<dyn Clock>,
    ) -> Result<Self, StoreError> {
        let _outside = clock.outside();
        let signals = WriterSignals::default();
        let backend = match database {
            Database::Sqlite(folder) => Backend::Sqlite(Folder::open(folder, lock, &signals, clock.clone()).await?),
            Database::Postgres(url) => Backend::Postgres(Arc::new(Postgres::open(url, clock.clone()).await?)),
        };
        Ok(Self { backend, clock, signals, written: Arc::default() })
    }

    pub fn reader(&self) -> BoxFuture<'_, Result<Conn, StoreError>> {
        match &self.backend {
            Backend::Sqlite(folder) => folder.reader().boxed(),
            Backend::Postgres(postgres) => postgres.connection().boxed(),
        }
    }

    /// Reserved for the live picture, which must never wait behind other queries.
    pub fn live_reader(&self) -> BoxFuture<'_, Result<Conn, StoreError>> {
        match &self.backend {
            Backend::Sqlite(folder) => folder.live_reader().boxed(),
            Backend::Postgres(postgres) => postgres.live_connection().boxed(),
        }
    }

    /// Runs a unit of work: `Ok` means that all of it is durable, `Err` that it was rolled back (but see
    /// [`StoreError::Unavailable`]). A unit that returns an error of its own type is rolled back too.
    pub fn write<T, E, W>(&self, schema: Schema, work: W) -> BoxFuture<'_, Result<T, E>>
    where
        T: Send + 'static,
        E: From<StoreError> + Send + 'static,
        W: for<'c> FnOnce(&'c mut Conn) -> BoxFuture<'c, Result<T, E>> + Send + 'static,
    {
        let (unit, result) = unit(work);
        let ended = self.write_unit(schema, unit);
        async move { result.take(ended.await) }.boxed()
    }

    fn write_unit(&self, schema: Schema, unit: Box<dyn Unit>) -> BoxFuture<'_, Result<UnitEnd, StoreError>> {
        async move {
            let ended = match &self.backend {
                Backend::Sqlite(folder) => folder.writer(schema).write(unit).await,
                Backend::Postgres(postgres) => postgres.write(unit, self.signals.clone()).await,
            };
            self.written.add(schema);
            let is_kept = matches!(ended, Ok(UnitEnd::Kept));
            match schema {
                Schema::Data if is_kept => self.signals.pending_hints.add(HintKind::Data),
                Schema::Organization if is_kept => self.signals.pending_hints.add(HintKind::Organization),
                _ => {}
            }
            ended
        }
        .boxed()
    }

    /// Grows when a unit of this process on that schema has ended; a read after that sees what it wrote. Also grows when
    /// another process sends a hint ([`crate::hints`]). Only a hint: [`crate::tables::change::ChangeDetector`] sees all
    /// changes.
    pub fn write_count(&self, schema: Schema) -> u64 {
        self.written.counts[schema as usize].load(Ordering::Acquire)
    }

    /// Changes soon after a unit may have written strikes, facilities or policies. Only a hint, as [`Self::write_count`].
    pub fn city_data_written(&self) -> watch::Receiver<()> {
        self.written.city_data.subscribe()
    }

    /// Call it after a commit that recorded status events.
    pub fn announce_status_events(&self) {
        self.written.status_events.send_replace(());
        self.signals.pending_hints.add(HintKind::StatusEvents);
    }

    /// Changes soon after status events were recorded. Only a hint: another process may not be able to send one.
    pub fn status_events_recorded(&self) -> watch::Receiver<()> {
        self.written.status_events.subscribe()
    }

    pub(crate) fn pending_hints(&self) -> &PendingHints {
        &self.signals.pending_hints
    }

    /// Another process has committed something.
    pub(crate) fn receive_hint(&self, kind: HintKind) {
        match kind {
            HintKind::Work => self.signals.enqueued.notify_one(),
            HintKind::Data => self.written.add(Schema::Data),
            HintKind::Organization => self.written.add(Schema::Organization),
            HintKind::StatusEvents => {
                self.written.status_events.send_replace(());
            }
        }
    }

    /// Whether writes of this process fail because the disk is full, or will soon.
    pub fn is_disk_full(&self) -> bool {
        // With symbolic links each file may be on a disk of its own.
        let is_used_up = |folder: &Path| {
            Schema::ALL
                .iter()
                .any(|schema| FreeSpace::of(&database_file(folder, *schema)).is_some_and(FreeSpace::is_used_up))
        };
        self.signals.disk_space.is_full() || self.folder().is_some_and(is_used_up)
    }

    /// `None` on PostgreSQL, whose disk is that of another server.
    pub fn free_space(&self) -> Option<FreeSpace> {
        self.folder().and_then(FreeSpace::of)
    }

    fn folder(&self) -> Option<&Path> {
        match &self.backend {
            Backend::Sqlite(folder) => Some(folder.path()),
            Backend::Postgres(_) => None,
        }
    }

    /// Whether a unit of work sees the tables of all schemas. On SQLite each schema is a file with a writer of its own, and a
    /// transaction over several files with write-ahead logs is not atomic.
    pub fn has_units_for_all_schemas(&self) -> bool {
        !self.is_sqlite()
    }

    pub(crate) fn is_sqlite(&self) -> bool {
        matches!(self.backend, Backend::Sqlite(_))
    }

    pub(crate) async fn dedicated_reader(&self) -> Result<Conn, StoreError> {
        match &self.backend {
            Backend::Sqlite(folder) => folder.dedicated_reader().await,
            Backend::Postgres(postgres) => postgres.live_connection().await,
        }
    }

    pub fn dialect(&self) -> Dialect {
        match self.backend {
            Backend::Sqlite(_) => Dialect::Sqlite,
            Backend::Postgres(_) => Dialect::Postgres,
        }
    }

    /// Returns soon after a unit has enqueued a job. Only a hint: the queue is also polled.
    pub async fn wait_for_enqueued(&self) {
        self.signals.enqueued.notified().await;
    }

    /// Closes the connections after the units already submitted have ended.
    pub async fn close(&self) {
        match &self.backend {
            Backend::Sqlite(folder) => folder.close().await,
            Backend::Postgres(postgres) => postgres.close().await,
        }
    }
}
