//! The hours in which mail is counted.

use jiff::{SignedDuration, Timestamp};

const SECONDS: i64 = 3_600;

pub(super) fn start_of_hour(at: Timestamp) -> Timestamp {
    Timestamp::from_second(at.as_second().div_euclid(SECONDS) * SECONDS).unwrap_or(at)
}

pub(super) fn end_of_hour(at: Timestamp) -> Timestamp {
    start_of_hour(at).checked_add(SignedDuration::from_secs(SECONDS)).unwrap_or(Timestamp::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hours_begin_and_end_on_the_hour() {
        for (at, start, end) in [
            ("2026-05-01T12:00:00Z", "2026-05-01T12:00:00Z", "2026-05-01T13:00:00Z"),
            ("2026-05-01T12:59:59.999999Z", "2026-05-01T12:00:00Z", "2026-05-01T13:00:00Z"),
            ("1969-12-31T23:10:00Z", "1969-12-31T23:00:00Z", "1970-01-01T00:00:00Z"),
        ] {
            let at = at.parse().unwrap();
            assert_eq!(start_of_hour(at), start.parse().unwrap(), "{at}");
            assert_eq!(end_of_hour(at), end.parse().unwrap(), "{at}");
        }
    }
}
