//! Work of the processor, done aside: off the threads that everything else waits on, and within a time of its own.

use crate::queue::panic_text;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use stormwire_world::clock::Clock;

/// Runs `work` on a thread of its own. What it is handed says when to stop: after `limit`, or when nobody waits any more.
/// The work itself tells that it was stopped; here only a panic is an error.
pub(crate) async fn aside<T: Send + 'static>(
    clock: &dyn Clock,
    limit: Duration,
    work: impl FnOnce(&mut dyn FnMut() -> bool) -> T + Send + 'static,
) -> Result<T, String> {
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
    ended.map_err(|error| match error.try_into_panic() {
        Ok(panic) => format!("it panicked: {}", panic_text(panic.as_ref())),
        Err(_) => "the service is stopping".to_owned(),
    })
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
    use stormwire_world::VirtualClock;
    use stormwire_world::clock::SystemClock;

    fn until_told(out_of_time: &mut dyn FnMut() -> bool) -> &'static str {
        while !out_of_time() {
            std::thread::yield_now();
        }
        "told"
    }

    #[tokio::test]
    async fn work_that_takes_too_long_is_told_so_and_says_it_itself() {
        assert_eq!(aside(&SystemClock, Duration::from_hours(1), |_| 5).await, Ok(5));
        assert_eq!(aside(&SystemClock, Duration::ZERO, until_told).await, Ok("told"));
    }

    #[tokio::test]
    async fn work_that_nobody_waits_for_is_told_to_stop() {
        let (tell, told) = tokio::sync::oneshot::channel();
        let clock = VirtualClock::running();
        let mut waiting = Box::pin(aside(&clock, Duration::from_hours(1), move |out_of_time| {
            let _ = tell.send(until_told(out_of_time));
        }));
        // Begun, and then dropped.
        assert!(futures_util::poll!(&mut waiting).is_pending());
        drop(waiting);
        assert_eq!(told.await, Ok("told"));
    }

    #[tokio::test]
    async fn work_that_panics_is_an_error_and_nothing_else() {
        let panicked = aside(&SystemClock, Duration::from_hours(1), |_| panic!("on purpose")).await;
        assert_eq!(panicked, Err::<(), _>("it panicked: on purpose".to_owned()));
    }
}
