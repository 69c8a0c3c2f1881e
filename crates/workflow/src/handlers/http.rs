//! `Http`: calls an address with a JSON body and puts the answer into the context. Guide: `docs/guide/reference/actions/http.md`.

use super::outside::{CALL_LIMIT, Outside, excerpt, merged, timeout, timeout_fault};
use crate::config::Settings;
use crate::effects::{AttemptError, RepeatPolicy};
use crate::fields::FieldMap;
use crate::output::Output;
use crate::typed::Typed;
use crate::web::{Ask, HttpUrl, Reply};
use crate::{ConfigViolation, Context, Effect, StepError, StepRun, StepSummary, text};
use base64::prelude::{BASE64_STANDARD, Engine};
use futures_util::FutureExt;
use futures_util::future::BoxFuture;
use indexmap::IndexMap;
use reqwest::Method;
use reqwest::header::{AUTHORIZATION, CONTENT_TYPE, HeaderMap, HeaderName, HeaderValue};
use schemars::JsonSchema;
use secrecy::{ExposeSecret, SecretString};
use serde::Deserialize;
use serde_json::{Map, Value, json};
use std::time::Duration;
use stormwire_city::credentials::OpenedCredential;
use stormwire_store::CredentialId;

/// The handler.
pub(super) struct Http(pub(super) Outside);

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "PascalCase", deny_unknown_fields)]
pub(super) struct Config {
    /// What is done, and with what.
    op: Op,
    /// Literals of the body.
    #[serde(default)]
    data: Map<String, Value>,
    /// Fields of the body, each with the path of its value.
    #[serde(default)]
    field_map: FieldMap,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "PascalCase", deny_unknown_fields)]
struct Op {
    /// What is done.
    action: Verb,
    /// The address. Path and query may have holes, `{{ $.Path }}`.
    url: HttpUrl,
    /// Where the answer goes, as `{Status, Body}`; `$.Http` when left out.
    output: Option<Output>,
    /// More headers. Their values may have holes.
    #[serde(default)]
    headers: IndexMap<String, String>,
    /// For the whole call: 1 to 300, 30 when left out.
    timeout_seconds: Option<u32>,
    /// Which statuses are good; 2xx when left out.
    expect_status: Option<Expect>,
    /// How the action's credential is used; `Bearer` when left out.
    auth: Option<Auth>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
enum Verb {
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

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(untagged)]
enum Expect {
    One(Status),
    Many(Vec<Status>),
}

/// A status such as `201`, or a class such as `"2xx"`.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(untagged)]
enum Status {
    Code(u16),
    Class(String),
}

impl Status {
    fn is_good(&self) -> bool {
        match self {
            Self::Code(code) => (100..=599).contains(code),
            Self::Class(class) => matches!(class.as_bytes(), [b'1'..=b'5', b'x', b'x']),
        }
    }

    fn matches(&self, status: u16) -> bool {
        match self {
            Self::Code(code) => *code == status,
            Self::Class(class) => class.bytes().next().is_some_and(|first| u16::from(first - b'0') == status / 100),
        }
    }
}

impl Expect {
    fn all(&self) -> &[Status] {
        match self {
            Self::One(status) => std::slice::from_ref(status),
            Self::Many(all) => all,
        }
    }
}

/// Ours, or the connection's.
const RESERVED: [&str; 7] =
    ["connection", "content-length", "host", "idempotency-key", "te", "transfer-encoding", "upgrade"];

impl Settings for Config {
    fn faults(&self) -> Vec<ConfigViolation> {
        let op = &self.op;
        let mut faults = self.field_map.root_faults();
        faults.extend(op.url.fault().map(|fault| ConfigViolation::new("Op.Url", fault)));
        faults.extend(op.output.as_ref().and_then(|output| output.fault("Op.Output")));
        faults.extend(timeout_fault(op.timeout_seconds).map(|fault| ConfigViolation::new("Op.TimeoutSeconds", fault)));
        if op
            .expect_status
            .as_ref()
            .is_some_and(|expect| expect.all().is_empty() || !expect.all().iter().all(Status::is_good))
        {
            faults.push(ConfigViolation::new(
                "Op.ExpectStatus",
                "give a status such as 201, a class such as \"2xx\", or a list",
            ));
        }
        faults.extend(op.headers.iter().filter_map(|(name, value)| {
            Some(ConfigViolation::new(format!("Op.Headers.{name}"), header_fault(name, value)?))
        }));
        faults
    }
}

impl Config {
    fn expects(&self, status: u16) -> bool {
        match &self.op.expect_status {
            None => (200..300).contains(&status),
            Some(expect) => expect.all().iter().any(|one| one.matches(status)),
        }
    }

    /// What is asked for, as it is recorded: the same for the same request.
    fn request(&self, context: &Context, credential_id: Option<CredentialId>) -> Result<Request, StepError> {
        let url = self.op.url.fill(context)?;
        let fill = |(name, value): (&String, &String)| {
            let filled = text::fill(value, context);
            let filled = filled.map_err(|error| StepError::Failed(format!("Op.Headers.{name}: {error}")))?;
            Ok((name.to_lowercase(), filled))
        };
        let headers: Vec<(String, String)> = self.op.headers.iter().map(fill).collect::<Result<_, StepError>>()?;
        let body = merged(self.data.clone(), self.field_map.resolve(context, None)?);
        let is_bare = body.is_empty() && matches!(self.op.action, Verb::Get | Verb::Delete);
        let body = (!is_bare).then(|| Value::Object(body));
        let record = json!({
            "method": self.op.action.method().as_str(), "url": url.as_str(), "headers": headers, "body": body,
            "credential": credential_id, "auth": credential_id.map(|_| self.op.auth().name()),
        });
        Ok(Request { url, headers, body: body.map(|body| body.to_string()), record })
    }

