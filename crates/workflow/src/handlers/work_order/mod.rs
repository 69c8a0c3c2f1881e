//! `WorkOrder`: asks for work at an Open311 GeoReport v2 endpoint, or writes it into `it.WorkOrder` where there is none.
//! Guide: `docs/guide/reference/actions/work-order.md`.

mod degrees;
mod order;

use super::outside::{CALL_LIMIT, Outside, merged, timeout, timeout_fault};
use crate::config::Settings;
use crate::effects::{AttemptError, RepeatPolicy};
use crate::fields::FieldMap;
use crate::output::Output;
use crate::text::{self, plain};
use crate::typed::Typed;
use crate::web::{Ask, url_fault};
use crate::{ConfigViolation, Context, Effect, StepError, StepRun, StepSummary};
use degrees::Degrees;
use futures_util::FutureExt;
use futures_util::future::BoxFuture;
use order::{Order, judge};
use reqwest::Method;
use reqwest::header::{CONTENT_TYPE, HeaderMap, HeaderValue};
use schemars::JsonSchema;
use secrecy::SecretString;
use serde::Deserialize;
use serde_json::{Map, Value, json};
use std::time::Duration;
use stormwire_store::tables::work_order;
use url::Url;

/// The handler.
pub(super) struct WorkOrder(pub(super) Outside);

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "PascalCase", deny_unknown_fields)]
pub(super) struct Config {
    /// What is done, and with what.
    op: Op,
    /// Attributes of the service: literals.
    #[serde(default)]
    data: Map<String, Value>,
    /// Attributes of the service, each with the path of its value.
    #[serde(default)]
    field_map: FieldMap,
}

/// Texts may have holes, `{{ $.Path }}`.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "PascalCase", deny_unknown_fields)]
struct Op {
    /// What is done.
    #[expect(dead_code, reason = "there is one, and it must be named")]
    action: Verb,
    /// The GeoReport v2 endpoint, to which `/requests.json` is added. Left out, the order goes into `it.WorkOrder`.
    endpoint: Option<String>,
    /// Which city, where an endpoint serves several.
    jurisdiction_id: Option<String>,
    /// What kind of work.
    service_code: String,
    /// For whoever does it.
    description: Option<String>,
    /// Where, in words.
    address_string: Option<String>,
    /// Where, as the endpoint's own id.
    address_id: Option<String>,
    /// Where, in degrees north; a number or a text.
    latitude: Option<Degrees>,
    /// Where, in degrees east.
    longitude: Option<Degrees>,
    /// Who asks.
    email: Option<String>,
    /// Who asks.
    first_name: Option<String>,
    /// Who asks.
    last_name: Option<String>,
    /// Who asks.
    phone: Option<String>,
    /// A picture.
    media_url: Option<String>,
    /// Where the number of the order goes; `$.WorkOrder` when left out.
    output: Option<Output>,
    /// For the whole call: 1 to 300, 30 when left out.
    timeout_seconds: Option<u32>,
}

#[derive(Debug, Clone, Copy, Deserialize, JsonSchema)]
enum Verb {
    Create,
}

impl Op {
    /// The texts, by their names here and at the endpoint.
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

    fn faults(&self) -> Vec<ConfigViolation> {
        let mut faults = Vec::new();
        let mut add =
            |path: &str, fault: Option<String>| faults.extend(fault.map(|fault| ConfigViolation::new(path, fault)));
        for (path, _, text) in self.texts() {
            add(path, text.and_then(|text| text::fault(text)));
        }
        add("Op.Endpoint", self.endpoint.as_deref().and_then(url_fault));
        add("Op.ServiceCode", text::fault(&self.service_code));
        if !(1..=100).contains(&self.service_code.trim().chars().count()) {
            add("Op.ServiceCode", Some("1 to 100 characters are needed".into()));
        }
        add("Op.Latitude", self.latitude.as_ref().and_then(|degrees| degrees.fault(90.0)));
        add("Op.Longitude", self.longitude.as_ref().and_then(|degrees| degrees.fault(180.0)));
        add("Op.TimeoutSeconds", timeout_fault(self.timeout_seconds));
        match (&self.latitude, &self.longitude) {
            (Some(_), None) => add("Op.Longitude", Some("Latitude needs it".into())),
            (None, Some(_)) => add("Op.Latitude", Some("Longitude needs it".into())),
            (None, None) if self.address_string.is_none() && self.address_id.is_none() => {
                add("Op.Latitude", Some("give Latitude and Longitude, AddressString or AddressId".into()));
            }
            _ => {}
        }
        faults.extend(self.output.as_ref().and_then(|output| output.fault("Op.Output")));
        faults
    }
}

impl Settings for Config {
    fn faults(&self) -> Vec<ConfigViolation> {
        let mut faults = self.op.faults();
        faults.extend(self.field_map.root_faults());
        faults
    }
}

impl Config {
    fn order(&self, context: &Context) -> Result<Order, StepError> {
        let op = &self.op;
        let fill = |path: &str, text: &str| {
            text::fill(text, context).map_err(|error| StepError::Failed(format!("{path}: {error}")))
        };
        let mut texts = Vec::new();
        for (path, name, text) in op.texts() {
            if let Some(filled) = text.map(|text| fill(path, text)).transpose()?.filter(|text| !text.trim().is_empty())
            {
                // The specification's longest description.
                texts.push((name, filled.chars().filter(|sign| *sign != '\0').take(4_000).collect()));
            }
        }
        let position = match (&op.latitude, &op.longitude) {
            (Some(latitude), Some(longitude)) => {
                Some((latitude.fill("Op.Latitude", 90.0, context)?, longitude.fill("Op.Longitude", 180.0, context)?))
            }
            _ => None,
        };
        let is_somewhere = position.is_some() || texts.iter().any(|(name, _)| name.starts_with("address_"));
        if !is_somewhere {
            return Err(StepError::Failed("Op.AddressString: the order has no place".into()));
        }
        let attributes = merged(self.data.clone(), self.field_map.resolve(context, None)?);
        Ok(Order { service_code: fill("Op.ServiceCode", &op.service_code)?, texts, position, attributes })
    }
}

