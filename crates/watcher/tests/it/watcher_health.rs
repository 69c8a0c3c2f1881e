//! A watcher that is broken is never shown as Live.

use serde_json::json;
use std::time::Duration;
use stormwire_emulator::{FaultSet, Settings};
use stormwire_store::WatcherId;
use stormwire_store::tables::watcher::{Health, WatcherFields};
use stormwire_testkit::on_both_databases;
use stormwire_testkit::service::{TestService, actor, wait_until};
use stormwire_watcher::HealthReport;

const BOX: &str = "storm@example.gov";
/// No poll runs by itself during a test.
const RARELY: Duration = Duration::from_hours(1);

/// Waits until the list and the page agree: a poll may end between the two reads.
async fn health(service: &TestService, watcher: WatcherId) -> HealthReport {
    let admin = service.watchers.admin();
    wait_until(async || admin.get(watcher).await.unwrap().health == admin.list(None).await.unwrap().remove(0).health)
        .await;
    admin.get(watcher).await.unwrap().health
}

async fn wait_health(service: &TestService, watcher: WatcherId, expected: Health) -> String {
    wait_until(async || service.watchers.admin().get(watcher).await.unwrap().health.health == expected).await;
    health(service, watcher).await.reason.unwrap_or_default()
}

/// Runs a test of a mailbox while no time passes: on a busy machine, its calls may take longer than their limits.
fn while_frozen<T>(service: &TestService, test: impl Future<Output = T>) -> impl Future<Output = T> {
    let test = Box::pin(test);
    async {
        service.clock.freeze();
        let results = test.await;
        service.clock.run();
        results
    }
}

