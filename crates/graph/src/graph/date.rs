//! Times in the heads of replies.

use jiff::{SignedDuration, Timestamp, fmt::rfc2822::DateTimeParser};
use std::time::Duration;

/// A reply that was this long under way says too little about the provider's clock.
const USEFUL_ROUND_TRIP: SignedDuration = SignedDuration::from_secs(5);

/// The time of a `Date` header.
pub(super) fn parse(text: &str) -> Option<Timestamp> {
    DateTimeParser::new().parse_timestamp(text.trim()).ok()
}

/// How far the provider's clock is ahead of ours, taking it to have written the date half way.
pub(super) fn difference(date: Timestamp, sent: Timestamp, received: Timestamp) -> Option<SignedDuration> {
    let round_trip = received.duration_since(sent);
    let useful = !round_trip.is_negative() && round_trip <= USEFUL_ROUND_TRIP;
    useful.then(|| date.duration_since(sent) - round_trip / 2)
}

/// The wait of a `Retry-After` header: seconds, or a time, which is measured from the reply's own date.
pub(super) fn retry_after(text: &str, replied_at: Timestamp) -> Option<Duration> {
    if let Ok(seconds) = text.trim().parse() {
        return Some(Duration::from_secs(seconds));
    }
    Some(parse(text)?.duration_since(replied_at).try_into().unwrap_or(Duration::ZERO))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(text: &str) -> Timestamp {
        text.parse().unwrap()
    }

    #[test]
    fn a_wait_is_told_in_seconds_or_as_a_time() {
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
            let wait = retry_after(text, at("2026-05-01T12:00:00Z"));
            assert_eq!(wait, expected.map(Duration::from_secs), "{text}");
        }
    }

    #[test]
    fn the_clocks_are_compared_at_half_the_round_trip() {
        let date = parse("Fri, 01 May 2026 12:01:00 GMT").unwrap();
        let cases = [
            ("2026-05-01T12:00:00Z", "2026-05-01T12:00:00Z", Some(60)),
            ("2026-05-01T12:00:00Z", "2026-05-01T12:00:04Z", Some(58)),
            ("2026-05-01T12:02:00Z", "2026-05-01T12:02:00Z", Some(-60)),
            ("2026-05-01T12:00:00Z", "2026-05-01T12:00:06Z", None),
            ("2026-05-01T12:00:06Z", "2026-05-01T12:00:00Z", None),
        ];
        for (sent, received, expected) in cases {
            assert_eq!(difference(date, at(sent), at(received)), expected.map(SignedDuration::from_secs), "{sent}");
        }
    }
}
