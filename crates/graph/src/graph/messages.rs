//! Messages: reading, moving, marking.

use super::call::Call;
use super::json::{self, Page};
use super::mailbox::GraphMailbox;
use crate::{Address, Body, FolderId, Glance, Header, MailError, Message, MessageKey};
use jiff::Timestamp;
use reqwest::Method;
use serde::Deserialize;
use serde_json::json;

const FIELDS: &str = "id,internetMessageId,subject,from,sender,toRecipients,receivedDateTime,body,hasAttachments,\
                      internetMessageHeaders,parentFolderId,isRead,categories";

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct WireMessage {
    id: Option<String>,
    internet_message_id: Option<String>,
    subject: Option<String>,
    from: Option<WireRecipient>,
    sender: Option<WireRecipient>,
    to_recipients: Option<Vec<WireRecipient>>,
    received_date_time: Option<Timestamp>,
    body: Option<WireBody>,
    has_attachments: Option<bool>,
    internet_message_headers: Option<Vec<WireHeader>>,
    parent_folder_id: Option<String>,
    is_read: Option<bool>,
    categories: Option<Vec<String>>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct WireRecipient {
    email_address: Option<WireAddress>,
}

#[derive(Deserialize)]
struct WireAddress {
    address: Option<String>,
    name: Option<String>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct WireBody {
    content_type: Option<String>,
    content: Option<String>,
}

#[derive(Deserialize)]
struct WireHeader {
    name: Option<String>,
    value: Option<String>,
}

/// A message with its body.
pub(super) async fn message(mailbox: &GraphMailbox, key: &MessageKey) -> Result<Message, MailError> {
    const CALL: &str = "read message";
    let url = mailbox.url(CALL, &["messages", key.as_str()], &[("$select", FIELDS)])?;
    mailbox.read::<WireMessage>(&Call::get(CALL, url)).await?.read(CALL)
}

/// The newest messages of a folder, at a glance.
pub(super) async fn glances(
    mailbox: &GraphMailbox,
    folder: &FolderId,
    since: Timestamp,
    most: u16,
) -> Result<Vec<Glance>, MailError> {
    const CALL: &str = "list messages at a glance";
    let (most, since) = (most.clamp(1, 1_000).to_string(), format!("receivedDateTime ge {since:.0}"));
    let query = [
        ("$select", "id,subject,from,sender,receivedDateTime"),
        ("$filter", since.as_str()),
        ("$orderby", "receivedDateTime desc"),
        ("$top", most.as_str()),
    ];
    let url = mailbox.url(CALL, &["mailFolders", folder.as_str(), "messages"], &query)?;
    let page: Page<WireMessage> = mailbox.read(&Call::get(CALL, url)).await?;
    let read = |one: WireMessage| {
        let from = one.from.and_then(WireRecipient::read).or_else(|| one.sender.and_then(WireRecipient::read));
        let key = MessageKey::new(json::id(CALL, one.id)?);
        Ok(Glance { key, subject: one.subject, from, received_at: json::time(one.received_date_time) })
    };
    json::need(CALL, "value", page.value)?.into_iter().map(read).collect()
}

/// Moves a message. Doing it twice does no harm: with immutable ids the key stays.
pub(super) async fn move_to(mailbox: &GraphMailbox, key: &MessageKey, folder: &FolderId) -> Result<(), MailError> {
    const CALL: &str = "move message";
    let url = mailbox.url(CALL, &["messages", key.as_str(), "move"], &[])?;
    let call = Call::new(CALL, Method::POST, url).body(json!({ "destinationId": folder.as_str() }));
    mailbox.caller.done(&call).await
}

/// Marks a message as read.
pub(super) async fn mark_read(mailbox: &GraphMailbox, key: &MessageKey) -> Result<(), MailError> {
    const CALL: &str = "mark message read";
    let url = mailbox.url(CALL, &["messages", key.as_str()], &[])?;
    mailbox.caller.done(&Call::new(CALL, Method::PATCH, url).body(json!({ "isRead": true }))).await
}

/// Adds a category; the provider takes only the whole list.
pub(super) async fn add_category(mailbox: &GraphMailbox, key: &MessageKey, name: &str) -> Result<(), MailError> {
    const CALL: &str = "add category";
    let url = mailbox.url(CALL, &["messages", key.as_str()], &[("$select", "id,categories")])?;
    let message: WireMessage = mailbox.read(&Call::get(CALL, url)).await?;
    let Some(categories) = with_category(message.categories.unwrap_or_default(), name) else { return Ok(()) };
    let url = mailbox.url(CALL, &["messages", key.as_str()], &[])?;
    mailbox.caller.done(&Call::new(CALL, Method::PATCH, url).body(json!({ "categories": categories }))).await
}

/// The categories with one more; none when it is there already.
fn with_category(mut present: Vec<String>, name: &str) -> Option<Vec<String>> {
    let is_there = present.iter().any(|category| category.to_lowercase() == name.to_lowercase());
    present.push(name.to_owned());
    (!is_there).then_some(present)
}

impl WireMessage {
    fn read(self, call: &'static str) -> Result<Message, MailError> {
        let from = self.from.and_then(WireRecipient::read).or_else(|| self.sender.and_then(WireRecipient::read));
        let to = self.to_recipients.unwrap_or_default().into_iter().filter_map(WireRecipient::read).collect();
        let headers = self.internet_message_headers.unwrap_or_default();
        Ok(Message {
            key: MessageKey::new(json::id(call, self.id)?),
            internet_message_id: self.internet_message_id,
            subject: self.subject,
            from,
            to,
            received_at: json::need(call, "receivedDateTime", json::time(self.received_date_time))?,
            body: self.body.map(WireBody::read).unwrap_or_default(),
            has_attachments: json::need(call, "hasAttachments", self.has_attachments)?,
            headers: headers.into_iter().filter_map(WireHeader::read).collect(),
            parent_folder: FolderId::new(json::need(call, "parentFolderId", self.parent_folder_id)?),
            is_read: self.is_read.unwrap_or(false),
            categories: self.categories.unwrap_or_default(),
        })
    }
}

impl WireRecipient {
    fn read(self) -> Option<Address> {
        let WireAddress { address, name } = self.email_address?;
        let (address, name) = (address.unwrap_or_default(), name.filter(|name| !name.is_empty()));
        (!address.is_empty() || name.is_some()).then_some(Address { address, name })
    }
}

impl WireBody {
    fn read(self) -> Body {
        let is_html = self.content_type.is_some_and(|kind| kind.eq_ignore_ascii_case("html"));
        Body { content: self.content.unwrap_or_default(), is_html }
    }
}

impl WireHeader {
    /// Only what the guard against loops looks at: the rest may be long and says much about people.
    fn read(self) -> Option<Header> {
        let name = self.name?;
        let lower = name.to_lowercase();
        let wanted = lower == "auto-submitted" || lower.starts_with("x-stormwire-");
        wanted.then(|| Header { name, value: self.value.unwrap_or_default() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_category_is_added_once_and_the_order_stays() {
        let with = |present: &[&str], name| with_category(present.iter().map(|&text| text.to_owned()).collect(), name);
        let strings = |all: &[&str]| Some(all.iter().map(|&text| text.to_owned()).collect());
        assert_eq!(with(&[], "Failed"), strings(&["Failed"]));
        assert_eq!(with(&["Zeta", "Alpha"], "Failed"), strings(&["Zeta", "Alpha", "Failed"]));
        assert_eq!(with(&["failed", "Zeta"], "Failed"), None);
    }
}
