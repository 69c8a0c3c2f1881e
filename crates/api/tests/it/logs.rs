//! The message log: search, paging, retry and replay.

use crate::admin_client::AdminClient;
use crate::http::send;
use crate::test_app::create_token;
use serde_json::{Value, json};
use stormwire_store::tables::user::Role;
use stormwire_testkit::{DirectConnection, TestDb, on_both_databases};

/// A row that was detected at a minute past noon.
async fn row(db: &TestDb, job: &Value, minute: u32, (key, subject, status): (&str, &str, &str)) {
    let sql = format!(
        "insert into it.MailboxWatcherLog (MailboxWatcherJobId, MessageKey, Subject, FromAddress, DetectedAt, Status, \
         TriggerEvent, WorkflowRunId) values ({job}, '{key}', '{subject}', 'Vendor@example.com', \
         '2026-05-01T12:{minute:02}:00.000000Z', '{status}', 'Reconciliation', 'run-{key}')"
    );
    DirectConnection::connect(&db.database).await.execute(&sql).await.unwrap();
}

async fn keys(client: &AdminClient, query: &str) -> Vec<String> {
    let page = client.get(&format!("/mailbox-watcher/{query}")).await.expect(200);
    page["items"].as_array().unwrap().iter().map(|one| one["messageKey"].as_str().unwrap().to_owned()).collect()
}

