//! Attachments as Graph's JSON.

use crate::store::exchange_id::IdType;
use crate::store::mailbox::Mailbox;
use crate::store::message::{Attachment, AttachmentContent, Message, MessageContent};
use crate::wire::content::{body_preview, recipient_json, recipients_json};
use crate::wire::time_format::whole_seconds;
use base64::prelude::{BASE64_STANDARD, Engine};
use serde_json::{Map, Value, json};

/// How attachments appear in a response.
#[derive(Debug, Clone, Default)]
pub(crate) struct AttachmentView {
    pub(crate) id_type: IdType,
    /// `None` returns all properties, including the content of a file.
    pub(crate) select: Option<Vec<String>>,
    /// `$expand=microsoft.graph.itemattachment/item`
    pub(crate) with_item: bool,
}

impl AttachmentView {
    /// Ignores the type name that clients put in front: `microsoft.graph.fileAttachment/contentBytes`.
    fn includes(&self, name: &str) -> bool {
        let is_name =
            |selected: &String| selected.rsplit('/').next().is_some_and(|last| last.eq_ignore_ascii_case(name));
        self.select.as_ref().is_none_or(|names| names.iter().any(is_name))
    }
}

/// Always contains the type and the id.
pub(crate) fn attachment_json(
    mailbox: &Mailbox,
    message: &Message,
    index: usize,
    view: &AttachmentView,
) -> Map<String, Value> {
    let attachment = &message.content.attachments[index];
    let type_name = match attachment.content {
        AttachmentContent::File(_) => "#microsoft.graph.fileAttachment",
        AttachmentContent::Item(_) => "#microsoft.graph.itemAttachment",
        AttachmentContent::Reference(_) => "#microsoft.graph.referenceAttachment",
    };
    let mut map = Map::new();
    map.insert("@odata.type".into(), type_name.into());
    map.insert("id".into(), mailbox.attachment_id(message.identity(), view.id_type, index).into());
    for (name, value) in properties(message, attachment, view) {
        if view.includes(name) {
            map.insert(name.into(), value);
        }
    }
    if let (AttachmentContent::Item(content), true) = (&attachment.content, view.with_item) {
        map.insert("item".into(), attached_message_json(content));
    }
    map
}

fn properties(message: &Message, attachment: &Attachment, view: &AttachmentView) -> Vec<(&'static str, Value)> {
    let mut all: Vec<(&str, Value)> = vec![
        ("lastModifiedDateTime", whole_seconds(message.created_at).into()),
        ("name", attachment.name.clone().into()),
        ("contentType", attachment.content_type.clone().into()),
        ("size", attachment.stored_size().into()),
        ("isInline", attachment.is_inline.into()),
    ];
    match &attachment.content {
        AttachmentContent::File(bytes) => {
            all.push(("@odata.mediaContentType", attachment.content_type.clone().into()));
            all.push(("contentId", attachment.content_id.clone().into()));
            all.push(("contentLocation", Value::Null));
            // May be large: encode it only if it is returned.
            if view.includes("contentBytes") {
                all.push(("contentBytes", BASE64_STANDARD.encode(bytes).into()));
            }
        }
        AttachmentContent::Reference(url) => all.push(("sourceUrl", url.clone().into())),
        AttachmentContent::Item(_) => {}
    }
    all
}

/// An attached message has no id.
fn attached_message_json(content: &MessageContent) -> Value {
    json!({
        "@odata.type": "#microsoft.graph.message",
        "id": "",
        "subject": content.subject,
        "internetMessageId": content.internet_message_id,
        "hasAttachments": content.has_attachments(),
        "bodyPreview": body_preview(&content.body),
        "body": {"contentType": content.body.body_type.name(), "content": content.body.content},
        "from": content.from.as_ref().map(recipient_json),
        "toRecipients": recipients_json(&content.to),
        "ccRecipients": recipients_json(&content.cc),
    })
}
