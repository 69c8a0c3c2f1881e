//! Attachments of the three kinds as JSON.

use crate::store::id::IdType;
use crate::store::mailbox::Mailbox;
use crate::store::message::{Attachment, AttachmentKind, Content, Message, Recipient};
use crate::wire::{message, seconds};
use base64::prelude::{BASE64_STANDARD, Engine};
use serde_json::{Map, Value, json};

/// What of an attachment is to be shown.
#[derive(Debug, Clone, Default)]
pub(crate) struct Look {
    pub(crate) ids: IdType,
    pub(crate) select: Option<Vec<String>>,
    /// `$expand=microsoft.graph.itemattachment/item`
    pub(crate) with_item: bool,
}

/// One attachment; the content of a file comes along unless something else was selected.
pub(crate) fn show(mailbox: &Mailbox, message: &Message, index: usize, look: &Look) -> Map<String, Value> {
    let attachment = &message.content.attachments[index];
    let kind = match attachment.kind {
        AttachmentKind::File(_) => "#microsoft.graph.fileAttachment",
        AttachmentKind::Item(_) => "#microsoft.graph.itemAttachment",
        AttachmentKind::Reference(_) => "#microsoft.graph.referenceAttachment",
    };
    let mut map = Map::new();
    map.insert("@odata.type".into(), kind.into());
    map.insert("id".into(), mailbox.attachment_id(message, look.ids, index).into());
    for (name, value) in properties(message, attachment, look) {
        if wanted(look, name) {
            map.insert(name.into(), value);
        }
    }
    if let (AttachmentKind::Item(content), true) = (&attachment.kind, look.with_item) {
        map.insert("item".into(), item(content));
    }
    map
}

fn properties(message: &Message, attachment: &Attachment, look: &Look) -> Vec<(&'static str, Value)> {
    let mut all: Vec<(&str, Value)> = vec![
        ("lastModifiedDateTime", seconds(message.created_at).into()),
        ("name", attachment.name.clone().into()),
        ("contentType", attachment.content_type.clone().into()),
        ("size", attachment.stored_size().into()),
        ("isInline", attachment.is_inline.into()),
    ];
    match &attachment.kind {
        AttachmentKind::File(bytes) => {
            all.push(("@odata.mediaContentType", attachment.content_type.clone().into()));
            all.push(("contentId", attachment.content_id.clone().into()));
            all.push(("contentLocation", Value::Null));
            // Only encoded when it is wanted: it may be large.
            if wanted(look, "contentBytes") {
                all.push(("contentBytes", BASE64_STANDARD.encode(bytes).into()));
            }
        }
        AttachmentKind::Reference(url) => all.push(("sourceUrl", url.clone().into())),
        AttachmentKind::Item(_) => {}
    }
    all
}

/// Properties of a derived type are selected with its name in front.
fn wanted(look: &Look, name: &str) -> bool {
    let last = |selected: &String| selected.rsplit('/').next().is_some_and(|last| last.eq_ignore_ascii_case(name));
    look.select.as_ref().is_none_or(|names| names.iter().any(last))
}

/// A message inside another has no id of its own.
fn item(content: &Content) -> Value {
    let list = |all: &[Recipient]| -> Value { all.iter().map(message::recipient).collect() };
    json!({
        "@odata.type": "#microsoft.graph.message",
        "id": "",
        "subject": content.subject,
        "internetMessageId": content.internet_message_id,
        "hasAttachments": content.has_attachments(),
        "bodyPreview": message::preview(&content.body),
        "body": {"contentType": if content.body.is_html { "html" } else { "text" }, "content": content.body.content},
        "from": content.from.as_ref().map(message::recipient),
        "toRecipients": list(&content.to),
        "ccRecipients": list(&content.cc),
    })
}
