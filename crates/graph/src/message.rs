//! Received and outgoing messages.

use crate::id::{AttachmentId, FolderId, MessageKey};
use jiff::Timestamp;

/// A message in the mailbox.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Message {
    pub key: MessageKey,
    /// The `Message-ID` header. Not unique in a mailbox.
    pub internet_message_id: Option<String>,
    pub subject: Option<String>,
    /// Absent in drafts and in some system messages.
    pub from: Option<Address>,
    pub to: Vec<Address>,
    /// In whole seconds.
    pub received_at: Timestamp,
    /// Empty if the message has none.
    pub body: Body,
    /// Inline attachments do not count.
    pub has_attachments: bool,
    /// Only `Auto-Submitted` and `X-Stormwire-*`, which the guard against mail loops needs, and `Authentication-Results`. The
    /// topmost first.
    pub headers: Vec<Header>,
    pub parent_folder: FolderId,
    pub is_read: bool,
    pub categories: Vec<String>,
}

impl Message {
    /// The first header with this name, ignoring case.
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|header| header.name.eq_ignore_ascii_case(name)).map(|header| header.value.as_str())
    }
}

/// An email address with an optional display name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Address {
    /// Usually an SMTP address. Senders inside an organization may have another form.
    pub address: String,
    pub name: Option<String>,
}

/// The body of a message, as text or HTML.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Body {
    pub content: String,
    pub is_html: bool,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Header {
    pub name: String,
    pub value: String,
}

/// An attachment without its content.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Attachment {
    pub id: AttachmentId,
    /// Empty if it has none.
    pub name: String,
    /// Absent for attached messages.
    pub content_type: Option<String>,
    /// Bytes in the provider's store, usually slightly more than the content.
    pub size: u64,
    /// Part of the HTML body, such as a logo.
    pub is_inline: bool,
    pub kind: AttachmentKind,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AttachmentKind {
    File,
    /// A message, an event or a contact. The content is its MIME text.
    Item,
    /// A link to a file elsewhere. There is no content to download.
    Reference,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OutgoingMessage {
    pub to: Vec<Address>,
    pub cc: Vec<Address>,
    /// Replies go to the sender if this is empty.
    pub reply_to: Vec<Address>,
    pub subject: String,
    /// The provider accepts one body: the HTML if there is one.
    pub html: Option<String>,
    /// The body if there is no HTML.
    pub text: Option<String>,
    /// Custom headers. The provider accepts only names that begin with `x-`.
    pub headers: Vec<Header>,
    /// Whether to keep a copy in Sent Items.
    pub save_to_sent_items: bool,
}
