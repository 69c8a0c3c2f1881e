//! A message as JSON: the properties that were selected, under the id that was asked for.

use crate::odata::literal::Literal;
use crate::odata::prefer::BodyType;
use crate::odata::query::{Enclosed, unknown_property};
use crate::refusal::Refusal;
use crate::store::guid;
use crate::store::id::IdType;
use crate::store::mailbox::Mailbox;
use crate::store::message::{Body, Message, Recipient};
use crate::wire::{attachment, seconds};
use base64::prelude::{BASE64_STANDARD, Engine};
use mail_parser::decoders::html::{html_to_text, text_to_html};
use serde_json::{Map, Value, json};
use std::borrow::Cow;

/// Given without being asked for. `internetMessageHeaders` and `uniqueBody` are given when asked for alone.
const USUAL: &[&str] = &[
    "createdDateTime",
    "lastModifiedDateTime",
    "changeKey",
    "categories",
    "receivedDateTime",
    "sentDateTime",
    "hasAttachments",
    "internetMessageId",
    "subject",
    "bodyPreview",
    "importance",
    "parentFolderId",
    "conversationId",
    "conversationIndex",
    "isDeliveryReceiptRequested",
    "isReadReceiptRequested",
    "isRead",
    "isDraft",
    "webLink",
    "inferenceClassification",
    "body",
    "sender",
    "from",
    "toRecipients",
    "ccRecipients",
    "bccRecipients",
    "replyTo",
    "flag",
];
const ON_REQUEST: &[&str] = &["id", "internetMessageHeaders", "uniqueBody", "attachments"];

/// Which properties an answer has.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Selection(Vec<&'static str>);

impl Default for Selection {
    fn default() -> Self {
        Self(USUAL.to_vec())
    }
}

impl Selection {
    /// Names in any case; an unknown one is refused.
    pub(crate) fn parse(names: Option<&[String]>) -> Result<Self, Refusal> {
        let Some(names) = names else { return Ok(Self::default()) };
        let known = |name: &String| {
            let all = USUAL.iter().chain(ON_REQUEST);
            all.copied().find(|known| known.eq_ignore_ascii_case(name)).ok_or_else(|| unknown_property(name, "message"))
        };
        if names.iter().any(|name| name == "*") {
            return Ok(Self::default());
        }
        names.iter().map(known).collect::<Result<_, _>>().map(Self)
    }

    /// As `@odata.context` names them; nothing when nothing was selected.
    pub(crate) fn context(&self) -> String {
        if *self == Self::default() { String::new() } else { format!("({})", self.0.join(",")) }
    }

    pub(crate) fn names(&self) -> &[&'static str] {
        &self.0
    }
}

/// How messages are to be shown.
#[derive(Debug, Clone, Default)]
pub(crate) struct Look {
    pub(crate) ids: IdType,
    pub(crate) body: Option<BodyType>,
    pub(crate) selection: Selection,
    pub(crate) enclosed: Option<Enclosed>,
}

/// The selected properties of a message; id and etag always.
pub(crate) fn show(mailbox: &Mailbox, message: &Message, look: &Look) -> Map<String, Value> {
    let mut map = Map::new();
    map.insert("@odata.etag".into(), etag(message).into());
    map.insert("id".into(), mailbox.message_id(message, look.ids).into());
    for name in look.selection.names() {
        if let Some(value) = property(mailbox, message, look, name) {
            map.insert((*name).into(), value);
        }
    }
    if let Some(enclosed) = &look.enclosed {
        let look = attachment::Look { ids: look.ids, select: enclosed.select.clone(), with_item: false };
        let all = (0..message.content.attachments.len()).map(|index| attachment::show(mailbox, message, index, &look));
        map.insert("attachments".into(), all.map(Value::from).collect());
    }
    map
}

fn property(mailbox: &Mailbox, message: &Message, look: &Look, name: &str) -> Option<Value> {
    let content = &message.content;
    let marks = &message.marks;
    Some(match name {
        "createdDateTime" => seconds(message.created_at).into(),
        "lastModifiedDateTime" => seconds(message.modified_at).into(),
        "receivedDateTime" => seconds(message.received_at).into(),
        "sentDateTime" => seconds(message.sent_at).into(),
        "changeKey" => change_key(message).into(),
        "categories" => marks.categories.clone().into(),
        "hasAttachments" => content.has_attachments().into(),
        "internetMessageId" => content.internet_message_id.clone().into(),
        "subject" => content.subject.clone().into(),
        "bodyPreview" => preview(&content.body).into(),
        "importance" => marks.importance.clone().into(),
        "parentFolderId" => mailbox.folder_id(message.folder).into(),
        "conversationId" => conversation_id(message).into(),
        "conversationIndex" => BASE64_STANDARD.encode(&guid(&conversation(message))[..22]).into(),
        "isDeliveryReceiptRequested" => Value::Null,
        "isReadReceiptRequested" => false.into(),
        "isRead" => marks.is_read.into(),
        "isDraft" => marks.is_draft.into(),
        "webLink" => web_link(&mailbox.message_id(message, IdType::Default)).into(),
        "inferenceClassification" => marks.inference.clone().into(),
        "body" | "uniqueBody" => body(&content.body, look.body),
        "sender" => recipient(content.sender.as_ref().or(content.from.as_ref())?),
        "from" => recipient(content.from.as_ref()?),
        "toRecipients" => recipients(&content.to),
        "ccRecipients" => recipients(&content.cc),
        "bccRecipients" => recipients(&content.bcc),
        "replyTo" => recipients(&content.reply_to),
        "flag" => json!({"flagStatus": marks.flag}),
        "internetMessageHeaders" => {
            content.headers.iter().map(|(name, value)| json!({"name": name, "value": value})).collect()
        }
        _ => return None,
    })
}

