//! The rules of the fields of a watcher, from which the validation, the API document and the portal's form are derived.

use super::watcher_kind::WatcherKind;
use serde_json::Value;

/// A field as clients see it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FieldSpec {
    pub name: &'static str,
    pub rule: FieldRule,
    /// The kinds of watchers that have it.
    pub kinds: &'static [WatcherKind],
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
    /// A list of ids of other rows.
    References,
    /// A list of these texts.
    Choices(&'static [&'static str]),
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
    common("name", FieldRule::Line { min: 1, max: 200 }, "1 to 200 visible characters."),
    common("description", FieldRule::Text { max: 2_000, message: "must have at most 2,000 characters" }, ""),
    common("isEnabled", FieldRule::Flag, "Default: false."),
    mailbox("mailboxAddress", FieldRule::Address { min: 3, max: 320 }, ""),
    mailbox(
        "folderPath",
        FieldRule::Line { min: 1, max: 1_000 },
        "Folder names from the top down, separated by `/`. Default: `Inbox`.",
    ),
    mailbox(
        "folderId",
        FieldRule::Line { min: 0, max: 1_000 },
        "The provider's id of the folder. Resolved from `folderPath` if omitted.",
    ),
    mailbox("fromFilter", FieldRule::Line { min: 0, max: 320 }, "Substring of the sender's address or name."),
    mailbox("subjectFilter", FieldRule::Line { min: 0, max: 998 }, "Substring of the subject."),
    mailbox("credentialId", FieldRule::Reference, "May be omitted if only one credential exists."),
    mailbox("mode", FieldRule::Choice(&["Subscription", "PollOnly"]), "`Subscription` (default) or `PollOnly`."),
    with_folder(
        "moveOnProcess",
        FieldRule::Flag,
        "Whether messages and files are moved to `Processed` or `Failed`. Default: true. Otherwise messages are marked, and files \
         stay.",
    ),
    mailbox("includeAttachments", FieldRule::Flag, "Default: false."),
    mailbox(
        "maxAttachmentMb",
        FieldRule::Integer { min: 1, max: 1_024, message: "must be between 1 and 1,024 megabytes" },
        "Default: 10.",
    ),
    mailbox(
        "reconciliationIntervalSeconds",
        FieldRule::Integer { min: 1, max: i64::MAX, message: "must be an integer of at least 1" },
        "At least 1. Default: the configured interval.",
    ),
    with_folder(
        "processExisting",
        FieldRule::Flag,
        "Whether to process what was in the folder before. If omitted, it is processed, but a folder with more than \
         500 messages or files requires an explicit value.",
    ),
    with_folder(
        "leaveUnmatched",
        FieldRule::Flag,
        "Whether messages that the filters reject, or files that the pattern does not match, stay in the folder. Default: \
         false, they are filed.",
    ),
    mailbox(
        "senderAuthentication",
        FieldRule::Choice(&["None", "Dmarc", "Dkim"]),
        "`None` (default), `Dmarc` or `Dkim`: what the mail provider must have verified for the domain in `fromFilter`. \
         Other messages are skipped.",
    ),
    with_folder(
        "expectEveryMinutes",
        FieldRule::Integer { min: 1, max: 44_640, message: "must be 1 to 44,640 minutes (31 days)" },
        "If the watcher feeds strikes, a longer silence makes the feed unhealthy. 1 to 44,640. Default: null, never.",
    ),
    common(
        "resume",
        FieldRule::Choice(&["Manual", "Automatic"]),
        "`Manual` (default): a message whose Phase 1 was interrupted waits for an operator. `Automatic`: it continues if \
         everything that may have run is safe to repeat.",
    ),
    common(
        "kind",
        FieldRule::Choice(&["Mailbox", "StatusEvent", "File"]),
        "`Mailbox` (default): messages start the workflow. `StatusEvent`: changes of the status of facilities do. `File`: files \
         in a folder do. A watcher has only the fields of its kind. Cannot be changed.",
    ),
    status_event(
        "facilityIds",
        FieldRule::References,
        "Whose changes start the workflow. Default: null, all facilities.",
    ),
    status_event(
        "statuses",
        FieldRule::Choices(&["Active", "Clearing", "Clear", "Unknown"]),
        "The new statuses that start the workflow. Default: null, all.",
    ),
    status_event("rings", FieldRule::Flag, "Whether changes of rings start it too. Default: false."),
    file(
        "folder",
        FieldRule::Line { min: 1, max: 1_000 },
        "The absolute path of the watched folder, inside one of the configured `files.roots`. Subfolders are not read.",
    ),
    file(
        "pattern",
        FieldRule::Line { min: 1, max: 200 },
        "Which names start the workflow: `*` is any text, `?` one character, `[a-z]` one of several, `{csv,txt}` one of several \
         texts. Hidden and temporary files (`.x`, `x~`, `~x`, `.part`, `.tmp`) are read only if the pattern names them. Default: `*`.",
    ),
    file(
        "rescanSeconds",
        FieldRule::Integer { min: 1, max: 86_400, message: "must be 1 to 86,400 seconds (one day)" },
        "Seconds between two scans of the folder. File system events start one at once. Default: 60.",
    ),
    file(
        "stableSeconds",
        FieldRule::Integer { min: 0, max: 3_600, message: "must be 0 to 3,600 seconds (one hour)" },
        "A file is read after its size and time have not changed for this long. Default: 2.",
    ),
    file(
        "maxFileMb",
        FieldRule::Integer { min: 1, max: 1_024, message: "must be between 1 and 1,024 megabytes" },
        "Larger files fail. Default: 50.",
    ),
    common(
        "testMode",
        FieldRule::Flag,
        "Whether the workflow runs without effects: nothing is sent or written except the log, whose steps show what would be. \
         Messages and files are left in place, and the watcher feeds no strikes. Default: false.",
    ),
];

