//! A unit of work without its types.
//!
//! [`Store::write`](crate::Store::write) is generic over the work and its result. Everything behind it (pools, tasks,
//! transactions) sees only [`Unit`], so that it is compiled once and not again for each of the many callers.

use super::conn::Conn;
use super::error::StoreError;
use futures_util::FutureExt;
use futures_util::future::BoxFuture;
use std::panic::AssertUnwindSafe;
use std::sync::{Arc, Mutex, PoisonError};

/// Runs on a connection inside a transaction and returns whether its changes are to be committed.
type Work = Box<dyn for<'c> FnOnce(&'c mut Conn) -> BoxFuture<'c, bool> + Send>;

pub(crate) struct Unit(Work);

/// Where a unit leaves its result for its caller.
pub(crate) struct UnitResult<T, E>(Arc<Mutex<Option<Result<T, E>>>>);

impl Unit {
    pub(crate) fn new<T, E, W>(work: W) -> (Self, UnitResult<T, E>)
    where
        T: Send + 'static,
        E: Send + 'static,
        W: for<'c> FnOnce(&'c mut Conn) -> BoxFuture<'c, Result<T, E>> + Send + 'static,
    {
        let result = Arc::new(Mutex::new(None));
        let slot = result.clone();
        let erased: Work = Box::new(move |conn| {
            let work = work(conn);
            Box::pin(async move {
                let done = work.await;
                let is_ok = done.is_ok();
                *slot.lock().unwrap_or_else(PoisonError::into_inner) = Some(done);
                is_ok
            })
        });
        (Self(erased), UnitResult(result))
    }

    /// Whether to commit; an error when the work panicked.
    pub(crate) async fn run(self, conn: &mut Conn) -> Result<bool, StoreError> {
        // The call itself may panic, before there is a future.
        let done = AssertUnwindSafe(async { (self.0)(conn).await }).catch_unwind().await;
        done.map_err(|_| StoreError::Panicked)
    }
}

impl<T, E: From<StoreError>> UnitResult<T, E> {
    /// The result of the work; the error of the store where the work did not run to its end or was not committed.
    pub(crate) fn take(self, committed: Result<(), StoreError>) -> Result<T, E> {
        let done = self.0.lock().unwrap_or_else(PoisonError::into_inner).take();
        match (done, committed) {
            (Some(Ok(value)), Ok(())) => Ok(value),
            (Some(Err(error)), _) => Err(error),
            (_, Err(error)) => Err(error.into()),
            (None, Ok(())) => Err(StoreError::Panicked.into()),
        }
    }
}
