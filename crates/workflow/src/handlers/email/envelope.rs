//! Sender, recipients and transport of a mail, stored for the all-clear mail.

use super::all_clear::AllClearConfig;
use super::mail::{Mail, Via, one_line};
use super::template::{self, TemplateKind};
use crate::{Context, StepError};
use lettre::message::Mailbox;
use serde::{Deserialize, Serialize};
use stormwire_extract::html_to_text;

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Envelope {
    pub(super) via: Via,
    from: String,
    to: Vec<String>,
    cc: Vec<String>,
    reply_to: Vec<String>,
}

impl Envelope {
    pub(super) fn from_mail(mail: &Mail, via: Via) -> Self {
        let all = |some: &[Mailbox]| some.iter().map(ToString::to_string).collect();
        Self { via, from: mail.from.to_string(), to: all(&mail.to), cc: all(&mail.cc), reply_to: all(&mail.reply_to) }
    }

    /// The bare addresses, sorted and without duplicates: they identify the mailing list.
    pub(super) fn recipients(&self) -> Vec<String> {
        let bare = |one: &String| one.parse::<Mailbox>().map_or(one.clone(), |one| one.email.to_string());
        let mut all: Vec<String> = self.to.iter().chain(&self.cc).map(|one| bare(one).to_lowercase()).collect();
        all.sort();
        all.dedup();
        all
    }
}

impl Mail {
    /// The all-clear mail, to the recipients of the mails before it.
    pub(super) fn all_clear(mail: &AllClearConfig, envelope: &Envelope, context: &Context) -> Result<Self, StepError> {
        let failed = |path: &str, error: String| StepError::Failed(format!("Quiet.AllClear.{path}: {error}"));
        let render = |path: &str, kind, source: &Option<String>| {
            let rendered = source.as_deref().map(|source| template::render(kind, source, context));
            rendered.transpose().map_err(|error| failed(path, error))
        };
        let all = |some: &[String]| some.iter().map(|one| parse(one)).collect::<Result<_, _>>();
        let subject = template::render(TemplateKind::Text, &mail.subject, context);
        let subject = subject.map_err(|error| failed("Subject", error))?;
        let html = render("Html", TemplateKind::Html, &mail.html)?;
        let text = render("Text", TemplateKind::Text, &mail.text)?;
        Ok(Self {
            from: parse(&envelope.from)?,
            to: all(&envelope.to)?,
            cc: all(&envelope.cc)?,
            reply_to: all(&envelope.reply_to)?,
            subject: one_line(&subject),
            text: text.or_else(|| html.as_deref().map(html_to_text)).unwrap_or_default(),
            html,
        })
    }
}

fn parse(address: &str) -> Result<Mailbox, StepError> {
    address.parse().map_err(|_| StepError::Failed(format!("{address:?} is not an email address")))
}
