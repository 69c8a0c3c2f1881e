//! Requests that arrive while others are being stored are stored together, so that a burst needs few transactions.

use std::sync::{Arc, Mutex, PoisonError};
use tokio::sync::{AcquireError, OwnedSemaphorePermit, Semaphore};

/// Keeps units short.
const MAX_REQUESTS_PER_UNIT: usize = 256;
/// While one unit is written to disk, the next is prepared.
const MAX_CONCURRENT_UNITS: usize = 2;

pub(super) struct RequestBatch<T> {
    pending: Mutex<Vec<T>>,
    permits: Arc<Semaphore>,
}

impl<T> Default for RequestBatch<T> {
    fn default() -> Self {
        Self { pending: Mutex::default(), permits: Arc::new(Semaphore::new(MAX_CONCURRENT_UNITS)) }
    }
}

impl<T> RequestBatch<T> {
    pub(super) fn push(&self, request: T) {
        self.pending.lock().unwrap_or_else(PoisonError::into_inner).push(request);
    }

    /// Removes the oldest requests, as many as one unit stores.
    pub(super) fn take(&self) -> Vec<T> {
        let mut pending = self.pending.lock().unwrap_or_else(PoisonError::into_inner);
        let count = pending.len().min(MAX_REQUESTS_PER_UNIT);
        pending.drain(..count).collect()
    }

    /// The task that gets the permit stores all pending requests.
    pub(super) async fn permit(&self) -> Result<OwnedSemaphorePermit, AcquireError> {
        self.permits.clone().acquire_owned().await
    }
}
