//! To whom a mail goes and how, kept for the mail that follows it.

use super::mail::{Mail, Via, one_line};
use super::quiet::AllClear;
use super::template::{self, Kind};
use crate::{Context, StepError};
use lettre::message::Mailbox;
use serde::{Deserialize, Serialize};
use stormwire_extract::html_to_text;

/// To whom, and how.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Envelope {
    pub(super) via: Via,
    from: String,
    to: Vec<String>,
    cc: Vec<String>,
    reply_to: Vec<String>,
}

impl Envelope {
    pub(super) fn of(mail: &Mail, via: Via) -> Self {
        let all = |some: &[Mailbox]| some.iter().map(ToString::to_string).collect();
        Self { via, from: mail.from.to_string(), to: all(&mail.to), cc: all(&mail.cc), reply_to: all(&mail.reply_to) }
    }

    /// The bare addresses, each once, in an order of their own: the same people are the same list.
    pub(super) fn recipients(&self) -> Vec<String> {
        let bare = |one: &String| one.parse::<Mailbox>().map_or(one.clone(), |one| one.email.to_string());
        let mut all: Vec<String> = self.to.iter().chain(&self.cc).map(|one| bare(one).to_lowercase()).collect();
        all.sort();
        all.dedup();
        all
    }
}

impl Mail {
    /// The mail at the end, to those who got the mails before it.
    pub(super) fn closing(mail: &AllClear, envelope: &Envelope, context: &Context) -> Result<Self, StepError> {
        let failed = |path: &str, why: String| StepError::Failed(format!("Quiet.AllClear.{path}: {why}"));
        let render = |path: &str, kind, source: &Option<String>| {
            let rendered = source.as_deref().map(|source| template::render(kind, source, context));
            rendered.transpose().map_err(|why| failed(path, why))
        };
        let all = |some: &[String]| some.iter().map(|one| read(one)).collect::<Result<_, _>>();
        let subject = template::render(Kind::Text, &mail.subject, context).map_err(|why| failed("Subject", why))?;
        let html = render("Html", Kind::Html, &mail.html)?;
        let text = render("Text", Kind::Text, &mail.text)?;
        Ok(Self {
            from: read(&envelope.from)?,
            to: all(&envelope.to)?,
            cc: all(&envelope.cc)?,
            reply_to: all(&envelope.reply_to)?,
            subject: one_line(&subject),
            text: text.or_else(|| html.as_deref().map(html_to_text)).unwrap_or_default(),
            html,
        })
    }
}

fn read(address: &str) -> Result<Mailbox, StepError> {
    address.parse().map_err(|_| StepError::Failed(format!("{address:?} is not a mail address")))
}
