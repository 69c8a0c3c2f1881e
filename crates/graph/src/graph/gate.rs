//! The door to one mailbox: a few calls at a time, and none while the provider asks for peace.

use crate::MailError;
use jiff::Timestamp;
use std::sync::{Arc, Mutex};
use std::time::Duration;
use stormwire_clock::{Clock, later};
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

#[cfg(test)]
mod tests {
    use super::*;
    use futures_util::FutureExt;
    use stormwire_clock::VirtualClock;

    const SECOND: Duration = Duration::from_secs(1);

    #[test]
    fn the_longest_pause_holds() {
        let clock = Arc::new(VirtualClock::still());
        let gate = Gate::new(4, Arc::clone(&clock) as Arc<dyn Clock>);
        assert_eq!(gate.pause_left(), None);
        for (wait, left) in [(20, 20), (50, 50), (5, 50)] {
            gate.pause(wait * SECOND);
            assert_eq!(gate.pause_left(), Some(left * SECOND));
        }
        clock.advance(50 * SECOND);
        assert_eq!(gate.pause_left(), None);
    }

    #[test]
    fn a_pause_that_is_prolonged_is_waited_for_as_long_as_patience_lasts() {
        let clock = Arc::new(VirtualClock::still());
        let gate = Gate::new(1, Arc::clone(&clock) as Arc<dyn Clock>);
        let mut patience = 60 * SECOND;
        gate.pause(20 * SECOND);
        let entered = {
            let mut enter = Box::pin(gate.enter("try it", &mut patience));
            assert!(enter.as_mut().now_or_never().is_none());
            gate.pause(60 * SECOND);
            clock.advance(20 * SECOND);
            assert!(enter.as_mut().now_or_never().is_none());
            gate.pause(90 * SECOND);
            clock.advance(40 * SECOND);
            enter.now_or_never()
        };
        let expected = MailError::Throttled { call: "try it", retry_after: 50 * SECOND };
        assert_eq!(entered.unwrap().map(drop), Err(expected));
        assert_eq!(gate.slots.available_permits(), 1);
    }
}
