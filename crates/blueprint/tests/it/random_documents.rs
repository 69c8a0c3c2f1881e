//! Random configurations, all of them valid.

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;
use serde_json::{Value, json};

/// From which a file is built.
#[derive(Debug, Clone)]
struct Choices {
    flags: Vec<bool>,
    texts: Vec<String>,
    numbers: Vec<i32>,
}

/// Always the same ones.
pub(crate) fn random_documents(count: usize) -> Vec<String> {
    let texts = vec("[a-zA-Z0-9 :#'äß•-]{1,16}", 12);
    let choices = (vec(any::<bool>(), 24), texts, vec(1..400_i32, 12)).prop_map(|(flags, texts, numbers)| Choices {
        flags,
        texts,
        numbers,
    });
    let mut runner = TestRunner::deterministic();
    (0..count).map(|_| format!("{:#}", document(&choices.new_tree(&mut runner).unwrap().current()))).collect()
}

/// JSON is YAML too. Names decide about the kind, so that the next document changes what this one has added.
fn document(choices: &Choices) -> Value {
    let keep = |flag: usize, entry: Value| choices.flags[flag].then_some(entry);
    // A credential that opens a mailbox cannot be removed.
    let has_city = choices.flags[0] || choices.flags[2];
    let text = |index: usize| choices.texts[index].as_str();
    let credentials: Vec<Value> = [
        has_city.then(|| json!({"name": "City", "clientId": format!("id {}", text(0)), "namespace": "a.example", "purpose": "mailbox"})),
        keep(1, json!({"name": "Work orders", "clientId": "x", "namespace": "n", "purpose": "http", "hosts": ["api.example.com"]})),
    ]
    .into_iter()
    .flatten()
    .collect();
    let watchers: Vec<Value> =
        [keep(2, mailbox(choices)), keep(3, files(choices)), keep(4, status(choices))].into_iter().flatten().collect();
    let sinks: Vec<Value> = [
        keep(5, json!({"name": "Hook", "kind": "Webhook", "url": "https://a.example/hook", "isEnabled": choices.flags[6]})),
        keep(7, json!({"name": "Alerts", "kind": "Cap", "url": "https://a.example/cap", "facilities": ["Pool"], "statuses": ["Active"]})),
        keep(8, json!({"name": "Broker", "kind": "Mqtt", "url": "mqtts://broker.example:8883", "isEnabled": choices.flags[9]})),
    ]
    .into_iter()
    .flatten()
    .collect();
    json!({"version": 1, "credentials": credentials, "policies": policies(choices), "watchers": watchers, "sinks": sinks})
}

fn policies(choices: &Choices) -> Vec<Value> {
    let number = |index: usize| f64::from(choices.numbers[index]) / 4.0;
    let facilities: &[&str] = if choices.flags[10] { &["Park", "Pool"] } else { &["Pool"] };
    let rings = json!([{"name": "Watch", "radiusMiles": number(0) + 1.0, "clearMinutes": number(1)}]);
    let numbers = json!({"radiusMiles": number(0), "dangerMinutes": number(2), "allClearMinutes": number(3), "historyHours": 8.25});
    let with = |fields: Value| {
        let mut policy = fields;
        policy.as_object_mut().unwrap().extend(numbers.as_object().unwrap().clone());
        policy
    };
    let golf = with(json!({"name": "Golf", "rings": rings, "facilities": facilities}));
    let default = with(json!({"name": choices.texts[1].trim().to_owned() + "!", "isDefault": true}));
    if choices.flags[11] { vec![default, golf] } else { vec![default] }
}

fn mailbox(choices: &Choices) -> Value {
    let mut watcher = json!({
        "name": "Mail", "kind": "Mailbox", "isEnabled": choices.flags[12], "mailboxAddress": "storm@example.gov",
        "folderPath": format!("Inbox/{}", choices.texts[2]), "subjectFilter": choices.texts[3],
        "maxAttachmentMb": choices.numbers[4], "actions": actions(choices, 13),
    });
    if choices.flags[16] {
        watcher["credential"] = json!("City");
    }
    watcher
}

fn files(choices: &Choices) -> Value {
    json!({
        "name": "Files", "kind": "File", "folder": "/srv/in", "pattern": "*.csv", "rescanSeconds": choices.numbers[5],
        "description": choices.texts[4], "resume": if choices.flags[17] { "Manual" } else { "Automatic" },
        "actions": actions(choices, 18),
    })
}

fn status(choices: &Choices) -> Value {
    let facilities: Value = if choices.flags[21] { json!(["Park"]) } else { Value::Null };
    json!({"name": "Changes", "kind": "StatusEvent", "rings": choices.flags[22], "facilities": facilities, "isEnabled": choices.flags[23]})
}

/// Up to three, in an order that changes, two of them with the same name.
fn actions(choices: &Choices, first_flag: usize) -> Vec<Value> {
    let action = |name: &str, index: usize| {
        let data =
            json!({"A": choices.texts[index], "B": choices.numbers[index], "C": [choices.texts[index + 1], null, 0.5]});
        let config = json!({"Op": {"Action": "Set"}, "Data": data});
        json!({"name": name, "actionType": "Data", "isPhaseOne": choices.flags[first_flag], "config": config})
    };
    let mut actions = vec![action("Set", 5), action("Set", 7), action("Last", 9)];
    if choices.flags[first_flag + 1] {
        actions.reverse();
    }
    if choices.flags[first_flag + 2] {
        actions.pop();
    }
    actions
}
