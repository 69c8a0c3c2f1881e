//! Reads, moves and marks messages.

use super::call::ApiCall;
use super::json::{self, Page};
use super::mailbox_client::MailboxClient;
use crate::error::MailError;
use crate::id::{FolderId, MessageKey};
use crate::mailbox::MessageSummary;
use crate::message::{Address, Body, Header, Message};
use jiff::Timestamp;
use reqwest::Method;
use serde::Deserialize;
use serde_json::json;

const FIELDS: &str = "id,internetMessageId,subject,from,sender,toRecipients,receivedDateTime,body,hasAttachments,\
                      internetMessageHeaders,parentFolderId,isRead,categories";
const READ: &str = "read message";

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

pub(super) async fn read(mailbox: &MailboxClient, key: &MessageKey) -> Result<Message, MailError> {
    let url = mailbox.url(READ, &["messages", key.as_str()], &[("$select", FIELDS)])?;
    parse_message(&mailbox.runner.fetch(&ApiCall::get(READ, url)).await?)
}

/// Parses a message with the fields of [`FIELDS`].
pub fn parse_message(body: &[u8]) -> Result<Message, MailError> {
    json::parse::<WireMessage>(READ, body)?.parse(READ)
}

pub(super) async fn list_summaries(
    mailbox: &MailboxClient,
    folder: &FolderId,
    since: Timestamp,
    limit: u16,
) -> Result<Vec<MessageSummary>, MailError> {
    const CALL: &str = "list recent messages";
    let (limit, filter) = (limit.clamp(1, 1_000).to_string(), format!("receivedDateTime ge {since:.0}"));
    let query = [
        ("$select", "id,subject,from,sender,receivedDateTime"),
        ("$filter", filter.as_str()),
        ("$orderby", "receivedDateTime desc"),
        ("$top", limit.as_str()),
    ];
    let url = mailbox.url(CALL, &["mailFolders", folder.as_str(), "messages"], &query)?;
    let page: Page<WireMessage> = mailbox.fetch(&ApiCall::get(CALL, url)).await?;
    let parse = |message: WireMessage| {
        let key = MessageKey::new(json::require_id(CALL, message.id)?);
        let from = parse_sender(message.from, message.sender);
        let received_at = json::to_microseconds(message.received_date_time);
        Ok(MessageSummary { key, subject: message.subject, from, received_at })
    };
    json::require(CALL, "value", page.value)?.into_iter().map(parse).collect()
}

/// Repeatable, because an immutable id stays the same after the move.
pub(super) async fn move_to(mailbox: &MailboxClient, key: &MessageKey, folder: &FolderId) -> Result<(), MailError> {
    const CALL: &str = "move message";
    let url = mailbox.url(CALL, &["messages", key.as_str(), "move"], &[])?;
    let call = ApiCall::new(CALL, Method::POST, url).body(json!({ "destinationId": folder.as_str() }));
    mailbox.runner.run(&call).await
}

pub(super) async fn mark_read(mailbox: &MailboxClient, key: &MessageKey) -> Result<(), MailError> {
    const CALL: &str = "mark message read";
    let url = mailbox.url(CALL, &["messages", key.as_str()], &[])?;
    mailbox.runner.run(&ApiCall::new(CALL, Method::PATCH, url).body(json!({ "isRead": true }))).await
}

/// The provider accepts only the whole list of categories.
pub(super) async fn add_category(mailbox: &MailboxClient, key: &MessageKey, name: &str) -> Result<(), MailError> {
    const CALL: &str = "add category";
    let url = mailbox.url(CALL, &["messages", key.as_str()], &[("$select", "id,categories")])?;
    let message: WireMessage = mailbox.fetch(&ApiCall::get(CALL, url)).await?;
    let Some(categories) = with_category(message.categories.unwrap_or_default(), name) else { return Ok(()) };
    let url = mailbox.url(CALL, &["messages", key.as_str()], &[])?;
    mailbox.runner.run(&ApiCall::new(CALL, Method::PATCH, url).body(json!({ "categories": categories }))).await
}

/// `None` if the category is already in the list.
fn with_category(mut categories: Vec<String>, name: &str) -> Option<Vec<String>> {
    let is_present = categories.iter().any(|category| category.to_lowercase() == name.to_lowercase());
    categories.push(name.to_owned());
    (!is_present).then_some(categories)
}

/// Some messages have only a sender.
fn parse_sender(from: Option<WireRecipient>, sender: Option<WireRecipient>) -> Option<Address> {
    from.and_then(WireRecipient::parse).or_else(|| sender.and_then(WireRecipient::parse))
}

impl WireMessage {
    fn parse(self, call: &'static str) -> Result<Message, MailError> {
        let to = self.to_recipients.unwrap_or_default().into_iter().filter_map(WireRecipient::parse).collect();
        let headers = self.internet_message_headers.unwrap_or_default();
        Ok(Message {
            key: MessageKey::new(json::require_id(call, self.id)?),
            internet_message_id: self.internet_message_id,
            subject: self.subject,
            from: parse_sender(self.from, self.sender),
            to,
            received_at: json::require(call, "receivedDateTime", json::to_microseconds(self.received_date_time))?,
            body: self.body.map(WireBody::parse).unwrap_or_default(),
            has_attachments: json::require(call, "hasAttachments", self.has_attachments)?,
            headers: headers.into_iter().filter_map(WireHeader::parse).collect(),
            parent_folder: FolderId::new(json::require(call, "parentFolderId", self.parent_folder_id)?),
            is_read: self.is_read.unwrap_or(false),
            categories: self.categories.unwrap_or_default(),
        })
    }
}

impl WireRecipient {
    fn parse(self) -> Option<Address> {
        let WireAddress { address, name } = self.email_address?;
        let (address, name) = (address.unwrap_or_default(), name.filter(|name| !name.is_empty()));
        (!address.is_empty() || name.is_some()).then_some(Address { address, name })
    }
}

impl WireBody {
    fn parse(self) -> Body {
        let is_html = self.content_type.is_some_and(|kind| kind.eq_ignore_ascii_case("html"));
        Body { content: self.content.unwrap_or_default(), is_html }
    }
}

impl WireHeader {
    /// `None` for headers that neither the guard against mail loops nor the check of the sender uses: they may be long and
    /// contain personal data.
    fn parse(self) -> Option<Header> {
        let name = self.name?;
        let lower = name.to_lowercase();
        let is_used =
            lower == "auto-submitted" || lower == "authentication-results" || lower.starts_with("x-stormwire-");
        is_used.then(|| Header { name, value: self.value.unwrap_or_default() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_category_is_appended_once() {
        let with =
            |categories: &[&str], name| with_category(categories.iter().map(|&text| text.to_owned()).collect(), name);
        let strings = |all: &[&str]| Some(all.iter().map(|&text| text.to_owned()).collect());
        assert_eq!(with(&[], "Failed"), strings(&["Failed"]));
        assert_eq!(with(&["Zeta", "Alpha"], "Failed"), strings(&["Zeta", "Alpha", "Failed"]));
        assert_eq!(with(&["failed", "Zeta"], "Failed"), None);
    }
}
