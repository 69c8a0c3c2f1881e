//! The mail at the end: every facility is clear again. Nobody sends a message for that, so it is work in the queue, put
//! there in the unit that claims the list for its first mail, and it outlives every process.

use super::super::config::Config;
use super::super::mail::Mail;
use super::super::sender::{MailSender, fed, healthy, left_out};
use super::closing_job::ClosingJob;
use super::list::{ListState, Lists};
use super::plan::{Closing, ClosingTimes, Statuses, close};
use super::{AllClear, Quiet};
use crate::config::Settings;
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

pub(in super::super) struct ClosingMail(pub(in super::super) MailSender);

/// What is to be told.
struct End {
    list: String,
    kept: ListState,
    opened_at: Timestamp,
    config: Value,
    mail: AllClear,
}

impl ClosingMail {
    async fn look(&self, list: String, item: &QueueItem) -> Result<JobOutcome, JobFailure> {
        let Some(end) = self.end(list).await? else { return Ok(JobOutcome::Done) };
        let (now, parameters) = (self.0.0.deps.clock.now(), end.kept.parameters());
        let lists = Lists(self.0.0.deps.clone());
        let survey = lists.survey(&parameters, now).await?;
        let times = ClosingTimes { now, mailed_at: end.kept.mailed_at, calm: end.mail.calm() };
        let (earlier, _) =
            survey_facilities(&mut self.0.0.deps.store.reader().await?, &parameters, now - times.calm).await?;
        match close(&survey.facilities, &earlier, &survey.feed, times) {
            Closing::Wait(at) => Ok(JobOutcome::RunAgainAt(at)),
            Closing::GiveUp => {
                let why = "the strike feed was not healthy for a day, so it could not be known whether all is clear";
                self.over(&end, Some(why), now).await?;
                Ok(JobOutcome::Done)
            }
            Closing::Send => self.tell(item, end, &survey.facilities, now).await,
        }
    }

    /// Nothing to tell: nobody waits, or the action does not tell it any more.
    async fn end(&self, list: String) -> Result<Option<End>, JobFailure> {
        let mut conn = self.0.0.deps.store.reader().await?;
        let Some(kept) = mailing::find::<ListState>(&mut conn, &list).await? else { return Ok(None) };
        let Some(opened_at) = kept.opened_at else { return Ok(None) };
        let found = action::get(&mut conn, kept.by.watcher_id, kept.by.action_id).await?;
        drop(conn);
        let config = found.map(|found| found.config);
        let quiet = config.as_ref().and_then(|config| Config::read(config).ok()?.quiet);
        let mail = quiet.as_ref().and_then(Quiet::all_clear).cloned();
        if let (Some(config), Some(mail)) = (config, mail) {
            return Ok(Some(End { list, kept, opened_at, config, mail }));
        }
        self.forget(list).await?;
        Ok(None)
    }

    async fn tell(
        &self,
        item: &QueueItem,
        end: End,
        facilities: &[SurveyedFacility],
        now: Timestamp,
    ) -> Result<JobOutcome, JobFailure> {
        if !self.claim(&end, now).await? {
            return Ok(JobOutcome::RunAgainAt(now));
        }
        let mut context = Context::default();
        self.0.0.deps.city.seed(&mut context);
        // Nothing is told as clear while the feed is not healthy.
        let mut context = fed(&context, &healthy());
        context.set("AllClear", told(&end, facilities, now));
        let sent = match Mail::closing(&end.mail, &end.kept.envelope, &context) {
            // The same for the same storm, however often it is tried.
            Ok(mail) => self.send(&end, mail, &mut context).await,
            Err(error) => Err(error),
        };
        match sent {
            Ok(left_out) => self.over(&end, left_out.as_deref(), now).await?,
            Err(StepError::OutcomeUnknown(why)) => {
                self.over(&end, Some(&format!("outcome unknown: {why}")), now).await?;
            }
            Err(StepError::Failed(why)) => {
                if item.attempts <= 1 {
                    self.report(&end, &format!("{why}\n\nIt is tried again for a day."), now).await?;
                }
                return Err(JobFailure::retry(why));
            }
        }
        Ok(JobOutcome::Done)
    }

