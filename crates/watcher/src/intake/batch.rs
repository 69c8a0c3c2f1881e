//! Requests that arrive while others are being stored are stored together, so that a burst needs few transactions.

use std::sync::{Mutex, MutexGuard, PoisonError};
use tokio::sync::watch;

/// Keeps units short.
const MAX_REQUESTS_PER_UNIT: usize = 256;
/// While one unit is written to disk, the next is prepared.
const MAX_CONCURRENT_UNITS: usize = 2;

pub(super) struct RequestBatch<T> {
    pending: Mutex<Vec<T>>,
    /// Units that are being stored.
    running: watch::Sender<usize>,
}

impl<T> Default for RequestBatch<T> {
    fn default() -> Self {
        Self { pending: Mutex::default(), running: watch::Sender::new(0) }
    }
}

impl<T> RequestBatch<T> {
    /// Adds a request. If this returns true, the caller must store all pending requests, and then call [`Self::end_unit`].
    pub(super) fn push(&self, request: T) -> bool {
        self.pending().push(request);
        self.start_unit()
    }

    /// Removes the oldest requests, as many as one unit stores. `None` if there are none.
    pub(super) fn take(&self) -> Option<Vec<T>> {
        let mut pending = self.pending();
        let count = pending.len().min(MAX_REQUESTS_PER_UNIT);
        (count > 0).then(|| pending.drain(..count).collect())
    }

    /// Returns true if there are pending requests again, which the caller must store: they may have been added after the last
    /// [`Self::take`], by someone who found all units running.
    pub(super) fn end_unit(&self) -> bool {
        self.running.send_modify(|running| *running -= 1);
        let is_pending = !self.pending().is_empty();
        is_pending && self.start_unit()
    }

    /// Waits until another unit may run.
    pub(super) async fn room(&self) {
        // Fails only without a sender.
        let _ = self.running.subscribe().wait_for(|running| *running < MAX_CONCURRENT_UNITS).await;
    }

    fn start_unit(&self) -> bool {
        self.running.send_if_modified(|running| {
            let is_free = *running < MAX_CONCURRENT_UNITS;
            *running += usize::from(is_free);
            is_free
        })
    }

    fn pending(&self) -> MutexGuard<'_, Vec<T>> {
        self.pending.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use futures_util::FutureExt;

    #[test]
    fn requests_are_stored_together_while_units_run() {
        let batch = RequestBatch::default();
        assert!(batch.push(1), "the first one starts a unit");
        assert_eq!(batch.take(), Some(vec![1]));
        assert!(batch.room().now_or_never().is_some());
        assert!(batch.push(2));
        assert_eq!(batch.take(), Some(vec![2]));
        assert!(!batch.push(3) && !batch.push(4), "two units run");
        assert!(batch.room().now_or_never().is_none());
        assert!(batch.end_unit(), "the pending ones are not left behind");
        assert_eq!((batch.take(), batch.take()), (Some(vec![3, 4]), None));
        assert!(!batch.end_unit() && !batch.end_unit());
        assert!(batch.room().now_or_never().is_some() && batch.push(5));
    }
}
