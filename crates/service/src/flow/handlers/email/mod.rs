//! `Email`: sends a mail by the configured mail server or through Microsoft Graph. Guide: `docs/actions/email.md`.

mod addresses;
mod config;
mod envelope;
mod mail;
mod quiet;
mod template;

use super::outside::Outside;
use crate::flow::effects::{Happened, Mishap, Twice};
use crate::flow::typed::Typed;
use crate::flow::{ConfigFault, Context, Effect, StepError, StepRun, StepSummary};
use crate::post::{NotSent, Smtp};
use crate::queue::Work;
use crate::store::{StoreError, job};
use config::{Config, Via};
use envelope::Envelope;
use futures_util::FutureExt;
use futures_util::future::BoxFuture;
use lettre::message::Mailbox;
use mail::Mail;
use quiet::{Claim, ClosingMail, Lists};
use serde_json::{Value, json};
use std::sync::Arc;
use std::time::Duration;
use stormwire_mail::{Address, Header, MailError, Outgoing};

/// The handler.
#[derive(Clone)]
pub(super) struct Email(pub(super) Outside);

impl Email {
    async fn send(&self, config: Config, step: StepRun<'_>) -> Result<StepSummary, StepError> {
        let smtp = self.0.means.smtp.as_ref();
        let mut context = step.context.clone();
        self.0.means.home.seed(&mut context);
        let mail = config.mail(&context, smtp.map(Smtp::from))?;
        let record = mail.record(config.op.via, step.credential_id);
        let count = mail.recipients().count();
        let lists = Lists(self.0.means.clone());
        let claimed = match &config.quiet {
            // What was begun is not held: the book of effects says what becomes of it.
            Some(quiet) if !self.0.effects.is_begun(&step, &record).await? => {
                let rules = quiet.rules(&context)?;
                match lists.claim(&step, rules, &Envelope::of(&mail, config.op.via)).await? {
                    Claim::Mine(claimed) => Some(claimed),
                    Claim::Held(why) => return Ok(StepSummary::new(why)),
                }
            }
            _ => None,
        };
        let happened = match (self.hand_over(&step, (mail, config.op.via), &record).await, claimed) {
            (Err(StepError::Failed(why)), Some(claimed)) => {
                lists.give_back(claimed).await?;
                return Err(StepError::Failed(why));
            }
            (outcome, _) => outcome?,
        };
        let words = if count == 1 { "1 recipient".to_owned() } else { format!("{count} recipients") };
        Ok(happened.summary(format!("sent to {words}")))
    }

    /// Sends a mail, once.
    async fn hand_over(
        &self,
        step: &StepRun<'_>,
        (mail, via): (Mail, Via),
        request: &Value,
    ) -> Result<Happened, StepError> {
        let effects = &self.0.effects;
        match via {
            Via::Smtp => effects.once(step, (request, Twice::Doubles), |key| self.by_smtp(mail, key)).await,
            Via::Graph => {
                let credential = self.graph_credential(step).await?;
                effects.once(step, (request, Twice::Doubles), |key| self.by_graph(mail, key, credential)).await
            }
        }
    }

    async fn by_smtp(&self, mail: Mail, key: String) -> Result<Value, Mishap> {
        let missing = || Mishap::Failed("there is no mail server: set smtp.url and smtp.from".into());
        let smtp = self.0.means.smtp.as_ref().ok_or_else(missing)?;
        let to: Vec<_> = mail.recipients().map(|one| one.email.clone()).collect();
        let letter = mail.letter(&key, smtp.from());
        let message_id = letter.message_id.clone();
        let written = letter.write().map_err(|error| Mishap::Failed(error.to_string()))?;
        match smtp.send(&to, &written.formatted()).await {
            Ok(()) => Ok(json!({"MessageId": message_id})),
            Err(NotSent::Refused(why)) => Err(Mishap::Failed(why)),
            Err(error @ NotSent::Unknown(_)) => Err(Mishap::Unknown(error.to_string())),
        }
    }

    async fn by_graph(&self, mail: Mail, key: String, credential: stormwire_mail::Credential) -> Result<Value, Mishap> {
        let mailbox = self.0.means.graph.account(&credential).mailbox(mail.from.email.as_ref());
        let Mail { from: _, to, cc, reply_to, subject, html, text } = mail;
        let addresses = |some: Vec<Mailbox>| {
            some.into_iter().map(|one| Address { address: one.email.to_string(), name: one.name }).collect()
        };
        // The provider takes no other headers, and makes the message id itself.
        let headers = [("X-Auto-Response-Suppress", "All".to_owned()), ("X-Stormwire-Effect", key)];
        let outgoing = Outgoing {
            to: addresses(to),
            cc: addresses(cc),
            reply_to: addresses(reply_to),
            subject,
            html,
            text: Some(text),
            headers: headers.map(|(name, value)| Header { name: name.into(), value }).into(),
            save: true,
        };
        match mailbox.send(&outgoing).await {
            Ok(()) => Ok(json!({})),
            Err(error @ MailError::OutcomeUnknown { .. }) => Err(Mishap::Unknown(error.to_string())),
            Err(error) => Err(Mishap::Failed(error.to_string())),
        }
    }

    /// The action's, or that of its watcher, or the only one there is.
    async fn graph_credential(&self, step: &StepRun<'_>) -> Result<stormwire_mail::Credential, StepError> {
        let mut id = step.credential_id;
        if id.is_none() {
            let failed = |error: StoreError| StepError::Failed(error.to_string());
            let mut conn = self.0.means.store.reader().await.map_err(failed)?;
            let job = job::get(&mut conn, step.job_id).await.map_err(failed)?;
            id = job.and_then(|job| job.fields.credential_id);
        }
        Ok(self.0.credential(id).await?.registration())
    }
}

impl Typed for Email {
    type Config = Config;

    const ACTION_TYPE: &'static str = "Email";
    const EFFECT: Effect = Effect::Outside;
    /// The mail server's own limits, and a little more.
    const LIMIT: Duration = Duration::from_mins(4);

    fn doubts(&self, config: &Config) -> Vec<ConfigFault> {
        config.warnings(self.0.means.smtp.is_some())
    }

    fn given(&self, config: &Config, _context: &Context) -> Option<String> {
        Some(format!("by {:?}", config.op.via))
    }

    fn act<'a>(&'a self, config: Config, step: StepRun<'a>) -> BoxFuture<'a, Result<StepSummary, StepError>> {
        self.send(config, step).boxed()
    }

    fn later(&self) -> Vec<Arc<dyn Work>> {
        vec![Arc::new(ClosingMail(self.clone()))]
    }
}
