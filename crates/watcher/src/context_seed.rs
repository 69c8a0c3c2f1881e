//! The workflow context that a message starts with (section 2.4 of the specification; one test per row). Pure.

use crate::attachment_text::NoText;
use jiff::Timestamp;
use serde_json::{Map, Value, json};
use stormwire_extract::{html_to_text, normalize_line_endings};
use stormwire_graph::{Attachment, Message};
use stormwire_store::WatcherId;
use stormwire_store::tables::log::LogEntry;
use stormwire_workflow::Context;

/// An attachment as the workflow sees it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct SeedAttachment {
    pub(crate) name: String,
    pub(crate) content_type: Option<String>,
    pub(crate) size_bytes: u64,
    pub(crate) file_path: Option<String>,
    pub(crate) text: Result<String, NoText>,
}

impl SeedAttachment {
    /// Without its content.
    pub(crate) fn new(listed: &Attachment) -> Self {
        Self {
            name: listed.name.clone(),
            content_type: listed.content_type.clone(),
            size_bytes: listed.size,
            file_path: None,
            text: Err(NoText::NotIncluded),
        }
    }
}

#[derive(Debug, Clone, Copy)]
pub(crate) struct Provenance<'a> {
    pub(crate) message_key: &'a str,
    pub(crate) watcher_id: WatcherId,
    pub(crate) detected_at: Timestamp,
}

impl<'a> Provenance<'a> {
    pub(crate) fn of(log: &'a LogEntry) -> Self {
        Self { message_key: &log.message_key, watcher_id: log.watcher_id, detected_at: log.detected_at.0 }
    }

    /// The context that a workflow starts with: the values of an object, then what every message has.
    pub(crate) fn context(self, values: Value) -> Context {
        let Value::Object(mut root) = values else { return Context::default() };
        for (key, value) in [
            ("MessageKey", json!(self.message_key)),
            ("MailboxWatcherJobId", json!(self.watcher_id)),
            ("DetectedAt", json!(self.detected_at.to_string())),
        ] {
            root.insert(key.to_owned(), value);
        }
        Context::new(root)
    }
}

/// The keys of [`initial_context`].
pub(crate) const INITIAL_KEYS: [&str; 9] = [
    "Message",
    "ReceivedAt",
    "BodyText",
    "_RawBody",
    "_RawBodyIsHtml",
    "Attachments",
    "MessageKey",
    "MailboxWatcherJobId",
    "DetectedAt",
];

/// Sender, subject and recipients are under `Message`: at the root they would redirect mail.
pub(crate) fn initial_context(message: &Message, attachments: &[SeedAttachment], from: Provenance<'_>) -> Context {
    let sender = message.from.as_ref();
    let text = if message.body.is_html {
        html_to_text(&message.body.content)
    } else {
        normalize_line_endings(&message.body.content)
    };
    let to: Vec<&str> = message.to.iter().map(|to| to.address.as_str()).collect();
    from.context(json!({
        "Message": {
            "Subject": message.subject,
            "From": sender.map(|sender| &sender.address),
            "FromName": sender.and_then(|sender| sender.name.as_ref()),
            "To": to,
        },
        "ReceivedAt": message.received_at.to_string(),
        "BodyText": text,
        "_RawBody": message.body.content,
        "_RawBodyIsHtml": message.body.is_html,
        "Attachments": attachments.iter().map(attachment_value).collect::<Vec<_>>(),
    }))
}

pub(crate) fn attachment_value(one: &SeedAttachment) -> Value {
    let mut map = Map::new();
    map.insert("Name".into(), one.name.clone().into());
    map.insert("ContentType".into(), one.content_type.clone().into());
    map.insert("SizeBytes".into(), one.size_bytes.into());
    if let Some(path) = &one.file_path {
        map.insert("FilePath".into(), path.clone().into());
    }
    match &one.text {
        Ok(text) => map.insert("Text".into(), text.clone().into()),
        // For the error of an action that needs the text.
        Err(reason) => map.insert("TextError".into(), reason.sentence(&one.name).into()),
    };
    map.into()
}

#[cfg(test)]
mod tests {
    use super::*;
    use stormwire_graph::{Address, Body, FolderId, MessageKey};

