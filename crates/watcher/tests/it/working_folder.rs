//! A working folder that cannot be used: nothing is lost, and the operator hears of it.

use serde_json::json;
use std::fs;
use std::path::PathBuf;
use std::time::Duration;
use stormwire_store::WatcherId;
use stormwire_store::tables::log::LogStatus;
use stormwire_store::tables::watcher::{Health, WatcherFields};
use stormwire_testkit::service::{TestService, WatchedFiles, actor, wait_for, wait_until};
use stormwire_testkit::{TestDb, on_both_databases};
use stormwire_watcher::WatcherError;

const BOX: &str = "storm@example.gov";
const REASON: &str = "Not processed: cannot use the working folder ";

/// A file where the folder should be: nobody can create a folder below it.
fn block_work(db: &TestDb) -> PathBuf {
    let work = db.folder().join("work");
    fs::write(&work, "").unwrap();
    work
}

async fn wait_failing(db: &TestDb) {
    let failing =
        "select count(*) from it.Queue where Kind = 'Message' and LastError like 'cannot use the working folder %'";
    wait_until(async || db.count(failing).await == 1).await;
}

/// The page of the watcher and the list of watchers report the same. Panics if the message ends meanwhile.
async fn wait_degraded(service: &TestService, watcher: WatcherId) -> String {
    wait_for(async || {
        service.clock.advance(Duration::from_secs(1));
        assert_eq!(service.logs().await[0].status, LogStatus::Detected);
        let page = service.watchers.admin().get(watcher).await.unwrap().health;
        let list = service.watchers.admin().list(None).await.unwrap().remove(0).health;
        let is_reported = page.health == Health::Degraded && list == page;
        page.reason.filter(|reason| is_reported && reason.starts_with(REASON))
    })
    .await
}

async fn wait_recovered(service: &TestService, watcher: WatcherId) {
    let is_live = async || service.watchers.admin().get(watcher).await.unwrap().health.health == Health::Live;
    wait_until(async || {
        service.clock.advance(Duration::from_secs(1));
        is_live().await
    })
    .await;
    assert_eq!(service.wait_processed(1).await[0].status, LogStatus::Success);
}

/// Whether the operator got a mail about the watcher.
fn is_mailed(service: &TestService, change: &str) -> bool {
    service.recorder.mails().iter().any(|mail| mail.subject.ends_with(change))
}

on_both_databases! {
    async fn a_message_waits_and_its_watcher_is_degraded(db: &TestDb) {
        // A long interval: a poll that is late would degrade, too.
        let mut service = TestService::with_poll_interval(db, Duration::from_hours(9)).await;
        let watcher = service.create_watcher(BOX, |fields| fields.include_attachments = true).await;
        service.wait_subscribed(watcher).await;
        let work = block_work(db);
        let message = json!({"subject": "Strike", "attachments": [{"name": "strikes.csv", "contentBytes": "MSwyCg=="}]});
        service.emulator.deliver(BOX, "Inbox", message).unwrap();
        wait_failing(db).await;
        let reason = wait_degraded(&service, watcher).await;
        assert!(reason.contains(work.to_str().unwrap()), "{reason}");
        wait_until(async || is_mailed(&service, "is degraded")).await;
        fs::remove_file(work).unwrap();
        wait_recovered(&service, watcher).await;
        wait_until(async || is_mailed(&service, "has recovered")).await;
        service.stop().await;
    }

    async fn a_file_waits_and_its_watcher_is_degraded(db: &TestDb) {
        let (mut service, folder) = (TestService::new(db).await, WatchedFiles::create(db.folder(), "share"));
        let watcher = service.create_file_watcher(&folder, |fields| fields.rescan_seconds = 30_000).await;
        let work = block_work(db);
        folder.put("a.csv", "1");
        service.watchers.admin().reload(watcher, actor()).await.unwrap();
        wait_failing(db).await;
        let reason = wait_degraded(&service, watcher).await;
        assert!(reason.contains(work.to_str().unwrap()) && !reason.contains("share"), "{reason}");
        fs::remove_file(work).unwrap();
        wait_recovered(&service, watcher).await;
        service.stop().await;
    }

    async fn a_watcher_in_test_mode_is_not_degraded(db: &TestDb) {
        let mut service = TestService::with_poll_interval(db, Duration::from_hours(9)).await;
        let watcher = service.create_watcher(BOX, |fields| fields.include_attachments = true).await;
        service.wait_subscribed(watcher).await;
        let work = block_work(db);
        let message = json!({"subject": "Strike", "attachments": [{"name": "strikes.csv", "contentBytes": "MSwyCg=="}]});
        service.emulator.deliver(BOX, "Inbox", message).unwrap();
        wait_failing(db).await;
        wait_degraded(&service, watcher).await;
        let revise = |before: &WatcherFields| Ok::<_, WatcherError>(WatcherFields { test_mode: true, ..before.clone() });
        service.watchers.admin().update(watcher, revise, actor()).await.unwrap();
        assert_eq!(service.watchers.admin().get(watcher).await.unwrap().health.health, Health::Live);
        fs::remove_file(work).unwrap();
        service.stop().await;
    }
}
