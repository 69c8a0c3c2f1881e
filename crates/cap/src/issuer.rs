//! The city and its service, as the source of alerts.

use crate::change::StatusChange;
use crate::time::cap_time;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Issuer {
    city: String,
    /// Without a slash at the end.
    base_url: String,
    host: String,
}

impl Issuer {
    /// `public_url` is the address of the service, `host` its host.
    pub fn new(city: &str, public_url: &str, host: &str) -> Self {
        let base_url = public_url.trim_end_matches('/').to_owned();
        Self { city: city.to_owned(), base_url, host: without_reserved(host) }
    }

    pub fn city(&self) -> &str {
        &self.city
    }

    /// The same for every rendering of the change.
    pub fn identifier(&self, change: &StatusChange) -> String {
        format!("{}.evt.{}", self.host, change.event_id)
    }

    pub(crate) fn test_identifier(&self, change: &StatusChange) -> String {
        format!("{}.test.{}", self.host, change.noticed_at.as_microsecond())
    }

    pub fn sender(&self) -> String {
        format!("stormwire@{}", self.host)
    }

    /// The id of the change that an identifier names, if it is one of this service. An event's id alone names it too.
    pub fn event_id(&self, identifier: &str) -> Option<i64> {
        let digits = identifier.strip_prefix(&format!("{}.evt.", self.host)).unwrap_or(identifier);
        let is_canonical = !digits.starts_with('0') && digits.bytes().all(|byte| byte.is_ascii_digit());
        if is_canonical { digits.parse().ok() } else { None }
    }

    pub(crate) fn reference(&self, change: &StatusChange) -> String {
        format!("{},{},{}", self.sender(), self.identifier(change), cap_time(change.noticed_at))
    }

    pub fn feed_url(&self) -> String {
        format!("{}/cap/feed.atom", self.base_url)
    }

    pub fn document_url(&self, change: &StatusChange) -> String {
        format!("{}/cap/{}.xml", self.base_url, self.identifier(change))
    }

    pub(crate) fn facility_url(&self, change: &StatusChange) -> String {
        format!("{}/f/{}", self.base_url, change.facility_id)
    }
}

/// The standard forbids spaces, commas and the characters of markup in identifiers and senders.
fn without_reserved(host: &str) -> String {
    let is_allowed =
        |letter: &char| letter.is_ascii_alphanumeric() || matches!(letter, '.' | '-' | '_' | ':' | '[' | ']');
    let host: String = host.chars().filter(is_allowed).collect();
    if host.is_empty() { "localhost".into() } else { host }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn identifiers_name_events_of_this_service_only() {
        let issuer = Issuer::new("Example City", "https://storm.example.gov/", "storm.example.gov");
        for (identifier, expected) in [
            ("storm.example.gov.evt.42", Some(42)),
            ("42", Some(42)),
            ("other.example.gov.evt.42", None),
            ("storm.example.gov.evt.042", None),
            ("storm.example.gov.evt.+42", None),
            ("storm.example.gov.evt.", None),
            ("0", None),
            ("", None),
            ("99999999999999999999", None),
        ] {
            assert_eq!(issuer.event_id(identifier), expected, "{identifier}");
        }
    }

    #[test]
    fn a_host_never_breaks_the_format() {
        assert_eq!(Issuer::new("", "http://[::1]:8080", "[::1]").sender(), "stormwire@[::1]");
        assert_eq!(Issuer::new("", "http://x", "a,b <c>&d").sender(), "stormwire@abcd");
        assert_eq!(Issuer::new("", "http://x", "").sender(), "stormwire@localhost");
    }
}
