//! Fetches a message and interprets the provider's response.

use super::Pipeline;
use super::claimed_message::ClaimedMessage;
use super::plan::FetchOutcome;
use crate::delivery::canary_mark::{self, CanaryMark};
use crate::error::WatcherError;
use crate::filter::{exclusion_reason, is_new_enough};
use futures_util::FutureExt;
use stormwire_graph::{MailError, Message};
use stormwire_store::queue::QueueItem;
use stormwire_store::tables::claim::TriggerEvent;
use stormwire_store::tables::delivery;
use stormwire_store::{Schema, StoreError};

/// A message that an operator replays by id is either found at once or does not exist.
const REPLAY_ATTEMPTS: u32 = 2;

pub(super) enum FetchResult {
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

impl FetchResult {
    pub(super) fn outcome(&self) -> FetchOutcome {
        match self {
            Self::Message(_) => FetchOutcome::Fetched,
            Self::Filtered(..) => FetchOutcome::Filtered,
            Self::TooOld => FetchOutcome::TooOld,
            Self::NotFound { is_final, .. } => FetchOutcome::NotFound { is_final: *is_final },
            Self::Unreadable(_) => FetchOutcome::Unreadable,
            Self::Unavailable(_) => FetchOutcome::Unavailable,
        }
    }
}

impl Pipeline {
    pub(super) async fn fetch(&self, message: &ClaimedMessage, item: &QueueItem) -> FetchResult {
        let open = match self.mailboxes.open(&message.watcher.fields).await {
            Ok(open) => open,
            Err(error) => return FetchResult::Unavailable(error),
        };
        match open.mailbox.message(&message.key).await {
            Ok(mail) => match self.recognize_canary(message, &mail).await {
                Ok(Some(reason)) => FetchResult::Filtered(Box::new(mail), reason),
                Ok(None) => self.filter(message, mail),
                Err(error) => FetchResult::Unavailable(error),
            },
            // Graph rejects malformed ids.
            Err(error @ (MailError::NotFound { .. } | MailError::Rejected { .. })) => {
                let is_final = message.log.trigger_event == TriggerEvent::Manual && item.attempts > REPLAY_ATTEMPTS;
                FetchResult::NotFound { error: error.into(), is_final }
            }
            Err(error @ MailError::TooLarge { .. }) => FetchResult::Unreadable(error),
            Err(error) => FetchResult::Unavailable(error.into()),
        }
    }

    /// A test message of stormwire: records that it has arrived. Returns why it is not processed.
    async fn recognize_canary(&self, message: &ClaimedMessage, mail: &Message) -> Result<Option<String>, WatcherError> {
        let Some(mark) = canary_mark::recognize(&self.secrets, mail)? else { return Ok(None) };
        let (CanaryMark { watcher_id, nonce }, now) = (mark, self.clock.now());
        // Another watcher of the same mailbox sees it too; only its own one counts it.
        if watcher_id == message.watcher.id {
            let unit = self.store.write::<_, StoreError, _>(Schema::It, move |conn| {
                async move { delivery::put_canary_seen(conn, watcher_id, &nonce, now).await }.boxed()
            });
            unit.await?;
        }
        Ok(Some("a test message of stormwire".into()))
    }

    fn filter(&self, message: &ClaimedMessage, mail: Message) -> FetchResult {
        if !is_new_enough(&message.watcher, Some(mail.received_at)) {
            return FetchResult::TooOld;
        }
        match exclusion_reason(&message.watcher.fields, self.own_address.as_deref(), &mail) {
            Some(reason) => FetchResult::Filtered(Box::new(mail), reason),
            None => FetchResult::Message(Box::new(mail)),
        }
    }
}
