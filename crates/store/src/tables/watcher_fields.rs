//! The fields of a watcher that users set, declared once. The row, the JSON of the API and of the audit trail and the
//! defaults are derived from here; their rules are in [`FIELDS`].

use super::status_event::FacilityStatus;
use super::watcher_field_rules::{FIELDS, FieldSpec};
use super::watcher_kind::{AllowList, WatcherKind};
use crate::text_enum::text_enum;
use crate::{CredentialId, FacilityId};
use serde::{Deserialize, Serialize};

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

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, sqlx_macros::FromRow)]
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
    #[serde(default = "default_kind")]
    pub kind: WatcherKind,
    /// The facilities whose changes of status start the workflow.
    #[serde(default)]
    pub facility_ids: AllowList<FacilityId>,
    /// The new statuses that start the workflow.
    #[serde(default)]
    pub statuses: AllowList<FacilityStatus>,
    /// Whether changes of rings start the workflow too.
    #[serde(default)]
    pub rings: bool,
    /// The watched folder, absolute. `None` only for other kinds.
    #[serde(default)]
    pub folder: Option<String>,
    /// Which names of files start the workflow, as a glob.
    #[serde(default = "default_pattern")]
    pub pattern: String,
    /// Between two scans of the folder.
    #[serde(default = "default_rescan_seconds")]
    pub rescan_seconds: i32,
    /// A file is complete if it has not changed for this long.
    #[serde(default = "default_stable_seconds")]
    pub stable_seconds: i32,
    /// Larger files fail.
    #[serde(default = "default_file_megabytes")]
    pub max_file_mb: i32,
    /// Whether the workflow runs without effects outside of the log. Messages and files are left in place.
    #[serde(default)]
    pub test_mode: bool,
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

const fn default_kind() -> WatcherKind {
    WatcherKind::Mailbox
}

const fn default_true() -> bool {
    true
}

const fn default_megabytes() -> i32 {
    10
}

fn default_pattern() -> String {
    "*".into()
}

const fn default_rescan_seconds() -> i32 {
    60
}

const fn default_stable_seconds() -> i32 {
    2
}

const fn default_file_megabytes() -> i32 {
    50
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
            kind: default_kind(),
            facility_ids: AllowList::ALL,
            statuses: AllowList::ALL,
            rings: false,
            folder: None,
            pattern: default_pattern(),
            rescan_seconds: default_rescan_seconds(),
            stable_seconds: default_stable_seconds(),
            max_file_mb: default_file_megabytes(),
            test_mode: false,
        }
    }

    /// A disabled watcher of all changes of status.
    pub fn of_status_events(name: impl Into<String>) -> Self {
        Self { kind: WatcherKind::StatusEvent, ..Self::new(name, "") }
    }

    /// A disabled watcher of all files of a folder.
    pub fn of_files(name: impl Into<String>, folder: impl Into<String>) -> Self {
        Self { kind: WatcherKind::File, folder: Some(folder.into()), ..Self::new(name, "") }
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
        let fields = FIELDS.iter().filter(|field| field.kinds.contains(&self.kind) && is_checked(field.name));
        for FieldSpec { name, rule, .. } in fields {
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

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn fields() -> WatcherFields {
        WatcherFields::new("Storm", "storm@example.gov")
    }

    fn of_events() -> WatcherFields {
        WatcherFields::of_status_events("Siren")
    }

    fn of_files() -> WatcherFields {
        WatcherFields::of_files("Share", "/srv/share")
    }

    #[test]
    fn a_watcher_of_files_has_only_its_own_rules() {
        assert!(WatcherFields { stable_seconds: 0, ..of_files() }.check().is_ok());
        assert!(WatcherFields { folder_path: String::new(), max_attachment_mb: 0, ..of_files() }.check().is_ok());
    }

    #[test]
    fn a_watcher_of_status_events_has_no_rules_about_mail() {
        assert!(of_events().check().is_ok());
        assert!(WatcherFields { max_attachment_mb: 0, ..of_events() }.check().is_ok());
        assert!(WatcherFields { statuses: AllowList(Some(Vec::new())), ..fields() }.check().is_ok());
        assert!(WatcherFields { rescan_seconds: 0, ..of_events() }.check().is_ok());
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
            (WatcherFields { statuses: AllowList(Some(Vec::new())), ..of_events() }, "statuses"),
            (WatcherFields { folder: None, ..of_files() }, "folder"),
            (WatcherFields { folder: Some("/srv/a\nb".into()), ..of_files() }, "folder"),
            (WatcherFields { pattern: " ".into(), ..of_files() }, "pattern"),
            (WatcherFields { rescan_seconds: 0, ..of_files() }, "rescanSeconds"),
            (WatcherFields { stable_seconds: -1, ..of_files() }, "stableSeconds"),
            (WatcherFields { max_file_mb: 1_025, ..of_files() }, "maxFileMb"),
            (WatcherFields { expect_every_minutes: Some(0), ..of_files() }, "expectEveryMinutes"),
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
