//! Messages as they are read and sent.

use crate::{AttachmentId, FolderId, MessageKey};
use jiff::Timestamp;

/// A message that was read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Message {
    /// Its immutable id.
    pub key: MessageKey,
    /// The `Message-ID` header: for people, not unique in a mailbox.
    pub internet_message_id: Option<String>,
    /// Absent in some mail.
    pub subject: Option<String>,
    /// Absent in drafts and some mail of the system.
    pub from: Option<Address>,
    /// The visible recipients.
    pub to: Vec<Address>,
    /// When the mailbox got it, in whole seconds.
    pub received_at: Timestamp,
    /// Empty text when there is none.
    pub body: Body,
    /// Whether there are attachments that are not inline.
    pub has_attachments: bool,
    /// `Auto-Submitted` and `X-Stormwire-*`, as many as there are: what a guard against loops needs.
    pub headers: Vec<Header>,
    /// The folder in which it lies now.
    pub parent_folder: FolderId,
    /// Whether someone has read it.
    pub is_read: bool,
    /// Its categories, in their order.
    pub categories: Vec<String>,
}

impl Message {
    /// The first value of a header, whatever the case of its name.
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|header| header.name.eq_ignore_ascii_case(name)).map(|header| header.value.as_str())
    }
}

/// A person or a mailbox.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Address {
    /// Usually SMTP; senders inside an organization may carry another form.
    pub address: String,
    /// The display name.
    pub name: Option<String>,
}

/// What a message says.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Body {
    /// The text or the HTML.
    pub content: String,
    /// Which of the two.
    pub is_html: bool,
}

/// A line of a message's head.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Header {
    /// Its name.
    pub name: String,
    /// Its value.
    pub value: String,
}

/// What is known of an attachment without its content.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Attachment {
    /// Its id within the message.
    pub id: AttachmentId,
    /// Empty when it has none.
    pub name: String,
    /// Absent for messages that are attached.
    pub content_type: Option<String>,
    /// As stored by the provider: usually a little more than its content.
    pub size: u64,
    /// Part of the body's looks.
    pub is_inline: bool,
    /// What it is.
    pub kind: AttachmentKind,
}

/// What an attachment is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AttachmentKind {
    /// A file.
    File,
    /// A message, an event or a contact; its content is its MIME text.
    Item,
    /// A link to a file elsewhere; it has no content that could be downloaded.
    Reference,
}

/// A message to be sent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Outgoing {
    /// To whom.
    pub to: Vec<Address>,
    /// Copies.
    pub cc: Vec<Address>,
    /// Where answers go; the sender when empty.
    pub reply_to: Vec<Address>,
    /// The subject.
    pub subject: String,
    /// The provider takes one body: the HTML when there is one.
    pub html: Option<String>,
    /// The body when there is no HTML.
    pub text: Option<String>,
    /// Own headers; the provider takes only names that begin with `x-`.
    pub headers: Vec<Header>,
    /// Whether a copy is kept in the sent items.
    pub save: bool,
}
