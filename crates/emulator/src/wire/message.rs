//! A message as Graph's JSON.

use crate::guid::stable_guid;
use crate::odata::query::AttachmentExpansion;
use crate::store::exchange_id::IdType;
use crate::store::mailbox::Mailbox;
use crate::store::message::{BodyType, Message, MessageBody};
use crate::wire::attachment::{AttachmentView, attachment_json};
use crate::wire::content::{body_preview, recipient_json, recipients_json};
use crate::wire::message_selection::MessageSelection;
use crate::wire::time_format::whole_seconds;
use base64::prelude::{BASE64_STANDARD, Engine};
use mail_parser::decoders::html::{html_to_text, text_to_html};
use serde_json::{Map, Value, json};

/// How messages appear in a response.
#[derive(Debug, Clone, Default)]
pub(crate) struct MessageView {
    pub(crate) id_type: IdType,
    /// `None` returns the body as stored.
    pub(crate) body_type: Option<BodyType>,
    pub(crate) selection: MessageSelection,
    pub(crate) attachments: Option<AttachmentExpansion>,
}

/// Always contains the id and the etag.
pub(crate) fn message_json(mailbox: &Mailbox, message: &Message, view: &MessageView) -> Map<String, Value> {
    let mut map = Map::new();
    map.insert("@odata.etag".into(), etag(message).into());
    map.insert("id".into(), mailbox.message_id(message.identity(), view.id_type).into());
    for name in view.selection.names() {
        if let Some(value) = property_json(mailbox, message, view, name) {
            map.insert((*name).into(), value);
        }
    }
    if let Some(expansion) = &view.attachments {
        let view = AttachmentView { id_type: view.id_type, select: expansion.select.clone(), with_item: false };
        let indexes = 0..message.content.attachments.len();
        let all = indexes.map(|index| Value::from(attachment_json(mailbox, message, index, &view)));
        map.insert("attachments".into(), all.collect());
    }
    map
}

fn property_json(mailbox: &Mailbox, message: &Message, view: &MessageView, name: &str) -> Option<Value> {
    let content = &message.content;
    let properties = &message.properties;
    Some(match name {
        "createdDateTime" => whole_seconds(message.created_at).into(),
        "lastModifiedDateTime" => whole_seconds(message.modified_at).into(),
        "receivedDateTime" => whole_seconds(message.received_at).into(),
        "sentDateTime" => whole_seconds(message.sent_at).into(),
        "changeKey" => change_key(message).into(),
        "categories" => properties.categories.clone().into(),
        "hasAttachments" => content.has_attachments().into(),
        "internetMessageId" => content.internet_message_id.clone().into(),
        "subject" => content.subject.clone().into(),
        "bodyPreview" => body_preview(&content.body).into(),
        "importance" => properties.importance.clone().into(),
        "parentFolderId" => mailbox.folder_id(message.folder).into(),
        "conversationId" => conversation_id(message).into(),
        "conversationIndex" => BASE64_STANDARD.encode(&stable_guid(&conversation_topic(message))[..22]).into(),
        "isDeliveryReceiptRequested" => Value::Null,
        "isReadReceiptRequested" => false.into(),
        "isRead" => properties.is_read.into(),
        "isDraft" => properties.is_draft.into(),
        "webLink" => web_link(&mailbox.message_id(message.identity(), IdType::Default)).into(),
        "inferenceClassification" => properties.inference_classification.clone().into(),
        "body" | "uniqueBody" => body_json(&content.body, view.body_type),
        "sender" => recipient_json(content.sender.as_ref().or(content.from.as_ref())?),
        "from" => recipient_json(content.from.as_ref()?),
        "toRecipients" => recipients_json(&content.to),
        "ccRecipients" => recipients_json(&content.cc),
        "bccRecipients" => recipients_json(&content.bcc),
        "replyTo" => recipients_json(&content.reply_to),
        "flag" => json!({"flagStatus": properties.flag_status}),
        "internetMessageHeaders" => {
            content.headers.iter().map(|header| json!({"name": header.name, "value": header.value})).collect()
        }
        _ => return None,
    })
}

pub(crate) fn etag(message: &Message) -> String {
    format!("W/\"{}\"", change_key(message))
}

fn change_key(message: &Message) -> String {
    let mut bytes = vec![0x09, 0, 0, 0, 0x16, 0, 0, 0];
    bytes.extend_from_slice(stable_guid("changes").as_bytes()[..16].as_ref());
    bytes.extend_from_slice(&message.key.0.to_be_bytes());
    bytes.extend_from_slice(&message.version.0.to_be_bytes());
    BASE64_STANDARD.encode(bytes)
}

pub(crate) fn conversation_id(message: &Message) -> String {
    BASE64_STANDARD.encode(stable_guid(&conversation_topic(message)))
}

/// The subject without its first `Re:` or `Fw:`, so that replies and forwards share a conversation with the original.
fn conversation_topic(message: &Message) -> String {
    let subject = message.content.subject.as_deref().unwrap_or_default();
    let trimmed = subject.trim_start();
    let topic = ["re:", "fw:", "fwd:"].iter().find_map(|prefix| {
        let start = trimmed.get(..prefix.len())?;
        start.eq_ignore_ascii_case(prefix).then(|| trimmed[prefix.len()..].trim_start())
    });
    topic.unwrap_or(subject).to_owned()
}

fn web_link(id: &str) -> String {
    let exchange_id = id.replace('-', "/").replace('_', "+");
    let encoded = percent_encoding::utf8_percent_encode(&exchange_id, percent_encoding::NON_ALPHANUMERIC);
    format!("https://outlook.office365.com/owa/?ItemID={encoded}&exvsurl=1&viewmodel=ReadMessageItem")
}

fn body_json(body: &MessageBody, preferred: Option<BodyType>) -> Value {
    let body_type = preferred.unwrap_or(body.body_type);
    let content = match (body_type, body.body_type) {
        (BodyType::Text, BodyType::Html) => html_to_text(&body.content),
        (BodyType::Html, BodyType::Text) => text_to_html(&body.content),
        (BodyType::Html, BodyType::Html) | (BodyType::Text, BodyType::Text) => body.content.clone(),
    };
    json!({"contentType": body_type.name(), "content": content})
}
