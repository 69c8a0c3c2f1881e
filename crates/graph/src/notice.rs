//! What the provider tells us by itself: notifications of messages and of trouble with subscriptions. Reads the body of
//! a call to one of our webhooks; whom to believe is decided elsewhere.

use crate::{MessageKey, SubscriptionId};
use secrecy::SecretString;
use serde_json::Value;
use thiserror::Error;

/// One notification.
#[derive(Debug, Clone)]
pub struct Notice {
    /// Of which subscription; none when it does not say.
    pub subscription: Option<SubscriptionId>,
    /// What we gave the provider when the subscription was made.
    pub client_state: Option<SecretString>,
    /// What it tells.
    pub what: Told,
}

/// What a notification tells.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Told {
    /// A message is new in the folder.
    Created(MessageKey),
    /// The subscription must be renewed now.
    ReauthorizationRequired,
    /// The subscription is gone.
    SubscriptionRemoved,
    /// Some notifications were lost.
    Missed,
    /// Nothing that we act on.
    Other,
}

/// The body of a call that tells nothing.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum BadNotice {
    /// Not JSON.
    #[error("the body is not JSON")]
    NotJson,
    /// No list, or an empty one.
    #[error("the body has no notifications: `value` must be a list that is not empty")]
    Empty,
}

/// Reads the body of a call to a webhook.
pub fn read_notices(body: &[u8]) -> Result<Vec<Notice>, BadNotice> {
    let body: Value = serde_json::from_slice(body).map_err(|_| BadNotice::NotJson)?;
    match body.get("value").and_then(Value::as_array) {
        Some(all) if !all.is_empty() => Ok(all.iter().map(notice).collect()),
        _ => Err(BadNotice::Empty),
    }
}

fn notice(one: &Value) -> Notice {
    let text = |name: &str| one.get(name).and_then(Value::as_str).filter(|text| !text.is_empty());
    Notice {
        subscription: text("subscriptionId").map(SubscriptionId::new),
        client_state: text("clientState").map(SecretString::from),
        what: told(one, text("lifecycleEvent"), text("changeType")),
    }
}

/// A lifecycle notification names no resource, so it is told apart first. Names are compared whatever their case: they
/// have changed over the years.
fn told(one: &Value, lifecycle: Option<&str>, change: Option<&str>) -> Told {
    if let Some(event) = lifecycle {
        return match event.to_lowercase().as_str() {
            "reauthorizationrequired" => Told::ReauthorizationRequired,
            "subscriptionremoved" => Told::SubscriptionRemoved,
            "missed" => Told::Missed,
            _ => Told::Other,
        };
    }
    if !change.is_some_and(|change| change.eq_ignore_ascii_case("created")) {
        return Told::Other;
    }
    let data = one.get("resourceData");
    let id = data.and_then(|data| data.get("id").or_else(|| data.get("Id"))).and_then(Value::as_str);
    match id.or_else(|| id_in(one.get("resource")?.as_str()?)).filter(|id| !id.is_empty()) {
        Some(id) => Told::Created(MessageKey::new(id)),
        None => Told::Other,
    }
}

/// `Users/{guid}/Messages/{id}` or `Users('guid')/messages('id')`.
fn id_in(resource: &str) -> Option<&str> {
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

    fn read(text: &str) -> Vec<Told> {
        read_notices(text.as_bytes()).unwrap().into_iter().map(|notice| notice.what).collect()
    }

    #[test]
    fn messages_and_trouble_are_told_apart() {
        let created = |id: &str| Told::Created(MessageKey::new(id));
        for (one, expected) in [
            (r#"{"changeType":"created","resourceData":{"id":"AAk/+="}}"#, created("AAk/+=")),
            (r#"{"changeType":"Created","resourceData":{"Id":"x"}}"#, created("x")),
            (r#"{"changeType":"created","resource":"Users/u/Messages/x"}"#, created("x")),
            (r#"{"changeType":"created","resource":"Users('u')/messages('x')"}"#, created("x")),
            (r#"{"changeType":"updated","resourceData":{"id":"x"}}"#, Told::Other),
            (r#"{"changeType":"created"}"#, Told::Other),
            (r#"{"lifecycleEvent":"missed"}"#, Told::Missed),
            (r#"{"lifecycleEvent":"SubscriptionRemoved"}"#, Told::SubscriptionRemoved),
            (r#"{"lifecycleEvent":"reauthorizationRequired"}"#, Told::ReauthorizationRequired),
            (r#"{"lifecycleEvent":"somethingNew"}"#, Told::Other),
            ("null", Told::Other),
            ("[]", Told::Other),
            (r#"{"changeType":5,"resourceData":7}"#, Told::Other),
        ] {
            assert_eq!(read(&format!(r#"{{"value":[{one}]}}"#)), [expected], "{one}");
        }
    }

    #[test]
    fn a_body_without_notifications_is_refused() {
        for (text, expected) in [
            ("", BadNotice::NotJson),
            ("{", BadNotice::NotJson),
            ("{}", BadNotice::Empty),
            ("[]", BadNotice::Empty),
            (r#"{"value":[]}"#, BadNotice::Empty),
            (r#"{"value":{"a":1}}"#, BadNotice::Empty),
        ] {
            assert_eq!(read_notices(text.as_bytes()).unwrap_err(), expected, "{text}");
        }
    }

    #[test]
    fn the_secret_and_the_subscription_come_along() {
        let all = read_notices(br#"{"value":[{"subscriptionId":"s","clientState":"c"},{"clientState":""}]}"#).unwrap();
        assert_eq!(all[0].subscription.as_ref().unwrap().as_str(), "s");
        assert_eq!(all[0].client_state.as_ref().unwrap().expose_secret(), "c");
        assert!(all[1].client_state.is_none() && all[1].subscription.is_none());
        assert!(!format!("{all:?}").contains("\"c\""), "the secret is not printed");
    }
}
