//! `WorkOrder`: creates a work order at an Open311 GeoReport v2 endpoint, or in `it.WorkOrder` if no endpoint is set.
//! Guide: `docs/guide/reference/actions/work-order.md`.

mod degrees;
mod order;

use super::outbound::{OutboundCalls, call_timeout, merge_fields, unencrypted_warning, validate_timeout};
use crate::config::ActionConfig;
use crate::effects::{AttemptError, EffectCall, RepeatPolicy};
use crate::fields::FieldMap;
use crate::http_client::{HttpRequest, validate_url};
use crate::output::OutputKey;
use crate::text::{self, value_to_text};
use crate::typed_handler::TypedHandler;
use crate::{ConfigViolation, Context, Effect, RepeatSafety, StepError, StepRun, StepSummary};
use degrees::Degrees;
use futures_util::FutureExt;
use futures_util::future::BoxFuture;
use order::{Order, read_response};
use reqwest::Method;
use reqwest::header::{CONTENT_TYPE, HeaderMap, HeaderValue};
use schemars::JsonSchema;
use secrecy::SecretString;
use serde::Deserialize;
use serde_json::{Map, Value, json};
use std::time::Duration;
use stormwire_city::credential_usage;
use stormwire_store::CredentialId;
use stormwire_store::tables::work_order;
use url::Url;

const NO_LOCATION: &str = "no location. Set Latitude and Longitude, AddressString or AddressId.";

pub(super) struct WorkOrder(pub(super) OutboundCalls);

/// Creates a work order.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "PascalCase", deny_unknown_fields)]
#[schemars(title = "WorkOrder")]
pub(super) struct Config {
    /// Operation and its options.
    op: Op,
    /// Attributes of the order with fixed values.
    #[serde(default)]
    data: Map<String, Value>,
    /// Attributes of the order, each with the path of its value.
    #[serde(default)]
    field_map: FieldMap,
}

/// Text can contain placeholders such as `{{ $.Path }}`.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "PascalCase", deny_unknown_fields)]
struct Op {
    /// Operation.
    #[expect(dead_code, reason = "required, and has only one value")]
    action: Operation,
    /// URL of the GeoReport v2 endpoint, without `/requests.json`. Default: the order is stored in `it.WorkOrder`.
    endpoint: Option<String>,
    /// Jurisdiction, if the endpoint serves several cities.
    jurisdiction_id: Option<String>,
    /// Code of the service, 1 to 100 characters.
    service_code: String,
    /// Description of the work.
    description: Option<String>,
    /// Address as text.
    address_string: Option<String>,
    /// Address as an id of the endpoint.
    address_id: Option<String>,
    /// Latitude in degrees.
    latitude: Option<Degrees>,
    /// Longitude in degrees.
    longitude: Option<Degrees>,
    /// Email address of the requester.
    email: Option<String>,
    /// First name of the requester.
    first_name: Option<String>,
    /// Last name of the requester.
    last_name: Option<String>,
    /// Phone number of the requester.
    phone: Option<String>,
    /// URL of an image.
    media_url: Option<String>,
    /// Context key for the id of the order. Default: `$.WorkOrder`.
    output: Option<OutputKey>,
    /// Timeout of the call in seconds, 1 to 300. Default: 30.
    timeout_seconds: Option<u32>,
}

#[derive(Debug, Clone, Copy, Deserialize, JsonSchema)]
enum Operation {
    Create,
}

impl Op {
    /// Each with its path in the config and its GeoReport name.
    fn texts(&self) -> [(&'static str, &'static str, Option<&String>); 9] {
        [
            ("Op.JurisdictionId", "jurisdiction_id", self.jurisdiction_id.as_ref()),
            ("Op.Description", "description", self.description.as_ref()),
            ("Op.AddressString", "address_string", self.address_string.as_ref()),
            ("Op.AddressId", "address_id", self.address_id.as_ref()),
            ("Op.Email", "email", self.email.as_ref()),
            ("Op.FirstName", "first_name", self.first_name.as_ref()),
            ("Op.LastName", "last_name", self.last_name.as_ref()),
            ("Op.Phone", "phone", self.phone.as_ref()),
            ("Op.MediaUrl", "media_url", self.media_url.as_ref()),
        ]
    }

