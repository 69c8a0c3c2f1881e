//! `Chat`: sends a message to a channel of Teams, Slack, Mattermost or Discord through its webhook. Guide:
//! `docs/guide/reference/actions/chat.md`.

mod escape;
mod payload;

use super::outbound::{
    OutboundCalls, call_timeout, merge_fields, redacted_excerpt, unencrypted_warning, validate_timeout,
};
use crate::config::ActionConfig;
use crate::effects::{AttemptError, EffectCall, RepeatPolicy};
use crate::fields::FieldMap;
use crate::http_client::{HttpRequest, validate_url};
use crate::text::{self, value_to_text};
use crate::typed_handler::TypedHandler;
use crate::{ConfigViolation, Context, Effect, RepeatSafety, StepError, StepRun, StepSummary};
use escape::remove_control_characters;
use futures_util::FutureExt;
use futures_util::future::BoxFuture;
use payload::{ChatMessage, MAX_FACTS, Platform};
use reqwest::Method;
use reqwest::header::{CONTENT_TYPE, HeaderMap, HeaderValue};
use schemars::JsonSchema;
use secrecy::{ExposeSecret, SecretString};
use serde::Deserialize;
use serde_json::{Map, Value, json};
use stormwire_city::action_secrets::MASK;
use stormwire_store::CredentialId;
use url::Url;

const NO_WEBHOOK: &str = "is missing. Enter the webhook URL, or select a credential whose secret is the webhook URL.";

const EMPTY_TEXT: &str = "the message is empty";

pub(super) struct Chat(pub(super) OutboundCalls);

/// Sends a message to a channel of Teams, Slack, Mattermost or Discord.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "PascalCase", deny_unknown_fields)]
#[schemars(title = "Chat")]
pub(super) struct Config {
    /// Operation and its options.
    op: Op,
    /// Facts below the text with fixed values.
    #[serde(default)]
    data: Map<String, Value>,
    /// Facts below the text, each with the path of its value.
    #[serde(default)]
    field_map: FieldMap,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "PascalCase", deny_unknown_fields)]
struct Op {
    /// Operation.
    #[expect(dead_code, reason = "required, and has only one value")]
    action: Operation,
    /// Chat platform.
    platform: Platform,
    /// Webhook URL. Default: the secret of the action's credential.
    url: Option<String>,
    /// Title above the text. Can contain placeholders such as `{{ $.Path }}`.
    title: Option<String>,
    /// Message text. Can contain placeholders.
    text: String,
    /// Timeout of the call in seconds, 1 to 300. Default: 30.
    timeout_seconds: Option<u32>,
}

#[derive(Debug, Clone, Copy, Deserialize, JsonSchema)]
enum Operation {
    Send,
}

impl ActionConfig for Config {
    fn validate(&self) -> Vec<ConfigViolation> {
        let op = &self.op;
        let mut violations = self.field_map.validate_without_records();
        let mut add = |path: &str, message: Option<String>| {
            violations.extend(message.map(|message| ConfigViolation::new(path, message)));
        };
        // A masked URL is stored, and was validated when it was saved.
        add("Op.Url", op.url.as_deref().filter(|url| *url != MASK).and_then(validate_webhook));
        add("Op.Title", op.title.as_deref().and_then(text::validate));
        add("Op.Text", text::validate(&op.text));
        add("Op.Text", op.text.trim().is_empty().then(|| EMPTY_TEXT.to_owned()));
        let has_too_many_facts = self.data.len() + self.field_map.len() > MAX_FACTS;
        add("FieldMap", has_too_many_facts.then(|| format!("Data and FieldMap can have at most {MAX_FACTS} facts")));
        violations.extend(validate_timeout(op.timeout_seconds));
        violations
    }
}

fn validate_webhook(url: &str) -> Option<String> {
    if url.trim().is_empty() { Some(NO_WEBHOOK.to_owned()) } else { validate_url(url) }
}

impl Config {
    fn message(&self, context: &Context) -> Result<ChatMessage, StepError> {
        let fill = |path: &str, text: &str| {
            let filled = text::fill_placeholders(text, context).map(|filled| remove_control_characters(&filled));
            filled.map_err(|error| StepError::Failed(format!("{path}: {error}")))
        };
        let title = self.op.title.as_deref().map(|title| fill("Op.Title", title)).transpose()?;
        let text = fill("Op.Text", &self.op.text)?;
        if text.trim().is_empty() {
            return Err(StepError::Failed(format!("Op.Text: {EMPTY_TEXT}")));
        }
        let facts = merge_fields(self.data.clone(), self.field_map.resolve(context, None)?);
        let facts = facts
            .iter()
            .map(|(name, value)| (remove_control_characters(name), remove_control_characters(&value_to_text(value))))
            .collect();
        Ok(ChatMessage { title, text, facts })
    }
}

