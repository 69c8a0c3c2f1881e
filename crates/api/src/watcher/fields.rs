//! A watcher as JSON: the view, the input, and a merge patch.

use crate::{Problem, json, merge_patch};
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use stormwire_store::tables::job::{JobFields, Mode};
use stormwire_watcher::jobs::{LoopState, Watched};
use utoipa::ToSchema;

/// What people say about a watcher.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[expect(clippy::struct_excessive_bools, reason = "each is a field of its own in the specification")]
pub(crate) struct WatcherFields {
    name: String,
    description: String,
    is_enabled: bool,
    mailbox_address: String,
    /// For people; resolved once into the folder's id.
    folder_path: String,
    /// The provider's id of the folder; null until resolved.
    folder_id: Option<String>,
    from_filter: Option<String>,
    subject_filter: Option<String>,
    credential_id: Option<i64>,
    /// `Subscription` or `PollOnly`.
    mode: &'static str,
    move_on_process: bool,
    include_attachments: bool,
    max_attachment_mb: i32,
    reconciliation_interval_seconds: Option<i32>,
    /// Whether mail that lay in the folder before counts; true as long as nobody has said.
    process_existing: bool,
}

impl From<&JobFields> for WatcherFields {
    fn from(fields: &JobFields) -> Self {
        let fields = fields.clone();
        Self {
            name: fields.name,
            description: fields.description,
            is_enabled: fields.is_enabled,
            mailbox_address: fields.mailbox_address,
            folder_path: fields.folder_path,
            folder_id: fields.folder_id,
            from_filter: fields.from_filter,
            subject_filter: fields.subject_filter,
            credential_id: fields.credential_id,
            mode: fields.mode.name(),
            move_on_process: fields.move_on_process,
            include_attachments: fields.include_attachments,
            max_attachment_mb: fields.max_attachment_mb,
            reconciliation_interval_seconds: fields.reconciliation_interval_seconds,
            process_existing: fields.process_existing.unwrap_or(true),
        }
    }
}

/// A watcher, and what is known about it.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct WatcherView {
    id: i64,
    #[serde(flatten)]
    fields: WatcherFields,
    graph_subscription_id: Option<String>,
    #[schema(value_type = Option<String>, format = DateTime)]
    subscription_expires_at: Option<Timestamp>,
    #[schema(value_type = Option<String>, format = DateTime)]
    last_notification_at: Option<Timestamp>,
    #[schema(value_type = Option<String>, format = DateTime)]
    last_renewed_at: Option<Timestamp>,
    /// Why the subscription could not be made or renewed, since the last success.
    last_subscription_error: Option<String>,
    #[schema(value_type = Option<String>, format = DateTime)]
    last_message_received: Option<Timestamp>,
    last_message_status: Option<String>,
    /// `Live`, `Degraded`, `Polling` or `Disabled`.
    health: &'static str,
    /// In words, where there is something to say.
    health_reason: Option<String>,
    /// The loops that work for it; none while it is switched off.
    loops: Vec<LoopView>,
    /// What whoever has just saved it should know: that the folder could not be looked at, and why.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    warnings: Vec<String>,
}

/// Where a loop of a watcher stands.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct LoopView {
    /// `Reconcile`, `Subscription` or `Listing`.
    name: &'static str,
    #[schema(value_type = Option<String>, format = DateTime)]
    last_success_at: Option<Timestamp>,
    #[schema(value_type = Option<String>, format = DateTime)]
    last_failure_at: Option<Timestamp>,
    /// What was wrong then.
    last_error: Option<String>,
    /// When it runs again; the past while it runs.
    #[schema(value_type = String, format = DateTime)]
    next_run_at: Timestamp,
}

impl From<LoopState> for LoopView {
    fn from(state: LoopState) -> Self {
        let LoopState { name, last_success_at, last_failure_at, last_error, next_run_at } = state;
        Self { name, last_success_at, last_failure_at, last_error, next_run_at }
    }
}

