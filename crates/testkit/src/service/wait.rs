//! Waits for a condition.

use jiff::Timestamp;
use std::time::Duration;
use stormwire_clock::{Clock, SystemClock};

/// Far more than any test needs.
pub(super) const TEST_TIMEOUT: Duration = Duration::from_mins(10);

const SHORTEST_PAUSE: Duration = Duration::from_millis(5);

/// Repeats the check until it returns true. The pause grows with the duration of the check, so that checks do not slow the
/// service down.
pub async fn wait_until(is_met: impl AsyncFnMut() -> bool) {
    repeat_until(is_met, |took| (4 * took).max(SHORTEST_PAUSE)).await;
}

/// How long after `since` the check returns true. The pause is constant, so that it adds nothing to the result.
pub(super) async fn time_until(since: Timestamp, is_met: impl AsyncFnMut() -> bool) -> Duration {
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
    tokio::time::timeout(TEST_TIMEOUT, poll).await.expect("the condition was not met in time");
}
