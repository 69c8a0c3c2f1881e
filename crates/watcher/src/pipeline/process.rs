//! Processes one message step by step from its current status. [`super::plan`] decides the next step.

use super::claimed_message::ClaimedMessage;
use super::failure_series::{Attempts, FailureHistory};
use super::plan::{PhaseOne, Step, next_step};
use super::progress::Progress;
use super::transition::{MessageRow, RunChange, Transition, TransitionResult, transition};
use super::{Pipeline, TIME_LIMIT};
use crate::error::WatcherError;
use crate::jobs::message::MessageJob;
use crate::operator_mail;
use futures_util::FutureExt;
use secrecy::SecretString;
use std::ops::ControlFlow;
use std::time::Duration;
use stormwire_store::queue::{
    self, Backoff, JobFailure, JobOutcome, QueueItem, RetryLimit, RetryPolicy, Worker, retry_until_stored,
};
use stormwire_store::tables::action;
use stormwire_store::tables::claim::TriggerEvent;
use stormwire_store::tables::log::{self, LogEntry, LogStatus};
use stormwire_store::tables::watcher;
use stormwire_store::{Schema, StoreError};
use stormwire_workflow::{Phase, PhaseEnd};

impl Worker<MessageJob> for Pipeline {
    fn policy(&self) -> RetryPolicy {
        RetryPolicy {
            timeout: TIME_LIMIT,
            backoff: Backoff { first: Duration::from_secs(1), ceiling: Duration::from_mins(5) },
            retry_limit: RetryLimit::Unlimited,
        }
    }

    async fn run(&self, job: MessageJob, item: &QueueItem) -> Result<JobOutcome, JobFailure> {
        self.process(&job, item).await
    }
}

type Continue = ControlFlow<()>;

impl Pipeline {
    async fn process(&self, job: &MessageJob, item: &QueueItem) -> Result<JobOutcome, JobFailure> {
        let Some(mut progress) = self.load(job, item).await? else { return Ok(JobOutcome::Done) };
        let ended = self.take_steps(&mut progress, item).await;
        ended.map_err(|failure| failure.retried_within(progress.attempts.longest_wait()))?;
        Ok(JobOutcome::Done)
    }

    async fn take_steps(&self, progress: &mut Progress, item: &QueueItem) -> Result<(), JobFailure> {
        loop {
            let step = next_step(progress.status, progress.facts);
            if let Step::Retry = step {
                self.note_filing_error(progress).await?;
                self.count_failure(progress, item).await?;
                return Err(progress.retry_failure());
            }
            match self.take_step(step, progress).await {
                Ok(Continue::Continue(())) => {}
                Ok(Continue::Break(())) => return Ok(()),
                // Nobody would look at a message that stays in `Processing` although its process lives.
                Err(failure)
                    if progress.status == LogStatus::Processing && !matches!(step, Step::Fail | Step::ResumeOrWait) =>
                {
                    progress.facts.phase_one = Some(PhaseOne::Failed);
                    progress.reason = Some(format!("the run was interrupted: {}", failure.error()));
                }
                Err(failure) => return Err(failure),
            }
        }
    }

    /// `None` if the row or its watcher was deleted.
    async fn load(&self, job: &MessageJob, item: &QueueItem) -> Result<Option<Progress>, StoreError> {
        let mut conn = self.store.reader().await?;
        let Some(log) = log::get(&mut conn, job.log_id).await? else { return Ok(None) };
        let Some(watcher) = watcher::get(&mut conn, log.watcher_id).await? else { return Ok(None) };
        let now = self.clock.now();
        let failing_for = item.first_failure_at.map(|since| now.duration_since(since));
        let history = FailureHistory::new(job, log.trigger_event == TriggerEvent::Manual, now);
        let attempts = Attempts {
            count: item.attempts,
            failing_for: failing_for.and_then(|time| Duration::try_from(time).ok()).unwrap_or_default(),
            is_manual: history.is_manual,
        };
        Ok(Some(Progress::new(watcher, log, history, attempts)))
    }

    /// After the row got a new run. Returns false if it is gone.
    async fn reload(&self, progress: &mut Progress) -> Result<bool, StoreError> {
        let found = log::get(&mut self.store.reader().await?, progress.message.log.id).await?;
        let Some(log) = found else { return Ok(false) };
        let watcher = progress.message.watcher.clone();
        *progress = Progress::new(watcher, log, progress.history.clone(), progress.attempts);
        Ok(true)
    }

