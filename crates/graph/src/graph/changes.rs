//! What changed in a folder, and what lies in it, page by page.

use super::call::Call;
use super::json::{self, Page};
use super::mailbox::GraphMailbox;
use crate::{Change, Changes, DeltaLink, FolderId, Listed, Listing, MailError, MessageKey, Next, PageLink};
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

/// One page of changes. The page's size is a preference and never `$top`, which ends the whole round early.
pub(super) async fn changes(
    mailbox: &GraphMailbox,
    folder: &FolderId,
    from: Option<&DeltaLink>,
) -> Result<Changes, MailError> {
    const CALL: &str = "list changes";
    let segments = ["mailFolders", folder.as_str(), "messages", "delta"];
    let call: Call = mailbox
        .place(CALL, from.map(DeltaLink::as_str), || mailbox.url(CALL, &segments, &[("$select", FIELDS)]))?
        .page(mailbox.caller.provider.exchange.limits.changes_page);
    let page: Page<WireItem> = mailbox.read(&call).await?;
    let next = match (page.next, page.delta) {
        (Some(link), _) => Next::More(link_to(mailbox, CALL, &link).map(DeltaLink::new)?),
        (None, Some(link)) => Next::Done(link_to(mailbox, CALL, &link).map(DeltaLink::new)?),
        (None, None) => return json::need(CALL, "@odata.deltaLink", None),
    };
    let read = |item: WireItem| {
        let key = MessageKey::new(json::id(CALL, item.id)?);
        Ok(Change { key, removed: item.removed.is_some(), received_at: json::time(item.received_date_time) })
    };
    let items = json::need(CALL, "value", page.value)?.into_iter().map(read).collect::<Result<_, _>>()?;
    Ok(Changes { items, next })
}

/// One page of what lies there, newest first.
pub(super) async fn listing(
    mailbox: &GraphMailbox,
    folder: &FolderId,
    from: Option<&PageLink>,
) -> Result<Listing, MailError> {
    const CALL: &str = "list messages";
    let items = mailbox.caller.provider.exchange.limits.listing_page.clamp(1, 1000).to_string();
    let query = [("$select", FIELDS), ("$orderby", "receivedDateTime desc"), ("$top", items.as_str())];
    let segments = ["mailFolders", folder.as_str(), "messages"];
    let call = mailbox.place(CALL, from.map(PageLink::as_str), || mailbox.url(CALL, &segments, &query))?;
    let page: Page<WireItem> = mailbox.read(&call).await?;
    let next = page.next.map(|link| link_to(mailbox, CALL, &link).map(PageLink::new)).transpose()?;
    let read = |item: WireItem| {
        let key = MessageKey::new(json::id(CALL, item.id)?);
        Ok(Listed { key, received_at: json::time(item.received_date_time) })
    };
    let items = json::need(CALL, "value", page.value)?.into_iter().map(read).collect::<Result<_, _>>()?;
    Ok(Listing { items, next })
}

/// The link as it came, if it leads to the provider.
fn link_to(mailbox: &GraphMailbox, call: &'static str, link: &str) -> Result<String, MailError> {
    mailbox.told_link(call, link)?;
    Ok(link.to_owned())
}
