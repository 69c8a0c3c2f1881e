//! A letter: marked as made by a machine, so that no machine answers it, and as ours, so that it never starts us.

use lettre::message::header::{HeaderName, HeaderValue};
use lettre::message::{Mailbox, Message, MultiPart, SinglePart};
use thiserror::Error;

/// A letter before it is written out.
#[derive(Debug, Clone)]
pub struct Email {
    /// As people see it.
    pub from: Mailbox,
    /// Who really sends it, where that is someone else.
    pub sender: Option<Mailbox>,
    /// To whom; at least one.
    pub to: Vec<Mailbox>,
    pub cc: Vec<Mailbox>,
    pub reply_to: Vec<Mailbox>,
    pub subject: String,
    pub text: String,
    /// The same for those who see HTML.
    pub html: Option<String>,
    /// Without its brackets; made up when there is none.
    pub message_id: Option<String>,
    /// Our mark: the name behind `X-Stormwire-`, and its value.
    pub mark: (&'static str, String),
}

/// A letter cannot be written.
#[derive(Debug, Error)]
#[error("the mail cannot be written: {0}")]
pub struct EmailError(#[from] lettre::error::Error);

impl Email {
    /// The headers that keep machines from answering and us from starting: standard, Exchange's own, ours.
    pub fn marks(&self) -> [(String, String); 3] {
        let (name, value) = &self.mark;
        [
            ("Auto-Submitted".into(), "auto-generated".into()),
            ("X-Auto-Response-Suppress".into(), "All".into()),
            (format!("X-Stormwire-{name}"), value.clone()),
        ]
    }

    pub fn write(self) -> Result<Message, EmailError> {
        let marks = self.marks();
        let id = self.message_id.map(|id| format!("<{id}>"));
        let mut builder = Message::builder().from(self.from).subject(self.subject).message_id(id);
        for to in self.to {
            builder = builder.to(to);
        }
        for copy in self.cc {
            builder = builder.cc(copy);
        }
        for reply in self.reply_to {
            builder = builder.reply_to(reply);
        }
        if let Some(sender) = self.sender {
            builder = builder.sender(sender);
        }
        let mut message = match self.html {
            Some(html) => builder.multipart(MultiPart::alternative_plain_html(self.text, html))?,
            None => builder.singlepart(SinglePart::plain(self.text))?,
        };
        for (name, value) in marks {
            let Ok(name) = HeaderName::new_from_ascii(name) else { continue };
            message.headers_mut().insert_raw(HeaderValue::new(name, value));
        }
        Ok(message)
    }
}
