//! A mail server: one connection per letter, taken step by step, so that it is known how far a letter has come.

use futures_util::FutureExt;
use lettre::address::{Address, Envelope};
use lettre::message::Mailbox;
use lettre::transport::smtp::authentication::{Credentials, DEFAULT_MECHANISMS};
use lettre::transport::smtp::client::{AsyncSmtpConnection, TlsParameters};
use lettre::transport::smtp::commands::{Data, Mail, Rcpt};
use lettre::transport::smtp::extension::{ClientId, Extension, MailParameter};
use lettre::transport::smtp::{self, SMTP_PORT, SUBMISSION_PORT, SUBMISSIONS_PORT};
use percent_encoding::percent_decode_str;
use std::sync::Arc;
use std::time::Duration;
use stormwire_city::config;
use stormwire_clock::Clock;
use thiserror::Error;

/// From the connection to the server's word that it listens.
const GREETING: Duration = Duration::from_mins(1);
/// For the text of the letter and the word that it is taken.
const TAKING: Duration = Duration::from_mins(2);

/// A mail server, and who we are to it.
#[derive(Clone)]
pub struct Smtp {
    host: String,
    port: u16,
    security: Security,
    credentials: Option<Credentials>,
    from: Mailbox,
    clock: Arc<dyn Clock>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Security {
    None,
    Tls,
    StartTls,
}

/// The configuration does not name a server or a sender.
#[derive(Debug, Error)]
#[error("{key}: {problem}")]
pub struct SmtpError {
    key: &'static str,
    problem: String,
}

/// A letter was not sent, as far as is known.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum NotSent {
    /// It was surely not taken.
    #[error("{0}")]
    Refused(String),
    /// It was surely not taken, and another try may fare better: nobody answers, or the server says so.
    #[error("{0}")]
    NotNow(String),
    /// It may have been taken.
    #[error("it is unknown whether the mail was taken: {0}")]
    Unknown(String),
}

impl Smtp {
    /// `smtp` has neither TLS nor sign-in; the others have TLS before the first word of the mail, and sign in where the
    /// address names someone.
    pub fn new(config: &config::Smtp, clock: Arc<dyn Clock>) -> Result<Self, SmtpError> {
        let url = &config.url;
        let host = url.host_str().unwrap_or_default().trim_matches(['[', ']']).to_owned();
        if host.is_empty() {
            return Err(SmtpError { key: "smtp.url", problem: "no host".into() });
        }
        let (security, port) = match url.scheme() {
            "smtps" => (Security::Tls, SUBMISSIONS_PORT),
            "smtp+starttls" => (Security::StartTls, SUBMISSION_PORT),
            _ => (Security::None, SMTP_PORT),
        };
        let plain = |text: &str| percent_decode_str(text).decode_utf8_lossy().into_owned();
        let credentials = match (url.username(), url.password()) {
            ("", _) => None,
            (name, password) => Some(Credentials::new(plain(name), plain(password.unwrap_or_default()))),
        };
        let from = config.from.parse();
        let from = from.map_err(|error| SmtpError { key: "smtp.from", problem: format!("{error}") })?;
        Ok(Self { host, port: url.port().unwrap_or(port), security, credentials, from, clock })
    }

    /// The sender that the configuration names.
    pub fn from(&self) -> &Mailbox {
        &self.from
    }

    /// Hands a letter over for as many of these as the server takes it for, and says of the others why not. Never sent twice
    /// by itself.
    pub async fn send(&self, to: &[Address], letter: &[u8]) -> Result<Vec<String>, NotSent> {
        let envelope = Envelope::new(Some(self.from.email.clone()), to.to_vec());
        let envelope = envelope.map_err(|error| NotSent::Refused(error.to_string()))?;
        let too_slow = |limit: Duration| format!("the mail server did not answer within {} s", limit.as_secs());
        let (mut connection, left_out) = tokio::select! {
            ready = self.introduce(&envelope).boxed() => ready?,
            () = self.clock.sleep(GREETING) => return Err(NotSent::NotNow(too_slow(GREETING))),
        };
        tokio::select! {
            taken = connection.message(letter) => taken.map_err(|error| match error.status() {
                Some(_) => refused("the mail server refused the mail", &error),
                None => NotSent::Unknown(words("the connection broke", &error)),
            })?,
            () = self.clock.sleep(TAKING) => return Err(NotSent::Unknown(too_slow(TAKING))),
        };
        // It is taken; how the connection ends does not matter any more.
        let _ = tokio::time::timeout(Duration::from_secs(1), connection.quit()).await;
        Ok(left_out)
    }

    /// Everything up to the server's word that the text may come. Until then nothing is taken.
    async fn introduce(&self, envelope: &Envelope) -> Result<(AsyncSmtpConnection, Vec<String>), NotSent> {
        let mut connection = self.connect().await?;
        let mut parameters = Vec::new();
        if envelope.to().iter().chain(envelope.from()).any(|address| !address.to_string().is_ascii()) {
            if !connection.server_info().supports_feature(Extension::SmtpUtfEight) {
                return Err(NotSent::Refused("the mail server takes only ASCII addresses".into()));
            }
            parameters.push(MailParameter::SmtpUtfEight);
        }
        let from = envelope.from().cloned();
        let sender = |error| refused(&format!("the mail server refused the sender {}", self.from.email), &error);
        connection.command(Mail::new(from, parameters)).await.map_err(sender)?;
        let mut left_out: Vec<NotSent> = Vec::new();
        for to in envelope.to() {
            if let Err(error) = connection.command(Rcpt::new(to.clone(), Vec::new())).await {
                let why = refused(&format!("the mail server refused the recipient {to}"), &error);
                if error.status().is_none() {
                    return Err(why);
                }
                left_out.push(why);
            }
        }
        if left_out.len() == envelope.to().len() {
            return Err(left_out.swap_remove(0));
        }
        connection.command(Data).await.map_err(|error| refused("the mail server refused the mail", &error))?;
        Ok((connection, left_out.iter().map(ToString::to_string).collect()))
    }

    async fn connect(&self) -> Result<AsyncSmtpConnection, NotSent> {
        let away = |error: smtp::Error| NotSent::NotNow(words("no connection to the mail server", &error));
        let (hello, server) = (ClientId::default(), (self.host.as_str(), self.port));
        let tls = || TlsParameters::new(self.host.clone()).map_err(away);
        let first = if self.security == Security::Tls { Some(tls()?) } else { None };
        let connection = AsyncSmtpConnection::connect_tokio1(server, Some(GREETING), &hello, first, None);
        let mut connection = connection.await.map_err(away)?;
        if self.security == Security::StartTls {
            connection.starttls(tls()?, &hello).await.map_err(away)?;
        }
        if let Some(credentials) = &self.credentials {
            let sign_in = |error| refused("the mail server refused the sign-in", &error);
            connection.auth(DEFAULT_MECHANISMS, credentials).await.map_err(sign_in)?;
        }
        Ok(connection)
    }
}

/// A word of the server that is not for good, and a broken line, may be tried again.
fn refused(what: &str, error: &smtp::Error) -> NotSent {
    let why = words(what, error);
    if error.is_permanent() { NotSent::Refused(why) } else { NotSent::NotNow(why) }
}

/// Never names the credentials: the errors of the connection do not know them.
fn words(what: &str, error: &smtp::Error) -> String {
    format!("{what}: {error}")
}
