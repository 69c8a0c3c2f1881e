//! A clock that stands still until a test moves it.

use futures_util::future::BoxFuture;
use jiff::Timestamp;
use std::time::Duration;
use stormwire_service::clock::{Clock, later};
use tokio::sync::watch;

/// Sleepers wake when the time they wait for has been reached by hand.
#[derive(Debug)]
pub struct FakeClock(watch::Sender<Timestamp>);

impl FakeClock {
    /// Stands at noon of a day in May.
    pub fn new() -> Self {
        Self(watch::Sender::new("2026-05-01T12:00:00Z".parse().expect("a time")))
    }

    /// Moves on.
    pub fn advance(&self, duration: Duration) {
        self.0.send_modify(|now| *now = later(*now, duration));
    }
}

impl Default for FakeClock {
    fn default() -> Self {
        Self::new()
    }
}

impl Clock for FakeClock {
    fn now(&self) -> Timestamp {
        *self.0.borrow()
    }

    fn sleep(&self, duration: Duration) -> BoxFuture<'static, ()> {
        let until = later(self.now(), duration);
        let mut time = self.0.subscribe();
        Box::pin(async move {
            // An error means that the clock is gone, and with it everything that could wait for this.
            let _ = time.wait_for(|now| *now >= until).await;
        })
    }
}
