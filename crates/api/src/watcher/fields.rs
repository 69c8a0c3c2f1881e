//! The fields of a watcher in requests and responses. They are declared in the store's [`WatcherFields`].

use crate::route_kind::RouteKind;
use crate::{Problem, json, merge_patch};
use serde_json::{Map, Value};
use stormwire_store::tables::watcher::{FIELDS, FieldRule, WatcherFields, WatcherKind};

/// Fields without a default. The kind without a default is that of mailboxes.
pub(super) const fn required(kind: WatcherKind) -> &'static [&'static str] {
    match kind {
        WatcherKind::Mailbox => &["name", "mailboxAddress"],
        WatcherKind::StatusEvent => &["name", "kind"],
        WatcherKind::File => &["name", "folder"],
    }
}

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

/// The body with the kind of its path. Another kind in it is an error.
pub(super) fn of_route(mut body: Value, RouteKind(kind): RouteKind) -> Result<Value, Problem> {
    if let (Some(kind), Value::Object(fields)) = (kind, &mut body) {
        let given = fields.insert("kind".into(), kind.name().into());
        if given.is_some_and(|given| !given.is_null() && given != kind.name()) {
            return Err(Problem::field("kind", format!("must be {kind} here")));
        }
    }
    Ok(body)
}

/// Reads a body. Null is the same as an absent field, blank text the same as null; values are validated by the watcher
/// crate. Fields of other kinds are ignored as read-only fields are, so that a response can be sent back.
pub(super) fn read(mut body: Value) -> Result<WatcherFields, Problem> {
    if let Value::Object(fields) = &mut body {
        check_choices(fields)?;
        let kind = fields.get("kind").and_then(Value::as_str).and_then(WatcherKind::parse);
        let kind = kind.unwrap_or(WatcherKind::Mailbox);
        let spec = |name: &str| FIELDS.iter().find(|field| field.name == name);
        let is_of_other_kind = |name: &str| spec(name).is_some_and(|field| !field.kinds.contains(&kind));
        let is_optional = |name: &str| spec(name).is_some() && !required(kind).contains(&name);
        fields.retain(|name, value| {
            let is_absent = value.is_null() && is_optional(name);
            !is_absent && !is_of_other_kind(name) && !READ_ONLY.contains(&name.as_str())
        });
        if kind != WatcherKind::Mailbox {
            fields.insert("mailboxAddress".into(), "".into());
        }
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
        let Some(given) = fields.get(field.name) else { continue };
        let (choices, given) = match (field.rule, given) {
            (FieldRule::Choice(choices), one) => (choices, std::slice::from_ref(one)),
            (FieldRule::Choices(choices), Value::Array(all)) => (choices, all.as_slice()),
            _ => continue,
        };
        if let Some(unknown) = given.iter().filter_map(Value::as_str).find(|text| !choices.contains(text)) {
            let message = format!("{unknown:?} is not one of {}", choices.join(", "));
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
    use stormwire_store::tables::status_event::FacilityStatus;
    use stormwire_store::tables::watcher::AllowList;

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
                "senderAuthentication": "None", "expectEveryMinutes": null, "resume": "Manual", "kind": "Mailbox",
                "facilityIds": null, "statuses": null, "rings": false, "folder": null, "pattern": "*",
                "rescanSeconds": 60, "stableSeconds": 2, "maxFileMb": 50,
            })
        );
        assert_eq!(fields.process_existing, None, "not set");
    }

    #[test]
    fn the_path_decides_the_kind_of_a_file_watcher() {
        let files = RouteKind(Some(WatcherKind::File));
        let body = json!({"name": "Share", "folder": "/srv/share", "mailboxAddress": "x", "subjectFilter": "y"});
        let fields = read(of_route(body.clone(), files).unwrap()).unwrap();
        assert_eq!(fields, WatcherFields::of_files("Share", "/srv/share"), "fields of other kinds are ignored");
        assert_eq!(of_route(body.clone(), RouteKind(None)).unwrap(), body);
        assert!(of_route(json!({"kind": "Mailbox"}), files).is_err());
        assert!(of_route(json!({"kind": null}), files).is_ok());
    }

    #[test]
    fn fields_of_other_kinds_are_ignored() {
        let events = json!({"kind": "StatusEvent", "name": "Siren", "statuses": ["Active"], "rings": true});
        let events = read(events).unwrap();
        assert_eq!((events.statuses.0.as_deref(), events.rings), (Some(&[FacilityStatus::Active][..]), true));
        let with_mail = json!({"mailboxAddress": "a@b.c", "maxAttachmentMb": 3, "statuses": null});
        let patched = apply_patch(&events, with_mail).unwrap();
        assert_eq!(patched, WatcherFields { statuses: AllowList::ALL, ..events.clone() });
        let mail = apply_patch(&sample_fields(), json!({"statuses": ["Active"], "rings": true})).unwrap();
        assert_eq!(mail, sample_fields());
        assert!(apply_patch(&events, json!({"statuses": ["Calm"]})).is_err());
        assert!(read(json!({"kind": "Siren", "name": "x"})).is_err());
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
