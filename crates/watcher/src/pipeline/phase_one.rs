//! Phase 1: starts the workflow of a message and runs the actions before the message is filed.

use super::Pipeline;
use super::claimed_message::ClaimedMessage;
use super::transition::{RunChange, Transition};
use crate::error::WatcherError;
use futures_util::FutureExt;
use stormwire_store::queue::retry_until_stored;
use stormwire_store::tables::action::Action;
use stormwire_store::tables::log::{self, LogEntry, LogStatus, MessageEnvelope};
use stormwire_store::tables::watcher::WatcherKind;
use stormwire_workflow::{Context, Phase, PhaseEnd};

impl Pipeline {
    /// Commits `Processing` just before the first action. Returns false if the row belongs to another run by now. A commit
    /// may have succeeded although its acknowledgment was lost: then the row is found in `Processing`, under this run.
    pub(super) async fn begin_processing(
        &self,
        message: &ClaimedMessage,
        envelope: MessageEnvelope,
    ) -> Result<bool, WatcherError> {
        let kind = message.watcher.fields.kind;
        if let Some(received_at) = envelope.received_at.filter(|_| kind == WatcherKind::Mailbox) {
            let delay = message.log.detected_at.0.duration_since(received_at).as_secs_f64();
            metrics::histogram!("stormwire_received_to_claimed_seconds").record(delay.max(0.0));
        }
        let begin = RunChange::Begin(kind.trigger());
        let change = Transition {
            envelope: Some(envelope),
            ..Transition::new(LogStatus::Detected, LogStatus::Processing, begin)
        };
        let mut attempts = 0;
        let attempt = || {
            attempts += 1;
            let (change, is_first) = (change.clone(), attempts == 1);
            async move {
                let is_written = self.write(message, change).await?.is_written;
                if is_written || is_first {
                    return Ok(is_written);
                }
                let found = log::get(&mut self.store.reader().await?, message.log.id).await?;
                let is_ours = |row: &LogEntry| row.run_id == message.log.run_id && row.status == LogStatus::Processing;
                Ok(found.as_ref().is_some_and(is_ours))
            }
            .boxed()
        };
        retry_until_stored(self.clock.as_ref(), WatcherError::is_transient, attempt).await
    }

    pub(super) async fn run_actions(
        &self,
        message: &ClaimedMessage,
        actions: &[Action],
        context: &mut Context,
    ) -> Result<PhaseEnd, WatcherError> {
        let run = message.run();
        let end = self.runner.run(&run, Phase::One, actions, context).await?;
        if end != PhaseEnd::Done {
            self.runner.skip(&run, Phase::Two, actions).await?;
        }
        Ok(end)
    }
}
