//! A clock that can be advanced and stepped manually. Tests use it frozen or running; the demo uses it running.

use crate::outside_work::OutsideWork;
use crate::passing_time::{ElapsedTime, PassingTime};
use crate::time::{Clock, SystemClock, earlier, later, truncate_to_microseconds};
use futures_util::future::BoxFuture;
use jiff::{SignedDuration, Timestamp};
use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Duration;

/// Sleeping tasks wake once this clock reaches their time, either because it was advanced or because it runs.
#[derive(Debug)]
pub struct VirtualClock {
    time: Arc<PassingTime>,
    /// The sum of all steps: by how much this clock differs from the time that passes.
    stepped: Mutex<SignedDuration>,
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
        Self { time: Arc::new(PassingTime::starting_with(elapsed)), stepped: Mutex::default() }
    }

    /// The clock of another machine: the same time passes for both, so what is done to it through one of them is done to both.
    /// It shows the same time until one of them is stepped.
    #[must_use]
    pub fn companion(&self) -> Self {
        Self { time: self.time.clone(), stepped: Mutex::new(*self.stepped()) }
    }

    pub fn advance(&self, duration: Duration) {
        self.time.advance(duration);
    }

    /// From now on time passes only when the clock is advanced.
    pub fn freeze(&self) {
        self.time.freeze();
    }

    /// From now on the clock runs. It starts from the time that it shows, or from the system time if that is later.
    pub fn run(&self) {
        self.time.run();
    }

    /// As an administrator sets a clock, forward or back. Sleeping tasks wake when they would have.
    pub fn step(&self, by: SignedDuration) {
        let mut stepped = self.stepped();
        *stepped = stepped.saturating_add(by);
    }

    /// As [`Self::step`], back.
    pub fn set_back(&self, duration: Duration) {
        self.step(SignedDuration::try_from(duration).map_or(SignedDuration::MIN, |forward| -forward));
    }

    /// How long until the first sleeping task is due; `None` if nobody sleeps.
    pub fn next_wake(&self) -> Option<Duration> {
        self.time.next_wake()
    }

    /// How much is awaited that does not run on this clock: how many guards of [`Clock::outside`] live.
    pub fn outside_work(&self) -> usize {
        self.time.outside_work.load(Ordering::Acquire)
    }

    fn stepped(&self) -> MutexGuard<'_, SignedDuration> {
        self.stepped.lock().expect("no code panics while holding this lock")
    }
}

impl Clock for VirtualClock {
    fn now(&self) -> Timestamp {
        let (now, stepped) = (self.time.elapsed().now(), *self.stepped());
        let shift = if stepped.is_negative() { earlier } else { later };
        truncate_to_microseconds(shift(now, stepped.unsigned_abs()))
    }