    fn message(content: &str, is_html: bool) -> Message {
        let address =
            |address: &str, name: Option<&str>| Address { address: address.into(), name: name.map(str::to_owned) };
        Message {
            key: MessageKey::new("AAk"),
            internet_message_id: None,
            subject: Some("Strike {{ $.X }}".into()),
            from: Some(address("alerts@vendor.example", Some("Vendor"))),
            to: vec![address("a@example.gov", None), address("b@example.gov", Some("B"))],
            received_at: "2025-05-01T12:00:00Z".parse().unwrap(),
            body: Body { content: content.into(), is_html },
            has_attachments: false,
            headers: Vec::new(),
            parent_folder: FolderId::new("f"),
            is_read: false,
            categories: Vec::new(),
        }
    }

    fn initial_context_json(message: &Message, attachments: &[SeedAttachment]) -> Value {
        let detected_at = "2025-05-01T12:00:01.5Z".parse().unwrap();
        initial_context(
            message,
            attachments,
            Provenance { message_key: "AAk", watcher_id: WatcherId::new(7), detected_at },
        )
        .root()
        .clone()
    }

    #[test]
    fn sender_and_subject_are_under_message_not_at_the_root() {
        let root = initial_context_json(&message("", false), &[]);
        let expected = json!({
            "Subject": "Strike {{ $.X }}", "From": "alerts@vendor.example", "FromName": "Vendor",
            "To": ["a@example.gov", "b@example.gov"],
        });
        assert_eq!(root["Message"], expected);
        for key in ["From", "To", "Subject"] {
            assert!(root.get(key).is_none(), "{key} at the root would redirect mail");
        }
        let bare = Message { subject: None, from: None, to: Vec::new(), ..message("", false) };
        let expected = json!({ "Subject": null, "From": null, "FromName": null, "To": [] });
        assert_eq!(initial_context_json(&bare, &[])["Message"], expected);
    }

    #[test]
    fn initial_keys_are_those_of_the_context() {
        let root = initial_context_json(&message("", false), &[]);
        let keys: Vec<&String> = root.as_object().unwrap().keys().collect();
        assert_eq!(keys, INITIAL_KEYS);
    }

    #[test]
    fn received_at_is_at_the_root() {
        assert_eq!(initial_context_json(&message("", false), &[])["ReceivedAt"], "2025-05-01T12:00:00Z");
    }

    #[test]
    fn body_text_is_plain_text_with_unix_line_ends() {
        let html = "<style>p{}</style><table><tr><td>1</td><td>2&nbsp;&lt;</td></tr></table><p>x</p>";
        assert_eq!(initial_context_json(&message(html, true), &[])["BodyText"], "1\t2 <\n\nx");
        assert_eq!(initial_context_json(&message("a\r\n&amp; <b>\rc", false), &[])["BodyText"], "a\n&amp; <b>\nc");
    }

    #[test]
    fn raw_body_is_the_original_body_unchanged() {
        for (body, is_html) in [("<p>a\r\n&amp;</p>", true), ("a\r\n&amp;", false)] {
            let root = initial_context_json(&message(body, is_html), &[]);
            assert_eq!((&root["_RawBody"], &root["_RawBodyIsHtml"]), (&json!(body), &json!(is_html)));
        }
    }

    #[test]
    fn only_downloaded_attachments_have_a_file_path_and_text() {
        let attachment = |name: &str, file_path: Option<&str>| SeedAttachment {
            name: name.into(),
            content_type: Some("text/csv".into()),
            size_bytes: 5,
            file_path: file_path.map(str::to_owned),
            text: if file_path.is_some() { Ok("a,b".into()) } else { Err(NoText::Link) },
        };
        let root = initial_context_json(
            &message("", false),
            &[attachment("a.csv", Some("/attachments/a.csv")), attachment("b.csv", None)],
        );
        let expected = json!([
            { "Name": "a.csv", "ContentType": "text/csv", "SizeBytes": 5, "FilePath": "/attachments/a.csv", "Text": "a,b" },
            { "Name": "b.csv", "ContentType": "text/csv", "SizeBytes": 5, "TextError": NoText::Link.sentence("b.csv") },
        ]);
        assert_eq!(root["Attachments"], expected);
        assert_eq!(initial_context_json(&message("", false), &[])["Attachments"], json!([]));
    }

    #[test]
    fn message_key_watcher_id_and_detected_at_identify_the_message() {
        let root = initial_context_json(&message("", false), &[]);
        assert_eq!((&root["MessageKey"], &root["MailboxWatcherJobId"]), (&json!("AAk"), &json!(7)));
        assert_eq!(root["DetectedAt"], "2025-05-01T12:00:01.5Z");
    }
}
