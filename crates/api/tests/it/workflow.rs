//! Action types and ready-made workflows.

use crate::admin_client::AdminClient;
use crate::emulated_provider::EmulatedProvider;
use serde_json::{Value, json};
use stormwire_testkit::{TestDb, on_both_databases};

async fn handlers() -> Vec<Value> {
    let db = TestDb::sqlite().await;
    let client = AdminClient::without_provider(&db).await;
    let all = client.get("/workflow/handlers").await.expect(200);
    db.end().await;
    all.as_array().unwrap().clone()
}

/// One snapshot per handler.
#[tokio::test(flavor = "multi_thread")]
async fn handler_schemas_match_the_snapshots() {
    for handler in handlers().await {
        let name = handler["actionType"].as_str().unwrap().to_owned();
        insta::assert_json_snapshot!(name, handler);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn handlers_list_operations_and_describe_every_key() {
    let all = handlers().await;
    let operations = |name: &str| all.iter().find(|one| one["actionType"] == name).map(|one| one["operations"].clone());
    assert_eq!(operations("TextExtract"), Some(json!(["Extract"])));
    assert_eq!(operations("Condition"), Some(json!(["Continue", "Stop"])));
    assert_eq!(operations("Data"), Some(json!(["Set", "Copy", "Remove"])));
    for handler in &all {
        let name = &handler["actionType"];
        assert!(handler["effect"] == "None" || handler["effect"] == "Outside", "{name}");
        assert!(handler["operations"].as_array().is_some_and(|all| !all.is_empty()), "{name}");
        describes_every_key(&handler["schema"], &name.to_string());
    }
}

/// The form of the portal shows the description of each key.
fn describes_every_key(schema: &Value, path: &str) {
    if let Some(properties) = schema["properties"].as_object() {
        for (key, part) in properties {
            assert!(part["description"].is_string(), "{path}.{key} has no description");
        }
    }
    let below: Vec<&Value> = match schema {
        Value::Object(parts) => parts.values().collect(),
        Value::Array(parts) => parts.iter().collect(),
        _ => Vec::new(),
    };
    for part in below {
        describes_every_key(part, path);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn gallery_workflows_can_be_imported_once_with_settings() {
    let db = TestDb::sqlite().await;
    let client = AdminClient::without_provider(&db).await;
    let all = client.get("/workflow/gallery").await.expect(200);
    let names: Vec<&str> = all.as_array().unwrap().iter().filter_map(|one| one["workflow"]["name"].as_str()).collect();
    let expected = [
        "Lightning ingest",
        "Lightning ingest with facility mail",
        "Chat message when a status changes",
        "Email when a status changes",
        "Lightning ingest from CSV files",
    ];
    assert_eq!(names, expected);
    assert_eq!(all[0]["settings"], json!({}));
    assert_eq!((&all[1]["settings"]["Recipients"], &all[1]["settings"]["QuietMinutes"]), (&Value::Null, &json!(10)));
    let watcher = client.create_watcher(json!({})).await;
    let path = format!("/mailbox-watcher/{}/workflow", watcher["id"]);
    let bare = json!({"workflow": all[1]["workflow"]});
    let rejected = client.send("POST", &path, bare).await.expect(400);
    assert_eq!(rejected["errors"][0]["field"], "settings.Recipients");
    let whole = json!({"workflow": all[1]["workflow"], "settings": {"Recipients": "crew@example.gov"}});
    let created = client.send("POST", &path, whole.clone()).await.expect(201);
    assert_eq!(created.as_array().unwrap().len(), 5);
    assert_eq!(created[2]["config"]["Data"]["Recipients"], "crew@example.gov");
    client.send("POST", &path, whole).await.expect(409);
    db.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn every_ready_layout_can_replace_the_config_of_a_ready_workflow() {
    let db = TestDb::sqlite().await;
    let client = AdminClient::without_provider(&db).await;
    let gallery = client.get("/workflow/gallery").await.expect(200);
    let layouts = client.get("/workflow/layouts").await.expect(200);
    for layout in layouts.as_array().unwrap() {
        let name = layout["name"].as_str().unwrap();
        let mut workflow = gallery[0]["workflow"].clone();
        workflow["actions"][0]["config"] = layout["config"].clone();
        let watcher = client.create_watcher(json!({"name": name})).await;
        let path = format!("/mailbox-watcher/{}/workflow", watcher["id"]);
        let created = client.send("POST", &path, json!({"workflow": workflow})).await.expect(201);
        assert_eq!(created[0]["config"], layout["config"], "{name}");
        for action in created.as_array().unwrap() {
            assert_eq!(action["warnings"], json!([]), "{name}");
        }
    }
    db.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn settings_that_always_fail_are_rejected_or_warned_about() {
    let db = TestDb::sqlite().await;
    let client = AdminClient::without_provider(&db).await;
    let all = client.get("/workflow/gallery").await.expect(200);
    let watcher = client.create_watcher(json!({})).await;
    let path = format!("/mailbox-watcher/{}", watcher["id"]);
    let mut whole =
        json!({"workflow": all[1]["workflow"], "settings": {"Recipients": "crew@example.gov", "QuietMinutes": "ten"}});
    let rejected = client.send("POST", &format!("{path}/workflow"), whole.clone()).await.expect(400);
    assert_eq!(rejected["errors"][0]["field"], "workflow.actions[4].config.Quiet.Minutes", "{rejected}");
    whole["settings"]["QuietMinutes"] = json!(10);
    let mut settings = client.send("POST", &format!("{path}/workflow"), whole).await.expect(201)[2].clone();
    let change = format!("{path}/action/{}", settings["id"]);
    for (key, value, text) in [
        (
            "Recipients",
            json!("a@b.gov;c@d.gov"),
            "Op.To: \"a@b.gov;c@d.gov\" at $.Recipients is not a comma-separated list of email addresses",
        ),
        ("Recipients", json!([]), "Op.To: [] at $.Recipients has no addresses"),
        ("Recipients", json!(null), "Op.To: null at $.Recipients is not a comma-separated list"),
        ("QuietMinutes", json!(1_441), "Quiet.Minutes: 1441 at $.QuietMinutes"),
        ("QuietMinutes", json!("ten"), "Quiet.Minutes: \"ten\" at $.QuietMinutes is not a number"),
    ] {
        let good = settings["config"]["Data"][key].clone();
        settings["config"]["Data"][key] = value;
        let saved = client.send("PUT", &change, settings.clone()).await.expect(200);
        let warning = saved["warnings"][0].as_str().unwrap_or_else(|| panic!("{key} {saved}"));
        assert!(warning.starts_with(&format!("\"Send facility mail\": config.{text}")), "{warning}");
        let listed = client.get(&format!("{path}/action")).await.expect(200);
        assert!(listed[4]["warnings"].as_array().unwrap().iter().any(|one| one == warning), "{listed}");
        settings["config"]["Data"][key] = good;
    }
    let saved = client.send("PUT", &change, settings).await.expect(200);
    assert_eq!(saved["warnings"], json!([]));
    db.end().await;
}

on_both_databases! {
    async fn tables_are_listed_with_their_columns(db: &TestDb) {
        let client = AdminClient::without_provider(db).await;
        db.execute("create table data.Gauge (Id integer primary key, Name varchar(20) not null, Level decimal(6,2) not null default 0, ReadAt timestamptz)").await;
        db.execute("create view data.HighGauge as select Name from data.Gauge").await;
        let all = client.get("/workflow/tables").await.expect(200);
        assert_eq!(client.get("/workflow/tables").await.expect(200), all, "stable order");
        let find = |name: &str| all.as_array().unwrap().iter().find(|one| one["name"].as_str().unwrap().eq_ignore_ascii_case(name)).cloned().unwrap();
        let strikes = find("data.LightningStrike");
        assert_eq!((&strikes["name"], &strikes["kind"]), (&json!("data.LightningStrike"), &json!("Table")));
        let column = |table: &Value, name: &str| {
            table["columns"].as_array().unwrap().iter().find(|one| one["name"].as_str().unwrap().eq_ignore_ascii_case(name)).cloned().unwrap()
        };
        assert_eq!(column(&strikes, "Latitude"), json!({"name": "Latitude", "type": "number", "required": true, "generated": false}));
        assert_eq!((&column(&strikes, "Id")["required"], &column(&strikes, "Timestamp")["type"]), (&json!(false), &json!("datetime")));
        let gauge = find("data.Gauge");
        assert_eq!((&column(&gauge, "Name")["required"], &column(&gauge, "Level")["required"]), (&json!(true), &json!(false)));
        assert_eq!(find("data.HighGauge")["kind"], "View");
        let procedure = find("data.BatchThreat");
        assert_eq!((&procedure["kind"], &column(&procedure, "radiusmiles")["required"]), (&json!("Procedure"), &json!(false)));
        let hidden = all.as_array().unwrap().iter().any(|one| one["name"].as_str().unwrap().to_lowercase().contains("audit"));
        assert!(!hidden, "internal tables are not listed: {all}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn enabled_watchers_that_store_strikes_of_any_sender_are_named() {
    let db = TestDb::sqlite().await;
    let provider = EmulatedProvider::start(db.clock.clone()).await;
    let client = AdminClient::with_provider(&db, &provider.url).await;
    client.create_credential().await;
    let all = client.get("/workflow/gallery").await.expect(200);
    let is_feed = |one: &&Value| one.to_string().contains("data.LightningStrike");
    let ready = all.as_array().unwrap().iter().find(is_feed).unwrap()["workflow"].clone();
    let id = client.create_watcher(json!({"name": "Storm"})).await["id"].clone();
    client.send("POST", &format!("/mailbox-watcher/{id}/workflow"), json!({"workflow": ready})).await.expect(201);
    let warnings = async || client.app.watchers.admin().sender_warnings().await.unwrap();
    assert_eq!(warnings().await, [""; 0], "disabled");
    client.send("POST", &format!("/mailbox-watcher/{id}/enable"), Value::Null).await.expect(200);
    let found = warnings().await;
    assert!(found.len() == 1 && found[0].starts_with("watcher Storm: anyone who knows the address"), "{found:?}");
    db.end().await;
}
