//! `Http`: calls a URL with a JSON body and stores the response in the context. Guide: `docs/guide/reference/actions/http.md`.

mod expected_status;

use super::outbound::{
    OutboundCalls, call_timeout, merge_fields, redacted_excerpt, unencrypted_warning, validate_timeout,
};
use crate::config::ActionConfig;
use crate::effects::{AttemptError, EffectCall, RepeatPolicy};
use crate::fields::FieldMap;
use crate::http_client::{HttpRequest, HttpResponse, HttpUrl, key_in_query};
use crate::output::OutputKey;
use crate::typed_handler::TypedHandler;
use crate::{ConfigViolation, Context, Effect, RepeatSafety, StepError, StepRun, StepSummary, text};
use base64::prelude::{BASE64_STANDARD, Engine};
use expected_status::ExpectedStatuses;
use futures_util::FutureExt;
use futures_util::future::BoxFuture;
use indexmap::IndexMap;
use reqwest::Method;
use reqwest::header::{AUTHORIZATION, CONTENT_TYPE, HeaderMap, HeaderName, HeaderValue};
use schemars::JsonSchema;
use secrecy::{ExposeSecret, SecretString};
use serde::Deserialize;
use serde_json::{Map, Value, json};
use stormwire_city::credentials::OpenedCredential;
use stormwire_store::CredentialId;

pub(super) struct Http(pub(super) OutboundCalls);

/// Calls a URL with a JSON body and stores the response in the context.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "PascalCase", deny_unknown_fields)]
#[schemars(title = "Http")]
pub(super) struct Config {
    /// Operation and its options.
    op: Op,
    /// Fields of the body with fixed values.
    #[serde(default)]
    data: Map<String, Value>,
    /// Fields of the body, each with the path of its value.
    #[serde(default)]
    field_map: FieldMap,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "PascalCase", deny_unknown_fields)]
struct Op {
    /// HTTP method.
    action: Operation,
    /// URL. Path and query can contain placeholders such as `{{ $.Path }}`.
    url: HttpUrl,
    /// Context key for the response, stored as `{Status, Body}`. Default: `$.Http`.
    output: Option<OutputKey>,
    /// Additional headers. Values can contain placeholders.
    #[serde(default)]
    headers: IndexMap<String, String>,
    /// Timeout of the call in seconds, 1 to 300. Default: 30.
    timeout_seconds: Option<u32>,
    /// Status codes that count as success. Default: 2xx.
    expect_status: Option<ExpectedStatuses>,
    /// How the action's credential is sent. Default: `Bearer`.
    auth: Option<Auth>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
enum Operation {
    Get,
    Post,
    Put,
    Patch,
    Delete,
}

/// `Authorization: Bearer SECRET`, `Authorization: Basic` of client id and secret, or `X-Api-Key: SECRET`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
enum Auth {
    Bearer,
    Basic,
    ApiKey,
}

/// Headers that stormwire or the connection sets.
const RESERVED: [&str; 7] =
    ["connection", "content-length", "host", "idempotency-key", "te", "transfer-encoding", "upgrade"];

/// Headers whose values are no secrets.
const PUBLIC: [&str; 4] = ["accept", "accept-language", "content-type", "user-agent"];

impl ActionConfig for Config {
    fn validate(&self) -> Vec<ConfigViolation> {
        let op = &self.op;
        let mut violations = self.field_map.validate_without_records();
        violations.extend(op.url.validate().map(|message| ConfigViolation::new("Op.Url", message)));
        violations.extend(op.output.as_ref().and_then(|output| output.validate("Op.Output")));
        violations.extend(validate_timeout(op.timeout_seconds));
        if op.expect_status.as_ref().is_some_and(|expect| !expect.is_valid()) {
            violations.push(ConfigViolation::new(
                "Op.ExpectStatus",
                "must be a code such as 201, a class such as \"2xx\", or a list of these",
            ));
        }
        violations.extend(op.headers.iter().filter_map(|(name, value)| {
            Some(ConfigViolation::new(format!("Op.Headers.{name}"), validate_header(name, value)?))
        }));
        violations
    }
}

impl Config {
    fn is_expected_status(&self, status: u16) -> bool {
        match &self.op.expect_status {
            None => (200..300).contains(&status),
            Some(expect) => expect.matches(status),
        }
    }

