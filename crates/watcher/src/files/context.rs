//! The workflow context that a file starts with. Pure.

use super::folder::FileStat;
use super::locate::LocatedFile;
use crate::attachment_text::NoText;
use crate::context_seed::{Provenance, SeedAttachment, attachment_value};
use jiff::Timestamp;
use serde_json::{Value, json};
use stormwire_extract::normalize_line_endings;
use stormwire_store::tables::log::MessageEnvelope;
use stormwire_workflow::{Context, ValueType};

/// The keys of [`initial_context`].
pub(crate) const INITIAL_KEYS: [&str; 8] =
    ["File", "BodyText", "_RawBody", "_RawBodyIsHtml", "Attachments", "MessageKey", "FileWatcherJobId", "DetectedAt"];

/// What every file provides.
pub(crate) const PATHS: [(&str, ValueType); 13] = [
    ("$.File.Name", ValueType::Text),
    ("$.File.Path", ValueType::Text),
    ("$.File.SizeBytes", ValueType::Number),
    ("$.File.ModifiedAt", ValueType::Datetime),
    ("$.BodyText", ValueType::Text),
    ("$._RawBody", ValueType::Text),
    ("$.DetectedAt", ValueType::Datetime),
    ("$.MessageKey", ValueType::Text),
    ("$.FileWatcherJobId", ValueType::Number),
    ("$.Attachments", ValueType::List),
    ("$.Attachments[0].Name", ValueType::Text),
    ("$.Attachments[0].SizeBytes", ValueType::Number),
    ("$.Attachments[0].FilePath", ValueType::Text),
];

/// A file that was read.
#[derive(Debug)]
pub(crate) struct FileContent {
    pub(crate) stat: FileStat,
    /// Where it was read, for people.
    pub(crate) path: String,
    /// The copy in the working folder.
    pub(crate) attachment: SeedAttachment,
    /// With its own line ends. `None` if it is not text, or has too much.
    pub(crate) raw_text: Option<String>,
}

impl FileContent {
    /// `text` has its own line ends. `copy` is the path in the working folder.
    pub(crate) fn new(located: &LocatedFile, name: String, text: Result<String, NoText>, copy: Option<String>) -> Self {
        let attachment = SeedAttachment {
            name,
            content_type: None,
            size_bytes: located.stat.size_bytes,
            file_path: copy,
            text: text.as_deref().map(normalize_line_endings).map_err(Clone::clone),
        };
        Self { stat: located.stat, path: located.path.display().to_string(), attachment, raw_text: text.ok() }
    }
}

pub(crate) fn initial_context(content: &FileContent, from: Provenance<'_>) -> Context {
    let FileContent { stat, path, attachment, raw_text } = content;
    let Value::Object(root) = json!({
        "File": {
            "Name": attachment.name,
            "Path": path,
            "SizeBytes": stat.size_bytes,
            "ModifiedAt": stat.modified_at.to_string(),
        },
        "BodyText": raw_text.as_deref().map(normalize_line_endings),
        "_RawBody": raw_text,
        "_RawBodyIsHtml": false,
        "Attachments": [attachment_value(attachment)],
        "MessageKey": from.message_key,
        "FileWatcherJobId": from.watcher_id,
        "DetectedAt": from.detected_at.to_string(),
    }) else {
        return Context::default();
    };
    Context::new(root)
}

/// What the log shows of a file that was read.
pub(crate) fn envelope(name: &str, received_at: Timestamp, size_bytes: u64) -> MessageEnvelope {
    MessageEnvelope {
        received_at: Some(received_at),
        size_bytes: i64::try_from(size_bytes).ok(),
        ..envelope_of_name(name)
    }
}

pub(crate) fn envelope_of_name(name: &str) -> MessageEnvelope {
    MessageEnvelope { subject: Some(name.to_owned()), ..MessageEnvelope::default() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use stormwire_store::WatcherId;

    fn context(raw_text: Option<&str>) -> Context {
        let detected_at = "2026-05-01T12:00:01Z".parse().unwrap();
        let text = raw_text.map(normalize_line_endings).ok_or_else(|| NoText::NotText("unknown".into()));
        let attachment = SeedAttachment {
            name: "a.csv".into(),
            content_type: None,
            size_bytes: 4,
            file_path: Some("/var/lib/stormwire/work/1/001-a.csv".into()),
            text,
        };
        let content = FileContent {
            stat: FileStat::for_test(4, "2026-05-01T12:00:00Z".parse().unwrap()),
            path: "/srv/share/a.csv".into(),
            attachment,
            raw_text: raw_text.map(str::to_owned),
        };
        initial_context(&content, Provenance { message_key: "k:a.csv", watcher_id: WatcherId::new(7), detected_at })
    }

    #[test]
    fn the_file_and_its_text_are_in_the_context() {
        let expected = json!({
            "File": {"Name": "a.csv", "Path": "/srv/share/a.csv", "SizeBytes": 4, "ModifiedAt": "2026-05-01T12:00:00Z"},
            "BodyText": "1\n2", "_RawBody": "1\r\n2", "_RawBodyIsHtml": false,
            "Attachments": [
                {"Name": "a.csv", "ContentType": null, "SizeBytes": 4, "FilePath": "/var/lib/stormwire/work/1/001-a.csv", "Text": "1\n2"},
            ],
            "MessageKey": "k:a.csv", "FileWatcherJobId": 7, "DetectedAt": "2026-05-01T12:00:01Z",
        });
        assert_eq!(context(Some("1\r\n2")).root(), &expected);
    }

    #[test]
    fn a_file_without_text_says_why() {
        let context = context(None);
        assert_eq!((&context.root()["BodyText"], &context.root()["_RawBody"]), (&Value::Null, &Value::Null));
        assert!(context.get("$.Attachments[0].TextError").is_ok());
    }

    #[test]
    fn pickers_offer_the_keys_of_the_context() {
        let context = context(Some("1"));
        let keys: Vec<&String> = context.root().as_object().unwrap().keys().collect();
        assert_eq!(keys, INITIAL_KEYS);
        for (path, _) in PATHS {
            assert!(context.get(path).is_ok(), "{path}");
        }
    }
}
