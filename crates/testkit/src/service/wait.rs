//! Waiting for a condition.

use std::time::Duration;
use stormwire_clock::{Clock, SystemClock};

/// Far more than any test takes: ends one that would never end.
const TEST_TIMEOUT: Duration = Duration::from_mins(10);

/// Checks again and again. A slow check is followed by a longer pause, so that the service gets on with its work.
pub async fn until(mut holds: impl AsyncFnMut() -> bool) {
    let poll = async {
        loop {
            let begun = SystemClock.now();
            if holds().await {
                return;
            }
            let took = Duration::try_from(SystemClock.now().duration_since(begun)).unwrap_or_default();
            SystemClock.sleep((4 * took).max(Duration::from_millis(5))).await;
        }
    };
    tokio::time::timeout(TEST_TIMEOUT, poll).await.expect("it never came to that");
}
