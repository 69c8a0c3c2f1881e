//! Settings that let a watcher work without a person: what it leaves alone, and what it finds again.

use jiff::tz::TimeZone;
use serde_json::json;
use std::time::Duration;
use stormwire_store::tables::log::LogStatus;
use stormwire_store::tables::watcher::{Resume, SenderAuthentication, WatcherFields};
use stormwire_testkit::on_both_databases;
use stormwire_testkit::service::{TestService, actor, wait_until, watcher_fields};
use stormwire_watcher::WatcherError;
use stormwire_workflow::ready_workflows;

const BOX: &str = "storm@example.gov";

on_both_databases! {
    async fn mail_that_no_filter_matches_is_left_alone(db: &TestDb) {
        let mut service = TestService::new(db).await;
        service.create_watcher(BOX, |fields| {
            fields.subject_filter = Some("strike".into());
            fields.leave_unmatched = true;
        }).await;
        service.deliver(BOX, "Lunch");
        service.deliver(BOX, "Strike");
        let mut statuses: Vec<LogStatus> = service.wait_processed(2).await.iter().map(|log| log.status).collect();
        statuses.sort();
        assert_eq!(statuses, [LogStatus::Success, LogStatus::Skipped]);
        wait_until(async || service.folder_counts(BOX).get("Inbox/Processed") == Some(&1)).await;
        wait_until(async || db.count("select count(*) from it.Queue where Kind = 'Message'").await == 0).await;
        let messages = service.emulator.messages(BOX);
        let left = messages.iter().find(|message| message["subject"] == "Lunch").unwrap();
        assert_eq!((&left["folder"], &left["isRead"], &left["categories"]), (&json!("Inbox"), &json!(false), &json!([])));
        // Polls and full folder scans do not process it again.
        db.execute("update it.Queue set DueAt = CreatedAt where Kind = 'Listing'").await;
        service.clock.advance(Duration::from_hours(2));
        service.deliver(BOX, "Strike 2");
        assert_eq!(service.wait_processed(3).await.len(), 3);
        service.stop().await;
    }

    async fn missing_messages_are_replayed_once(db: &TestDb) {
        let mut service = TestService::new(db).await;
        let watcher = service.create_watcher(BOX, |_| ()).await;
        for subject in ["a", "b", "c"] {
            service.deliver(BOX, subject);
        }
        service.wait_processed(3).await;
        wait_until(async || service.folder_counts(BOX).get("Inbox/Processed") == Some(&3)).await;
        wait_until(async || db.count("select count(*) from it.Queue where Kind = 'Message'").await == 0).await;
        // As after a restored backup: the mailbox is newer than the log.
        for table in ["it.WorkflowStep", "it.WorkflowRun", "it.MailboxWatcherLog where Subject <> 'a'"] {
            db.execute(&format!("delete from {table}")).await;
        }
        let repair = service.watchers.repair();
        let missing = async || repair.balance(watcher, 2, &TimeZone::UTC).await.unwrap().missing_count;
        let balance = repair.balance(watcher, 2, &TimeZone::UTC).await.unwrap();
        let texts: Vec<&str> = balance.discrepancies.iter().map(|one| one.text.as_str()).collect();
        assert_eq!((balance.missing_count, texts), (2, vec!["In Processed, but not in the log."; 2]));
        assert_eq!(repair.replay_missing(watcher, actor()).await.unwrap(), 2);
        let logs = service.wait_processed(3).await;
        assert_eq!((logs.len(), logs.iter().all(|log| log.status == LogStatus::Success)), (3, true));
        assert_eq!((repair.replay_missing(watcher, actor()).await.unwrap(), missing().await), (0, 0));
        assert_eq!(service.folder_counts(BOX).get("Inbox/Processed"), Some(&3));
        service.stop().await;
    }

    async fn verification_without_a_domain_is_rejected(db: &TestDb) {
        let mut service = TestService::new(db).await;
        service.emulator.add_mailbox(BOX).unwrap();
        let fields = |filter: &str| WatcherFields {
            from_filter: Some(filter.into()),
            sender_authentication: SenderAuthentication::Dmarc,
            ..watcher_fields(BOX, service.credential)
        };
        let admin = service.watchers.admin();
        let rejected = admin.create(fields("Vendor"), actor()).await;
        assert!(matches!(rejected, Err(WatcherError::Invalid(found)) if found[0].path == "fromFilter"));
        let id = admin.create(fields("vendor.example"), actor()).await.unwrap().watcher.id;
        let without = |before: &WatcherFields| Ok::<_, WatcherError>(WatcherFields { from_filter: None, ..before.clone() });
        assert!(matches!(admin.update(id, without, actor()).await, Err(WatcherError::Invalid(_))));
        service.stop().await;
    }

    async fn a_ready_workflow_resumes_by_itself_and_wants_a_verified_sender(db: &TestDb) {
        let mut service = TestService::new(db).await;
        service.emulator.add_mailbox(BOX).unwrap();
        let admin = service.watchers.admin();
        let id = admin.create(watcher_fields(BOX, service.credential), actor()).await.unwrap().watcher.id;
        let before = admin.get(id).await.unwrap();
        assert_eq!((before.watcher.fields.resume, before.warnings), (Resume::Manual, vec![]));
        let workflow = ready_workflows().remove(0);
        admin.import_workflow(id, &workflow, &workflow.settings(), actor()).await.unwrap();
        let after = admin.get(id).await.unwrap();
        assert_eq!(after.watcher.fields.resume, Resume::Automatic);
        assert!(after.warnings[0].contains("senderAuthentication"), "{:?}", after.warnings);
        service.stop().await;
    }
}
