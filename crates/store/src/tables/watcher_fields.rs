//! The fields of a watcher that users set, declared once. The row, the JSON of the API and of the audit trail, the
//! defaults, the validation and the portal's form are all derived from here.

use crate::CredentialId;
use crate::text_enum::text_enum;
use serde::{Deserialize, Serialize};
use serde_json::Value;

text_enum! {
    /// How a watcher detects messages.
    pub enum Mode in "it.MailboxWatcherJob.Mode" {
        /// By notification, with reconciliation as a backup.
        Subscription = "Subscription",
        PollOnly = "PollOnly",
    }
}

text_enum! {
    /// What the mail provider must have verified about the sender's domain.
    pub enum SenderAuthentication in "it.MailboxWatcherJob.SenderAuthentication" {
        None = "None",
        Dmarc = "Dmarc",
        Dkim = "Dkim",
    }
}

text_enum! {
    /// Who continues a message whose Phase 1 was interrupted.
    pub enum Resume in "it.MailboxWatcherJob.Resume" {
        /// An operator.
        Manual = "Manual",
        /// The service, if everything that may have run is safe to repeat.
        Automatic = "Automatic",
    }
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, sqlx::FromRow)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[expect(clippy::struct_excessive_bools, reason = "each is an independent setting and a key in JSON")]
pub struct WatcherFields {
    pub name: String,
    pub description: Option<String>,
    #[serde(default)]
    pub is_enabled: bool,
    pub mailbox_address: String,
    /// Resolved once into the folder's id.
    #[serde(default = "default_folder_path")]
    pub folder_path: String,
    /// The provider's id of the folder; resolved from the path when empty.
    pub folder_id: Option<String>,
    /// Substring of the sender's address or name.
    pub from_filter: Option<String>,
    /// Substring of the subject.
    pub subject_filter: Option<String>,
    /// Required only if several credentials exist.
    pub credential_id: Option<CredentialId>,
    #[serde(default = "default_mode")]
    pub mode: Mode,
    /// Moves processed messages. Otherwise marks them with a category.
    #[serde(default = "default_true")]
    pub move_on_process: bool,
    /// Whether attachments are written to the working folder.
    #[serde(default)]
    pub include_attachments: bool,
    #[serde(default = "default_megabytes")]
    pub max_attachment_mb: i32,
    /// Overrides the configured interval.
    pub reconciliation_interval_seconds: Option<i32>,
    /// Whether messages older than the watcher are processed; `None`: not decided.
    pub process_existing: Option<bool>,
    /// Whether messages that the filters reject stay in the folder, unread.
    #[serde(default)]
    pub leave_unmatched: bool,
    #[serde(default = "default_sender_authentication")]
    pub sender_authentication: SenderAuthentication,
    /// Longer silence makes the feed unhealthy; `None`: silence is normal.
    pub expect_every_minutes: Option<i32>,
    #[serde(default = "default_resume")]
    pub resume: Resume,
}

fn default_folder_path() -> String {
    "Inbox".into()
}

const fn default_mode() -> Mode {
    Mode::Subscription
}

const fn default_sender_authentication() -> SenderAuthentication {
    SenderAuthentication::None
}

const fn default_resume() -> Resume {
    Resume::Manual
}

const fn default_true() -> bool {
    true
}

const fn default_megabytes() -> i32 {
    10
}

impl WatcherFields {
    /// A disabled watcher of an Inbox, with the defaults.
    pub fn new(name: impl Into<String>, mailbox_address: impl Into<String>) -> Self {
        Self {
            name: name.into(),
            description: None,
            is_enabled: false,
            mailbox_address: mailbox_address.into(),
            folder_path: default_folder_path(),
            folder_id: None,
            from_filter: None,
            subject_filter: None,
            credential_id: None,
            mode: default_mode(),
            move_on_process: default_true(),
            include_attachments: false,
            max_attachment_mb: default_megabytes(),
            reconciliation_interval_seconds: None,
            process_existing: None,
            leave_unmatched: false,
            sender_authentication: default_sender_authentication(),
            expect_every_minutes: None,
            resume: default_resume(),
        }
    }