const fn common(name: &'static str, rule: FieldRule, description: &'static str) -> FieldSpec {
    FieldSpec { name, rule, kinds: &WatcherKind::ALL, description }
}

const fn mailbox(name: &'static str, rule: FieldRule, description: &'static str) -> FieldSpec {
    FieldSpec { name, rule, kinds: &[WatcherKind::Mailbox], description }
}

const fn status_event(name: &'static str, rule: FieldRule, description: &'static str) -> FieldSpec {
    FieldSpec { name, rule, kinds: &[WatcherKind::StatusEvent], description }
}

const fn file(name: &'static str, rule: FieldRule, description: &'static str) -> FieldSpec {
    FieldSpec { name, rule, kinds: &[WatcherKind::File], description }
}

/// Of watchers of a folder, in a mailbox or on disk.
const fn with_folder(name: &'static str, rule: FieldRule, description: &'static str) -> FieldSpec {
    FieldSpec { name, rule, kinds: &[WatcherKind::Mailbox, WatcherKind::File], description }
}

/// Of a list, in entries.
pub const MAX_LIST_LENGTH: usize = 1_000;

impl FieldRule {
    /// `value` is null for an optional field without a value.
    pub(super) fn violation(self, value: &Value) -> Option<String> {
        let text = value.as_str().unwrap_or_default();
        match self {
            Self::Flag | Self::Choice(_) | Self::Reference => None,
            Self::References | Self::Choices(_) => {
                let is_id = |value: &Value| value.as_i64().is_none_or(|id| id > 0);
                let is_wrong =
                    |values: &Vec<Value>| !(1..=MAX_LIST_LENGTH).contains(&values.len()) || !values.iter().all(is_id);
                let message = || format!("must have 1 to {MAX_LIST_LENGTH} entries, or be null for all");
                value.as_array().is_some_and(is_wrong).then(message)
            }
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
