//! A clock that is moved by hand: for tests, where it stands still otherwise, and for a demo, where it runs on.

use crate::time::{Clock, SystemClock, later};
use futures_util::future::BoxFuture;
use jiff::Timestamp;
use std::time::Duration;
use tokio::sync::watch;

/// Sleepers wake when the time they wait for has been reached, by hand or by running.
#[derive(Debug)]
pub struct VirtualClock(watch::Sender<Hand>);

#[derive(Debug, Clone, Copy)]
enum Hand {
    Still(Timestamp),
    /// The machine's time and what was added to it by hand.
    Running(Duration),
}

impl Hand {
    fn now(self) -> Timestamp {
        match self {
            Self::Still(at) => at,
            Self::Running(ahead) => later(SystemClock.now(), ahead),
        }
    }
}

impl VirtualClock {
    /// Stands at noon of a day in May until it is moved.
    pub fn still() -> Self {
        Self(watch::Sender::new(Hand::Still("2026-05-01T12:00:00Z".parse().expect("a time"))))
    }

    /// Runs with the machine's clock, from the machine's time.
    pub fn running() -> Self {
        Self(watch::Sender::new(Hand::Running(Duration::ZERO)))
    }

    /// Moves on.
    pub fn advance(&self, duration: Duration) {
        self.0.send_modify(|hand| {
            *hand = match *hand {
                Hand::Still(at) => Hand::Still(later(at, duration)),
                Hand::Running(ahead) => Hand::Running(ahead.saturating_add(duration)),
            }
        });
    }
}

impl Clock for VirtualClock {
    fn now(&self) -> Timestamp {
        self.0.borrow().now()
    }

    fn sleep(&self, duration: Duration) -> BoxFuture<'static, ()> {
        let until = later(self.now(), duration);
        let mut hand = self.0.subscribe();
        Box::pin(async move {
            loop {
                let at = *hand.borrow_and_update();
                if at.now() >= until {
                    return;
                }
                let moved = match at {
                    Hand::Still(_) => hand.changed().await,
                    Hand::Running(_) => tokio::select! {
                        moved = hand.changed() => moved,
                        () = SystemClock.sleep(left(at.now(), until)) => Ok(()),
                    },
                };
                // The clock is gone, and with it everything that could wait for this.
                if moved.is_err() {
                    return;
                }
            }
        })
    }
}

/// How long from one time to a later one.
fn left(from: Timestamp, until: Timestamp) -> Duration {
    until.duration_since(from).try_into().unwrap_or(Duration::ZERO)
}

#[cfg(test)]
mod tests {
    use super::*;
    use futures_util::FutureExt;

    #[test]
    fn a_still_clock_moves_only_by_hand_and_wakes_whoever_waited_long_enough() {
        let clock = VirtualClock::still();
        let start = clock.now();
        let mut sleep = clock.sleep(Duration::from_mins(10));
        assert_eq!(clock.now(), start);
        clock.advance(Duration::from_mins(9));
        assert!((&mut sleep).now_or_never().is_none());
        clock.advance(Duration::from_mins(1));
        assert!((&mut sleep).now_or_never().is_some());
        assert_eq!(clock.now(), later(start, Duration::from_mins(10)));
    }

    #[test]
    fn a_running_clock_follows_the_machine_and_what_was_added() {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build().unwrap();
        runtime.block_on(async {
            let clock = VirtualClock::running();
            let mut sleep = clock.sleep(Duration::from_hours(1));
            assert!((&mut sleep).now_or_never().is_none());
            clock.advance(Duration::from_hours(2));
            sleep.await;
            assert!(clock.now() >= later(SystemClock.now(), Duration::from_mins(119)));
            clock.sleep(Duration::from_millis(1)).await;
        });
    }
}
