//! Hands a mail to the mail server or to Microsoft Graph, once.

use super::super::outside::Outside;
use super::mail::{Mail, Via};
use crate::effects::{AttemptError, EffectOutcome, RepeatPolicy};
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

/// How long an unavailable mail server is retried, and how soon the first time.
const RETRY_TIMEOUT: SignedDuration = SignedDuration::from_secs(90);
const FIRST_RETRY_DELAY: Duration = Duration::from_secs(2);
/// In the outcome: the recipients that the server refused.
const LEFT_OUT: &str = "Refused";

#[derive(Clone)]
pub(super) struct MailSender(pub(super) Outside);

impl MailSender {
    pub(super) async fn feed(&self) -> Result<Feed, StepError> {
        let deps = &self.0.deps;
        let read = async {
            let mut conn = deps.store.reader().await?;
            read_feed(&mut conn, deps.city.reconciliation, deps.clock.now()).await
        };
        read.await.map_err(|error: StoreError| StepError::Failed(error.to_string()))
    }

    /// Sends a mail, once.
    pub(super) async fn hand_over(
        &self,
        step: &StepRun<'_>,
        mail: Mail,
        via: Via,
        request: &Value,
    ) -> Result<EffectOutcome, StepError> {
        let effects = &self.0.effects;
        match via {
            Via::Smtp => effects.once(step, request, RepeatPolicy::Doubles, |key| self.by_smtp(mail, key)).await,
            Via::Graph => {
                let credential = self.graph_credential(step).await?;
                effects.once(step, request, RepeatPolicy::Doubles, |key| self.by_graph(mail, key, credential)).await
            }
        }
    }

    async fn by_smtp(&self, mail: Mail, key: String) -> Result<Value, AttemptError> {
        let missing = || AttemptError::Failed("there is no mail server: set smtp.url and smtp.from".into());
        let smtp = self.0.deps.smtp.as_ref().ok_or_else(missing)?;
        let to: Vec<_> = mail.recipients().map(|one| one.email.clone()).collect();
        let email = mail.email(&key, smtp.from());
        let message_id = email.message_id.clone();
        let written = email.into_message().map_err(|error| AttemptError::Failed(error.to_string()))?;
        match self.with_retries(smtp, &to, &written.formatted()).await {
            Ok(left_out) => Ok(json!({"MessageId": message_id, LEFT_OUT: left_out})),
            Err(SendError::Rejected(why) | SendError::Temporary(why)) => Err(AttemptError::Failed(why)),
            Err(error @ SendError::Unknown(_)) => Err(AttemptError::Unknown(error.to_string())),
        }
    }

    /// A server that is away for a moment must not cost anybody a warning.
    async fn with_retries(
        &self,
        smtp: &Smtp,
        to: &[lettre::Address],
        message: &[u8],
    ) -> Result<Vec<String>, SendError> {
        let clock = &self.0.deps.clock;
        let begun = clock.now();
        let mut pause = FIRST_RETRY_DELAY;
        loop {
            match smtp.send(to, message).await {
                Err(SendError::Temporary(why)) if clock.now().duration_since(begun) < RETRY_TIMEOUT => {
                    tracing::warn!(why, "the mail is tried again");
                }
                ended => return ended,
            }
            clock.sleep(pause).await;
            pause *= 2;
        }
    }

    async fn by_graph(
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
        // The provider takes no other headers, and makes the message id itself.
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

    /// The action's, or that of its watcher, or the only one there is.
    async fn graph_credential(&self, step: &StepRun<'_>) -> Result<stormwire_graph::Credential, StepError> {
        let mut id = step.credential_id;
        if id.is_none() {
            let failed = |error: StoreError| StepError::Failed(error.to_string());
            let mut conn = self.0.deps.store.reader().await.map_err(failed)?;
            let watcher = watcher::get(&mut conn, step.watcher_id).await.map_err(failed)?;
            id = watcher.and_then(|watcher| watcher.fields.credential_id);
        }
        Ok(self.0.credential(id).await?.into_graph())
    }
}

pub(super) fn healthy() -> Feed {
    Feed { healthy: Some(true), ..Feed::default() }
}

/// With what the templates see as `Feed`, where the context does not say otherwise.
pub(super) fn fed(context: &Context, feed: &Feed) -> Context {
    let mut whole = context.clone();
    if whole.root()["Feed"].is_null() {
        whole.set("Feed", json!({"Healthy": feed.healthy, "Reason": feed.reason}));
    }
    whole
}

/// Whom the mail did not go to although it went out, in words.
pub(super) fn left_out(happened: &EffectOutcome) -> Option<String> {
    let refused = happened.output.as_ref()?[LEFT_OUT].as_array().filter(|refused| !refused.is_empty())?;
    Some(refused.iter().filter_map(Value::as_str).collect::<Vec<_>>().join("; "))
}