    fn validate(&self) -> Vec<ConfigViolation> {
        let mut violations = Vec::new();
        let mut add = |path: &str, message: Option<String>| {
            violations.extend(message.map(|message| ConfigViolation::new(path, message)));
        };
        for (path, _, text) in self.texts() {
            add(path, text.and_then(|text| text::validate(text)));
        }
        add("Op.Endpoint", self.endpoint.as_deref().and_then(validate_url));
        add("Op.ServiceCode", text::validate(&self.service_code));
        if !(1..=100).contains(&self.service_code.trim().chars().count()) {
            add("Op.ServiceCode", Some("must have 1 to 100 characters".into()));
        }
        add("Op.Latitude", self.latitude.as_ref().and_then(|degrees| degrees.validate(90.0)));
        add("Op.Longitude", self.longitude.as_ref().and_then(|degrees| degrees.validate(180.0)));
        match (&self.latitude, &self.longitude) {
            (Some(_), None) => add("Op.Longitude", Some("is required with Latitude".into())),
            (None, Some(_)) => add("Op.Latitude", Some("is required with Longitude".into())),
            (None, None) if self.address_string.is_none() && self.address_id.is_none() => {
                add("Op.Latitude", Some(NO_LOCATION.into()));
            }
            _ => {}
        }
        violations.extend(validate_timeout(self.timeout_seconds));
        violations.extend(self.output.as_ref().and_then(|output| output.validate("Op.Output")));
        violations
    }
}

impl ActionConfig for Config {
    fn validate(&self) -> Vec<ConfigViolation> {
        let mut violations = self.op.validate();
        violations.extend(self.field_map.validate_without_records());
        violations
    }
}

impl Config {
    fn order(&self, context: &Context) -> Result<Order, StepError> {
        let op = &self.op;
        let fill = |path: &str, text: &str| {
            text::fill_placeholders(text, context).map_err(|error| StepError::Failed(format!("{path}: {error}")))
        };
        let mut texts = Vec::new();
        for (path, name, text) in op.texts() {
            if let Some(filled) = text.map(|text| fill(path, text)).transpose()?.filter(|text| !text.trim().is_empty())
            {
                // GeoReport limits a description to 4,000 characters.
                texts.push((name, filled.chars().filter(|character| *character != '\0').take(4_000).collect()));
            }
        }
        let position = match (&op.latitude, &op.longitude) {
            (Some(latitude), Some(longitude)) => {
                let latitude = latitude.resolve("Op.Latitude", 90.0, context)?;
                Some((latitude, longitude.resolve("Op.Longitude", 180.0, context)?))
            }
            _ => None,
        };
        let has_location = position.is_some() || texts.iter().any(|(name, _)| name.starts_with("address_"));
        if !has_location {
            return Err(StepError::Failed(format!("Op.AddressString: {NO_LOCATION}")));
        }
        let attributes = merge_fields(self.data.clone(), self.field_map.resolve(context, None)?);
        Ok(Order { service_code: fill("Op.ServiceCode", &op.service_code)?, texts, position, attributes })
    }
}

struct OrderRequest<'a> {
    endpoint: &'a str,
    order: Order,
    api_key: Option<SecretString>,
    timeout: Duration,
}

impl WorkOrder {
    async fn create(&self, config: Config, step: StepRun<'_>) -> Result<StepSummary, StepError> {
        let order = config.order(step.context)?;
        let record = order.record(config.op.endpoint.as_ref(), step.credential_id);
        let effects = &self.0.effects;
        let outcome = if let Some(endpoint) = &config.op.endpoint {
            let host = credential_usage::url_host(endpoint);
            let credential = self.0.credential_for_host(step.credential_id, host.as_deref()).await?;
            let api_key = credential.map(|credential| credential.secret);
            let request = OrderRequest { endpoint, order, api_key, timeout: call_timeout(config.op.timeout_seconds) };
            let send = |key| self.send(request, key);
            let call = EffectCall { request: &record, repeat: RepeatPolicy::Duplicates, secrets: &[] };
            effects.run_once(&step, call, send).await?
        } else {
            let (log_id, now) = (step.log_id, self.0.deps.clock.now());
            let write = effects.write_once(&step, &record, move |conn, key| {
                let row = order.clone().row(key, log_id);
                async move { Ok(json!({"Id": work_order::insert(conn, row, now).await?})) }.boxed()
            });
            write.await?
        };
        let output = outcome.output.clone().unwrap_or_default();
        let id = ["ServiceRequestId", "Token", "Id"]
            .iter()
            .find_map(|name| Some(value_to_text(&output[*name])).filter(|text| !text.is_empty()));
        let summary = outcome.summary(format!("order {}", id.unwrap_or_default()));
        config.op.output.unwrap_or_else(|| OutputKey::default_to("WorkOrder")).set(step.context, output);
        Ok(summary)
    }

    async fn send(&self, request: OrderRequest<'_>, idempotency_key: String) -> Result<Value, AttemptError> {
        let OrderRequest { endpoint, order, api_key, timeout } = request;
        let url = format!("{}/requests.json", endpoint.trim_end_matches('/'));
        let url = Url::parse(&url).map_err(|error| AttemptError::Failed(error.to_string()))?;
        let mut headers = HeaderMap::new();
        headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/x-www-form-urlencoded; charset=utf-8"));
        let body = Some(order.to_form_body(api_key.as_ref()));
        let request = HttpRequest {
            method: Method::POST,
            url,
            headers,
            body: body.map(String::into_bytes),
            idempotency_key,
            timeout,
        };
        read_response(&self.0.http.send(&request).await?, api_key.as_ref())
    }
}

