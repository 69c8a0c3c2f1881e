//! The types of action, as the editor is told of them.

use crate::office::Desk;
use serde_json::{Value, json};
use stormwire_testkit::TestDb;

async fn handlers() -> Vec<Value> {
    let db = TestDb::sqlite().await;
    let desk = Desk::alone(&db).await;
    let all = Desk::expect(&desk.get("/workflow/handlers").await, 200);
    db.end().await;
    all.as_array().unwrap().clone()
}

/// One snapshot for each, so that a change of one is seen as that.
#[tokio::test(flavor = "multi_thread")]
async fn every_handler_tells_what_its_config_may_hold() {
    for mut handler in handlers().await {
        let name = handler["actionType"].as_str().unwrap().to_owned();
        if let Some(guide) = handler.as_object_mut().unwrap().remove("documentation") {
            assert!(guide.as_str().unwrap().starts_with("# "), "{name} has a guide in Markdown");
        }
        insta::assert_json_snapshot!(name, handler);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn every_handler_enumerates_its_operations_and_describes_every_key() {
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

/// A form can be drawn only of what has words.
fn describes_every_key(schema: &Value, place: &str) {
    if let Some(properties) = schema["properties"].as_object() {
        for (key, part) in properties {
            assert!(part["description"].is_string(), "{place}.{key} has no description");
        }
    }
    let below: Vec<&Value> = match schema {
        Value::Object(parts) => parts.values().collect(),
        Value::Array(parts) => parts.iter().collect(),
        _ => Vec::new(),
    };
    for part in below {
        describes_every_key(part, place);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_workflow_of_the_gallery_goes_into_a_watcher_with_its_settings_and_not_twice() {
    let db = TestDb::sqlite().await;
    let desk = Desk::alone(&db).await;
    let all = Desk::expect(&desk.get("/workflow/gallery").await, 200);
    let names: Vec<&str> = all.as_array().unwrap().iter().filter_map(|one| one["workflow"]["name"].as_str()).collect();
    assert_eq!(names, ["Lightning ingest", "Lightning ingest with facility mail"]);
    assert_eq!(all[0]["settings"], json!({}));
    assert_eq!((&all[1]["settings"]["Recipients"], &all[1]["settings"]["QuietMinutes"]), (&Value::Null, &json!(10)));
    let watcher = desk.watcher(json!({})).await;
    let path = format!("/mailbox-watcher/{}/workflow", watcher["id"]);
    let bare = json!({"workflow": all[1]["workflow"]});
    let refused = Desk::expect(&desk.send("POST", &path, bare).await, 400);
    assert_eq!(refused["errors"][0]["field"], "settings.Recipients");
    let whole = json!({"workflow": all[1]["workflow"], "settings": {"Recipients": "crew@example.gov"}});
    let made = Desk::expect(&desk.send("POST", &path, whole.clone()).await, 201);
    assert_eq!(made.as_array().unwrap().len(), 5);
    assert_eq!(made[2]["config"]["Data"]["Recipients"], "crew@example.gov");
    Desk::expect(&desk.send("POST", &path, whole).await, 409);
    db.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn settings_that_would_fail_at_every_message_are_refused_on_import_and_told_when_they_are_changed() {
    let db = TestDb::sqlite().await;
    let desk = Desk::alone(&db).await;
    let all = Desk::expect(&desk.get("/workflow/gallery").await, 200);
    let watcher = desk.watcher(json!({})).await;
    let path = format!("/mailbox-watcher/{}", watcher["id"]);
    let mut whole =
        json!({"workflow": all[1]["workflow"], "settings": {"Recipients": "crew@example.gov", "QuietMinutes": "ten"}});
    let refused = Desk::expect(&desk.send("POST", &format!("{path}/workflow"), whole.clone()).await, 400);
    assert_eq!(refused["errors"][0]["field"], "workflow.actions[4].config.Quiet.Minutes", "{refused}");
    whole["settings"]["QuietMinutes"] = json!(10);
    let mut settings = Desk::expect(&desk.send("POST", &format!("{path}/workflow"), whole).await, 201)[2].clone();
    let change = format!("{path}/action/{}", settings["id"]);
    for (key, value, words) in [
        (
            "Recipients",
            json!("a@b.gov;c@d.gov"),
            "Op.To: \"a@b.gov;c@d.gov\" at $.Recipients is not mail addresses with commas",
        ),
        ("Recipients", json!([]), "Op.To: [] at $.Recipients names nobody"),
        ("Recipients", json!(null), "Op.To: null at $.Recipients is not mail addresses"),
        ("RadiusMiles", json!(0), "Quiet.RadiusMiles: 0 at $.RadiusMiles"),
        ("RadiusMiles", json!("eight"), "Quiet.RadiusMiles: \"eight\" at $.RadiusMiles is not a number"),
    ] {
        let good = settings["config"]["Data"][key].clone();
        settings["config"]["Data"][key] = value;
        let saved = Desk::expect(&desk.send("PUT", &change, settings.clone()).await, 200);
        let told = saved["warnings"][0].as_str().unwrap_or_else(|| panic!("{key} {saved}"));
        assert!(told.starts_with(&format!("\"Mail the facilities\": config.{words}")), "{told}");
        let listed = Desk::expect(&desk.get(&format!("{path}/action")).await, 200);
        assert!(listed[4]["warnings"].as_array().unwrap().iter().any(|one| one == told), "{listed}");
        settings["config"]["Data"][key] = good;
    }
    let saved = Desk::expect(&desk.send("PUT", &change, settings).await, 200);
    assert_eq!(saved["warnings"], json!([]));
    db.end().await;
}
