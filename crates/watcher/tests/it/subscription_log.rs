//! A subscription that cannot be created or renewed is an Error line of the log, with the watcher and the reason.

use crate::captured_log::CapturedLog;
use std::time::Duration;
use stormwire_emulator::{FaultSet, LifecycleEvent, Settings};
use stormwire_store::WatcherId;
use stormwire_testkit::TestDb;
use stormwire_testkit::service::{TestService, actor, wait_until};

/// Every lifetime is rejected, of a new subscription and of a renewal.
fn rejecting() -> Settings {
    Settings { subscription_ceiling_minutes: 0, ..Settings::default() }
}

async fn wait_failed(service: &TestService, watcher: WatcherId) {
    let admin = service.watchers.admin();
    wait_until(async || admin.get(watcher).await.unwrap().watcher.state.last_subscription_error.is_some()).await;
}

/// The first line must be about this call to the provider.
fn assert_logged(log: &CapturedLog, watcher: WatcherId, call: &str) {
    let lines = log.take();
    let first = lines.first().map(String::as_str).unwrap_or_default();
    assert!(first.contains("message=cannot create or renew the subscription"), "{lines:?}");
    assert!(first.contains(&format!(" watcher_id={watcher}")), "{lines:?}");
    assert!(first.contains(&format!(" error={call}: rejected with 400")), "{lines:?}");
}

async fn failures_are_logged(db: &TestDb) {
    let log = CapturedLog::start();
    let mut service = TestService::with_poll_interval(db, Duration::from_hours(1)).await;
    service.emulator.set_settings(rejecting());
    let watcher = service.create_watcher("storm@example.gov", |_| ()).await;
    wait_failed(&service, watcher).await;
    assert_logged(&log, watcher, "subscribe");
    service.emulator.set_settings(Settings::default());
    service.watchers.admin().reload(watcher, actor()).await.unwrap();
    service.wait_subscribed(watcher).await;
    log.take();
    service.emulator.set_settings(rejecting());
    let lifecycle = Some(LifecycleEvent::ReauthorizationRequired);
    service.emulator.set_faults(FaultSet { lifecycle, ..FaultSet::default() }).unwrap();
    wait_failed(&service, watcher).await;
    assert_logged(&log, watcher, "renew subscription");
    service.stop().await;
}

#[tokio::test]
async fn a_failed_creation_and_a_failed_renewal_are_logged_on_sqlite() {
    let db = TestDb::sqlite().await;
    failures_are_logged(&db).await;
    db.end().await;
}

#[tokio::test]
async fn a_failed_creation_and_a_failed_renewal_are_logged_on_postgres() {
    let db = TestDb::postgres().await;
    failures_are_logged(&db).await;
    db.end().await;
}
