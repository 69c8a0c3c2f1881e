//! A message from a client as Graph's JSON: from `deliver`, from `sendMail`, and inside an attachment.

use crate::store::message::{
    Attachment, AttachmentContent, BodyType, InternetHeader, MessageBody, MessageContent, MutableProperties,
    NewMessage, Recipient,
};
use base64::prelude::{BASE64_STANDARD, Engine};
use jiff::Timestamp;
use serde::Deserialize;
use serde_json::Value;
use std::sync::Arc;

/// The supported properties of Graph's `message`. Others are ignored, as Graph ignores annotations.
#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub(crate) struct MessageInput {
    subject: Option<String>,
    body: Option<BodyInput>,
    from: Option<RecipientInput>,
    sender: Option<RecipientInput>,
    #[serde(deserialize_with = "null_is_default")]
    to_recipients: Vec<RecipientInput>,
    #[serde(deserialize_with = "null_is_default")]
    cc_recipients: Vec<RecipientInput>,
    #[serde(deserialize_with = "null_is_default")]
    bcc_recipients: Vec<RecipientInput>,
    #[serde(deserialize_with = "null_is_default")]
    reply_to: Vec<RecipientInput>,
    #[serde(deserialize_with = "null_is_default")]
    categories: Vec<String>,
    importance: Option<String>,
    is_read: bool,
    is_draft: bool,
    #[serde(deserialize_with = "optional_time")]
    received_date_time: Option<Timestamp>,
    #[serde(deserialize_with = "optional_time")]
    sent_date_time: Option<Timestamp>,
    flag: Option<FlagInput>,
    internet_message_id: Option<String>,
    #[serde(deserialize_with = "null_is_default")]
    internet_message_headers: Vec<HeaderInput>,
    #[serde(deserialize_with = "null_is_default")]
    attachments: Vec<AttachmentInput>,
}

fn null_is_default<'d, D: serde::Deserializer<'d>, T: Deserialize<'d> + Default>(source: D) -> Result<T, D::Error> {
    Ok(Option::deserialize(source)?.unwrap_or_default())
}

/// A time without an offset is UTC.
fn optional_time<'d, D: serde::Deserializer<'d>>(source: D) -> Result<Option<Timestamp>, D::Error> {
    let Some(text) = Option::<String>::deserialize(source)? else { return Ok(None) };
    let time = text.parse().or_else(|_| format!("{text}Z").parse::<Timestamp>());
    time.map(Some)
        .map_err(|_| serde::de::Error::custom(format!("{text:?} is not a time; expected 2026-05-01T12:00:00Z")))
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct FlagInput {
    flag_status: String,
}

#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
struct BodyInput {
    content_type: Option<String>,
    content: Option<String>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct RecipientInput {
    email_address: EmailAddressInput,
}

#[derive(Debug, Deserialize)]
struct EmailAddressInput {
    name: Option<String>,
    address: Option<String>,
}

#[derive(Debug, Deserialize)]
struct HeaderInput {
    name: String,
    value: String,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct AttachmentInput {
    #[serde(rename = "@odata.type")]
    type_name: Option<String>,
    name: Option<String>,
    content_type: Option<String>,
    content_bytes: Option<String>,
    #[serde(default)]
    is_inline: bool,
    content_id: Option<String>,
    source_url: Option<String>,
    item: Option<Value>,
}

impl MessageInput {
    /// The error is a message for the client.
    pub(crate) fn into_new_message(self) -> Result<NewMessage, String> {
        let attachments = self.attachments.into_iter().enumerate();
        let attachments: Result<Vec<_>, _> = attachments.map(|(index, input)| input.into_attachment(index)).collect();
        let headers = self.internet_message_headers.into_iter();
        let content = MessageContent {
            subject: self.subject,
            from: self.from.map(RecipientInput::into_recipient),
            sender: self.sender.map(RecipientInput::into_recipient),
            to: into_recipients(self.to_recipients),
            cc: into_recipients(self.cc_recipients),
            bcc: into_recipients(self.bcc_recipients),
            reply_to: into_recipients(self.reply_to),
            body: self.body.unwrap_or_default().into_body(),
            internet_message_id: self.internet_message_id.unwrap_or_default(),
            headers: headers.map(|header| InternetHeader { name: header.name, value: header.value }).collect(),
            attachments: attachments?,
            mime: None,
        };
        let defaults = MutableProperties::default();
        let properties = MutableProperties {
            is_read: self.is_read,
            is_draft: self.is_draft,
            categories: self.categories,
            importance: self.importance.unwrap_or(defaults.importance).to_lowercase(),
            flag_status: self.flag.map_or(defaults.flag_status, |flag| flag.flag_status),
            inference_classification: defaults.inference_classification,
        };
        Ok(NewMessage { content, properties, received_at: self.received_date_time, sent_at: self.sent_date_time })
    }
}

impl BodyInput {
    fn into_body(self) -> MessageBody {
        let is_html = self.content_type.is_some_and(|content_type| content_type.eq_ignore_ascii_case("html"));
        let body_type = if is_html { BodyType::Html } else { BodyType::Text };
        MessageBody { body_type, content: self.content.unwrap_or_default() }
    }
}

impl RecipientInput {
    fn into_recipient(self) -> Recipient {
        let address = self.email_address.address.unwrap_or_default();
        Recipient { name: self.email_address.name.unwrap_or_else(|| address.clone()), address }
    }
}

fn into_recipients(inputs: Vec<RecipientInput>) -> Vec<Recipient> {
    inputs.into_iter().map(RecipientInput::into_recipient).collect()
}

impl AttachmentInput {
    /// `index` is used in error messages.
    fn into_attachment(self, index: usize) -> Result<Attachment, String> {
        let type_name = self.type_name.unwrap_or_else(|| "#microsoft.graph.fileAttachment".into()).to_lowercase();
        let (content, content_type) = if type_name.ends_with("itemattachment") {
            let message: MessageInput = serde_json::from_value(self.item.unwrap_or_default())
                .map_err(|error| format!("attachments[{index}].item is not a valid message: {error}"))?;
            (AttachmentContent::Item(Arc::new(message.into_new_message()?.content)), None)
        } else if type_name.ends_with("referenceattachment") {
            (AttachmentContent::Reference(self.source_url.unwrap_or_default()), self.content_type)
        } else if type_name.ends_with("fileattachment") {
            let bytes = BASE64_STANDARD
                .decode(self.content_bytes.unwrap_or_default())
                .map_err(|error| format!("attachments[{index}].contentBytes is not valid base64: {error}"))?;
            (AttachmentContent::File(bytes.into()), self.content_type)
        } else {
            return Err(format!("attachments[{index}] has the unknown type {type_name:?}"));
        };
        let name = self.name.unwrap_or_default();
        Ok(Attachment { name, content_type, is_inline: self.is_inline, content_id: self.content_id, content })
    }
}
