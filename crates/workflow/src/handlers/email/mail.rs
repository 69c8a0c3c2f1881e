//! A mail that is ready to send.

use lettre::message::Mailbox;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use stormwire_mailer::OutgoingEmail;
use stormwire_store::CredentialId;

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub(super) enum Via {
    #[default]
    Smtp,
    Graph,
}

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
    /// Identifies the effect: the same for the same mail.
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

    /// For SMTP. `sender` is the configured address of the service.
    pub(super) fn email(self, key: &str, sender: &Mailbox) -> OutgoingEmail {
        // The same for the same effect, so that mail programs recognize a duplicate.
        let message_id = format!("{key}@{}", sender.email.domain());
        let sender = (sender.email != self.from.email).then(|| sender.clone());
        let Self { from, to, cc, reply_to, subject, html, text } = self;
        OutgoingEmail {
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

/// Removes line ends and control characters and limits the length, as every mailbox accepts it.
pub(super) fn one_line(subject: &str) -> String {
    let parts: Vec<&str> = subject
        .split(|character: char| character.is_whitespace() || character.is_control())
        .filter(|word| !word.is_empty())
        .collect();
    parts.join(" ").chars().take(255).collect()
}
