//! Every message ends: processed, skipped or failed with the reason, filed and mailed.

use serde_json::{Value, json};
use std::path::Path;
use std::time::Duration;
use stormwire_emulator::FaultSet;
use stormwire_store::Database;
use stormwire_store::tables::log::{LogEntry, LogStatus, PhaseTwoStatus};
use stormwire_store::tables::watcher::WatcherFields;
use stormwire_testkit::service::{TestService, actor, wait_until};
use stormwire_testkit::{TestDb, on_both_databases};
use stormwire_watcher::WatcherError;

const BOX: &str = "storm@example.gov";
const OLD: &str = "2020-01-01T00:00:00Z";

fn deliver(service: &TestService, message: Value) -> String {
    service.emulator.deliver(BOX, "Inbox", message).unwrap()
}

fn with_attachment() -> Value {
    json!({"subject": "Strike", "attachments": [{"name": "strikes.csv", "contentBytes": "MSwyCg=="}]})
}

fn mail_count(service: &TestService) -> usize {
    service.recorder.mails().iter().filter(|mail| mail.subject.contains("failed")).count()
}

/// Waits until no worker has anything left to do for any message.
async fn wait_queue_empty(db: &TestDb) {
    wait_until(async || db.count("select count(*) from it.Queue where Kind in ('Message', 'PhaseTwo')").await == 0)
        .await;
}

async fn wait_folder(service: &TestService, folder: &str) {
    wait_until(async || service.folder_counts(BOX) == [(folder.to_owned(), 1)].into()).await;
}

/// Waits while time passes: retries have waits.
async fn pass_until(service: &TestService, mut is_met: impl AsyncFnMut() -> bool) {
    wait_until(async || {
        service.clock.advance(Duration::from_secs(1));
        is_met().await
    })
    .await;
}

async fn wait_for_status(service: &TestService, status: LogStatus) -> LogEntry {
    wait_until(async || service.logs().await.first().is_some_and(|log| log.status == status)).await;
    service.logs().await.remove(0)
}

/// From now on, the second step of a run cannot be written.
async fn break_second_step(db: &TestDb, postgres_code: &str) {
    match &db.database {
        Database::Sqlite(_) => {
            db.execute("create trigger it.Break before insert on WorkflowStep when new.\"Order\" = 2 begin select raise(abort, 'broken'); end").await;
        }
        Database::Postgres(_) => {
            db.execute(&format!(
                "create function it.break_step() returns trigger language plpgsql as $$ begin \
                 if new.\"Order\" = 2 then raise exception 'broken' using errcode = '{postgres_code}'; end if; return new; end $$"
            ))
            .await;
            db.execute(
                "create trigger Break before insert on it.WorkflowStep for each row execute function it.break_step()",
            )
            .await;
        }
    }
}

