//! Sends a mail by SMTP or Microsoft Graph, once.

use super::super::outbound::OutboundCalls;
use super::mail::{Mail, Via};
use crate::effects::{AttemptError, EffectCall, EffectOutcome, RepeatPolicy};
use crate::{Context, StepError, StepRun};
use jiff::SignedDuration;
use lettre::message::Mailbox;
use serde_json::{Value, json};
use std::time::Duration;
use stormwire_graph::{Address, Header, MailError, OutgoingMessage};
use stormwire_lightning::Feed;
use stormwire_lightning::source::read_feed;
use stormwire_mailer::{SendError, Smtp};
use stormwire_store::StoreError;
use stormwire_store::tables::watcher;

/// How long an unavailable mail server is retried.
const RETRY_TIMEOUT: SignedDuration = SignedDuration::from_secs(90);
const FIRST_RETRY_DELAY: Duration = Duration::from_secs(2);
/// Key in the stored output: the recipients that the server rejected.
const REJECTED: &str = "Refused";

#[derive(Clone)]
pub(super) struct MailSender(pub(super) OutboundCalls);

impl MailSender {
    pub(super) async fn feed(&self) -> Result<Feed, StepError> {
        let deps = &self.0.deps;
        let read = async {
            let mut conn = deps.store.reader().await?;
            read_feed(&mut conn, &deps.city.feed_rules, deps.clock.now()).await
        };
        read.await.map_err(|error: StoreError| StepError::Failed(error.to_string()))
    }

    pub(super) async fn send_once(
        &self,
        step: &StepRun<'_>,
        mail: Mail,
        via: Via,
        request: &Value,
    ) -> Result<EffectOutcome, StepError> {
        let effects = &self.0.effects;
        let call = EffectCall { request, repeat: RepeatPolicy::Duplicates, secrets: &[] };
        match via {
            Via::Smtp => {
                let send = |key| self.send_by_smtp(mail, key);
                effects.run_once(step, call, send).await
            }
            Via::Graph => {
                let credential = self.graph_credential(step).await?;
                let send = |key| self.send_by_graph(mail, key, credential);
                effects.run_once(step, call, send).await
            }
        }
    }

    async fn send_by_smtp(&self, mail: Mail, key: String) -> Result<Value, AttemptError> {
        let missing = || AttemptError::Failed("no mail server is configured. Set smtp.url and smtp.from.".into());
        let smtp = self.0.deps.smtp.as_ref().ok_or_else(missing)?;
        let to: Vec<_> = mail.recipients().map(|one| one.email.clone()).collect();
        let email = mail.email(&key, smtp.from());
        let message_id = email.message_id.clone();
        let message = email.into_message().map_err(|error| AttemptError::Failed(error.to_string()))?;
        match self.with_retries(smtp, &to, &message.formatted()).await {
            Ok(rejected) => Ok(json!({"MessageId": message_id, REJECTED: rejected})),
            Err(SendError::Rejected(why) | SendError::Temporary(why)) => Err(AttemptError::Failed(why)),
            Err(error @ SendError::Unknown(_)) => Err(AttemptError::Unknown(error.to_string())),
        }
    }

    /// A short outage of the server must not lose a warning.
    async fn with_retries(
        &self,
        smtp: &Smtp,
        to: &[lettre::Address],
        message: &[u8],
    ) -> Result<Vec<String>, SendError> {
        let clock = &self.0.deps.clock;
        let started_at = clock.now();
        let mut delay = FIRST_RETRY_DELAY;
        loop {
            match smtp.send(to, message).await {
                Err(SendError::Temporary(why)) if clock.now().duration_since(started_at) < RETRY_TIMEOUT => {
                    tracing::warn!(error = why, delay_seconds = delay.as_secs(), "mail server unavailable; retrying");
                }
                result => return result,
            }
            clock.sleep(delay).await;
            delay *= 2;
        }
    }

    async fn send_by_graph(
        &self,
        mail: Mail,
        key: String,
        credential: stormwire_graph::Credential,
    ) -> Result<Value, AttemptError> {
        let mailbox = self.0.deps.graph.account(&credential).mailbox(mail.from.email.as_ref());
        let Mail { from: _, to, cc, reply_to, subject, html, text } = mail;
        let addresses = |some: Vec<Mailbox>| {
            some.into_iter().map(|one| Address { address: one.email.to_string(), name: one.name }).collect()
        };
        // Graph accepts only headers that start with `X-`, and sets the message id itself.
        let headers = [("X-Auto-Response-Suppress", "All".to_owned()), ("X-Stormwire-Effect", key)];
        let outgoing = OutgoingMessage {
            to: addresses(to),
            cc: addresses(cc),
            reply_to: addresses(reply_to),
            subject,
            html,
            text: Some(text),
            headers: headers.map(|(name, value)| Header { name: name.into(), value }).into(),
            save_to_sent_items: true,
        };
        match mailbox.send(&outgoing).await {
            Ok(()) => Ok(json!({})),
            Err(error @ MailError::OutcomeUnknown { .. }) => Err(AttemptError::Unknown(error.to_string())),
            Err(error) => Err(AttemptError::Failed(error.to_string())),
        }
    }

    /// The action's, else the watcher's, else the only one for mailboxes.
    async fn graph_credential(&self, step: &StepRun<'_>) -> Result<stormwire_graph::Credential, StepError> {
        let mut id = step.credential_id;
        if id.is_none() {
            let failed = |error: StoreError| StepError::Failed(error.to_string());
            let mut conn = self.0.deps.store.reader().await.map_err(failed)?;
            let watcher = watcher::get(&mut conn, step.watcher_id).await.map_err(failed)?;
            id = watcher.and_then(|watcher| watcher.fields.credential_id);
        }
        let opened = self.0.mailbox_credential(id).await?;
        opened.into_graph().map_err(|error| StepError::Failed(error.to_string()))
    }
}

pub(super) fn healthy_feed() -> Feed {
    Feed { healthy: Some(true), ..Feed::default() }
}

/// Adds `Feed` for the templates. A value already in the context is kept.
pub(super) fn with_feed(context: &Context, feed: &Feed) -> Context {
    let mut context = context.clone();
    if context.root()["Feed"].is_null() {
        context.set("Feed", json!({"Healthy": feed.healthy, "Reason": feed.reason}));
    }
    context
}

/// The recipients that the server rejected although it accepted the mail, each with the server's reason. None if the mail was
/// only recorded.
pub(super) fn rejected_recipients(outcome: &EffectOutcome) -> Option<String> {
    if outcome.would_send.is_some() {
        return None;
    }
    let rejected = outcome.output.as_ref()?[REJECTED].as_array().filter(|rejected| !rejected.is_empty())?;
    Some(rejected.iter().filter_map(Value::as_str).collect::<Vec<_>>().join("; "))
}
