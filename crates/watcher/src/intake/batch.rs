//! Requests that arrive while others are being stored wait and are stored together: a burst costs few transactions.

use std::sync::{Arc, Mutex, PoisonError};
use tokio::sync::{AcquireError, OwnedSemaphorePermit, Semaphore};

/// Keeps a unit short however many requests wait.
const MOST_PER_UNIT: usize = 256;
/// While one unit is being written to the disk, the next is prepared.
const UNITS_AT_ONCE: usize = 2;

/// The requests that wait.
pub(super) struct Batch<T> {
    waiting: Mutex<Vec<T>>,
    permits: Arc<Semaphore>,
}

impl<T> Default for Batch<T> {
    fn default() -> Self {
        Self { waiting: Mutex::default(), permits: Arc::new(Semaphore::new(UNITS_AT_ONCE)) }
    }
}

impl<T> Batch<T> {
    pub(super) fn push(&self, request: T) {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner).push(request);
    }

    /// The oldest of those that wait, as many as one unit takes.
    pub(super) fn pull(&self) -> Vec<T> {
        let mut waiting = self.waiting.lock().unwrap_or_else(PoisonError::into_inner);
        let count = waiting.len().min(MOST_PER_UNIT);
        waiting.drain(..count).collect()
    }

    /// Whoever gets the permit stores for all who wait.
    pub(super) async fn permit(&self) -> Result<OwnedSemaphorePermit, AcquireError> {
        self.permits.clone().acquire_owned().await
    }
}