impl From<Watched> for WatcherView {
    fn from(watched: Watched) -> Self {
        let Watched { job, health, loops, warnings } = watched;
        Self {
            id: job.id,
            fields: WatcherFields::from(&job.fields),
            graph_subscription_id: job.state.subscription_id,
            subscription_expires_at: job.state.subscription_expires_at,
            last_notification_at: job.state.last_notification_at,
            last_renewed_at: job.state.last_renewed_at,
            last_subscription_error: job.state.last_subscription_error,
            last_message_received: job.state.last_message_received,
            last_message_status: job.state.last_message_status,
            health: health.state.name(),
            health_reason: health.reason,
            loops: loops.into_iter().map(LoopView::from).collect(),
            warnings,
        }
    }
}

/// What is written of a watcher. Null is the same as left out. What was read may be sent back: what the service owns is
/// ignored.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct WatcherInput {
    /// 1 to 200 visible characters.
    name: String,
    description: Option<String>,
    /// Default: false.
    is_enabled: Option<bool>,
    mailbox_address: String,
    /// Names from the top down, parted by `/`. Default: `Inbox`.
    folder_path: Option<String>,
    /// The provider's id of the folder; found by `folderPath` when left out.
    folder_id: Option<String>,
    /// Substring of the sender's address or name.
    from_filter: Option<String>,
    /// Substring of the subject.
    subject_filter: Option<String>,
    /// May be left out where only one credential exists.
    credential_id: Option<i64>,
    /// `Subscription` (default) or `PollOnly`.
    mode: Option<String>,
    /// Default: true.
    move_on_process: Option<bool>,
    /// Default: false.
    include_attachments: Option<bool>,
    /// Default: 10.
    max_attachment_mb: Option<i32>,
    /// From 1; the configured cadence when left out.
    reconciliation_interval_seconds: Option<i32>,
    /// Whether mail that lay in the folder before counts. Left out it does, but a folder with more than 500 messages is
    /// then not taken without a word.
    process_existing: Option<bool>,
}

/// What is to be changed of a watcher (merge patch); what is left out stays, null empties.
#[derive(Debug, ToSchema)]
#[schema(rename_all = "camelCase")]
#[expect(dead_code, reason = "read by the OpenAPI document alone: a patch is merged as plain JSON")]
pub(crate) struct WatcherPatch {
    name: Option<String>,
    description: Option<String>,
    is_enabled: Option<bool>,
    mailbox_address: Option<String>,
    folder_path: Option<String>,
    folder_id: Option<String>,
    from_filter: Option<String>,
    subject_filter: Option<String>,
    credential_id: Option<i64>,
    mode: Option<String>,
    move_on_process: Option<bool>,
    include_attachments: Option<bool>,
    max_attachment_mb: Option<i32>,
    reconciliation_interval_seconds: Option<i32>,
    process_existing: Option<bool>,
}

/// Read-only fields, which are ignored in input.
const READ_ONLY: [&str; 12] = [
    "id",
    "graphSubscriptionId",
    "subscriptionExpiresAt",
    "lastNotificationAt",
    "lastRenewedAt",
    "lastSubscriptionError",
    "lastMessageReceived",
    "lastMessageStatus",
    "health",
    "healthReason",
    "loops",
    "warnings",
];

pub(super) fn read(mut body: Value) -> Result<JobFields, Problem> {
    if let Value::Object(fields) = &mut body {
        fields.retain(|name, _| !READ_ONLY.contains(&name.as_str()));
    }
    json::read::<WatcherInput>(body)?.fields()
}

/// The fields after a merge patch. Another path or mailbox without an id is another folder, whose id is not known yet.
pub(super) fn patched(before: &JobFields, patch: Value) -> Result<JobFields, Problem> {
    let names_id = patch.get("folderId").is_some();
    let mut known = serde_json::to_value(WatcherFields::from(before)).unwrap_or_default();
    // A patch of another field must not decide what nobody has decided.
    known["processExisting"] = before.process_existing.into();
    let mut after = read(merge_patch::apply(&known, patch)?)?;
    let is_other_folder = after.folder_path != before.folder_path || after.mailbox_address != before.mailbox_address;
    if is_other_folder && !names_id {
        after.folder_id = None;
    }
    Ok(after)
}

