//! What nobody continues ends: messages of deleted watchers, and interrupted ones that were dismissed.

use serde_json::json;
use std::fs;
use std::path::PathBuf;
use std::time::Duration;
use stormwire_clock::Clock;
use stormwire_emulator::Settings;
use stormwire_store::tables::log::{LogEntry, LogStatus, PhaseTwoStatus};
use stormwire_store::{RunId, WatcherId};
use stormwire_testkit::service::{TestService, actor, wait_until};
use stormwire_testkit::{TestDb, on_both_databases};

const BOX: &str = "storm@example.gov";
const DELETED: &str = "the watcher was deleted";

/// What is left of a run: a working folder with a file.
fn make_folder(db: &TestDb, watcher: WatcherId, run: &RunId) -> PathBuf {
    let folder = db.folder().join("work").join(watcher.to_string()).join(run.as_str());
    fs::create_dir_all(&folder).unwrap();
    fs::write(folder.join("001-strikes.csv"), "1,2").unwrap();
    folder
}

fn count_open_runs() -> &'static str {
    "select count(*) from it.WorkflowRun where FinishedAt is null or Context is not null"
}

/// Of the only message.
async fn wait_phase_two_running(service: &TestService) -> LogEntry {
    let is_running = |log: &LogEntry| log.phase_two_status == PhaseTwoStatus::Running;
    wait_until(async || service.logs().await.first().is_some_and(is_running)).await;
    service.logs().await.remove(0)
}

/// Stops the service while an action waits, so that its item is released.
async fn stop_amid_action(service: &mut TestService) {
    let clock = service.clock.clone();
    let pass_time = wait_until(async || {
        clock.advance(Duration::from_secs(1));
        false
    });
    tokio::select! {
        () = service.stop() => {}
        () = pass_time => {}
    }
}

