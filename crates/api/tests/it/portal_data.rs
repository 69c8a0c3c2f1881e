//! Routes for the portal: message counts, tests, the balance, system information.

use crate::admin_client::AdminClient;
use crate::emulated_provider::{EmulatedProvider, MAILBOX};
use serde_json::{Value, json};
use stormwire_emulator::Settings;
use stormwire_testkit::{DirectConnection, TestDb, on_both_databases};

async fn row(db: &TestDb, job: &Value, (key, at, status): (&str, &str, &str)) {
    let sql = format!(
        "insert into it.MailboxWatcherLog (MailboxWatcherJobId, MessageKey, Subject, ReceivedAt, DetectedAt, Status, TriggerEvent, \
         WorkflowRunId) values ({job}, '{key}', 'Strike', '{at}.000000Z', '{at}.000000Z', '{status}', 'Reconciliation', 'run')"
    );
    DirectConnection::connect(&db.database).await.execute(&sql).await.unwrap();
}

fn results(findings: &Value) -> Vec<(String, bool)> {
    let each = |one: &Value| (one["name"].as_str().unwrap().to_owned(), one["passed"].as_bool().unwrap());
    findings.as_array().unwrap().iter().map(each).collect()
}

on_both_databases! {
    async fn summary_counts_the_last_day_by_watcher_and_status(db: &TestDb) {
        let client = AdminClient::without_provider(db).await;
        let (one, two) = (client.create_watcher(json!({})).await["id"].clone(), client.create_watcher(json!({})).await["id"].clone());
        let noon = "2026-05-01T12:00:00";
        row(db, &one, ("a", noon, "Success")).await;
        row(db, &one, ("b", noon, "Success")).await;
        row(db, &one, ("c", noon, "Failed")).await;
        row(db, &one, ("old", "2026-04-30T11:00:00", "Failed")).await;
        let all = client.get("/mailbox-watcher/summary").await.expect(200);
        let none = json!({"Detected": 0, "Processing": 0, "DbComplete": 0, "Success": 0, "Failed": 0, "Skipped": 0});
        let mut some = none.clone();
        (some["Success"], some["Failed"]) = (json!(2), json!(1));
        assert_eq!(all, json!([{"mailboxWatcherJobId": one, "counts": some}, {"mailboxWatcherJobId": two, "counts": none}]));
    }

    async fn unsaved_watchers_can_be_tested_step_by_step(db: &TestDb) {
        let provider = EmulatedProvider::start(db.clock.clone()).await;
        let client = AdminClient::with_provider(db, &provider.url).await;
        let plan = json!({"name": "Storm", "mailboxAddress": MAILBOX});
        let tried = async |body: Value| client.send("POST", "/mailbox-watcher/test", body).await.expect(200);
        assert_eq!(results(&tried(plan.clone()).await), [("Credential".into(), false)], "there is none yet");
        client.create_credential().await;
        provider.deliver("Inbox", "One");
        let found = tried(plan.clone()).await;
        let good = |names: &[&str]| names.iter().map(|name| ((*name).to_owned(), true)).collect::<Vec<_>>();
        let mut expected = good(&["Sign-in", "Folder", "Filing"]);
        expected.push(("Push notifications".into(), false));
        assert_eq!(results(&found), expected, "the provider accepts only HTTPS");
        assert!(found[3]["message"].as_str().unwrap().starts_with("the provider rejected the subscription"), "{found}");
        let polled = tried(json!({"name": "Storm", "mailboxAddress": MAILBOX, "mode": "PollOnly"})).await;
        assert_eq!(results(&polled), good(&["Sign-in", "Folder", "Filing", "Clock"]));
        assert!(found[1]["message"].as_str().unwrap().contains("1 message."), "{found}");
        let lost = tried(json!({"name": "Storm", "mailboxAddress": MAILBOX, "folderPath": "Nowhere"})).await;
        assert_eq!(results(&lost), [("Sign-in".into(), true), ("Folder".into(), false)]);
        assert_eq!(client.get("/mailbox-watcher").await.json(), json!([]), "nothing was saved");
        let response = client.send("POST", "/mailbox-watcher/test", json!({"name": "Storm"})).await;
        assert_eq!((response.status.as_u16(), &response.problem()["errors"][0]["field"]), (400, &json!("mailboxAddress")));
    }

    async fn newest_messages_of_a_folder_are_listed(db: &TestDb) {
        let provider = EmulatedProvider::start(db.clock.clone()).await;
        let client = AdminClient::with_provider(db, &provider.url).await;
        client.create_credential().await;
        provider.deliver("Inbox", "One");
        db.clock.advance(std::time::Duration::from_secs(5));
        let key = provider.deliver("Inbox", "Two");
        let found = client.send("POST", "/mailbox-watcher/messages", json!({"name": "x", "mailboxAddress": MAILBOX})).await.expect(200);
        assert_eq!((&found[0]["subject"], &found[1]["subject"]), (&json!("Two"), &json!("One")), "newest first");
        assert_eq!((&found[0]["messageKey"], &found[0]["fromAddress"], &found[0]["fromName"]),
            (&json!(key), &json!("vendor@example.com"), &json!("Vendor")));
    }

    async fn credential_test_reports_a_rejected_secret(db: &TestDb) {
        let provider = EmulatedProvider::start(db.clock.clone()).await;
        let client = AdminClient::with_provider(db, &provider.url).await;
        let id = client.create_credential().await;
        let path = format!("/credential/{id}/test");
        assert_eq!(client.send("POST", &path, Value::Null).await.expect(200)["passed"], true);
        let secrets = Some([("app".to_owned(), "another".to_owned())].into());
        provider.emulator.set_settings(Settings { secrets, ..Settings::default() });
        let rejected = client.send("POST", &path, Value::Null).await.expect(200);
        assert_eq!(rejected["passed"], false, "{rejected}");
        client.send("POST", "/credential/999999/test", Value::Null).await.expect(404);
    }

    async fn balance_lists_discrepancies(db: &TestDb) {
        let provider = EmulatedProvider::start(db.clock.clone()).await;
        let client = AdminClient::with_provider(db, &provider.url).await;
        client.create_credential().await;
        let unseen = provider.deliver("Inbox", "Never seen");
        let unfiled = provider.deliver("Inbox", "Not filed");
        let job = client.create_watcher(json!({})).await["id"].clone();
        row(db, &job, (&unfiled, "2026-05-01T12:00:00", "Success")).await;
        db.clock.advance(std::time::Duration::from_mins(30));
        let path = format!("/mailbox-watcher/{job}/balance");
        let balance = client.get(&format!("{path}?days=2&timezone=America/Chicago")).await.expect(200);
        assert_eq!(balance["days"], json!([
            {"day": "2026-05-01", "detected": 1, "succeeded": 1, "failed": 0, "skipped": 0, "pending": 0, "inFolders": 2},
            {"day": "2026-04-30", "detected": 0, "succeeded": 0, "failed": 0, "skipped": 0, "pending": 0, "inFolders": 0},
        ]));
        assert_eq!(balance["folders"][0], json!({"name": "Inbox", "totalItemCount": 2}));
        let mut invalid: Vec<(&str, &str)> = balance["discrepancies"].as_array().unwrap().iter()
            .map(|one| (one["messageKey"].as_str().unwrap(), one["message"].as_str().unwrap())).collect();
        invalid.sort_unstable();
        let mut expected = [
            (unseen.as_str(), "In the watched folder, but not in the log."),
            (unfiled.as_str(), "The log says Success, but the message is still in the watched folder."),
        ];
        expected.sort_unstable();
        assert_eq!((invalid, &balance["missingCount"]), (expected.to_vec(), &json!(1)));
        let replayed = client.send("POST", &format!("/mailbox-watcher/{job}/replay-missing"), Value::Null).await.expect(202);
        assert_eq!(replayed, json!({"count": 1}));
        assert_eq!(client.get(&path).await.expect(200)["missingCount"], 0);
        for (query, field) in [("days=0", "days"), ("days=32", "days"), ("timezone=Mars/Base", "timezone"), ("x=1", "x")] {
            let response = client.get(&format!("{path}?{query}")).await;
            assert_eq!((response.status.as_u16(), &response.problem()["errors"][0]["field"]), (400, &json!(field)), "{query}");
        }
        client.get("/mailbox-watcher/999999/balance").await.expect(404);
    }

    async fn balance_without_provider_uses_the_log_and_warns(db: &TestDb) {
        let client = AdminClient::without_provider(db).await;
        let job = client.create_watcher(json!({})).await["id"].clone();
        row(db, &job, ("a", "2026-05-01T12:00:00", "Skipped")).await;
        let balance = client.get(&format!("/mailbox-watcher/{job}/balance?days=1")).await.expect(200);
        assert_eq!((&balance["days"][0]["skipped"], &balance["days"][0]["inFolders"]), (&json!(1), &json!(null)));
        assert!(balance["warnings"][0].as_str().unwrap().starts_with("the folders could not be read"), "{balance}");
    }

    async fn system_reports_version_database_and_queue(db: &TestDb) {
        let client = AdminClient::without_provider(db).await;
        let created = client.create_watcher(json!({"isEnabled": true})).await;
        let system = client.get("/system").await.expect(200);
        let version = system["database"]["version"].as_str().unwrap();
        assert!(version.starts_with("SQLite 3") || version.starts_with("PostgreSQL 1"), "{version}");
        assert!(system["database"]["bytes"].as_i64().unwrap() > 10_000, "{system}");
        let kinds: Vec<&str> = system["queue"].as_array().unwrap().iter().map(|one| one["kind"].as_str().unwrap()).collect();
        assert_eq!(kinds, ["Listing", "Reconcile", "Subscription"], "{created}");
        assert_eq!(system["failedItems"], json!([]));
        let gaps = system["monitoringGaps"].as_array().unwrap();
        assert!(gaps.len() == 1 && gaps[0].as_str().unwrap().starts_with("operator.email is not set"), "{gaps:?}");
    }

    async fn test_mail_without_a_mail_server_names_the_setting(db: &TestDb) {
        let client = AdminClient::without_provider(db).await;
        let result = client.send("POST", "/system/test-mail", json!({})).await.expect(200);
        assert_eq!((&result["name"], &result["passed"]), (&json!("operator mail"), &json!(false)));
        assert!(result["message"].as_str().unwrap().starts_with("operator.email is not set"), "{result}");
    }
}
