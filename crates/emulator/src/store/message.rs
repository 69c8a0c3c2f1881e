//! A message and what it carries.

use axum::body::Bytes;
use jiff::Timestamp;
use std::sync::Arc;

/// A message in its folder: what changes about it, and what does not.
#[derive(Debug, Clone)]
pub(crate) struct Message {
    /// Never changes: what the immutable id says.
    pub(crate) item: u64,
    /// Counts the moves: with it the default id changes.
    pub(crate) placement: u32,
    pub(crate) folder: u32,
    /// The mailbox's count of changes when this one was last changed: the etag and the key in the folder's changes.
    pub(crate) version: u64,
    pub(crate) created_at: Timestamp,
    pub(crate) modified_at: Timestamp,
    pub(crate) received_at: Timestamp,
    pub(crate) sent_at: Timestamp,
    pub(crate) marks: Marks,
    pub(crate) content: Arc<Content>,
}

/// What people and programs may change about a message that was received.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Marks {
    pub(crate) is_read: bool,
    pub(crate) is_draft: bool,
    pub(crate) categories: Vec<String>,
    pub(crate) flag: String,
    pub(crate) importance: String,
    pub(crate) inference: String,
}

impl Default for Marks {
    fn default() -> Self {
        Self {
            is_read: false,
            is_draft: false,
            categories: Vec::new(),
            flag: "notFlagged".into(),
            importance: "normal".into(),
            inference: "focused".into(),
        }
    }
}

/// What a message says. Shared, so that a message can be looked at without holding the store.
#[derive(Debug, Clone, Default)]
pub(crate) struct Content {
    pub(crate) subject: Option<String>,
    pub(crate) from: Option<Recipient>,
    pub(crate) sender: Option<Recipient>,
    pub(crate) to: Vec<Recipient>,
    pub(crate) cc: Vec<Recipient>,
    pub(crate) bcc: Vec<Recipient>,
    pub(crate) reply_to: Vec<Recipient>,
    pub(crate) body: Body,
    pub(crate) internet_message_id: String,
    pub(crate) headers: Vec<(String, String)>,
    pub(crate) attachments: Vec<Attachment>,
    /// As it came in, where it came in as mail.
    pub(crate) mime: Option<Bytes>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Recipient {
    pub(crate) name: String,
    pub(crate) address: String,
}

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Body {
    pub(crate) is_html: bool,
    pub(crate) content: String,
}

#[derive(Debug, Clone)]
pub(crate) struct Attachment {
    pub(crate) name: String,
    pub(crate) content_type: Option<String>,
    pub(crate) is_inline: bool,
    pub(crate) content_id: Option<String>,
    pub(crate) kind: AttachmentKind,
}

#[derive(Debug, Clone)]
pub(crate) enum AttachmentKind {
    File(Bytes),
    /// Another message.
    Item(Arc<Content>),
    /// A link to a file elsewhere.
    Reference(String),
}

impl Attachment {
    /// What Exchange says it stores, which is not what it hands out.
    pub(crate) fn stored_size(&self) -> usize {
        let content = match &self.kind {
            AttachmentKind::File(bytes) => bytes.len(),
            AttachmentKind::Item(content) => content.size(),
            AttachmentKind::Reference(_) => 0,
        };
        content + 2 * self.name.len() + 226
    }
}

impl Content {
    /// About as many bytes as the message takes.
    pub(crate) fn size(&self) -> usize {
        let attached: usize = self.attachments.iter().map(Attachment::stored_size).sum();
        self.body.content.len() + attached + self.subject.as_ref().map_or(0, String::len) + 500
    }

    /// Attachments that are only shown inside the body do not count.
    pub(crate) fn has_attachments(&self) -> bool {
        self.attachments.iter().any(|attachment| !attachment.is_inline)
    }
}
