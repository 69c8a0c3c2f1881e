//! The fields of a watcher in requests and responses. They are declared in the store's [`WatcherFields`].

use crate::{Problem, json, merge_patch};
use serde_json::{Map, Value};
use stormwire_store::tables::watcher::{FIELDS, FieldRule, WatcherFields};

/// Fields without a default.
pub(super) const REQUIRED: [&str; 2] = ["name", "mailboxAddress"];

/// Read-only fields, which are ignored in input.
const READ_ONLY: [&str; 13] = [
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
    "feedProblem",
    "loops",
    "warnings",
];

/// Fills in `processExisting`, which is true until it is set.
pub(super) fn with_process_existing(fields: WatcherFields) -> WatcherFields {
    WatcherFields { process_existing: Some(fields.process_existing.unwrap_or(true)), ..fields }
}

/// Reads a body. Null is the same as an absent field, blank text the same as null; values are validated by the watcher
/// crate.
pub(super) fn read(mut body: Value) -> Result<WatcherFields, Problem> {
    if let Value::Object(fields) = &mut body {
        let is_optional = |name: &str| FIELDS.iter().any(|field| field.name == name) && !REQUIRED.contains(&name);
        fields.retain(|name, value| {
            let is_absent = value.is_null() && is_optional(name);
            !is_absent && !READ_ONLY.contains(&name.as_str())
        });
        check_choices(fields)?;
    }
    let fields: WatcherFields = json::read(body)?;
    let non_blank = |text: Option<String>| text.filter(|text| !text.trim().is_empty());
    Ok(WatcherFields {
        description: non_blank(fields.description),
        folder_id: non_blank(fields.folder_id),
        from_filter: non_blank(fields.from_filter),
        subject_filter: non_blank(fields.subject_filter),
        ..fields
    })
}

/// An unknown choice is rejected here, where the error can name the field and the value.
fn check_choices(fields: &Map<String, Value>) -> Result<(), Problem> {
    for field in FIELDS {
        let (FieldRule::Choice(choices), Some(Value::String(given))) = (field.rule, fields.get(field.name)) else {
            continue;
        };
        if !choices.contains(&given.as_str()) {
            let message = format!("{given:?} is not one of {}", choices.join(", "));
            return Err(Problem::field(field.name, message));
        }
    }
    Ok(())
}

/// The fields after a merge patch. Another path or mailbox without an id is another folder, whose id is not known yet.
pub(super) fn apply_patch(before: &WatcherFields, patch: Value) -> Result<WatcherFields, Problem> {
    let has_folder_id = patch.get("folderId").is_some();
    let mut after = read(merge_patch::apply(before, patch)?)?;
    let is_other_folder = after.folder_path != before.folder_path || after.mailbox_address != before.mailbox_address;
    if is_other_folder && !has_folder_id {
        after.folder_id = None;
    }
    Ok(after)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn sample_fields() -> WatcherFields {
        read(json!({"name": "Storm", "mailboxAddress": "storm@example.gov", "folderId": "f", "fromFilter": "x"}))
            .unwrap()
    }

    #[test]
    fn defaults_match_the_contract() {
        let fields = read(json!({"name": "Storm", "mailboxAddress": "storm@example.gov", "mode": null})).unwrap();
        let shown = serde_json::to_value(with_process_existing(fields.clone())).unwrap();
        assert_eq!(
            shown,
            json!({
                "name": "Storm", "description": null, "isEnabled": false, "mailboxAddress": "storm@example.gov",
                "folderPath": "Inbox", "folderId": null, "fromFilter": null, "subjectFilter": null, "credentialId": null,
                "mode": "Subscription", "moveOnProcess": true, "includeAttachments": false, "maxAttachmentMb": 10,
                "reconciliationIntervalSeconds": null, "processExisting": true, "leaveUnmatched": false,
                "senderAuthentication": "None", "expectEveryMinutes": null, "resume": "Manual",
            })
        );
        assert_eq!(fields.process_existing, None, "not set");
    }

    #[test]
    fn another_path_clears_the_folder_id_unless_one_is_given() {
        let folder = |patch: Value| apply_patch(&sample_fields(), patch).unwrap().folder_id;
        assert_eq!(folder(json!({"folderPath": "Other"})), None);
        assert_eq!(folder(json!({"folderPath": "Other", "folderId": "g"})).as_deref(), Some("g"));
        assert_eq!(folder(json!({"folderPath": "Inbox"})).as_deref(), Some("f"), "same path");
        assert_eq!(folder(json!({"mailboxAddress": "other@example.gov"})), None);
        assert_eq!(folder(json!({"name": "x"})).as_deref(), Some("f"));
        assert_eq!(folder(json!({"folderId": null})), None);
    }

    #[test]
    fn a_patch_clears_null_fields_and_leaves_the_rest() {
        let after =
            apply_patch(&sample_fields(), json!({"fromFilter": null, "maxAttachmentMb": 3, "health": "Live"})).unwrap();
        assert_eq!((after.from_filter, after.max_attachment_mb, after.process_existing), (None, 3, None));
        assert_eq!(
            apply_patch(&sample_fields(), json!({"processExisting": false})).unwrap().process_existing,
            Some(false)
        );
        assert!(apply_patch(&sample_fields(), json!({"clientState": "x"})).is_err(), "never read, so never sent back");
        assert!(apply_patch(&sample_fields(), json!({"name": null})).is_err());
        assert!(apply_patch(&sample_fields(), json!([])).is_err());
    }
}
