//! Expiration times in bodies. The error names the value and the latest time that can be stored.

use jiff::Timestamp;
use serde::de::Error;
use serde::{Deserialize, Deserializer};

const LATEST: &str = "9999-12-30T22:00:00Z";

/// `None` for null.
pub(crate) fn deserialize<'de, D: Deserializer<'de>>(input: D) -> Result<Option<Timestamp>, D::Error> {
    let text = Option::<String>::deserialize(input)?;
    let parse = |text: String| text.parse().map_err(|_| D::Error::custom(invalid(&text)));
    text.map(parse).transpose()
}

fn invalid(text: &str) -> String {
    format!(
        "{text:?} is not a time up to {LATEST}; use a time such as 2027-05-01T12:00:00Z, or null if it never expires"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_latest_time_is_the_last_whole_second() {
        assert_eq!(LATEST.parse::<Timestamp>().unwrap().as_second(), Timestamp::MAX.as_second());
    }
}