    fn call(&self, context: &Context, credential_id: Option<CredentialId>) -> Result<Call, StepError> {
        let url = self.op.url.fill(context)?;
        let fill = |(name, value): (&String, &String)| {
            let filled = text::fill_placeholders(value, context);
            let filled = filled.map_err(|error| StepError::Failed(format!("Op.Headers.{name}: {error}")))?;
            Ok((name.to_lowercase(), filled))
        };
        let headers: Vec<(String, String)> = self.op.headers.iter().map(fill).collect::<Result<_, StepError>>()?;
        let body = merge_fields(self.data.clone(), self.field_map.resolve(context, None)?);
        let is_bare = body.is_empty() && matches!(self.op.action, Operation::Get | Operation::Delete);
        let body = (!is_bare).then(|| Value::Object(body));
        let record = json!({
            "method": self.op.action.method().as_str(), "url": url.as_str(), "headers": headers, "body": body,
            "credential": credential_id, "auth": credential_id.map(|_| self.op.auth().name()),
        });
        Ok(Call { url, headers, body: body.map(|body| body.to_string()), record })
    }

    fn request(
        &self,
        call: Call,
        idempotency_key: String,
        credential: Option<&OpenedCredential>,
    ) -> Result<HttpRequest, AttemptError> {
        let mut headers = HeaderMap::new();
        if call.body.is_some() {
            headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
        }
        let invalid =
            |name: &str| AttemptError::Failed(format!("Op.Headers.{name}: the value is not allowed in a header"));
        for (name, value) in &call.headers {
            let parsed = HeaderName::from_bytes(name.as_bytes()).map_err(|_| invalid(name))?;
            headers.insert(parsed, HeaderValue::from_str(value).map_err(|_| invalid(name))?);
        }
        if let Some(credential) = credential {
            let (name, value) = self.op.auth().header(credential);
            let mut value = HeaderValue::from_str(&value).map_err(|_| invalid(name.as_str()))?;
            value.set_sensitive(true);
            headers.insert(name, value);
        }
        let (method, timeout) = (self.op.action.method(), call_timeout(self.op.timeout_seconds));
        Ok(HttpRequest {
            method,
            url: call.url,
            headers,
            body: call.body.map(String::into_bytes),
            idempotency_key,
            timeout,
        })
    }

    fn output(&self, response: &HttpResponse, hidden: &[SecretString]) -> Result<Value, AttemptError> {
        if self.is_expected_status(response.status) {
            let text = || Value::String(String::from_utf8_lossy(&response.body).into_owned());
            let parsed = response.is_json.then(|| serde_json::from_slice(&response.body).ok()).flatten();
            return Ok(json!({"Status": response.status, "Body": parsed.unwrap_or_else(text)}));
        }
        let redirect = if (300..400).contains(&response.status) { " (redirects are not followed)" } else { "" };
        let excerpt = redacted_excerpt(&response.body, hidden);
        Err(AttemptError::Failed(format!("unexpected status {}{redirect}: {excerpt}", response.status)))
    }
}

/// A call with its placeholders replaced.
struct Call {
    url: url::Url,
    headers: Vec<(String, String)>,
    body: Option<String>,
    /// Identifies the effect: the same for the same call.
    record: Value,
}

impl Call {
    /// The JSON pointers of their values in the record.
    fn secret_headers(&self) -> Vec<String> {
        let is_secret = |(_, (name, _)): &(usize, &(String, String))| !PUBLIC.contains(&name.as_str());
        self.headers.iter().enumerate().filter(is_secret).map(|(index, _)| format!("/headers/{index}/1")).collect()
    }
}

impl Op {
    fn auth(&self) -> Auth {
        self.auth.unwrap_or(Auth::Bearer)
    }
}

impl Operation {
    fn method(self) -> Method {
        match self {
            Self::Get => Method::GET,
            Self::Post => Method::POST,
            Self::Put => Method::PUT,
            Self::Patch => Method::PATCH,
            Self::Delete => Method::DELETE,
        }
    }
}

impl Auth {
    fn name(self) -> &'static str {
        match self {
            Self::Bearer => "Bearer",
            Self::Basic => "Basic",
            Self::ApiKey => "ApiKey",
        }
    }

