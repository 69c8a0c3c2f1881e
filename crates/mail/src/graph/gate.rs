//! The door to one mailbox: a few calls at a time, and none while the provider asks for peace.

use crate::MailError;
use jiff::Timestamp;
use std::sync::{Arc, Mutex};
use std::time::Duration;
use stormwire_world::clock::{Clock, later};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// Shared by all handles to one mailbox of one application registration.
pub(super) struct Gate {
    slots: Arc<Semaphore>,
    closed_until: Mutex<Timestamp>,
    clock: Arc<dyn Clock>,
}

impl Gate {
    pub(super) fn new(slots: usize, clock: Arc<dyn Clock>) -> Self {
        Self { slots: Arc::new(Semaphore::new(slots)), closed_until: Mutex::new(Timestamp::MIN), clock }
    }

    /// Waits for a slot and for the end of a pause, the latter out of the caller's patience.
    pub(super) async fn enter(
        &self,
        call: &'static str,
        patience: &mut Duration,
    ) -> Result<OwnedSemaphorePermit, MailError> {
        let slot = Arc::clone(&self.slots).acquire_owned().await.expect("nobody closes the slots");
        // The pause may have been prolonged by the time that it was to end.
        while let Some(left) = self.pause_left() {
            *patience = patience.checked_sub(left).ok_or(MailError::Throttled { call, retry_after: left })?;
            self.clock.sleep(left).await;
        }
        Ok(slot)
    }

    /// Lets nobody in for that long; a longer pause stays.
    pub(super) fn pause(&self, wait: Duration) {
        let until = later(self.clock.now(), wait);
        let mut closed_until = self.closed_until.lock().expect("nothing panics while it holds this");
        *closed_until = until.max(*closed_until);
    }

    fn pause_left(&self) -> Option<Duration> {
        let closed_until = *self.closed_until.lock().expect("nothing panics while it holds this");
        let left = closed_until.duration_since(self.clock.now());
        Duration::try_from(left).ok().filter(|left| !left.is_zero())
    }
}
