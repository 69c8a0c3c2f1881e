//! How long mail to the operator is tried.

use std::time::Duration;
use stormwire_store::queue::{Backoff, RetryLimit, RetryPolicy};

pub(super) fn send_policy() -> RetryPolicy {
    RetryPolicy {
        timeout: Duration::from_mins(2),
        backoff: Backoff { first: Duration::from_secs(10), ceiling: Duration::from_mins(10) },
        retry_limit: RetryLimit::Elapsed(Duration::from_hours(24)),
    }
}
