//! Work that several threads share: a mail of many records is read in parts.

use std::ops::Range;
use std::panic::resume_unwind;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use crate::pattern::OutOfTime;

/// How often whoever waits for the others looks at the clock for them.
const LOOK: Duration = Duration::from_millis(5);

/// Does the work on so many things in so many parts, and gives back what came of each part, in their order. The threads end
/// before this does; each is told when the time is up.
pub(crate) fn in_parts<T: Send>(
    count: usize,
    parts: usize,
    out_of_time: OutOfTime,
    work: impl Fn(Range<usize>, OutOfTime) -> T + Sync,
) -> Vec<T> {
    if parts <= 1 {
        return vec![work(0..count, out_of_time)];
    }
    let size = count.div_ceil(parts);
    let range = |part: usize| (part * size).min(count)..((part + 1) * size).min(count);
    let (stop, waiting) = (AtomicBool::new(false), thread::current());
    let mut look = || {
        if out_of_time() {
            stop.store(true, Ordering::Relaxed);
        }
        stop.load(Ordering::Relaxed)
    };
    thread::scope(|scope| {
        let (stop, waiting, work, range) = (&stop, &waiting, &work, &range);
        let spawn = |part| {
            scope.spawn(move || {
                let done = work(range(part), &mut || stop.load(Ordering::Relaxed));
                waiting.unpark();
                done
            })
        };
        let others: Vec<_> = (1..parts).map(spawn).collect();
        let mut done = vec![work(range(0), &mut look)];
        while others.iter().any(|other| !other.is_finished()) {
            look();
            thread::park_timeout(LOOK);
        }
        done.extend(others.into_iter().map(|other| other.join().unwrap_or_else(|panic| resume_unwind(panic))));
        done
    })
}

#[cfg(test)]
mod tests {
    use super::in_parts;

    #[test]
    fn every_thing_is_done_once_and_in_order() {
        for (count, parts) in [(0, 1), (0, 3), (1, 4), (10, 3), (7, 7), (100, 4)] {
            let done = in_parts(count, parts, &mut || false, |range, _| range.collect::<Vec<usize>>());
            assert_eq!(done.concat(), (0..count).collect::<Vec<usize>>(), "{count} in {parts}");
        }
    }

    #[test]
    fn all_are_told_when_the_time_is_up_also_after_the_first_is_done() {
        let mut asked = 0;
        let mut out_of_time = || {
            asked += 1;
            asked > 3
        };
        let done = in_parts(3, 3, &mut out_of_time, |range, out_of_time| {
            while range.start > 0 && !out_of_time() {
                std::thread::yield_now();
            }
            range.start
        });
        assert_eq!(done, [0, 1, 2]);
    }

    #[test]
    #[should_panic(expected = "on purpose")]
    fn a_panic_of_one_is_a_panic_of_all() {
        in_parts(4, 2, &mut || false, |range, _| assert_eq!(range.start, 0, "on purpose"));
    }
}