on_both_databases! {
    async fn a_replay_runs_however_old_the_message_is(db: &TestDb) {
        let mut service = TestService::new(db).await;
        service.emulator.add_mailbox(BOX).unwrap();
        let key = deliver(&service, json!({"subject": "old", "receivedDateTime": OLD}));
        let watcher = service.create_watcher(BOX, |fields| fields.process_existing = Some(false)).await;
        service.wait_subscribed(watcher).await;
        let row = service.watchers.repair().replay(watcher, &key, actor()).await.unwrap();
        let logs = service.wait_processed(1).await;
        assert_eq!((logs[0].id, logs[0].status), (row.id, LogStatus::Success), "{:?}", logs[0].error_message);
        wait_folder(&service, "Inbox/Processed").await;
        service.stop().await;
    }

    async fn the_run_of_a_message_records_what_started_it(db: &TestDb) {
        let mut service = TestService::new(db).await;
        let watcher = service.create_watcher(BOX, |_| ()).await;
        deliver(&service, json!({"subject": "Strike"}));
        let log = service.wait_processed(1).await.remove(0);
        let started = format!(
            "select count(*) from it.WorkflowRun where Id = '{}' and \"Trigger\" = 'MailboxWatcherJob' \
             and MailboxWatcherJobId = {watcher} and MailboxWatcherLogId = {}", log.run_id, log.id
        );
        assert_eq!(db.count(&started).await, 1);
        service.stop().await;
    }

    async fn a_retry_runs_however_old_the_message_is(db: &TestDb) {
        let mut service = TestService::new(db).await;
        let watcher = service.create_watcher(BOX, |_| ()).await;
        deliver(&service, json!({"subject": "old", "receivedDateTime": OLD}));
        let before = service.wait_processed(1).await.remove(0);
        let only_new = |fields: &WatcherFields| {
            Ok::<_, WatcherError>(WatcherFields { process_existing: Some(false), ..fields.clone() })
        };
        service.watchers.admin().update(watcher, only_new, actor()).await.unwrap();
        wait_until(async || service.watchers.repair().retry(before.id, false, actor()).await.is_ok()).await;
        let after = service.wait_processed(1).await.remove(0);
        assert_eq!((after.id, after.status), (before.id, LogStatus::Success), "{:?}", after.error_message);
        assert_eq!(service.recorder.runs().values().sum::<usize>(), 2);
        service.stop().await;
    }

    async fn old_mail_that_is_notified_is_skipped_and_not_touched(db: &TestDb) {
        let mut service = TestService::with_poll_interval(db, Duration::from_hours(1)).await;
        let watcher = service.create_watcher(BOX, |fields| fields.process_existing = Some(false)).await;
        service.wait_subscribed(watcher).await;
        let key = deliver(&service, json!({"subject": "old", "receivedDateTime": OLD}));
        let logs = service.wait_processed(1).await;
        assert_eq!((logs[0].message_key.as_str(), logs[0].status), (key.as_str(), LogStatus::Skipped));
        assert!(logs[0].error_message.as_deref().unwrap().contains("before this watcher was created"), "{logs:?}");
        wait_queue_empty(db).await;
        let message = service.emulator.messages(BOX).remove(0);
        assert_eq!((&message["folder"], &message["isRead"]), (&json!("Inbox"), &json!(false)));
        assert!(service.recorder.runs().is_empty());
        service.stop().await;
    }

    async fn a_rejected_download_fails_the_message(db: &TestDb) {
        let mut service = TestService::new(db).await;
        service.create_watcher(BOX, |fields| fields.include_attachments = true).await;
        service.emulator.set_faults(FaultSet { reject_downloads: true, ..FaultSet::default() }).unwrap();
        deliver(&service, with_attachment());
        let log = service.wait_processed(1).await.remove(0);
        assert_eq!((log.status, log.subject.as_deref()), (LogStatus::Failed, Some("Strike")));
        let error = log.error_message.unwrap();
        assert!(error.contains("attachment \"strikes.csv\"") && error.contains("rejected with 400"), "{error}");
        wait_folder(&service, "Inbox/Failed").await;
        wait_queue_empty(db).await;
        wait_until(async || mail_count(&service) == 1).await;
        assert!(service.recorder.runs().is_empty());
        service.stop().await;
    }

    async fn an_unreadable_message_fails_after_some_minutes(db: &TestDb) {
        let mut service = TestService::with_poll_interval(db, Duration::from_hours(1)).await;
        service.create_watcher(BOX, |_| ()).await;
        service.emulator.set_faults(FaultSet { unreadable_messages: true, ..FaultSet::default() }).unwrap();
        service.deliver(BOX, "Strike");
        let is_failing = "select count(*) from it.Queue where Kind = 'Message' and LastError is not null";
        wait_until(async || db.count(is_failing).await == 1).await;
        assert_eq!(service.logs().await[0].status, LogStatus::Detected);
        service.clock.advance(Duration::from_mins(16));
        let error = service.wait_processed(1).await.remove(0).error_message.unwrap();
        assert!(error.contains("cannot read the message") && error.contains("receivedDateTime"), "{error}");
        wait_folder(&service, "Inbox/Failed").await;
        wait_until(async || mail_count(&service) == 1).await;
        service.stop().await;
    }

    async fn a_malformed_key_fails_and_leaves_no_work(db: &TestDb) {
        let mut service = TestService::new(db).await;
        let watcher = service.create_watcher(BOX, |_| ()).await;
        service.watchers.repair().replay(watcher, "not an id", actor()).await.unwrap();
        let log = service.wait_processed(1).await.remove(0);
        assert_eq!(log.status, LogStatus::Failed);
        wait_queue_empty(db).await;
        let error = service.logs().await.remove(0).error_message.unwrap();
        assert!(error.contains("Id is malformed"), "{error}");
        service.stop().await;
    }

    async fn a_database_error_between_two_steps_fails_the_message(db: &TestDb) {
        let mut service = TestService::new(db).await;
        let watcher = service.create_watcher(BOX, |_| ()).await;
        service.add_count_action(watcher, json!({}), true).await;
        break_second_step(db, "P0001").await;
        service.deliver(BOX, "Strike");
        let log = service.wait_processed(1).await.remove(0);
        assert_eq!(log.status, LogStatus::Failed);
        assert!(log.error_message.as_deref().unwrap().contains("broken"), "{:?}", log.error_message);
        wait_folder(&service, "Inbox/Failed").await;
        wait_until(async || mail_count(&service) == 1).await;
        service.stop().await;
    }

    async fn a_message_that_is_gone_counts_as_filed(db: &TestDb) {
        let mut service = TestService::new(db).await;
        service.emulator.add_mailbox(BOX).unwrap();
        service.emulator.add_folder(BOX, "Inbox/Storms");
        let watcher = service.create_watcher(BOX, |fields| fields.folder_path = "Inbox/Storms".into()).await;
        service.add_count_action(watcher, json!({"Wait": true}), true).await;
        service.emulator.deliver(BOX, "Inbox/Storms", json!({"subject": "Strike"})).unwrap();
        wait_for_status(&service, LogStatus::Processing).await;
        service.emulator.remove_folder(BOX, "Inbox/Storms");
        service.recorder.wait_permits.add_permits(1);
        let log = service.wait_processed(1).await.remove(0);
        assert_eq!(log.status, LogStatus::Success);
        assert!(log.error_message.as_deref().unwrap().starts_with("not filed: "), "{:?}", log.error_message);
        service.stop().await;
    }

    async fn what_failed_before_a_message_was_read_is_no_attempt_to_file_it(db: &TestDb) {
        let mut service = TestService::with_poll_interval(db, Duration::from_hours(1)).await;
        let watcher = service.create_watcher(BOX, |_| ()).await;
        service.wait_subscribed(watcher).await;
        service.add_count_action(watcher, json!({"Wait": true}), true).await;
        service.add_count_action(watcher, json!({}), false).await;
        service.emulator.set_access_denied(BOX, true);
        service.deliver(BOX, "Strike");
        let has_failed = "select count(*) from it.Queue where Kind = 'Message' and LastError is not null";
        wait_until(async || db.count(has_failed).await == 1).await;
        service.clock.advance(Duration::from_hours(25));
        service.emulator.set_access_denied(BOX, false);
        pass_until(&service, async || service.recorder.contexts.lock().unwrap().len() == 2).await;
        service.emulator.set_access_denied(BOX, true);
        service.recorder.wait_permits.add_permits(1);
        let not_filed = "select count(*) from it.Queue where Kind = 'Message' and LastError like 'cannot file the message: %'";
        wait_until(async || db.count(not_filed).await == 1 || service.logs().await[0].status == LogStatus::Failed).await;
        assert_eq!(service.logs().await[0].status, LogStatus::DbComplete, "one attempt to file it");
        service.emulator.set_access_denied(BOX, false);
        pass_until(&service, async || service.folder_counts(BOX) == [("Inbox/Processed".to_owned(), 1)].into()).await;
        let log = service.wait_processed(1).await.remove(0);
        assert_eq!((log.status, log.phase_two_status), (LogStatus::Success, PhaseTwoStatus::Success));
        service.stop().await;
    }

    async fn an_outage_of_a_day_is_no_attempt_to_find_a_message(db: &TestDb) {
        let mut service = TestService::with_poll_interval(db, Duration::from_hours(1)).await;
        let watcher = service.create_watcher(BOX, |_| ()).await;
        service.wait_subscribed(watcher).await;
        service.emulator.set_access_denied(BOX, true);
        service.deliver(BOX, "Strike");
        let has_failed = "select count(*) from it.Queue where Kind = 'Message' and LastError is not null";
        wait_until(async || db.count(has_failed).await == 1).await;
        service.clock.advance(Duration::from_hours(25));
        service.emulator.set_faults(FaultSet { not_found_once: true, ..FaultSet::default() }).unwrap();
        service.emulator.set_access_denied(BOX, false);
        let has_ended = async || matches!(service.logs().await[0].status, LogStatus::Success | LogStatus::Failed);
        pass_until(&service, has_ended).await;
        let log = service.logs().await.remove(0);
        assert_eq!(log.status, LogStatus::Success, "{:?}", log.error_message);
        service.stop().await;
    }

    async fn a_message_that_cannot_be_moved_for_a_moment_is_filed_later(db: &TestDb) {
        let mut service = TestService::with_poll_interval(db, Duration::from_hours(1)).await;
        let watcher = service.create_watcher(BOX, |_| ()).await;
        service.wait_subscribed(watcher).await;
        service.emulator.set_faults(FaultSet { reject_moves: true, ..FaultSet::default() }).unwrap();
        service.deliver(BOX, "Strike");
        let tried = "select count(*) from it.Queue where Kind = 'Message' and Attempts > 4";
        let is_decided = async || db.count(tried).await == 1 || service.logs().await.iter().any(|log| log.status == LogStatus::Failed);
        pass_until(&service, is_decided).await;
        assert_eq!(service.logs().await[0].status, LogStatus::DbComplete);
        service.emulator.set_faults(FaultSet::default()).unwrap();
        pass_until(&service, async || service.folder_counts(BOX) == [("Inbox/Processed".to_owned(), 1)].into()).await;
        assert_eq!(service.wait_processed(1).await[0].status, LogStatus::Success);
        service.stop().await;
    }

    async fn a_message_that_cannot_be_filed_for_a_day_fails(db: &TestDb) {
        let mut service = TestService::with_poll_interval(db, Duration::from_hours(1)).await;
        let watcher = service.create_watcher(BOX, |fields| fields.include_attachments = true).await;
        service.add_count_action(watcher, json!({"Wait": true}), true).await;
        deliver(&service, with_attachment());
        wait_until(async || service.recorder.contexts.lock().unwrap().len() == 2).await;
        let seen = service.recorder.contexts.lock().unwrap()[0].clone();
        let file = seen["Attachments"][0]["FilePath"].as_str().unwrap().to_owned();
        service.emulator.set_access_denied(BOX, true);
        service.recorder.wait_permits.add_permits(1);
        let is_failing = "select count(*) from it.Queue where Kind = 'Message' and LastError is not null";
        wait_until(async || db.count(is_failing).await == 1).await;
        let error = async || {
            service.clock.advance(Duration::from_secs(1));
            service.logs().await[0].error_message.clone().unwrap_or_default()
        };
        wait_until(async || error().await.starts_with("cannot file the message: ")).await;
        service.clock.advance(Duration::from_hours(23));
        wait_until(async || db.count("select count(*) from it.Queue where Kind = 'Message' and Attempts > 3").await == 1).await;
        assert_eq!(service.logs().await[0].status, LogStatus::DbComplete);
        service.clock.advance(Duration::from_hours(2));
        let log = wait_for_status(&service, LogStatus::Failed).await;
        assert!(log.error_message.as_deref().unwrap().starts_with("cannot file the message: "), "{:?}", log.error_message);
        wait_until(async || !Path::new(&file).exists()).await;
        wait_until(async || mail_count(&service) == 1).await;
        service.stop().await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_short_outage_between_two_steps_delays_the_message() {
    let db = TestDb::postgres().await;
    let mut service = TestService::new(&db).await;
    let watcher = service.create_watcher(BOX, |_| ()).await;
    service.add_count_action(watcher, json!({}), true).await;
    // The code of a server that shuts down.
    break_second_step(&db, "57P01").await;
    service.deliver(BOX, "Strike");
    wait_until(async || service.recorder.runs().values().sum::<usize>() == 1).await;
    service.clock.advance(Duration::from_secs(2));
    assert_eq!(wait_for_status(&service, LogStatus::Processing).await.error_message, None);
    db.execute("drop trigger Break on it.WorkflowStep").await;
    let log = service.wait_processed(1).await.remove(0);
    assert_eq!(log.status, LogStatus::Success, "{:?}", log.error_message);
    assert_eq!(service.recorder.runs().values().sum::<usize>(), 2, "each step once");
    service.stop().await;
    db.end().await;
}
