//! Times in response headers.

use jiff::{SignedDuration, Timestamp, fmt::rfc2822::DateTimeParser};
use std::time::Duration;

/// A response that took longer is too imprecise to measure the provider's clock.
const MAX_ROUND_TRIP: SignedDuration = SignedDuration::from_secs(5);

/// Parses a `Date` header.
pub(super) fn parse_date(text: &str) -> Option<Timestamp> {
    DateTimeParser::new().parse_timestamp(text.trim()).ok()
}

/// How far the provider's clock is ahead of ours, assuming that it wrote the date in the middle of the round trip.
pub(super) fn clock_difference(date: Timestamp, sent: Timestamp, received: Timestamp) -> Option<SignedDuration> {
    let round_trip = received.duration_since(sent);
    let is_precise = !round_trip.is_negative() && round_trip <= MAX_ROUND_TRIP;
    is_precise.then(|| date.duration_since(sent) - round_trip / 2)
}

/// Parses a `Retry-After` header: seconds, or a time, which is relative to the date of the response.
pub(super) fn parse_retry_after(text: &str, responded_at: Timestamp) -> Option<Duration> {
    if let Ok(seconds) = text.trim().parse() {
        return Some(Duration::from_secs(seconds));
    }
    Some(parse_date(text)?.duration_since(responded_at).try_into().unwrap_or(Duration::ZERO))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(text: &str) -> Timestamp {
        text.parse().unwrap()
    }

    #[test]
    fn retry_after_is_in_seconds_or_a_time() {
        let cases = [
            ("10", Some(10)),
            (" 0 ", Some(0)),
            ("Fri, 01 May 2026 12:00:30 GMT", Some(30)),
            ("Fri, 01 May 2026 11:00:00 GMT", Some(0)),
            ("soon", None),
            ("-1", None),
            ("", None),
        ];
        for (text, expected) in cases {
            let wait = parse_retry_after(text, at("2026-05-01T12:00:00Z"));
            assert_eq!(wait, expected.map(Duration::from_secs), "{text}");
        }
    }

    #[test]
    fn clocks_are_compared_at_half_the_round_trip() {
        let date = parse_date("Fri, 01 May 2026 12:01:00 GMT").unwrap();
        let cases = [
            ("2026-05-01T12:00:00Z", "2026-05-01T12:00:00Z", Some(60)),
            ("2026-05-01T12:00:00Z", "2026-05-01T12:00:04Z", Some(58)),
            ("2026-05-01T12:02:00Z", "2026-05-01T12:02:00Z", Some(-60)),
            ("2026-05-01T12:00:00Z", "2026-05-01T12:00:06Z", None),
            ("2026-05-01T12:00:06Z", "2026-05-01T12:00:00Z", None),
        ];
        for (sent, received, expected) in cases {
            assert_eq!(
                clock_difference(date, at(sent), at(received)),
                expected.map(SignedDuration::from_secs),
                "{sent}"
            );
        }
    }
}
