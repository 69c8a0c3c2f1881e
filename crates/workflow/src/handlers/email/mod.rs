//! `Email`: sends a mail by the configured mail server or through Microsoft Graph. Guide: `docs/guide/reference/actions/email.md`.

mod addresses;
mod config;
mod envelope;
mod mail;
mod quiet;
mod sender;
mod template;

use super::outside::Outside;
use crate::typed::Typed;
use crate::{ConfigViolation, Context, Effect, StepError, StepRun, StepSummary};
use config::Config;
use envelope::Envelope;
use futures_util::FutureExt;
use futures_util::future::BoxFuture;
use quiet::{Claim, ClosingJob, ClosingMail, Lists};
use sender::{MailSender, fed, healthy, left_out};
use std::sync::Arc;
use std::time::Duration;
use stormwire_mailer::Smtp;
use stormwire_store::queue::{self, AnyWorker};

#[derive(Clone)]
pub(super) struct Email(pub(super) Outside);

impl Email {
    async fn send(&self, config: Config, step: StepRun<'_>) -> Result<StepSummary, StepError> {
        let sender = MailSender(self.0.clone());
        let smtp = self.0.deps.smtp.as_ref();
        let mut context = step.context.clone();
        self.0.deps.city.seed(&mut context);
        // Whether strikes come in may change between two tries, which does not make the mail another mail.
        let known = config.mail(&fed(&context, &healthy()), smtp.map(Smtp::from))?;
        let record = known.record(config.op.via, step.credential_id);
        let mail = match sender.feed().await? {
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
        let happened = match sender.hand_over(&step, mail, config.op.via, &record).await {
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
        vec![queue::worker::<ClosingJob>(Arc::new(ClosingMail(MailSender(self.0.clone()))))]
    }
}
