//! Limits the calls to one mailbox: only a few at a time, and none while the provider throttles.

use crate::error::MailError;
use jiff::Timestamp;
use std::sync::{Arc, Mutex};
use std::time::Duration;
use stormwire_clock::{Clock, later};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// Shared by all handles to one mailbox of one application registration.
pub(super) struct MailboxLimiter {
    permits: Arc<Semaphore>,
    paused_until: Mutex<Timestamp>,
    clock: Arc<dyn Clock>,
}

impl MailboxLimiter {
    pub(super) fn new(max_concurrent: usize, clock: Arc<dyn Clock>) -> Self {
        Self { permits: Arc::new(Semaphore::new(max_concurrent)), paused_until: Mutex::new(Timestamp::MIN), clock }
    }

    /// Waits for a permit and then for the end of a pause. The pause is subtracted from `wait_left`; if it is longer, the
    /// call is throttled.
    pub(super) async fn acquire(
        &self,
        call: &'static str,
        wait_left: &mut Duration,
    ) -> Result<OwnedSemaphorePermit, MailError> {
        let permit = Arc::clone(&self.permits).acquire_owned().await.expect("the semaphore is never closed");
        // The pause may have been extended in the meantime.
        while let Some(pause) = self.pause_left() {
            *wait_left = wait_left.checked_sub(pause).ok_or(MailError::Throttled { call, retry_after: pause })?;
            self.clock.sleep(pause).await;
        }
        Ok(permit)
    }

    /// Starts no call for that long. A longer pause stays in effect.
    pub(super) fn pause(&self, wait: Duration) {
        let until = later(self.clock.now(), wait);
        let mut paused_until = self.paused_until.lock().expect("no code panics while it holds this lock");
        *paused_until = until.max(*paused_until);
    }

    fn pause_left(&self) -> Option<Duration> {
        let paused_until = *self.paused_until.lock().expect("no code panics while it holds this lock");
        let left = paused_until.duration_since(self.clock.now());
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
    fn the_longest_pause_wins() {
        let clock = Arc::new(VirtualClock::frozen());
        let limiter = MailboxLimiter::new(4, Arc::clone(&clock) as Arc<dyn Clock>);
        assert_eq!(limiter.pause_left(), None);
        for (wait, left) in [(20, 20), (50, 50), (5, 50)] {
            limiter.pause(wait * SECOND);
            assert_eq!(limiter.pause_left(), Some(left * SECOND));
        }
        clock.advance(50 * SECOND);
        assert_eq!(limiter.pause_left(), None);
    }

    #[test]
    fn waits_for_extended_pauses_until_the_wait_is_used_up() {
        let clock = Arc::new(VirtualClock::frozen());
        let limiter = MailboxLimiter::new(1, Arc::clone(&clock) as Arc<dyn Clock>);
        let mut wait_left = 60 * SECOND;
        limiter.pause(20 * SECOND);
        let acquired = {
            let mut acquire = Box::pin(limiter.acquire("try it", &mut wait_left));
            assert!(acquire.as_mut().now_or_never().is_none());
            limiter.pause(60 * SECOND);
            clock.advance(20 * SECOND);
            assert!(acquire.as_mut().now_or_never().is_none());
            limiter.pause(90 * SECOND);
            clock.advance(40 * SECOND);
            acquire.now_or_never()
        };
        let expected = MailError::Throttled { call: "try it", retry_after: 50 * SECOND };
        assert_eq!(acquired.unwrap().map(drop), Err(expected));
        assert_eq!(limiter.permits.available_permits(), 1);
    }
}
