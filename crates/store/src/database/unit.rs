//! A unit of work without its type: what runs it and commits it is compiled once, not once for each kind of unit.

use crate::{Conn, StoreError};
use futures_util::FutureExt;
use futures_util::future::BoxFuture;
use std::panic::AssertUnwindSafe;
use tokio::sync::oneshot;

/// A unit of work whose result type is known only to its caller.
pub(super) trait Unit: Send {
    fn run(self: Box<Self>, conn: &mut Conn) -> BoxFuture<'_, FinishedUnit>;
    fn reject(self: Box<Self>, error: StoreError);
}

/// A unit that ran: whether its changes are kept, and how to reply once they are durable.
pub(super) struct FinishedUnit {
    pub(super) keep: bool,
    pub(super) reply: Box<dyn FnOnce(Result<(), StoreError>) + Send>,
}

/// The unit, and its result once it has ended. It ends whether or not somebody waits for that.
pub(super) fn unit<T, E, W>(work: W) -> (Box<dyn Unit>, oneshot::Receiver<Result<T, E>>)
where
    T: Send + 'static,
    E: From<StoreError> + Send + 'static,
    W: for<'c> FnOnce(&'c mut Conn) -> BoxFuture<'c, Result<T, E>> + Send + 'static,
{
    let (reply, result) = oneshot::channel();
    (Box::new(PendingUnit { work, reply }), result)
}

struct PendingUnit<W, T, E> {
    work: W,
    reply: oneshot::Sender<Result<T, E>>,
}

impl<W, T, E> Unit for PendingUnit<W, T, E>
where
    T: Send + 'static,
    E: From<StoreError> + Send + 'static,
    W: for<'c> FnOnce(&'c mut Conn) -> BoxFuture<'c, Result<T, E>> + Send + 'static,
{
    fn run(self: Box<Self>, conn: &mut Conn) -> BoxFuture<'_, FinishedUnit> {
        async move {
            let Self { work, reply } = *self;
            // The call itself may panic, before there is a future.
            let result = AssertUnwindSafe(async { work(conn).await }).catch_unwind().await;
            let result = result.unwrap_or_else(|_| Err(StoreError::Panicked.into()));
            let keep = result.is_ok();
            let reply = Box::new(move |committed: Result<(), StoreError>| {
                // The caller may be gone; the work is done all the same.
                let _ = reply.send(result.and_then(|value| committed.map(|()| value).map_err(E::from)));
            });
            FinishedUnit { keep, reply }
        }
        .boxed()
    }

    fn reject(self: Box<Self>, error: StoreError) {
        let _ = self.reply.send(Err(error.into()));
    }
}
