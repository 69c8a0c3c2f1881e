//! The operations of a mailbox.

use crate::error::MailError;
use crate::id::{AttachmentId, DeltaLink, FolderId, MessageKey, PageLink, SubscriptionId};
use crate::message::{Address, Attachment, Message, OutgoingMessage};
use crate::subscription::{Subscription, SubscriptionRequest};
use futures_util::future::BoxFuture;
use jiff::Timestamp;
use tokio::io::AsyncWrite;

/// The future result of a mailbox call.
pub type MailboxFuture<'a, T> = BoxFuture<'a, Result<T, MailError>>;

/// One mailbox, accessed with one credential. Dropping a call does not undo what the provider has already received.
pub trait Mailbox: Send + Sync {
    /// The whole folder tree with hidden folders, parents before their children. Search folders are left out.
    fn folders(&self) -> MailboxFuture<'_, Vec<Folder>>;

    /// The folder at a path such as `Inbox/Storm alerts`, ignoring case. The first name may be a well-known name of the
    /// provider (`inbox`, `archive`, `deleteditems`, …), which wins over a display name. Names may contain slashes.
    fn folder_by_path<'a>(&'a self, path: &'a str) -> MailboxFuture<'a, Folder>;

    /// The child folder with this name, created if missing.
    fn child_folder<'a>(&'a self, parent: &'a FolderId, name: &'a str) -> MailboxFuture<'a, Folder>;

    /// One page of the changes since the link, or of everything in the folder without a link. A page may be empty although
    /// more follow, items may repeat, and `removed` is not reliable: read the message to be sure.
    fn changes<'a>(&'a self, folder: &'a FolderId, from: Option<&'a DeltaLink>) -> MailboxFuture<'a, ChangesPage>;

    /// One page of the messages in the folder, newest first. Messages that move between two pages may be missed or repeat.
    fn listing<'a>(&'a self, folder: &'a FolderId, from: Option<&'a PageLink>) -> MailboxFuture<'a, ListingPage>;

    /// The number of items in the folder, including items that are not mail.
    fn count<'a>(&'a self, folder: &'a FolderId) -> MailboxFuture<'a, u64>;

    /// Summaries of the newest messages received at or after `since`, at most `limit` (1 to 1,000).
    fn message_summaries<'a>(
        &'a self,
        folder: &'a FolderId,
        since: Timestamp,
        limit: u16,
    ) -> MailboxFuture<'a, Vec<MessageSummary>>;

    fn message<'a>(&'a self, key: &'a MessageKey) -> MailboxFuture<'a, Message>;

    /// The attachments of a message, without their content.
    fn attachments<'a>(&'a self, key: &'a MessageKey) -> MailboxFuture<'a, Vec<Attachment>>;

    /// Writes the content of an attachment and returns its length. Fails with [`MailError::TooLarge`] if there are more than
    /// `max_bytes`. After an error the caller discards what was written.
    fn download<'a>(
        &'a self,
        key: &'a MessageKey,
        attachment: &'a AttachmentId,
        max_bytes: u64,
        into: &'a mut (dyn AsyncWrite + Send + Unpin),
    ) -> MailboxFuture<'a, u64>;

    /// Moves a message. Its key stays the same.
    fn move_to<'a>(&'a self, key: &'a MessageKey, folder: &'a FolderId) -> MailboxFuture<'a, ()>;

    fn mark_read<'a>(&'a self, key: &'a MessageKey) -> MailboxFuture<'a, ()>;

    /// Appends a category unless the message already has it, ignoring case.
    fn add_category<'a>(&'a self, key: &'a MessageKey, name: &'a str) -> MailboxFuture<'a, ()>;

    /// Subscribes to new messages. After [`MailError::OutcomeUnknown`], check [`Mailbox::subscriptions`] before retrying.
    fn subscribe<'a>(&'a self, request: &'a SubscriptionRequest) -> MailboxFuture<'a, Subscription>;

    /// Extends a subscription. [`MailError::NotFound`] means that it no longer exists: create another.
    fn renew<'a>(&'a self, id: &'a SubscriptionId, minutes: u32) -> MailboxFuture<'a, Subscription>;

    /// `None` if the subscription no longer exists.
    fn subscription<'a>(&'a self, id: &'a SubscriptionId) -> MailboxFuture<'a, Option<Subscription>>;

    /// All subscriptions of the application registration, including those for other mailboxes and by other programs.
    fn subscriptions(&self) -> MailboxFuture<'_, Vec<Subscription>>;

    /// Deletes a subscription. Succeeds if it no longer exists.
    fn unsubscribe<'a>(&'a self, id: &'a SubscriptionId) -> MailboxFuture<'a, ()>;

    /// Sends a message from this mailbox. Never sends twice: after [`MailError::OutcomeUnknown`] the caller decides.
    fn send<'a>(&'a self, message: &'a OutgoingMessage) -> MailboxFuture<'a, ()>;
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Folder {
    pub id: FolderId,
    /// The display name, which may contain a slash.
    pub name: String,
    /// `None` for top-level folders, and for folders that were found by their well-known name.
    pub parent: Option<FolderId>,
    /// Includes items that are not mail.
    pub total_items: u64,
    pub unread_items: u64,
    /// Whether mail programs do not show it.
    pub hidden: bool,
}

/// One page of a folder's changes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChangesPage {
    /// In no particular order.
    pub items: Vec<MessageChange>,
    pub next: NextChanges,
}

/// A message that was added to a folder, changed or removed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MessageChange {
    pub key: MessageKey,
    /// It left the folder, as far as the provider knows.
    pub removed: bool,
    /// When the mailbox received it, which may be long ago for a message that was moved into the folder.
    pub received_at: Option<Timestamp>,
}

/// How to continue with a folder's changes. Store the link before using it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NextChanges {
    /// There are more pages now.
    More(DeltaLink),
    /// This was the last page. Use the link at the next poll.
    Done(DeltaLink),
}

/// One page of the messages in a folder.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ListingPage {
    /// Newest first.
    pub items: Vec<ListedMessage>,
    /// `None` on the last page.
    pub next: Option<PageLink>,
}

/// A message in a listing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ListedMessage {
    pub key: MessageKey,
    pub received_at: Option<Timestamp>,
}

/// A message as a list of messages shows it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MessageSummary {
    pub key: MessageKey,
    pub subject: Option<String>,
    pub from: Option<Address>,
    pub received_at: Option<Timestamp>,
}