on_both_databases! {
    async fn everything_of_a_deleted_watcher_ends(db: &TestDb) {
        let mut service = TestService::with_poll_interval(db, Duration::from_hours(1)).await;
        let watcher = service.create_watcher(BOX, |_| ()).await;
        service.add_count_action(watcher, json!({"Wait": true}), false).await;
        service.deliver(BOX, "Strike");
        let in_phase_two = wait_phase_two_running(&service).await;
        stop_amid_action(&mut service).await;
        let folder = make_folder(db, watcher, &in_phase_two.run_id);
        // While nothing runs, each of these stays in the status that it has.
        for status in ["Detected", "Processing", "DbComplete"] {
            service.watchers.repair().replay(watcher, status, actor()).await.unwrap();
            db.execute(&format!("update it.MailboxWatcherLog set Status = '{status}' where MessageKey = '{status}'")).await;
        }
        service.watchers.admin().delete(watcher, actor()).await.unwrap();
        let logs = service.logs().await;
        for log in logs.iter().filter(|log| log.id != in_phase_two.id) {
            assert_eq!((log.status, log.error_message.as_deref()), (LogStatus::Failed, Some(DELETED)), "{}", log.message_key);
            assert!(log.processed_at.is_some());
        }
        let log = logs.iter().find(|log| log.id == in_phase_two.id).unwrap();
        assert_eq!((log.status, log.phase_two_status), (LogStatus::Success, PhaseTwoStatus::Failed));
        assert_eq!(log.error_message.as_deref(), Some(DELETED));
        assert_eq!(db.count(count_open_runs()).await, 0, "no run is open, and no context is stored");
        service.start(db).await;
        wait_until(async || !folder.exists()).await;
        let mails = || service.recorder.mails().into_iter().filter(|mail| mail.subject.contains("was deleted"));
        wait_until(async || mails().count() == 1).await;
        assert!(mails().all(|mail| mail.text.contains("4 messages")), "{:?}", service.recorder.mails());
        service.stop().await;
    }

    async fn a_running_action_of_a_deleted_watcher_opens_nothing_again(db: &TestDb) {
        let mut service = TestService::with_poll_interval(db, Duration::from_hours(1)).await;
        let watcher = service.create_watcher(BOX, |_| ()).await;
        service.add_count_action(watcher, json!({"Wait": true}), true).await;
        service.deliver(BOX, "Strike");
        wait_until(async || service.recorder.contexts.lock().unwrap().len() == 2).await;
        service.watchers.admin().delete(watcher, actor()).await.unwrap();
        service.recorder.wait_permits.add_permits(1);
        wait_until(async || db.count("select count(*) from it.Queue where Kind = 'Message'").await == 0).await;
        let log = service.logs().await.remove(0);
        assert_eq!((log.status, log.error_message.as_deref()), (LogStatus::Failed, Some(DELETED)));
        assert_eq!(service.folder_counts(BOX), [("Inbox".to_owned(), 1)].into(), "it is not filed as processed");
        assert_eq!(db.count(count_open_runs()).await, 0);
        service.stop().await;
    }

    async fn what_is_claimed_after_the_deletion_does_not_stay_open(db: &TestDb) {
        let mut service = TestService::with_poll_interval(db, Duration::from_hours(1)).await;
        service.emulator.add_mailbox(BOX).unwrap();
        for number in 0..40 {
            service.deliver(BOX, &number.to_string());
        }
        // The watcher is deleted while its folder is read.
        service.emulator.set_settings(Settings { response_delay_ms: 300, ..Settings::default() });
        let watcher = service.create_watcher(BOX, |fields| fields.process_existing = Some(true)).await;
        let reads = || -> u64 {
            let stats = service.emulator.stats();
            let calls = stats["calls"].as_object().unwrap().iter();
            calls.filter(|(call, _)| call.contains("/messages")).filter_map(|(_, count)| count.as_u64()).sum()
        };
        wait_until(async || reads() > 0).await;
        service.watchers.admin().delete(watcher, actor()).await.unwrap();
        service.emulator.set_settings(Settings::default());
        let left = "select count(*) from it.Queue where Kind in ('Reconcile', 'Listing', 'Message')";
        wait_until(async || {
            // The loops find out when they run again.
            service.clock.advance(Duration::from_mins(1));
            db.count(left).await == 0
        })
        .await;
        let open = "select count(*) from it.MailboxWatcherLog where Status in ('Detected', 'Processing', 'DbComplete')";
        assert_eq!(db.count(open).await, 0);
        service.stop().await;
    }

    async fn what_an_earlier_version_left_ends_at_the_start(db: &TestDb) {
        let mut service = TestService::with_poll_interval(db, Duration::from_hours(1)).await;
        let watcher = service.create_watcher(BOX, |_| ()).await;
        service.deliver(BOX, "Strike");
        let log = service.wait_processed(1).await.remove(0);
        service.stop().await;
        let folder = make_folder(db, watcher, &log.run_id);
        service.watchers.admin().delete(watcher, actor()).await.unwrap();
        db.execute("update it.MailboxWatcherLog set Status = 'DbComplete', ProcessedAt = null").await;
        db.execute("update it.WorkflowRun set Status = 'Running', FinishedAt = null, Context = 'sealed'").await;
        service.start(db).await;
        let log = service.logs().await.remove(0);
        assert_eq!((log.status, log.error_message.as_deref()), (LogStatus::Failed, Some(DELETED)));
        assert_eq!(db.count(count_open_runs()).await, 0);
        wait_until(async || !folder.exists()).await;
        service.stop().await;
    }

    async fn dismissing_an_interrupted_message_ends_its_run(db: &TestDb) {
        let mut service = TestService::with_poll_interval(db, Duration::from_hours(1)).await;
        let watcher = service.create_watcher(BOX, |_| ()).await;
        service.add_count_action(watcher, json!({"Wait": true}), true).await;
        service.deliver(BOX, "Strike");
        wait_until(async || service.recorder.contexts.lock().unwrap().len() == 2).await;
        stop_amid_action(&mut service).await;
        let log = service.logs().await.remove(0);
        assert_eq!((log.status, db.count(count_open_runs()).await), (LogStatus::Processing, 1));
        let folder = make_folder(db, watcher, &log.run_id);
        let before = service.clock.now();
        let dismissed = service.watchers.repair().dismiss(log.id, actor()).await.unwrap();
        assert_eq!(dismissed.status, LogStatus::Processing, "as it was");
        assert!(dismissed.dismissed_at.is_some_and(|at| at.0 >= before));
        assert_eq!((db.count(count_open_runs()).await, folder.exists()), (0, false));
        // A person may still retry it.
        service.recorder.wait_permits.add_permits(1);
        service.start(db).await;
        wait_until(async || service.watchers.repair().retry(log.id, false, actor()).await.is_ok()).await;
        assert_eq!(service.wait_processed(1).await[0].status, LogStatus::Success);
        service.stop().await;
    }
}