    async fn take_step(&self, step: Step, progress: &mut Progress) -> Result<Continue, JobFailure> {
        match step {
            Step::Stop | Step::Retry => return Ok(Continue::Break(())),
            Step::Fetch => {
                let fetched = self.fetch(&progress.message).await;
                progress.record_fetch(fetched);
            }
            Step::ResumeOrWait => {
                if !self.resume_or_wait(&progress.message).await? || !self.reload(progress).await? {
                    return Ok(Continue::Break(()));
                }
            }
            Step::Skip => return self.skip(progress).await,
            Step::RunPhaseOne => return self.run_phase_one(progress).await,
            Step::Complete { keep_context } => return self.complete(progress, keep_context).await,
            Step::File => {
                let filed = self.file(&progress.message.watcher, &progress.message.key, progress.status).await;
                progress.record_filing(filed);
            }
            Step::Succeed => {
                self.succeed(progress).await?;
                return Ok(Continue::Break(()));
            }
            Step::Fail => return self.fail(progress).await,
            Step::FailUnfiled => {
                if self.fail(progress).await?.is_continue() {
                    self.clean_up(&progress.message).await?;
                }
                return Ok(Continue::Break(()));
            }
            Step::NoteUnfiled => {
                self.record_note(progress).await?;
                self.clean_up(&progress.message).await?;
                return Ok(Continue::Break(()));
            }
            Step::CleanUp => {
                self.clean_up(&progress.message).await?;
                return Ok(Continue::Break(()));
            }
        }
        Ok(Continue::Continue(()))
    }

    /// Stops if the row belongs to another run by now.
    async fn skip(&self, progress: &mut Progress) -> Result<Continue, JobFailure> {
        let change = Transition {
            error: progress.reason.clone(),
            envelope: progress.envelope.clone(),
            ..Transition::new(LogStatus::Detected, LogStatus::Skipped, RunChange::Unchanged)
        };
        if !self.write(&progress.message, change).await.map_err(write_failure)?.is_written {
            return Ok(Continue::Break(()));
        }
        progress.status = LogStatus::Skipped;
        Ok(Continue::Continue(()))
    }

    /// Stops if the row belongs to another run by now.
    async fn run_phase_one(&self, progress: &mut Progress) -> Result<Continue, JobFailure> {
        let missing = || WatcherError::Conflict("the message was not fetched".into());
        let envelope = progress.envelope.take().ok_or_else(missing)?;
        let mut context = progress.context.take().ok_or_else(missing)?;
        progress.message.log.subject.clone_from(&envelope.subject);
        let actions = action::list(&mut self.store.reader().await?, progress.message.watcher.id).await?;
        if !self.begin_processing(&progress.message, envelope).await.map_err(write_failure)? {
            return self.stop(progress).await;
        }
        progress.status = LogStatus::Processing;
        let end = self.run_actions(&progress.message, &actions, &mut context).await?;
        progress.facts.phase_one = Some(match end {
            PhaseEnd::Failed(reason) => {
                progress.reason = Some(reason);
                PhaseOne::Failed
            }
            PhaseEnd::Ended => PhaseOne::Succeeded { has_phase_two: false },
            PhaseEnd::Done => PhaseOne::Succeeded { has_phase_two: actions.iter().any(|action| !action.is_phase_one) },
        });
        progress.context = Some(context);
        Ok(Continue::Continue(()))
    }

    /// The message was ended by somebody else, who leaves the files to the process that writes them.
    async fn stop(&self, progress: &Progress) -> Result<Continue, JobFailure> {
        self.clean_up(&progress.message).await?;
        Ok(Continue::Break(()))
    }

    /// Stops if the row was ended meanwhile.
    async fn complete(&self, progress: &mut Progress, keep_context: bool) -> Result<Continue, JobFailure> {
        let run = match progress.context.take().filter(|_| keep_context) {
            Some(context) => RunChange::KeepContext(SecretString::from(context.root().to_string())),
            None => RunChange::Unchanged,
        };
        let change = Transition::new(LogStatus::Processing, LogStatus::DbComplete, run);
        if !self.write_until_stored(&progress.message, change).await? {
            return self.stop(progress).await;
        }
        progress.status = LogStatus::DbComplete;
        Ok(Continue::Continue(()))
    }

    async fn succeed(&self, progress: &mut Progress) -> Result<(), JobFailure> {
        let message = &progress.message;
        let change = Transition {
            error: progress.reason.take(),
            ..Transition::new(LogStatus::DbComplete, LogStatus::Success, RunChange::QueuePhaseTwo)
        };
        if !self.write(message, change).await.map_err(write_failure)?.has_phase_two {
            self.clean_up(message).await?;
        }
        let took = self.clock.now().duration_since(message.log.detected_at.0);
        metrics::histogram!("stormwire_claimed_to_success_seconds").record(took.as_secs_f64());
        Ok(())
    }

