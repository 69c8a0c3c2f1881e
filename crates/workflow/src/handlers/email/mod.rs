//! `Email`: sends a mail by the configured mail server or through Microsoft Graph. Guide: `docs/actions/email.md`.

mod addresses;
mod config;
mod envelope;
mod mail;
mod quiet;
mod template;

use super::outside::Outside;
use crate::effects::{Happened, Mishap, RepeatPolicy};
use crate::typed::Typed;
use crate::{ConfigViolation, Context, Effect, StepError, StepRun, StepSummary};
use config::{Config, Via};
use envelope::Envelope;
use futures_util::FutureExt;
use futures_util::future::BoxFuture;
use jiff::SignedDuration;
use lettre::message::Mailbox;
use mail::Mail;
use quiet::{Claim, ClosingJob, ClosingMail, Lists};
use serde_json::{Value, json};
use std::sync::Arc;
use std::time::Duration;
use stormwire_graph::{Address, Header, MailError, Outgoing};
use stormwire_lightning::Feed;
use stormwire_lightning::source::read_feed;
use stormwire_mailer::{NotSent, Smtp};
use stormwire_store::StoreError;
use stormwire_store::queue::{self, AnyWorker};
use stormwire_store::tables::watcher;

/// How long a mail server that is away is tried, and how soon the first time.
const PATIENCE: SignedDuration = SignedDuration::from_secs(90);
const FIRST_PAUSE: Duration = Duration::from_secs(2);
/// In the outcome: the recipients that the server refused.
const LEFT_OUT: &str = "Refused";

/// The handler.
#[derive(Clone)]
pub(super) struct Email(pub(super) Outside);

impl Email {
    async fn send(&self, config: Config, step: StepRun<'_>) -> Result<StepSummary, StepError> {
        let smtp = self.0.deps.smtp.as_ref();
        let mut context = step.context.clone();
        self.0.deps.city.seed(&mut context);
        // Whether strikes come in may change between two tries, which does not make the mail another mail.
        let known = config.mail(&fed(&context, &healthy()), smtp.map(Smtp::from))?;
        let record = known.record(config.op.via, step.credential_id);
        let mail = match self.feed().await? {
            feed if feed.healthy == Some(true) => known,
            feed => config.mail(&fed(&context, &feed), smtp.map(Smtp::from))?,
        };
        let count = mail.recipients().count();
        let lists = Lists(self.0.deps.clone());
        let mut claimed = None;
        if let Some(quiet) = &config.quiet {
            let (rules, envelope) = (quiet.rules(&context)?, Envelope::of(&mail, config.op.via));
            // What was begun is not held: the book of effects says what becomes of it.
            let is_begun = self.0.effects.is_begun(&step, &record).await?;
            let claim = if is_begun {
                Lists::own(&step, rules, &envelope)
            } else {
                lists.claim(&step, rules, &envelope).await?
            };
            match claim {
                Claim::Mine(mine) => claimed = Some(mine),
                Claim::Held(why) => return Ok(StepSummary::new(why)),
            }
        }
        let happened = match self.hand_over(&step, mail, config.op.via, &record).await {
            Ok(happened) => happened,
            Err(error) => {
                if let Some(claimed) = claimed {
                    lists.not_told(claimed, &error).await?;
                }
                return Err(error);
            }
        };
        if let Some(why) = left_out(&happened) {
            return Err(StepError::Failed(format!("the mail went out, but not to all: {why}")));
        }
        let words = if count == 1 { "1 recipient".to_owned() } else { format!("{count} recipients") };
        Ok(happened.summary(format!("sent to {words}")))
    }

    async fn feed(&self) -> Result<Feed, StepError> {
        let deps = &self.0.deps;
        let read = async {
            let mut conn = deps.store.reader().await?;
            read_feed(&mut conn, deps.city.reconciliation, deps.clock.now()).await
        };
        read.await.map_err(|error: StoreError| StepError::Failed(error.to_string()))
    }

    /// Sends a mail, once.
    async fn hand_over(
        &self,
        step: &StepRun<'_>,
        mail: Mail,
        via: Via,
        request: &Value,
    ) -> Result<Happened, StepError> {
        let effects = &self.0.effects;
        match via {
            Via::Smtp => effects.once(step, request, RepeatPolicy::Doubles, |key| self.by_smtp(mail, key)).await,
            Via::Graph => {
                let credential = self.graph_credential(step).await?;
                effects.once(step, request, RepeatPolicy::Doubles, |key| self.by_graph(mail, key, credential)).await
            }
        }
    }

