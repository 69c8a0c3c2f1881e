//! `Email`: sends a mail by the configured mail server or through Microsoft Graph. Guide: `docs/guide/reference/actions/email.md`.

mod addresses;
mod all_clear;
mod config;
mod envelope;
mod mail;
mod sender;
pub mod template;
mod unescaped;

use super::outbound::OutboundCalls;
use crate::text::count_of;
use crate::typed_handler::TypedHandler;
use crate::{ConfigViolation, Context, Effect, StepError, StepRun, StepSummary};
pub use all_clear::check_all_clear_mails;
use all_clear::{AllClearJob, AllClearWorker, Claim, MailingLists};
use config::Config;
use envelope::Envelope;
use futures_util::FutureExt;
use futures_util::future::BoxFuture;
use sender::{MailSender, healthy_feed, rejected_recipients, with_feed};
use std::sync::Arc;
use stormwire_mailer::Smtp;
use stormwire_store::CredentialId;
use stormwire_store::queue::{self, AnyWorker};

#[derive(Clone)]
pub(super) struct Email(pub(super) OutboundCalls);

impl Email {
    async fn send(&self, config: Config, step: StepRun<'_>) -> Result<StepSummary, StepError> {
        let sender = MailSender(self.0.clone());
        let smtp = self.0.deps.smtp.as_ref();
        let mut context = step.context.clone();
        self.0.deps.city.add_to(&mut context);
        // The state of the feed may change between two attempts; the mail must count as the same then.
        let healthy_mail = config.mail(&with_feed(&context, &healthy_feed()), smtp.map(Smtp::from))?;
        let record = healthy_mail.record(config.op.via, step.credential_id);
        let mail = match sender.feed().await? {
            feed if feed.healthy == Some(true) => healthy_mail,
            feed => config.mail(&with_feed(&context, &feed), smtp.map(Smtp::from))?,
        };
        let count = mail.recipients().count() as u64;
        let lists = MailingLists(self.0.deps.clone());
        let mut list_claim = None;
        if let Some(quiet) = &config.quiet {
            let (rules, envelope) = (quiet.rules(&context)?, Envelope::from_mail(&mail, config.op.via));
            if step.recorder.is_some() {
                if let Some(reason) = lists.would_hold(&step, rules, &envelope).await? {
                    return Ok(StepSummary::new(format!("would be {reason}")));
                }
            } else {
                // A mail that was started is never held; its effect decides whether it is sent again.
                let was_started = self.0.effects.was_started(&step, &record).await?;
                let claim = if was_started {
                    MailingLists::existing_claim(&step, rules, &envelope)
                } else {
                    lists.claim(&step, rules, &envelope).await?
                };
                match claim {
                    Claim::Granted(claim) => list_claim = Some(claim),
                    Claim::Held(reason) => return Ok(StepSummary::new(reason)),
                }
            }
        }
        let outcome = match sender.send_once(&step, mail, config.op.via, &record).await {
            Ok(outcome) => outcome,
            Err(error) => {
                if let Some(claim) = list_claim {
                    lists.undo_claim(claim, &error).await?;
                }
                return Err(error);
            }
        };
        if let Some(rejected) = rejected_recipients(&outcome) {
            return Err(StepError::Failed(format!("the mail was sent, but not to all recipients: {rejected}")));
        }
        Ok(outcome.summary(format!("sent to {}", count_of(count, "recipient"))))
    }
}

impl TypedHandler for Email {
    type Config = Config;

    const ACTION_TYPE: &'static str = "Email";
    const EFFECT: Effect = Effect::Outside;

    fn warnings(&self, config: &Config, _credential_id: Option<CredentialId>) -> Vec<ConfigViolation> {
        config.warnings(self.0.deps.smtp.is_some())
    }

    fn validate_constants(&self, config: &Config, constants: &Context) -> Vec<ConfigViolation> {
        config.validate_constants(constants)
    }

    fn input(&self, config: &Config, _context: &Context) -> Option<String> {
        Some(format!("by {:?}", config.op.via))
    }

    fn run<'a>(&'a self, config: Config, step: StepRun<'a>) -> BoxFuture<'a, Result<StepSummary, StepError>> {
        self.send(config, step).boxed()
    }

    fn workers(&self) -> Vec<Arc<dyn AnyWorker>> {
        vec![queue::worker::<AllClearJob>(Arc::new(AllClearWorker(MailSender(self.0.clone()))))]
    }
}
