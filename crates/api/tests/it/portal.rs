//! What the portal asks beside the resources themselves: numbers, trials, the balance, the system.

use crate::office::{BOX, Desk, Office};
use serde_json::{Value, json};
use stormwire_emulator::Settings;
use stormwire_testkit::{Foreign, TestDb, on_both_databases};

async fn row(db: &TestDb, job: &Value, (key, at, status): (&str, &str, &str)) {
    let sql = format!(
        "insert into it.MailboxWatcherLog (MailboxWatcherJobId, MessageKey, Subject, ReceivedAt, DetectedAt, Status, TriggerEvent, \
         WorkflowRunId) values ({job}, '{key}', 'Strike', '{at}.000000Z', '{at}.000000Z', '{status}', 'Reconciliation', 'run')"
    );
    Foreign::connect(&db.database).await.execute(&sql).await.unwrap();
}

fn words(findings: &Value) -> Vec<(String, bool)> {
    let each = |one: &Value| (one["what"].as_str().unwrap().to_owned(), one["good"].as_bool().unwrap());
    findings.as_array().unwrap().iter().map(each).collect()
}

on_both_databases! {
    async fn the_last_day_is_counted_by_watcher_and_status(db: &TestDb) {
        let desk = Desk::alone(db).await;
        let (one, two) = (desk.watcher(json!({})).await["id"].clone(), desk.watcher(json!({})).await["id"].clone());
        let noon = "2026-05-01T12:00:00";
        row(db, &one, ("a", noon, "Success")).await;
        row(db, &one, ("b", noon, "Success")).await;
        row(db, &one, ("c", noon, "Failed")).await;
        row(db, &one, ("old", "2026-04-30T11:00:00", "Failed")).await;
        let all = Desk::expect(&desk.get("/mailbox-watcher/summary").await, 200);
        let none = json!({"Detected": 0, "Processing": 0, "DbComplete": 0, "Success": 0, "Failed": 0, "Skipped": 0});
        let mut some = none.clone();
        (some["Success"], some["Failed"]) = (json!(2), json!(1));
        assert_eq!(all, json!([{"mailboxWatcherJobId": one, "counts": some}, {"mailboxWatcherJobId": two, "counts": none}]));
    }

    async fn a_watcher_is_tried_step_by_step_before_it_is_saved(db: &TestDb) {
        let office = Office::open(db.clock.clone()).await;
        let desk = Desk::at(db, &office.url).await;
        let plan = json!({"name": "Storm", "mailboxAddress": BOX});
        let tried = async |body: Value| Desk::expect(&desk.send("POST", "/mailbox-watcher/test", body).await, 200);
        assert_eq!(words(&tried(plan.clone()).await), [("Credential".into(), false)], "there is none yet");
        desk.credential().await;
        office.deliver("Inbox", "One");
        let found = tried(plan.clone()).await;
        let good = ["Sign-in", "Folder", "Filing", "Push notifications", "Clock"].map(|what| (what.to_owned(), true));
        assert_eq!(words(&found), good);
        assert!(found[1]["words"].as_str().unwrap().contains("1 message."), "{found}");
        let lost = tried(json!({"name": "Storm", "mailboxAddress": BOX, "folderPath": "Nowhere"})).await;
        assert_eq!(words(&lost), [("Sign-in".into(), true), ("Folder".into(), false)]);
        assert_eq!(desk.get("/mailbox-watcher").await.json(), json!([]), "nothing was saved");
        let answer = desk.send("POST", "/mailbox-watcher/test", json!({"name": "Storm"})).await;
        assert_eq!((answer.status.as_u16(), &answer.problem()["errors"][0]["field"]), (400, &json!("mailboxAddress")));
    }

    async fn the_newest_messages_of_a_folder_are_shown_for_its_filters(db: &TestDb) {
        let office = Office::open(db.clock.clone()).await;
        let desk = Desk::at(db, &office.url).await;
        desk.credential().await;
        office.deliver("Inbox", "One");
        db.clock.advance(std::time::Duration::from_secs(5));
        let key = office.deliver("Inbox", "Two");
        let found = Desk::expect(&desk.send("POST", "/mailbox-watcher/messages", json!({"name": "x", "mailboxAddress": BOX})).await, 200);
        assert_eq!((&found[0]["subject"], &found[1]["subject"]), (&json!("Two"), &json!("One")), "newest first");
        assert_eq!((&found[0]["messageKey"], &found[0]["fromAddress"], &found[0]["fromName"]),
            (&json!(key), &json!("vendor@example.com"), &json!("Vendor")));
    }

    async fn a_credential_is_tried_and_its_refusal_told(db: &TestDb) {
        let office = Office::open(db.clock.clone()).await;
        let desk = Desk::at(db, &office.url).await;
        let id = desk.credential().await;
        let path = format!("/credential/{id}/test");
        assert_eq!(Desk::expect(&desk.send("POST", &path, Value::Null).await, 200)["good"], true);
        let secrets = Some([("app".to_owned(), "another".to_owned())].into());
        office.emulator.set_settings(Settings { secrets, ..Settings::default() });
        let refused = Desk::expect(&desk.send("POST", &path, Value::Null).await, 200);
        assert_eq!(refused["good"], false, "{refused}");
        Desk::expect(&desk.send("POST", "/credential/999999/test", Value::Null).await, 404);
    }

    async fn the_balance_names_what_does_not_add_up(db: &TestDb) {
        let office = Office::open(db.clock.clone()).await;
        let desk = Desk::at(db, &office.url).await;
        desk.credential().await;
        let unseen = office.deliver("Inbox", "Never seen");
        let still = office.deliver("Inbox", "Not put away");
        let job = desk.watcher(json!({})).await["id"].clone();
        row(db, &job, (&still, "2026-05-01T12:00:00", "Success")).await;
        db.clock.advance(std::time::Duration::from_mins(30));
        let path = format!("/mailbox-watcher/{job}/balance");
        let balance = Desk::expect(&desk.get(&format!("{path}?days=2&timezone=America/Chicago")).await, 200);
        assert_eq!(balance["days"], json!([
            {"day": "2026-05-01", "seen": 1, "succeeded": 1, "failed": 0, "skipped": 0, "waiting": 0, "inFolders": 2},
            {"day": "2026-04-30", "seen": 0, "succeeded": 0, "failed": 0, "skipped": 0, "waiting": 0, "inFolders": 0},
        ]));
        assert_eq!(balance["folders"][0], json!({"name": "Inbox", "totalItemCount": 2}));
        let mut odd: Vec<(&str, &str)> = balance["odd"].as_array().unwrap().iter()
            .map(|one| (one["messageKey"].as_str().unwrap(), one["words"].as_str().unwrap())).collect();
        odd.sort_unstable();
        let mut expected = [
            (unseen.as_str(), "In the watched folder, but not in the log."),
            (still.as_str(), "The log says Success, but the message is still in the watched folder."),
        ];
        expected.sort_unstable();
        assert_eq!(odd, expected);
        for (query, field) in [("days=0", "days"), ("days=32", "days"), ("timezone=Mars/Base", "timezone"), ("x=1", "x")] {
            let answer = desk.get(&format!("{path}?{query}")).await;
            assert_eq!((answer.status.as_u16(), &answer.problem()["errors"][0]["field"]), (400, &json!(field)), "{query}");
        }
        Desk::expect(&desk.get("/mailbox-watcher/999999/balance").await, 404);
    }

    async fn a_balance_without_the_provider_says_so_and_tells_what_the_log_says(db: &TestDb) {
        let desk = Desk::alone(db).await;
        let job = desk.watcher(json!({})).await["id"].clone();
        row(db, &job, ("a", "2026-05-01T12:00:00", "Skipped")).await;
        let balance = Desk::expect(&desk.get(&format!("/mailbox-watcher/{job}/balance?days=1")).await, 200);
        assert_eq!((&balance["days"][0]["skipped"], &balance["days"][0]["inFolders"]), (&json!(1), &json!(null)));
        assert!(balance["warnings"][0].as_str().unwrap().starts_with("the folders could not be read"), "{balance}");
    }

    async fn the_system_tells_its_version_its_database_and_its_queue(db: &TestDb) {
        let desk = Desk::alone(db).await;
        let made = desk.watcher(json!({"isEnabled": true})).await;
        let system = Desk::expect(&desk.get("/system").await, 200);
        let version = system["database"]["version"].as_str().unwrap();
        assert!(version.starts_with("SQLite 3") || version.starts_with("PostgreSQL 1"), "{version}");
        assert!(system["database"]["bytes"].as_i64().unwrap() > 10_000, "{system}");
        let kinds: Vec<&str> = system["queue"].as_array().unwrap().iter().map(|one| one["kind"].as_str().unwrap()).collect();
        assert_eq!(kinds, ["Listing", "Reconcile", "Subscription"], "{made}");
        assert_eq!(system["givenUp"], json!([]));
    }
}