    fn header(self, credential: &OpenedCredential) -> (HeaderName, String) {
        let secret = credential.secret.expose_secret();
        match self {
            Self::Bearer => (AUTHORIZATION, format!("Bearer {secret}")),
            Self::Basic => {
                let pair = BASE64_STANDARD.encode(format!("{}:{secret}", credential.credential.client_id));
                (AUTHORIZATION, format!("Basic {pair}"))
            }
            Self::ApiKey => (HeaderName::from_static("x-api-key"), secret.to_owned()),
        }
    }
}

fn key_warning(parameter: &str) -> String {
    format!(
        "the query parameter {parameter:?} looks like a key. Everyone who can view this action can read it, and servers write \
         URLs to their logs. Put the key in a header or a credential: both are stored encrypted and never shown."
    )
}

fn validate_header(name: &str, value: &str) -> Option<String> {
    if RESERVED.contains(&name.to_lowercase().as_str()) {
        return Some(format!("{name:?} is set by stormwire; remove it"));
    }
    if HeaderName::from_bytes(name.as_bytes()).is_err() {
        return Some(format!("{name:?} is not a valid header name"));
    }
    text::validate(value)
}

impl Http {
    async fn call(&self, config: Config, step: StepRun<'_>) -> Result<StepSummary, StepError> {
        let call = config.call(step.context, step.credential_id)?;
        let credential = self.0.credential_for_host(step.credential_id, call.url.host_str()).await?;
        let (record, secrets) = (call.record.clone(), call.secret_headers());
        let is_get = config.op.action == Operation::Get;
        let of_headers = call.headers.iter().map(|(_, value)| SecretString::from(value.as_str()));
        let hidden: Vec<_> = of_headers.chain(credential.as_ref().map(|one| one.secret.clone())).collect();
        let send = |key: String| {
            let (http, config) = (&self.0.http, &config);
            async move {
                let request = config.request(call, key, credential.as_ref())?;
                let response = http.send(&request).await.map_err(|error| match error {
                    // GET changes nothing, so its outcome does not matter.
                    AttemptError::Unknown(error) if is_get => AttemptError::Failed(error),
                    other => other,
                });
                config.output(&response?, &hidden)
            }
        };
        let effect = EffectCall { request: &record, repeat: RepeatPolicy::Idempotent, secrets: &secrets };
        let outcome = self.0.effects.run_once(&step, effect, send).await?;
        let status = outcome.output.as_ref().map_or(Value::Null, |output| output["Status"].clone());
        let summary = outcome.summary(format!("status {status}"));
        let output = config.op.output.unwrap_or_else(|| OutputKey::default_to("Http"));
        output.set(step.context, outcome.output.unwrap_or_default());
        Ok(summary)
    }
}

impl TypedHandler for Http {
    type Config = Config;

    const ACTION_TYPE: &'static str = "Http";
    const EFFECT: Effect = Effect::Outside;

    /// Also of a GET: the response of a finished one is recorded, and used again.
    fn repeat_safety(&self, _config: &Config) -> RepeatSafety {
        RepeatSafety::Keyed
    }

    fn warnings(&self, config: &Config, credential_id: Option<CredentialId>) -> Vec<ConfigViolation> {
        let (url, headers) = (config.op.url.as_str(), config.op.headers.keys());
        let secret_headers = headers.filter(|name| !PUBLIC.contains(&name.to_lowercase().as_str()));
        let secrets: Vec<String> = credential_id
            .map(|_| "the credential".to_owned())
            .into_iter()
            .chain(secret_headers.map(|name| format!("the header {name}")))
            .collect();
        let key = key_in_query(url).map(|name| ConfigViolation::new("Op.Url", key_warning(&name)));
        unencrypted_warning("Op.Url", url, &secrets).into_iter().chain(key).collect()
    }

