//! A clock that can be advanced and set back manually. Tests use it frozen or running; the demo uses it running.

use crate::time::{Clock, SystemClock, earlier, later};
use futures_util::future::BoxFuture;
use jiff::Timestamp;
use std::time::Duration;
use tokio::sync::watch;

/// Sleeping tasks wake once this clock reaches their time, either because it was advanced or because it runs.
#[derive(Debug)]
pub struct VirtualClock(watch::Sender<ClockState>);

#[derive(Debug, Clone, Copy)]
struct ClockState {
    /// Never set back: sleeping tasks wait for it.
    elapsed: ElapsedTime,
    /// The sum of all times by which the clock was set back.
    set_back: Duration,
}

#[derive(Debug, Clone, Copy)]
enum ElapsedTime {
    Frozen {
        now: Timestamp,
    },
    /// Ahead of the system clock by `offset`, the sum of all manual advances.
    Running {
        offset: Duration,
    },
}

impl ElapsedTime {
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
        Self::starting_with(ElapsedTime::Frozen { now })
    }

    /// Runs with the system clock, starting at the system time.
    pub fn running() -> Self {
        Self::starting_with(ElapsedTime::Running { offset: Duration::ZERO })
    }

    fn starting_with(elapsed: ElapsedTime) -> Self {
        Self(watch::Sender::new(ClockState { elapsed, set_back: Duration::ZERO }))
    }

    pub fn advance(&self, duration: Duration) {
        self.0.send_modify(|state| state.elapsed = state.elapsed.advanced_by(duration));
    }

    /// From now on time passes only when the clock is advanced.
    pub fn freeze(&self) {
        self.0.send_modify(|state| state.elapsed = ElapsedTime::Frozen { now: state.elapsed.now() });
    }

    /// From now on the clock runs. It starts from the time that it shows, or from the system time if that is later.
    pub fn run(&self) {
        self.0.send_modify(|state| {
            let offset = time_left(SystemClock.now(), state.elapsed.now());
            state.elapsed = ElapsedTime::Running { offset };
        });
    }

    /// As an administrator sets a clock back. Sleeping tasks wake when they would have.
    pub fn set_back(&self, duration: Duration) {
        self.0.send_modify(|state| state.set_back = state.set_back.saturating_add(duration));
    }
}

impl Clock for VirtualClock {
    fn now(&self) -> Timestamp {
        let ClockState { elapsed, set_back } = *self.0.borrow();
        earlier(elapsed.now(), set_back)
    }

    fn sleep(&self, duration: Duration) -> BoxFuture<'static, ()> {
        let until = later(self.0.borrow().elapsed.now(), duration);
        let mut states = self.0.subscribe();
        Box::pin(async move {
            loop {
                let elapsed = states.borrow_and_update().elapsed;
                if elapsed.now() >= until {
                    return;
                }
                let changed = match elapsed {
                    ElapsedTime::Frozen { .. } => states.changed().await,
                    ElapsedTime::Running { .. } => tokio::select! {
                        changed = states.changed() => changed,
                        () = SystemClock.sleep(time_left(elapsed.now(), until)) => Ok(()),
                    },
                };
                // The clock was dropped, so nothing can advance it anymore.
                if changed.is_err() {
                    return;
                }
            }
        })
    }

    fn limit(&self, duration: Duration) -> BoxFuture<'static, ()> {
        match self.0.borrow().elapsed {
            ElapsedTime::Frozen { .. } => Box::pin(std::future::pending()),
            ElapsedTime::Running { .. } => SystemClock.sleep(duration),
        }
    }
}

fn time_left(now: Timestamp, until: Timestamp) -> Duration {
    until.duration_since(now).try_into().unwrap_or(Duration::ZERO)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::time::within;
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
    fn clock_that_is_set_back_wakes_sleepers_in_time() {
        let clock = VirtualClock::frozen();
        let start = clock.now();
        let mut sleep = clock.sleep(Duration::from_mins(10));
        clock.set_back(Duration::from_hours(5));
        assert_eq!(clock.now(), earlier(start, Duration::from_hours(5)));
        assert!((&mut sleep).now_or_never().is_none());
        clock.advance(Duration::from_mins(10));
        assert!((&mut sleep).now_or_never().is_some());
    }

    #[test]
    fn frozen_clock_limits_nothing() {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build().unwrap();
        runtime.block_on(async {
            let (clock, millisecond) = (VirtualClock::frozen(), Duration::from_millis(1));
            let mut work = Box::pin(within(&clock, millisecond, SystemClock.sleep(20 * millisecond)));
            clock.advance(Duration::from_hours(1));
            assert!((&mut work).now_or_never().is_none());
            assert_eq!(work.await, Some(()));
            clock.run();
            assert_eq!(within(&clock, millisecond, std::future::pending::<()>()).await, None);
        });
    }

    #[test]
    fn clock_can_be_frozen_until_it_runs_again() {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build().unwrap();
        runtime.block_on(async {
            let clock = VirtualClock::running();
            clock.freeze();
            let (frozen_at, mut sleep) = (clock.now(), clock.sleep(Duration::from_hours(1)));
            SystemClock.sleep(Duration::from_millis(1)).await;
            assert_eq!(clock.now(), frozen_at);
            clock.advance(Duration::from_hours(2));
            assert!((&mut sleep).now_or_never().is_some());
            clock.run();
            assert!(clock.now() >= later(frozen_at, Duration::from_hours(2)));
            clock.sleep(Duration::from_millis(1)).await;
        });
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
