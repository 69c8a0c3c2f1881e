//! Phase 2: the actions after the message was filed. Runs at least once and continues with the actions that have no outcome.

use super::claimed_message::ClaimedMessage;
use super::{Pipeline, TIME_LIMIT};
use crate::error::WatcherError;
use crate::jobs::phase_two::PhaseTwoJob;
use crate::operator_mail;
use futures_util::FutureExt;
use secrecy::ExposeSecret;
use serde_json::Value;
use std::time::Duration;
use stormwire_mailer::operator;
use stormwire_store::queue::{Backoff, JobFailure, JobOutcome, QueueItem, RetryLimit, RetryPolicy, Worker};
use stormwire_store::tables::action;
use stormwire_store::tables::log::{self, LogEntry, PhaseTwoStatus};
use stormwire_store::tables::sealed::SealedColumn;
use stormwire_store::tables::watcher;
use stormwire_store::tables::workflow::{self, RunStatus};
use stormwire_store::{LogId, Schema, StoreError};
use stormwire_workflow::{Context, Phase, PhaseEnd};

/// Only a reset of the key removes the context of a run before its end.
const CONTEXT_REMOVED: &str = "the stored context was removed by `stormwire secrets reset`. Retry the message.";

impl Worker<PhaseTwoJob> for Pipeline {
    fn policy(&self) -> RetryPolicy {
        RetryPolicy {
            timeout: TIME_LIMIT,
            backoff: Backoff { first: Duration::from_secs(5), ceiling: Duration::from_mins(5) },
            retry_limit: RetryLimit::Unlimited,
        }
    }

    async fn run(&self, job: PhaseTwoJob, _: &QueueItem) -> Result<JobOutcome, JobFailure> {
        self.run_phase_two(job.log_id).await
    }
}

impl Pipeline {
    async fn run_phase_two(&self, log_id: LogId) -> Result<JobOutcome, JobFailure> {
        let mut conn = self.store.reader().await?;
        let Some(log) = log::get(&mut conn, log_id).await? else { return Ok(JobOutcome::Done) };
        let Some(watcher) = watcher::get(&mut conn, log.watcher_id).await? else { return Ok(JobOutcome::Done) };
        let sealed = workflow::find_context(&mut conn, &log.run_id).await?;
        let actions = action::list(&mut conn, watcher.id).await?;
        drop(conn);
        if !matches!(log.phase_two_status, PhaseTwoStatus::Queued | PhaseTwoStatus::Running) {
            return Ok(JobOutcome::Done);
        }
        let Some(sealed) = sealed else {
            self.end_phase_two(&ClaimedMessage::new(watcher, log), Some(CONTEXT_REMOVED.to_owned())).await?;
            return Ok(JobOutcome::Done);
        };
        let mut context = self.unseal(log_id, &sealed)?;
        if !self.mark_running(&log).await? {
            return Ok(JobOutcome::Done);
        }
        let message = ClaimedMessage::new(watcher, log);
        let run = message.run();
        let end = self.runner.run(&run, Phase::Two, &actions, &mut context).await.map_err(WatcherError::from)?;
        let failed = match end {
            PhaseEnd::Done | PhaseEnd::Ended => None,
            PhaseEnd::Failed(reason) => Some(reason),
        };
        self.end_phase_two(&message, failed).await?;
        self.working_folder(&message).delete_from_disk().await?;
        Ok(JobOutcome::Done)
    }

    fn unseal(&self, log_id: LogId, sealed: &str) -> Result<Context, JobFailure> {
        let location = SealedColumn::Context.location(log_id.get());
        let plain = self.secrets.open(&location, sealed).map_err(WatcherError::from)?;
        match serde_json::from_str(plain.expose_secret()) {
            Ok(Value::Object(root)) => Ok(Context::new(root)),
            _ => Err(JobFailure::Fatal("the stored context cannot be read".into())),
        }
    }

    async fn mark_running(&self, log: &LogEntry) -> Result<bool, StoreError> {
        let row = log.run_key();
        let unit = self.store.write(Schema::It, move |conn| {
            async move { log::put_phase_two(conn, &row, PhaseTwoStatus::Running, None).await }.boxed()
        });
        unit.await
    }

    async fn end_phase_two(&self, message: &ClaimedMessage, failed: Option<String>) -> Result<(), StoreError> {
        let (row, now) = (message.log.run_key(), self.clock.now());
        let mail = |reason: &String| operator_mail::run_failed(&message.watcher, &message.log, Phase::Two, reason);
        let mail = failed.as_ref().filter(|_| !message.is_test).map(mail);
        let (status, run_status) = match failed {
            Some(_) => (PhaseTwoStatus::Failed, RunStatus::Failed),
            None => (PhaseTwoStatus::Success, RunStatus::Success),
        };
        let unit = self.store.write(Schema::It, move |conn| {
            async move {
                if log::put_phase_two(conn, &row, status, failed.as_deref()).await? {
                    workflow::end_run(conn, &row.run_id, run_status, now).await?;
                    if let Some(mail) = mail {
                        operator::enqueue(conn, mail, now).await?;
                    }
                }
                Ok::<_, StoreError>(())
            }
            .boxed()
        });
        unit.await
    }
}
