//! Mail to the operator, by SMTP.

use crate::email::OutgoingEmail;
use crate::operator::{OperatorMail, OperatorMailSender};
use crate::smtp::Smtp;
use futures_util::future::BoxFuture;
use lettre::message::Mailbox;

/// Only logs a warning if no operator or mail server is configured.
pub struct OperatorMailer(Option<(Smtp, Mailbox)>);

impl OperatorMailer {
    pub fn new(smtp: Option<Smtp>, operator: Option<&str>) -> Result<Self, lettre::address::AddressError> {
        let operator = operator.map(str::parse).transpose()?;
        Ok(Self(smtp.zip(operator)))
    }

    async fn deliver(&self, mail: &OperatorMail) -> Result<(), String> {
        let Some((smtp, operator)) = &self.0 else {
            tracing::warn!(
                reason = mail.reason,
                subject = mail.subject,
                "operator mail not sent: set operator.email and smtp.url"
            );
            return Ok(());
        };
        let email = OutgoingEmail {
            from: smtp.from().clone(),
            sender: None,
            to: vec![operator.clone()],
            cc: Vec::new(),
            reply_to: Vec::new(),
            subject: mail.subject.clone(),
            text: mail.text.clone(),
            html: None,
            message_id: None,
            marker: ("Reason", mail.reason.clone()),
        };
        let message = email.into_message().map_err(|error| error.to_string())?;
        let sent = smtp.send(std::slice::from_ref(&operator.email), &message.formatted()).await;
        sent.map(|_| ()).map_err(|error| format!("cannot send the email: {error}"))
    }
}

impl OperatorMailSender for OperatorMailer {
    fn send<'a>(&'a self, mail: &'a OperatorMail) -> BoxFuture<'a, Result<(), String>> {
        Box::pin(self.deliver(mail))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Arc;
    use stormwire_city::config;
    use stormwire_clock::SystemClock;
    use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader};
    use tokio::net::TcpListener;

    fn mail() -> OperatorMail {
        OperatorMail {
            reason: "run r 1".into(),
            subject: "stormwire: Übung failed".into(),
            text: "Line\n.\nLast\n".into(),
        }
    }

    fn server(url: url::Url) -> Smtp {
        let config = config::Smtp { url, from: "stormwire@example.gov".into() };
        Smtp::new(&config, Arc::new(SystemClock)).unwrap()
    }

    /// A server that accepts one mail and returns what it received.
    async fn receive(listener: TcpListener) -> String {
        let (mut stream, _) = listener.accept().await.unwrap();
        let (reader, mut writer) = stream.split();
        let (mut lines, mut received, mut in_mail) = (BufReader::new(reader).lines(), String::new(), false);
        writer.write_all(b"220 here\r\n").await.unwrap();
        while let Some(line) = lines.next_line().await.unwrap() {
            received = received + &line + "\n";
            let reply: &[u8] = match line.as_str() {
                "." => b"250 accepted\r\n",
                _ if in_mail => continue,
                "DATA" => b"354 continue\r\n",
                "QUIT" => break,
                _ => b"250 ok\r\n",
            };
            in_mail = line == "DATA";
            writer.write_all(reply).await.unwrap();
            if line == "." {
                break;
            }
        }
        received
    }

    #[tokio::test]
    async fn mail_is_sent_with_marker_headers() {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("smtp://{}", listener.local_addr().unwrap()).parse().unwrap();
        let mailer = OperatorMailer::new(Some(server(url)), Some("it@example.gov")).unwrap();
        let mail = mail();
        let (sent, received) = tokio::join!(mailer.send(&mail), receive(listener));
        sent.unwrap();
        for expected in [
            "MAIL FROM:<stormwire@example.gov>",
            "RCPT TO:<it@example.gov>",
            "Auto-Submitted: auto-generated\n",
            "X-Stormwire-Reason: run r 1\n",
            "Message-ID: <",
            "\n..\nLast",
        ] {
            assert!(received.contains(expected), "{expected} is not in\n{received}");
        }
    }

    #[tokio::test]
    async fn without_operator_or_server_sending_succeeds_without_mail() {
        let unreachable = || Some(server("smtp://127.0.0.1:9".parse().unwrap()));
        for (smtp, operator) in [(None, Some("it@example.gov")), (unreachable(), None), (None, None)] {
            OperatorMailer::new(smtp, operator).unwrap().send(&mail()).await.unwrap();
        }
        let result = OperatorMailer::new(unreachable(), Some("it@example.gov")).unwrap().send(&mail()).await;
        assert!(result.unwrap_err().starts_with("cannot send the email: "), "the queue retries it");
    }

    #[test]
    fn accepts_every_kind_of_server_url() {
        for url in [
            "smtp://mail",
            "smtps://a%40b:p%3Aq@mail.example",
            "smtp+starttls://a:b@mail.example:2525",
            "smtp://[::1]:25",
        ] {
            let config = config::Smtp { url: url.parse().unwrap(), from: "stormwire@example.gov".into() };
            assert!(Smtp::new(&config, Arc::new(SystemClock)).is_ok(), "{url}");
        }
    }
}