    /// The first violation of the rules in [`FIELDS`].
    pub fn check(&self) -> Result<(), FieldViolation> {
        self.check_fields(|_| true)
    }

    /// As [`Self::check`], for some of the fields.
    pub fn check_only(&self, names: &[&str]) -> Result<(), FieldViolation> {
        self.check_fields(|name| names.contains(&name))
    }

    fn check_fields(&self, is_checked: impl Fn(&str) -> bool) -> Result<(), FieldViolation> {
        let values = serde_json::to_value(self).unwrap_or_default();
        for FieldSpec { name, rule, .. } in FIELDS.iter().filter(|field| is_checked(field.name)) {
            if let Some(message) = rule.violation(&values[*name]) {
                return Err(FieldViolation { field: name, message });
            }
        }
        Ok(())
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FieldViolation {
    pub field: &'static str,
    pub message: String,
}

/// A field as clients see it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FieldSpec {
    pub name: &'static str,
    pub rule: FieldRule,
    /// For the API document.
    pub description: &'static str,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FieldRule {
    Flag,
    /// One of these texts.
    Choice(&'static [&'static str]),
    /// The id of another row.
    Reference,
    /// One line without control characters, in characters; not blank unless `min` is 0.
    Line {
        min: usize,
        max: usize,
    },
    /// As `Line`, and an email address.
    Address {
        min: usize,
        max: usize,
    },
    Text {
        max: usize,
        message: &'static str,
    },
    Integer {
        min: i64,
        max: i64,
        message: &'static str,
    },
}

/// In the order of the declaration.
pub const FIELDS: &[FieldSpec] = &[
    field("name", FieldRule::Line { min: 1, max: 200 }, "1 to 200 visible characters."),
    field("description", FieldRule::Text { max: 2_000, message: "must have at most 2,000 characters" }, ""),
    field("isEnabled", FieldRule::Flag, "Default: false."),
    field("mailboxAddress", FieldRule::Address { min: 3, max: 320 }, ""),
    field(
        "folderPath",
        FieldRule::Line { min: 1, max: 1_000 },
        "Folder names from the top down, separated by `/`. Default: `Inbox`.",
    ),
    field(
        "folderId",
        FieldRule::Line { min: 0, max: 1_000 },
        "The provider's id of the folder. Resolved from `folderPath` if omitted.",
    ),
    field("fromFilter", FieldRule::Line { min: 0, max: 320 }, "Substring of the sender's address or name."),
    field("subjectFilter", FieldRule::Line { min: 0, max: 998 }, "Substring of the subject."),
    field("credentialId", FieldRule::Reference, "May be omitted if only one credential exists."),
    field("mode", FieldRule::Choice(&["Subscription", "PollOnly"]), "`Subscription` (default) or `PollOnly`."),
    field("moveOnProcess", FieldRule::Flag, "Default: true."),
    field("includeAttachments", FieldRule::Flag, "Default: false."),
    field(
        "maxAttachmentMb",
        FieldRule::Integer { min: 1, max: 1_024, message: "must be between 1 and 1,024 megabytes" },
        "Default: 10.",
    ),
    field(
        "reconciliationIntervalSeconds",
        FieldRule::Integer { min: 1, max: i64::MAX, message: "must be an integer of at least 1" },
        "At least 1. Default: the configured interval.",
    ),
    field(
        "processExisting",
        FieldRule::Flag,
        "Whether to process mail that was in the folder before. If omitted, it is processed, but a folder with more than \
         500 messages requires an explicit value.",
    ),
    field(
        "leaveUnmatched",
        FieldRule::Flag,
        "Whether messages that the filters reject stay in the folder, unread. Default: false, they are filed.",
    ),
    field(
        "senderAuthentication",
        FieldRule::Choice(&["None", "Dmarc", "Dkim"]),
        "`None` (default), `Dmarc` or `Dkim`: what the mail provider must have verified for the domain in `fromFilter`. \
         Other messages are skipped.",
    ),
    field(
        "expectEveryMinutes",
        FieldRule::Integer { min: 1, max: 44_640, message: "must be 1 to 44,640 minutes (31 days)" },
        "If the watcher feeds strikes, a longer silence makes the feed unhealthy. 1 to 44,640. Default: null, never.",
    ),
    field(
        "resume",
        FieldRule::Choice(&["Manual", "Automatic"]),
        "`Manual` (default): a message whose Phase 1 was interrupted waits for an operator. `Automatic`: it continues if \
         everything that may have run is safe to repeat.",
    ),
];

