//! Parses the webhook requests of the provider: notifications about messages and about the lifecycle of subscriptions.
//! Whether a notification is genuine is decided elsewhere.

use crate::id::{MessageKey, SubscriptionId};
use secrecy::SecretString;
use serde::de::{SeqAccess, Visitor};
use serde::{Deserialize, Deserializer};
use serde_json::Value;
use thiserror::Error;

/// One notification of the provider.
#[derive(Debug, Clone)]
pub struct Notification {
    pub subscription: Option<SubscriptionId>,
    /// The secret from the subscription request. Must match before the notification is used.
    pub client_state: Option<SecretString>,
    pub event: NotificationEvent,
}

/// What a notification is about.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NotificationEvent {
    /// A message arrived in the folder.
    Created(MessageKey),
    /// The subscription must be renewed now.
    ReauthorizationRequired,
    /// The subscription no longer exists.
    SubscriptionRemoved,
    /// Some notifications were lost.
    Missed,
    /// Anything else. Ignored.
    Other,
}

/// Notifications in one request. Microsoft Graph sends far fewer.
pub const MAX_NOTIFICATIONS: usize = 1_000;

/// Why a webhook request cannot be used.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum NotificationError {
    #[error("the body is not JSON")]
    NotJson,
    #[error("the body has no notifications: `value` must be a non-empty list")]
    Empty,
    #[error("the body has more than {MAX_NOTIFICATIONS} notifications; send them in several requests")]
    TooMany,
}

/// Parses the body of a webhook request. Stops at the first notification over [`MAX_NOTIFICATIONS`].
pub fn parse_notifications(body: &[u8]) -> Result<Vec<Notification>, NotificationError> {
    let parsed: Result<Payload, _> = serde_json::from_slice(body);
    match parsed {
        Ok(Payload { value: Some(NotificationList(items)) }) if !items.is_empty() => Ok(items),
        Ok(_) => Err(NotificationError::Empty),
        Err(error) if error.to_string().starts_with(TOO_MANY) => Err(NotificationError::TooMany),
        Err(error) if error.is_data() => Err(NotificationError::Empty),
        Err(_) => Err(NotificationError::NotJson),
    }
}

#[derive(Deserialize)]
struct Payload {
    value: Option<NotificationList>,
}

struct NotificationList(Vec<Notification>);

/// The error of the visitor, which has no other way to say why it stops.
const TOO_MANY: &str = "too many notifications";

impl<'de> Deserialize<'de> for NotificationList {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_seq(NotificationListVisitor)
    }
}

struct NotificationListVisitor;

impl<'de> Visitor<'de> for NotificationListVisitor {
    type Value = NotificationList;

