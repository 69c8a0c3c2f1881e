//! A message that is in `Processing` although no process works on it: continues it, or leaves it to an operator.

use super::Pipeline;
use super::claimed_message::ClaimedMessage;
use super::resume::{ResumeDecision, decide};
use crate::error::WatcherError;
use crate::operator_mail;
use futures_util::FutureExt;
use stormwire_mailer::operator;
use stormwire_store::tables::action;
use stormwire_store::tables::log;
use stormwire_store::tables::workflow::{self, RunStatus};
use stormwire_store::{RunId, Schema, StoreError};
use stormwire_workflow::RepeatSafety;

impl Pipeline {
    /// Returns whether the message is back in `Detected`, under a new run.
    pub(super) async fn resume_or_wait(&self, message: &ClaimedMessage) -> Result<bool, WatcherError> {
        match self.decide_interrupted(message).await? {
            ResumeDecision::Resume => self.resume(message).await,
            ResumeDecision::WaitQuietly => Ok(false),
            ResumeDecision::Wait(why) => {
                self.note_interruption(message, &why).await?;
                Ok(false)
            }
        }
    }

    async fn decide_interrupted(&self, message: &ClaimedMessage) -> Result<ResumeDecision, StoreError> {
        let mut conn = self.store.reader().await?;
        let steps = workflow::list_steps(&mut conn, &message.log.run_id).await?;
        let actions = action::list(&mut conn, message.watcher.id).await?;
        let handlers = self.runner.handlers();
        let repeat_safety = |action: &action::Action| {
            let handler = handlers.find(&action.action_type);
            handler.map_or(RepeatSafety::Duplicates, |handler| handler.repeat_safety(&action.config))
        };
        Ok(decide(message.watcher.fields.resume, &message.log, &steps, &actions, repeat_safety))
    }

    /// Starts over under a new run, as a retry does.
    async fn resume(&self, message: &ClaimedMessage) -> Result<bool, WatcherError> {
        let (row, run_id, now) = (message.log.run_key(), RunId::new(self.rng.uuid()), self.clock.now());
        let unit = self.store.write::<_, StoreError, _>(Schema::It, move |conn| {
            async move {
                let is_resumed = log::resume(conn, &row, &run_id).await?;
                if is_resumed {
                    workflow::end_run(conn, &row.run_id, RunStatus::Failed, now).await?;
                }
                Ok(is_resumed)
            }
            .boxed()
        });
        let is_resumed = unit.await?;
        if is_resumed {
            tracing::info!(log_id = %message.log.id, "resumed a message whose processing was interrupted");
            metrics::counter!("stormwire_resumes_total").increment(1);
            self.working_folder(message).delete_from_disk().await?;
        }
        Ok(is_resumed)
    }

    async fn note_interruption(&self, message: &ClaimedMessage, why: &str) -> Result<(), StoreError> {
        let text =
            format!("Processing was interrupted and does not resume by itself: {why}. Retry or dismiss the message.");
        if message.log.error_message.as_deref() == Some(&text) {
            return Ok(());
        }
        let mail = operator_mail::run_interrupted(&message.watcher, &message.log, &text);
        let mail = (!message.is_test).then_some(mail);
        let (row, now) = (message.log.run_key(), self.clock.now());
        let unit = self.store.write::<_, StoreError, _>(Schema::It, move |conn| {
            async move {
                log::set_note(conn, &row, &text).await?;
                match mail {
                    Some(mail) => operator::enqueue(conn, mail, now).await,
                    None => Ok(()),
                }
            }
            .boxed()
        });
        unit.await
    }
}
