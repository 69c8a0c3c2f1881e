//! Sends the all-clear mail. No message triggers it, so it is a queue job, enqueued in the transaction that claims the list
//! for its first mail. It survives restarts.

use super::super::config::Config;
use super::super::mail::Mail;
use super::super::sender::{MailSender, healthy_feed, rejected_recipients, with_feed};
use super::decision::{AllClearDecision, AllClearTimes, Statuses, decide_all_clear};
use super::job::AllClearJob;
use super::mailing_list::{ListState, MailingLists};
use super::{AllClearConfig, QuietConfig};
use crate::config::ActionConfig;
use crate::{Context, StepError, StepRun};
use futures_util::FutureExt;
use jiff::Timestamp;
use serde_json::{Value, json};
use std::time::Duration;
use stormwire_lightning::survey::{SurveyedFacility, survey_facilities};
use stormwire_mailer::operator::{self, OperatorMail};
use stormwire_store::queue::{Backoff, JobFailure, JobOutcome, QueueItem, RetryLimit, RetryPolicy, Worker};
use stormwire_store::tables::{action, mailing};
use stormwire_store::{RunId, Schema, StoreError};

pub(in super::super) struct AllClearWorker(pub(in super::super) MailSender);

/// An all-clear mail that is to come.
struct PendingAllClear {
    list: String,
    state: ListState,
    opened_at: Timestamp,
    action_config: Value,
    mail: AllClearConfig,
}

impl AllClearWorker {
    async fn check(&self, list: String, item: &QueueItem) -> Result<JobOutcome, JobFailure> {
        let Some(pending) = self.find_pending(list).await? else { return Ok(JobOutcome::Done) };
        let (now, overrides) = (self.0.0.deps.clock.now(), pending.state.overrides());
        let lists = MailingLists(self.0.0.deps.clone());
        let survey = lists.survey(&overrides, now).await?;
        let times = AllClearTimes { now, mailed_at: pending.state.mailed_at, clear_for: pending.mail.clear_for() };
        let (earlier, _) =
            survey_facilities(&mut self.0.0.deps.store.reader().await?, &overrides, now - times.clear_for).await?;
        match decide_all_clear(&survey.facilities, &earlier, &survey.feed, times) {
            AllClearDecision::Wait(at) => Ok(JobOutcome::RunAgainAt(at)),
            AllClearDecision::Cancel => {
                let error = "No all-clear email was sent, because the strike feed was unhealthy for 24 hours.";
                self.finish(&pending, Some(error), now).await?;
                Ok(JobOutcome::Done)
            }
            AllClearDecision::Send => self.send_all_clear(item, pending, &survey.facilities, now).await,
        }
    }

    /// `None` if no all-clear mail is to come, or if the action no longer sends one.
    async fn find_pending(&self, list: String) -> Result<Option<PendingAllClear>, JobFailure> {
        let mut conn = self.0.0.deps.store.reader().await?;
        let Some(state) = mailing::find::<ListState>(&mut conn, &list).await? else { return Ok(None) };
        let Some(opened_at) = state.opened_at else { return Ok(None) };
        let found = action::get(&mut conn, state.by.watcher_id, state.by.action_id).await?;
        drop(conn);
        let action_config = found.map(|found| found.config);
        let quiet = action_config.as_ref().and_then(|config| Config::from_json(config).ok()?.quiet);
        let mail = quiet.as_ref().and_then(QuietConfig::all_clear).cloned();
        if let (Some(action_config), Some(mail)) = (action_config, mail) {
            return Ok(Some(PendingAllClear { list, state, opened_at, action_config, mail }));
        }
        self.delete_list(list).await?;
        Ok(None)
    }

    async fn send_all_clear(
        &self,
        item: &QueueItem,
        pending: PendingAllClear,
        facilities: &[SurveyedFacility],
        now: Timestamp,
    ) -> Result<JobOutcome, JobFailure> {
        if !self.claim(&pending, now).await? {
            return Ok(JobOutcome::RunAgainAt(now));
        }
        let mut context = Context::default();
        self.0.0.deps.city.add_to(&mut context);
        // This mail is only sent while the feed is healthy.
        let mut context = with_feed(&context, &healthy_feed());
        context.set("AllClear", template_values(&pending, facilities, now));
        let sent = match Mail::all_clear(&pending.mail, &pending.state.envelope, &context) {
            Ok(mail) => self.send(&pending, mail, &mut context).await,
            Err(error) => Err(error),
        };
        match sent {
            Ok(rejected) => self.finish(&pending, rejected.as_deref(), now).await?,
            Err(StepError::OutcomeUnknown(error)) => {
                self.finish(&pending, Some(&format!("outcome unknown: {error}")), now).await?;
            }
            Err(StepError::Failed(error)) => {
                if item.attempts <= 1 {
                    let text = format!("{error}\n\nstormwire retries for 24 hours.");
                    self.notify_operator(&pending, &text, now).await?;
                }
                return Err(JobFailure::retry(error));
            }
        }
        Ok(JobOutcome::Done)
    }

