//! Waits for a condition.

use std::time::Duration;
use stormwire_clock::{Clock, SystemClock};

/// Far more than any test needs.
pub(super) const TEST_TIMEOUT: Duration = Duration::from_mins(10);

/// Repeats the check until it returns true. The pause grows with the duration of the check, so that checks do not slow the
/// service down.
pub async fn wait_until(mut is_met: impl AsyncFnMut() -> bool) {
    let poll = async {
        loop {
            let started_at = SystemClock.now();
            if is_met().await {
                return;
            }
            let took = Duration::try_from(SystemClock.now().duration_since(started_at)).unwrap_or_default();
            SystemClock.sleep((4 * took).max(Duration::from_millis(5))).await;
        }
    };
    tokio::time::timeout(TEST_TIMEOUT, poll).await.expect("the condition was not met in time");
}
