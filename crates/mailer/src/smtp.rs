//! SMTP: one connection per email, driven step by step, so that an error shows whether the email may have been accepted.

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

/// From connecting until the server is ready for the message.
const CONNECT_TIMEOUT: Duration = Duration::from_mins(1);
/// From sending the message until the server accepts it.
const MESSAGE_TIMEOUT: Duration = Duration::from_mins(2);
/// For saying goodbye.
const QUIT_TIMEOUT: Duration = Duration::from_secs(1);

/// A mail server with our credentials.
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

/// Invalid configuration.
#[derive(Debug, Error)]
#[error("{key}: {problem}")]
pub struct SmtpError {
    key: &'static str,
    problem: String,
}

#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum SendError {
    /// Not accepted; a retry cannot help.
    #[error("{0}")]
    Rejected(String),
    /// Not accepted; a retry may help: the server does not respond, or reports a temporary error.
    #[error("{0}")]
    Temporary(String),
    /// It may have been accepted.
    #[error("unknown whether the mail server accepted the email: {0}")]
    Unknown(String),
}

impl Smtp {
    /// `smtp` uses neither TLS nor sign-in. The other schemes start TLS before anything else, and sign in if the URL has a
    /// username.
    pub fn new(config: &config::Smtp, clock: Arc<dyn Clock>) -> Result<Self, SmtpError> {
        let url = &config.url;
        let host = url.host_str().unwrap_or_default().trim_matches(['[', ']']).to_owned();
        if host.is_empty() {
            return Err(SmtpError {
                key: "smtp.url",
                problem: "no host name; use a URL such as smtp://mail.example.gov".into(),
            });
        }
        let (security, port) = match url.scheme() {
            "smtps" => (Security::Tls, SUBMISSIONS_PORT),
            "smtp+starttls" => (Security::StartTls, SUBMISSION_PORT),
            _ => (Security::None, SMTP_PORT),
        };
        let decode = |text: &str| percent_decode_str(text).decode_utf8_lossy().into_owned();
        let credentials = match (url.username(), url.password()) {
            ("", _) => None,
            (name, password) => Some(Credentials::new(decode(name), decode(password.unwrap_or_default()))),
        };
        let from = config.from.parse();
        let from = from.map_err(|error| SmtpError { key: "smtp.from", problem: format!("{error}") })?;
        Ok(Self { host, port: url.port().unwrap_or(port), security, credentials, from, clock })
    }

    /// The configured sender.
    pub fn from(&self) -> &Mailbox {
        &self.from
    }

    /// Host and port, for messages.
    pub(crate) fn server(&self) -> String {
        let is_ipv6 = self.host.contains(':');
        if is_ipv6 { format!("[{}]:{}", self.host, self.port) } else { format!("{}:{}", self.host, self.port) }
    }

    /// Whether the URL has a username.
    pub(crate) fn signs_in(&self) -> bool {
        self.credentials.is_some()
    }

    /// Connects and signs in, without sending anything.
    pub(crate) async fn check(&self) -> Result<(), SendError> {
        let connection = tokio::select! {
            connected = self.connect().boxed() => connected?,
            () = self.clock.sleep(CONNECT_TIMEOUT) => return Err(SendError::Temporary(too_slow(CONNECT_TIMEOUT))),
        };
        self.quit(connection).await;
        Ok(())
    }

