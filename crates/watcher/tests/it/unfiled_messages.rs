//! Messages that have ended and cannot be filed are reported within minutes, although filing is retried for a day.

use serde_json::json;
use std::fs;
use std::os::unix::fs::symlink;
use std::time::Duration;
use stormwire_store::WatcherId;
use stormwire_store::tables::log::LogStatus;
use stormwire_store::tables::watcher::Health;
use stormwire_testkit::service::{TestService, WatchedFiles, actor, wait_until};
use stormwire_testkit::{TestDb, on_both_databases};

/// Much less than the time after which it is reported, because the clock also runs by itself.
const NOT_YET: Duration = Duration::from_mins(1);
/// The rest of that time.
const REST: Duration = Duration::from_mins(4);

/// What the page of the watcher reports about filing. The list of watchers reports the same.
async fn filing_problem(service: &TestService, watcher: WatcherId) -> Option<String> {
    let is_of_filing = |reason: &String| reason.contains("but not filed: ");
    let page = service.watchers.admin().get(watcher).await.unwrap().health.reason.filter(is_of_filing);
    let list = service.watchers.admin().list(None).await.unwrap().remove(0).health.reason.filter(is_of_filing);
    page.filter(|page| list.as_ref() == Some(page))
}

/// Waits until an attempt to file the message has failed.
async fn wait_unfiled(db: &TestDb) {
    let unfiled = "select count(*) from it.Queue as item join it.MailboxWatcherLog as log \
        on item.UniqueKey = cast(log.Id as text) and item.LastFailureAt >= log.ProcessedAt \
        where item.Kind = 'Message' and log.Status in ('Failed', 'Skipped')";
    wait_until(async || db.count(unfiled).await == 1).await;
}

/// Waits for the report, which is due after [`NOT_YET`] and [`REST`].
async fn wait_reported(service: &TestService, watcher: WatcherId) -> String {
    service.clock.advance(REST);
    wait_until(async || filing_problem(service, watcher).await.is_some()).await;
    filing_problem(service, watcher).await.unwrap()
}

on_both_databases! {
    async fn a_failed_file_that_cannot_be_moved_is_reported(db: &TestDb) {
        let (mut service, folder) = (TestService::new(db).await, WatchedFiles::create(db.folder(), "share"));
        let link = folder.path().join("Failed");
        symlink(folder.path().join("nowhere"), &link).unwrap();
        let watcher = service.create_file_watcher(&folder, |fields| fields.rescan_seconds = 600).await;
        service.add_count_action(watcher, json!({"Fail": true}), true).await;
        folder.put("a.csv", "1");
        service.watchers.admin().reload(watcher, actor()).await.unwrap();
        wait_unfiled(db).await;
        service.clock.advance(NOT_YET);
        assert_eq!(filing_problem(&service, watcher).await, None, "a share may fail for a while");
        let reason = wait_reported(&service, watcher).await;
        assert!(reason.starts_with("Failed or skipped, but not filed: ") && reason.contains("/Failed: "), "{reason}");
        fs::remove_file(link).unwrap();
        wait_until(async || {
            service.clock.advance(Duration::from_secs(1));
            folder.failed() == ["a.csv"]
        })
        .await;
        wait_until(async || filing_problem(&service, watcher).await.is_none()).await;
        service.stop().await;
    }

    async fn a_skipped_file_that_cannot_be_moved_degrades(db: &TestDb) {
        let (mut service, folder) = (TestService::new(db).await, WatchedFiles::create(db.folder(), "share"));
        folder.block_filing();
        folder.put("a.txt", "1");
        let watcher = service
            .create_file_watcher(&folder, |fields| {
                fields.rescan_seconds = 600;
                fields.pattern = "*.csv".into();
            })
            .await;
        wait_unfiled(db).await;
        let health = async || service.watchers.admin().get(watcher).await.unwrap().health.health;
        assert_eq!(health().await, Health::Live);
        service.clock.advance(NOT_YET);
        let reason = wait_reported(&service, watcher).await;
        assert!(reason.starts_with("Failed or skipped, but not filed: ") && reason.contains("/Processed: "), "{reason}");
        assert_eq!(health().await, Health::Degraded);
        let log = service.logs().await.remove(0);
        assert_eq!(log.status, LogStatus::Skipped);
        assert!(log.error_message.unwrap().starts_with("the name does not match"), "the reason of the row is kept");
        folder.allow_filing();
        wait_until(async || {
            service.clock.advance(Duration::from_secs(1));
            health().await == Health::Live
        })
        .await;
        assert_eq!(folder.processed(), ["a.txt"]);
        service.stop().await;
    }
}
