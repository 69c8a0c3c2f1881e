//! Hostile, broken and huge input: a bad message does not stop the next one, a bad mailbox does not stop other mailboxes.

use serde_json::json;
use std::time::Duration;
use stormwire_emulator::Settings;
use stormwire_graph::parse_notifications;
use stormwire_store::tables::log::{LogEntry, LogStatus};
use stormwire_store::tables::watcher::Health;
use stormwire_testkit::on_both_databases;
use stormwire_testkit::service::{TestService, wait_until, watcher_fields};
use stormwire_watcher::intake::NotificationAcceptance;

const BOX: &str = "storm@example.gov";
const OTHER: &str = "other@example.gov";

fn mail_count(service: &TestService, subject: &str) -> usize {
    service.recorder.mails().iter().filter(|mail| mail.subject.contains(subject)).count()
}

fn all_success(logs: &[LogEntry]) -> bool {
    logs.iter().all(|log| log.status == LogStatus::Success)
}

on_both_databases! {
    async fn a_message_of_25_megabytes_and_the_next_one_are_processed(db: &TestDb) {
        let mut service = TestService::new(db).await;
        service.create_watcher(BOX, |_| ()).await;
        let row = "<tr><td>\"Strike\" &amp; more</td><td>\u{e9}</td></tr>\r\n";
        let body = row.repeat(25_000_000 / row.len());
        service.emulator.deliver(BOX, "Inbox", json!({"subject": "huge", "body": {"contentType": "html", "content": body}})).unwrap();
        service.deliver(BOX, "small");
        assert!(all_success(&service.wait_processed(2).await));
        let seen = service.recorder.contexts.lock().unwrap().clone();
        let huge = seen.iter().find(|context| context["Message"]["Subject"] == "huge").unwrap();
        assert_eq!(huge["_RawBody"].as_str().unwrap(), body);
        assert!(huge["BodyText"].as_str().unwrap().starts_with("\"Strike\" & more"), "cells are separated and readable");
        service.stop().await;
    }

    async fn a_message_without_sender_subject_or_body_is_processed(db: &TestDb) {
        let mut service = TestService::new(db).await;
        service.create_watcher(BOX, |_| ()).await;
        service.emulator.deliver(BOX, "Inbox", json!({})).unwrap();
        let logs = service.wait_processed(1).await;
        assert!(all_success(&logs), "{logs:?}");
        let seen = service.recorder.contexts.lock().unwrap()[0].clone();
        assert_eq!((&seen["Message"]["From"], &seen["Message"]["To"], &seen["BodyText"]), (&json!(null), &json!([]), &json!("")));
        service.stop().await;
    }

    async fn attachments_may_have_any_name(db: &TestDb) {
        let mut service = TestService::new(db).await;
        let watcher = service.create_watcher(BOX, |fields| fields.include_attachments = true).await;
        service.add_count_action(watcher, json!({"Wait": true}), true).await;
        let names = ["x".repeat(4_000), "a\u{0}b\r\n\u{7}.csv".into(), "..".into(), "/etc/passwd".into(), "C:\\con".into(),
            String::new(), "\u{202e}vsc.exe".into(), "same".into(), "same".into()];
        let attachments: Vec<_> = names.iter().map(|name| json!({"name": name, "contentBytes": "MQ=="})).collect();
        service.emulator.deliver(BOX, "Inbox", json!({"subject": "x", "attachments": attachments})).unwrap();
        wait_until(async || service.recorder.contexts.lock().unwrap().len() >= 2).await;
        let seen = service.recorder.contexts.lock().unwrap()[0].clone();
        let work = db.folder().join("work");
        let mut paths = std::collections::HashSet::new();
        for (one, name) in seen["Attachments"].as_array().unwrap().iter().zip(&names) {
            let path = std::path::PathBuf::from(one["FilePath"].as_str().unwrap());
            assert!(path.starts_with(&work) && path.is_absolute(), "{} of {name:?}", path.display());
            assert!(!path.components().any(|part| part.as_os_str() == ".."), "{}", path.display());
            assert!(!path.to_str().unwrap().chars().any(char::is_control), "{}", path.display());
            assert_eq!(std::fs::read(&path).unwrap(), b"1", "{}", path.display());
            paths.insert(path);
        }
        assert_eq!(paths.len(), names.len(), "no two share a file");
        service.recorder.wait_permits.add_permits(1);
        assert!(all_success(&service.wait_processed(1).await));
        service.stop().await;
    }

    async fn two_hours_of_403_responses_lose_no_message(db: &TestDb) {
        // Two intervals must be longer than any pause of a busy machine.
        let mut service = TestService::with_poll_interval(db, Duration::from_secs(5)).await;
        let watcher = service.create_watcher(BOX, |_| ()).await;
        service.wait_subscribed(watcher).await;
        wait_until(async || service.watchers.admin().get(watcher).await.unwrap().watcher.state.health == Health::Live).await;
        service.emulator.set_access_denied(BOX, true);
        for quarter in 0..8 {
            service.deliver(BOX, &format!("quarter {quarter}"));
            service.clock.advance(Duration::from_mins(15));
        }
        wait_until(async || mail_count(&service, "is degraded") >= 1).await;
        service.emulator.set_access_denied(BOX, false);
        assert!(all_success(&service.wait_processed(8).await));
        wait_until(async || mail_count(&service, "has recovered") >= 1).await;
        service.stop().await;
    }

    async fn a_deleted_folder_degrades_only_its_watcher(db: &TestDb) {
        let mut service = TestService::with_poll_interval(db, Duration::from_secs(5)).await;
        service.emulator.add_mailbox(BOX).unwrap();
        service.emulator.deliver(BOX, "Inbox/Storms", json!({"subject": "first"})).unwrap();
        let watcher = service.create_watcher(BOX, |fields| fields.folder_path = "Inbox/Storms".into()).await;
        service.create_watcher(OTHER, |_| ()).await;
        service.wait_processed(1).await;
        service.emulator.remove_folder(BOX, "Inbox/Storms");
        wait_until(async || {
            service.clock.advance(Duration::from_secs(1));
            let reason = service.watchers.admin().get(watcher).await.unwrap().health.reason;
            reason.is_some_and(|reason| reason.contains("not found"))
        })
        .await;
        service.deliver(OTHER, "second");
        assert!(all_success(&service.wait_processed(2).await));
        service.stop().await;
    }

    async fn a_rejected_credential_and_its_recovery_are_mailed(db: &TestDb) {
        let mut service = TestService::new(db).await;
        service.create_watcher(BOX, |_| ()).await;
        service.deliver(BOX, "first");
        service.wait_processed(1).await;
        service.emulator.set_settings(Settings { secrets: Some([("app".into(), "new".into())].into()), ..Settings::default() });
        // The current token is valid for an hour.
        service.clock.advance(Duration::from_hours(2));
        wait_until(async || mail_count(&service, "credential city is rejected") == 1).await;
        service.deliver(BOX, "second");
        service.emulator.set_settings(Settings::default());
        wait_until(async || mail_count(&service, "credential city works again") == 1).await;
        assert!(all_success(&service.wait_processed(2).await));
        assert_eq!(mail_count(&service, "is rejected"), 1, "mailed once");
        service.stop().await;
    }

    async fn a_mailbox_test_reports_a_provider_that_does_not_answer(db: &TestDb) {
        let mut service = TestService::new(db).await;
        service.emulator.add_mailbox(BOX).unwrap();
        service.emulator.set_settings(Settings { response_delay_ms: 3_600_000, ..Settings::default() });
        let fields = watcher_fields(BOX, service.credential);
        let results = tokio::select! {
            results = service.watchers.admin().test_mailbox(&fields) => results.unwrap(),
            () = wait_until(async || {
                service.clock.advance(Duration::from_secs(1));
                false
            }) => unreachable!("the wait never ends"),
        };
        let error = results.last().unwrap().outcome.clone().unwrap_err();
        assert!(error.starts_with("the mail provider did not answer within 5 s"), "{error}");
        service.stop().await;
    }

    async fn requests_stored_together_are_accepted_separately(db: &TestDb) {
        let mut service = TestService::new(db).await;
        let watcher = service.create_watcher(BOX, |_| ()).await;
        service.wait_subscribed(watcher).await;
        let id = service.watchers.admin().get(watcher).await.unwrap().watcher.state.subscription_id.unwrap();
        let state = service.emulator.subscription_client_state(&id).unwrap();
        let keys: Vec<String> = (0..60).map(|number| service.deliver(BOX, &number.to_string())).collect();
        let call = |key: &str, state: &str| {
            let notification = json!({"subscriptionId": id, "clientState": state, "changeType": "created", "resourceData": {"id": key}});
            service.watchers.intake().receive(parse_notifications(json!({"value": [notification]}).to_string().as_bytes()).unwrap())
        };
        let calls = keys.iter().enumerate().map(|(number, key)| call(key, if number % 3 == 0 { "wrong" } else { &state }));
        for (number, response) in futures_util::future::join_all(calls).await.into_iter().enumerate() {
            let expected = if number % 3 == 0 { NotificationAcceptance::Rejected } else { NotificationAcceptance::Accepted };
            assert_eq!(response.unwrap(), expected, "call {number}");
        }
        let logs = service.wait_processed(60).await;
        assert!(logs.len() == 60 && all_success(&logs));
        assert!(service.recorder.runs().values().all(|runs| *runs == 1));
        service.stop().await;
    }
}
