//! A message that comes in as Graph JSON: from `deliver`, from `sendMail`, inside an attachment.

use crate::store::mailbox::Incoming;
use crate::store::message::{Attachment, AttachmentKind, Body, Content, Marks, Recipient};
use base64::prelude::{BASE64_STANDARD, Engine};
use jiff::Timestamp;
use serde::Deserialize;
use serde_json::Value;
use std::sync::Arc;

/// As much of Graph's `message` as can be given. Unknown properties are ignored, as Graph ignores its annotations.
#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub(crate) struct Letter {
    subject: Option<String>,
    body: Option<LetterBody>,
    from: Option<Party>,
    sender: Option<Party>,
    #[serde(deserialize_with = "null_is_none")]
    to_recipients: Vec<Party>,
    #[serde(deserialize_with = "null_is_none")]
    cc_recipients: Vec<Party>,
    #[serde(deserialize_with = "null_is_none")]
    bcc_recipients: Vec<Party>,
    #[serde(deserialize_with = "null_is_none")]
    reply_to: Vec<Party>,
    #[serde(deserialize_with = "null_is_none")]
    categories: Vec<String>,
    importance: Option<String>,
    is_read: bool,
    is_draft: bool,
    #[serde(deserialize_with = "time")]
    received_date_time: Option<Timestamp>,
    #[serde(deserialize_with = "time")]
    sent_date_time: Option<Timestamp>,
    flag: Option<Flag>,
    internet_message_id: Option<String>,
    #[serde(deserialize_with = "null_is_none")]
    internet_message_headers: Vec<Header>,
    #[serde(deserialize_with = "null_is_none")]
    attachments: Vec<Enclosure>,
}

fn null_is_none<'d, D: serde::Deserializer<'d>, T: Deserialize<'d> + Default>(source: D) -> Result<T, D::Error> {
    Ok(Option::deserialize(source)?.unwrap_or_default())
}

/// A time without an offset is UTC.
fn time<'d, D: serde::Deserializer<'d>>(source: D) -> Result<Option<Timestamp>, D::Error> {
    let Some(text) = Option::<String>::deserialize(source)? else { return Ok(None) };
    let read = text.parse().or_else(|_| format!("{text}Z").parse::<Timestamp>());
    read.map(Some).map_err(|_| serde::de::Error::custom(format!("{text:?} is not a time such as 2026-05-01T12:00:00Z")))
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Flag {
    flag_status: String,
}

#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
struct LetterBody {
    content_type: Option<String>,
    content: Option<String>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Party {
    email_address: Address,
}

#[derive(Debug, Deserialize)]
struct Address {
    name: Option<String>,
    address: Option<String>,
}

#[derive(Debug, Deserialize)]
struct Header {
    name: String,
    value: String,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Enclosure {
    #[serde(rename = "@odata.type")]
    kind: Option<String>,
    name: Option<String>,
    content_type: Option<String>,
    content_bytes: Option<String>,
    #[serde(default)]
    is_inline: bool,
    content_id: Option<String>,
    source_url: Option<String>,
    item: Option<Value>,
}

impl Letter {
    /// Says in words what cannot be read.
    pub(crate) fn accept(self) -> Result<Incoming, String> {
        let body = self.body.unwrap_or_default();
        let is_html = body.content_type.is_some_and(|kind| kind.eq_ignore_ascii_case("html"));
        let attachments: Result<Vec<_>, _> =
            self.attachments.into_iter().enumerate().map(|(at, enclosure)| enclosure.accept(at)).collect();
        let content = Content {
            subject: self.subject,
            from: self.from.map(Party::accept),
            sender: self.sender.map(Party::accept),
            to: parties(self.to_recipients),
            cc: parties(self.cc_recipients),
            bcc: parties(self.bcc_recipients),
            reply_to: parties(self.reply_to),
            body: Body { is_html, content: body.content.unwrap_or_default() },
            internet_message_id: self.internet_message_id.unwrap_or_default(),
            headers: self.internet_message_headers.into_iter().map(|header| (header.name, header.value)).collect(),
            attachments: attachments?,
            mime: None,
        };
        let usual = Marks::default();
        let marks = Marks {
            is_read: self.is_read,
            is_draft: self.is_draft,
            categories: self.categories,
            importance: self.importance.unwrap_or(usual.importance.clone()).to_lowercase(),
            flag: self.flag.map_or(usual.flag.clone(), |flag| flag.flag_status),
            ..usual
        };
        Ok(Incoming { content, marks, received_at: self.received_date_time, sent_at: self.sent_date_time })
    }
}

impl Party {
    fn accept(self) -> Recipient {
        let address = self.email_address.address.unwrap_or_default();
        Recipient { name: self.email_address.name.unwrap_or_else(|| address.clone()), address }
    }
}

fn parties(all: Vec<Party>) -> Vec<Recipient> {
    all.into_iter().map(Party::accept).collect()
}

impl Enclosure {
    fn accept(self, at: usize) -> Result<Attachment, String> {
        let kind = self.kind.unwrap_or_else(|| "#microsoft.graph.fileAttachment".into()).to_lowercase();
        let (kind, content_type) = if kind.ends_with("itemattachment") {
            let letter: Letter = serde_json::from_value(self.item.unwrap_or_default())
                .map_err(|error| format!("attachments[{at}].item cannot be read: {error}"))?;
            (AttachmentKind::Item(Arc::new(letter.accept()?.content)), None)
        } else if kind.ends_with("referenceattachment") {
            (AttachmentKind::Reference(self.source_url.unwrap_or_default()), self.content_type)
        } else if kind.ends_with("fileattachment") {
            let bytes = BASE64_STANDARD
                .decode(self.content_bytes.unwrap_or_default())
                .map_err(|error| format!("attachments[{at}].contentBytes is not base64: {error}"))?;
            (AttachmentKind::File(bytes.into()), self.content_type)
        } else {
            return Err(format!("attachments[{at}] has the unknown type {kind:?}"));
        };
        let name = self.name.unwrap_or_default();
        Ok(Attachment { name, content_type, is_inline: self.is_inline, content_id: self.content_id, kind })
    }
}
