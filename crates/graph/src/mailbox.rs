//! What can be asked of a mailbox.

use crate::{
    Address, Attachment, AttachmentId, DeltaLink, FolderId, MailError, Message, MessageKey, Outgoing, PageLink,
    Subscription, SubscriptionId, SubscriptionRequest,
};
use futures_util::future::BoxFuture;
use jiff::Timestamp;
use tokio::io::AsyncWrite;

/// What a call gives, some time later.
pub type Answer<'a, T> = BoxFuture<'a, Result<T, MailError>>;

/// One mailbox under one credential. Calls may be dropped at any time; what the provider got by then stays done.
pub trait Mailbox: Send + Sync {
    /// The whole tree, hidden folders included, parents before their children; search folders are left out.
    fn folders(&self) -> Answer<'_, Vec<Folder>>;

    /// The folder at a path such as `Inbox/Storm alerts`, whatever the case. The first name may be a well-known one of
    /// the provider (`inbox`, `archive`, `deleteditems`, …), which wins over a display name. A name may hold a slash.
    fn folder_by_path<'a>(&'a self, path: &'a str) -> Answer<'a, Folder>;

    /// The child of that name, made when there is none.
    fn child_folder<'a>(&'a self, parent: &'a FolderId, name: &'a str) -> Answer<'a, Folder>;

    /// One page of what changed since the link, or of everything in the folder when there is none. A page may be empty
    /// with more to come; an item may come again; `removed` is no proof, ask for the message.
    fn changes<'a>(&'a self, folder: &'a FolderId, from: Option<&'a DeltaLink>) -> Answer<'a, Changes>;

    /// One page of what lies in the folder, newest first. What moves while it is read may be missed or come twice.
    fn listing<'a>(&'a self, folder: &'a FolderId, from: Option<&'a PageLink>) -> Answer<'a, Listing>;

    /// How many items lie in the folder, those that are no mail included.
    fn count<'a>(&'a self, folder: &'a FolderId) -> Answer<'a, u64>;

    /// The newest messages that lie there, at a glance: none received before `since`, at most `most` (1 to 1,000).
    fn glances<'a>(&'a self, folder: &'a FolderId, since: Timestamp, most: u16) -> Answer<'a, Vec<Glance>>;

    /// A message.
    fn message<'a>(&'a self, key: &'a MessageKey) -> Answer<'a, Message>;

    /// What is attached to it, without the contents.
    fn attachments<'a>(&'a self, key: &'a MessageKey) -> Answer<'a, Vec<Attachment>>;

    /// Writes the content of an attachment and says how many bytes it had. When it has more than `cap_bytes` it ends
    /// with [`MailError::TooLarge`]; what was written by then, as after any error, is the caller's to throw away.
    fn download<'a>(
        &'a self,
        key: &'a MessageKey,
        attachment: &'a AttachmentId,
        cap_bytes: u64,
        into: &'a mut (dyn AsyncWrite + Send + Unpin),
    ) -> Answer<'a, u64>;

    /// Moves a message; its key stays.
    fn move_to<'a>(&'a self, key: &'a MessageKey, folder: &'a FolderId) -> Answer<'a, ()>;

    /// Marks it as read.
    fn mark_read<'a>(&'a self, key: &'a MessageKey) -> Answer<'a, ()>;

    /// Adds a category behind those it has, unless it is there already in any case.
    fn add_category<'a>(&'a self, key: &'a MessageKey, name: &'a str) -> Answer<'a, ()>;

    /// Asks to be told of new messages. [`MailError::OutcomeUnknown`]: look among [`Mailbox::subscriptions`] first.
    fn subscribe<'a>(&'a self, request: &'a SubscriptionRequest) -> Answer<'a, Subscription>;

    /// Prolongs a subscription. [`MailError::NotFound`]: it is gone, make another.
    fn renew<'a>(&'a self, id: &'a SubscriptionId, minutes: u32) -> Answer<'a, Subscription>;

    /// One subscription, or none when it is gone.
    fn subscription<'a>(&'a self, id: &'a SubscriptionId) -> Answer<'a, Option<Subscription>>;

    /// All of the application registration, for other mailboxes and by other programs included.
    fn subscriptions(&self) -> Answer<'_, Vec<Subscription>>;

    /// Ends a subscription; one that is gone is fine.
    fn unsubscribe<'a>(&'a self, id: &'a SubscriptionId) -> Answer<'a, ()>;

    /// Sends a message from this mailbox. Never sent twice by itself: [`MailError::OutcomeUnknown`] leaves it to you.
    fn send<'a>(&'a self, message: &'a Outgoing) -> Answer<'a, ()>;
}

/// A folder.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Folder {
    /// Its id.
    pub id: FolderId,
    /// Its display name, which may hold a slash.
    pub name: String,
    /// The folder above; none at the top of the mailbox. Also none where the folder was reached without its parent.
    pub parent: Option<FolderId>,
    /// How many items lie in it, those that are no mail included.
    pub total_items: u64,
    /// How many of them nobody has read.
    pub unread_items: u64,
    /// Whether people do not see it.
    pub hidden: bool,
}

/// One page of a folder's changes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Changes {
    /// In no order.
    pub items: Vec<Change>,
    /// How it goes on.
    pub next: Next,
}

/// One change.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Change {
    /// Which message.
    pub key: MessageKey,
    /// It left the folder, as far as the provider knows.
    pub removed: bool,
    /// When the mailbox got it; old for a message that was moved in.
    pub received_at: Option<Timestamp>,
}

/// How a folder's changes go on. Keep the link before asking with it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Next {
    /// Ask at once.
    More(DeltaLink),
    /// That was all; ask again later.
    Done(DeltaLink),
}

/// One page of what lies in a folder.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Listing {
    /// Newest first.
    pub items: Vec<Listed>,
    /// The next page; none after the last.
    pub next: Option<PageLink>,
}

/// A message that lies in a folder.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Listed {
    /// Which one.
    pub key: MessageKey,
    /// When the mailbox got it.
    pub received_at: Option<Timestamp>,
}

/// A message as its list shows it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Glance {
    /// Which message.
    pub key: MessageKey,
    /// As it stands there.
    pub subject: Option<String>,
    /// Who sent it.
    pub from: Option<Address>,
    /// When the mailbox got it.
    pub received_at: Option<Timestamp>,
}
