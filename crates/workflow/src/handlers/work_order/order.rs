//! A work order as a GeoReport v2 form and as a row, and the response of an endpoint. Pure.

use crate::effects::AttemptError;
use crate::handlers::outbound::redacted_excerpt;
use crate::http_client::HttpResponse;
use crate::text::value_to_text;
use secrecy::{ExposeSecret, SecretString};
use serde_json::{Map, Value, json};
use stormwire_store::tables::work_order::NewWorkOrder;
use stormwire_store::{CredentialId, LogId};

/// With its placeholders replaced.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Order {
    pub(super) service_code: String,
    /// By their GeoReport names.
    pub(super) texts: Vec<(&'static str, String)>,
    /// Latitude and longitude.
    pub(super) position: Option<(f64, f64)>,
    pub(super) attributes: Map<String, Value>,
}

impl Order {
    /// Identifies the effect: the same for the same order.
    pub(super) fn record(&self, endpoint: Option<&String>, credential_id: Option<CredentialId>) -> Value {
        json!({
            "endpoint": endpoint, "credential": credential_id, "serviceCode": self.service_code,
            "texts": self.texts.iter().map(|(name, text)| json!([name, text])).collect::<Vec<_>>(),
            "position": self.position, "attributes": self.attributes,
        })
    }

    pub(super) fn to_form_body(&self, api_key: Option<&SecretString>) -> String {
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
                // GeoReport's notation for several values of one attribute.
                Value::Array(all) => {
                    for one in all {
                        form.append_pair(&format!("attribute[{name}][]"), &value_to_text(one));
                    }
                }
                one => {
                    form.append_pair(&format!("attribute[{name}]"), &value_to_text(one));
                }
            }
        }
        form.finish()
    }

    /// Texts without a column become attributes.
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

/// The response is a list with one order or with errors.
pub(super) fn read_response(response: &HttpResponse, api_key: Option<&SecretString>) -> Result<Value, AttemptError> {
    let body: Value = serde_json::from_slice(&response.body).unwrap_or_default();
    let first = body.as_array().and_then(|all| all.first()).unwrap_or(&body);
    if !(200..300).contains(&response.status) {
        let error = first["description"].as_str().map_or_else(
            || redacted_excerpt(&response.body, api_key),
            |error| redacted_excerpt(error.as_bytes(), api_key),
        );
        return Err(AttemptError::Failed(format!("the endpoint returned {}: {error}", response.status)));
    }
    let text = |name: &str| match &first[name] {
        Value::String(text) if !text.is_empty() => Some(text.clone()),
        Value::Number(number) => Some(number.to_string()),
        _ => None,
    };
    let (id, token) = (text("service_request_id"), text("token"));
    if id.is_none() && token.is_none() {
        // The endpoint accepted something, so the order must not be sent again.
        let error = format!(
            "the endpoint returned {} without service_request_id or token: {}",
            response.status,
            redacted_excerpt(&response.body, api_key)
        );
        return Err(AttemptError::Unknown(error));
    }
    Ok(json!({"ServiceRequestId": id, "Token": token, "ServiceNotice": text("service_notice")}))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::http_client::json_response;

    #[test]
    fn ids_tokens_and_errors_are_read_from_the_response() {
        let done = |body: &str| read_response(&json_response(200, body), None).unwrap();
        assert_eq!(done(r#"[{"service_request_id":"293944","service_notice":"soon"}]"#)["ServiceRequestId"], "293944");
        assert_eq!(done(r#"[{"service_request_id":293944}]"#)["ServiceRequestId"], "293944");
        assert_eq!(done(r#"[{"token":"123"}]"#)["Token"], "123");
        let rejected =
            read_response(&json_response(400, r#"[{"code":400,"description":"service_code was not provided"}]"#), None);
        assert_eq!(
            rejected,
            Err(AttemptError::Failed("the endpoint returned 400: service_code was not provided".into()))
        );
        assert!(matches!(read_response(&json_response(200, "thanks"), None), Err(AttemptError::Unknown(_))));
        assert!(matches!(
            read_response(&json_response(502, "<h1>bad hush"), Some(&"hush".into())),
            Err(AttemptError::Failed(_))
        ));
    }
}
