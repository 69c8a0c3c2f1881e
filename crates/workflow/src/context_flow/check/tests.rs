use super::*;
use crate::ValueType;
use crate::handlers::UserColumn;
use serde_json::json;
use stormwire_store::WatcherId;
use stormwire_store::tables::watcher::WatcherKind;

fn action(id: i64, name: &str, action_type: &str, config: Value) -> Action {
    Action {
        id: ActionId::new(id),
        watcher_id: WatcherId::new(1),
        order: i32::try_from(id).unwrap(),
        name: name.into(),
        action_type: action_type.into(),
        config,
        credential_id: None,
        is_phase_one: true,
        sealed_secrets: None,
    }
}

fn strikes() -> UserTable {
    let column = |name: &str, is_required| UserColumn {
        name: name.into(),
        value_type: ValueType::Any,
        is_required,
        is_generated: false,
    };
    let columns = vec![
        column("Id", false),
        column("Name", true),
        column("Timestamp", true),
        column("Latitude", true),
        column("Note", false),
    ];
    UserTable { name: "data.LightningStrike".into(), kind: TableKind::Table, columns }
}

fn texts(actions: &[Action]) -> Vec<String> {
    let workflow = Workflow { actions, initial_keys: &["Message", "BodyText", "Attachments"], tables: &[strikes()] };
    warnings(workflow).into_iter().map(|one| format!("{}: {}", one.action_id, one.text)).collect()
}

fn extract(fields: &[&str]) -> Action {
    let fields: serde_json::Map<String, Value> =
        fields.iter().map(|name| ((*name).to_owned(), json!({"Pattern": "x"}))).collect();
    action(1, "Extract strikes", "TextExtract", json!({"Op": {"Action": "Extract"}, "Fields": fields}))
}

fn store(more: &Value) -> Action {
    let mut config = json!({"Op": {"Action": "Merge", "Target": "LightningStrike", "Source": "$.Extract.Items"},
        "MatchOn": ["Timestamp", "Name"]});
    config.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    action(2, "Store strikes", "Sql", config)
}

#[test]
fn a_merge_needs_its_fields() {
    let add = |name: &str| {
        format!(
            "2: “Store strikes” needs the field {name}. Add a field {name} to “Extract strikes”, or a fixed value under Data in \
             “Store strikes”."
        )
    };
    let map = |name: &str| {
        format!(
            "2: “Store strikes” needs the field {name}. Add {name} to FieldMap, or a fixed value under Data, in “Store strikes”."
        )
    };
    let record = |name: &str| {
        format!(
            "2: “Store strikes” needs the field {name}. Add a field {name} to “Extract strikes”, or change FieldMap in “Store \
             strikes”."
        )
    };
    for (fields, more, expected) in [
        (&["Timestamp", "Name", "Latitude"][..], json!({}), vec![]),
        (&["timestamp", "NAME", "latitude", "Note"], json!({}), vec![]),
        (&["Timestamp", "Latitude"], json!({}), vec![add("Name")]),
        (&["Timestamp", "Latitude"], json!({"Data": {"name": "x"}}), vec![]),
        (&["Timestamp", "Latitude"], json!({"FieldMap": {"Name": "$.Message.Subject"}}), vec![]),
        (&["Timestamp", "Name"], json!({}), vec![add("Latitude")]),
        (&["T", "N", "Lat"], json!({"FieldMap": {"Timestamp": "T", "Name": "N", "Latitude": "Lat"}}), vec![]),
        (&["T", "N", "Lat"], json!({"FieldMap": {"Timestamp": "T", "Latitude": "Lat"}}), vec![map("Name")]),
        (
            &["T", "Lat"],
            json!({"FieldMap": {"Timestamp": "T", "Name": "N.First", "Latitude": "Lat"}}),
            vec![record("N")],
        ),
        (
            &["Timestamp", "Name", "Latitude", "Power"],
            json!({}),
            vec!["2: “Store strikes” cannot store the field Power: data.LightningStrike has no such column. Remove the field \
                  from “Extract strikes”, or list the columns to store in FieldMap of “Store strikes”."
                .to_owned()],
        ),
    ] {
        assert_eq!(texts(&[extract(fields), store(&more)]), expected, "{fields:?} {more}");
    }
}

#[test]
fn a_deleted_extraction_is_missed() {
    let expected = "2: “Store strikes” reads $.Extract, but no action before it sets Extract. Add an action that sets Extract \
                    before it, or change the path.";
    assert_eq!(texts(&[store(&json!({}))]), [expected]);
    let mut late = extract(&["Timestamp", "Name", "Latitude"]);
    late.is_phase_one = false;
    assert_eq!(texts(&[late, store(&json!({}))]), [expected], "Phase 2 runs after Phase 1");
}

#[test]
fn unknown_sources_are_not_judged() {
    let query = action(1, "Read", "Sql", json!({"Op": {"Action": "Query", "Target": "V", "Output": "$.Extract"}}));
    assert_eq!(texts(&[query, store(&json!({}))]), [] as [String; 0]);
    let mut other = store(&json!({}));
    other.config["Op"]["Target"] = json!("organization.Unknown");
    let found = texts(&[extract(&["Timestamp", "Latitude"]), other]);
    assert_eq!(found.len(), 1, "only MatchOn is known: {found:?}");
}

#[test]
fn keys_that_nobody_sets_are_reported_once() {
    let mail = |text: &str| {
        let config = json!({"Op": {"Action": "Send", "To": "{{ $.Recipients }}", "Text": text}, "Data": {"Own": 1}});
        action(3, "Send mail", "Email", config)
    };
    let set = action(1, "Settings", "Data", json!({"Op": {"Action": "Set"}, "Data": {"Recipients": "a@b.gov"}}));
    assert_eq!(texts(&[set.clone(), mail("{{ $.Own }} {{ $.City.Name }} {{ $.Message.Subject }}")]), [] as [String; 0]);
    let found = texts(&[mail("{{ $.Recipients }} {{ $.Thing[0] | upper }}")]);
    let starts = ["3: “Send mail” reads $.Recipients, but", "3: “Send mail” reads $.Thing, but"];
    assert_eq!(found.len(), 2, "{found:?}");
    assert!(found.iter().zip(starts).all(|(text, start)| text.starts_with(start)), "{found:?}");
    let remove = action(2, "Remove", "Data", json!({"Op": {"Action": "Remove", "Target": "Recipients"}}));
    assert_eq!(texts(&[set, remove, mail("x")]).len(), 1, "removed keys are gone");
}

#[test]
fn ready_workflows_have_no_warnings() {
    for workflow in crate::ready_workflows() {
        let each = workflow.actions.iter().zip(1..);
        let actions: Vec<Action> = each
            .map(|(one, id)| Action {
                is_phase_one: one.is_phase_one,
                sealed_secrets: None,
                ..action(id, &one.name, &one.action_type, one.config.clone())
            })
            .collect();
        let keys: &[&str] = match workflow.kind {
            Some(WatcherKind::StatusEvent) => &["Event", "Facility", "DetectedAt", "MessageKey"],
            Some(WatcherKind::File) => &["File", "BodyText", "_RawBody", "Attachments", "DetectedAt", "MessageKey"],
            Some(WatcherKind::Mailbox) | None => {
                &["Message", "BodyText", "_RawBody", "ReceivedAt", "DetectedAt", "MessageKey"]
            }
        };
        let found = warnings(Workflow { actions: &actions, initial_keys: keys, tables: &[] });
        assert_eq!(found, [], "{}", workflow.name);
    }
}
