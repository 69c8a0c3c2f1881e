//! `Chat`: says something in a channel of Teams, Slack, Mattermost or Discord, through its webhook. Guide:
//! `docs/guide/reference/actions/chat.md`.

mod escape;
mod payload;

use super::outside::{CALL_LIMIT, Outside, excerpt, merged, timeout, timeout_fault};
use crate::config::Settings;
use crate::effects::{AttemptError, RepeatPolicy};
use crate::fields::FieldMap;
use crate::text::{self, plain};
use crate::typed::Typed;
use crate::web::{Ask, url_fault};
use crate::{ConfigViolation, Context, Effect, StepError, StepRun, StepSummary};
use escape::clean;
use futures_util::FutureExt;
use futures_util::future::BoxFuture;
use payload::{FACTS, Note, Platform};
use reqwest::Method;
use reqwest::header::{CONTENT_TYPE, HeaderMap, HeaderValue};
use schemars::JsonSchema;
use secrecy::ExposeSecret;
use serde::Deserialize;
use serde_json::{Map, Value, json};
use std::time::Duration;
use stormwire_store::CredentialId;
use url::Url;

const NO_WEBHOOK: &str = "is missing; give it, or the action a credential whose secret is the URL of the webhook";

/// The handler.
pub(super) struct Chat(pub(super) Outside);

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "PascalCase", deny_unknown_fields)]
pub(super) struct Config {
    /// What is done, and with what.
    op: Op,
    /// Facts below the text: literals.
    #[serde(default)]
    data: Map<String, Value>,
    /// Facts below the text, each with the path of its value.
    #[serde(default)]
    field_map: FieldMap,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "PascalCase", deny_unknown_fields)]
struct Op {
    /// What is done.
    #[expect(dead_code, reason = "there is one, and it must be named")]
    action: Verb,
    /// Whose webhook it is.
    platform: Platform,
    /// The webhook. Left out, the secret of the action's credential is the webhook.
    url: Option<String>,
    /// A line above the text. May have holes, `{{ $.Path }}`.
    title: Option<String>,
    /// What is said. May have holes.
    text: String,
    /// For the whole call: 1 to 300, 30 when left out.
    timeout_seconds: Option<u32>,
}

#[derive(Debug, Clone, Copy, Deserialize, JsonSchema)]
enum Verb {
    Send,
}

impl Settings for Config {
    fn faults(&self) -> Vec<ConfigViolation> {
        let op = &self.op;
        let mut faults = self.field_map.root_faults();
        faults.extend(op.url.as_deref().and_then(url_fault).map(|fault| ConfigViolation::new("Op.Url", fault)));
        faults.extend(op.title.as_deref().and_then(text::fault).map(|fault| ConfigViolation::new("Op.Title", fault)));
        faults.extend(text::fault(&op.text).map(|fault| ConfigViolation::new("Op.Text", fault)));
        faults.extend(timeout_fault(op.timeout_seconds).map(|fault| ConfigViolation::new("Op.TimeoutSeconds", fault)));
        if op.text.trim().is_empty() {
            faults.push(ConfigViolation::new("Op.Text", "there is nothing to say"));
        }
        if self.data.len() + self.field_map.len() > FACTS {
            faults.push(ConfigViolation::new("FieldMap", format!("at most {FACTS} facts can be shown")));
        }
        faults
    }
}

impl Config {
    fn note(&self, context: &Context) -> Result<Note, StepError> {
        let fill = |place: &str, words: &str| {
            let filled = text::fill(words, context).map(|filled| clean(&filled));
            filled.map_err(|error| StepError::Failed(format!("{place}: {error}")))
        };
        let title = self.op.title.as_deref().map(|title| fill("Op.Title", title)).transpose()?;
        let said = fill("Op.Text", &self.op.text)?;
        if said.trim().is_empty() {
            return Err(StepError::Failed("Op.Text: there is nothing to say".into()));
        }
        let facts = merged(self.data.clone(), self.field_map.resolve(context, None)?);
        let facts = facts.iter().map(|(name, value)| (clean(name), clean(&plain(value)))).collect();
        Ok(Note { title, text: said, facts })
    }
}

impl Chat {
    async fn say(&self, config: Config, step: StepRun<'_>) -> Result<StepSummary, StepError> {
        let payload = config.op.platform.payload(&config.note(step.context)?);
        let url = self.webhook(&config.op, step.credential_id).await?;
        let record = json!({
            "platform": format!("{:?}", config.op.platform), "url": config.op.url, "credential": step.credential_id,
            "payload": payload,
        });
        let limit = timeout(config.op.timeout_seconds);
        let send = |key: String| async move {
            let mut headers = HeaderMap::new();
            headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
            let ask = Ask { method: Method::POST, url, headers, body: Some(payload.to_string()), key, limit };
            let reply = self.0.web.ask(&ask).await?;
            if (200..300).contains(&reply.status) {
                return Ok(json!({"Status": reply.status}));
            }
            Err(AttemptError::Failed(format!("the webhook answered {}: {}", reply.status, excerpt(&reply.body, None))))
        };
        let happened = self.0.effects.once(&step, &record, RepeatPolicy::Harmless, send).await?;
        Ok(happened.summary(format!("said in {:?}", config.op.platform)))
    }

    /// The URL of a webhook is a secret: whoever knows it can speak. So it may stand in a credential.
    async fn webhook(&self, op: &Op, credential_id: Option<CredentialId>) -> Result<Url, StepError> {
        let failed = |why: &str| StepError::Failed(why.to_owned());
        let text = match (&op.url, self.0.own_credential(credential_id).await?) {
            (Some(url), _) => url.clone(),
            (None, Some(credential)) => credential.secret.expose_secret().trim().to_owned(),
            (None, None) => return Err(failed(&format!("Op.Url: {NO_WEBHOOK}"))),
        };
        match url_fault(&text) {
            Some(_) => Err(failed("the secret of the credential is not the URL of a webhook")),
            None => Url::parse(&text).map_err(|_| failed("the URL of the webhook cannot be read")),
        }
    }
}

impl Typed for Chat {
    type Config = Config;

    const ACTION_TYPE: &'static str = "Chat";
    const EFFECT: Effect = Effect::Outside;
    const LIMIT: Duration = CALL_LIMIT;

    fn look_around<'a>(
        &'a self,
        config: &'a Config,
        credential_id: Option<CredentialId>,
    ) -> BoxFuture<'a, Vec<ConfigViolation>> {
        let is_missing = config.op.url.is_none() && credential_id.is_none();
        let faults = is_missing.then(|| ConfigViolation::new("Op.Url", NO_WEBHOOK)).into_iter().collect();
        std::future::ready(faults).boxed()
    }

    fn given(&self, config: &Config, _context: &Context) -> Option<String> {
        Some(format!("to {:?}", config.op.platform))
    }

    fn act<'a>(&'a self, config: Config, step: StepRun<'a>) -> BoxFuture<'a, Result<StepSummary, StepError>> {
        self.say(config, step).boxed()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mistakes_are_found_with_their_path() {
        let good = json!({"Op": {"Action": "Send", "Platform": "Teams", "Text": "Strike at {{ $.Where }}"}});
        assert!(Config::read(&good).is_ok());
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
            let faults = Config::read(&config).unwrap_err();
            assert!(faults[0].path == path || faults[0].path == format!("Op.{key}"), "{config} {faults:?}");
        }
        let mut many = good;
        many["Data"] = (0..11).map(|number| (number.to_string(), json!(number))).collect::<Map<_, _>>().into();
        assert_eq!(Config::read(&many).unwrap_err()[0].path, "FieldMap");
    }
}
