//! The time that passes on virtual clocks: one for all clocks that show it, with the tasks that sleep.

use crate::time::{Clock, SystemClock, later};
use futures_util::future::BoxFuture;
use jiff::Timestamp;
use std::collections::BTreeMap;
use std::pin::Pin;
use std::sync::atomic::AtomicUsize;
use std::sync::{Arc, Mutex, MutexGuard, Weak};
use std::task::{Context, Poll, Waker};
use std::time::Duration;

/// Never goes back: sleeping tasks wait for it.
#[derive(Debug)]
pub(crate) struct PassingTime {
    state: Mutex<PassingState>,
    /// How many guards of outside work live.
    pub(crate) outside_work: Arc<AtomicUsize>,
}

#[derive(Debug)]
struct PassingState {
    elapsed: ElapsedTime,
    sleepers: BTreeMap<SleeperKey, Waker>,
    next_number: u64,
}

#[derive(Debug, Clone, Copy)]
pub(crate) enum ElapsedTime {
    Frozen {
        now: Timestamp,
    },
    /// Ahead of the system clock by `offset`, the sum of all manual advances.
    Running {
        offset: Duration,
    },
}

impl ElapsedTime {
    pub(crate) fn now(self) -> Timestamp {
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

/// Sleepers wake in this order: of those that are due at the same time, the one that fell asleep first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct SleeperKey {
    until: Timestamp,
    number: u64,
}

impl PassingTime {
    pub(crate) fn starting_with(elapsed: ElapsedTime) -> Self {
        let state = PassingState { elapsed, sleepers: BTreeMap::new(), next_number: 0 };
        Self { state: Mutex::new(state), outside_work: Arc::default() }
    }

    pub(crate) fn elapsed(&self) -> ElapsedTime {
        self.lock().elapsed
    }

    pub(crate) fn advance(&self, duration: Duration) {
        let mut state = self.lock();
        // As sleepers do: who is advanced by as much as it sleeps for wakes.
        state.elapsed = state.elapsed.advanced_by(rounded_up_to_microseconds(duration));
        let due = match state.elapsed {
            ElapsedTime::Frozen { now } => state.take_due(now),
            // The others sleep on the system clock, and now shorter than they have planned.
            ElapsedTime::Running { .. } => std::mem::take(&mut state.sleepers),
        };
        drop(state);
        wake(due);
    }

    pub(crate) fn freeze(&self) {
        self.change(|elapsed| ElapsedTime::Frozen { now: elapsed.now() });
    }

    /// Starts from the time that it has, or from the system time if that is later.
    pub(crate) fn run(&self) {
        self.change(|elapsed| ElapsedTime::Running { offset: time_left(SystemClock.now(), elapsed.now()) });
    }

    fn change(&self, change: impl FnOnce(ElapsedTime) -> ElapsedTime) {
        let mut state = self.lock();
        state.elapsed = change(state.elapsed);
        let all = std::mem::take(&mut state.sleepers);
        drop(state);
        wake(all);
    }

    /// How long until the first sleeper is due.
    pub(crate) fn next_wake(&self) -> Option<Duration> {
        let state = self.lock();
        let (first, _) = state.sleepers.first_key_value()?;
        Some(time_left(state.elapsed.now(), first.until))
    }

    pub(crate) fn sleep(self: &Arc<Self>, duration: Duration) -> Sleep {
        let mut state = self.lock();
        let until = later(state.elapsed.now(), rounded_up_to_microseconds(duration));
        let key = SleeperKey { until, number: state.next_number };
        state.next_number += 1;
        Sleep { time: Arc::downgrade(self), key, on_system_clock: None }
    }

    /// `None` if the sleeper is due. Otherwise it is woken once it is, or once time passes in another way than it does now.
    fn poll_sleeper(&self, key: SleeperKey, waker: &Waker) -> Option<ElapsedTime> {
        let mut state = self.lock();
        let elapsed = state.elapsed;
        if elapsed.now() >= key.until {
            return None;
        }
        let replaced = state.sleepers.insert(key, waker.clone());
        drop(state);
        // Not under the lock: it may drop a task that sleeps.
        drop(replaced);
        Some(elapsed)
    }

    fn forget_sleeper(&self, key: SleeperKey) {
        let forgotten = self.lock().sleepers.remove(&key);
        drop(forgotten);
    }

    fn lock(&self) -> MutexGuard<'_, PassingState> {
        self.state.lock().expect("no code panics while holding this lock")
    }
}

impl PassingState {
    fn take_due(&mut self, now: Timestamp) -> BTreeMap<SleeperKey, Waker> {
        let mut due = BTreeMap::new();
        while let Some(first) = self.sleepers.first_entry().filter(|first| first.key().until <= now) {
            let (key, waker) = first.remove_entry();
            due.insert(key, waker);
        }
        due
    }
}

/// The last clock was dropped, so nothing can advance the time any more.
impl Drop for PassingTime {
    fn drop(&mut self) {
        if let Ok(state) = self.state.get_mut() {
            wake(std::mem::take(&mut state.sleepers));
        }
    }
}

/// Without the lock: who wakes may want it at once.
fn wake(sleepers: BTreeMap<SleeperKey, Waker>) {
    sleepers.into_values().for_each(Waker::wake);
}

/// Ends once the time has come, or once the last clock was dropped.
pub(crate) struct Sleep {
    time: Weak<PassingTime>,
    key: SleeperKey,
    /// Only while the clock runs.
    on_system_clock: Option<SystemSleep>,
}

struct SystemSleep {
    offset: Duration,
    sleep: BoxFuture<'static, ()>,
}

impl Future for Sleep {
    type Output = ();

    fn poll(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<()> {
        let this = self.get_mut();
        let Some(time) = this.time.upgrade() else { return Poll::Ready(()) };
        loop {
            let Some(elapsed) = time.poll_sleeper(this.key, context.waker()) else { return Poll::Ready(()) };
            let ElapsedTime::Running { offset } = elapsed else {
                this.on_system_clock = None;
                return Poll::Pending;
            };
            let planned = this.on_system_clock.take().filter(|planned| planned.offset == offset);
            let mut planned = planned.unwrap_or_else(|| {
                let sleep = SystemClock.sleep(time_left(elapsed.now(), this.key.until));
                SystemSleep { offset, sleep }
            });
            if planned.sleep.as_mut().poll(context).is_pending() {
                this.on_system_clock = Some(planned);
                return Poll::Pending;
            }
        }
    }
}

impl Drop for Sleep {
    fn drop(&mut self) {
        if let Some(time) = self.time.upgrade() {
            time.forget_sleeper(self.key);
        }
    }
}

/// So that a frozen clock that is advanced from sleeper to sleeper shows whole microseconds.
fn rounded_up_to_microseconds(duration: Duration) -> Duration {
    match duration.subsec_nanos() % 1_000 {
        0 => duration,
        rest => duration.saturating_add(Duration::from_nanos(u64::from(1_000 - rest))),
    }
}

fn time_left(now: Timestamp, until: Timestamp) -> Duration {
    until.duration_since(now).try_into().unwrap_or(Duration::ZERO)
}
