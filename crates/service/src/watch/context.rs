//! The context that a message seeds (section 2.4). Pure.

use crate::flow::Context;
use jiff::Timestamp;
use serde_json::{Map, Value, json};
use stormwire_extract::{body_text, plain_text};
use stormwire_mail::Message;

/// An attachment as the workflow sees it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Enclosed {
    pub(super) name: String,
    pub(super) content_type: Option<String>,
    pub(super) size_bytes: u64,
    pub(super) file_path: Option<String>,
}

/// Where the message comes from.
#[derive(Debug, Clone, Copy)]
pub(super) struct Provenance<'a> {
    pub(super) message_key: &'a str,
    pub(super) job_id: i64,
    pub(super) detected_at: Timestamp,
}

/// Seeds the context. Sender, subject and recipients stand under `Message`: at the root they would redirect mail.
pub(super) fn seed(message: &Message, attachments: &[Enclosed], from: Provenance<'_>) -> Context {
    let sender = message.from.as_ref();
    let text = if message.body.is_html { body_text(&message.body.content) } else { plain_text(&message.body.content) };
    let to: Vec<&str> = message.to.iter().map(|to| to.address.as_str()).collect();
    let Value::Object(root) = json!({
        "Message": {
            "Subject": message.subject,
            "From": sender.map(|sender| &sender.address),
            "FromName": sender.and_then(|sender| sender.name.as_ref()),
            "To": to,
        },
        "ReceivedAt": message.received_at.to_string(),
        "BodyText": text,
        "_RawBody": message.body.content,
        "_RawBodyIsHtml": message.body.is_html,
        "Attachments": attachments.iter().map(enclosed).collect::<Vec<_>>(),
        "MessageKey": from.message_key,
        "MailboxWatcherJobId": from.job_id,
        "DetectedAt": from.detected_at.to_string(),
    }) else {
        return Context::default();
    };
    Context::new(root)
}

fn enclosed(one: &Enclosed) -> Value {
    let mut map = Map::new();
    map.insert("Name".into(), one.name.clone().into());
    map.insert("ContentType".into(), one.content_type.clone().into());
    map.insert("SizeBytes".into(), one.size_bytes.into());
    if let Some(path) = &one.file_path {
        map.insert("FilePath".into(), path.clone().into());
    }
    map.into()
}