    fn sleep(&self, duration: Duration) -> BoxFuture<'static, ()> {
        Box::pin(self.time.sleep(duration))
    }

    fn limit(&self, duration: Duration) -> BoxFuture<'static, ()> {
        match self.time.elapsed() {
            ElapsedTime::Frozen { .. } => Box::pin(std::future::pending()),
            ElapsedTime::Running { .. } => SystemClock.sleep(duration),
        }
    }

    fn outside(&self) -> OutsideWork {
        OutsideWork::counted(&self.time.outside_work)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::time::within;
    use futures_util::FutureExt;
    use std::task::{Context, Wake, Waker};

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

    #[test]
    fn sleepers_are_registered_while_they_wait() {
        let (clock, minute) = (VirtualClock::frozen(), Duration::from_mins(1));
        assert_eq!(clock.next_wake(), None);
        let (mut short, mut long) = (clock.sleep(minute), clock.sleep(10 * minute));
        assert!((&mut long).now_or_never().is_none());
        assert_eq!(clock.next_wake(), Some(10 * minute));
        assert!((&mut short).now_or_never().is_none());
        assert_eq!(clock.next_wake(), Some(minute));
        clock.advance(minute / 2);
        assert_eq!(clock.next_wake(), Some(minute / 2));
        drop(short);
        assert_eq!(clock.next_wake(), Some(19 * minute / 2), "who was dropped does not wait");
        clock.advance(10 * minute);
        assert_eq!(clock.next_wake(), None);
        assert!(long.now_or_never().is_some());
    }

    #[test]
    fn only_sleepers_that_are_due_are_woken_in_their_order() {
        let clock = VirtualClock::frozen();
        let woken = Arc::new(Mutex::new(Vec::new()));
        let mut sleeps: Vec<_> = [3, 1, 2, 1].map(|minutes| clock.sleep(Duration::from_mins(minutes))).into();
        for (number, sleep) in sleeps.iter_mut().enumerate() {
            let waker = Waker::from(Arc::new(NumberedWake { number, woken: woken.clone() }));
            assert!(sleep.as_mut().poll(&mut Context::from_waker(&waker)).is_pending());
        }
        clock.advance(Duration::from_mins(2));
        assert_eq!(*woken.lock().unwrap(), [1, 3, 2]);
        clock.advance(Duration::from_mins(1));
        assert_eq!(*woken.lock().unwrap(), [1, 3, 2, 0]);
    }

    /// Notes that it was woken.
    struct NumberedWake {
        number: usize,
        woken: Arc<Mutex<Vec<usize>>>,
    }

    impl Wake for NumberedWake {
        fn wake(self: Arc<Self>) {
            self.woken.lock().unwrap().push(self.number);
        }
    }

    #[test]
    fn a_clock_that_is_advanced_from_sleeper_to_sleeper_shows_whole_microseconds() {
        let clock = VirtualClock::frozen();
        let start = clock.now();
        let mut sleep = clock.sleep(Duration::from_nanos(1));
        assert!((&mut sleep).now_or_never().is_none());
        clock.advance(clock.next_wake().unwrap());
        assert!(sleep.now_or_never().is_some());
        assert_eq!(clock.now(), later(start, Duration::from_micros(1)));
    }

    #[test]
    fn companions_share_the_time_that_passes_and_nothing_else() {
        let (clock, minute) = (VirtualClock::frozen(), Duration::from_mins(1));
        let (other, start) = (clock.companion(), clock.now());
        let mut sleep = other.sleep(minute);
        other.step(SignedDuration::from_hours(2));
        assert_eq!(other.now(), later(start, Duration::from_hours(2)));
        assert_eq!(clock.now(), start);
        assert!((&mut sleep).now_or_never().is_none());
        assert_eq!(clock.next_wake(), Some(minute), "a step wakes nobody earlier or later");
        other.step(SignedDuration::from_hours(-3));
        assert_eq!(other.now(), earlier(start, Duration::from_hours(1)));
        let outside = other.outside();
        assert_eq!(clock.outside_work(), 1);
        drop(outside);
        clock.advance(minute);
        assert!(sleep.now_or_never().is_some());
        assert_eq!(other.now(), earlier(start, Duration::from_mins(59)));
    }

    #[test]
    fn sleepers_of_a_clock_that_was_dropped_wake() {
        let clock = VirtualClock::frozen();
        let (companion, mut sleep) = (clock.companion(), clock.sleep(Duration::from_hours(1)));
        drop(clock);
        assert!((&mut sleep).now_or_never().is_none(), "its companion can still be advanced");
        drop(companion);
        assert!(sleep.now_or_never().is_some());
    }

    #[test]
    fn guards_are_counted_while_they_live() {
        let clock = VirtualClock::frozen();
        let (one, other) = (clock.outside(), clock.outside());
        assert_eq!(clock.outside_work(), 2);
        drop(one);
        assert_eq!(clock.outside_work(), 1);
        drop(other);
        assert_eq!(clock.outside_work(), 0);
    }

    #[test]
    fn limited_work_is_outside_work() {
        let clock = VirtualClock::frozen();
        let mut work = Box::pin(within(&clock, Duration::from_secs(1), std::future::pending::<()>()));
        assert!((&mut work).now_or_never().is_none());
        assert_eq!(clock.outside_work(), 1);
        drop(work);
        assert_eq!(clock.outside_work(), 0);
    }
}