/// What may be filtered and sorted by, in lower case.
pub(crate) const COMPARABLE: &[&str] = &[
    "isread",
    "isdraft",
    "hasattachments",
    "receiveddatetime",
    "sentdatetime",
    "createddatetime",
    "lastmodifieddatetime",
    "subject",
    "importance",
    "inferenceclassification",
    "flag/flagstatus",
    "internetmessageid",
    "from/emailaddress/address",
    "from/emailaddress/name",
    "sender/emailaddress/address",
    "bodypreview",
    "categories",
    "conversationid",
];

/// The value of one of those.
pub(crate) fn literal(message: &Message, property: &str) -> Option<Literal> {
    let content = &message.content;
    let marks = &message.marks;
    let text = |text: &str| Literal::text(text);
    Some(match property {
        "isread" => Literal::Bool(marks.is_read),
        "isdraft" => Literal::Bool(marks.is_draft),
        "hasattachments" => Literal::Bool(content.has_attachments()),
        "receiveddatetime" => Literal::Time(message.received_at),
        "sentdatetime" => Literal::Time(message.sent_at),
        "createddatetime" => Literal::Time(message.created_at),
        "lastmodifieddatetime" => Literal::Time(message.modified_at),
        "subject" => content.subject.as_deref().map_or(Literal::Null, text),
        "importance" => text(&marks.importance),
        "inferenceclassification" => text(&marks.inference),
        "flag/flagstatus" => text(&marks.flag),
        "internetmessageid" => text(&content.internet_message_id),
        "from/emailaddress/address" => content.from.as_ref().map_or(Literal::Null, |from| text(&from.address)),
        "from/emailaddress/name" => content.from.as_ref().map_or(Literal::Null, |from| text(&from.name)),
        "sender/emailaddress/address" => content.from.as_ref().map_or(Literal::Null, |from| text(&from.address)),
        "bodypreview" => text(&preview(&content.body)),
        "categories" => Literal::List(marks.categories.clone()),
        "conversationid" => text(&conversation_id(message)),
        _ => return None,
    })
}

pub(crate) fn etag(message: &Message) -> String {
    format!("W/\"{}\"", change_key(message))
}

fn change_key(message: &Message) -> String {
    let mut bytes = vec![0x09, 0, 0, 0, 0x16, 0, 0, 0];
    bytes.extend_from_slice(guid("changes").as_bytes()[..16].as_ref());
    bytes.extend_from_slice(&message.item.to_be_bytes());
    bytes.extend_from_slice(&message.version.to_be_bytes());
    BASE64_STANDARD.encode(bytes)
}

fn conversation_id(message: &Message) -> String {
    BASE64_STANDARD.encode(guid(&conversation(message)))
}

/// Answers and forwards share a conversation with what they answer.
fn conversation(message: &Message) -> String {
    let subject = message.content.subject.as_deref().unwrap_or_default();
    let bare = subject.trim_start_matches(|sign: char| sign.is_whitespace());
    let bare = ["re:", "fw:", "fwd:"].iter().find_map(|start| {
        let head = bare.get(..start.len())?;
        head.eq_ignore_ascii_case(start).then(|| bare[start.len()..].trim_start())
    });
    bare.unwrap_or(subject).to_owned()
}

fn web_link(id: &str) -> String {
    let exchange = id.replace('-', "/").replace('_', "+");
    let encoded = percent_encoding::utf8_percent_encode(&exchange, percent_encoding::NON_ALPHANUMERIC);
    format!("https://outlook.office365.com/owa/?ItemID={encoded}&exvsurl=1&viewmodel=ReadMessageItem")
}

/// The first 255 characters as plain text.
pub(crate) fn preview(body: &Body) -> String {
    // A page of text is enough to find 255 characters; a body may have megabytes.
    let end = body.content.floor_char_boundary(16 * 1024);
    let start = &body.content[..end];
    let text = if body.is_html { Cow::Owned(html_to_text(start)) } else { Cow::Borrowed(start) };
    text.trim().chars().take(255).collect()
}

/// As it was stored, unless the caller prefers one kind.
fn body(body: &Body, wish: Option<BodyType>) -> Value {
    let (kind, content) = match (wish, body.is_html) {
        (Some(BodyType::Text), true) => ("text", html_to_text(&body.content)),
        (Some(BodyType::Html), false) => ("html", text_to_html(&body.content)),
        (_, true) => ("html", body.content.clone()),
        (_, false) => ("text", body.content.clone()),
    };
    json!({"contentType": kind, "content": content})
}

fn recipients(all: &[Recipient]) -> Value {
    all.iter().map(recipient).collect()
}

pub(crate) fn recipient(one: &Recipient) -> Value {
    json!({"emailAddress": {"name": one.name, "address": one.address}})
}
