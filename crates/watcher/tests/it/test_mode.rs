//! Watchers in test mode: everything runs, and nothing happens outside of the log.

use crate::feed_fixture::FeedFixture;
use serde_json::json;
use std::time::Duration;
use stormwire_clock::Clock;
use stormwire_lightning::Feed;
use stormwire_store::WatcherId;
use stormwire_store::tables::log::{LogStatus, PhaseTwoStatus};
use stormwire_store::tables::watcher::WatcherFields;
use stormwire_testkit::servers::WebServer;
use stormwire_testkit::service::{TestService, WatchedFiles, action_fields, actor, wait_until};
use stormwire_testkit::{TestDb, on_both_databases};
use stormwire_watcher::WatcherError;

const BOX: &str = "storm@example.gov";

async fn set_test_mode(service: &TestService, watcher: WatcherId, test_mode: bool) {
    let revise = move |before: &WatcherFields| Ok::<_, WatcherError>(WatcherFields { test_mode, ..before.clone() });
    service.watchers.admin().update(watcher, revise, actor()).await.unwrap();
}

/// One strike by `Sql` and a call in Phase 1, another call in Phase 2.
async fn add_effects(service: &TestService, watcher: WatcherId, web: &WebServer) {
    let strike = json!({"Name": "A", "Timestamp": "2026-05-01T12:00:00Z", "Type": "Ground", "Latitude": 34.7, "Longitude": -86.6});
    let insert = json!({"Op": {"Action": "Insert", "Target": "data.LightningStrike"}, "Data": strike});
    service.add_action(watcher, "Sql", insert).await;
    service.add_action(watcher, "Http", json!({"Op": {"Action": "Post", "Url": web.url("/one")}})).await;
    let second = action_fields("Http", json!({"Op": {"Action": "Post", "Url": web.url("/two")}}), false);
    service.watchers.admin().create_action(watcher, second, actor()).await.unwrap();
}

async fn effect_rows(db: &TestDb) -> i64 {
    let (it, data) = ("select count(*) from it.WorkflowEffect", "select count(*) from data.WorkflowEffect");
    db.count(it).await + db.count(data).await + db.count("select count(*) from data.LightningStrike").await
}

/// Waits until the health of all watchers was assessed again, which mails what is new.
async fn wait_assessed(service: &TestService, db: &TestDb) {
    // The assessment that runs now may have begun before.
    for _ in 0..2 {
        let now = service.clock.now();
        let assessed =
            format!("select count(*) from it.Queue where Kind = 'WatcherHealth' and LastSuccessAt > '{now:.6}'");
        wait_until(async || {
            service.clock.advance(Duration::from_secs(1));
            db.count(&assessed).await == 1
        })
        .await;
    }
}

