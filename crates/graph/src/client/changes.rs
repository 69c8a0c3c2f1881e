//! Pages of a folder's changes and of the messages in it.

use super::json::{self, Page};
use super::mailbox_client::MailboxClient;
use super::urls::response_link;
use crate::error::MailError;
use crate::id::{DeltaLink, FolderId, MessageKey, PageLink};
use crate::mailbox::{ChangesPage, ListedMessage, ListingPage, MessageChange, NextChanges};
use jiff::Timestamp;
use serde::Deserialize;
use serde::de::IgnoredAny;
use url::Url;

const FIELDS: &str = "id,receivedDateTime";
const LIST_CHANGES: &str = "list changes";
const LIST_MESSAGES: &str = "list messages";

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct WireItem {
    id: Option<String>,
    received_date_time: Option<Timestamp>,
    #[serde(rename = "@removed")]
    removed: Option<IgnoredAny>,
}

/// The page size is sent as a preference, because `$top` would end the whole round early.
pub(super) async fn list_changes(
    mailbox: &MailboxClient,
    folder: &FolderId,
    from: Option<&DeltaLink>,
) -> Result<ChangesPage, MailError> {
    let segments = ["mailFolders", folder.as_str(), "messages", "delta"];
    let first_page = || mailbox.url(LIST_CHANGES, &segments, &[("$select", FIELDS)]);
    let call = mailbox
        .page_call(LIST_CHANGES, from.map(DeltaLink::as_str), first_page)?
        .page_size(mailbox.limits().changes_page_size);
    parse_changes(mailbox.base_url(), &mailbox.runner.fetch(&call).await?)
}

/// Parses a page of changes. Its link must lead to the provider at `base_url`.
pub fn parse_changes(base_url: &Url, body: &[u8]) -> Result<ChangesPage, MailError> {
    const CALL: &str = LIST_CHANGES;
    let page: Page<WireItem> = json::parse(CALL, body)?;
    let next = match (page.next, page.delta) {
        (Some(link), _) => NextChanges::More(DeltaLink::new(checked_link(base_url, CALL, link)?)),
        (None, Some(link)) => NextChanges::Done(DeltaLink::new(checked_link(base_url, CALL, link)?)),
        (None, None) => return json::require(CALL, "@odata.deltaLink", None),
    };
    let parse = |item: WireItem| {
        let key = MessageKey::new(json::require_id(CALL, item.id)?);
        Ok(MessageChange {
            key,
            removed: item.removed.is_some(),
            received_at: json::to_microseconds(item.received_date_time),
        })
    };
    let items = json::require(CALL, "value", page.value)?.into_iter().map(parse).collect::<Result<_, _>>()?;
    Ok(ChangesPage { items, next })
}

/// Newest first.
pub(super) async fn list_messages(
    mailbox: &MailboxClient,
    folder: &FolderId,
    from: Option<&PageLink>,
) -> Result<ListingPage, MailError> {
    let page_size = mailbox.limits().listing_page_size.clamp(1, 1000).to_string();
    let query = [("$select", FIELDS), ("$orderby", "receivedDateTime desc"), ("$top", page_size.as_str())];
    let segments = ["mailFolders", folder.as_str(), "messages"];
    let first_page = || mailbox.url(LIST_MESSAGES, &segments, &query);
    let call = mailbox.page_call(LIST_MESSAGES, from.map(PageLink::as_str), first_page)?;
    parse_listing(mailbox.base_url(), &mailbox.runner.fetch(&call).await?)
}

/// Parses a page of the messages of a folder. Its link must lead to the provider at `base_url`.
pub fn parse_listing(base_url: &Url, body: &[u8]) -> Result<ListingPage, MailError> {
    const CALL: &str = LIST_MESSAGES;
    let page: Page<WireItem> = json::parse(CALL, body)?;
    let next = page.next.map(|link| checked_link(base_url, CALL, link).map(PageLink::new)).transpose()?;
    let parse = |item: WireItem| {
        let key = MessageKey::new(json::require_id(CALL, item.id)?);
        Ok(ListedMessage { key, received_at: json::to_microseconds(item.received_date_time) })
    };
    let items = json::require(CALL, "value", page.value)?.into_iter().map(parse).collect::<Result<_, _>>()?;
    Ok(ListingPage { items, next })
}

/// The unchanged link, if it leads to the provider.
fn checked_link(base_url: &Url, call: &'static str, link: String) -> Result<String, MailError> {
    response_link(base_url, call, &link)?;
    Ok(link)
}
