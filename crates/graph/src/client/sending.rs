//! Sends messages. A message is never sent again if the provider may have accepted it.

use super::call::ApiCall;
use super::mailbox_client::MailboxClient;
use crate::error::{ErrorReason, MailError};
use crate::message::{Address, OutgoingMessage};
use reqwest::Method;
use serde_json::{Value, json};

const CALL: &str = "send message";

pub(super) async fn send(mailbox: &MailboxClient, message: &OutgoingMessage) -> Result<(), MailError> {
    if let Some(header) = message.headers.iter().find(|header| !header.name.to_lowercase().starts_with("x-")) {
        let reason = ErrorReason::message(format!("the header {} does not begin with x-", header.name));
        return Err(MailError::Rejected { call: CALL, status: "bad request".into(), reason });
    }
    let url = mailbox.url(CALL, &["sendMail"], &[])?;
    let body = json!({ "message": message_json(message), "saveToSentItems": message.save_to_sent_items });
    mailbox.runner.run(&ApiCall::new(CALL, Method::POST, url).body(body).without_retry()).await
}

fn message_json(message: &OutgoingMessage) -> Value {
    let (kind, content) = match (&message.html, &message.text) {
        (Some(html), _) => ("HTML", html.as_str()),
        (None, text) => ("Text", text.as_deref().unwrap_or_default()),
    };
    let mut result = json!({
        "subject": message.subject,
        "body": { "contentType": kind, "content": content },
        "toRecipients": recipients(&message.to),
        "ccRecipients": recipients(&message.cc),
        "replyTo": recipients(&message.reply_to),
    });
    // The provider rejects an empty list of headers.
    if !message.headers.is_empty() {
        let headers = message.headers.iter().map(|header| json!({ "name": header.name, "value": header.value }));
        result["internetMessageHeaders"] = headers.collect();
    }
    result
}

fn recipients(addresses: &[Address]) -> Value {
    let recipient_json = |recipient: &Address| match &recipient.name {
        Some(name) => json!({ "emailAddress": { "address": recipient.address, "name": name } }),
        None => json!({ "emailAddress": { "address": recipient.address } }),
    };
    addresses.iter().map(recipient_json).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::message::Header;

    #[test]
    fn a_message_has_one_body_and_custom_headers() {
        let to = vec![Address { address: "a@example.com".into(), name: Some("A".into()) }];
        let mut message = OutgoingMessage {
            to,
            cc: vec![],
            reply_to: vec![Address { address: "r@example.com".into(), name: None }],
            subject: "Storm".into(),
            html: Some("<p>now</p>".into()),
            text: Some("now".into()),
            headers: vec![Header { name: "X-Stormwire-Run".into(), value: "7".into() }],
            save_to_sent_items: false,
        };
        let expected = json!({
            "subject": "Storm",
            "body": { "contentType": "HTML", "content": "<p>now</p>" },
            "toRecipients": [{ "emailAddress": { "address": "a@example.com", "name": "A" } }],
            "ccRecipients": [],
            "replyTo": [{ "emailAddress": { "address": "r@example.com" } }],
            "internetMessageHeaders": [{ "name": "X-Stormwire-Run", "value": "7" }],
        });
        assert_eq!(message_json(&message), expected);
        message.html = None;
        message.headers.clear();
        assert_eq!(message_json(&message)["body"], json!({ "contentType": "Text", "content": "now" }));
        assert_eq!(message_json(&message).get("internetMessageHeaders"), None);
    }
}