    /// Sends to the recipients that the server accepts. Returns an error message for each of the others. Never retries.
    pub async fn send(&self, to: &[Address], message: &[u8]) -> Result<Vec<String>, SendError> {
        let envelope = Envelope::new(Some(self.from.email.clone()), to.to_vec());
        let envelope = envelope.map_err(|error| SendError::Rejected(error.to_string()))?;
        let (mut connection, rejected_recipients) = tokio::select! {
            ready = self.start_message(&envelope).boxed() => ready?,
            () = self.clock.sleep(CONNECT_TIMEOUT) => return Err(SendError::Temporary(too_slow(CONNECT_TIMEOUT))),
        };
        tokio::select! {
            accepted = connection.message(message) => accepted.map_err(|error| match error.status() {
                Some(_) => send_error("the mail server rejected the email", &error),
                None => SendError::Unknown(describe("connection lost", &error)),
            })?,
            () = self.clock.sleep(MESSAGE_TIMEOUT) => return Err(SendError::Unknown(too_slow(MESSAGE_TIMEOUT))),
        };
        // The email is accepted; errors while closing do not matter.
        self.quit(connection).await;
        Ok(rejected_recipients)
    }

    async fn quit(&self, mut connection: AsyncSmtpConnection) {
        tokio::select! {
            _ = connection.quit() => {}
            () = self.clock.sleep(QUIT_TIMEOUT) => {}
        }
    }

    /// All commands up to `DATA`. Until then the server has accepted nothing.
    async fn start_message(&self, envelope: &Envelope) -> Result<(AsyncSmtpConnection, Vec<String>), SendError> {
        let mut connection = self.connect().await?;
        let mut parameters = Vec::new();
        if envelope.to().iter().chain(envelope.from()).any(|address| !address.to_string().is_ascii()) {
            if !connection.server_info().supports_feature(Extension::SmtpUtfEight) {
                return Err(SendError::Rejected("the mail server accepts only ASCII addresses".into()));
            }
            parameters.push(MailParameter::SmtpUtfEight);
        }
        let from = envelope.from().cloned();
        let sender = |error| send_error(&format!("the mail server rejected the sender {}", self.from.email), &error);
        connection.command(Mail::new(from, parameters)).await.map_err(sender)?;
        let mut rejected: Vec<SendError> = Vec::new();
        for to in envelope.to() {
            if let Err(error) = connection.command(Rcpt::new(to.clone(), Vec::new())).await {
                let rejection = send_error(&format!("the mail server rejected the recipient {to}"), &error);
                if error.status().is_none() {
                    return Err(rejection);
                }
                rejected.push(rejection);
            }
        }
        if rejected.len() == envelope.to().len() {
            return Err(rejected.swap_remove(0));
        }
        connection.command(Data).await.map_err(|error| send_error("the mail server rejected the email", &error))?;
        Ok((connection, rejected.iter().map(ToString::to_string).collect()))
    }

    async fn connect(&self) -> Result<AsyncSmtpConnection, SendError> {
        let unavailable =
            |error: smtp::Error| SendError::Temporary(describe("cannot connect to the mail server", &error));
        let (hello, server) = (ClientId::default(), (self.host.as_str(), self.port));
        let tls = || TlsParameters::new(self.host.clone()).map_err(unavailable);
        let first = if self.security == Security::Tls { Some(tls()?) } else { None };
        // No timeout of its own: the callers limit it by the clock.
        let connection = AsyncSmtpConnection::connect_tokio1(server, None, &hello, first, None);
        let mut connection = connection.await.map_err(unavailable)?;
        if self.security == Security::StartTls {
            connection.starttls(tls()?, &hello).await.map_err(unavailable)?;
        }
        if let Some(credentials) = &self.credentials {
            let sign_in = |error| {
                send_error("the mail server rejected the sign-in; check the user and password in smtp.url", &error)
            };
            connection.auth(DEFAULT_MECHANISMS, credentials).await.map_err(sign_in)?;
        }
        Ok(connection)
    }
}

fn too_slow(limit: Duration) -> String {
    format!("the mail server did not respond within {} s", limit.as_secs())
}

/// Anything but a permanent error of the server may be retried.
fn send_error(what: &str, error: &smtp::Error) -> SendError {
    let text = describe(what, error);
    if error.is_permanent() { SendError::Rejected(text) } else { SendError::Temporary(text) }
}

/// Connection errors do not contain the credentials.
fn describe(what: &str, error: &smtp::Error) -> String {
    format!("{what}: {error}")
}
