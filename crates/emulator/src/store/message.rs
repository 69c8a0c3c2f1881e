//! A message, its body and its attachments.

use crate::store::keys::{FolderKey, MessageKey, Version};
use axum::body::Bytes;
use jiff::Timestamp;
use std::sync::Arc;

#[derive(Debug, Clone)]
pub(crate) struct Message {
    /// Never changes; the immutable id contains it.
    pub(crate) key: MessageKey,
    /// How often the message was moved. Part of the default id, which therefore changes with every move.
    pub(crate) move_count: u32,
    pub(crate) folder: FolderKey,
    /// The last change to this message. Used for the etag and as the key in the folder's list of changes.
    pub(crate) version: Version,
    pub(crate) created_at: Timestamp,
    pub(crate) modified_at: Timestamp,
    pub(crate) received_at: Timestamp,
    pub(crate) sent_at: Timestamp,
    pub(crate) properties: MutableProperties,
    pub(crate) content: Arc<MessageContent>,
}

/// What identifies a message in an id.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct MessageIdentity {
    pub(crate) key: MessageKey,
    pub(crate) move_count: u32,
}

impl Message {
    pub(crate) fn identity(&self) -> MessageIdentity {
        MessageIdentity { key: self.key, move_count: self.move_count }
    }
}

/// The properties of a received message that a client can change. Texts are stored as the client sent them, without
/// checking them against Graph's enumerations.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct MutableProperties {
    pub(crate) is_read: bool,
    pub(crate) is_draft: bool,
    pub(crate) categories: Vec<String>,
    pub(crate) flag_status: String,
    pub(crate) importance: String,
    pub(crate) inference_classification: String,
}

impl Default for MutableProperties {
    fn default() -> Self {
        Self {
            is_read: false,
            is_draft: false,
            categories: Vec::new(),
            flag_status: "notFlagged".into(),
            importance: "normal".into(),
            inference_classification: "focused".into(),
        }
    }
}

/// A message to be stored.
#[derive(Debug, Clone)]
pub(crate) struct NewMessage {
    pub(crate) content: MessageContent,
    pub(crate) properties: MutableProperties,
    /// Defaults to the time of delivery.
    pub(crate) received_at: Option<Timestamp>,
    /// Defaults to `received_at`.
    pub(crate) sent_at: Option<Timestamp>,
}

/// The part of a message that never changes. Shared, so that it can be rendered without locking the store.
#[derive(Debug, Clone, Default)]
pub(crate) struct MessageContent {
    pub(crate) subject: Option<String>,
    pub(crate) from: Option<Recipient>,
    pub(crate) sender: Option<Recipient>,
    pub(crate) to: Vec<Recipient>,
    pub(crate) cc: Vec<Recipient>,
    pub(crate) bcc: Vec<Recipient>,
    pub(crate) reply_to: Vec<Recipient>,
    pub(crate) body: MessageBody,
    pub(crate) internet_message_id: String,
    pub(crate) headers: Vec<InternetHeader>,
    pub(crate) attachments: Vec<Attachment>,
    /// The original bytes, if the message was delivered as MIME.
    pub(crate) mime: Option<Bytes>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Recipient {
    pub(crate) name: String,
    pub(crate) address: String,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct InternetHeader {
    pub(crate) name: String,
    pub(crate) value: String,
}

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct MessageBody {
    pub(crate) body_type: BodyType,
    pub(crate) content: String,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) enum BodyType {
    Html,
    #[default]
    Text,
}

impl BodyType {
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Html => "html",
            Self::Text => "text",
        }
    }
}

#[derive(Debug, Clone)]
pub(crate) struct Attachment {
    pub(crate) name: String,
    pub(crate) content_type: Option<String>,
    pub(crate) is_inline: bool,
    pub(crate) content_id: Option<String>,
    pub(crate) content: AttachmentContent,
}

#[derive(Debug, Clone)]
pub(crate) enum AttachmentContent {
    File(Bytes),
    /// An attached message.
    Item(Arc<MessageContent>),
    /// The URL of a file stored elsewhere.
    Reference(String),
}

impl Attachment {
    /// The size that Exchange reports, which is larger than the content it returns.
    pub(crate) fn stored_size(&self) -> usize {
        let content = match &self.content {
            AttachmentContent::File(bytes) => bytes.len(),
            AttachmentContent::Item(content) => content.size(),
            AttachmentContent::Reference(_) => 0,
        };
        content + 2 * self.name.len() + 226
    }
}

impl MessageContent {
    /// The approximate size of the message in bytes.
    pub(crate) fn size(&self) -> usize {
        let attached: usize = self.attachments.iter().map(Attachment::stored_size).sum();
        self.body.content.len() + attached + self.subject.as_ref().map_or(0, String::len) + 500
    }

    /// Inline attachments do not count.
    pub(crate) fn has_attachments(&self) -> bool {
        self.attachments.iter().any(|attachment| !attachment.is_inline)
    }
}