on_both_databases! {
    async fn both_phases_run_and_nothing_leaves_the_log(db: &TestDb) {
        let mut service = TestService::new(db).await;
        let web = WebServer::start().await;
        let watcher = service.create_watcher(BOX, |fields| fields.test_mode = true).await;
        add_effects(&service, watcher, &web).await;
        service.deliver(BOX, "Strike");
        let log = service.wait_processed(1).await.remove(0);
        assert_eq!((log.status, log.phase_two_status, log.is_test), (LogStatus::Success, PhaseTwoStatus::Success, true));
        let message = service.emulator.messages(BOX).remove(0);
        assert_eq!((&message["folder"], &message["isRead"]), (&json!("Inbox"), &json!(false)));
        assert_eq!((web.requests().len(), effect_rows(db).await), (0, 0));
        let steps = service.watchers.repair().log(log.id).await.unwrap().steps;
        let results: Vec<&str> = steps.iter().map(|step| step.result.as_deref().unwrap()).collect();
        assert_eq!(results[..2], ["counted", "would write: 1 row inserted"]);
        assert!(results[2].starts_with("would send: ") && results[2].contains("/one"), "{results:?}");
        assert!(results[3].starts_with("would send: ") && results[3].contains("/two"), "{results:?}");
        // A retry after the end of test mode is for real.
        set_test_mode(&service, watcher, false).await;
        wait_until(async || service.watchers.repair().retry(log.id, false, actor()).await.is_ok()).await;
        let log = service.wait_processed(1).await.remove(0);
        assert_eq!((log.status, log.is_test), (LogStatus::Success, false));
        assert_eq!((web.requests().len(), db.count("select count(*) from data.LightningStrike").await), (2, 1));
        assert_eq!(service.folder_counts(BOX), [("Inbox/Processed".to_owned(), 1)].into());
        service.stop().await;
    }

    async fn a_failure_is_logged_and_nobody_is_mailed(db: &TestDb) {
        // A long interval: a poll that is late would be mailed.
        let mut service = TestService::with_poll_interval(db, Duration::from_hours(1)).await;
        let watcher = service.create_watcher(BOX, |fields| fields.test_mode = true).await;
        service.wait_subscribed(watcher).await;
        service.add_count_action(watcher, json!({"Fail": true}), true).await;
        service.deliver(BOX, "Strike");
        let log = service.wait_processed(1).await.remove(0);
        assert_eq!((log.status, log.is_test), (LogStatus::Failed, true));
        assert_eq!(service.watchers.admin().get(watcher).await.unwrap().health.reason, None);
        wait_assessed(&service, db).await;
        // After test mode, its runs are still test runs.
        set_test_mode(&service, watcher, false).await;
        assert_eq!(service.watchers.admin().get(watcher).await.unwrap().health.reason, None);
        wait_assessed(&service, db).await;
        service.stop().await;
        assert_eq!(service.folder_counts(BOX), [("Inbox".to_owned(), 1)].into());
        assert_eq!((db.count("select count(*) from it.Queue where Kind = 'OperatorMail'").await, service.recorder.mails().len()), (0, 0));
    }

    async fn excluded_messages_are_left_in_the_folder(db: &TestDb) {
        let mut service = TestService::new(db).await;
        let change = |fields: &mut WatcherFields| (fields.test_mode, fields.subject_filter) = (true, Some("strike".into()));
        service.create_watcher(BOX, change).await;
        service.deliver(BOX, "Newsletter");
        let log = service.wait_processed(1).await.remove(0);
        assert_eq!((log.status, log.is_test), (LogStatus::Skipped, true));
        service.stop().await;
        assert_eq!(service.folder_counts(BOX), [("Inbox".to_owned(), 1)].into());
    }

    async fn a_file_is_left_in_the_folder_and_is_no_duplicate(db: &TestDb) {
        let mut service = TestService::new(db).await;
        let folder = WatchedFiles::create(db.folder(), "share");
        let watcher = service.create_file_watcher(&folder, |fields| fields.test_mode = true).await;
        folder.put("a.csv", "1,2");
        let log = service.wait_processed(1).await.remove(0);
        assert_eq!((log.status, log.is_test), (LogStatus::Success, true));
        let last_scan = async || service.watchers.admin().get(watcher).await.unwrap().watcher.state.last_checked_at;
        for _ in 0..2 {
            let before = last_scan().await;
            service.watchers.admin().reload(watcher, actor()).await.unwrap();
            wait_until(async || last_scan().await > before).await;
        }
        assert_eq!((service.logs().await.len(), folder.names()), (1, vec!["a.csv".to_owned()]));
        service.stop().await;
    }

    async fn a_watcher_in_test_mode_is_no_feed(db: &TestDb) {
        let fixture = FeedFixture::open_with(db, None, |fields| fields.test_mode = true).await;
        fixture.deliver_strike(1);
        fixture.service.wait_processed(1).await;
        assert_eq!(fixture.feed_now().await, Feed::default(), "no feed");
        assert_eq!(db.count("select count(*) from data.LightningStrike").await, 0);
        set_test_mode(&fixture.service, fixture.watcher, false).await;
        assert_ne!(fixture.feed_now().await, Feed::default(), "a feed from now on");
        fixture.close().await;
    }
}
