//! What a revision contains. Pure.
//!
//! Secrets are not part of it: the config of an action has masks, and those of sinks and credentials are in other columns. The
//! query of a sink's URL may be a key, and the API masks it.

use serde_json::{Map, Value, json};
use stormwire_geo::{Ring, ThreatParameter};
use stormwire_store::tables::action::Action;
use stormwire_store::tables::event_sink::SinkFields;
use stormwire_store::tables::policy::PolicyFields;
use stormwire_store::tables::watcher::{FIELDS, WatcherFields};

/// Background jobs resolve it from the path.
const FOLDER_ID: &str = "folderId";

/// The fields of its kind, and the actions in their order.
pub fn watcher_state(fields: &WatcherFields, actions: &[Action]) -> Value {
    let values = serde_json::to_value(fields).unwrap_or_default();
    let own = FIELDS.iter().filter(|field| field.kinds.contains(&fields.kind) && field.name != FOLDER_ID);
    let mut state: Map<String, Value> = own.map(|field| (field.name.to_owned(), values[field.name].clone())).collect();
    state.insert("actions".into(), actions.iter().map(action_state).collect());
    state.into()
}

fn action_state(action: &Action) -> Value {
    json!({
        "id": action.id,
        "name": action.name,
        "actionType": action.action_type,
        "isPhaseOne": action.is_phase_one,
        "credentialId": action.credential_id,
        "config": action.config,
    })
}

pub fn policy_state(fields: &PolicyFields) -> Value {
    let number = |parameter| fields.rule.parameters().value(parameter);
    let ring = |ring: &Ring| json!({ "name": ring.name(), "radiusMiles": ring.radius().0, "clearMinutes": ring.clear_minutes() });
    json!({
        "name": fields.name,
        "radiusMiles": number(ThreatParameter::Radius),
        "dangerMinutes": number(ThreatParameter::Danger),
        "allClearMinutes": number(ThreatParameter::AllClear),
        "historyHours": number(ThreatParameter::History),
        "rings": fields.rule.rings().iter().map(ring).collect::<Vec<_>>(),
    })
}

pub fn sink_state(fields: &SinkFields) -> Value {
    let SinkFields { name, kind, url, facility_ids, statuses, is_enabled } = fields;
    json!({
        "name": name, "kind": kind, "url": url, "facilityIds": facility_ids, "statuses": statuses,
        "isEnabled": is_enabled,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_watcher_has_the_fields_of_its_kind_only() {
        let mailbox = watcher_state(&WatcherFields::new("Strikes", "storm@example.gov"), &[]);
        assert_eq!(mailbox["mailboxAddress"], "storm@example.gov");
        assert!(mailbox.get("pattern").is_none() && mailbox.get(FOLDER_ID).is_none(), "{mailbox}");
        let files = watcher_state(&WatcherFields::of_files("Files", "/in"), &[]);
        assert_eq!((&files["folder"], &files["actions"]), (&json!("/in"), &json!([])));
        assert!(files.get("mailboxAddress").is_none(), "{files}");
    }
}
