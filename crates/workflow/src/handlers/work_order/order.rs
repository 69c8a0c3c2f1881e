//! An order: as GeoReport v2 takes it, as our table takes it, and what an endpoint answers. Pure.

use crate::effects::AttemptError;
use crate::handlers::outside::excerpt;
use crate::text::plain;
use crate::web::Reply;
use secrecy::{ExposeSecret, SecretString};
use serde_json::{Map, Value, json};
use stormwire_store::tables::work_order::NewWorkOrder;
use stormwire_store::{CredentialId, LogId};

/// An order, complete, by the endpoint's names.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Order {
    pub(super) service_code: String,
    pub(super) texts: Vec<(&'static str, String)>,
    pub(super) position: Option<(f64, f64)>,
    pub(super) attributes: Map<String, Value>,
}

impl Order {
    /// What is asked for, as it is recorded: the same for the same request.
    pub(super) fn record(&self, endpoint: Option<&String>, credential_id: Option<CredentialId>) -> Value {
        json!({
            "endpoint": endpoint, "credential": credential_id, "serviceCode": self.service_code,
            "texts": self.texts.iter().map(|(name, text)| json!([name, text])).collect::<Vec<_>>(),
            "position": self.position, "attributes": self.attributes,
        })
    }

    /// As the endpoint takes it.
    pub(super) fn form(&self, api_key: Option<&SecretString>) -> String {
        let mut form = form_urlencoded::Serializer::new(String::new());
        if let Some(key) = api_key {
            form.append_pair("api_key", key.expose_secret());
        }
        form.append_pair("service_code", &self.service_code);
        if let Some((latitude, longitude)) = self.position {
            form.append_pair("lat", &latitude.to_string()).append_pair("long", &longitude.to_string());
        }
        for (name, text) in &self.texts {
            form.append_pair(name, text);
        }
        for (name, value) in &self.attributes {
            match value {
                // Several values of one attribute, as the specification writes them.
                Value::Array(all) => {
                    for one in all {
                        form.append_pair(&format!("attribute[{name}][]"), &plain(one));
                    }
                }
                one => {
                    form.append_pair(&format!("attribute[{name}]"), &plain(one));
                }
            }
        }
        form.finish()
    }

    /// As the table takes it: what has no column is an attribute.
    pub(super) fn row(self, effect_key: String, log_id: Option<LogId>) -> NewWorkOrder {
        let mut attributes = self.attributes;
        let (mut description, mut address) = (String::new(), None);
        for (name, text) in self.texts {
            match name {
                "description" => description = text,
                "address_string" => address = Some(text),
                other => {
                    attributes.insert(other.to_owned(), text.into());
                }
            }
        }
        NewWorkOrder {
            effect_key,
            service_code: self.service_code,
            description,
            address,
            latitude: self.position.map(|(latitude, _)| latitude),
            longitude: self.position.map(|(_, longitude)| longitude),
            attributes: attributes.into(),
            log_id,
        }
    }
}

/// A list of one order, or of what is wrong.
pub(super) fn judge(reply: &Reply, api_key: Option<&SecretString>) -> Result<Value, AttemptError> {
    let body: Value = serde_json::from_slice(&reply.body).unwrap_or_default();
    let first = body.as_array().and_then(|all| all.first()).unwrap_or(&body);
    if !(200..300).contains(&reply.status) {
        let why = first["description"]
            .as_str()
            .map_or_else(|| excerpt(&reply.body, api_key), |why| excerpt(why.as_bytes(), api_key));
        return Err(AttemptError::Failed(format!("the endpoint answered {}: {why}", reply.status)));
    }
    let word = |name: &str| match &first[name] {
        Value::String(text) if !text.is_empty() => Some(text.clone()),
        Value::Number(number) => Some(number.to_string()),
        _ => None,
    };
    let (id, token) = (word("service_request_id"), word("token"));
    if id.is_none() && token.is_none() {
        // It was taken, so it is not asked for again; nobody knows its number.
        let why = format!(
            "the endpoint answered {} without a number or a token: {}",
            reply.status,
            excerpt(&reply.body, api_key)
        );
        return Err(AttemptError::Unknown(why));
    }
    Ok(json!({"ServiceRequestId": id, "Token": token, "ServiceNotice": word("service_notice")}))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::web::reply;

    #[test]
    fn answers_of_every_kind_are_understood() {
        let done = |body: &str| judge(&reply(200, body), None).unwrap();
        assert_eq!(done(r#"[{"service_request_id":"293944","service_notice":"soon"}]"#)["ServiceRequestId"], "293944");
        assert_eq!(done(r#"[{"service_request_id":293944}]"#)["ServiceRequestId"], "293944");
        assert_eq!(done(r#"[{"token":"123"}]"#)["Token"], "123");
        let refused = judge(&reply(400, r#"[{"code":400,"description":"service_code was not provided"}]"#), None);
        assert_eq!(
            refused,
            Err(AttemptError::Failed("the endpoint answered 400: service_code was not provided".into()))
        );
        assert!(matches!(judge(&reply(200, "thanks"), None), Err(AttemptError::Unknown(_))));
        assert!(matches!(judge(&reply(502, "<h1>bad hush"), Some(&"hush".into())), Err(AttemptError::Failed(_))));
    }
}