    fn ask(&self, request: Request, key: String, credential: Option<&OpenedCredential>) -> Result<Ask, AttemptError> {
        let mut headers = HeaderMap::new();
        if request.body.is_some() {
            headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
        }
        let bad = |name: &str| AttemptError::Failed(format!("Op.Headers.{name}: the value cannot stand in a header"));
        for (name, value) in &request.headers {
            let known = HeaderName::from_bytes(name.as_bytes()).map_err(|_| bad(name))?;
            headers.insert(known, HeaderValue::from_str(value).map_err(|_| bad(name))?);
        }
        if let Some(credential) = credential {
            let (name, value) = self.op.auth().header(credential);
            let mut value = HeaderValue::from_str(&value).map_err(|_| bad(name.as_str()))?;
            value.set_sensitive(true);
            headers.insert(name, value);
        }
        let limit = timeout(self.op.timeout_seconds);
        Ok(Ask { method: self.op.action.method(), url: request.url, headers, body: request.body, key, limit })
    }

    fn judge(&self, reply: &Reply, secret: Option<&SecretString>) -> Result<Value, AttemptError> {
        if self.expects(reply.status) {
            let text = || Value::String(String::from_utf8_lossy(&reply.body).into_owned());
            let parsed = reply.is_json.then(|| serde_json::from_slice(&reply.body).ok()).flatten();
            return Ok(json!({"Status": reply.status, "Body": parsed.unwrap_or_else(text)}));
        }
        let redirect = if (300..400).contains(&reply.status) { "; redirects are not followed" } else { "" };
        let said = excerpt(&reply.body, secret);
        Err(AttemptError::Failed(format!("status {} was not expected{redirect}: {said}", reply.status)))
    }
}

struct Request {
    url: url::Url,
    headers: Vec<(String, String)>,
    body: Option<String>,
    record: Value,
}

impl Op {
    fn auth(&self) -> Auth {
        self.auth.unwrap_or(Auth::Bearer)
    }
}

impl Verb {
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

fn header_fault(name: &str, value: &str) -> Option<String> {
    if RESERVED.contains(&name.to_lowercase().as_str()) {
        return Some("this header is set by stormwire itself".into());
    }
    if HeaderName::from_bytes(name.as_bytes()).is_err() {
        return Some("not the name of a header".into());
    }
    text::fault(value)
}

impl Http {
    async fn call(&self, config: Config, step: StepRun<'_>) -> Result<StepSummary, StepError> {
        let request = config.request(step.context, step.credential_id)?;
        let credential = self.0.own_credential(step.credential_id).await?;
        let record = request.record.clone();
        let is_reading = config.op.action == Verb::Get;
        let send = |key: String| {
            let (web, config) = (&self.0.web, &config);
            async move {
                let ask = config.ask(request, key, credential.as_ref())?;
                let replied = web.ask(&ask).await.map_err(|mishap| match mishap {
                    // Nothing can have happened by reading.
                    AttemptError::Unknown(why) if is_reading => AttemptError::Failed(why),
                    other => other,
                });
                config.judge(&replied?, credential.as_ref().map(|credential| &credential.secret))
            }
        };
        let happened = self.0.effects.once(&step, &record, RepeatPolicy::Harmless, send).await?;
        let status = happened.output.as_ref().map_or(Value::Null, |output| output["Status"].clone());
        let summary = happened.summary(format!("status {status}"));
        let output = config.op.output.unwrap_or_else(|| Output::default_to("Http"));
        output.put(step.context, happened.output.unwrap_or_default());
        Ok(summary)
    }
}

impl Typed for Http {
    type Config = Config;

    const ACTION_TYPE: &'static str = "Http";
    const EFFECT: Effect = Effect::Outside;
    const LIMIT: Duration = CALL_LIMIT;

    fn given(&self, config: &Config, _context: &Context) -> Option<String> {
        Some(format!("{} {}", config.op.action.method(), config.op.url.shown()))
    }

    fn act<'a>(&'a self, config: Config, step: StepRun<'a>) -> BoxFuture<'a, Result<StepSummary, StepError>> {
        self.call(config, step).boxed()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read_op(op: Value) -> Result<Config, Vec<ConfigViolation>> {
        let mut op = op;
        op["Action"] = json!("Post");
        if op["Url"].is_null() {
            op["Url"] = json!("https://a.example/x");
        }
        Config::read(&json!({"Op": op}))
    }

    #[test]
    fn mistakes_are_found_with_their_path() {
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
            let faults = read_op(op.clone()).unwrap_err();
            assert!(
                faults.iter().any(|fault| fault.path == path || fault.path.starts_with(&format!("{path}."))),
                "{op} {faults:?}"
            );
        }
        assert!(Config::read(&json!({"Op": {"Action": "Head", "Url": "https://a.example"}})).is_err());
        let rootless = json!({"Op": {"Action": "Post", "Url": "https://a.example"}, "FieldMap": {"A": "Lat"}});
        assert_eq!(Config::read(&rootless).unwrap_err()[0].path, "FieldMap.A");
    }

    #[test]
    fn statuses_are_expected_by_code_and_class() {
        for (expect, good, bad) in [
            (Value::Null, vec![200, 204, 299], vec![199, 300, 404, 500]),
            (json!(404), vec![404], vec![200, 405]),
            (json!("3xx"), vec![301, 304], vec![200]),
            (json!([201, "4xx"]), vec![201, 404, 409], vec![200, 500]),
        ] {
            let config = read_op(json!({"ExpectStatus": expect})).unwrap();
            assert!(good.iter().all(|status| config.expects(*status)), "{expect}");
            assert!(!bad.iter().any(|status| config.expects(*status)), "{expect}");
        }
    }
}
