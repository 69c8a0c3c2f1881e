//! Pages of a folder's changes and of the messages in it.

use super::json::{self, Page};
use super::mailbox_client::MailboxClient;
use crate::error::MailError;
use crate::id::{DeltaLink, FolderId, MessageKey, PageLink};
use crate::mailbox::{ChangesPage, ListedMessage, ListingPage, MessageChange, NextChanges};
use jiff::Timestamp;
use serde::Deserialize;
use serde::de::IgnoredAny;

const FIELDS: &str = "id,receivedDateTime";

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
    const CALL: &str = "list changes";
    let segments = ["mailFolders", folder.as_str(), "messages", "delta"];
    let call = mailbox
        .page_call(CALL, from.map(DeltaLink::as_str), || mailbox.url(CALL, &segments, &[("$select", FIELDS)]))?
        .page_size(mailbox.limits().changes_page_size);
    let page: Page<WireItem> = mailbox.fetch(&call).await?;
    let next = match (page.next, page.delta) {
        (Some(link), _) => NextChanges::More(DeltaLink::new(checked_link(mailbox, CALL, link)?)),
        (None, Some(link)) => NextChanges::Done(DeltaLink::new(checked_link(mailbox, CALL, link)?)),
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
    const CALL: &str = "list messages";
    let page_size = mailbox.limits().listing_page_size.clamp(1, 1000).to_string();
    let query = [("$select", FIELDS), ("$orderby", "receivedDateTime desc"), ("$top", page_size.as_str())];
    let segments = ["mailFolders", folder.as_str(), "messages"];
    let call = mailbox.page_call(CALL, from.map(PageLink::as_str), || mailbox.url(CALL, &segments, &query))?;
    let page: Page<WireItem> = mailbox.fetch(&call).await?;
    let next = page.next.map(|link| checked_link(mailbox, CALL, link).map(PageLink::new)).transpose()?;
    let parse = |item: WireItem| {
        let key = MessageKey::new(json::require_id(CALL, item.id)?);
        Ok(ListedMessage { key, received_at: json::to_microseconds(item.received_date_time) })
    };
    let items = json::require(CALL, "value", page.value)?.into_iter().map(parse).collect::<Result<_, _>>()?;
    Ok(ListingPage { items, next })
}

/// The unchanged link, if it leads to the provider.
fn checked_link(mailbox: &MailboxClient, call: &'static str, link: String) -> Result<String, MailError> {
    mailbox.response_link(call, &link)?;
    Ok(link)
}
