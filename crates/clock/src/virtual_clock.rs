//! A clock that can be advanced manually. Tests use it frozen; the demo uses it running.

use crate::time::{Clock, SystemClock, later};
use futures_util::future::BoxFuture;
use jiff::Timestamp;
use std::time::Duration;
use tokio::sync::watch;

/// Sleeping tasks wake once this clock reaches their time, either because it was advanced or because it runs.
#[derive(Debug)]
pub struct VirtualClock(watch::Sender<ClockState>);

#[derive(Debug, Clone, Copy)]
enum ClockState {
    Frozen {
        now: Timestamp,
    },
    /// Ahead of the system clock by `offset`, the sum of all manual advances.
    Running {
        offset: Duration,
    },
}

impl ClockState {
    fn now(self) -> Timestamp {
        match self {
            Self::Frozen { now } => now,
            Self::Running { offset } => later(SystemClock.now(), offset),
        }
    }

    fn advanced_by(self, duration: Duration) -> Self {
        match self {
            Self::Frozen { now } => Self::Frozen { now: later(now, duration) },
            Self::Running { offset } => Self::Running { offset: offset.saturating_add(duration) },
        }
    }
}

impl VirtualClock {
    /// Frozen at 2026-05-01T12:00:00Z until it is advanced.
    pub fn frozen() -> Self {
        let now = "2026-05-01T12:00:00Z".parse().expect("a valid timestamp");
        Self(watch::Sender::new(ClockState::Frozen { now }))
    }

    /// Runs with the system clock, starting at the system time.
    pub fn running() -> Self {
        Self(watch::Sender::new(ClockState::Running { offset: Duration::ZERO }))
    }

    pub fn advance(&self, duration: Duration) {
        self.0.send_modify(|state| *state = state.advanced_by(duration));
    }
}

impl Clock for VirtualClock {
    fn now(&self) -> Timestamp {
        self.0.borrow().now()
    }

    fn sleep(&self, duration: Duration) -> BoxFuture<'static, ()> {
        let until = later(self.now(), duration);
        let mut states = self.0.subscribe();
        Box::pin(async move {
            loop {
                let state = *states.borrow_and_update();
                if state.now() >= until {
                    return;
                }
                let changed = match state {
                    ClockState::Frozen { .. } => states.changed().await,
                    ClockState::Running { .. } => tokio::select! {
                        changed = states.changed() => changed,
                        () = SystemClock.sleep(time_left(state.now(), until)) => Ok(()),
                    },
                };
                // The clock was dropped, so nothing can advance it anymore.
                if changed.is_err() {
                    return;
                }
            }
        })
    }
}

fn time_left(now: Timestamp, until: Timestamp) -> Duration {
    until.duration_since(now).try_into().unwrap_or(Duration::ZERO)
}

#[cfg(test)]
mod tests {
    use super::*;
    use futures_util::FutureExt;

    #[test]
    fn frozen_clock_wakes_sleepers_only_when_advanced() {
        let clock = VirtualClock::frozen();
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
    fn running_clock_follows_the_system_clock_plus_advances() {
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