on_both_databases! {
    async fn log_can_be_searched_by_watcher_status_time_and_text(db: &TestDb) {
        let client = AdminClient::without_provider(db).await;
        let (one, two) = (client.create_watcher(json!({})).await["id"].clone(), client.create_watcher(json!({})).await["id"].clone());
        row(db, &one, 0, ("a", "Strike 100%", "Success")).await;
        row(db, &one, 1, ("b", "Übung_1", "Failed")).await;
        row(db, &two, 2, ("C/+=", "strike two", "Success")).await;
        for (query, expected) in [
            ("log".into(), vec!["C/+=", "b", "a"]),
            (format!("log?jobId={one}"), vec!["b", "a"]),
            (format!("{one}/log"), vec!["b", "a"]),
            (format!("{two}/log?jobId={two}"), vec!["C/+="]),
            ("log?status=Success".into(), vec!["C/+=", "a"]),
            ("log?status=".into(), vec!["C/+=", "b", "a"]),
            ("log?from=2026-05-01T12:01:00Z".into(), vec!["C/+=", "b"]),
            ("log?to=2026-05-01T12:01:00".into(), vec!["b", "a"]),
            ("log?from=2026-05-01T07:01:00-05:00&to=2026-05-01T12:01".into(), vec!["b"]),
            ("log?q=STRIKE".into(), vec!["C/+=", "a"]),
            ("log?q=vendor%40EXAMPLE".into(), vec!["C/+=", "b", "a"]),
            ("log?q=c%2F%2B%3D".into(), vec!["C/+="]),
            ("log?q=%25".into(), vec!["a"]),
            ("log?q=_".into(), vec!["b"]),
            ("log?q=%5C".into(), vec![]),
            ("log?q=%C3%9Cbung".into(), vec!["b"]),
            ("log?jobId=999".into(), vec![]),
        ] {
            assert_eq!(keys(&client, &query).await, expected, "{query}");
        }
        db.execute("update it.MailboxWatcherLog set PhaseTwoStatus = 'Failed' where MessageKey in ('a', 'C/+=')").await;
        for (query, expected) in [
            ("log?phaseTwoStatus=Failed".into(), vec!["C/+=", "a"]),
            (format!("log?phaseTwoStatus=Failed&jobId={one}"), vec!["a"]),
            ("log?phaseTwoStatus=Failed&status=Failed".into(), vec![]),
            ("log?phaseTwoStatus=Failed&q=two&limit=1".into(), vec!["C/+="]),
        ] {
            assert_eq!(keys(&client, &query).await, expected, "{query}");
        }
        db.execute("update it.MailboxWatcherLog set PhaseTwoStatus = 'None'").await;
        db.clock.advance(std::time::Duration::from_hours(30 * 24 + 2));
        assert_eq!(keys(&client, "log?q=strike").await, ["C/+=", "a"], "a text search has no time limit");
        let shown = client.get("/mailbox-watcher/log?q=Strike+100&from=2026-05-01").await.expect(200)["items"][0].clone();
        assert_eq!(shown, json!({
            "id": shown["id"], "mailboxWatcherJobId": one, "messageKey": "a", "fileName": null, "internetMessageId": null,
            "subject": "Strike 100%", "fromAddress": "Vendor@example.com", "receivedAt": null,
            "detectedAt": "2026-05-01T12:00:00Z", "processedAt": null, "status": "Success", "errorMessage": null,
            "triggerEvent": "Reconciliation", "workflowRunId": "run-a", "phaseTwoStatus": "None",
            "dismissedAt": null, "dismissedBy": null, "isTest": false, "sizeBytes": null,
        }));
    }

    async fn failed_messages_are_dismissed_by_operators(db: &TestDb) {
        let client = AdminClient::without_provider(db).await;
        let job = client.create_watcher(json!({})).await["id"].clone();
        for (minute, (key, status)) in (0..).zip([("f", "Failed"), ("p", "Processing"), ("s", "Success"), ("d", "Detected")]) {
            row(db, &job, minute, (key, "x", status)).await;
        }
        let rows = client.get("/mailbox-watcher/log").await.expect(200)["items"].clone();
        let path = |key: &str| {
            let row = rows.as_array().unwrap().iter().find(|row| row["messageKey"] == key).unwrap();
            format!("/mailbox-watcher/log/{}/dismiss", row["id"])
        };
        let operator = create_token(&client.app, Role::Operator).await;
        let dismissed = send(&client.router, "POST", &path("f"), &operator, None).await.expect(200);
        assert_eq!((&dismissed["dismissedBy"], &dismissed["status"]), (&json!("operator"), &json!("Failed")), "{dismissed}");
        assert!(dismissed["dismissedAt"].is_string());
        assert_eq!(client.send("POST", &path("f"), Value::Null).await.expect(200)["dismissedBy"], "operator", "the first one is kept");
        client.send("POST", &path("p"), Value::Null).await.expect(200);
        for key in ["s", "d"] {
            client.send("POST", &path(key), Value::Null).await.expect(409);
        }
        client.send("POST", "/mailbox-watcher/log/999999/dismiss", Value::Null).await.expect(404);
        let audit = client.get("/audit").await.expect(200).to_string();
        assert!(audit.contains("dismissed message"), "{audit}");
    }

    async fn pages_have_no_gaps(db: &TestDb) {
        let client = AdminClient::without_provider(db).await;
        let job = client.create_watcher(json!({})).await["id"].clone();
        for number in 0..5_u32 {
            row(db, &job, number / 2, (&format!("m{number}"), "x", "Success")).await;
        }
        let (mut found, mut query) = (Vec::new(), "log?limit=2".to_owned());
        loop {
            let page = client.get(&format!("/mailbox-watcher/{query}")).await.expect(200);
            let items = page["items"].as_array().unwrap().clone();
            assert!((1..=2).contains(&items.len()), "{page}");
            found.extend(items.iter().map(|one| one["messageKey"].as_str().unwrap().to_owned()));
            let Some(cursor) = page["nextCursor"].as_str() else { break };
            query = format!("log?limit=2&cursor={cursor}");
        }
        assert_eq!(found, ["m4", "m3", "m2", "m1", "m0"]);
        let whole = client.get("/mailbox-watcher/log?limit=5").await.expect(200);
        assert_eq!((whole["items"].as_array().unwrap().len(), &whole["nextCursor"]), (5, &json!(null)));
    }

    async fn invalid_search_parameters_are_rejected_by_name(db: &TestDb) {
        let client = AdminClient::without_provider(db).await;
        let job = client.create_watcher(json!({})).await["id"].as_i64().unwrap();
        for (query, field) in [
            ("log?limit=501".to_owned(), "limit"), ("log?limit=0".into(), "limit"), ("log?limit=x".into(), "limit"),
            ("log?status=Done".into(), "status"), ("log?from=noon".into(), "from"), ("log?to=".into(), "to"),
            ("log?cursor=x".into(), "cursor"), ("log?jobId=0".into(), "jobId"), ("log?jobId=x".into(), "jobId"),
            ("log?color=red".into(), "color"), (format!("{job}/log?jobId={}", job + 1), "jobId"),
        ] {
            let response = client.get(&format!("/mailbox-watcher/{query}")).await;
            assert_eq!((response.status.as_u16(), &response.problem()["errors"][0]["field"]), (400, &json!(field)), "{query}");
        }
        client.get("/mailbox-watcher/log?limit=500").await.expect(200);
    }

    async fn message_detail_has_the_steps_of_its_run(db: &TestDb) {
        let client = AdminClient::without_provider(db).await;
        let job = client.create_watcher(json!({})).await["id"].clone();
        row(db, &job, 0, ("a", "x", "Failed")).await;
        let id = client.get("/mailbox-watcher/log").await.json()["items"][0]["id"].clone();
        let mut foreign = DirectConnection::connect(&db.database).await;
        let at = "'2026-05-01T12:00:00.000000Z'";
        foreign.execute(&format!(
            "insert into it.WorkflowRun (Id, \"Trigger\", MailboxWatcherJobId, MailboxWatcherLogId, Status, StartedAt) \
             values ('run-a', 'MailboxWatcherJob', {job}, {id}, 'Failed', {at})")).await.unwrap();
        foreign.execute(&format!(
            "insert into it.WorkflowStep (WorkflowRunId, \"Order\", Name, ActionType, Phase, Status, StartedAt, FinishedAt, \
             Input, Result, Error) values ('run-a', 1, 'Read', 'TextExtract', 1, 'Failed', {at}, {at}, '18 characters', null, \
             'no match'), ('run-a', 2, 'Notify', 'Email', 2, 'Skipped', null, null, null, null, null), ('run-a', 3, 'Read', \
             'TextExtract', 1, 'Success', {at}, {at}, null, '{{\"count\":3,\"unread\":1}}', null), \
             ('run-a', 4, 'Store', 'Sql', 1, 'Success', {at}, {at}, null, '3 rows', null)")).await.unwrap();
        let detail = client.get(&format!("/mailbox-watcher/log/{id}")).await.expect(200);
        assert_eq!((&detail["id"], &detail["status"]), (&id, &json!("Failed")));
        let at = "2026-05-01T12:00:00Z";
        assert_eq!(detail["steps"], json!([
            {"order": 1, "name": "Read", "actionType": "TextExtract", "phase": 1, "status": "Failed", "startedAt": at,
             "finishedAt": at, "input": "18 characters", "result": null, "error": "no match"},
            {"order": 3, "name": "Read", "actionType": "TextExtract", "phase": 1, "status": "Success", "startedAt": at,
             "finishedAt": at, "input": null, "result": {"count": 3, "unread": 1}, "error": null},
            {"order": 4, "name": "Store", "actionType": "Sql", "phase": 1, "status": "Success", "startedAt": at,
             "finishedAt": at, "input": null, "result": "3 rows", "error": null},
            {"order": 2, "name": "Notify", "actionType": "Email", "phase": 2, "status": "Skipped", "startedAt": null,
             "finishedAt": null, "input": null, "result": null, "error": null},
        ]));
        assert_eq!(detail["runs"], json!([{"id": "run-a", "status": "Failed", "startedAt": at, "finishedAt": null}]));
        assert_eq!(detail["notifiedAt"], json!(null), "it was found by looking");
        assert_eq!(client.get("/mailbox-watcher/log/999999").await.problem()["status"], 404);
    }

    async fn retry_is_rejected_while_the_message_is_processed(db: &TestDb) {
        let client = AdminClient::without_provider(db).await;
        let operator = create_token(&client.app, Role::Operator).await;
        let job = client.create_watcher(json!({})).await["id"].clone();
        row(db, &job, 0, ("a", "x", "Failed")).await;
        let id = client.get("/mailbox-watcher/log").await.json()["items"][0]["id"].clone();
        let path = format!("/mailbox-watcher/log/{id}/retry");
        let again = send(&client.router, "POST", &path, &operator, None).await.expect(202);
        assert_eq!((&again["id"], &again["status"], &again["triggerEvent"]), (&id, &json!("Detected"), &json!("Manual")));
        assert_ne!(again["workflowRunId"], "run-a", "a new run");
        let forced = client.send("POST", &path, json!({"force": true})).await.expect(202);
        assert_ne!(forced["workflowRunId"], again["workflowRunId"]);
        assert_eq!(db.count("select count(*) from it.Queue where Kind = 'Message'").await, 1, "queued once");
        for (body, field) in [(json!({"force": "yes"}), "force"), (json!({"color": 1}), "color")] {
            let response = client.send("POST", &path, body).await;
            assert_eq!((response.status.as_u16(), &response.problem()["errors"][0]["field"]), (400, &json!(field)));
        }
        DirectConnection::connect(&db.database).await.execute(
            "update it.Queue set State = 'Leased', ProcessId = 1, LeaseUntil = '2026-05-01T13:00:00.000000Z' where Kind = 'Message'",
        ).await.unwrap();
        let held = client.send("POST", &path, Value::Null).await;
        assert_eq!(held.status.as_u16(), 409);
        held.problem();
        client.send("POST", "/mailbox-watcher/log/999999/retry", Value::Null).await.expect(404);
        client.send("DELETE", &format!("/mailbox-watcher/{job}"), Value::Null).await;
        assert_eq!(keys(&client, "log").await, ["a"], "the log stays");
        client.send("POST", &path, Value::Null).await.expect(409);
    }

    async fn messages_can_be_replayed_by_provider_id(db: &TestDb) {
        let client = AdminClient::without_provider(db).await;
        let job = client.create_watcher(json!({})).await["id"].clone();
        let path = format!("/mailbox-watcher/{job}/replay");
        let created = client.send("POST", &path, json!({"messageKey": "AAk/+="})).await.expect(202);
        assert_eq!((&created["messageKey"], &created["status"], &created["triggerEvent"]), (&json!("AAk/+="), &json!("Detected"), &json!("Manual")));
        let again = client.send("POST", &path, json!({"messageKey": "AAk/+="})).await.expect(202);
        assert_eq!(again["id"], created["id"], "a retry of its row");
        for body in [json!({"messageKey": ""}), json!({}), json!({"messageKey": "x".repeat(513)}), json!({"messageKey": "a\u{0}"})] {
            let response = client.send("POST", &path, body).await;
            assert_eq!((response.status.as_u16(), &response.problem()["errors"][0]["field"]), (400, &json!("messageKey")));
        }
        client.send("POST", "/mailbox-watcher/999999/replay", json!({"messageKey": "a"})).await.expect(404);
    }
}