    /// Says whom it did not go to, if anybody.
    async fn send(&self, end: &End, mail: Mail, context: &mut Context) -> Result<Option<String>, StepError> {
        let run_id = RunId::new(format!("closing {}", end.opened_at.as_microsecond()));
        let by = &end.kept.by;
        let step = StepRun {
            watcher_id: by.watcher_id,
            message_key: &by.message_key,
            log_id: None,
            run_id: &run_id,
            action_id: by.action_id,
            config: &end.config,
            credential_id: by.credential_id,
            force: false,
            context,
        };
        let request = json!({"AllClear": end.list, "OpenedAt": end.opened_at.to_string()});
        let happened = self.0.hand_over(&step, mail, end.kept.envelope.via, &request).await?;
        Ok(left_out(&happened))
    }

    /// False when the list was told something else meanwhile.
    async fn claim(&self, end: &End, now: Timestamp) -> Result<bool, StoreError> {
        let (list, before) = (end.list.clone(), end.kept.clone());
        let unit = self.0.0.deps.store.write(Schema::It, move |conn| {
            async move {
                let kept: Option<ListState> = mailing::find_for_update(conn, &list).await?;
                let Some(kept) = kept.filter(|kept| *kept == before) else { return Ok(false) };
                let closing_at = kept.closing_at.or(Some(now));
                mailing::put(conn, &list, &ListState { closing_at, ..kept }, now).await?;
                Ok::<_, StoreError>(true)
            }
            .boxed()
        });
        unit.await
    }

    /// The list does not wait any more; a word for the operator where something went wrong. A list that was told of
    /// lightning again meanwhile stays as it is.
    async fn over(&self, end: &End, trouble: Option<&str>, now: Timestamp) -> Result<(), StoreError> {
        let (list, opened_at, mail) = (end.list.clone(), end.opened_at, trouble.map(|why| operators(end, why)));
        let unit = self.0.0.deps.store.write(Schema::It, move |conn| {
            async move {
                let kept: Option<ListState> = mailing::find_for_update(conn, &list).await?;
                if let Some(kept) = kept.filter(|kept| kept.opened_at == Some(opened_at)) {
                    let rest = ListState {
                        mailed_at: now,
                        statuses: Statuses::new(),
                        opened_at: None,
                        closing_at: None,
                        before: None,
                        ..kept
                    };
                    mailing::put(conn, &list, &rest, now).await?;
                }
                match mail {
                    Some(mail) => operator::enqueue(conn, mail, now).await,
                    None => Ok(()),
                }
            }
            .boxed()
        });
        unit.await
    }

    async fn report(&self, end: &End, why: &str, now: Timestamp) -> Result<(), StoreError> {
        let mail = operators(end, why);
        let unit = self.0.0.deps.store.write(Schema::It, move |conn| operator::enqueue(conn, mail, now).boxed());
        unit.await
    }

    async fn forget(&self, list: String) -> Result<(), StoreError> {
        let unit = self
            .0
            .0
            .deps
            .store
            .write(Schema::It, move |conn| async move { mailing::delete(conn, &list).await }.boxed());
        unit.await
    }
}

/// What the template of the closing mail sees as `AllClear`.
fn told(end: &End, facilities: &[SurveyedFacility], now: Timestamp) -> Value {
    let names = |unknown: bool| -> Vec<&str> {
        let those = facilities.iter().filter(|surveyed| surveyed.proximity.is_none() == unknown);
        those.map(|surveyed| surveyed.facility.name.as_str()).collect()
    };
    json!({
        "At": now.to_string(),
        "OpenedAt": end.opened_at.to_string(),
        "ClearCount": names(false).len(),
        "Unknown": names(true),
    })
}

fn operators(end: &End, why: &str) -> OperatorMail {
    let to = end.kept.envelope.recipients().join(", ");
    OperatorMail {
        reason: format!("closing {} {}", &end.list[..16], end.opened_at),
        subject: "stormwire: an all-clear mail did not go out as it should".into(),
        text: format!(
            "To: {to}\nThe list was first told of lightning at {}.\n\n{why}\n\nLook at the storm view and tell the list yourself \
             if it still waits.\n",
            end.opened_at
        ),
    }
}

impl Worker<ClosingJob> for ClosingMail {
    fn policy(&self) -> RetryPolicy {
        RetryPolicy {
            timeout: Duration::from_mins(6),
            backoff: Backoff { first: Duration::from_mins(1), ceiling: Duration::from_mins(15) },
            retry_limit: RetryLimit::Elapsed(Duration::from_hours(24)),
        }
    }

    async fn run(&self, job: ClosingJob, item: &QueueItem) -> Result<JobOutcome, JobFailure> {
        self.look(job.list, item).await
    }
}
