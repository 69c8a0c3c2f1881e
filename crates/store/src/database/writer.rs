//! Group commit: the units of work that wait for one SQLite file share one transaction and one `fsync`.
//!
//! Each unit has its own savepoint, so a failing unit affects no other. Each caller gets its result after the commit that
//! made its work durable.

use super::conn::Sql;
use super::disk_space::DiskSpace;
use super::pending_hints::PendingHints;
use super::statement::run;
use super::unit::{Unit, UnitEnd, WaitingUnit};
use crate::{Conn, Schema, StoreError};
use std::sync::Arc;
use tokio::sync::{Mutex, Notify, mpsc};
use tokio::task::JoinHandle;

/// The most units per commit: many enough to amortize the `fsync`, few enough to keep the first one's wait short.
const MAX_BATCH: usize = 256;

/// What the writers report to the store.
#[derive(Debug, Clone, Default)]
pub(crate) struct WriterSignals {
    /// A unit has enqueued a job.
    pub(crate) enqueued: Arc<Notify>,
    pub(crate) disk_space: Arc<DiskSpace>,
    /// Only on PostgreSQL.
    pub(crate) pending_hints: Arc<PendingHints>,
}

/// A handle to the writer task of one file.
#[derive(Debug, Clone)]
pub(crate) struct SchemaWriter {
    schema: Schema,
    units: mpsc::Sender<Message>,
    task: Arc<Mutex<Option<JoinHandle<()>>>>,
}

enum Message {
    Unit(WaitingUnit),
    Close,
}

impl SchemaWriter {
    pub(crate) fn start(schema: Schema, conn: Conn, signals: WriterSignals) -> Self {
        let (units, waiting) = mpsc::channel(MAX_BATCH);
        let task = tokio::spawn(write_batches(schema, conn, waiting, signals));
        Self { schema, units, task: Arc::new(Mutex::new(Some(task))) }
    }

    pub(super) async fn write(&self, unit: Box<dyn Unit>) -> Result<UnitEnd, StoreError> {
        let closed = || StoreError::Unavailable(format!("{}.db is closed", self.schema.name()));
        let (unit, end) = WaitingUnit::new(unit);
        self.units.send(Message::Unit(unit)).await.map_err(|_| closed())?;
        end.await.map_err(|_| closed())?
    }

    pub(crate) async fn close(&self) {
        let Some(task) = self.task.lock().await.take() else { return };
        if self.units.send(Message::Close).await.is_ok() {
            let _ = task.await;
        }
    }
}

async fn write_batches(schema: Schema, mut conn: Conn, mut waiting: mpsc::Receiver<Message>, signals: WriterSignals) {
    let mut messages = Vec::with_capacity(MAX_BATCH);
    while waiting.recv_many(&mut messages, MAX_BATCH).await > 0 {
        let mut units = Vec::with_capacity(messages.len());
        let mut closing = false;
        for message in messages.drain(..) {
            match message {
                Message::Unit(unit) => units.push(unit),
                Message::Close => closing = true,
            }
        }
        if !units.is_empty() {
            write_batch(schema, &mut conn, units, &signals.disk_space).await;
        }
        if std::mem::take(&mut conn.has_enqueued) {
            signals.enqueued.notify_one();
        }
        if closing {
            break;
        }
    }
    let _ = conn.close().await;
}

const BEGIN: Sql = Sql::same_for_both("begin immediate; savepoint unit");
const KEEP: Sql = Sql::same_for_both("release unit; savepoint unit");
const DROP: Sql = Sql::same_for_both("rollback to unit");
const COMMIT: Sql = Sql::same_for_both("release unit; commit");
const ROLLBACK: Sql = Sql::same_for_both("rollback");

async fn write_batch(schema: Schema, conn: &mut Conn, units: Vec<WaitingUnit>, disk_space: &DiskSpace) {
    let mut ran = Vec::with_capacity(units.len());
    let mut waiting = units.into_iter();
    let outcome = async {
        run!(conn, BEGIN, [])?;
        for unit in waiting.by_ref() {
            let one = unit.run(conn).await;
            let end = if one.keep { KEEP } else { DROP };
            ran.push(one);
            // SQLite has ended the whole transaction, so what other units of this batch wrote is gone, too.
            if std::mem::take(&mut conn.met_full_disk) {
                return Err(StoreError::DiskFull(format!("{}.db cannot grow", schema.name())));
            }
            run!(conn, end, [])?;
        }
        run!(conn, COMMIT, []).map(|_| ())
    }
    .await
    .map_err(|error: StoreError| error.in_file(schema));
    if outcome.is_err() {
        // Fails if the transaction never began or SQLite has ended it: then there is nothing to roll back.
        let _ = run!(conn, ROLLBACK, []);
        conn.has_enqueued = false;
    }
    // Before the replies: a caller that gets the error must see the state.
    match &outcome {
        Ok(()) => disk_space.record_success(),
        Err(StoreError::DiskFull(_)) => disk_space.record_failure(),
        Err(_) => {}
    }
    for one in ran {
        one.reply(outcome.clone());
    }
    if let Err(error) = outcome {
        waiting.for_each(|unit| unit.reject(error.clone()));
    }
    conn.met_full_disk = false;
}