/// An order on its way to an Open311 endpoint.
struct OrderRequest<'a> {
    endpoint: &'a str,
    order: Order,
    api_key: Option<SecretString>,
    limit: Duration,
}

impl WorkOrder {
    async fn create(&self, config: Config, step: StepRun<'_>) -> Result<StepSummary, StepError> {
        let order = config.order(step.context)?;
        let record = order.record(config.op.endpoint.as_ref(), step.credential_id);
        let effects = &self.0.effects;
        let happened = if let Some(endpoint) = &config.op.endpoint {
            let credential = self.0.own_credential(step.credential_id).await?;
            let api_key = credential.map(|credential| credential.secret);
            let request = OrderRequest { endpoint, order, api_key, limit: timeout(config.op.timeout_seconds) };
            let send = |key| self.ask(request, key);
            effects.once(&step, &record, RepeatPolicy::Doubles, send).await?
        } else {
            let (log_id, now) = (step.log_id, self.0.deps.clock.now());
            let write = effects.once_in_unit(&step, &record, move |conn, key| {
                let row = order.clone().row(key, log_id);
                async move { Ok(json!({"Id": work_order::insert(conn, row, now).await?})) }.boxed()
            });
            write.await?
        };
        let output = happened.output.clone().unwrap_or_default();
        let number = ["ServiceRequestId", "Token", "Id"]
            .iter()
            .find_map(|name| Some(plain(&output[*name])).filter(|text| !text.is_empty()));
        let summary = happened.summary(format!("order {}", number.unwrap_or_default()));
        config.op.output.unwrap_or_else(|| Output::default_to("WorkOrder")).put(step.context, output);
        Ok(summary)
    }

    async fn ask(&self, request: OrderRequest<'_>, key: String) -> Result<Value, AttemptError> {
        let OrderRequest { endpoint, order, api_key, limit } = request;
        let url = format!("{}/requests.json", endpoint.trim_end_matches('/'));
        let url = Url::parse(&url).map_err(|error| AttemptError::Failed(error.to_string()))?;
        let mut headers = HeaderMap::new();
        headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/x-www-form-urlencoded; charset=utf-8"));
        let body = Some(order.form(api_key.as_ref()));
        let ask = Ask { method: Method::POST, url, headers, body, key, limit };
        judge(&self.0.web.ask(&ask).await?, api_key.as_ref())
    }
}

impl Typed for WorkOrder {
    type Config = Config;

    const ACTION_TYPE: &'static str = "WorkOrder";
    const EFFECT: Effect = Effect::Outside;
    const LIMIT: Duration = CALL_LIMIT;

    fn given(&self, config: &Config, _context: &Context) -> Option<String> {
        let op = &config.op;
        Some(format!("{} at {}", op.service_code, op.endpoint.as_deref().unwrap_or("it.WorkOrder")))
    }

    fn act<'a>(&'a self, config: Config, step: StepRun<'a>) -> BoxFuture<'a, Result<StepSummary, StepError>> {
        self.create(config, step).boxed()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use stormwire_store::LogId;

    fn config(op: &Value) -> Result<Config, Vec<ConfigViolation>> {
        let mut whole = json!({"Action": "Create", "ServiceCode": "TREE", "AddressString": "1 Main St"});
        for (key, value) in op.as_object().unwrap() {
            whole[key] = value.clone();
        }
        Config::read(&json!({"Op": whole, "Data": {"size": "large", "tags": ["a", "b"]}}))
    }

    #[test]
    fn mistakes_are_found_with_their_path() {
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
            let faults = config(&op).unwrap_err();
            assert!(faults.iter().any(|fault| fault.path == path), "{op} {faults:?}");
        }
    }

    #[test]
    fn an_order_is_what_georeport_takes() {
        let schema: Value = serde_json::from_str(include_str!("../../../tests/schemas/open311-requests.json")).unwrap();
        let schema = jsonschema::validator_for(&schema).unwrap();
        let Value::Object(root) = json!({"Lat": "34.7304", "Lng": -86.5861, "Text": "a&b=c ü"}) else {
            unreachable!()
        };
        let context = Context::new(root);
        let op = json!({"Latitude": "{{ $.Lat }}", "Longitude": "{{ $.Lng }}", "Description": "{{ $.Text }}", "Email": "a@b.c"});
        let order = config(&op).unwrap().order(&context).unwrap();
        let form = order.form(Some(&"hush".into()));
        let fields: Map<String, Value> = form_urlencoded::parse(form.as_bytes())
            .filter(|(name, _)| !name.ends_with("[]"))
            .map(|(name, value)| (name.into_owned(), value.into_owned().into()))
            .collect();
        let fields = Value::Object(fields);
        let faults: Vec<String> = schema.iter_errors(&fields).map(|error| error.to_string()).collect();
        assert!(faults.is_empty(), "{faults:?} {fields}");
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
