//! Fetches what was claimed. For a message: with its attachments, and interprets the provider's response.

use super::Pipeline;
use super::canary::CANARY_REASON;
use super::claimed_message::ClaimedMessage;
use super::failure_series::{FailureHistory, FailureSeries};
use super::fetch_failure::{MessagePart, failure_series};
use super::plan::FetchOutcome;
use crate::context_seed::{Provenance, initial_context};
use crate::error::WatcherError;
use crate::filter::{exclusion_reason, is_new_enough};
use crate::mailboxes::OpenMailbox;
use stormwire_graph::{MailError, Message};
use stormwire_store::tables::claim::TriggerEvent;
use stormwire_store::tables::log::MessageEnvelope;
use stormwire_store::tables::watcher::WatcherKind;
use stormwire_workflow::Context;

pub(super) const TOO_OLD_REASON: &str =
    "received before this watcher was created, which processes only what is new (processExisting)";

pub(super) enum FetchResult {
    Fetched {
        envelope: MessageEnvelope,
        /// The context that the workflow starts with.
        context: Context,
    },
    /// Why the filters exclude it.
    Filtered {
        envelope: MessageEnvelope,
        reason: String,
    },
    /// Not processed for a reason that the filters do not decide.
    Skipped {
        envelope: MessageEnvelope,
        reason: &'static str,
        is_left_in_place: bool,
    },
    Failed(FetchFailure),
}

pub(super) struct FetchFailure {
    /// If it was read before the failure.
    pub(super) envelope: Option<MessageEnvelope>,
    /// For the operator.
    pub(super) reason: String,
    pub(super) error: WatcherError,
    pub(super) series: FailureSeries,
}

/// Why the attachments of a message cannot be read.
pub(super) struct AttachmentError {
    /// `None` if they could not be listed.
    pub(super) name: Option<String>,
    pub(super) error: WatcherError,
}

impl FetchResult {
    pub(super) fn outcome(&self, history: &FailureHistory) -> FetchOutcome {
        match self {
            Self::Fetched { .. } => FetchOutcome::Fetched,
            Self::Filtered { .. } | Self::Skipped { .. } => FetchOutcome::Filtered,
            Self::Failed(FetchFailure { series, .. }) => {
                FetchOutcome::Failed { is_final: series.has_ended(history.attempts(*series)) }
            }
        }
    }
}

impl Pipeline {
    pub(super) async fn fetch(&self, message: &ClaimedMessage) -> FetchResult {
        match message.watcher.fields.kind {
            WatcherKind::Mailbox => self.fetch_mail(message).await,
            WatcherKind::StatusEvent => self.fetch_status_event(message).await,
            WatcherKind::File => self.fetch_file(message).await,
        }
    }

    async fn fetch_mail(&self, message: &ClaimedMessage) -> FetchResult {
        let (open, mail) = match self.read(message).await {
            Ok(read) => read,
            Err(error) => return FetchResult::Failed(message_failure(error)),
        };
        let envelope = envelope_of_mail(&mail);
        match self.recognize_canary(message, &mail).await {
            // Also filed by watchers that leave unmatched messages in place.
            Ok(true) => {
                return FetchResult::Skipped { envelope, reason: CANARY_REASON, is_left_in_place: false };
            }
            Ok(false) => {}
            Err(error) => return FetchResult::Failed(message_failure(error)),
        }
        // `processExisting` is about detection: what a person retries or replays always runs.
        let is_manual = message.log.trigger_event == TriggerEvent::Manual;
        if !is_manual && !is_new_enough(&message.watcher, Some(mail.received_at)) {
            return FetchResult::Skipped { envelope, reason: TOO_OLD_REASON, is_left_in_place: true };
        }
        if let Some(reason) = exclusion_reason(&message.watcher.fields, self.own_address.as_deref(), &mail) {
            return FetchResult::Filtered { envelope, reason };
        }
        match self.attachments(message, &open).await {
            Ok(attachments) => {
                let context = initial_context(&mail, &attachments, Provenance::of(&message.log));
                FetchResult::Fetched { envelope, context }
            }
            Err(error) => FetchResult::Failed(attachment_failure(envelope, error)),
        }
    }

    async fn read(&self, message: &ClaimedMessage) -> Result<(OpenMailbox, Message), WatcherError> {
        let open = self.mailboxes.open(&message.watcher.fields).await?;
        let mail = open.mailbox.message(&message.key).await?;
        Ok((open, mail))
    }
}

fn message_failure(error: WatcherError) -> FetchFailure {
    let reason = match &error {
        WatcherError::Mail(MailError::NotFound { .. }) => format!("message not found: {error}"),
        _ => format!("cannot read the message: {error}"),
    };
    FetchFailure { envelope: None, reason, series: series(&error, MessagePart::Message), error }
}

fn attachment_failure(envelope: MessageEnvelope, failed: AttachmentError) -> FetchFailure {
    let AttachmentError { name, error } = failed;
    let reason = match name {
        Some(name) => format!("cannot read attachment {name:?}: {error}"),
        None => format!("cannot read the attachments: {error}"),
    };
    FetchFailure { envelope: Some(envelope), reason, series: series(&error, MessagePart::Attachments), error }
}

fn series(error: &WatcherError, part: MessagePart) -> FailureSeries {
    match error {
        WatcherError::Mail(error) => failure_series(error, part),
        _ => FailureSeries::Source,
    }
}

fn envelope_of_mail(mail: &Message) -> MessageEnvelope {
    MessageEnvelope {
        internet_message_id: mail.internet_message_id.clone(),
        subject: mail.subject.clone(),
        from_address: mail.from.as_ref().map(|from| from.address.clone()),
        received_at: Some(mail.received_at),
        size_bytes: None,
    }
}