    fn expecting(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str("a list of notifications")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<NotificationList, A::Error> {
        let mut all = Vec::new();
        while let Some(item) = items.next_element::<Value>()? {
            if all.len() == MAX_NOTIFICATIONS {
                return Err(serde::de::Error::custom(TOO_MANY));
            }
            all.push(parse_item(&item));
        }
        Ok(NotificationList(all))
    }
}

fn parse_item(item: &Value) -> Notification {
    let text = |name: &str| item.get(name).and_then(Value::as_str).filter(|text| !text.is_empty());
    Notification {
        subscription: text("subscriptionId").map(SubscriptionId::new),
        client_state: text("clientState").map(SecretString::from),
        event: parse_event(item, text("lifecycleEvent"), text("changeType")),
    }
}

/// Lifecycle notifications are recognized first because they name no resource. Names are compared ignoring case, which has
/// changed over the years.
fn parse_event(item: &Value, lifecycle: Option<&str>, change: Option<&str>) -> NotificationEvent {
    if let Some(event) = lifecycle {
        return match event.to_lowercase().as_str() {
            "reauthorizationrequired" => NotificationEvent::ReauthorizationRequired,
            "subscriptionremoved" => NotificationEvent::SubscriptionRemoved,
            "missed" => NotificationEvent::Missed,
            _ => NotificationEvent::Other,
        };
    }
    if !change.is_some_and(|change| change.eq_ignore_ascii_case("created")) {
        return NotificationEvent::Other;
    }
    let data = item.get("resourceData");
    let id = data.and_then(|data| data.get("id").or_else(|| data.get("Id"))).and_then(Value::as_str);
    match id.or_else(|| id_in_resource(item.get("resource")?.as_str()?)).filter(|id| !id.is_empty()) {
        Some(id) => NotificationEvent::Created(MessageKey::new(id)),
        None => NotificationEvent::Other,
    }
}

/// `Users/{guid}/Messages/{id}` or `Users('guid')/messages('id')`.
fn id_in_resource(resource: &str) -> Option<&str> {
    let last = resource.rsplit('/').next()?;
    match last.split_once("('") {
        Some((_, id)) => id.strip_suffix("')"),
        None => Some(last),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use secrecy::ExposeSecret;

    fn events(text: &str) -> Vec<NotificationEvent> {
        parse_notifications(text.as_bytes()).unwrap().into_iter().map(|notification| notification.event).collect()
    }

    #[test]
    fn recognizes_messages_and_lifecycle_events() {
        let created = |id: &str| NotificationEvent::Created(MessageKey::new(id));
        for (item, expected) in [
            (r#"{"changeType":"created","resourceData":{"id":"AAk/+="}}"#, created("AAk/+=")),
            (r#"{"changeType":"Created","resourceData":{"Id":"x"}}"#, created("x")),
            (r#"{"changeType":"created","resource":"Users/u/Messages/x"}"#, created("x")),
            (r#"{"changeType":"created","resource":"Users('u')/messages('x')"}"#, created("x")),
            (r#"{"changeType":"updated","resourceData":{"id":"x"}}"#, NotificationEvent::Other),
            (r#"{"changeType":"created"}"#, NotificationEvent::Other),
            (r#"{"lifecycleEvent":"missed"}"#, NotificationEvent::Missed),
            (r#"{"lifecycleEvent":"SubscriptionRemoved"}"#, NotificationEvent::SubscriptionRemoved),
            (r#"{"lifecycleEvent":"reauthorizationRequired"}"#, NotificationEvent::ReauthorizationRequired),
            (r#"{"lifecycleEvent":"somethingNew"}"#, NotificationEvent::Other),
            ("null", NotificationEvent::Other),
            ("[]", NotificationEvent::Other),
            (r#"{"changeType":5,"resourceData":7}"#, NotificationEvent::Other),
        ] {
            assert_eq!(events(&format!(r#"{{"value":[{item}]}}"#)), [expected], "{item}");
        }
    }

    #[test]
    fn rejects_a_body_without_notifications() {
        for (text, expected) in [
            ("", NotificationError::NotJson),
            ("{", NotificationError::NotJson),
            ("{}", NotificationError::Empty),
            ("[]", NotificationError::Empty),
            (r#"{"value":[]}"#, NotificationError::Empty),
            (r#"{"value":{"a":1}}"#, NotificationError::Empty),
        ] {
            assert_eq!(parse_notifications(text.as_bytes()).unwrap_err(), expected, "{text}");
        }
    }

    #[test]
    fn limits_the_number_of_notifications() {
        let body = |count: usize, end: &str| format!(r#"{{"value":[{}{end}"#, vec!["{}"; count].join(","));
        assert_eq!(parse_notifications(body(1_000, "]}").as_bytes()).unwrap().len(), 1_000);
        assert_eq!(parse_notifications(body(1_001, "]}").as_bytes()).unwrap_err(), NotificationError::TooMany);
        let unread = body(1_001, ",not read");
        assert_eq!(parse_notifications(unread.as_bytes()).unwrap_err(), NotificationError::TooMany);
    }

    #[test]
    fn keeps_the_subscription_and_the_secret() {
        let all =
            parse_notifications(br#"{"value":[{"subscriptionId":"s","clientState":"c"},{"clientState":""}]}"#).unwrap();
        assert_eq!(all[0].subscription.as_ref().unwrap().as_str(), "s");
        assert_eq!(all[0].client_state.as_ref().unwrap().expose_secret(), "c");
        assert!(all[1].client_state.is_none() && all[1].subscription.is_none());
        assert!(!format!("{all:?}").contains("\"c\""), "the secret is not printed");
    }
}
