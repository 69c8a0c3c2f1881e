//! Messages that have ended and cannot be filed are reported within minutes, although filing is retried for a day. So are those whose
//! working folder cannot be removed.

use serde_json::json;
use std::fs;
use std::os::unix::fs::symlink;
use std::time::Duration;
use stormwire_store::WatcherId;
use stormwire_store::tables::log::LogStatus;
use stormwire_store::tables::watcher::Health;
use stormwire_testkit::service::{TestService, WatchedFiles, actor, wait_for, wait_until};
use stormwire_testkit::{TestDb, on_both_databases};

/// Much less than the time after which it is reported, because the clock also runs by itself.
const NOT_YET: Duration = Duration::from_mins(1);
/// The rest of that time.
const REST: Duration = Duration::from_mins(4);

const NOT_MOVED: &str = "Failed or skipped, but not filed: cannot move the file: ";
const NOT_REMOVED: &str = "Failed or skipped, but not finished: cannot use the working folder ";

/// What the page of the watcher reports about messages that have ended. The list of watchers reports the same.
async fn problem_after_end(service: &TestService, watcher: WatcherId) -> Option<String> {
    let is_after_end = |reason: &String| reason.starts_with("Failed or skipped, but not ");
    let page = service.watchers.admin().get(watcher).await.unwrap().health.reason.filter(is_after_end);
    let list = service.watchers.admin().list(None).await.unwrap().remove(0).health.reason.filter(is_after_end);
    page.filter(|page| list.as_ref() == Some(page))
}

/// Waits until a step after the end of the message has failed.
async fn wait_unfinished(db: &TestDb) {
    let unfinished = "select count(*) from it.Queue as item join it.MailboxWatcherLog as log \
        on item.UniqueKey = cast(log.Id as text) and item.LastFailureAt >= log.ProcessedAt \
        where item.Kind = 'Message' and log.Status in ('Failed', 'Skipped')";
    wait_until(async || db.count(unfinished).await == 1).await;
}

/// Waits for the report, which is due after [`NOT_YET`] and [`REST`].
async fn wait_reported(service: &TestService, watcher: WatcherId) -> String {
    service.clock.advance(REST);
    wait_for(async || problem_after_end(service, watcher).await).await
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
        wait_unfinished(db).await;
        service.clock.advance(NOT_YET);
        assert_eq!(problem_after_end(&service, watcher).await, None, "a share may fail for a while");
        let reason = wait_reported(&service, watcher).await;
        assert!(reason.starts_with(NOT_MOVED) && reason.contains("/Failed: "), "{reason}");
        fs::remove_file(link).unwrap();
        wait_until(async || {
            service.clock.advance(Duration::from_secs(1));
            folder.failed() == ["a.csv"]
        })
        .await;
        wait_until(async || problem_after_end(&service, watcher).await.is_none()).await;
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
        wait_unfinished(db).await;
        let health = async || service.watchers.admin().get(watcher).await.unwrap().health.health;
        wait_until(async || health().await == Health::Live).await;
        service.clock.advance(NOT_YET);
        let reason = wait_reported(&service, watcher).await;
        assert!(reason.starts_with(NOT_MOVED) && reason.contains("/Processed: "), "{reason}");
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

    async fn a_working_folder_that_stays_is_not_reported_as_unfiled(db: &TestDb) {
        let (mut service, folder) = (TestService::new(db).await, WatchedFiles::create(db.folder(), "share"));
        let watcher = service
            .create_file_watcher(&folder, |fields| {
                fields.rescan_seconds = 600;
                fields.pattern = "*.csv".into();
            })
            .await;
        // Not even a user who may write everywhere removes a folder below a file.
        let work = db.folder().join("work");
        fs::create_dir_all(&work).unwrap();
        let obstacle = work.join(watcher.to_string());
        fs::write(&obstacle, "").unwrap();
        folder.put("a.txt", "1");
        service.watchers.admin().reload(watcher, actor()).await.unwrap();
        wait_unfinished(db).await;
        assert_eq!(folder.processed(), ["a.txt"], "it is filed");
        service.clock.advance(NOT_YET);
        let reason = wait_reported(&service, watcher).await;
        assert!(reason.starts_with(NOT_REMOVED), "{reason}");
        fs::remove_file(obstacle).unwrap();
        wait_until(async || {
            service.clock.advance(Duration::from_secs(1));
            problem_after_end(&service, watcher).await.is_none()
        })
        .await;
        service.stop().await;
    }
}
