//! Shadow runs over the API.

use crate::admin_client::AdminClient;
use crate::emulated_provider::{EmulatedProvider, MAILBOX};
use serde_json::{Value, json};
use std::sync::Arc;
use stormwire_clock::VirtualClock;
use stormwire_testkit::on_both_databases;

fn extract(id: Option<i64>, pattern: &str) -> Value {
    json!({
        "id": id, "name": "Extract", "actionType": "TextExtract",
        "config": {
            "Op": {"Action": "Extract"}, "Segment": {"StartPattern": "A"}, "Fields": {"Word": {"Pattern": pattern, "Required": true}},
        },
    })
}

on_both_databases! {
    async fn what_would_be_different_is_reported(db: &TestDb) {
        let provider = EmulatedProvider::start(Arc::new(VirtualClock::running())).await;
        let client = AdminClient::with_provider(db, &provider.url).await;
        client.create_credential().await;
        let watcher = client.create_watcher(json!({})).await["id"].as_i64().unwrap();
        let actions = format!("/mailbox-watcher/{watcher}/action");
        let action = client.send("POST", &actions, extract(None, "A (\\w+)")).await.expect(201);
        provider.emulator.add_folder(MAILBOX, "Old messages");
        let key = provider.deliver("Old messages", "one");
        let path = format!("/mailbox-watcher/{watcher}/shadow-run");
        let tried = |actions: Value| json!({"actions": actions, "count": 5, "folder": "Old messages"});
        let same = client.send("POST", &path, tried(json!([action]))).await.expect(200);
        assert_eq!((&same["unchanged"], &same["messages"][0]["differences"]), (&json!(1), &json!([])), "a response can be sent back");
        let changed = client.send("POST", &path, tried(json!([extract(action["id"].as_i64(), "A s(\\w+)")]))).await.expect(200);
        let difference = json!({
            "action": "Extract", "phase": 1, "kind": "Records",
            "before": {"Extract": {"Items": [{"Word": "strike"}]}}, "after": {"Extract": {"Items": [{"Word": "trike"}]}},
        });
        assert_eq!(changed["messages"][0]["differences"], json!([difference]), "{changed}");
        let shown = ["messageKey", "subject", "result", "logId", "error"].map(|name| &changed["messages"][0][name]);
        assert_eq!(shown, [&json!(key), &json!("one"), &json!("Changed"), &Value::Null, &Value::Null]);
        let broken = client.send("POST", &path, tried(json!([extract(None, "B")]))).await.expect(200);
        assert_eq!((&broken["broken"], &broken["messages"][0]["result"]), (&json!(1), &json!("Broken")), "{broken}");
        let rest = client.send("POST", &path, json!({"skip": 1, "folder": "Old messages"})).await.expect(200);
        assert_eq!(rest["messages"], json!([]), "the only message is left out");
        let of_log = client.send("POST", &path, json!({})).await.expect(200);
        assert_eq!(of_log["messages"], json!([]), "the log is empty");
    }

    async fn wrong_input_is_named(db: &TestDb) {
        let provider = EmulatedProvider::start(Arc::new(VirtualClock::running())).await;
        let client = AdminClient::with_provider(db, &provider.url).await;
        client.create_credential().await;
        let watcher = client.create_watcher(json!({})).await["id"].as_i64().unwrap();
        let path = format!("/mailbox-watcher/{watcher}/shadow-run");
        for (body, field) in [
            (json!({"count": 0}), "count"),
            (json!({"count": 501}), "count"),
            (json!({"skip": 501}), "skip"),
            (json!({"folder": "Nowhere"}), "folder"),
            (json!({"actions": [extract(None, "(")]}), "actions.0.config.Fields.Word"),
        ] {
            let problem = client.send("POST", &path, body.clone()).await.expect(400);
            assert!(problem["errors"].to_string().contains(field), "{body} {problem}");
        }
        client.send("POST", "/mailbox-watcher/999/shadow-run", json!({})).await.expect(404);
        client.send("POST", &format!("/file-watcher/{watcher}/shadow-run"), json!({})).await.expect(404);
    }
}