impl TypedHandler for WorkOrder {
    type Config = Config;

    const ACTION_TYPE: &'static str = "WorkOrder";
    const EFFECT: Effect = Effect::Outside;

    fn repeat_safety(&self, config: &Config) -> RepeatSafety {
        // In our own table the order and its key are one transaction. Open311 has no keys.
        if config.op.endpoint.is_none() { RepeatSafety::Keyed } else { RepeatSafety::Duplicates }
    }

    fn warnings(&self, config: &Config, credential_id: Option<CredentialId>) -> Vec<ConfigViolation> {
        let secrets: Vec<String> = credential_id.map(|_| "the credential".to_owned()).into_iter().collect();
        let endpoint = config.op.endpoint.as_deref();
        endpoint.and_then(|url| unencrypted_warning("Op.Endpoint", url, &secrets)).into_iter().collect()
    }

    fn check<'a>(
        &'a self,
        config: &'a Config,
        credential_id: Option<CredentialId>,
    ) -> BoxFuture<'a, Vec<ConfigViolation>> {
        self.0.check_host(credential_id, "Op.Endpoint", config.op.endpoint.as_deref()).boxed()
    }

    fn input(&self, config: &Config, _context: &Context) -> Option<String> {
        let op = &config.op;
        Some(format!("{} at {}", op.service_code, op.endpoint.as_deref().unwrap_or("it.WorkOrder")))
    }

    fn run<'a>(&'a self, config: Config, step: StepRun<'a>) -> BoxFuture<'a, Result<StepSummary, StepError>> {
        self.create(config, step).boxed()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::recorded_verdicts::assert_verdicts;
    use std::slice;
    use stormwire_store::LogId;

    fn config(op: &Value) -> Result<Config, Vec<ConfigViolation>> {
        let mut whole = json!({"Action": "Create", "ServiceCode": "TREE", "AddressString": "1 Main St"});
        for (key, value) in op.as_object().unwrap() {
            whole[key] = value.clone();
        }
        Config::from_json(&json!({"Op": whole, "Data": {"size": "large", "tags": ["a", "b"]}}))
    }

    #[test]
    fn violations_have_their_path() {
        for (op, path) in [
            (json!({"Action": "Close"}), "Op.Action"),
            (json!({"ServiceCode": " "}), "Op.ServiceCode"),
            (json!({"Endpoint": "city"}), "Op.Endpoint"),
            (json!({"AddressString": null}), "Op.Latitude"),
            (json!({"Latitude": 34.7}), "Op.Longitude"),
            (json!({"Longitude": -86.5}), "Op.Latitude"),
            (json!({"Latitude": 91, "Longitude": 0}), "Op.Latitude"),
            (json!({"Latitude": "north", "Longitude": 0}), "Op.Latitude"),
            (json!({"Description": "{{ x }}"}), "Op.Description"),
            (json!({"Output": "$.A.B"}), "Op.Output"),
            (json!({"Priority": 1}), "Op.Priority"),
        ] {
            let violations = config(&op).unwrap_err();
            assert!(violations.iter().any(|violation| violation.path == path), "{op} {violations:?}");
        }
    }

    #[test]
    fn an_order_matches_the_georeport_schema() {
        let Value::Object(root) = json!({"Lat": "34.7304", "Lng": -86.5861, "Text": "a&b=c ü"}) else {
            unreachable!()
        };
        let context = Context::new(root);
        let op = json!({"Latitude": "{{ $.Lat }}", "Longitude": "{{ $.Lng }}", "Description": "{{ $.Text }}", "Email": "a@b.c"});
        let order = config(&op).unwrap().order(&context).unwrap();
        let form = order.to_form_body(Some(&"hush".into()));
        let fields: Map<String, Value> = form_urlencoded::parse(form.as_bytes())
            .filter(|(name, _)| !name.ends_with("[]"))
            .map(|(name, value)| (name.into_owned(), value.into_owned().into()))
            .collect();
        let fields = Value::Object(fields);
        assert_verdicts("open311-requests", slice::from_ref(&fields), &[json!({})]);
        assert_eq!(
            (&fields["lat"], &fields["long"], &fields["description"]),
            (&json!("34.7304"), &json!("-86.5861"), &json!("a&b=c ü"))
        );
        assert_eq!(fields["attribute[size]"], "large");
        assert!(form.contains("attribute%5Btags%5D%5B%5D=a&attribute%5Btags%5D%5B%5D=b"), "{form}");
        let row = order.row("k".into(), Some(LogId::new(7)));
        assert_eq!(
            (row.latitude, row.attributes["email"].as_str(), row.description.as_str()),
            (Some(34.7304), Some("a@b.c"), "a&b=c ü")
        );
    }
}
