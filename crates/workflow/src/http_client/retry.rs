//! Retries of a call within its step: only if the receiver certainly did not process it, and only for a short time. Pure.

use std::time::Duration;

const MAX_ATTEMPTS: u32 = 3;
const MIN_DELAY: Duration = Duration::from_secs(1);
const MAX_DELAY: Duration = Duration::from_secs(30);

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum AttemptResult {
    Response {
        status: u16,
        retry_after: Option<Duration>,
    },
    NotConnected,
    /// Any other error; never retried.
    Final,
}

/// The delay before the next attempt. `None` if there is none.
pub(super) fn next_delay(result: AttemptResult, attempts: u32) -> Option<Duration> {
    let delay = match result {
        _ if attempts >= MAX_ATTEMPTS => return None,
        AttemptResult::NotConnected | AttemptResult::Response { status: 429, retry_after: None } => {
            MIN_DELAY * attempts
        }
        AttemptResult::Response { status: 429 | 503, retry_after: Some(delay) } => delay.max(MIN_DELAY),
        AttemptResult::Response { .. } | AttemptResult::Final => return None,
    };
    (delay <= MAX_DELAY).then_some(delay)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_unprocessed_calls_are_retried() {
        let seconds = |seconds| Some(Duration::from_secs(seconds));
        let response = |status, retry_after| AttemptResult::Response { status, retry_after };
        for (result, attempts, expected) in [
            (AttemptResult::NotConnected, 1, seconds(1)),
            (AttemptResult::NotConnected, 2, seconds(2)),
            (AttemptResult::NotConnected, 3, None),
            (AttemptResult::Final, 1, None),
            (response(200, None), 1, None),
            (response(429, None), 1, seconds(1)),
            (response(429, seconds(7)), 1, seconds(7)),
            (response(429, seconds(31)), 1, None),
            (response(503, None), 1, None),
            (response(503, seconds(0)), 2, seconds(1)),
            (response(500, seconds(1)), 1, None),
        ] {
            assert_eq!(next_delay(result, attempts), expected, "{result:?} after {attempts}");
        }
    }
}