    fn check<'a>(
        &'a self,
        config: &'a Config,
        credential_id: Option<CredentialId>,
    ) -> BoxFuture<'a, Vec<ConfigViolation>> {
        async move {
            // Not in `validate`: stored actions with an empty value must keep running.
            let is_empty = |(name, value): (&String, &String)| value.trim().is_empty().then(|| name.clone());
            let empty = config.op.headers.iter().filter_map(is_empty);
            let message = "the value is empty. Enter it, or remove the header.";
            let mut violations: Vec<_> =
                empty.map(|name| ConfigViolation::new(format!("Op.Headers.{name}"), message)).collect();
            let url = config.op.url.without_query();
            violations.extend(self.0.check_host(credential_id, "Op.Url", Some(url)).await);
            violations
        }
        .boxed()
    }

    fn input(&self, config: &Config, _context: &Context) -> Option<String> {
        Some(format!("{} {}", config.op.action.method(), config.op.url.without_query()))
    }

    fn run<'a>(&'a self, config: Config, step: StepRun<'a>) -> BoxFuture<'a, Result<StepSummary, StepError>> {
        self.call(config, step).boxed()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse_op(op: Value) -> Result<Config, Vec<ConfigViolation>> {
        let mut op = op;
        op["Action"] = json!("Post");
        if op["Url"].is_null() {
            op["Url"] = json!("https://a.example/x");
        }
        Config::from_json(&json!({"Op": op}))
    }

    #[test]
    fn violations_have_their_path() {
        for (op, path) in [
            (json!({"Url": "a.example"}), "Op.Url"),
            (json!({"Output": "$.A.B"}), "Op.Output"),
            (json!({"TimeoutSeconds": 0}), "Op.TimeoutSeconds"),
            (json!({"TimeoutSeconds": 301}), "Op.TimeoutSeconds"),
            (json!({"TimeoutSeconds": "9"}), "Op.TimeoutSeconds"),
            (json!({"ExpectStatus": 99}), "Op.ExpectStatus"),
            (json!({"ExpectStatus": []}), "Op.ExpectStatus"),
            (json!({"ExpectStatus": ["9xx"]}), "Op.ExpectStatus"),
            (json!({"Headers": {"Idempotency-Key": "1"}}), "Op.Headers.Idempotency-Key"),
            (json!({"Headers": {"a b": "1"}}), "Op.Headers.a b"),
            (json!({"Headers": {"X-A": "{{ $. }}"}}), "Op.Headers.X-A"),
            (json!({"Auth": "Digest"}), "Op.Auth"),
            (json!({"Follow": true}), "Op"),
        ] {
            let violations = parse_op(op.clone()).unwrap_err();
            assert!(
                violations.iter().any(|one| one.path == path || one.path.starts_with(&format!("{path}."))),
                "{op} {violations:?}"
            );
        }
        assert!(Config::from_json(&json!({"Op": {"Action": "Head", "Url": "https://a.example"}})).is_err());
        let rootless = json!({"Op": {"Action": "Post", "Url": "https://a.example"}, "FieldMap": {"A": "Lat"}});
        assert_eq!(Config::from_json(&rootless).unwrap_err()[0].path, "FieldMap.A");
    }

    #[test]
    fn statuses_match_by_code_and_class() {
        for (expected, accepted, rejected) in [
            (Value::Null, vec![200, 204, 299], vec![199, 300, 404, 500]),
            (json!(404), vec![404], vec![200, 405]),
            (json!("3xx"), vec![301, 304], vec![200]),
            (json!([201, "4xx"]), vec![201, 404, 409], vec![200, 500]),
        ] {
            let config = parse_op(json!({"ExpectStatus": expected})).unwrap();
            assert!(accepted.iter().all(|status| config.is_expected_status(*status)), "{expected}");
            assert!(!rejected.iter().any(|status| config.is_expected_status(*status)), "{expected}");
        }
    }
}
