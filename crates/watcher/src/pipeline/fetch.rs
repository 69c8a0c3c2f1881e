//! Fetches a message and interprets the provider's response.

use super::Pipeline;
use super::claimed_message::ClaimedMessage;
use super::plan::Fetch;
use crate::error::WatcherError;
use crate::filter::{is_new_enough, mismatch};
use stormwire_graph::{MailError, Message};
use stormwire_store::queue::QueueItem;
use stormwire_store::tables::claim::TriggerEvent;

/// A message that an operator replays by id is either found at once or does not exist.
const REPLAY_ATTEMPTS: u32 = 2;

pub(super) enum Fetched {
    Message(Box<Message>),
    /// The message, and why the filters exclude it.
    Filtered(Box<Message>, String),
    TooOld,
    NotFound {
        error: WatcherError,
        is_final: bool,
    },
    Unreadable(MailError),
    Unavailable(WatcherError),
}

impl Fetched {
    pub(super) fn outcome(&self) -> Fetch {
        match self {
            Self::Message(_) => Fetch::Fetched,
            Self::Filtered(..) => Fetch::Filtered,
            Self::TooOld => Fetch::TooOld,
            Self::NotFound { is_final, .. } => Fetch::NotFound { is_final: *is_final },
            Self::Unreadable(_) => Fetch::Unreadable,
            Self::Unavailable(_) => Fetch::Unavailable,
        }
    }
}

impl Pipeline {
    pub(super) async fn fetch(&self, message: &ClaimedMessage, item: &QueueItem) -> Fetched {
        let open = match self.mailboxes.open(&message.watcher.fields).await {
            Ok(open) => open,
            Err(error) => return Fetched::Unavailable(error),
        };
        match open.mailbox.message(&message.key).await {
            Ok(mail) => self.filter(message, mail),
            // Graph rejects malformed ids.
            Err(error @ (MailError::NotFound { .. } | MailError::Rejected { .. })) => {
                let is_final = message.log.trigger_event == TriggerEvent::Manual && item.attempts > REPLAY_ATTEMPTS;
                Fetched::NotFound { error: error.into(), is_final }
            }
            Err(error @ MailError::TooLarge { .. }) => Fetched::Unreadable(error),
            Err(error) => Fetched::Unavailable(error.into()),
        }
    }

    fn filter(&self, message: &ClaimedMessage, mail: Message) -> Fetched {
        if !is_new_enough(&message.watcher, Some(mail.received_at)) {
            return Fetched::TooOld;
        }
        match mismatch(&message.watcher.fields, self.own_address.as_deref(), &mail) {
            Some(reason) => Fetched::Filtered(Box::new(mail), reason),
            None => Fetched::Message(Box::new(mail)),
        }
    }
}
