//! Work of the processor, done aside: off the threads that everything else waits on, and within a time of its own.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use stormwire_clock::Clock;

/// Runs `work` on a thread of its own. What it is handed says when to stop: after `limit`, or when nobody waits any more.
/// The work itself tells that it was stopped. A panic goes on here, where whoever waits deals with it.
pub async fn run_blocking<T: Send + 'static>(
    clock: &dyn Clock,
    limit: Duration,
    work: impl FnOnce(&mut dyn FnMut() -> bool) -> T + Send + 'static,
) -> T {
    let over = Over(Arc::default());
    let seen = over.0.clone();
    let mut running = tokio::task::spawn_blocking(move || work(&mut || seen.load(Ordering::Relaxed)));
    let ended = tokio::select! {
        ended = &mut running => ended,
        () = clock.sleep(limit) => {
            over.call();
            running.await
        }
    };
    match ended.map_err(tokio::task::JoinError::try_into_panic) {
        Ok(done) => done,
        Err(Ok(panic)) => std::panic::resume_unwind(panic),
        // It never began, because the process is stopping: nobody waits any more.
        Err(Err(_)) => std::future::pending().await,
    }
}

/// Called, or dropped because nobody waits: the work is to stop.
struct Over(Arc<AtomicBool>);

impl Over {
    fn call(&self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

impl Drop for Over {
    fn drop(&mut self) {
        self.call();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use stormwire_clock::SystemClock;
    use stormwire_clock::VirtualClock;

    fn until_told(out_of_time: &mut dyn FnMut() -> bool) -> &'static str {
        while !out_of_time() {
            std::thread::yield_now();
        }
        "told"
    }

    #[tokio::test]
    async fn work_that_takes_too_long_is_told_so_and_says_it_itself() {
        assert_eq!(run_blocking(&SystemClock, Duration::from_hours(1), |_| 5).await, 5);
        assert_eq!(run_blocking(&SystemClock, Duration::ZERO, until_told).await, "told");
    }

    #[tokio::test]
    async fn work_that_nobody_waits_for_is_told_to_stop() {
        let (tell, told) = tokio::sync::oneshot::channel();
        let clock = VirtualClock::running();
        let mut waiting = Box::pin(run_blocking(&clock, Duration::from_hours(1), move |out_of_time| {
            let _ = tell.send(until_told(out_of_time));
        }));
        // Begun, and then dropped.
        assert!(futures_util::poll!(&mut waiting).is_pending());
        drop(waiting);
        assert_eq!(told.await, Ok("told"));
    }

    #[tokio::test]
    #[should_panic(expected = "on purpose")]
    async fn work_that_panics_panics_for_whoever_waits() {
        run_blocking(&SystemClock, Duration::from_hours(1), |_| panic!("on purpose")).await;
    }
}
