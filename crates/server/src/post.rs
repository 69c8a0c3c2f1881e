//! Mail to the operator, by SMTP.

use anyhow::{Context, Result};
use futures_util::future::BoxFuture;
use lettre::message::header::{ContentType, HeaderName, HeaderValue};
use lettre::message::{Mailbox, Message};
use lettre::transport::smtp::authentication::Credentials;
use lettre::{AsyncSmtpTransport, AsyncTransport, Tokio1Executor};
use percent_encoding::percent_decode_str;
use stormwire_service::config::Smtp;
use stormwire_service::watch::operator::{OperatorMail, Postman};
use url::Url;

type Transport = AsyncSmtpTransport<Tokio1Executor>;

/// Sends to the operator, where there is one and a way to them.
pub(crate) struct Post(Option<Route>);

struct Route {
    transport: Transport,
    from: Mailbox,
    to: Mailbox,
}

impl Post {
    /// From the configuration.
    pub(crate) fn new(smtp: Option<&Smtp>, operator: Option<&str>) -> Result<Self> {
        let (Some(smtp), Some(operator)) = (smtp, operator) else { return Ok(Self(None)) };
        let (from, to) = (smtp.from.parse().context("smtp.from")?, operator.parse().context("operator.email")?);
        Ok(Self(Some(Route { transport: transport(&smtp.url).context("smtp.url")?, from, to })))
    }

    async fn deliver(&self, mail: &OperatorMail) -> Result<(), String> {
        let Some(route) = &self.0 else {
            tracing::warn!(
                reason = mail.reason,
                subject = mail.subject,
                "no mail to the operator: operator.email or smtp.url is not set"
            );
            return Ok(());
        };
        let letter = letter(route, mail).map_err(|error| error.to_string())?;
        route.transport.send(letter).await.map(|_| ()).map_err(|error| format!("the mail could not be sent: {error}"))
    }
}

impl Postman for Post {
    fn send<'a>(&'a self, mail: &'a OperatorMail) -> BoxFuture<'a, Result<(), String>> {
        Box::pin(self.deliver(mail))
    }
}

/// `smtp` has neither TLS nor sign-in; the others have TLS before the first word of the mail, and sign in where the
/// address names someone.
fn transport(url: &Url) -> Result<Transport> {
    let host = url.host_str().context("no host")?.trim_matches(['[', ']']);
    let builder = match url.scheme() {
        "smtps" => Transport::relay(host)?,
        "smtp+starttls" => Transport::starttls_relay(host)?,
        _ => Transport::builder_dangerous(host),
    };
    let builder = match url.port() {
        Some(port) => builder.port(port),
        None => builder,
    };
    let plain = |text: &str| percent_decode_str(text).decode_utf8_lossy().into_owned();
    let builder = match (url.username(), url.password()) {
        ("", _) => builder,
        (name, password) => builder.credentials(Credentials::new(plain(name), plain(password.unwrap_or_default()))),
    };
    Ok(builder.build())
}

/// Marked as made by a machine, so that no machine answers it.
fn letter(route: &Route, mail: &OperatorMail) -> Result<Message, lettre::error::Error> {
    let builder = Message::builder()
        .from(route.from.clone())
        .to(route.to.clone())
        .subject(mail.subject.clone())
        .message_id(None)
        .header(ContentType::TEXT_PLAIN);
    let mut letter = builder.body(mail.text.clone())?;
    let headers = letter.headers_mut();
    headers.insert_raw(HeaderValue::new(HeaderName::new_from_ascii_str("Auto-Submitted"), "auto-generated".into()));
    headers.insert_raw(HeaderValue::new(HeaderName::new_from_ascii_str("X-Stormwire-Reason"), mail.reason.clone()));
    Ok(letter)
}
