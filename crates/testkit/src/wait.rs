//! Waits for a condition. Nothing else in a test waits for a time: a busy machine is slow.

use jiff::Timestamp;
use std::time::Duration;
use stormwire_clock::{Clock, SystemClock, later, within};

/// Far more than any test needs, also on a busy machine. The only limit of tests.
pub const TEST_TIMEOUT: Duration = Duration::from_mins(10);

const SHORTEST_PAUSE: Duration = Duration::from_millis(5);
const LONGEST_PAUSE: Duration = Duration::from_secs(1);

/// Repeats the check until it returns true. The pause grows with the duration of the check, so that checks do not slow the
/// service down.
pub async fn wait_until(is_met: impl AsyncFnMut() -> bool) {
    repeat_until(is_met, |took| (4 * took).clamp(SHORTEST_PAUSE, LONGEST_PAUSE)).await;
}

/// As [`wait_until`], until the attempt returns a value. Returns it.
pub async fn wait_for<T>(mut attempt: impl AsyncFnMut() -> Option<T>) -> T {
    let mut found = None;
    wait_until(async || {
        found = attempt().await;
        found.is_some()
    })
    .await;
    found.expect("waited for it")
}

/// As [`wait_until`], for tests without a runtime.
pub fn block_until(mut is_met: impl FnMut() -> bool) {
    let end = later(SystemClock.now(), TEST_TIMEOUT);
    while !is_met() {
        assert!(SystemClock.now() < end, "the condition was not met in time");
        std::thread::park_timeout(SHORTEST_PAUSE);
    }
}

/// How long after `since` the check returns true. The pause is constant, so that it adds nothing to the result.
pub(crate) async fn time_until(since: Timestamp, is_met: impl AsyncFnMut() -> bool) -> Duration {
    repeat_until(is_met, |_| SHORTEST_PAUSE).await;
    SystemClock.now().duration_since(since).unsigned_abs()
}

async fn repeat_until(mut is_met: impl AsyncFnMut() -> bool, pause: impl Fn(Duration) -> Duration) {
    let poll = async {
        loop {
            let started_at = SystemClock.now();
            if is_met().await {
                return;
            }
            let took = Duration::try_from(SystemClock.now().duration_since(started_at)).unwrap_or_default();
            SystemClock.sleep(pause(took)).await;
        }
    };
    within(&SystemClock, TEST_TIMEOUT, poll).await.expect("the condition was not met in time");
}
