//! Watchers that changes of status start.

use jiff::Timestamp;
use serde_json::json;
use std::time::Duration;
use stormwire_clock::{Clock, later};
use stormwire_store::tables::log::{LogEntry, LogStatus, PhaseTwoStatus};
use stormwire_store::tables::status_event::{FacilityStatus, NewStatusEvent};
use stormwire_store::tables::watcher::{AllowList, Health, WatcherFields};
use stormwire_store::{ActionId, FacilityId, WatcherId};
use stormwire_testkit::service::{TestService, action_fields, actor, became_active, record_events, wait_until};
use stormwire_testkit::{TestDb, on_both_databases};
use stormwire_watcher::WatcherError;

/// Polls so seldom that only the unit which records an event can start its workflow in time.
const SELDOM: Duration = Duration::from_hours(1);

fn now(service: &TestService) -> Timestamp {
    service.clock.now()
}

async fn record(db: &TestDb, service: &TestService, events: Vec<NewStatusEvent>) {
    record_events(&db.store, events, now(service)).await;
}

async fn ended(service: &TestService, rows: usize) -> Vec<LogEntry> {
    let mut logs = service.wait_processed(rows).await;
    logs.sort_by_key(|log| log.id);
    logs
}

/// Makes the only action fail, or succeed again.
async fn set_failing(service: &TestService, watcher: WatcherId, action: ActionId, fails: bool) {
    let fields = action_fields("Count", json!({"Fail": fails}), true);
    service.watchers.admin().update_action(watcher, action, fields, actor()).await.unwrap();
}

