//! Retries of a call within its step: only if the receiver certainly did not process it, and only for a short time. Pure.

use jiff::Timestamp;
use jiff::fmt::rfc2822;
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

/// The value of the header: a number of seconds, or a date.
pub(super) fn read_retry_after(text: &str, now: Timestamp) -> Option<Duration> {
    let text = text.trim();
    if let Ok(seconds) = text.parse() {
        return Some(Duration::from_secs(seconds));
    }
    let at = rfc2822::parse(text).ok()?.timestamp();
    Some(Duration::try_from(at.duration_since(now)).unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_header_is_a_number_or_a_date() {
        let now = "2026-05-01T12:00:00Z".parse().unwrap();
        for (text, expected) in [
            ("90", Some(90)),
            (" 0 ", Some(0)),
            ("Fri, 01 May 2026 12:02:00 GMT", Some(120)),
            ("Fri, 01 May 2026 11:00:00 GMT", Some(0)),
            ("-1", None),
            ("soon", None),
        ] {
            assert_eq!(read_retry_after(text, now), expected.map(Duration::from_secs), "{text}");
        }
    }

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
