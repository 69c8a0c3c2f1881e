//! A mail before it goes out: what it is known by, and how it is written for a mail server.

use lettre::message::Mailbox;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use stormwire_mailer::Email;
use stormwire_store::CredentialId;

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub(super) enum Via {
    #[default]
    Smtp,
    Graph,
}

/// A mail, complete.
pub(super) struct Mail {
    pub(super) from: Mailbox,
    pub(super) to: Vec<Mailbox>,
    pub(super) cc: Vec<Mailbox>,
    pub(super) reply_to: Vec<Mailbox>,
    pub(super) subject: String,
    pub(super) html: Option<String>,
    pub(super) text: String,
}

impl Mail {
    /// What the book of effects knows it by.
    pub(super) fn record(&self, via: Via, credential_id: Option<CredentialId>) -> Value {
        let all = |some: &[Mailbox]| some.iter().map(ToString::to_string).collect::<Vec<_>>();
        json!({
            "via": format!("{via:?}"), "credential": credential_id, "from": self.from.to_string(), "to": all(&self.to),
            "cc": all(&self.cc), "replyTo": all(&self.reply_to), "subject": self.subject, "html": self.html,
            "text": self.text,
        })
    }

    pub(super) fn recipients(&self) -> impl Iterator<Item = &Mailbox> {
        self.to.iter().chain(&self.cc)
    }

    /// For a mail server.
    pub(super) fn email(self, key: &str, sender: &Mailbox) -> Email {
        // The same for the same effect, so that whoever gets it twice can tell.
        let message_id = format!("{key}@{}", sender.email.domain());
        let sender = (sender.email != self.from.email).then(|| sender.clone());
        let Self { from, to, cc, reply_to, subject, html, text } = self;
        Email {
            from,
            sender,
            to,
            cc,
            reply_to,
            subject,
            text,
            html,
            message_id: Some(message_id),
            marker: ("Effect", key.to_owned()),
        }
    }
}

/// A subject holds no line end, and is no longer than what every mailbox shows.
pub(super) fn one_line(subject: &str) -> String {
    let words: Vec<&str> =
        subject.split(|sign: char| sign.is_whitespace() || sign.is_control()).filter(|word| !word.is_empty()).collect();
    words.join(" ").chars().take(255).collect()
}