impl Chat {
    async fn send(&self, config: Config, step: StepRun<'_>) -> Result<StepSummary, StepError> {
        let payload = config.op.platform.payload(&config.message(step.context)?);
        let url = self.webhook(&config.op, step.credential_id).await?;
        let record = json!({
            "platform": format!("{:?}", config.op.platform), "url": config.op.url, "credential": step.credential_id,
            "payload": payload,
        });
        let timeout = call_timeout(config.op.timeout_seconds);
        let hidden = [url.to_string(), url.path().to_owned()].map(SecretString::from);
        let send = |idempotency_key: String| async move {
            let mut headers = HeaderMap::new();
            headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
            let body = Some(payload.to_string());
            let request = HttpRequest {
                method: Method::POST,
                url,
                headers,
                body: body.map(String::into_bytes),
                idempotency_key,
                timeout,
            };
            let response = self.0.http.send(&request).await?;
            if (200..300).contains(&response.status) {
                return Ok(json!({"Status": response.status}));
            }
            let excerpt = redacted_excerpt(&response.body, &hidden);
            Err(AttemptError::Failed(format!("the webhook returned {}: {excerpt}", response.status)))
        };
        let secrets = ["/url".to_owned()];
        let call = EffectCall { request: &record, repeat: RepeatPolicy::Idempotent, secrets: &secrets };
        let outcome = self.0.effects.run_once(&step, call, send).await?;
        Ok(outcome.summary(format!("sent to {:?}", config.op.platform)))
    }

    /// A webhook URL is a secret, because it is all one needs to post. So it can be stored in a credential.
    async fn webhook(&self, op: &Op, credential_id: Option<CredentialId>) -> Result<Url, StepError> {
        let failed = |error: &str| StepError::Failed(error.to_owned());
        let text = match (&op.url, self.0.own_credential(credential_id).await?) {
            (Some(url), _) => url.clone(),
            (None, Some(credential)) => credential.secret.expose_secret().trim().to_owned(),
            (None, None) => return Err(failed(&format!("Op.Url: {NO_WEBHOOK}"))),
        };
        match validate_url(&text) {
            Some(_) if op.url.is_some() => Err(failed("Op.Url: the stored webhook URL is missing. Enter it again.")),
            Some(_) => Err(failed("the secret of the credential is not a webhook URL. Edit the credential.")),
            None => Url::parse(&text).map_err(|_| failed("the webhook URL is invalid")),
        }
    }
}

impl TypedHandler for Chat {
    type Config = Config;

    const ACTION_TYPE: &'static str = "Chat";
    const EFFECT: Effect = Effect::Outside;

    fn repeat_safety(&self, _config: &Config) -> RepeatSafety {
        RepeatSafety::Keyed
    }

    fn warnings(&self, config: &Config, _credential_id: Option<CredentialId>) -> Vec<ConfigViolation> {
        let secrets = ["the webhook URL, which is a secret,".to_owned()];
        let url = config.op.url.as_deref();
        url.and_then(|url| unencrypted_warning("Op.Url", url, &secrets)).into_iter().collect()
    }

    fn check<'a>(
        &'a self,
        config: &'a Config,
        credential_id: Option<CredentialId>,
    ) -> BoxFuture<'a, Vec<ConfigViolation>> {
        let is_missing = config.op.url.is_none() && credential_id.is_none();
        let violations = is_missing.then(|| ConfigViolation::new("Op.Url", NO_WEBHOOK)).into_iter().collect();
        std::future::ready(violations).boxed()
    }

    fn input(&self, config: &Config, _context: &Context) -> Option<String> {
        Some(format!("to {:?}", config.op.platform))
    }

    fn run<'a>(&'a self, config: Config, step: StepRun<'a>) -> BoxFuture<'a, Result<StepSummary, StepError>> {
        self.send(config, step).boxed()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn violations_have_their_path() {
        let good = json!({"Op": {"Action": "Send", "Platform": "Teams", "Text": "Strike at {{ $.Where }}"}});
        assert!(Config::from_json(&good).is_ok());
        for (key, value, path) in [
            ("Action", json!("Say"), "Op.Action"),
            ("Platform", json!("Irc"), "Op.Platform"),
            ("Text", json!(" "), "Op.Text"),
            ("Text", json!("{{ Where }}"), "Op.Text"),
            ("Title", json!("{{ $."), "Op.Title"),
            ("Url", json!("ftp://a.example"), "Op.Url"),
            ("Url", json!("https://a.example/{{ $.Hook }}"), "Op.Url"),
            ("TimeoutSeconds", json!(0), "Op.TimeoutSeconds"),
            ("Channel", json!("#storm"), "Op"),
        ] {
            let mut config = good.clone();
            config["Op"][key] = value;
            let violations = Config::from_json(&config).unwrap_err();
            let first = &violations[0].path;
            assert!(*first == path || *first == format!("Op.{key}"), "{config} {violations:?}");
        }
        let mut many = good;
        many["Data"] = (0..11).map(|number| (number.to_string(), json!(number))).collect::<Map<_, _>>().into();
        assert_eq!(Config::from_json(&many).unwrap_err()[0].path, "FieldMap");
    }
}
