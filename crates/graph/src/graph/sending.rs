//! Sending: accepted, refused, or nobody knows; never twice by itself.

use super::call::Call;
use super::mailbox::GraphMailbox;
use crate::{Address, MailError, Outgoing, Reason};
use reqwest::Method;
use serde_json::{Value, json};

const CALL: &str = "send message";

/// Sends a message from the mailbox.
pub(super) async fn send(mailbox: &GraphMailbox, message: &Outgoing) -> Result<(), MailError> {
    if let Some(header) = message.headers.iter().find(|header| !header.name.to_lowercase().starts_with("x-")) {
        let message = format!("the header {} does not begin with x-", header.name);
        let reason = Reason { code: String::new(), message };
        return Err(MailError::Refused { call: CALL, status: "bad request".into(), reason });
    }
    let url = mailbox.url(CALL, &["sendMail"], &[])?;
    let body = json!({ "message": wire(message), "saveToSentItems": message.save });
    mailbox.caller.done(&Call::new(CALL, Method::POST, url).body(body).once()).await
}

fn wire(message: &Outgoing) -> Value {
    let (kind, content) = match (&message.html, &message.text) {
        (Some(html), _) => ("HTML", html.as_str()),
        (None, text) => ("Text", text.as_deref().unwrap_or_default()),
    };
    let mut wire = json!({
        "subject": message.subject,
        "body": { "contentType": kind, "content": content },
        "toRecipients": recipients(&message.to),
        "ccRecipients": recipients(&message.cc),
        "replyTo": recipients(&message.reply_to),
    });
    // An empty list of headers is refused.
    if !message.headers.is_empty() {
        let headers = message.headers.iter().map(|header| json!({ "name": header.name, "value": header.value }));
        wire["internetMessageHeaders"] = headers.collect();
    }
    wire
}

fn recipients(all: &[Address]) -> Value {
    let one = |recipient: &Address| match &recipient.name {
        Some(name) => json!({ "emailAddress": { "address": recipient.address, "name": name } }),
        None => json!({ "emailAddress": { "address": recipient.address } }),
    };
    all.iter().map(one).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Header;

    #[test]
    fn a_message_goes_out_with_one_body_and_its_own_headers() {
        let to = vec![Address { address: "a@example.com".into(), name: Some("A".into()) }];
        let mut message = Outgoing {
            to,
            cc: vec![],
            reply_to: vec![Address { address: "r@example.com".into(), name: None }],
            subject: "Storm".into(),
            html: Some("<p>now</p>".into()),
            text: Some("now".into()),
            headers: vec![Header { name: "X-Stormwire-Run".into(), value: "7".into() }],
            save: false,
        };
        let expected = json!({
            "subject": "Storm",
            "body": { "contentType": "HTML", "content": "<p>now</p>" },
            "toRecipients": [{ "emailAddress": { "address": "a@example.com", "name": "A" } }],
            "ccRecipients": [],
            "replyTo": [{ "emailAddress": { "address": "r@example.com" } }],
            "internetMessageHeaders": [{ "name": "X-Stormwire-Run", "value": "7" }],
        });
        assert_eq!(wire(&message), expected);
        message.html = None;
        message.headers.clear();
        assert_eq!(wire(&message)["body"], json!({ "contentType": "Text", "content": "now" }));
        assert_eq!(wire(&message).get("internetMessageHeaders"), None);
    }
}
