//! Phase 1: starts the workflow of a message and runs the actions before the message is filed.

use super::Pipeline;
use super::claimed_message::ClaimedMessage;
use super::transition::{RunChange, Transition, envelope_of_message};
use crate::context_seed::{Provenance, SeedAttachment, initial_context};
use crate::error::WatcherError;
use futures_util::FutureExt;
use stormwire_graph::Message;
use stormwire_store::queue::retry_until_stored;
use stormwire_store::tables::action::Action;
use stormwire_store::tables::log::{self, LogEntry, LogStatus};
use stormwire_store::tables::workflow::WorkflowTrigger;
use stormwire_workflow::{Context, Phase, PhaseEnd};

/// What a workflow needs to start for a message of a mailbox watcher.
#[derive(Clone, Copy)]
pub(super) struct MailboxWatcherStart<'a> {
    /// The watcher, the log row and the run id.
    pub(super) message: &'a ClaimedMessage,
    /// The envelope and the body.
    pub(super) mail: &'a Message,
    pub(super) attachments: &'a [SeedAttachment],
    pub(super) actions: &'a [Action],
}

pub(super) struct PhaseOneEnd {
    pub(super) end: PhaseEnd,
    pub(super) context: Context,
}

impl Pipeline {
    /// Commits `Processing` just before the first action. Returns false if the row belongs to another run by now. A commit
    /// may have succeeded although its acknowledgment was lost: then the row is found in `Processing`, under this run.
    pub(super) async fn begin_processing(&self, start: MailboxWatcherStart<'_>) -> Result<bool, WatcherError> {
        let MailboxWatcherStart { message, mail, .. } = start;
        let delay = message.log.detected_at.0.duration_since(mail.received_at).as_secs_f64();
        metrics::histogram!("stormwire_received_to_claimed_seconds").record(delay.max(0.0));
        let begin = RunChange::Begin(WorkflowTrigger::MailboxWatcherJob);
        let change = Transition {
            envelope: Some(envelope_of_message(mail)),
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

    pub(super) async fn run_actions(&self, start: MailboxWatcherStart<'_>) -> Result<PhaseOneEnd, WatcherError> {
        let MailboxWatcherStart { message, mail, attachments, actions } = start;
        let (log, run) = (&message.log, message.run());
        let detected_at = log.detected_at.0;
        let from = Provenance { message_key: &log.message_key, watcher_id: message.watcher.id, detected_at };
        let mut context = initial_context(mail, attachments, from);
        let end = self.runner.run(&run, Phase::One, actions, &mut context).await?;
        if end != PhaseEnd::Done {
            self.runner.skip(&run, Phase::Two, actions).await?;
        }
        Ok(PhaseOneEnd { end, context })
    }
}
