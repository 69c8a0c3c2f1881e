//! Watchers of files through the API.

use crate::admin_client::AdminClient;
use serde_json::{Value, json};
use std::fs;
use stormwire_testkit::{TestDb, on_both_databases};

const LIST: &str = "/file-watcher";

/// Creates the folder.
fn share(db: &TestDb) -> Value {
    let folder = db.folder().join("files/share");
    fs::create_dir_all(&folder).unwrap();
    json!({"name": "Share", "folder": folder, "pattern": "*.csv"})
}

/// With a row of the log for each key.
async fn insert_rows(db: &TestDb, watcher: &Value, keys: &[&str]) {
    for (minute, key) in keys.iter().enumerate() {
        db.execute(&format!(
            "insert into it.MailboxWatcherLog (MailboxWatcherJobId, MessageKey, DetectedAt, ProcessedAt, Status, TriggerEvent, WorkflowRunId) \
             values ({watcher}, '{key}', '2026-05-01T12:{minute:02}:00.000000Z', '2026-05-01T13:00:00.000000Z', 'Failed', 'Reconciliation', 'run-{watcher}-{minute}')"
        ))
        .await;
    }
}

on_both_databases! {
    async fn a_file_watcher_is_saved_with_defaults_and_sent_back(db: &TestDb) {
        let client = AdminClient::without_provider(db).await;
        let created = client.send("POST", LIST, share(db)).await.expect(201);
        let shown = ["kind", "pattern", "rescanSeconds", "stableSeconds", "maxFileMb", "moveOnProcess", "processExisting", "resume", "leaveUnmatched", "isEnabled", "description"]
            .map(|name| &created[name]);
        let expected = [json!("File"), json!("*.csv"), json!(60), json!(2), json!(50), json!(true), json!(true), json!("Manual"), json!(false), json!(false), Value::Null];
        assert_eq!(shown, expected.each_ref());
        let path = format!("{LIST}/{}", created["id"]);
        assert_eq!(client.get(&path).await.expect(200), created);
        assert_eq!(client.get(LIST).await.expect(200), json!([created]));
        assert_eq!(client.get("/mailbox-watcher").await.expect(200), json!([]), "clients that know only mailboxes get no others");
        assert_eq!(client.send("PUT", &path, created.clone()).await.expect(200), created, "a response can be sent back");
        let change = json!({"rescanSeconds": 5, "pattern": null, "expectEveryMinutes": 30});
        let patched = client.send("PATCH", &path, change).await.expect(200);
        let shown = ["rescanSeconds", "pattern", "expectEveryMinutes"].map(|name| &patched[name]);
        assert_eq!(shown, [&json!(5), &json!("*"), &json!(30)]);
        let enabled = client.send("POST", &format!("{path}/enable"), Value::Null).await.expect(200);
        assert_eq!((&enabled["isEnabled"], enabled["loops"].as_array().unwrap().len()), (&json!(true), 1));
        assert!(enabled["warnings"][0].as_str().unwrap().starts_with("the watcher has no actions: files are"), "{enabled}");
        client.send("POST", &format!("{path}/reload"), Value::Null).await.expect(202);
        client.send("POST", &format!("{path}/disable"), Value::Null).await.expect(200);
        let action = json!({"name": "Set", "actionType": "Data", "config": {"Op": {"Action": "Set"}, "Data": {"A": 1}}});
        client.send("POST", &format!("{path}/action"), action).await.expect(201);
        assert_eq!(client.get(&format!("{path}/action")).await.expect(200).as_array().unwrap().len(), 1);
        assert_eq!(client.get(&format!("{path}/balance")).await.expect(200)["warnings"], json!([]));
        assert_eq!(client.send("DELETE", &path, Value::Null).await.status.as_u16(), 204);
    }

    async fn the_folder_where_another_watcher_files_gets_a_warning(db: &TestDb) {
        let client = AdminClient::without_provider(db).await;
        client.send("POST", LIST, share(db)).await.expect(201);
        let folder = db.folder().join("files/share/Processed");
        fs::create_dir(&folder).unwrap();
        let second = client.send("POST", LIST, json!({"name": "Again", "folder": folder})).await.expect(201);
        let warning = "this is the folder Processed of the watcher \"Share\"";
        assert!(second["warnings"][0].as_str().unwrap().starts_with(warning), "{second}");
        assert_eq!(client.get(&format!("{LIST}/{}", second["id"])).await.expect(200), second, "it stays");
    }

    async fn wrong_fields_are_named(db: &TestDb) {
        let client = AdminClient::without_provider(db).await;
        for (change, field) in [
            (json!({"folder": null}), "folder"),
            (json!({"folder": "/etc"}), "folder"),
            (json!({"folder": "share"}), "folder"),
            (json!({"folder": db.folder().join("files/missing")}), "folder"),
            (json!({"pattern": "[a"}), "pattern"),
            (json!({"rescanSeconds": 0}), "rescanSeconds"),
            (json!({"stableSeconds": -1}), "stableSeconds"),
            (json!({"maxFileMb": 0}), "maxFileMb"),
            (json!({"expectEveryMinutes": 0}), "expectEveryMinutes"),
            (json!({"kind": "Mailbox"}), "kind"),
            (json!({"resume": "Never"}), "resume"),
        ] {
            let mut body = share(db);
            body.as_object_mut().unwrap().extend(change.as_object().unwrap().clone());
            let problem = client.send("POST", LIST, body).await.problem();
            assert_eq!((&problem["status"], &problem["errors"][0]["field"]), (&json!(400), &json!(field)), "{change}: {problem}");
        }
        let mut of_mailboxes = share(db);
        of_mailboxes["kind"] = json!("File");
        assert_eq!(client.send("POST", "/mailbox-watcher", of_mailboxes).await.problem()["errors"][0]["field"], "kind");
        assert_eq!(client.get("/file-watcher?kind=All").await.problem()["status"], 400);
    }

    async fn other_kinds_are_not_found_among_files(db: &TestDb) {
        let client = AdminClient::without_provider(db).await;
        let mailbox = client.create_watcher(json!({})).await["id"].clone();
        let files = client.send("POST", LIST, share(db)).await.expect(201)["id"].clone();
        let digest = "ab".repeat(32);
        let key = format!("{digest}:a.csv");
        insert_rows(db, &mailbox, &["AAk"]).await;
        insert_rows(db, &files, &[&key]).await;
        let all = client.get("/mailbox-watcher/log").await.expect(200)["items"].clone();
        let names: Vec<&Value> = all.as_array().unwrap().iter().map(|row| &row["fileName"]).collect();
        assert!(names.contains(&&json!("a.csv")) && names.contains(&&Value::Null), "{all}");
        let of_files = client.get("/file-watcher/log").await.expect(200)["items"].clone();
        assert_eq!((of_files.as_array().unwrap().len(), &of_files[0]["messageKey"]), (1, &json!(key)));
        assert_eq!(client.get(&format!("/file-watcher/{files}/log?status=Failed&q=a.csv")).await.expect(200)["items"], of_files);
        let of_mail = all.as_array().unwrap().iter().find(|row| row["fileName"].is_null()).unwrap()["id"].clone();
        for (method, path) in [
            ("GET", format!("/file-watcher/{mailbox}")),
            ("POST", format!("/file-watcher/{mailbox}/enable")),
            ("GET", format!("/file-watcher/{mailbox}/action")),
            ("GET", format!("/file-watcher/log/{of_mail}")),
            ("POST", format!("/file-watcher/log/{of_mail}/dismiss")),
        ] {
            assert_eq!(client.send(method, &path, Value::Null).await.problem()["status"], 404, "{method} {path}");
        }
        let row = format!("/file-watcher/log/{}", of_files[0]["id"]);
        assert_eq!(client.get(&row).await.expect(200)["fileName"], "a.csv");
        client.send("POST", &format!("{row}/dismiss"), Value::Null).await.expect(200);
        client.send("POST", &format!("{row}/retry"), Value::Null).await.expect(202);
    }

    async fn files_that_are_not_processed_are_explained(db: &TestDb) {
        let client = AdminClient::without_provider(db).await;
        let mailbox = client.create_watcher(json!({})).await["id"].clone();
        let id = client.send("POST", LIST, share(db)).await.expect(201)["id"].clone();
        let folder = db.folder().join("files/share");
        for name in ["a.csv", ".a.csv", "b.csv"] {
            fs::write(folder.join(name), name).unwrap();
        }
        let explain = async |text: &str| client.get(&format!("{LIST}/{id}/explain?q={text}")).await.expect(200);
        let explained = explain("B.CSV").await;
        assert_eq!((&explained["folder"], &explained["problem"]), (&json!(folder), &Value::Null));
        assert_eq!(explained["files"], json!([{"fileName": "b.csv", "sizeBytes": 5, "reason": "Disabled", "logId": null}]));
        let replay = json!({"fileName": "a.csv"});
        let queued = client.send("POST", &format!("{LIST}/{id}/replay"), replay).await.expect(202);
        let mut both = explain("a.csv").await["files"].as_array().unwrap().clone();
        both.sort_by_key(|file| file["fileName"].to_string());
        let shown: Vec<[&Value; 3]> = both.iter().map(|file| ["fileName", "reason", "logId"].map(|name| &file[name])).collect();
        assert_eq!(shown, [
            [&json!(".a.csv"), &json!("Hidden"), &Value::Null],
            [&json!("a.csv"), &json!("InLog"), &queued["id"]],
        ]);
        assert_eq!(explain("c.csv").await["files"], json!([]));
        assert_eq!(explain("/etc/b.csv").await["files"], json!([]), "not in the watched folder");
        client.get(&format!("{LIST}/{id}/explain")).await.expect(400);
        client.get(&format!("{LIST}/{id}/explain?q=%20")).await.expect(400);
        client.get(&format!("{LIST}/{mailbox}/explain?q=a")).await.expect(404);
        fs::remove_dir_all(&folder).unwrap();
        let gone = explain("b.csv").await;
        assert!(gone["problem"].as_str().unwrap().contains("share") && gone["files"] == json!([]), "{gone}");
    }

    async fn files_are_replayed_by_name(db: &TestDb) {
        let client = AdminClient::without_provider(db).await;
        let id = client.send("POST", LIST, share(db)).await.expect(201)["id"].clone();
        fs::write(db.folder().join("files/share/a.csv"), "1").unwrap();
        let path = format!("{LIST}/{id}/replay");
        let queued = client.send("POST", &path, json!({"fileName": "a.csv"})).await.expect(202);
        assert_eq!((&queued["fileName"], &queued["status"], &queued["triggerEvent"]), (&json!("a.csv"), &json!("Detected"), &json!("Manual")));
        assert_eq!(client.send("POST", &path, json!({"fileName": "b.csv"})).await.problem()["status"], 404);
        assert_eq!(client.send("POST", &path, json!({"fileName": "../a.csv"})).await.problem()["status"], 400);
        let empty = client.send("POST", &path, json!({})).await.problem();
        assert_eq!((&empty["status"], &empty["errors"][0]["field"]), (&json!(400), &json!("fileName")));
    }
}
