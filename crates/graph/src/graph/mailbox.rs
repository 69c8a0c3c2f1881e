//! A mailbox at Graph: each call is one function of its noun's file.

use super::call::{Call, Target};
use super::caller::Caller;
use super::json::{self, Page};
use super::{attachments, changes, folders, messages, sending, subscriptions, url};
use crate::{
    Answer, Attachment, AttachmentId, Changes, DeltaLink, Folder, FolderId, Glance, Listing, MailError, Mailbox,
    Message, MessageKey, Outgoing, PageLink, Reason, Subscription, SubscriptionId, SubscriptionRequest,
};
use ::url::Url;
use jiff::Timestamp;
use serde::de::DeserializeOwned;
use tokio::io::AsyncWrite;

/// One mailbox under one credential.
pub(super) struct GraphMailbox {
    pub caller: Caller,
    pub address: String,
}

/// How many requests a listing of many pages may still make.
pub(super) struct Budget {
    left: usize,
    whole: usize,
}

impl GraphMailbox {
    /// An address within the mailbox.
    pub(super) fn url(&self, call: &'static str, segments: &[&str], query: &[(&str, &str)]) -> Result<Url, MailError> {
        let whole: Vec<&str> = ["users", self.address.as_str()].iter().chain(segments).copied().collect();
        self.root(call, &whole, query)
    }

    /// An address beside the mailboxes.
    pub(super) fn root(&self, call: &'static str, segments: &[&str], query: &[(&str, &str)]) -> Result<Url, MailError> {
        url::below(&self.caller.provider.base, segments, query).ok_or_else(|| {
            let reason = Reason { code: String::new(), message: "an address or id is empty".into() };
            MailError::Refused { call, status: "bad request".into(), reason }
        })
    }

    /// A link that was kept. One to elsewhere is never followed: it was made by another provider, or by nobody good.
    pub(super) fn kept_link(&self, call: &'static str, link: &str) -> Result<Url, MailError> {
        url::own(&self.caller.provider.base, link).ok_or_else(|| {
            let reason = Reason { code: String::new(), message: "the link leads to another host".into() };
            MailError::SyncStateLost { call, reason }
        })
    }

    /// A link in a reply.
    pub(super) fn told_link(&self, call: &'static str, link: &str) -> Result<Url, MailError> {
        url::own(&self.caller.provider.base, link)
            .ok_or_else(|| MailError::Unreadable { call, what: "a link leads to another host".into() })
    }

    /// Makes a call and reads the reply.
    pub(super) async fn read<T: DeserializeOwned>(&self, call: &Call) -> Result<T, MailError> {
        json::read(call.name, &self.caller.whole(call).await?)
    }

    /// Makes a call and those for all pages that follow.
    pub(super) async fn pages<T: DeserializeOwned>(
        &self,
        first: Call,
        budget: &mut Budget,
    ) -> Result<Vec<T>, MailError> {
        let mut items = vec![];
        let mut call = first;
        loop {
            budget.take(call.name)?;
            let page: Page<T> = self.read(&call).await?;
            items.extend(json::need(call.name, "value", page.value)?);
            let Some(link) = page.next else { return Ok(items) };
            call.url = self.told_link(call.name, &link)?;
        }
    }

    pub(super) fn budget(&self) -> Budget {
        let whole = self.caller.provider.exchange.limits.pages;
        Budget { left: whole, whole }
    }

    /// A call about a folder's changes or listing, from its beginning or from a link.
    pub(super) fn place(
        &self,
        name: &'static str,
        from: Option<&str>,
        beginning: impl FnOnce() -> Result<Url, MailError>,
    ) -> Result<Call, MailError> {
        let (url, target) = match from {
            Some(link) => (self.kept_link(name, link)?, Target::Link),
            None => (beginning()?, Target::Beginning),
        };
        Ok(Call::get(name, url).about(target))
    }
}

impl Budget {
    fn take(&mut self, call: &'static str) -> Result<(), MailError> {
        let limit = || format!("{} requests can list", self.whole);
        self.left = self.left.checked_sub(1).ok_or_else(|| MailError::TooLarge { call, limit: limit() })?;
        Ok(())
    }
}

impl Mailbox for GraphMailbox {
    fn folders(&self) -> Answer<'_, Vec<Folder>> {
        Box::pin(folders::tree(self))
    }

    fn folder_by_path<'a>(&'a self, path: &'a str) -> Answer<'a, Folder> {
        Box::pin(folders::by_path(self, path))
    }

    fn child_folder<'a>(&'a self, parent: &'a FolderId, name: &'a str) -> Answer<'a, Folder> {
        Box::pin(folders::child(self, parent, name))
    }

    fn changes<'a>(&'a self, folder: &'a FolderId, from: Option<&'a DeltaLink>) -> Answer<'a, Changes> {
        Box::pin(changes::changes(self, folder, from))
    }

    fn listing<'a>(&'a self, folder: &'a FolderId, from: Option<&'a PageLink>) -> Answer<'a, Listing> {
        Box::pin(changes::listing(self, folder, from))
    }

    fn count<'a>(&'a self, folder: &'a FolderId) -> Answer<'a, u64> {
        Box::pin(folders::count(self, folder))
    }

    fn glances<'a>(&'a self, folder: &'a FolderId, since: Timestamp, most: u16) -> Answer<'a, Vec<Glance>> {
        Box::pin(messages::glances(self, folder, since, most))
    }

    fn message<'a>(&'a self, key: &'a MessageKey) -> Answer<'a, Message> {
        Box::pin(messages::message(self, key))
    }

    fn attachments<'a>(&'a self, key: &'a MessageKey) -> Answer<'a, Vec<Attachment>> {
        Box::pin(attachments::list(self, key))
    }

    fn download<'a>(
        &'a self,
        key: &'a MessageKey,
        attachment: &'a AttachmentId,
        cap_bytes: u64,
        into: &'a mut (dyn AsyncWrite + Send + Unpin),
    ) -> Answer<'a, u64> {
        Box::pin(attachments::download(self, key, attachment, cap_bytes, into))
    }

    fn move_to<'a>(&'a self, key: &'a MessageKey, folder: &'a FolderId) -> Answer<'a, ()> {
        Box::pin(messages::move_to(self, key, folder))
    }

    fn mark_read<'a>(&'a self, key: &'a MessageKey) -> Answer<'a, ()> {
        Box::pin(messages::mark_read(self, key))
    }

    fn add_category<'a>(&'a self, key: &'a MessageKey, name: &'a str) -> Answer<'a, ()> {
        Box::pin(messages::add_category(self, key, name))
    }

    fn subscribe<'a>(&'a self, request: &'a SubscriptionRequest) -> Answer<'a, Subscription> {
        Box::pin(subscriptions::subscribe(self, request))
    }

    fn renew<'a>(&'a self, id: &'a SubscriptionId, minutes: u32) -> Answer<'a, Subscription> {
        Box::pin(subscriptions::renew(self, id, minutes))
    }

    fn subscription<'a>(&'a self, id: &'a SubscriptionId) -> Answer<'a, Option<Subscription>> {
        Box::pin(subscriptions::one(self, id))
    }

    fn subscriptions(&self) -> Answer<'_, Vec<Subscription>> {
        Box::pin(subscriptions::list(self))
    }

    fn unsubscribe<'a>(&'a self, id: &'a SubscriptionId) -> Answer<'a, ()> {
        Box::pin(subscriptions::unsubscribe(self, id))
    }

    fn send<'a>(&'a self, message: &'a Outgoing) -> Answer<'a, ()> {
        Box::pin(sending::send(self, message))
    }
}
