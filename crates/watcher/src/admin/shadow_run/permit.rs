//! One shadow run at a time for each watcher.

use crate::error::WatcherError;
use std::collections::HashSet;
use std::sync::{Mutex, PoisonError};
use stormwire_store::WatcherId;

#[derive(Default)]
pub(in super::super) struct ShadowPermits(Mutex<HashSet<WatcherId>>);

/// Ends with the shadow run, also if its client has gone.
pub(super) struct ShadowPermit<'a> {
    permits: &'a ShadowPermits,
    watcher_id: WatcherId,
}

impl ShadowPermits {
    pub(super) fn acquire(&self, watcher_id: WatcherId) -> Result<ShadowPermit<'_>, WatcherError> {
        if self.with_lock(|running| running.insert(watcher_id)) {
            return Ok(ShadowPermit { permits: self, watcher_id });
        }
        Err(WatcherError::Conflict("a trial of this watcher is running already. Wait until it has ended.".into()))
    }

    fn with_lock<T>(&self, access: impl FnOnce(&mut HashSet<WatcherId>) -> T) -> T {
        access(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

impl Drop for ShadowPermit<'_> {
    fn drop(&mut self) {
        self.permits.with_lock(|running| running.remove(&self.watcher_id));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_run_per_watcher_and_the_next_after_its_end() {
        let (permits, one, other) = (ShadowPermits::default(), WatcherId::new(1), WatcherId::new(2));
        let first = permits.acquire(one).unwrap();
        assert!(permits.acquire(one).is_err());
        assert!(permits.acquire(other).is_ok());
        drop(first);
        assert!(permits.acquire(one).is_ok());
    }
}