    /// Stops if the row was ended meanwhile.
    async fn fail(&self, progress: &mut Progress) -> Result<Continue, JobFailure> {
        let message = &progress.message;
        let reason = progress.reason.take().unwrap_or_default();
        let mail = operator_mail::run_failed(&message.watcher, &message.log, Phase::One, &reason);
        let change = Transition {
            error: Some(reason.clone()),
            operator_mail: (!message.is_test).then_some(mail),
            envelope: progress.envelope.clone(),
            ..Transition::new(progress.status, LogStatus::Failed, RunChange::Fail)
        };
        if !self.write_until_stored(message, change).await.map_err(write_failure)? {
            return self.stop(progress).await;
        }
        progress.message.log.error_message = Some(reason);
        progress.status = LogStatus::Failed;
        Ok(Continue::Continue(()))
    }

    /// The queue counts the failures of all steps together. A limit counts those of one.
    async fn count_failure(&self, progress: &Progress, item: &QueueItem) -> Result<(), StoreError> {
        let Some(series) = progress.failed else { return Ok(()) };
        let job = MessageJob::with_failures(progress.message.log.id, progress.history.counts_with(series));
        let item = item.clone();
        let unit = self.store.write::<_, StoreError, _>(Schema::It, move |conn| {
            async move { queue::put_payload(conn, &item, &job).await }.boxed()
        });
        unit.await
    }

    /// After the reason why the message failed or was skipped.
    async fn record_note(&self, progress: &Progress) -> Result<(), StoreError> {
        let log = &progress.message.log;
        let texts: Vec<&str> =
            [&log.error_message, &progress.reason].into_iter().flatten().map(String::as_str).collect();
        self.set_note(log, texts.join("; ")).await
    }

    /// The row and the health of the watcher show a destination that cannot be used, not only the log of the service.
    async fn note_filing_error(&self, progress: &Progress) -> Result<(), StoreError> {
        let log = &progress.message.log;
        match progress.filing_note() {
            Some(text) if log.error_message.as_ref() != Some(text) => self.set_note(log, text.clone()).await,
            _ => Ok(()),
        }
    }

    async fn set_note(&self, log: &LogEntry, text: String) -> Result<(), StoreError> {
        let row = log.run_key();
        let unit = self.store.write::<_, StoreError, _>(Schema::It, move |conn| {
            async move { log::set_note(conn, &row, &text).await }.boxed()
        });
        unit.await
    }

    pub(super) async fn write(
        &self,
        message: &ClaimedMessage,
        change: Transition,
    ) -> Result<TransitionResult, WatcherError> {
        let (row, secrets, now) = (MessageRow::from(message), self.secrets.clone(), self.clock.now());
        let unit = self
            .store
            .write(Schema::It, move |conn| async move { transition(conn, &row, change, &secrets, now).await }.boxed());
        unit.await
    }

    /// The outcome of Phase 1 must not be lost during a database outage: the message would stay in `Processing` until an
    /// operator retries it. Returns false if the row was ended, or belongs to another run by now. A commit may have succeeded
    /// although its acknowledgment was lost: then the row is found in the new status, under this run.
    pub(super) async fn write_until_stored(
        &self,
        message: &ClaimedMessage,
        change: Transition,
    ) -> Result<bool, WatcherError> {
        let mut attempts = 0;
        let attempt = || {
            attempts += 1;
            let (change, is_first) = (change.clone(), attempts == 1);
            async move {
                let to = change.to;
                let is_written = self.write(message, change).await?.is_written;
                if is_written || is_first {
                    return Ok(is_written);
                }
                let found = log::get(&mut self.store.reader().await?, message.log.id).await?;
                Ok(found.is_some_and(|row| row.run_id == message.log.run_id && row.status == to))
            }
            .boxed()
        };
        retry_until_stored(self.clock.as_ref(), WatcherError::is_transient, attempt).await
    }

    async fn clean_up(&self, message: &ClaimedMessage) -> Result<(), WatcherError> {
        self.working_folder(message).delete_from_disk().await
    }
}

/// A write that the database rejects permanently is dead-lettered, so that operators see it.
fn write_failure(error: WatcherError) -> JobFailure {
    match error {
        WatcherError::Store(error) => error.into(),
        other => other.into(),
    }
}
