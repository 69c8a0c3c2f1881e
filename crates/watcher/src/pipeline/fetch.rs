//! Fetches a message with its attachments and interprets the provider's response.

use super::Pipeline;
use super::claimed_message::ClaimedMessage;
use super::fetch_failure::{Attempts, MessagePart, is_final};
use super::plan::FetchOutcome;
use crate::context_seed::SeedAttachment;
use crate::error::WatcherError;
use crate::filter::{exclusion_reason, is_new_enough};
use stormwire_graph::{MailError, Message};
use stormwire_store::tables::claim::TriggerEvent;

pub(super) enum FetchResult {
    Fetched {
        mail: Box<Message>,
        attachments: Vec<SeedAttachment>,
    },
    /// Why the filters exclude it.
    Filtered {
        mail: Box<Message>,
        reason: String,
    },
    TooOld(Box<Message>),
    /// A test message of stormwire.
    Canary(Box<Message>),
    Failed(FetchFailure),
}

pub(super) struct FetchFailure {
    /// Without its attachments, if it was read.
    pub(super) mail: Option<Box<Message>>,
    /// For the operator.
    pub(super) reason: String,
    pub(super) error: WatcherError,
    pub(super) is_final: bool,
}

/// Why the attachments of a message cannot be read.
pub(super) struct AttachmentError {
    /// `None` if they could not be listed.
    pub(super) name: Option<String>,
    pub(super) error: WatcherError,
}

impl FetchResult {
    pub(super) fn outcome(&self) -> FetchOutcome {
        match self {
            Self::Fetched { .. } => FetchOutcome::Fetched,
            Self::Filtered { .. } | Self::Canary(_) => FetchOutcome::Filtered,
            Self::TooOld(_) => FetchOutcome::TooOld,
            Self::Failed(FetchFailure { is_final, .. }) => FetchOutcome::Failed { is_final: *is_final },
        }
    }
}

impl Pipeline {
    pub(super) async fn fetch(&self, message: &ClaimedMessage, attempts: Attempts) -> FetchResult {
        let mail = match self.read(message).await {
            Ok(mail) => Box::new(mail),
            Err(error) => return FetchResult::Failed(message_failure(error, attempts)),
        };
        match self.recognize_canary(message, &mail).await {
            Ok(true) => return FetchResult::Canary(mail),
            Ok(false) => {}
            Err(error) => return FetchResult::Failed(message_failure(error, attempts)),
        }
        // `processExisting` is about detection: what a person retries or replays always runs.
        let is_manual = message.log.trigger_event == TriggerEvent::Manual;
        if !is_manual && !is_new_enough(&message.watcher, Some(mail.received_at)) {
            return FetchResult::TooOld(mail);
        }
        if let Some(reason) = exclusion_reason(&message.watcher.fields, self.own_address.as_deref(), &mail) {
            return FetchResult::Filtered { mail, reason };
        }
        match self.attachments(message).await {
            Ok(attachments) => FetchResult::Fetched { mail, attachments },
            Err(error) => FetchResult::Failed(attachment_failure(mail, error, attempts)),
        }
    }

    async fn read(&self, message: &ClaimedMessage) -> Result<Message, WatcherError> {
        let open = self.mailboxes.open(&message.watcher.fields).await?;
        Ok(open.mailbox.message(&message.key).await?)
    }
}

fn message_failure(error: WatcherError, attempts: Attempts) -> FetchFailure {
    let reason = match &error {
        WatcherError::Mail(MailError::NotFound { .. }) => format!("message not found: {error}"),
        _ => format!("cannot read the message: {error}"),
    };
    let is_final = matches!(&error, WatcherError::Mail(mail) if is_final(mail, MessagePart::Message, attempts));
    FetchFailure { mail: None, reason, error, is_final }
}

fn attachment_failure(mail: Box<Message>, failed: AttachmentError, attempts: Attempts) -> FetchFailure {
    let AttachmentError { name, error } = failed;
    let reason = match name {
        Some(name) => format!("cannot read attachment {name:?}: {error}"),
        None => format!("cannot read the attachments: {error}"),
    };
    let is_final = matches!(&error, WatcherError::Mail(mail) if is_final(mail, MessagePart::Attachments, attempts));
    FetchFailure { mail: Some(mail), reason, error, is_final }
}
