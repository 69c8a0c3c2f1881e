//! Splits work over a few threads.

use std::ops::Range;
use std::panic::resume_unwind;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use crate::deadline::DeadlineCheck;

/// How often the deadline is checked while the calling thread waits for the others.
const DEADLINE_CHECK_INTERVAL: Duration = Duration::from_millis(5);

/// Splits `0..count` into `parts` ranges, runs `work` on each in its own thread, and returns the results in order.
///
/// All threads end before this returns. Only the calling thread calls `is_expired`; the others get a flag that it sets. A
/// panic in one thread is raised in the caller.
pub(crate) fn run_in_parts<T: Send>(
    count: usize,
    parts: usize,
    is_expired: DeadlineCheck,
    work: impl Fn(Range<usize>, DeadlineCheck) -> T + Sync,
) -> Vec<T> {
    if parts <= 1 {
        return vec![work(0..count, is_expired)];
    }
    let size = count.div_ceil(parts);
    let range = |part: usize| (part * size).min(count)..((part + 1) * size).min(count);
    let (expired, caller) = (AtomicBool::new(false), thread::current());
    let mut check_deadline = || {
        if is_expired() {
            expired.store(true, Ordering::Relaxed);
        }
        expired.load(Ordering::Relaxed)
    };
    thread::scope(|scope| {
        let (expired, caller, work, range) = (&expired, &caller, &work, &range);
        let spawn = |part| {
            scope.spawn(move || {
                let result = work(range(part), &mut || expired.load(Ordering::Relaxed));
                caller.unpark();
                result
            })
        };
        let threads: Vec<_> = (1..parts).map(spawn).collect();
        let mut results = vec![work(range(0), &mut check_deadline)];
        while threads.iter().any(|thread| !thread.is_finished()) {
            check_deadline();
            thread::park_timeout(DEADLINE_CHECK_INTERVAL);
        }
        let joined = threads.into_iter().map(|thread| thread.join().unwrap_or_else(|panic| resume_unwind(panic)));
        results.extend(joined);
        results
    })
}

#[cfg(test)]
mod tests {
    use super::run_in_parts;

    #[test]
    fn covers_every_index_once_and_in_order() {
        for (count, parts) in [(0, 1), (0, 3), (1, 4), (10, 3), (7, 7), (100, 4)] {
            let done = run_in_parts(count, parts, &mut || false, |range, _| range.collect::<Vec<usize>>());
            assert_eq!(done.concat(), (0..count).collect::<Vec<usize>>(), "{count} in {parts}");
        }
    }

    #[test]
    fn deadline_reaches_other_threads_after_the_caller_finished() {
        let mut calls = 0;
        let mut is_expired = || {
            calls += 1;
            calls > 3
        };
        let done = run_in_parts(3, 3, &mut is_expired, |range, is_expired| {
            while range.start > 0 && !is_expired() {
                std::thread::yield_now();
            }
            range.start
        });
        assert_eq!(done, [0, 1, 2]);
    }

    #[test]
    #[should_panic(expected = "on purpose")]
    fn panic_in_one_thread_reaches_the_caller() {
        run_in_parts(4, 2, &mut || false, |range, _| assert_eq!(range.start, 0, "on purpose"));
    }
}