    async fn by_smtp(&self, mail: Mail, key: String) -> Result<Value, Mishap> {
        let missing = || Mishap::Failed("there is no mail server: set smtp.url and smtp.from".into());
        let smtp = self.0.deps.smtp.as_ref().ok_or_else(missing)?;
        let to: Vec<_> = mail.recipients().map(|one| one.email.clone()).collect();
        let letter = mail.letter(&key, smtp.from());
        let message_id = letter.message_id.clone();
        let written = letter.write().map_err(|error| Mishap::Failed(error.to_string()))?;
        match self.patiently(smtp, &to, &written.formatted()).await {
            Ok(left_out) => Ok(json!({"MessageId": message_id, LEFT_OUT: left_out})),
            Err(NotSent::Refused(why) | NotSent::NotNow(why)) => Err(Mishap::Failed(why)),
            Err(error @ NotSent::Unknown(_)) => Err(Mishap::Unknown(error.to_string())),
        }
    }

    /// A server that is away for a moment must not cost anybody a warning.
    async fn patiently(&self, smtp: &Smtp, to: &[lettre::Address], letter: &[u8]) -> Result<Vec<String>, NotSent> {
        let clock = &self.0.deps.clock;
        let begun = clock.now();
        let mut pause = FIRST_PAUSE;
        loop {
            match smtp.send(to, letter).await {
                Err(NotSent::NotNow(why)) if clock.now().duration_since(begun) < PATIENCE => {
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
    ) -> Result<Value, Mishap> {
        let mailbox = self.0.deps.graph.account(&credential).mailbox(mail.from.email.as_ref());
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
    async fn graph_credential(&self, step: &StepRun<'_>) -> Result<stormwire_graph::Credential, StepError> {
        let mut id = step.credential_id;
        if id.is_none() {
            let failed = |error: StoreError| StepError::Failed(error.to_string());
            let mut conn = self.0.deps.store.reader().await.map_err(failed)?;
            let watcher = watcher::get(&mut conn, step.watcher_id).await.map_err(failed)?;
            id = watcher.and_then(|watcher| watcher.fields.credential_id);
        }
        Ok(self.0.credential(id).await?.registration())
    }
}

impl Typed for Email {
    type Config = Config;

    const ACTION_TYPE: &'static str = "Email";
    const EFFECT: Effect = Effect::Outside;
    /// The mail server's own limits, the patience with it, and a little more.
    const LIMIT: Duration = Duration::from_mins(5);

    fn doubts(&self, config: &Config) -> Vec<ConfigViolation> {
        config.warnings(self.0.deps.smtp.is_some())
    }

    fn objects(&self, config: &Config, known: &Context) -> Vec<ConfigViolation> {
        config.objections(known)
    }

    fn given(&self, config: &Config, _context: &Context) -> Option<String> {
        Some(format!("by {:?}", config.op.via))
    }

    fn act<'a>(&'a self, config: Config, step: StepRun<'a>) -> BoxFuture<'a, Result<StepSummary, StepError>> {
        self.send(config, step).boxed()
    }

    fn workers(&self) -> Vec<Arc<dyn AnyWorker>> {
        vec![queue::worker::<ClosingJob>(Arc::new(ClosingMail(self.clone())))]
    }
}

fn healthy() -> Feed {
    Feed { healthy: Some(true), ..Feed::default() }
}

/// With what the templates see as `Feed`, where the context does not say otherwise.
fn fed(context: &Context, feed: &Feed) -> Context {
    let mut whole = context.clone();
    if whole.root()["Feed"].is_null() {
        whole.set("Feed", json!({"Healthy": feed.healthy, "Reason": feed.reason}));
    }
    whole
}

/// Whom the mail did not go to although it went out, in words.
fn left_out(happened: &Happened) -> Option<String> {
    let refused = happened.output.as_ref()?[LEFT_OUT].as_array().filter(|refused| !refused.is_empty())?;
    Some(refused.iter().filter_map(Value::as_str).collect::<Vec<_>>().join("; "))
}
