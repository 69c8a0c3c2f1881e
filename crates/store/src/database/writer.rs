//! Group commit: the units of work that wait for one SQLite file share one transaction and one `fsync`.
//!
//! Each unit has a savepoint of its own, so a unit that fails takes nothing with it, and each caller is answered after
//! the commit that made its work durable.

use super::conn::{Link, Sql, run};
use crate::{Conn, Schema, StoreError};
use futures_util::FutureExt;
use futures_util::future::BoxFuture;
use std::panic::AssertUnwindSafe;
use std::sync::Arc;
use tokio::sync::{Mutex, Notify, mpsc, oneshot};
use tokio::task::JoinHandle;

/// The most units that share one commit: enough to fill an `fsync`, few enough to keep the first one's wait short.
const BATCH: usize = 256;

/// The door to one file's writer task.
#[derive(Debug, Clone)]
pub(crate) struct Writer {
    schema: Schema,
    units: mpsc::Sender<Message>,
    task: Arc<Mutex<Option<JoinHandle<()>>>>,
}

enum Message {
    Unit(Box<dyn Unit>),
    Close,
}

/// A unit of work whose result type is known only to its caller.
trait Unit: Send {
    fn run(self: Box<Self>, conn: &mut Conn) -> BoxFuture<'_, Ran>;
    fn refuse(self: Box<Self>, error: StoreError);
}

/// A unit that ran: whether its changes stay, and whom to tell when they are durable.
struct Ran {
    keep: bool,
    answer: Box<dyn FnOnce(Result<(), StoreError>) + Send>,
}

struct Asked<W, T, E> {
    work: W,
    answer: oneshot::Sender<Result<T, E>>,
}

impl<W, T, E> Unit for Asked<W, T, E>
where
    T: Send + 'static,
    E: From<StoreError> + Send + 'static,
    W: for<'c> FnOnce(&'c mut Conn) -> BoxFuture<'c, Result<T, E>> + Send + 'static,
{
    fn run(self: Box<Self>, conn: &mut Conn) -> BoxFuture<'_, Ran> {
        async move {
            let Self { work, answer } = *self;
            // The call itself may panic, before there is a future.
            let result = AssertUnwindSafe(async { work(conn).await }).catch_unwind().await;
            let result = result.unwrap_or_else(|_| Err(StoreError::Panicked.into()));
            let keep = result.is_ok();
            let answer = Box::new(move |committed: Result<(), StoreError>| {
                // The caller may have gone away; the work is done all the same.
                let _ = answer.send(result.and_then(|value| committed.map(|()| value).map_err(E::from)));
            });
            Ran { keep, answer }
        }
        .boxed()
    }

    fn refuse(self: Box<Self>, error: StoreError) {
        let _ = self.answer.send(Err(error.into()));
    }
}

impl Writer {
    pub(crate) fn start(schema: Schema, conn: Conn, enqueued: Arc<Notify>) -> Self {
        let (units, waiting) = mpsc::channel(BATCH);
        let task = tokio::spawn(work(schema, conn, waiting, enqueued));
        Self { schema, units, task: Arc::new(Mutex::new(Some(task))) }
    }

    pub(crate) async fn write<T, E, W>(&self, work: W) -> Result<T, E>
    where
        T: Send + 'static,
        E: From<StoreError> + Send + 'static,
        W: for<'c> FnOnce(&'c mut Conn) -> BoxFuture<'c, Result<T, E>> + Send + 'static,
    {
        let closed = || StoreError::Unavailable(format!("{}.db is closed", self.schema.name()));
        let (answer, answered) = oneshot::channel();
        self.units.send(Message::Unit(Box::new(Asked { work, answer }))).await.map_err(|_| closed())?;
        answered.await.map_err(|_| closed())?
    }

    pub(crate) async fn close(&self) {
        let Some(task) = self.task.lock().await.take() else { return };
        if self.units.send(Message::Close).await.is_ok() {
            let _ = task.await;
        }
    }
}

async fn work(schema: Schema, mut conn: Conn, mut waiting: mpsc::Receiver<Message>, enqueued: Arc<Notify>) {
    let mut messages = Vec::with_capacity(BATCH);
    while waiting.recv_many(&mut messages, BATCH).await > 0 {
        let mut units = Vec::with_capacity(messages.len());
        let mut closing = false;
        for message in messages.drain(..) {
            match message {
                Message::Unit(unit) => units.push(unit),
                Message::Close => closing = true,
            }
        }
        if !units.is_empty() {
            write_batch(schema, &mut conn, units).await;
        }
        if std::mem::take(&mut conn.has_enqueued) {
            enqueued.notify_one();
        }
        if closing {
            break;
        }
    }
    if let Link::Sqlite(link) = conn.link {
        let _ = link.close().await;
    }
}

const BEGIN: Sql = Sql::both("begin immediate; savepoint unit");
const KEEP: Sql = Sql::both("release unit; savepoint unit");
const DROP: Sql = Sql::both("rollback to unit");
const COMMIT: Sql = Sql::both("release unit; commit");
const ROLLBACK: Sql = Sql::both("rollback");

async fn write_batch(schema: Schema, conn: &mut Conn, units: Vec<Box<dyn Unit>>) {
    let mut ran = Vec::with_capacity(units.len());
    let mut waiting = units.into_iter();
    let outcome = async {
        run!(conn, BEGIN, [])?;
        for unit in waiting.by_ref() {
            let one = unit.run(conn).await;
            let end = if one.keep { KEEP } else { DROP };
            ran.push(one);
            run!(conn, end, [])?;
        }
        run!(conn, COMMIT, []).map(|_| ())
    }
    .await
    .map_err(|error: StoreError| error.in_file(schema));
    if outcome.is_err() {
        // Fails when the transaction never began or SQLite has ended it by itself: then there is nothing to undo.
        let _ = run!(conn, ROLLBACK, []);
        conn.has_enqueued = false;
    }
    for one in ran {
        (one.answer)(outcome.clone());
    }
    if let Err(error) = outcome {
        waiting.for_each(|unit| unit.refuse(error.clone()));
    }
}
