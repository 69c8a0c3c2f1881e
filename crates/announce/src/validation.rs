//! Validates what an administrator enters for a sink. Pure.

use crate::mqtt::Broker;
use crate::webhook_secret::WebhookSecret;
use secrecy::{ExposeSecret, SecretString};
use stormwire_store::FacilityId;
use stormwire_store::tables::event_sink::{SinkFields, SinkKind};
use stormwire_store::tables::status_event::FacilityStatus;
use stormwire_workflow::validate_url;

const MAX_NAME_LENGTH: usize = 100;
const MAX_URL_LENGTH: usize = 2_000;
const MAX_PASSWORD_LENGTH: usize = 1_000;
const MAX_FACILITIES: usize = 1_000;

#[derive(Debug, Clone)]
pub struct SinkInput {
    pub name: String,
    pub kind: String,
    pub url: String,
    /// `None` keeps the current one; a new webhook gets a generated one. Empty: none.
    pub secret: Option<SecretString>,
    pub facility_ids: Option<Vec<i64>>,
    pub statuses: Option<Vec<String>>,
    pub is_enabled: bool,
}

/// What is wrong with a field, and how to fix it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SinkViolation {
    pub field: &'static str,
    pub message: String,
}

pub(crate) fn violation(field: &'static str, message: impl Into<String>) -> SinkViolation {
    SinkViolation { field, message: message.into() }
}

impl SinkInput {
    /// All violations at once. Whether the facilities exist is checked elsewhere.
    pub fn validate(&self) -> Result<SinkFields, Vec<SinkViolation>> {
        let mut violations = Vec::new();
        let name = self.name.trim();
        if !(1..=MAX_NAME_LENGTH).contains(&name.chars().count()) || name.chars().any(char::is_control) {
            let message = format!("{:?} does not have 1 to {MAX_NAME_LENGTH} visible characters", self.name);
            violations.push(violation("name", message));
        }
        let kind = SinkKind::parse(&self.kind);
        if kind.is_none() {
            violations.push(violation("kind", format!("unknown kind {:?}; use Webhook, Cap or Mqtt", self.kind)));
        }
        let kind = kind.unwrap_or(SinkKind::Webhook);
        violations.extend(self.url_violation(kind));
        violations.extend(self.secret_violation(kind));
        let facility_ids = self.facilities().map_err(|error| violations.push(error)).unwrap_or_default();
        let statuses = self.statuses(kind).map_err(|error| violations.push(error)).unwrap_or_default();
        if !violations.is_empty() {
            return Err(violations);
        }
        let (name, url, is_enabled) = (name.to_owned(), self.url.trim().to_owned(), self.is_enabled);
        Ok(SinkFields { name, kind, url, facility_ids, statuses, is_enabled })
    }

    fn url_violation(&self, kind: SinkKind) -> Option<SinkViolation> {
        let url = self.url.trim();
        let message = match kind {
            _ if url.chars().count() > MAX_URL_LENGTH => Some(format!("longer than {MAX_URL_LENGTH} characters")),
            SinkKind::Webhook | SinkKind::Cap => validate_url(url),
            SinkKind::Mqtt => Broker::parse(url).err(),
        };
        message.map(|message| violation("url", format!("{url:?}: {message}")))
    }

    /// The secret is not part of the message.
    fn secret_violation(&self, kind: SinkKind) -> Option<SinkViolation> {
        let secret = self.secret.as_ref()?.expose_secret();
        let message = match kind {
            SinkKind::Cap if secret.is_empty() => None,
            SinkKind::Webhook | SinkKind::Cap => WebhookSecret::parse(secret).err().map(|error| {
                format!("{error}. Use whsec_ and the base64 of 24 to 64 random bytes, or omit it to get a new one")
            }),
            SinkKind::Mqtt => (secret.len() > MAX_PASSWORD_LENGTH)
                .then(|| format!("the password is longer than {MAX_PASSWORD_LENGTH} bytes; use a shorter one")),
        };
        message.map(|message| violation("secret", message))
    }

    fn facilities(&self) -> Result<Option<Vec<FacilityId>>, SinkViolation> {
        let Some(ids) = &self.facility_ids else { return Ok(None) };
        if ids.is_empty() || ids.len() > MAX_FACILITIES {
            let message = format!("{} facilities; use 1 to {MAX_FACILITIES}, or null for all facilities", ids.len());
            return Err(violation("facilityIds", message));
        }
        let mut ids: Vec<FacilityId> = ids.iter().copied().map(FacilityId::new).collect();
        ids.sort_unstable();
        ids.dedup();
        Ok(Some(ids))
    }