on_both_databases! {
    async fn an_event_runs_both_phases_and_is_not_filed(db: &TestDb) {
        let mut service = TestService::with_poll_interval(db, SELDOM).await;
        let watcher = service.create_status_watcher("siren", |_| ()).await;
        service.add_count_action(watcher, json!({}), false).await;
        let at = now(&service);
        record(db, &service, vec![became_active(3, at)]).await;
        let log = ended(&service, 1).await.remove(0);
        assert_eq!((log.status, log.phase_two_status), (LogStatus::Success, PhaseTwoStatus::Success));
        assert_eq!((log.message_key.as_str(), log.error_message), ("event:1", None));
        assert_eq!(log.subject.as_deref(), Some("Facility 3: Active (was Clear)"));
        assert_eq!(log.received_at.map(|at| at.0), Some(at));
        assert_eq!(db.count("select count(*) from it.WorkflowRun where \"Trigger\" = 'StatusEvent'").await, 1);
        let context = service.recorder.contexts.lock().unwrap()[0].clone();
        assert_eq!((&context["Event"]["To"], &context["Facility"]["Id"]), (&json!("Active"), &json!(3)));
        wait_until(async || service.watchers.admin().get(watcher).await.unwrap().health.health == Health::Live).await;
        let state = service.watchers.admin().get(watcher).await.unwrap();
        assert_eq!(state.loops.iter().map(|one| one.name).collect::<Vec<_>>(), ["Reconcile"]);
        service.stop().await;
    }

    async fn filters_leave_other_events_out_of_the_log(db: &TestDb) {
        let mut service = TestService::with_poll_interval(db, SELDOM).await;
        service.create_status_watcher("siren", |fields| {
            fields.facility_ids = AllowList(Some(vec![FacilityId::new(2)]));
            fields.statuses = AllowList(Some(vec![FacilityStatus::Active]));
        }).await;
        let all = service.create_status_watcher("board", |fields| fields.rings = true).await;
        let at = now(&service);
        let cleared = NewStatusEvent {
            from: FacilityStatus::Active,
            to: FacilityStatus::Clear,
            ..became_active(2, at)
        };
        let ring = NewStatusEvent { ring: Some("Watch".into()), ..became_active(2, at) };
        record(db, &service, vec![became_active(1, at), became_active(2, at), cleared, ring]).await;
        let logs = ended(&service, 5).await;
        let of_filtered: Vec<&str> =
            logs.iter().filter(|log| log.watcher_id != all).map(|log| log.message_key.as_str()).collect();
        assert_eq!((of_filtered, logs.len()), (vec!["event:2"], 5));
        // A person who replays another event sees why it is not processed.
        let filtered = logs.iter().find(|log| log.watcher_id != all).unwrap().watcher_id;
        service.watchers.repair().replay(filtered, "event:3", actor()).await.unwrap();
        let replayed = ended(&service, 6).await.pop().unwrap();
        assert_eq!(replayed.status, LogStatus::Skipped);
        assert_eq!(replayed.error_message.as_deref(), Some("the watcher ignores changes to Clear"));
        service.stop().await;
    }

    async fn a_watcher_starts_with_the_next_change(db: &TestDb) {
        let mut service = TestService::with_poll_interval(db, SELDOM).await;
        let at = now(&service);
        record(db, &service, vec![became_active(1, at)]).await;
        let watcher = service.create_status_watcher("siren", |_| ()).await;
        record(db, &service, vec![became_active(2, at)]).await;
        ended(&service, 1).await;
        service.watchers.admin().set_enabled(watcher, false, actor()).await.unwrap();
        record(db, &service, vec![became_active(3, at)]).await;
        service.watchers.admin().set_enabled(watcher, true, actor()).await.unwrap();
        record(db, &service, vec![became_active(4, at)]).await;
        let keys: Vec<String> = ended(&service, 2).await.into_iter().map(|log| log.message_key).collect();
        assert_eq!(keys, ["event:2", "event:4"], "not what happened before, and not what happened while it was disabled");
        service.stop().await;
    }

    async fn events_of_a_stopped_service_run_after_its_start(db: &TestDb) {
        let mut service = TestService::with_poll_interval(db, SELDOM).await;
        let watcher = service.create_status_watcher("siren", |_| ()).await;
        record(db, &service, vec![became_active(1, now(&service))]).await;
        ended(&service, 1).await;
        service.stop().await;
        record(db, &service, vec![became_active(1, now(&service)), became_active(2, now(&service))]).await;
        // The loops that a start schedules are taken away: what is due was woken by the events.
        let due = format!("select count(*) from it.Queue where Kind = 'Reconcile' and UniqueKey = '{watcher}' and DueAt <= '{:.6}'", later(now(&service), Duration::from_secs(1)));
        assert_eq!(db.count(&due).await, 1);
        service.start(db).await;
        assert_eq!(ended(&service, 3).await.len(), 3);
        // Nothing that a start schedules needs a mailbox.
        wait_until(async || db.count("select count(*) from it.Queue where Kind = 'Strays'").await == 0).await;
        service.stop().await;
    }

    async fn a_failed_event_is_mailed_retried_and_dismissed(db: &TestDb) {
        let mut service = TestService::with_poll_interval(db, SELDOM).await;
        let watcher = service.create_status_watcher("siren", |_| ()).await;
        let action = service.watchers.admin().actions(watcher).await.unwrap()[0].id;
        set_failing(&service, watcher, action, true).await;
        record(db, &service, vec![became_active(1, now(&service)), became_active(2, now(&service))]).await;
        let logs = ended(&service, 2).await;
        assert!(logs.iter().all(|log| log.status == LogStatus::Failed), "{logs:?}");
        wait_until(async || service.recorder.mails().iter().any(|mail| mail.subject == "stormwire: a status event failed in watcher siren")).await;
        wait_until(async || service.watchers.admin().get(watcher).await.unwrap().health.health == Health::Degraded).await;
        set_failing(&service, watcher, action, false).await;
        wait_until(async || service.watchers.repair().retry(logs[0].id, false, actor()).await.is_ok()).await;
        service.watchers.repair().dismiss(logs[1].id, actor()).await.unwrap();
        let logs = ended(&service, 2).await;
        assert_eq!((logs[0].status, logs[1].status), (LogStatus::Success, LogStatus::Failed));
        assert!(logs[1].dismissed_at.is_some() && logs[0].run_id != logs[1].run_id);
        assert_eq!(service.recorder.runs()["event:1"], 2, "once by the event, once by the retry");
        service.stop().await;
    }

    async fn an_event_that_does_not_exist_fails_at_once(db: &TestDb) {
        let mut service = TestService::with_poll_interval(db, SELDOM).await;
        let watcher = service.create_status_watcher("siren", |_| ()).await;
        for key in ["event:77", "AAMkAD"] {
            service.watchers.repair().replay(watcher, key, actor()).await.unwrap();
        }
        for log in ended(&service, 2).await {
            let reason = log.error_message.unwrap();
            assert_eq!(log.status, LogStatus::Failed);
            assert!(reason.starts_with("status event not found"), "{reason}");
        }
        service.stop().await;
    }

    async fn a_watcher_without_a_mailbox_rejects_what_needs_one(db: &TestDb) {
        let mut service = TestService::with_poll_interval(db, SELDOM).await;
        let watcher = service.create_status_watcher("siren", |_| ()).await;
        let replayed = service.watchers.repair().replay_missing(watcher, actor()).await;
        assert!(matches!(replayed, Err(WatcherError::Conflict(_))), "{replayed:?}");
        let balance = service.watchers.repair().balance(watcher, 1, &jiff::tz::TimeZone::UTC).await.unwrap();
        assert!(balance.warnings.is_empty() && balance.folders.is_empty(), "{balance:?}");
        let to_mailbox = |before: &WatcherFields| {
            Ok::<_, WatcherError>(WatcherFields { name: before.name.clone(), ..WatcherFields::new("x", "storm@example.gov") })
        };
        let changed = service.watchers.admin().update(watcher, to_mailbox, actor()).await;
        assert!(matches!(changed, Err(WatcherError::Invalid(_))), "{changed:?}");
        service.stop().await;
    }
}
