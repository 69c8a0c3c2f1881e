//! Mail to the operator.

use super::transport::OperatorTransport;
use super::{OperatorMail, OperatorMailSender};
use crate::email::OutgoingEmail;
use futures_util::future::BoxFuture;
use lettre::message::Mailbox;
use url::Url;

/// Only logs a warning if no operator or mail server is configured.
pub struct OperatorMailer {
    transport: Option<OperatorTransport>,
    operator: Option<Mailbox>,
    /// The address under which the operator reaches the portal.
    public_url: Url,
}

impl OperatorMailer {
    pub fn new(
        transport: Option<OperatorTransport>,
        operator: Option<&str>,
        public_url: Url,
    ) -> Result<Self, lettre::address::AddressError> {
        let operator = operator.map(str::parse).transpose()?;
        Ok(Self { transport, operator, public_url })
    }

    /// Sends a mail that asks for nothing. Returns what happened; the error says what to do.
    pub async fn send_test(&self) -> Result<String, String> {
        let (transport, operator) = self.destination()?;
        let mail = OperatorMail {
            reason: "test".into(),
            subject: "stormwire: test email".into(),
            text:
                "Email from stormwire to the operator works. stormwire writes to this address when messages fail, when \
                   a watcher or the strike feed has a problem, and when the problem is over.\n"
                    .into(),
            page: Some("/portal/system".into()),
        };
        self.deliver(transport, operator, &mail).await?;
        Ok(format!("{} accepted a test email to {}", transport.name(), operator.email))
    }

    /// Connects to the mail server and signs in, without sending anything.
    pub async fn check(&self) -> Result<String, String> {
        let (transport, _) = self.destination()?;
        transport.check().await
    }

    /// Why nobody gets mail from this service.
    pub fn gap(&self) -> Option<String> {
        self.destination().err()
    }

    fn destination(&self) -> Result<(&OperatorTransport, &Mailbox), String> {
        match (&self.transport, &self.operator) {
            (Some(transport), Some(operator)) => Ok((transport, operator)),
            (_, None) => Err("failures are not reported by email, because operator.email is not set; set it".into()),
            (None, _) => {
                Err("failures are not reported by email, because smtp.url and smtp.from are not set; set them, or operator.via to \"Graph\"".into())
            }
        }
    }

    async fn deliver(
        &self,
        transport: &OperatorTransport,
        operator: &Mailbox,
        mail: &OperatorMail,
    ) -> Result<(), String> {
        let email = OutgoingEmail {
            from: transport.from().clone(),
            sender: None,
            to: vec![operator.clone()],
            cc: Vec::new(),
            reply_to: Vec::new(),
            subject: mail.subject.clone(),
            text: text_with_link(mail, &self.public_url),
            html: None,
            message_id: None,
            marker: ("Reason", mail.reason.clone()),
        };
        transport.send(email).await.map_err(|error| format!("cannot send the email: {error}"))
    }
}

fn text_with_link(mail: &OperatorMail, public_url: &Url) -> String {
    match &mail.page {
        Some(page) => {
            format!("{}\nOpen in the portal: {}{page}\n", mail.text, public_url.as_str().trim_end_matches('/'))
        }
        None => mail.text.clone(),
    }
}

impl OperatorMailSender for OperatorMailer {
    fn send<'a>(&'a self, mail: &'a OperatorMail) -> BoxFuture<'a, Result<(), String>> {
        Box::pin(async move {
            match self.destination() {
                Ok((transport, operator)) => self.deliver(transport, operator, mail).await,
                Err(missing) => {
                    tracing::warn!(reason = mail.reason, subject = mail.subject, "operator mail not sent: {missing}");
                    Ok(())
                }
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::smtp::Smtp;
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
            page: Some("/portal/log/2".into()),
        }
    }

    fn mailer(smtp: Option<Smtp>, operator: Option<&str>) -> OperatorMailer {
        let transport = smtp.map(OperatorTransport::Smtp);
        OperatorMailer::new(transport, operator, "https://lightning.example.gov/".parse().unwrap()).unwrap()
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
        let mailer = mailer(Some(server(url)), Some("it@example.gov"));
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
            "\nOpen in the portal: https://lightning.example.gov/portal/log/2\n",
        ] {
            assert!(received.contains(expected), "{expected} is not in\n{received}");
        }
        let id = received.lines().find(|line| line.starts_with("Message-ID: <")).unwrap();
        assert!(id.ends_with("@example.gov>"), "{id}");
    }

    #[tokio::test]
    async fn without_operator_or_server_sending_succeeds_without_mail() {
        let unreachable = || Some(server("smtp://127.0.0.1:9".parse().unwrap()));
        for (smtp, operator) in [(None, Some("it@example.gov")), (unreachable(), None), (None, None)] {
            mailer(smtp, operator).send(&mail()).await.unwrap();
        }
        let result = mailer(unreachable(), Some("it@example.gov")).send(&mail()).await;
        assert!(result.unwrap_err().starts_with("cannot send the email: "), "the queue retries it");
    }

    #[tokio::test]
    async fn test_mail_and_check_name_the_setting_to_change() {
        let unreachable = || Some(server("smtp://127.0.0.1:9".parse().unwrap()));
        for (smtp, operator, expected) in [
            (unreachable(), None, "operator.email is not set"),
            (None, Some("it@example.gov"), "smtp.url and smtp.from are not set"),
            (unreachable(), Some("it@example.gov"), "cannot connect to the mail server"),
        ] {
            let mailer = mailer(smtp, operator);
            for result in [mailer.send_test().await, mailer.check().await] {
                let error = result.unwrap_err();
                assert!(error.contains(expected), "{error}");
            }
        }
    }

    #[tokio::test]
    async fn test_mail_reports_the_server_that_accepted_it() {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let mailer = mailer(Some(server(format!("smtp://{address}").parse().unwrap())), Some("it@example.gov"));
        let (result, received) = tokio::join!(mailer.send_test(), receive(listener));
        assert_eq!(result.unwrap(), format!("{address} accepted a test email to it@example.gov"));
        assert!(received.contains("Subject: stormwire: test email\n"), "{received}");
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