    fn statuses(&self, kind: SinkKind) -> Result<Option<Vec<FacilityStatus>>, SinkViolation> {
        let Some(names) = &self.statuses else { return Ok(None) };
        let reject = |message: String| Err(violation("statuses", message));
        if kind == SinkKind::Mqtt {
            return reject("a topic always has the current status, so a broker gets all; use null".into());
        }
        if names.is_empty() {
            return reject("no status; use at least one, or null for all statuses".into());
        }
        let mut statuses = Vec::new();
        for name in names {
            match FacilityStatus::parse(name) {
                Some(status) => statuses.push(status),
                None => return reject(format!("unknown status {name:?}; use Active, Clearing, Clear or Unknown")),
            }
        }
        statuses.sort_unstable();
        statuses.dedup();
        Ok(Some(statuses))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn input(kind: &str, url: &str) -> SinkInput {
        SinkInput {
            name: " Siren ".into(),
            kind: kind.into(),
            url: url.into(),
            secret: None,
            facility_ids: Some(vec![9, 7, 9]),
            statuses: None,
            is_enabled: true,
        }
    }

    #[test]
    fn valid_input_is_trimmed_and_ordered() {
        let mut input = input("Webhook", " https://a.example/hook?x=1 ");
        input.statuses = Some(["Clear", "Active", "Clear"].map(String::from).to_vec());
        input.secret = Some("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw".into());
        let fields = input.validate().unwrap();
        assert_eq!((fields.name.as_str(), fields.url.as_str()), ("Siren", "https://a.example/hook?x=1"));
        assert_eq!(fields.facility_ids, Some(vec![FacilityId::new(7), FacilityId::new(9)]));
        assert_eq!(fields.statuses, Some(vec![FacilityStatus::Active, FacilityStatus::Clear]));
    }

    #[test]
    fn urls_fit_their_kind() {
        for (kind, url, expected) in [
            ("Webhook", "http://10.0.0.7:8080/x", None),
            ("Cap", "https://a.example/cap", None),
            ("Mqtt", "mqtt://broker.city.gov", None),
            ("Mqtt", "mqtts://storm@broker.city.gov:8883", None),
            ("Webhook", "mqtt://broker.city.gov", Some("http or https")),
            ("Webhook", "https://user:word@a.example/", Some("remove the user name")),
            ("Webhook", "https://a.example/{{ $.X }}", Some("placeholders")),
            ("Cap", "a.example", Some("not a URL")),
            ("Mqtt", "https://a.example", Some("not an mqtt or mqtts URL")),
            ("Mqtt", "mqtt://user:word@a.example", Some("as the secret")),
            ("Mqtt", "mqtt://a.example/topic", Some("host and port")),
            ("Mqtt", "mqtt://", Some("host")),
            ("Mqtt", "broker", Some("not a URL")),
        ] {
            let found = input(kind, url).validate().err().map(|violations| violations[0].clone());
            match (found, expected) {
                (None, None) => {}
                (Some(found), Some(word)) => {
                    assert!(found.field == "url" && found.message.contains(word), "{kind} {url}: {found:?}");
                }
                (found, _) => panic!("{kind} {url}: {found:?}"),
            }
        }
    }

    #[test]
    fn violations_name_the_field_the_value_and_the_fix() {
        type Change = fn(&mut SinkInput);
        let cases: [(Change, &str, &str); 9] = [
            (|sink| sink.name = " ".into(), "name", "\" \" does not have 1 to 100 visible characters"),
            (|sink| sink.name = "a\nb".into(), "name", "visible characters"),
            (|sink| sink.kind = "Email".into(), "kind", "unknown kind \"Email\"; use Webhook, Cap or Mqtt"),
            (|sink| sink.secret = Some("hunter2".into()), "secret", "does not start with whsec_"),
            (|sink| sink.secret = Some("".into()), "secret", "omit it to get a new one"),
            (|sink| sink.facility_ids = Some(vec![]), "facilityIds", "null for all facilities"),
            (|sink| sink.statuses = Some(vec![]), "statuses", "null for all statuses"),
            (
                |sink| sink.statuses = Some(vec!["active".into()]),
                "statuses",
                "unknown status \"active\"; use Active, Clearing, Clear or Unknown",
            ),
            (|sink| sink.url = format!("https://a.example/{}", "x".repeat(2_000)), "url", "longer than 2000"),
        ];
        for (change, field, message) in cases {
            let mut input = input("Webhook", "https://a.example");
            change(&mut input);
            let violations = input.validate().unwrap_err();
            assert_eq!(violations.len(), 1, "{violations:?}");
            assert_eq!(violations[0].field, field);
            assert!(violations[0].message.contains(message), "{violations:?}");
            assert!(!violations[0].message.contains("hunter2"), "{violations:?}");
        }
        let mut broker = input("Mqtt", "mqtt://a.example");
        broker.statuses = Some(vec!["Active".into()]);
        assert!(broker.validate().unwrap_err()[0].message.contains("always has the current status"));
    }
}
