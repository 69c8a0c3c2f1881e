//! Phase 1: starts the workflow of a message and runs the actions before the message is filed.

use super::Pipeline;
use super::claimed_message::ClaimedMessage;
use super::transition::{RunChange, Transition};
use crate::error::WatcherError;
use stormwire_store::tables::action::Action;
use stormwire_store::tables::log::{LogStatus, MessageEnvelope};
use stormwire_store::tables::watcher::WatcherKind;
use stormwire_workflow::{Context, Phase, PhaseEnd};

impl Pipeline {
    /// Commits `Processing` just before the first action. Returns false if the row was ended or belongs to another run by now.
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
        self.write_until_stored(message, change).await
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
