//! A unit of work without its types: what runs it, commits it and waits for it is compiled once, not once for each kind of unit.

use crate::{Conn, StoreError};
use futures_util::FutureExt;
use futures_util::future::BoxFuture;
use std::panic::AssertUnwindSafe;
use std::sync::{Arc, Mutex, PoisonError};
use tokio::sync::oneshot;

/// A unit of work whose result type is known only to its caller.
pub(super) trait Unit: Send {
    /// Puts the result into the slot of the caller. Returns whether the changes are kept.
    fn run(self: Box<Self>, conn: &mut Conn) -> BoxFuture<'_, bool>;
}

/// Where the caller of a unit finds its result.
pub(super) struct ResultSlot<T, E>(Arc<Mutex<Option<Result<T, E>>>>);

pub(super) fn unit<T, E, W>(work: W) -> (Box<dyn Unit>, ResultSlot<T, E>)
where
    T: Send + 'static,
    E: From<StoreError> + Send + 'static,
    W: for<'c> FnOnce(&'c mut Conn) -> BoxFuture<'c, Result<T, E>> + Send + 'static,
{
    let slot = Arc::default();
    (Box::new(TypedUnit { work, slot: Arc::clone(&slot) }), ResultSlot(slot))
}

struct TypedUnit<W, T, E> {
    work: W,
    slot: Arc<Mutex<Option<Result<T, E>>>>,
}

impl<W, T, E> Unit for TypedUnit<W, T, E>
where
    T: Send + 'static,
    E: Send + 'static,
    W: for<'c> FnOnce(&'c mut Conn) -> BoxFuture<'c, Result<T, E>> + Send + 'static,
{
    fn run(self: Box<Self>, conn: &mut Conn) -> BoxFuture<'_, bool> {
        async move {
            let Self { work, slot } = *self;
            let result = work(conn).await;
            let keep = result.is_ok();
            *slot.lock().unwrap_or_else(PoisonError::into_inner) = Some(result);
            keep
        }
        .boxed()
    }
}

impl<T, E: From<StoreError>> ResultSlot<T, E> {
    /// The result of the unit, once its changes are durable or rolled back.
    pub(super) fn take(self, ended: Result<UnitEnd, StoreError>) -> Result<T, E> {
        let result = self.0.lock().unwrap_or_else(PoisonError::into_inner).take();
        match (result, ended) {
            (Some(Ok(value)), Ok(_)) => Ok(value),
            (Some(Ok(_)) | None, Err(error)) => Err(error.into()),
            (Some(Err(error)), _) => Err(error),
            (None, Ok(_)) => Err(StoreError::Panicked.into()),
        }
    }
}

/// How a unit has ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum UnitEnd {
    Kept,
    RolledBack,
}

/// A unit, and who waits for its end. It ends whether or not somebody still waits.
pub(super) struct WaitingUnit {
    unit: Box<dyn Unit>,
    reply: oneshot::Sender<Result<UnitEnd, StoreError>>,
}

/// A unit that ran. The reply follows once its changes are durable.
pub(super) struct FinishedUnit {
    pub(super) keep: bool,
    has_panicked: bool,
    reply: oneshot::Sender<Result<UnitEnd, StoreError>>,
}

impl WaitingUnit {
    pub(super) fn new(unit: Box<dyn Unit>) -> (Self, oneshot::Receiver<Result<UnitEnd, StoreError>>) {
        let (reply, end) = oneshot::channel();
        (Self { unit, reply }, end)
    }

    pub(super) async fn run(self, conn: &mut Conn) -> FinishedUnit {
        let Self { unit, reply } = self;
        let ran = AssertUnwindSafe(unit.run(conn)).catch_unwind().await;
        FinishedUnit { keep: matches!(ran, Ok(true)), has_panicked: ran.is_err(), reply }
    }

    pub(super) fn reject(self, error: StoreError) {
        let _ = self.reply.send(Err(error));
    }
}

impl FinishedUnit {
    pub(super) fn reply(self, committed: Result<(), StoreError>) {
        let end = if self.keep { UnitEnd::Kept } else { UnitEnd::RolledBack };
        // The caller may be gone; the work is done all the same.
        let _ = self.reply.send(if self.has_panicked { Err(StoreError::Panicked) } else { committed.map(|()| end) });
    }
}