on_both_databases! {
    async fn one_poll_that_is_denied_degrades_and_one_success_recovers(db: &TestDb) {
        let mut service = TestService::with_poll_interval(db, RARELY).await;
        let watcher = service.create_watcher(BOX, |_| ()).await;
        wait_health(&service, watcher, Health::Live).await;
        service.emulator.set_access_denied(BOX, true);
        service.watchers.admin().reload(watcher, actor()).await.unwrap();
        let reason = wait_health(&service, watcher, Health::Degraded).await;
        assert!(reason.contains("access is denied"), "{reason}");
        wait_until(async || service.recorder.mails().iter().any(|mail| mail.subject.contains("Degraded") || mail.text.contains("access is denied"))).await;
        service.emulator.set_access_denied(BOX, false);
        service.watchers.admin().reload(watcher, actor()).await.unwrap();
        wait_health(&service, watcher, Health::Live).await;
        service.stop().await;
    }

    async fn a_deleted_folder_degrades_at_the_next_poll(db: &TestDb) {
        let mut service = TestService::with_poll_interval(db, RARELY).await;
        service.emulator.add_mailbox(BOX).unwrap();
        service.emulator.deliver(BOX, "Inbox/Alerts", json!({"subject": "old"})).unwrap();
        let watcher = service.create_watcher(BOX, |fields| fields.folder_path = "Inbox/Alerts".into()).await;
        wait_health(&service, watcher, Health::Live).await;
        service.wait_processed(1).await;
        service.emulator.remove_folder(BOX, "Inbox/Alerts");
        service.watchers.admin().reload(watcher, actor()).await.unwrap();
        let reason = wait_health(&service, watcher, Health::Degraded).await;
        assert!(reason.contains("not found"), "{reason}");
        service.stop().await;
    }

    async fn a_poll_that_may_succeed_later_has_two_intervals(db: &TestDb) {
        let mut service = TestService::with_poll_interval(db, RARELY).await;
        let watcher = service.create_watcher(BOX, |_| ()).await;
        wait_health(&service, watcher, Health::Live).await;
        service.emulator.set_faults(FaultSet { server_errors: 1.0, ..FaultSet::default() }).unwrap();
        service.watchers.admin().reload(watcher, actor()).await.unwrap();
        wait_until(async || {
            service.clock.advance(Duration::from_secs(1));
            service.watchers.admin().get(watcher).await.unwrap().watcher.state.last_check_failed_at.is_some()
        }).await;
        assert_eq!(health(&service, watcher).await.health, Health::Live);
        service.clock.advance(RARELY * 2);
        let reason = wait_health(&service, watcher, Health::Degraded).await;
        assert!(reason.starts_with("No successful poll since"), "{reason}");
        service.stop().await;
    }

    async fn more_than_half_of_the_messages_failing_degrades(db: &TestDb) {
        let mut service = TestService::with_poll_interval(db, RARELY).await;
        let watcher = service.create_watcher(BOX, |_| ()).await;
        service.wait_subscribed(watcher).await;
        let broken = service.add_count_action(watcher, json!({"Fail": true}), true).await;
        service.deliver(BOX, "first");
        service.wait_processed(1).await;
        let reason = wait_health(&service, watcher, Health::Degraded).await;
        assert!(reason.starts_with("The last message failed"), "{reason}");
        service.watchers.admin().delete_action(watcher, broken, actor()).await.unwrap();
        service.deliver(BOX, "second");
        service.wait_processed(2).await;
        wait_health(&service, watcher, Health::Live).await;
        service.stop().await;
    }

    async fn old_failures_do_not_degrade(db: &TestDb) {
        let mut service = TestService::with_poll_interval(db, RARELY).await;
        let watcher = service.create_watcher(BOX, |_| ()).await;
        service.wait_subscribed(watcher).await;
        service.add_count_action(watcher, json!({"Fail": true}), true).await;
        service.deliver(BOX, "first");
        service.wait_processed(1).await;
        wait_health(&service, watcher, Health::Degraded).await;
        service.clock.advance(Duration::from_secs(3_601));
        wait_health(&service, watcher, Health::Live).await;
        service.stop().await;
    }

    async fn a_rejected_test_subscription_degrades_until_a_test_succeeds(db: &TestDb) {
        let mut service = TestService::with_poll_interval(db, RARELY).await;
        let watcher = service.create_watcher(BOX, |_| ()).await;
        wait_health(&service, watcher, Health::Live).await;
        let subscriptions = service.emulator.subscription_ids();
        let fields = service.watchers.admin().get(watcher).await.unwrap().watcher.fields;
        let test = async || while_frozen(&service, service.watchers.admin().test_mailbox(&fields)).await.unwrap();
        let passed = test().await;
        assert!(passed.iter().all(|check| check.outcome.is_ok()), "{passed:?}");
        assert_eq!(service.emulator.subscription_ids(), subscriptions, "the test subscription was deleted");
        service.emulator.set_settings(Settings { reject_notification_urls: true, ..Settings::default() });
        let failed = test().await;
        let last = failed.last().unwrap();
        let error = last.outcome.clone().unwrap_err();
        assert_eq!(last.name, "Push notifications");
        assert!(error.starts_with("the provider could not validate http") && error.contains("server.public_url"), "{error}");
        let report = health(&service, watcher).await;
        assert_eq!(report.health, Health::Degraded, "at once");
        assert!(report.reason.unwrap().contains("could not validate"));
        service.watchers.admin().reload(watcher, actor()).await.unwrap();
        wait_until(async || service.watchers.admin().get(watcher).await.unwrap().loops.iter().all(|one| one.last_success_at.is_some())).await;
        assert_eq!(health(&service, watcher).await.health, Health::Degraded, "a poll does not prove it wrong");
        service.emulator.set_settings(Settings::default());
        test().await;
        assert_eq!(health(&service, watcher).await.health, Health::Live);
        service.stop().await;
    }

    async fn a_failed_test_of_the_folder_degrades_its_watcher_only(db: &TestDb) {
        let mut service = TestService::with_poll_interval(db, RARELY).await;
        let watcher = service.create_watcher(BOX, |_| ()).await;
        wait_health(&service, watcher, Health::Live).await;
        let fields = service.watchers.admin().get(watcher).await.unwrap().watcher.fields;
        let other = WatcherFields { folder_path: "Nowhere".into(), folder_id: None, ..fields.clone() };
        let results = while_frozen(&service, service.watchers.admin().test_mailbox(&other)).await.unwrap();
        assert!(results.last().unwrap().outcome.is_err());
        assert_eq!(health(&service, watcher).await.health, Health::Live, "another folder");
        service.emulator.set_access_denied(BOX, true);
        let fields = WatcherFields { folder_id: None, ..fields };
        while_frozen(&service, service.watchers.admin().test_mailbox(&fields)).await.unwrap();
        assert_eq!(health(&service, watcher).await.health, Health::Degraded);
        service.emulator.set_access_denied(BOX, false);
        service.watchers.admin().reload(watcher, actor()).await.unwrap();
        wait_health(&service, watcher, Health::Live).await;
        service.stop().await;
    }
}
