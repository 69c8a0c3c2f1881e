//! The context paths that an action can use.

use crate::admin_client::AdminClient;
use crate::emulated_provider::{EmulatedProvider, MAILBOX};
use serde_json::{Value, json};
use std::sync::Arc;
use std::time::Duration;
use stormwire_clock::VirtualClock;
use stormwire_testkit::service::wait_until;
use stormwire_testkit::{TestDb, on_both_databases};

fn extract(name: &str) -> Value {
    json!({"name": name, "actionType": "TextExtract", "config": {
        "Op": {"Action": "Extract", "Source": "$.Attachments[?@.Name=='strikes.csv'].Text"},
        "Segment": {"StartPattern": "(?m)^(?=3)"},
        "Fields": {"Latitude": {"Pattern": r"\A([^,]+)", "Type": "number"}},
    }})
}

fn find<'p>(paths: &'p Value, path: &str) -> &'p Value {
    paths.as_array().unwrap().iter().find(|one| one["path"] == path).unwrap_or(&Value::Null)
}

async fn log_message(db: &TestDb, watcher: &Value, key: &str) {
    db.execute(&format!(
        "insert into it.MailboxWatcherLog (MailboxWatcherJobId, MessageKey, DetectedAt, Status, TriggerEvent, WorkflowRunId) \
         values ({}, '{key}', '2026-05-01T12:00:00.000000Z', 'Failed', 'Notification', 'run')", watcher["id"]
    ))
    .await;
}

on_both_databases! {
    async fn paths_have_examples_of_the_newest_message(db: &TestDb) {
        let provider = EmulatedProvider::start(Arc::new(VirtualClock::running())).await;
        let client = AdminClient::with_provider(db, &provider.url).await;
        let credential = client.create_credential().await;
        let watcher = client.create_watcher(json!({"credentialId": credential, "includeAttachments": true})).await;
        let message = json!({
            "subject": "Lightning alert",
            "body": {"contentType": "text", "content": "word ".repeat(100)},
            // "Lat,Lon\r\n34.7,-86.6\r\n"
            "attachments": [{"name": "strikes.csv", "contentType": "text/csv", "contentBytes": "TGF0LExvbg0KMzQuNywtODYuNg0K"}],
        });
        let key = provider.emulator.deliver(MAILBOX, "Inbox", message).unwrap();
        log_message(db, &watcher, &key).await;
        let actions = format!("/mailbox-watcher/{}/action", watcher["id"]);
        let first = client.send("POST", &actions, extract("Extract strikes")).await.expect(201);
        let path = format!("/mailbox-watcher/{}/context-paths", watcher["id"]);
        let all = client.get(&path).await.expect(200);
        let subject = json!({"path": "$.Message.Subject", "type": "text", "example": "Lightning alert", "from": "message"});
        assert_eq!(find(&all, "$.Message.Subject"), &subject);
        assert_eq!(find(&all, "$.BodyText")["example"].as_str().unwrap().chars().count(), 100, "no body beyond that");
        let attached = find(&all, "$.Attachments[?@.Name=='strikes.csv'].Text");
        assert_eq!(attached["example"], "Lat,Lon 34.7,-86.6 ");
        let latitude = json!({"path": "$.Extract.Items[0].Latitude", "type": "number", "example": null, "from": "Extract strikes"});
        assert_eq!(find(&all, "$.Extract.Items[0].Latitude"), &latitude);
        let before = client.get(&format!("{path}?actionId={}", first["id"])).await.expect(200);
        assert_eq!(find(&before, "$.Extract.Items"), &Value::Null, "an action cannot use what it sets");
        assert_eq!(find(&before, "$.Message.Subject"), &subject);
        client.get(&format!("{path}?actionId=999999")).await.expect(404);
        client.get(&format!("{path}?actionId=x")).await.expect(400);
        client.get("/mailbox-watcher/999999/context-paths").await.expect(404);
    }

    async fn without_the_provider_paths_have_no_examples(db: &TestDb) {
        let client = AdminClient::without_provider(db).await;
        let watcher = client.create_watcher(json!({})).await;
        // Created later: saving a watcher with a credential calls the provider.
        client.create_credential().await;
        let path = format!("/mailbox-watcher/{}/context-paths", watcher["id"]);
        let empty = client.get(&path).await.expect(200);
        log_message(db, &watcher, "AAk").await;
        // The provider is called until the time limit.
        let found = tokio::select! {
            found = client.get(&path) => found.expect(200),
            () = wait_until(async || {
                db.clock.advance(Duration::from_secs(1));
                false
            }) => unreachable!("the wait never ends"),
        };
        assert_eq!(found, empty, "neither without a message nor without the provider");
        assert_eq!(find(&found, "$.Message.Subject"), &json!({"path": "$.Message.Subject", "type": "text", "example": null, "from": "message"}));
        assert_eq!(find(&found, "$.Attachments[0].Text")["type"], "text");
    }
}
