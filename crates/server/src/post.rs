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

#[cfg(test)]
mod tests {
    use super::*;
    use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader};
    use tokio::net::TcpListener;

    fn mail() -> OperatorMail {
        OperatorMail {
            reason: "run r 1".into(),
            subject: "stormwire: Übung failed".into(),
            text: "Line\n.\nLast\n".into(),
        }
    }

    /// A server that takes one mail and tells what it heard.
    async fn heard(listener: TcpListener) -> String {
        let (mut stream, _) = listener.accept().await.unwrap();
        let (reader, mut writer) = stream.split();
        let (mut lines, mut heard, mut in_mail) = (BufReader::new(reader).lines(), String::new(), false);
        writer.write_all(b"220 here\r\n").await.unwrap();
        while let Some(line) = lines.next_line().await.unwrap() {
            heard = heard + &line + "\n";
            let reply: &[u8] = match line.as_str() {
                "." => b"250 taken\r\n",
                _ if in_mail => continue,
                "DATA" => b"354 go on\r\n",
                "QUIT" => break,
                _ => b"250 yes\r\n",
            };
            in_mail = line == "DATA";
            writer.write_all(reply).await.unwrap();
            if line == "." {
                break;
            }
        }
        heard
    }

    #[tokio::test]
    async fn a_mail_goes_out_marked_as_made_by_a_machine() {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("smtp://{}", listener.local_addr().unwrap()).parse().unwrap();
        let smtp = Smtp { url, from: "stormwire@example.gov".into() };
        let post = Post::new(Some(&smtp), Some("it@example.gov")).unwrap();
        let note = mail();
        let (sent, heard) = tokio::join!(post.send(&note), heard(listener));
        sent.unwrap();
        for expected in [
            "MAIL FROM:<stormwire@example.gov>",
            "RCPT TO:<it@example.gov>",
            "Auto-Submitted: auto-generated\n",
            "X-Stormwire-Reason: run r 1\n",
            "Message-ID: <",
            "\n..\nLast",
        ] {
            assert!(heard.contains(expected), "{expected} is not in\n{heard}");
        }
    }

    #[tokio::test]
    async fn without_an_operator_or_a_server_nothing_is_sent_and_nothing_fails() {
        let smtp = Smtp { url: "smtp://127.0.0.1:9".parse().unwrap(), from: "stormwire@example.gov".into() };
        for post in [Post::new(None, Some("it@example.gov")), Post::new(Some(&smtp), None), Post::new(None, None)] {
            post.unwrap().send(&mail()).await.unwrap();
        }
        let refused = Post::new(Some(&smtp), Some("it@example.gov")).unwrap().send(&mail()).await;
        assert!(refused.unwrap_err().starts_with("the mail could not be sent"), "tried again by the queue");
    }

    #[test]
    fn each_kind_of_server_can_be_named() {
        for url in [
            "smtp://mail",
            "smtps://a%40b:p%3Aq@mail.example",
            "smtp+starttls://a:b@mail.example:2525",
            "smtp://[::1]:25",
        ] {
            assert!(transport(&url.parse().unwrap()).is_ok(), "{url}");
        }
    }
}
