//! Subscriptions: what happens when the provider rejects one, removes one, or asks for a renewal.

use serde_json::json;
use std::time::Duration;
use stormwire_clock::Clock;
use stormwire_emulator::{FaultSet, LifecycleEvent, Settings};
use stormwire_store::WatcherId;
use stormwire_store::tables::claim::TriggerEvent;
use stormwire_store::tables::log::LogStatus;
use stormwire_store::tables::watcher::{Health, WatcherState};
use stormwire_testkit::service::{TestService, actor, wait_until, watcher_fields};
use stormwire_testkit::{DirectConnection, TestDb, on_both_databases};

const BOX: &str = "storm@example.gov";

pub(crate) fn call_count(service: &TestService, call: &str) -> u64 {
    service.emulator.stats()["calls"][call].as_u64().unwrap_or(0)
}

async fn state(service: &TestService, watcher: WatcherId) -> WatcherState {
    service.watchers.admin().get(watcher).await.unwrap().watcher.state
}

/// The provider rejects every lifetime, of a new subscription and of a renewal.
fn reject_subscriptions(service: &TestService) {
    service.emulator.set_settings(Settings { subscription_ceiling_minutes: 0, ..Settings::default() });
}

/// Waits until the loop of the subscription has succeeded again.
async fn wait_maintained(service: &TestService, watcher: WatcherId) {
    let asked_at = service.clock.now();
    wait_until(async || {
        let loops = service.watchers.admin().get(watcher).await.unwrap().loops;
        loops.iter().any(|one| one.name == "Subscription" && one.last_success_at > Some(asked_at))
    })
    .await;
}

fn send(service: &TestService, lifecycle: LifecycleEvent) {
    service.emulator.set_faults(FaultSet { lifecycle: Some(lifecycle), ..FaultSet::default() }).unwrap();
}

