//! Work on threads that may block, which does not run on the clock.

use crate::time::Clock;
use tokio::task::JoinError;

/// Runs work on a thread that may block, from now on. It is outside work until it has ended and the task that waits for it has its
/// result. If nobody waits any more, until it has ended.
pub fn blocking<T, W>(clock: &dyn Clock, work: W) -> impl Future<Output = Result<T, JoinError>> + Send + use<T, W>
where
    T: Send + 'static,
    W: FnOnce() -> T + Send + 'static,
{
    let (running, awaited) = (clock.outside(), clock.outside());
    let task = tokio::task::spawn_blocking(move || {
        let _running = running;
        work()
    });
    async move {
        let _awaited = awaited;
        task.await
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::virtual_clock::VirtualClock;
    use std::sync::mpsc;

    #[tokio::test]
    async fn a_thread_is_outside_work_until_its_result_was_received() {
        let clock = VirtualClock::frozen();
        let (end, may_end) = mpsc::channel();
        let (ended, has_ended) = tokio::sync::oneshot::channel();
        let work = blocking(&clock, move || {
            may_end.recv().unwrap();
            ended.send(()).unwrap();
            7
        });
        assert!(clock.outside_work() > 0, "it runs before it is awaited");
        end.send(()).unwrap();
        has_ended.await.unwrap();
        assert!(clock.outside_work() > 0, "nobody has its result yet");
        assert_eq!(work.await.unwrap(), 7);
        assert_eq!(clock.outside_work(), 0);
    }

    #[tokio::test]
    async fn a_thread_that_nobody_waits_for_is_outside_work_until_it_ends() {
        let clock = VirtualClock::frozen();
        let (end, may_end) = mpsc::channel::<()>();
        drop(blocking(&clock, move || may_end.recv()));
        assert_eq!(clock.outside_work(), 1);
        end.send(()).unwrap();
        while clock.outside_work() > 0 {
            tokio::task::yield_now().await;
        }
    }
}