const fn field(name: &'static str, rule: FieldRule, description: &'static str) -> FieldSpec {
    FieldSpec { name, rule, description }
}

impl FieldRule {
    /// `value` is null for an optional field without a value.
    fn violation(self, value: &Value) -> Option<String> {
        let text = value.as_str().unwrap_or_default();
        match self {
            Self::Flag | Self::Choice(_) | Self::Reference => None,
            Self::Line { min, max } => line_violation(text, min, max),
            Self::Address { min, max } => line_violation(text, min, max).or_else(|| {
                let is_address = !text.contains(char::is_whitespace)
                    && text.split_once('@').is_some_and(|(name, host)| !name.is_empty() && !host.is_empty());
                (!is_address).then(|| "must be an email address such as storm@example.gov".to_owned())
            }),
            Self::Text { max, message } => (text.chars().count() > max).then(|| message.to_owned()),
            Self::Integer { min, max, message } => {
                let is_outside = |number: i64| !(min..=max).contains(&number);
                value.as_i64().is_some_and(is_outside).then(|| message.to_owned())
            }
        }
    }
}

fn line_violation(text: &str, min: usize, max: usize) -> Option<String> {
    let is_long_enough = (min..=max).contains(&text.chars().count()) && (min == 0 || !text.trim().is_empty());
    if is_long_enough && !text.chars().any(char::is_control) {
        return None;
    }
    Some(format!("must have {min} to {max} characters, on one line"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn fields() -> WatcherFields {
        WatcherFields::new("Storm", "storm@example.gov")
    }

    #[test]
    fn violations_name_their_field() {
        assert!(fields().check().is_ok());
        for (wrong, field) in [
            (WatcherFields { name: " ".into(), ..fields() }, "name"),
            (WatcherFields { name: "a\nb".into(), ..fields() }, "name"),
            (WatcherFields { mailbox_address: "storm".into(), ..fields() }, "mailboxAddress"),
            (WatcherFields { mailbox_address: "a b@c.d".into(), ..fields() }, "mailboxAddress"),
            (WatcherFields { folder_path: String::new(), ..fields() }, "folderPath"),
            (WatcherFields { subject_filter: Some("x".repeat(999)), ..fields() }, "subjectFilter"),
            (WatcherFields { max_attachment_mb: 0, ..fields() }, "maxAttachmentMb"),
            (WatcherFields { reconciliation_interval_seconds: Some(0), ..fields() }, "reconciliationIntervalSeconds"),
            (WatcherFields { expect_every_minutes: Some(0), ..fields() }, "expectEveryMinutes"),
            (WatcherFields { expect_every_minutes: Some(44_641), ..fields() }, "expectEveryMinutes"),
        ] {
            assert_eq!(wrong.check().unwrap_err().field, field);
        }
    }

    #[test]
    fn json_without_values_gives_the_defaults() {
        let read = serde_json::from_value::<WatcherFields>;
        let given = json!({"name": "Storm", "mailboxAddress": "storm@example.gov"});
        assert_eq!(read(given).unwrap(), fields());
        assert!(read(json!({"name": "Storm"})).is_err());
        assert!(read(json!({"name": "Storm", "mailboxAddress": "storm@example.gov", "clientState": "x"})).is_err());
    }

    #[test]
    fn every_field_of_the_json_has_a_rule() {
        let json = serde_json::to_value(fields()).unwrap();
        let names: Vec<&str> = json.as_object().unwrap().keys().map(String::as_str).collect();
        assert_eq!(names, FIELDS.iter().map(|field| field.name).collect::<Vec<_>>());
    }
}
