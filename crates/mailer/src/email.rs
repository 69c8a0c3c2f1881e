//! An email: marked as automatic, so that no autoresponder replies, and as ours, so that it never triggers a watcher.

use lettre::message::header::{HeaderName, HeaderValue, MessageId};
use lettre::message::{Mailbox, Message, MultiPart, SinglePart};
use thiserror::Error;

#[derive(Debug, Clone)]
pub struct OutgoingEmail {
    /// As shown to recipients.
    pub from: Mailbox,
    /// The actual sender, if it differs from `from`.
    pub sender: Option<Mailbox>,
    /// At least one.
    pub to: Vec<Mailbox>,
    pub cc: Vec<Mailbox>,
    pub reply_to: Vec<Mailbox>,
    pub subject: String,
    pub text: String,
    /// The HTML alternative of `text`.
    pub html: Option<String>,
    /// Without the angle brackets; generated if `None`, with the domain of the sender.
    pub message_id: Option<String>,
    /// A header that identifies our mail: the name after `X-Stormwire-`, and the value.
    pub marker: (&'static str, String),
}

#[derive(Debug, Error)]
#[error("cannot compose the email: {0}")]
pub struct ComposeEmailError(#[from] lettre::error::Error);

impl OutgoingEmail {
    /// The headers that stop automatic replies (standard and Exchange) and identify our mail.
    pub fn marker_headers(&self) -> [(String, String); 3] {
        let (name, value) = &self.marker;
        [
            ("Auto-Submitted".into(), "auto-generated".into()),
            ("X-Auto-Response-Suppress".into(), "All".into()),
            (format!("X-Stormwire-{name}"), value.clone()),
        ]
    }

    pub fn into_message(self) -> Result<Message, ComposeEmailError> {
        let markers = self.marker_headers();
        let id = self.message_id.map(|id| format!("<{id}>"));
        let generated_id_domain = id.is_none().then(|| self.from.email.domain().to_owned());
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
        if let Some(domain) = generated_id_domain {
            set_id_domain(&mut message, &domain);
        }
        for (name, value) in markers {
            let Ok(name) = HeaderName::new_from_ascii(name) else { continue };
            message.headers_mut().insert_raw(HeaderValue::new(name, value));
        }
        Ok(message)
    }
}

/// A generated Message-ID ends with `@localhost`, which spam filters dislike.
fn set_id_domain(message: &mut Message, domain: &str) {
    let Some(id) = message.headers().get::<MessageId>() else { return };
    if let Some((unique, _)) = id.as_ref().split_once('@') {
        message.headers_mut().set(MessageId::from(format!("{unique}@{domain}>")));
    }
}
