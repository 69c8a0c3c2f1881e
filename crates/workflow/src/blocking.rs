//! Runs CPU-bound work on the blocking pool, with a timeout.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use stormwire_clock::{Clock, blocking};

/// Runs `work` on the blocking pool. Its argument returns true when it must stop: after `timeout`, or when this future was
/// dropped. The work decides what it returns then. A panic is passed on to the caller.
pub async fn run_blocking<T: Send + 'static>(
    clock: &dyn Clock,
    timeout: Duration,
    work: impl FnOnce(&mut dyn FnMut() -> bool) -> T + Send + 'static,
) -> T {
    let guard = StopOnDrop(Arc::default());
    let stop = guard.0.clone();
    let task = blocking(clock, move || work(&mut || stop.load(Ordering::Relaxed)));
    tokio::pin!(task);
    let result = tokio::select! {
        result = &mut task => result,
        () = clock.sleep(timeout) => {
            guard.stop();
            task.await
        }
    };
    match result.map_err(tokio::task::JoinError::try_into_panic) {
        Ok(output) => output,
        Err(Ok(panic)) => std::panic::resume_unwind(panic),
        // The task never started because the runtime is shutting down, so no one awaits this future.
        Err(Err(_)) => std::future::pending().await,
    }
}

/// Signals the work to stop, at the latest when the caller's future is dropped.
struct StopOnDrop(Arc<AtomicBool>);

impl StopOnDrop {
    fn stop(&self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

impl Drop for StopOnDrop {
    fn drop(&mut self) {
        self.stop();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use stormwire_clock::SystemClock;
    use stormwire_clock::VirtualClock;

    fn run_until_stopped(out_of_time: &mut dyn FnMut() -> bool) -> &'static str {
        while !out_of_time() {
            std::thread::yield_now();
        }
        "stopped"
    }

    #[tokio::test]
    async fn work_is_stopped_after_the_timeout() {
        assert_eq!(run_blocking(&SystemClock, Duration::from_hours(1), |_| 5).await, 5);
        assert_eq!(run_blocking(&SystemClock, Duration::ZERO, run_until_stopped).await, "stopped");
    }

    #[tokio::test]
    async fn work_is_stopped_when_its_future_is_dropped() {
        let (sender, receiver) = tokio::sync::oneshot::channel();
        let clock = VirtualClock::running();
        let mut future = Box::pin(run_blocking(&clock, Duration::from_hours(1), move |out_of_time| {
            let _ = sender.send(run_until_stopped(out_of_time));
        }));
        assert!(futures_util::poll!(&mut future).is_pending(), "the work has started");
        drop(future);
        assert_eq!(receiver.await, Ok("stopped"));
    }

    #[tokio::test]
    #[should_panic(expected = "on purpose")]
    async fn a_panic_in_the_work_reaches_the_caller() {
        run_blocking(&SystemClock, Duration::from_hours(1), |_| panic!("on purpose")).await;
    }
}
