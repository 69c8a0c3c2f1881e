//! The rules of watchers, with an emulated provider.

use crate::subscriptions::call_count;
use serde_json::json;
use std::time::Duration;
use stormwire_city::credentials::Credentials;
use stormwire_emulator::{FaultSet, LifecycleEvent, Settings};
use stormwire_store::tables::claim::TriggerEvent;
use stormwire_store::tables::credential::CredentialFields;
use stormwire_store::tables::log::{LogStatus, PhaseTwoStatus};
use stormwire_store::tables::watcher::{Health, Mode, WatcherFields};
use stormwire_store::tables::workflow::StepStatus;
use stormwire_testkit::service::{TestService, actor, wait_until};
use stormwire_testkit::{DirectConnection, on_both_databases};
use stormwire_watcher::WatcherError;

const BOX: &str = "storm@example.gov";

on_both_databases! {
    async fn a_notified_message_is_claimed_run_and_filed(db: &TestDb) {
        let mut service = TestService::with_poll_interval(db, Duration::from_hours(1)).await;
        let watcher = service.create_watcher(BOX, |_| ()).await;
        service.wait_subscribed(watcher).await;
        let key = service.deliver(BOX, "Strike");
        let logs = service.wait_processed(1).await;
        let log = &logs[0];
        assert_eq!((log.message_key.as_str(), log.status), (key.as_str(), LogStatus::Success));
        assert_eq!((log.trigger_event, log.phase_two_status), (TriggerEvent::Notification, PhaseTwoStatus::None));
        assert_eq!((log.subject.as_deref(), log.from_address.as_deref()), (Some("Strike"), Some("alerts@vendor.example")));
        assert!(log.received_at.is_some() && log.processed_at.is_some() && log.error_message.is_none());
        assert_eq!(service.folder_counts(BOX), [("Inbox/Processed".to_owned(), 1)].into());
        assert_eq!(service.emulator.messages(BOX)[0]["isRead"], true);
        let seen = service.recorder.contexts.lock().unwrap()[0].clone();
        assert_eq!(seen["Message"], json!({"Subject": "Strike", "From": "alerts@vendor.example", "FromName": "Vendor", "To": [BOX]}));
        assert_eq!(seen["BodyText"].as_str().unwrap().trim(), "1\t2");
        assert_eq!(seen["MessageKey"], json!(key));
        let watched = service.watchers.admin().get(watcher).await.unwrap();
        assert_eq!(watched.health.health, Health::Live);
        assert_eq!(watched.watcher.state.last_message_status, Some(LogStatus::Success));
        let steps = service.watchers.repair().log(log.id).await.unwrap().steps;
        assert_eq!((steps.len(), steps[0].status, steps[0].result.as_deref()), (1, StepStatus::Success, Some("counted")));
        service.stop().await;
    }

    async fn polling_finds_existing_mail_without_a_subscription(db: &TestDb) {
        let mut service = TestService::new(db).await;
        service.emulator.add_mailbox(BOX).unwrap();
        for number in 0..45 {
            service.deliver(BOX, &number.to_string());
        }
        let watcher = service.create_watcher(BOX, |fields| fields.mode = Mode::PollOnly).await;
        service.wait_processed(45).await;
        service.deliver(BOX, "late");
        let logs = service.wait_processed(46).await;
        assert!(logs.iter().all(|log| log.trigger_event == TriggerEvent::Reconciliation && log.status == LogStatus::Success));
        assert_eq!(call_count(&service, "POST /subscriptions"), 0);
        wait_until(async || service.watchers.admin().get(watcher).await.unwrap().health.health == Health::Polling).await;
        service.stop().await;
    }

    async fn filtered_messages_are_skipped_and_filed_without_a_run(db: &TestDb) {
        let mut service = TestService::new(db).await;
        service.create_watcher(BOX, |fields| fields.subject_filter = Some("strike".into())).await;
        service.deliver(BOX, "Newsletter");
        let logs = service.wait_processed(1).await;
        assert_eq!(logs[0].status, LogStatus::Skipped);
        assert!(service.recorder.runs().is_empty());
        wait_until(async || service.folder_counts(BOX) == [("Inbox/Processed".to_owned(), 1)].into()).await;
        service.stop().await;
    }

    async fn a_failed_action_fails_the_message_and_skips_phase_two(db: &TestDb) {
        let mut service = TestService::new(db).await;
        let watcher = service.create_watcher(BOX, |_| ()).await;
        service.add_count_action(watcher, json!({"Fail": true}), true).await;
        service.add_count_action(watcher, json!({}), false).await;
        service.deliver(BOX, "Strike");
        let logs = service.wait_processed(1).await;
        assert_eq!((logs[0].status, logs[0].phase_two_status), (LogStatus::Failed, PhaseTwoStatus::None));
        assert!(logs[0].error_message.as_deref().unwrap().contains("failed by config"), "{:?}", logs[0].error_message);
        wait_until(async || service.folder_counts(BOX) == [("Inbox/Failed".to_owned(), 1)].into()).await;
        assert_eq!(service.emulator.messages(BOX)[0]["isRead"], true);
        // Others may be about the watcher, which a busy machine polls late.
        let mail_count = || service.recorder.mails().iter().filter(|mail| mail.subject.contains("a message failed")).count();
        wait_until(async || mail_count() > 0).await;
        assert_eq!(mail_count(), 1);
        let steps = service.watchers.repair().log(logs[0].id).await.unwrap().steps;
        let statuses: Vec<StepStatus> = steps.iter().map(|step| step.status).collect();
        assert_eq!(statuses, [StepStatus::Success, StepStatus::Failed, StepStatus::Skipped]);
        service.stop().await;
    }

    async fn phase_two_runs_after_filing_under_the_same_run(db: &TestDb) {
        let mut service = TestService::new(db).await;
        let watcher = service.create_watcher(BOX, |_| ()).await;
        service.add_count_action(watcher, json!({"Wait": true}), false).await;
        service.deliver(BOX, "Strike");
        wait_until(async || service.logs().await.first().is_some_and(|log| log.phase_two_status == PhaseTwoStatus::Running)).await;
        assert_eq!(service.logs().await[0].status, LogStatus::Success);
        assert_eq!(service.folder_counts(BOX), [("Inbox/Processed".to_owned(), 1)].into());
        let contexts = "select count(*) from it.WorkflowRun where Context is not null";
        assert_eq!(db.count(contexts).await, 1, "the sealed context is stored");
        let held = service.watchers.repair().retry(service.logs().await[0].id, false, actor()).await;
        assert!(matches!(held, Err(WatcherError::Conflict(_))), "Phase 2 is running");
        service.recorder.wait_permits.add_permits(1);
        let logs = service.wait_processed(1).await;
        assert_eq!(logs[0].phase_two_status, PhaseTwoStatus::Success);
        assert_eq!(db.count(contexts).await, 0);
        service.stop().await;
    }

    async fn a_retry_processes_the_same_row_under_a_new_run(db: &TestDb) {
        let mut service = TestService::new(db).await;
        let watcher = service.create_watcher(BOX, |_| ()).await;
        let broken = service.add_count_action(watcher, json!({"Fail": true}), true).await;
        let key = service.deliver(BOX, "Strike");
        let before = service.wait_processed(1).await.remove(0);
        wait_until(async || service.folder_counts(BOX) == [("Inbox/Failed".to_owned(), 1)].into()).await;
        service.watchers.admin().delete_action(watcher, broken, actor()).await.unwrap();
        wait_until(async || service.watchers.repair().retry(before.id, false, actor()).await.is_ok()).await;
        let after = service.wait_processed(1).await.remove(0);
        assert_eq!((after.id, after.status, after.trigger_event), (before.id, LogStatus::Success, TriggerEvent::Manual));
        assert_ne!(after.run_id, before.run_id);
        wait_until(async || db.count("select count(*) from it.Queue where Kind = 'Message'").await == 0 && service.folder_counts(BOX) == [("Inbox/Processed".to_owned(), 1)].into()).await;
        let replayed = service.watchers.repair().replay(watcher, &key, actor()).await.unwrap();
        assert_eq!(replayed.id, before.id, "replaying a logged message retries its row");
        service.wait_processed(1).await;
        let missing = service.watchers.repair().replay(watcher, "AAkAnothing", actor()).await.unwrap();
        let logs = service.wait_processed(2).await;
        let failed = logs.iter().find(|log| log.id == missing.id).unwrap();
        assert_eq!(failed.status, LogStatus::Failed);
        service.stop().await;
    }

    async fn a_running_message_cannot_be_retried_and_an_interrupted_one_waits(db: &TestDb) {
        let mut service = TestService::new(db).await;
        let watcher = service.create_watcher(BOX, |_| ()).await;
        service.add_count_action(watcher, json!({"Wait": true}), true).await;
        service.deliver(BOX, "Strike");
        wait_until(async || service.logs().await.first().is_some_and(|log| log.status == LogStatus::Processing)).await;
        let id = service.logs().await[0].id;
        assert!(matches!(service.watchers.repair().retry(id, false, actor()).await, Err(WatcherError::Conflict(_))));
        service.recorder.wait_permits.add_permits(10);
        service.wait_processed(1).await;
        service.stop().await;
        let interrupt = "update it.MailboxWatcherLog set Status = 'Processing'";
        db.execute(interrupt).await;
        service.start(db).await;
        service.deliver(BOX, "Another");
        wait_until(async || service.logs().await.iter().any(|log| log.status == LogStatus::Success)).await;
        assert!(service.logs().await.iter().any(|log| log.id == id && log.status == LogStatus::Processing));
        service.watchers.repair().retry(id, false, actor()).await.unwrap();
        service.wait_processed(2).await;
        service.stop().await;
    }

    async fn messages_left_in_the_folder_get_a_category_and_stay_unread(db: &TestDb) {
        let mut service = TestService::new(db).await;
        service.create_watcher(BOX, |fields| fields.move_on_process = false).await;
        service.deliver(BOX, "Strike");
        service.wait_processed(1).await;
        let message = service.emulator.messages(BOX).remove(0);
        assert_eq!((&message["categories"], &message["isRead"], &message["folder"]), (&json!(["Processed"]), &json!(false), &json!("Inbox")));
        service.stop().await;
    }

    async fn attachments_under_the_limit_are_downloaded_and_deleted_later(db: &TestDb) {
        let mut service = TestService::new(db).await;
        let watcher = service.create_watcher(BOX, |fields| (fields.include_attachments, fields.max_attachment_mb) = (true, 1)).await;
        service.add_count_action(watcher, json!({"Wait": true}), true).await;
        let large = "A".repeat(2_000_000);
        let message = json!({"subject": "x", "attachments": [
            {"name": "../../evil.csv", "contentType": "text/csv", "contentBytes": "MSwyCg=="},
            {"name": "large.bin", "contentBytes": large},
            {"@odata.type": "#microsoft.graph.itemAttachment", "name": "inner", "item": {"subject": "inside"}},
            {"@odata.type": "#microsoft.graph.referenceAttachment", "name": "link", "sourceUrl": "https://example.com"},
        ]});
        service.emulator.deliver(BOX, "Inbox", message).unwrap();
        wait_until(async || service.recorder.contexts.lock().unwrap().len() >= 2).await;
        let seen = service.recorder.contexts.lock().unwrap()[0].clone();
        let attachments = seen["Attachments"].as_array().unwrap().clone();
        assert_eq!(attachments.len(), 4);
        let path = attachments[0]["FilePath"].as_str().unwrap();
        assert!(path.starts_with(db.folder().join("work").to_str().unwrap()) && path.ends_with("001-evil.csv"), "{path}");
        assert_eq!(std::fs::read(path).unwrap(), b"1,2\n");
        assert_eq!((&attachments[0]["SizeBytes"], &attachments[0]["Name"]), (&json!(4), &json!("../../evil.csv")));
        assert!(attachments[1]["FilePath"].is_null() && attachments[2]["FilePath"].is_string() && attachments[3]["FilePath"].is_null());
        service.recorder.wait_permits.add_permits(1);
        service.wait_processed(1).await;
        wait_until(async || !std::path::Path::new(path).exists()).await;
        service.stop().await;
    }

    async fn disabling_a_watcher_deletes_its_subscription_and_keeps_its_mail(db: &TestDb) {
        let mut service = TestService::new(db).await;
        let watcher = service.create_watcher(BOX, |_| ()).await;
        service.wait_subscribed(watcher).await;
        service.watchers.admin().set_enabled(watcher, false, actor()).await.unwrap();
        wait_until(async || call_count(&service, "DELETE /subscriptions/{id}") >= 1).await;
        assert_eq!(service.watchers.admin().get(watcher).await.unwrap().health.health, Health::Disabled);
        service.deliver(BOX, "Strike");
        service.watchers.admin().set_enabled(watcher, true, actor()).await.unwrap();
        service.wait_processed(1).await;
        service.stop().await;
    }

    async fn existing_mail_gets_no_row_if_only_new_mail_is_processed(db: &TestDb) {
        let mut service = TestService::new(db).await;
        service.emulator.add_mailbox(BOX).unwrap();
        let old = json!({"subject": "old", "receivedDateTime": "2020-01-01T00:00:00Z"});
        service.emulator.deliver(BOX, "Inbox", old).unwrap();
        let watcher = service.create_watcher(BOX, |fields| fields.process_existing = Some(false)).await;
        service.wait_subscribed(watcher).await;
        service.deliver(BOX, "new");
        let logs = service.wait_processed(1).await;
        assert_eq!((logs.len(), logs[0].subject.as_deref()), (1, Some("new")));
        assert_eq!(service.folder_counts(BOX)["Inbox"], 1, "old messages are not touched");
        service.stop().await;
    }

    async fn shorter_lifetimes_are_accepted_and_lost_subscriptions_replaced(db: &TestDb) {
        let mut service = TestService::new(db).await;
        service.emulator.set_settings(Settings { subscription_ceiling_minutes: 4_230, ..Settings::default() });
        let watcher = service.create_watcher(BOX, |_| ()).await;
        service.wait_subscribed(watcher).await;
        let first = service.watchers.admin().get(watcher).await.unwrap().watcher.state;
        let minutes = first.subscription_expires_at.unwrap().duration_since(first.last_renewed_at.unwrap()).as_mins();
        assert!((4_190..=4_200).contains(&minutes), "{minutes}");
        service.emulator.set_faults(FaultSet { expire_subscriptions: true, ..FaultSet::default() }).unwrap();
        let renewed = async || service.watchers.admin().get(watcher).await.unwrap().watcher.state.subscription_id.is_some_and(|id| Some(id) != first.subscription_id);
        wait_until(renewed).await;
        service.stop().await;
    }

    async fn every_lifetime_ceiling_leads_to_a_subscription(db: &TestDb) {
        let mut service = TestService::new(db).await;
        for (number, ceiling) in [(0, 1_440), (1, 60)] {
            service.emulator.set_settings(Settings { subscription_ceiling_minutes: ceiling, ..Settings::default() });
            let watcher = service.create_watcher(&format!("box{number}@city.example"), |_| ()).await;
            service.wait_subscribed(watcher).await;
        }
        service.stop().await;
    }

    async fn a_silent_subscription_is_replaced_after_a_restart(db: &TestDb) {
        let mut service = TestService::new(db).await;
        let watcher = service.create_watcher(BOX, |_| ()).await;
        service.wait_subscribed(watcher).await;
        service.stop().await;
        let before = service.watchers.admin().get(watcher).await.unwrap().watcher.state.subscription_id;
        let mut foreign = DirectConnection::connect(&db.database).await;
        foreign.execute("update it.MailboxWatcherJob set SubscriptionSoughtAt = '2020-01-01T00:00:00.000000Z'").await.unwrap();
        service.start(db).await;
        service.emulator.set_faults(FaultSet { drop: 1.0, ..FaultSet::default() }).unwrap();
        for subject in ["one", "two", "three"] {
            service.deliver(BOX, subject);
        }
        service.wait_processed(3).await;
        service.clock.advance(Duration::from_mins(4));
        let held = async || service.watchers.admin().get(watcher).await.unwrap().watcher.state.subscription_id;
        wait_until(async || held().await.is_some_and(|id| Some(id) != before)).await;
        wait_until(async || service.recorder.mails().iter().any(|mail| mail.subject.ends_with("is degraded"))).await;
        service.stop().await;
    }

    async fn a_subscription_with_another_url_is_replaced(db: &TestDb) {
        // A long interval: a poll must not find the message before its notification arrives.
        let mut service = TestService::with_poll_interval(db, Duration::from_hours(1)).await;
        let watcher = service.create_watcher(BOX, |_| ()).await;
        service.wait_subscribed(watcher).await;
        service.stop().await;
        let other = service.emulator.add_subscription(BOX, "app", "contoso.com", "https://old.example/webhooks/graph/mail");
        let mut foreign = DirectConnection::connect(&db.database).await;
        foreign.execute(&format!("update it.MailboxWatcherJob set GraphSubscriptionId = '{other}', LastSubscriptionError = 'old'")).await.unwrap();
        service.start(db).await;
        let state = async || service.watchers.admin().get(watcher).await.unwrap().watcher.state;
        wait_until(async || state().await.subscription_id.is_some_and(|id| id != other)).await;
        assert_eq!(state().await.last_subscription_error, None);
        service.wait_subscribed(watcher).await;
        service.deliver(BOX, "Strike");
        assert_eq!(service.wait_processed(1).await[0].trigger_event, TriggerEvent::Notification);
        service.stop().await;
    }

    async fn messages_between_first_poll_and_subscription_are_found_at_once(db: &TestDb) {
        let mut service = TestService::with_poll_interval(db, Duration::from_hours(1)).await;
        service.emulator.set_settings(Settings { response_delay_ms: 300, ..Settings::default() });
        // Time passes only until the subscription is being created, and again after the message has arrived.
        service.clock.freeze();
        let subscribing = wait_until(async || {
            service.clock.advance(Duration::from_millis(20));
            call_count(&service, "POST /subscriptions") >= 1
        });
        let (watcher, ()) = tokio::join!(service.create_watcher(BOX, |_| ()), subscribing);
        service.emulator.set_faults(FaultSet { drop: 1.0, ..FaultSet::default() }).unwrap();
        service.deliver(BOX, "Strike");
        service.emulator.set_settings(Settings::default());
        service.clock.run();
        service.wait_subscribed(watcher).await;
        assert_eq!(service.wait_processed(1).await[0].trigger_event, TriggerEvent::Reconciliation);
        service.stop().await;
    }

    async fn a_second_credential_does_not_change_existing_watchers(db: &TestDb) {
        let mut service = TestService::new(db).await;
        let first = service.credential;
        let watcher = service.create_watcher(BOX, |fields| fields.credential_id = None).await;
        service.wait_subscribed(watcher).await;
        let credentials = Credentials::new(db.store.clone(), service.clock.clone(), service.secrets());
        let fields = CredentialFields { name: "second".into(), client_id: "b".into(), namespace: "contoso.com".into(), secret_expires_at: None, usage: None };
        credentials.create(fields, "s".into(), actor()).await.unwrap();
        assert_eq!(service.watchers.admin().get(watcher).await.unwrap().watcher.fields.credential_id, Some(first));
        service.deliver(BOX, "Strike");
        service.wait_processed(1).await;
        service.stop().await;
    }

    async fn a_change_during_subscription_creation_leaves_one_working_subscription(db: &TestDb) {
        let mut service = TestService::with_poll_interval(db, Duration::from_hours(1)).await;
        service.emulator.add_mailbox(BOX).unwrap();
        let inbox = service.watchers.admin().folders(Some(service.credential), BOX).await.unwrap()[0].id.clone();
        service.emulator.set_settings(Settings { response_delay_ms: 300, ..Settings::default() });
        let watcher = service.create_watcher(BOX, |_| ()).await;
        wait_until(async || call_count(&service, "POST /subscriptions") >= 1).await;
        let revise = move |before: &WatcherFields| {
            Ok::<_, WatcherError>(WatcherFields { folder_id: Some(inbox.clone()), ..before.clone() })
        };
        service.watchers.admin().update(watcher, revise, actor()).await.unwrap();
        service.emulator.set_settings(Settings::default());
        service.wait_subscribed(watcher).await;
        wait_until(async || service.emulator.subscription_ids().len() == 1).await;
        // The poll that follows a new subscription may find the first message. Then only a notification can bring the second.
        service.deliver(BOX, "First strike");
        service.wait_processed(1).await;
        service.deliver(BOX, "Second strike");
        assert!(service.wait_processed(2).await.iter().any(|log| log.trigger_event == TriggerEvent::Notification));
        service.stop().await;
    }

    async fn lifecycle_notifications_renew_replace_and_poll(db: &TestDb) {
        let mut service = TestService::with_poll_interval(db, Duration::from_hours(1)).await;
        let watcher = service.create_watcher(BOX, |_| ()).await;
        service.wait_subscribed(watcher).await;
        let send = |lifecycle| service.emulator.set_faults(FaultSet { lifecycle: Some(lifecycle), ..FaultSet::default() }).unwrap();
        send(LifecycleEvent::ReauthorizationRequired);
        wait_until(async || call_count(&service, "PATCH /subscriptions/{id}") >= 1).await;
        service.emulator.set_faults(FaultSet { drop: 1.0, ..FaultSet::default() }).unwrap();
        service.deliver(BOX, "not notified");
        send(LifecycleEvent::Missed);
        service.wait_processed(1).await;
        let before = service.watchers.admin().get(watcher).await.unwrap().watcher.state.subscription_id;
        send(LifecycleEvent::SubscriptionRemoved);
        let held = async || service.watchers.admin().get(watcher).await.unwrap().watcher.state.subscription_id;
        wait_until(async || held().await.is_some_and(|id| Some(id) != before)).await;
        service.stop().await;
    }

    async fn only_our_orphaned_subscriptions_are_deleted_at_start(db: &TestDb) {
        let mut service = TestService::new(db).await;
        let watcher = service.create_watcher(BOX, |_| ()).await;
        service.wait_subscribed(watcher).await;
        service.stop().await;
        let foreign = service.emulator.add_subscription(BOX, "app", "contoso.com", "https://other.example/hook");
        let orphan = service.emulator.add_subscription(BOX, "app", "contoso.com", service.watchers.notification_url());
        let held = service.watchers.admin().get(watcher).await.unwrap().watcher.state.subscription_id.unwrap();
        service.start(db).await;
        wait_until(async || !service.emulator.subscription_ids().contains(&orphan)).await;
        let left = service.emulator.subscription_ids();
        assert!(left.contains(&foreign) && left.contains(&held), "{left:?}");
        service.stop().await;
    }

    async fn a_denied_mailbox_degrades_its_watcher_and_recovery_is_mailed(db: &TestDb) {
        // Two intervals must be longer than any pause of a busy machine.
        let mut service = TestService::with_poll_interval(db, Duration::from_secs(3)).await;
        let watcher = service.create_watcher(BOX, |_| ()).await;
        service.wait_subscribed(watcher).await;
        wait_until(async || service.watchers.admin().get(watcher).await.unwrap().watcher.state.health == Health::Live).await;
        service.emulator.set_access_denied(BOX, true);
        let reason = async || service.watchers.admin().get(watcher).await.unwrap().health.reason.unwrap_or_default();
        wait_until(async || reason().await.contains("access is denied")).await;
        wait_until(async || service.recorder.mails().iter().any(|mail| mail.subject.contains("is degraded"))).await;
        service.emulator.set_access_denied(BOX, false);
        wait_until(async || service.recorder.mails().iter().any(|mail| mail.subject.contains("has recovered"))).await;
        service.stop().await;
    }
}