    /// Returns the rejected recipients.
    async fn send(
        &self,
        pending: &PendingAllClear,
        mail: Mail,
        context: &mut Context,
    ) -> Result<Option<String>, StepError> {
        // Run and request are the same for every attempt of the same storm.
        let run_id = RunId::new(format!("closing {}", pending.opened_at.as_microsecond()));
        let by = &pending.state.by;
        let step = StepRun {
            watcher_id: by.watcher_id,
            message_key: &by.message_key,
            log_id: None,
            run_id: &run_id,
            action_id: by.action_id,
            config: &pending.action_config,
            credential_id: by.credential_id,
            force: false,
            recorder: None,
            context,
        };
        let request = json!({"AllClear": pending.list, "OpenedAt": pending.opened_at.to_string()});
        let outcome = self.0.send_once(&step, mail, pending.state.envelope.via, &request).await?;
        Ok(rejected_recipients(&outcome))
    }

    /// False if the list got another mail meanwhile.
    async fn claim(&self, pending: &PendingAllClear, now: Timestamp) -> Result<bool, StoreError> {
        let (list, before) = (pending.list.clone(), pending.state.clone());
        let transaction = self.0.0.deps.store.write(Schema::It, move |conn| {
            async move {
                let state: Option<ListState> = mailing::find_for_update(conn, &list).await?;
                let Some(state) = state.filter(|state| *state == before) else { return Ok(false) };
                let closing_at = state.closing_at.or(Some(now));
                mailing::save_state(conn, &list, &ListState { closing_at, ..state }, now).await?;
                Ok::<_, StoreError>(true)
            }
            .boxed()
        });
        transaction.await
    }

    /// No all-clear mail is to come anymore. An error goes to the operator. If a new storm was mailed meanwhile, the list
    /// keeps its state.
    async fn finish(&self, pending: &PendingAllClear, error: Option<&str>, now: Timestamp) -> Result<(), StoreError> {
        let mail = error.map(|error| operator_mail(pending, error));
        let (list, opened_at) = (pending.list.clone(), pending.opened_at);
        let transaction = self.0.0.deps.store.write(Schema::It, move |conn| {
            async move {
                let state: Option<ListState> = mailing::find_for_update(conn, &list).await?;
                if let Some(state) = state.filter(|state| state.opened_at == Some(opened_at)) {
                    let finished = ListState {
                        mailed_at: now,
                        statuses: Statuses::new(),
                        opened_at: None,
                        closing_at: None,
                        before: None,
                        ..state
                    };
                    mailing::save_state(conn, &list, &finished, now).await?;
                }
                match mail {
                    Some(mail) => operator::enqueue(conn, mail, now).await,
                    None => Ok(()),
                }
            }
            .boxed()
        });
        transaction.await
    }

    async fn notify_operator(&self, pending: &PendingAllClear, error: &str, now: Timestamp) -> Result<(), StoreError> {
        let mail = operator_mail(pending, error);
        let store = &self.0.0.deps.store;
        store.write(Schema::It, move |conn| operator::enqueue(conn, mail, now).boxed()).await
    }

    async fn delete_list(&self, list: String) -> Result<(), StoreError> {
        let store = &self.0.0.deps.store;
        store.write(Schema::It, move |conn| async move { mailing::delete(conn, &list).await }.boxed()).await
    }
}

/// `AllClear` for the templates.
fn template_values(pending: &PendingAllClear, facilities: &[SurveyedFacility], now: Timestamp) -> Value {
    let names = |unknown: bool| -> Vec<&str> {
        let those = facilities.iter().filter(|surveyed| surveyed.proximity.is_none() == unknown);
        those.map(|surveyed| surveyed.facility.name.as_str()).collect()
    };
    json!({
        "At": now.to_string(),
        "OpenedAt": pending.opened_at.to_string(),
        "ClearCount": names(false).len(),
        "Unknown": names(true),
    })
}

fn operator_mail(pending: &PendingAllClear, error: &str) -> OperatorMail {
    let to = pending.state.envelope.recipients().join(", ");
    OperatorMail {
        reason: format!("closing {} {}", &pending.list[..16], pending.opened_at),
        subject: "stormwire: all-clear email not sent to all recipients".into(),
        text: format!(
            "Recipients: {to}\nFirst warning of this storm: {}\n\n{error}\n\nCheck the storm view, and inform the recipients \
             yourself if they are still waiting for the all clear.\n",
            pending.opened_at
        ),
        page: Some("/portal".into()),
    }
}

impl Worker<AllClearJob> for AllClearWorker {
    fn policy(&self) -> RetryPolicy {
        RetryPolicy {
            timeout: Duration::from_mins(6),
            backoff: Backoff { first: Duration::from_mins(1), ceiling: Duration::from_mins(15) },
            retry_limit: RetryLimit::Elapsed(Duration::from_hours(24)),
        }
    }

    async fn run(&self, job: AllClearJob, item: &QueueItem) -> Result<JobOutcome, JobFailure> {
        self.check(job.list, item).await
    }
}
