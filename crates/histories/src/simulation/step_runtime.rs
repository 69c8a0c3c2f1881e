//! A runtime of one simulated process. It runs on the thread of the history, and only until it has nothing left to do: then the
//! next process runs, or time moves on.

use std::future::{Future, poll_fn};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Poll, Waker};
use tokio::runtime::{Builder, Handle, Runtime};

pub(crate) struct StepRuntime {
    runtime: Runtime,
    parks: Arc<Parks>,
}

/// The moments at which the runtime had no task left that can go on.
#[derive(Default)]
struct Parks {
    count: AtomicU64,
    waiting: Mutex<Option<Waker>>,
}

impl Parks {
    fn record(&self) {
        self.count.fetch_add(1, Ordering::Relaxed);
        if let Some(waker) = self.waiting.lock().unwrap_or_else(PoisonError::into_inner).take() {
            waker.wake();
        }
    }
}

impl StepRuntime {
    pub(crate) fn new() -> anyhow::Result<Self> {
        let parks = Arc::new(Parks::default());
        let recorded = parks.clone();
        let runtime = Builder::new_current_thread().enable_all().on_thread_park(move || recorded.record()).build()?;
        Ok(Self { runtime, parks })
    }

    pub(crate) fn handle(&self) -> &Handle {
        self.runtime.handle()
    }

    /// Runs all tasks until none of them can go on.
    pub(crate) fn run(&self) {
        let parks = &self.parks;
        let before = parks.count.load(Ordering::Relaxed);
        self.runtime.block_on(poll_fn(|context| {
            if parks.count.load(Ordering::Relaxed) > before {
                return Poll::Ready(());
            }
            *parks.waiting.lock().unwrap_or_else(PoisonError::into_inner) = Some(context.waker().clone());
            Poll::Pending
        }));
    }

    /// Waits in real time, for what waits for the database alone.
    pub(crate) fn wait_for<T>(&self, work: impl Future<Output = T>) -> T {
        self.runtime.block_on(work)
    }

    /// Drops all tasks where they wait, as if the process were killed.
    pub(crate) fn kill(self) {
        self.runtime.shutdown_background();
    }
}