on_both_databases! {
    async fn a_failed_creation_is_stored_until_the_next_success(db: &TestDb) {
        let mut service = TestService::new(db).await;
        reject_subscriptions(&service);
        let watcher = service.create_watcher(BOX, |_| ()).await;
        wait_until(async || state(&service, watcher).await.last_subscription_error.is_some()).await;
        let failed = state(&service, watcher).await;
        assert_eq!((failed.subscription_id, failed.last_renewed_at), (None, None));
        assert!(failed.last_subscription_error.unwrap().contains("rejected the subscription"));
        service.deliver(BOX, "Strike");
        let logs = service.wait_processed(1).await;
        assert_eq!((logs[0].status, logs[0].trigger_event), (LogStatus::Success, TriggerEvent::Reconciliation));
        assert_eq!(service.watchers.admin().get(watcher).await.unwrap().health.health, Health::Degraded);
        service.emulator.set_settings(Settings::default());
        service.watchers.admin().reload(watcher, actor()).await.unwrap();
        service.wait_subscribed(watcher).await;
        assert_eq!(state(&service, watcher).await.last_subscription_error, None);
        service.stop().await;
    }

    async fn a_failed_renewal_is_stored_until_the_next_success(db: &TestDb) {
        let mut service = TestService::with_poll_interval(db, Duration::from_hours(1)).await;
        let watcher = service.create_watcher(BOX, |_| ()).await;
        service.wait_subscribed(watcher).await;
        let before = state(&service, watcher).await;
        reject_subscriptions(&service);
        send(&service, LifecycleEvent::ReauthorizationRequired);
        wait_until(async || state(&service, watcher).await.last_subscription_error.is_some()).await;
        let failed = state(&service, watcher).await;
        assert!(failed.last_subscription_error.unwrap().contains("rejected the subscription"));
        assert_eq!(failed.subscription_id, before.subscription_id, "the old one is still valid");
        service.emulator.set_settings(Settings::default());
        service.watchers.admin().reload(watcher, actor()).await.unwrap();
        wait_until(async || state(&service, watcher).await.last_subscription_error.is_none()).await;
        service.stop().await;
    }

    async fn a_check_neither_ends_nor_reports_the_error_of_a_renewal(db: &TestDb) {
        let mut service = TestService::with_poll_interval(db, Duration::from_hours(1)).await;
        let watcher = service.create_watcher(BOX, |_| ()).await;
        service.wait_subscribed(watcher).await;
        let error = async || state(&service, watcher).await.last_subscription_error;
        service.emulator.set_faults(FaultSet { server_errors: 1.0, ..FaultSet::default() }).unwrap();
        service.watchers.admin().reload(watcher, actor()).await.unwrap();
        let failed = "select count(*) from it.Queue where Kind = 'Subscription' and LastFailureAt is not null";
        wait_until(async || {
            // The calls to the provider have waits and limits.
            service.clock.advance(Duration::from_secs(1));
            db.count(failed).await == 1
        })
        .await;
        assert_eq!(error().await, None, "nothing was to be created or renewed");
        service.emulator.set_faults(FaultSet::default()).unwrap();
        let mut foreign = DirectConnection::connect(&db.database).await;
        foreign.execute("update it.MailboxWatcherJob set LastSubscriptionError = 'rejected'").await.unwrap();
        service.watchers.admin().reload(watcher, actor()).await.unwrap();
        wait_maintained(&service, watcher).await;
        assert_eq!(error().await.as_deref(), Some("rejected"), "nothing was created or renewed");
        send(&service, LifecycleEvent::ReauthorizationRequired);
        wait_until(async || error().await.is_none()).await;
        service.stop().await;
    }

    async fn a_requested_renewal_survives_a_reload_and_a_restart(db: &TestDb) {
        let mut service = TestService::with_poll_interval(db, Duration::from_hours(1)).await;
        let watcher = service.create_watcher(BOX, |_| ()).await;
        service.wait_subscribed(watcher).await;
        reject_subscriptions(&service);
        send(&service, LifecycleEvent::ReauthorizationRequired);
        wait_until(async || state(&service, watcher).await.last_subscription_error.is_some()).await;
        let before = state(&service, watcher).await;
        let tries = call_count(&service, "PATCH /subscriptions/{id}");
        service.watchers.admin().reload(watcher, actor()).await.unwrap();
        // A check would be a GET.
        wait_until(async || {
            let calls = ["PATCH /subscriptions/{id}", "GET /subscriptions/{id}"].map(|call| call_count(&service, call));
            calls[0] > tries || calls[1] > 0
        })
        .await;
        service.stop().await;
        service.emulator.set_settings(Settings::default());
        service.start(db).await;
        wait_maintained(&service, watcher).await;
        let after = state(&service, watcher).await;
        assert!(after.last_renewed_at > before.last_renewed_at, "{:?}", after.last_renewed_at);
        assert_eq!((after.subscription_id, after.last_subscription_error), (before.subscription_id, None));
        service.stop().await;
    }

    async fn a_requested_renewal_and_a_removed_subscription_poll_at_once(db: &TestDb) {
        let mut service = TestService::with_poll_interval(db, Duration::from_hours(1)).await;
        let watcher = service.create_watcher(BOX, |_| ()).await;
        service.wait_subscribed(watcher).await;
        // Without a new subscription, only the notification can cause a poll.
        reject_subscriptions(&service);
        for event in [LifecycleEvent::ReauthorizationRequired, LifecycleEvent::SubscriptionRemoved] {
            let before = state(&service, watcher).await.last_checked_at;
            send(&service, event);
            wait_until(async || state(&service, watcher).await.last_checked_at > before).await;
        }
        assert_eq!(state(&service, watcher).await.subscription_id, None, "it was removed");
        service.stop().await;
    }

    async fn a_watcher_polls_before_it_subscribes(db: &TestDb) {
        let mut service = TestService::with_poll_interval(db, Duration::from_hours(1)).await;
        service.emulator.set_settings(Settings { response_delay_ms: 200, ..Settings::default() });
        let watcher = service.create_watcher(BOX, |_| ()).await;
        wait_until(async || call_count(&service, "POST /subscriptions") >= 1).await;
        assert!(state(&service, watcher).await.last_checked_at.is_some(), "a poll has ended");
        service.stop().await;
    }

    async fn the_folder_of_a_watcher_is_looked_up_once(db: &TestDb) {
        let mut service = TestService::new(db).await;
        service.emulator.add_mailbox(BOX).unwrap();
        let old = json!({"subject": "old", "receivedDateTime": "2020-01-01T00:00:00Z"});
        service.emulator.deliver(BOX, "Inbox/Storms", old).unwrap();
        let lookups = || -> u64 {
            let stats = service.emulator.stats();
            let calls = stats["calls"].as_object().unwrap().iter();
            calls.filter(|(call, _)| call.ends_with("/childFolders")).filter_map(|(_, count)| count.as_u64()).sum()
        };
        let mut fields = watcher_fields(BOX, service.credential);
        (fields.folder_path, fields.process_existing) = ("Inbox/Storms".into(), Some(false));
        let watcher = service.watchers.admin().create(fields, actor()).await.unwrap().watcher.id;
        let of_the_save = lookups();
        assert!(of_the_save > 0, "{}", service.emulator.stats());
        service.watchers.admin().set_enabled(watcher, true, actor()).await.unwrap();
        service.wait_subscribed(watcher).await;
        wait_until(async || state(&service, watcher).await.last_listed_at.is_some()).await;
        assert_eq!(lookups(), of_the_save);
        assert!(service.watchers.admin().get(watcher).await.unwrap().watcher.fields.folder_id.is_some());
        service.stop().await;
    }
}

/// The loop stores a new subscription while a notification about the one before is being stored.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_late_removal_does_not_end_the_subscription_after_it() {
    let db = TestDb::postgres().await;
    let mut service = TestService::with_poll_interval(&db, Duration::from_hours(1)).await;
    let watcher = service.create_watcher(BOX, |_| ()).await;
    service.wait_subscribed(watcher).await;
    let mut foreign = DirectConnection::connect(&db.database).await;
    foreign.execute("begin").await.unwrap();
    foreign.execute("update it.MailboxWatcherJob set GraphSubscriptionId = 'new'").await.unwrap();
    let before = state(&service, watcher).await;
    send(&service, LifecycleEvent::SubscriptionRemoved);
    let waiting = "select count(*) from pg_stat_activity where wait_event_type = 'Lock' \
                   and query like '%ClientState = null%' and datname = current_database()";
    wait_until(async || db.count(waiting).await == 1).await;
    foreign.execute("commit").await.unwrap();
    wait_until(async || state(&service, watcher).await.last_checked_at > before.last_checked_at).await;
    assert_eq!(state(&service, watcher).await.subscription_id.as_deref(), Some("new"));
    service.stop().await;
    db.end().await;
}
