//! Mail to the operator, by SMTP.

use crate::email::Email;
use crate::operator::{OperatorMail, OperatorMailSender};
use crate::smtp::Smtp;
use futures_util::future::BoxFuture;
use lettre::message::Mailbox;

/// Sends to the operator, where there is one and a way to them.
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
                "no mail to the operator: operator.email or smtp.url is not set"
            );
            return Ok(());
        };
        let email = Email {
            from: smtp.from().clone(),
            sender: None,
            to: vec![operator.clone()],
            cc: Vec::new(),
            reply_to: Vec::new(),
            subject: mail.subject.clone(),
            text: mail.text.clone(),
            html: None,
            message_id: None,
            mark: ("Reason", mail.reason.clone()),
        };
        let written = email.write().map_err(|error| error.to_string())?;
        let sent = smtp.send(std::slice::from_ref(&operator.email), &written.formatted()).await;
        sent.map(|_| ()).map_err(|error| format!("the mail could not be sent: {error}"))
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
        let post = OperatorMailer::new(Some(server(url)), Some("it@example.gov")).unwrap();
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
        let nobody = || Some(server("smtp://127.0.0.1:9".parse().unwrap()));
        for (smtp, operator) in [(None, Some("it@example.gov")), (nobody(), None), (None, None)] {
            OperatorMailer::new(smtp, operator).unwrap().send(&mail()).await.unwrap();
        }
        let refused = OperatorMailer::new(nobody(), Some("it@example.gov")).unwrap().send(&mail()).await;
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
            let config = config::Smtp { url: url.parse().unwrap(), from: "stormwire@example.gov".into() };
            assert!(Smtp::new(&config, Arc::new(SystemClock)).is_ok(), "{url}");
        }
    }
}
