//! Strikes in the attachment of a message.

use serde_json::{Value, json};
use stormwire_store::WatcherId;
use stormwire_store::tables::log::LogStatus;
use stormwire_testkit::on_both_databases;
use stormwire_testkit::service::{TestService, wait_until};

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

    async fn inline_attachments_are_listed_without_a_reference_in_the_body(db: &TestDb) {
        let mut service = TestService::new(db).await;
        service.create_watcher(BOX, |_| ()).await;
        let map = json!({"name": "map.png", "contentType": "image/png", "isInline": true, "contentId": "map", "contentBytes": "AAEC"});
        deliver(&service, &json!([map]));
        service.wait_processed(1).await;
        let seen = service.recorder.contexts.lock().unwrap()[0]["Attachments"].clone();
        assert_eq!((&seen[0]["Name"], &seen[0]["SizeBytes"].is_u64(), seen[0].get("FilePath")), (&json!("map.png"), &true, None), "{seen}");
        service.stop().await;
    }

    async fn an_attachment_of_exactly_the_limit_is_not_saved(db: &TestDb) {
        let mut service = TestService::new(db).await;
        service.create_watcher(BOX, |fields| (fields.include_attachments, fields.max_attachment_mb) = (true, 3)).await;
        // Four characters of base64 are three bytes; "YWE=" is two.
        let groups = 1024 * 1024;
        let file = |name: &str, content: String| json!({"name": name, "contentBytes": content});
        let under = format!("{}YWE=", "YWFh".repeat(groups - 1));
        deliver(&service, &json!([file("under.csv", under), file("exact.csv", "YWFh".repeat(groups))]));
        service.wait_processed(1).await;
        let seen = service.recorder.contexts.lock().unwrap()[0]["Attachments"].clone();
        assert!(seen[0]["FilePath"].is_string() && seen[0]["Text"].is_string(), "{}", seen[0]["TextError"]);
        assert_eq!((seen[1].get("FilePath"), seen[1].get("Text")), (None, None));
        let error = seen[1]["TextError"].as_str().unwrap();
        assert!(error.contains("attachment \"exact.csv\" has 3.") && error.contains("(3 MB)"), "{error}");
        service.stop().await;
    }

    async fn without_saving_attachments_only_their_metadata_is_read(db: &TestDb) {
        let mut service = TestService::new(db).await;
        service.create_watcher(BOX, |_| ()).await;
        deliver(&service, &json!([{"name": "strikes.csv", "contentType": "text/csv", "contentBytes": CSV}]));
        service.wait_processed(1).await;
        let seen = service.recorder.contexts.lock().unwrap()[0]["Attachments"][0].clone();
        assert_eq!((&seen["Name"], &seen["ContentType"]), (&json!("strikes.csv"), &json!("text/csv")));
        assert!(seen["SizeBytes"].as_u64().unwrap() > 0 && seen.get("FilePath").is_none() && seen.get("Text").is_none(), "{seen}");
        let calls = service.emulator.stats()["calls"].as_object().unwrap().keys().filter(|call| call.contains("$value")).count();
        assert_eq!(calls, 0, "nothing is downloaded");
        assert!(!db.folder().join("work").exists(), "nothing is written");
        service.stop().await;
    }

    async fn files_of_attachments_live_until_phase_two_has_ended(db: &TestDb) {
        let mut service = TestService::new(db).await;
        let watcher = service.create_watcher(BOX, |fields| fields.include_attachments = true).await;
        service.add_count_action(watcher, json!({"Wait": true}), false).await;
        deliver(&service, &json!([{"name": "strikes.csv", "contentBytes": CSV}]));
        wait_until(async || service.recorder.contexts.lock().unwrap().len() == 2).await;
        assert_eq!(service.logs().await[0].status, LogStatus::Success, "the message is filed");
        let seen = service.recorder.contexts.lock().unwrap()[1].clone();
        let path = std::path::PathBuf::from(seen["Attachments"][0]["FilePath"].as_str().unwrap());
        assert!(path.exists(), "Phase 2 can read it");
        service.recorder.wait_permits.add_permits(1);
        service.wait_processed(1).await;
        wait_until(async || !path.parent().unwrap().exists()).await;
        service.stop().await;
    }
}