impl WatcherInput {
    /// Applies defaults. Values are validated by the watcher crate.
    fn fields(self) -> Result<JobFields, Problem> {
        let mode = match self.mode.as_deref() {
            None => None,
            Some(name) => {
                Some(Mode::parse(name).ok_or_else(|| Problem::field("mode", "give Subscription or PollOnly"))?)
            }
        };
        let non_blank = |text: Option<String>| text.filter(|text| !text.trim().is_empty());
        let defaults = JobFields::new(self.name, self.mailbox_address);
        Ok(JobFields {
            description: self.description.unwrap_or(defaults.description),
            is_enabled: self.is_enabled.unwrap_or(defaults.is_enabled),
            folder_path: self.folder_path.unwrap_or(defaults.folder_path),
            folder_id: non_blank(self.folder_id),
            from_filter: non_blank(self.from_filter),
            subject_filter: non_blank(self.subject_filter),
            credential_id: self.credential_id,
            mode: mode.unwrap_or(defaults.mode),
            move_on_process: self.move_on_process.unwrap_or(defaults.move_on_process),
            include_attachments: self.include_attachments.unwrap_or(defaults.include_attachments),
            max_attachment_mb: self.max_attachment_mb.unwrap_or(defaults.max_attachment_mb),
            reconciliation_interval_seconds: self.reconciliation_interval_seconds,
            process_existing: self.process_existing,
            ..defaults
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn known() -> JobFields {
        read(json!({"name": "Storm", "mailboxAddress": "storm@example.gov", "folderId": "f", "fromFilter": "x"}))
            .unwrap()
    }

    #[test]
    fn defaults_match_the_contract() {
        let fields = read(json!({"name": "Storm", "mailboxAddress": "storm@example.gov", "mode": null})).unwrap();
        let shown = serde_json::to_value(WatcherFields::from(&fields)).unwrap();
        assert_eq!(
            shown,
            json!({
                "name": "Storm", "description": "", "isEnabled": false, "mailboxAddress": "storm@example.gov",
                "folderPath": "Inbox", "folderId": null, "fromFilter": null, "subjectFilter": null, "credentialId": null,
                "mode": "Subscription", "moveOnProcess": true, "includeAttachments": false, "maxAttachmentMb": 10,
                "reconciliationIntervalSeconds": null, "processExisting": true,
            })
        );
        assert_eq!(fields.process_existing, None, "nobody has said it");
    }

    #[test]
    fn another_path_clears_the_folder_id_unless_one_is_given() {
        let folder = |patch: Value| patched(&known(), patch).unwrap().folder_id;
        assert_eq!(folder(json!({"folderPath": "Other"})), None);
        assert_eq!(folder(json!({"folderPath": "Other", "folderId": "g"})).as_deref(), Some("g"));
        assert_eq!(folder(json!({"folderPath": "Inbox"})).as_deref(), Some("f"), "it is the same");
        assert_eq!(folder(json!({"mailboxAddress": "other@example.gov"})), None);
        assert_eq!(folder(json!({"name": "x"})).as_deref(), Some("f"));
        assert_eq!(folder(json!({"folderId": null})), None);
    }

    #[test]
    fn a_patch_clears_null_fields_and_leaves_the_rest() {
        let after = patched(&known(), json!({"fromFilter": null, "maxAttachmentMb": 3, "health": "Live"})).unwrap();
        assert_eq!((after.from_filter, after.max_attachment_mb, after.process_existing), (None, 3, None));
        assert_eq!(patched(&known(), json!({"processExisting": false})).unwrap().process_existing, Some(false));
        assert!(patched(&known(), json!({"clientState": "x"})).is_err(), "never read, so never sent back");
        assert!(patched(&known(), json!({"name": null})).is_err());
        assert!(patched(&known(), json!([])).is_err());
    }
}
