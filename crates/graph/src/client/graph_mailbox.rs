//! Implements [`Mailbox`] with the functions in the files of each noun.

use super::mailbox_client::MailboxClient;
use super::{attachments, changes, folders, messages, sending, subscriptions};
use crate::id::{AttachmentId, DeltaLink, FolderId, MessageKey, PageLink, SubscriptionId};
use crate::mailbox::{ChangesPage, Folder, ListingPage, Mailbox, MailboxFuture, MessageSummary};
use crate::message::{Attachment, Message, OutgoingMessage};
use crate::subscription::{Subscription, SubscriptionRequest};
use jiff::Timestamp;
use tokio::io::AsyncWrite;

pub(super) struct GraphMailbox(pub MailboxClient);

impl Mailbox for GraphMailbox {
    fn folders(&self) -> MailboxFuture<'_, Vec<Folder>> {
        Box::pin(folders::list_all(&self.0))
    }

    fn folder_by_path<'a>(&'a self, path: &'a str) -> MailboxFuture<'a, Folder> {
        Box::pin(folders::find_by_path(&self.0, path))
    }

    fn child_folder<'a>(&'a self, parent: &'a FolderId, name: &'a str) -> MailboxFuture<'a, Folder> {
        Box::pin(folders::get_or_create_child(&self.0, parent, name))
    }

    fn changes<'a>(&'a self, folder: &'a FolderId, from: Option<&'a DeltaLink>) -> MailboxFuture<'a, ChangesPage> {
        Box::pin(changes::list_changes(&self.0, folder, from))
    }

    fn listing<'a>(&'a self, folder: &'a FolderId, from: Option<&'a PageLink>) -> MailboxFuture<'a, ListingPage> {
        Box::pin(changes::list_messages(&self.0, folder, from))
    }

    fn count<'a>(&'a self, folder: &'a FolderId) -> MailboxFuture<'a, u64> {
        Box::pin(folders::count_items(&self.0, folder))
    }

    fn message_summaries<'a>(
        &'a self,
        folder: &'a FolderId,
        since: Timestamp,
        limit: u16,
    ) -> MailboxFuture<'a, Vec<MessageSummary>> {
        Box::pin(messages::list_summaries(&self.0, folder, since, limit))
    }

    fn message<'a>(&'a self, key: &'a MessageKey) -> MailboxFuture<'a, Message> {
        Box::pin(messages::read(&self.0, key))
    }

    fn attachments<'a>(&'a self, key: &'a MessageKey) -> MailboxFuture<'a, Vec<Attachment>> {
        Box::pin(attachments::list(&self.0, key))
    }

    fn download<'a>(
        &'a self,
        key: &'a MessageKey,
        attachment: &'a AttachmentId,
        max_bytes: u64,
        into: &'a mut (dyn AsyncWrite + Send + Unpin),
    ) -> MailboxFuture<'a, u64> {
        Box::pin(attachments::download(&self.0, key, attachment, max_bytes, into))
    }

    fn move_to<'a>(&'a self, key: &'a MessageKey, folder: &'a FolderId) -> MailboxFuture<'a, ()> {
        Box::pin(messages::move_to(&self.0, key, folder))
    }

    fn mark_read<'a>(&'a self, key: &'a MessageKey) -> MailboxFuture<'a, ()> {
        Box::pin(messages::mark_read(&self.0, key))
    }

    fn add_category<'a>(&'a self, key: &'a MessageKey, name: &'a str) -> MailboxFuture<'a, ()> {
        Box::pin(messages::add_category(&self.0, key, name))
    }

    fn subscribe<'a>(&'a self, request: &'a SubscriptionRequest) -> MailboxFuture<'a, Subscription> {
        Box::pin(subscriptions::subscribe(&self.0, request))
    }

    fn renew<'a>(&'a self, id: &'a SubscriptionId, minutes: u32) -> MailboxFuture<'a, Subscription> {
        Box::pin(subscriptions::renew(&self.0, id, minutes))
    }

    fn subscription<'a>(&'a self, id: &'a SubscriptionId) -> MailboxFuture<'a, Option<Subscription>> {
        Box::pin(subscriptions::find(&self.0, id))
    }

    fn subscriptions(&self) -> MailboxFuture<'_, Vec<Subscription>> {
        Box::pin(subscriptions::list(&self.0))
    }

    fn unsubscribe<'a>(&'a self, id: &'a SubscriptionId) -> MailboxFuture<'a, ()> {
        Box::pin(subscriptions::unsubscribe(&self.0, id))
    }

    fn send<'a>(&'a self, message: &'a OutgoingMessage) -> MailboxFuture<'a, ()> {
        Box::pin(sending::send(&self.0, message))
    }
}
