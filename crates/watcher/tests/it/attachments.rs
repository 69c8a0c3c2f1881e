//! Strikes in the attachment of a message.

use serde_json::{Value, json};
use stormwire_store::WatcherId;
use stormwire_store::tables::log::LogStatus;
use stormwire_testkit::on_both_databases;
use stormwire_testkit::service::TestService;

const BOX: &str = "storm@example.gov";

/// A header and two strikes, with CR LF, a NUL and a control character.
const CSV: &str = "VGltZSxMYXQsTG9uLFR5cGUNCjIwMjYtMDUtMDFUMTI6MDA6MDBaLDM0LjczMDQsLTg2LjU4NjEsQ2xvdWQtdG8tR3JvdW5kDQoyMDI2LTA1LTAxVDEyOjAwOjA1WiwzNC43LC04Ni42LEdyb3VuZAAaDQo=";

fn extract(source: &str) -> Value {
    json!({
        "Op": {"Action": "Extract", "Source": source},
        "Segment": {"StartPattern": "(?m)^(?=\\d{4}-)"},
        "Fields": {
            "Timestamp": {"Pattern": r"\A([^,]+),", "Type": "datetime", "Required": true},
            "Latitude": {"Pattern": r"\A(?:[^,]+,){1}([^,]+)", "Type": "number", "Required": true},
            "Longitude": {"Pattern": r"\A(?:[^,]+,){2}([^,]+)", "Type": "number", "Required": true},
            "Type": {"Pattern": r"\A(?:[^,]+,){3}(.*)", "Required": true},
        },
    })
}

async fn add_actions(service: &TestService, watcher: WatcherId, source: &str) {
    service.add_action(watcher, "TextExtract", extract(source)).await;
    let merge = json!({
        "Op": {"Action": "Merge", "Target": "data.LightningStrike", "Source": "$.Extract.Items"},
        "MatchOn": ["Timestamp", "Latitude", "Longitude", "Name", "Type"],
        "Data": {"Name": "Vendor"},
    });
    service.add_action(watcher, "Sql", merge).await;
}

fn deliver(service: &TestService, attachments: &Value) {
    let message = json!({"subject": "Strikes", "body": {"contentType": "text", "content": "See the attachment."}, "attachments": attachments});
    service.emulator.deliver(BOX, "Inbox", message).unwrap();
}

on_both_databases! {
    async fn strikes_are_read_from_a_csv_attachment(db: &TestDb) {
        let mut service = TestService::new(db).await;
        let watcher = service.create_watcher(BOX, |fields| fields.include_attachments = true).await;
        add_actions(&service, watcher, "$.Attachments[?@.Name=='strikes.csv'].Text").await;
        // A Phase 2 action: the sealed context with the text is stored for it.
        service.add_count_action(watcher, json!({}), false).await;
        let logo = json!({"name": "logo.png", "contentType": "image/png", "contentBytes": "AAEC"});
        deliver(&service, &json!([logo, {"name": "strikes.csv", "contentType": "text/csv", "contentBytes": CSV}]));
        let logs = service.wait_processed(1).await;
        assert_eq!(logs[0].status, LogStatus::Success, "{:?}", logs[0].error_message);
        let rows = "select count(*) from data.LightningStrike where Name = 'Vendor' and Latitude > 34.6 and Longitude < -86.5";
        assert_eq!(db.count(rows).await, 2);
        assert_eq!(db.count("select count(*) from data.LightningStrike where Type = 'Cloud-to-Ground'").await, 1);
        let seen = service.recorder.contexts.lock().unwrap().clone();
        let (first, second) = (&seen[0]["Attachments"], &seen[1]["Attachments"]);
        assert!(first[1]["Text"].as_str().unwrap().starts_with("Time,Lat,Lon,Type\n2026-05-01"), "{first}");
        assert!(first[0].get("Text").is_none() && first[0]["TextError"].as_str().unwrap().contains("not a text file"), "{first}");
        assert_eq!(first, second, "Phase 2 sees the same");
        let steps = service.watchers.repair().log(logs[0].id).await.unwrap().steps;
        let stored = serde_json::to_string(&steps.iter().map(|step| (&step.input, &step.result)).collect::<Vec<_>>()).unwrap();
        assert!(!stored.contains("34.7304"), "the steps do not contain the text: {stored}");
        service.stop().await;
    }

    async fn a_message_without_the_text_fails_with_the_reason(db: &TestDb) {
        let mut service = TestService::new(db).await;
        let off = service.create_watcher(BOX, |_| ()).await;
        add_actions(&service, off, "$.Attachments[0].Text").await;
        deliver(&service, &json!([{"name": "strikes.csv", "contentBytes": CSV}]));
        let error = service.wait_processed(1).await.remove(0).error_message.unwrap();
        assert!(error.contains("attachment \"strikes.csv\" was not downloaded. Turn on \"Save attachments\""), "{error}");
        assert_eq!(db.count("select count(*) from data.LightningStrike").await, 0);
        service.stop().await;
    }

    async fn large_attachments_have_no_text(db: &TestDb) {
        let mut service = TestService::new(db).await;
        let watcher = service.create_watcher(BOX, |fields| {
            (fields.include_attachments, fields.max_attachment_mb) = (true, 7);
        }).await;
        add_actions(&service, watcher, "$.Attachments[1].Text").await;
        // Four characters of base64 are three bytes.
        let file = |name: &str, mebibytes: usize| json!({"name": name, "contentBytes": "YWFh".repeat(mebibytes * 1024 * 1024 / 3)});
        deliver(&service, &json!([file("small.csv", 3), file("over-text.csv", 3), file("over-file.csv", 8)]));
        let error = service.wait_processed(1).await.remove(0).error_message.unwrap();
        assert!(error.contains("attachment \"over-text.csv\" has 3.0 MiB. The text of all attachments of a message may have 5.0 MiB"), "{error}");
        let seen = service.recorder.contexts.lock().unwrap()[0]["Attachments"].clone();
        assert!(seen[0]["Text"].is_string() && seen[1]["FilePath"].is_string() && seen[2].get("FilePath").is_none());
        assert!(seen[2]["TextError"].as_str().unwrap().contains("maximum attachment size of the watcher (7 MB)"), "{}", seen[2]);
        service.stop().await;
    }
}
