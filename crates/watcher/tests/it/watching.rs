//! Watching, rule by rule, against the emulated provider.

use serde_json::json;
use std::time::Duration;
use stormwire_city::credentials::Credentials;
use stormwire_emulator::{FaultSet, LifecycleEvent, Settings};
use stormwire_store::tables::claim::TriggerEvent;
use stormwire_store::tables::credential::CredentialFields;
use stormwire_store::tables::log::{LogStatus, PhaseTwoStatus};
use stormwire_store::tables::watcher::{Health, Mode, WatcherFields};
use stormwire_store::tables::workflow::StepStatus;
use stormwire_testkit::station::{Station, actor, until};
use stormwire_testkit::{Foreign, on_both_databases};
use stormwire_watcher::WatcherError;

const BOX: &str = "storm@example.gov";

fn calls(station: &Station, call: &str) -> u64 {
    station.emulator.stats()["calls"][call].as_u64().unwrap_or(0)
}

on_both_databases! {
    async fn a_notified_message_is_claimed_run_and_filed(bed: &Bed) {
        let mut station = Station::with(bed, Duration::from_hours(1)).await;
        let watcher = station.watcher(BOX, |_| ()).await;
        station.subscribed(watcher).await;
        let key = station.deliver(BOX, "Strike");
        let logs = station.settled(1).await;
        let log = &logs[0];
        assert_eq!((log.message_key.as_str(), log.status), (key.as_str(), LogStatus::Success));
        assert_eq!((log.trigger_event, log.phase_two_status), (TriggerEvent::Notification, PhaseTwoStatus::None));
        assert_eq!((log.subject.as_deref(), log.from_address.as_deref()), (Some("Strike"), Some("alerts@vendor.example")));
        assert!(log.received_at.is_some() && log.processed_at.is_some() && log.error_message.is_none());
        assert_eq!(station.folders(BOX), [("Inbox/Processed".to_owned(), 1)].into());
        assert_eq!(station.emulator.messages(BOX)[0]["isRead"], true);
        let seen = station.counts.seen.lock().unwrap()[0].clone();
        assert_eq!(seen["Message"], json!({"Subject": "Strike", "From": "alerts@vendor.example", "FromName": "Vendor", "To": [BOX]}));
        assert_eq!(seen["BodyText"].as_str().unwrap().trim(), "1\t2");
        assert_eq!(seen["MessageKey"], json!(key));
        let watched = station.watchers.admin().get(watcher).await.unwrap();
        assert_eq!(watched.health.health, Health::Live);
        assert_eq!(watched.watcher.state.last_message_status, Some(LogStatus::Success));
        let steps = station.watchers.repair().log(log.id).await.unwrap().steps;
        assert_eq!((steps.len(), steps[0].status, steps[0].result.as_deref()), (1, StepStatus::Success, Some("counted")));
        station.stop().await;
    }

    async fn polling_finds_existing_mail_without_a_subscription(bed: &Bed) {
        let mut station = Station::new(bed).await;
        station.emulator.add_mailbox(BOX).unwrap();
        for number in 0..45 {
            station.deliver(BOX, &number.to_string());
        }
        let watcher = station.watcher(BOX, |fields| fields.mode = Mode::PollOnly).await;
        station.settled(45).await;
        station.deliver(BOX, "late");
        let logs = station.settled(46).await;
        assert!(logs.iter().all(|log| log.trigger_event == TriggerEvent::Reconciliation && log.status == LogStatus::Success));
        assert_eq!(calls(&station, "POST /subscriptions"), 0);
        until(async || station.watchers.admin().get(watcher).await.unwrap().health.health == Health::Polling).await;
        station.stop().await;
    }

    async fn filtered_messages_are_skipped_and_filed_without_a_run(bed: &Bed) {
        let mut station = Station::new(bed).await;
        station.watcher(BOX, |fields| fields.subject_filter = Some("strike".into())).await;
        station.deliver(BOX, "Newsletter");
        let logs = station.settled(1).await;
        assert_eq!(logs[0].status, LogStatus::Skipped);
        assert!(station.counts.runs().is_empty());
        until(async || station.folders(BOX) == [("Inbox/Processed".to_owned(), 1)].into()).await;
        station.stop().await;
    }

    async fn a_failed_action_fails_the_message_mails_once_and_skips_phase_two(bed: &Bed) {
        let mut station = Station::new(bed).await;
        let watcher = station.watcher(BOX, |_| ()).await;
        station.action(watcher, json!({"Fail": true}), true).await;
        station.action(watcher, json!({}), false).await;
        station.deliver(BOX, "Strike");
        let logs = station.settled(1).await;
        assert_eq!((logs[0].status, logs[0].phase_two_status), (LogStatus::Failed, PhaseTwoStatus::None));
        assert!(logs[0].error_message.as_deref().unwrap().contains("it was told to"), "{:?}", logs[0].error_message);
        until(async || station.folders(BOX) == [("Inbox/Failed".to_owned(), 1)].into()).await;
        assert_eq!(station.emulator.messages(BOX)[0]["isRead"], true);
        until(async || !station.counts.mails().is_empty()).await;
        assert_eq!(station.counts.mails().len(), 1);
        let steps = station.watchers.repair().log(logs[0].id).await.unwrap().steps;
        let statuses: Vec<StepStatus> = steps.iter().map(|step| step.status).collect();
        assert_eq!(statuses, [StepStatus::Success, StepStatus::Failed, StepStatus::Skipped]);
        station.stop().await;
    }

    async fn phase_two_runs_after_filing_under_the_same_run(bed: &Bed) {
        let mut station = Station::new(bed).await;
        let watcher = station.watcher(BOX, |_| ()).await;
        station.action(watcher, json!({"Wait": true}), false).await;
        station.deliver(BOX, "Strike");
        until(async || station.logs().await.first().is_some_and(|log| log.phase_two_status == PhaseTwoStatus::Running)).await;
        assert_eq!(station.logs().await[0].status, LogStatus::Success);
        assert_eq!(station.folders(BOX), [("Inbox/Processed".to_owned(), 1)].into());
        let kept = "select count(*) from it.WorkflowRun where Context is not null";
        assert_eq!(bed.count(kept).await, 1, "the context is kept, sealed");
        let held = station.watchers.repair().retry(station.logs().await[0].id, false, actor()).await;
        assert!(matches!(held, Err(WatcherError::Conflict(_))), "its second phase is running");
        station.counts.hold.add_permits(1);
        let logs = station.settled(1).await;
        assert_eq!(logs[0].phase_two_status, PhaseTwoStatus::Success);
        assert_eq!(bed.count(kept).await, 0);
        station.stop().await;
    }

    async fn a_retry_runs_the_same_row_again_under_a_new_run(bed: &Bed) {
        let mut station = Station::new(bed).await;
        let watcher = station.watcher(BOX, |_| ()).await;
        let broken = station.action(watcher, json!({"Fail": true}), true).await;
        let key = station.deliver(BOX, "Strike");
        let before = station.settled(1).await.remove(0);
        until(async || station.folders(BOX) == [("Inbox/Failed".to_owned(), 1)].into()).await;
        station.watchers.admin().delete_action(watcher, broken, actor()).await.unwrap();
        until(async || station.watchers.repair().retry(before.id, false, actor()).await.is_ok()).await;
        let after = station.settled(1).await.remove(0);
        assert_eq!((after.id, after.status, after.trigger_event), (before.id, LogStatus::Success, TriggerEvent::Manual));
        assert_ne!(after.run_id, before.run_id);
        until(async || station.folders(BOX) == [("Inbox/Processed".to_owned(), 1)].into()).await;
        let replayed = station.watchers.repair().replay(watcher, &key, actor()).await.unwrap();
        assert_eq!(replayed.id, before.id, "one that is in the log is a retry of its row");
        station.settled(1).await;
        let missing = station.watchers.repair().replay(watcher, "AAkAnothing", actor()).await.unwrap();
        let logs = station.settled(2).await;
        let failed = logs.iter().find(|log| log.id == missing.id).unwrap();
        assert_eq!(failed.status, LogStatus::Failed);
        station.stop().await;
    }

    async fn a_running_row_cannot_be_retried_and_a_stuck_one_waits(bed: &Bed) {
        let mut station = Station::new(bed).await;
        let watcher = station.watcher(BOX, |_| ()).await;
        station.action(watcher, json!({"Wait": true}), true).await;
        station.deliver(BOX, "Strike");
        until(async || station.logs().await.first().is_some_and(|log| log.status == LogStatus::Processing)).await;
        let id = station.logs().await[0].id;
        assert!(matches!(station.watchers.repair().retry(id, false, actor()).await, Err(WatcherError::Conflict(_))));
        station.counts.hold.add_permits(10);
        station.settled(1).await;
        station.stop().await;
        let left = "update it.MailboxWatcherLog set Status = 'Processing'";
        bed.execute(left).await;
        station.start(bed).await;
        station.deliver(BOX, "Another");
        until(async || station.logs().await.iter().any(|log| log.status == LogStatus::Success)).await;
        assert!(station.logs().await.iter().any(|log| log.id == id && log.status == LogStatus::Processing));
        station.watchers.repair().retry(id, false, actor()).await.unwrap();
        station.settled(2).await;
        station.stop().await;
    }

    async fn messages_that_stay_get_a_category_and_keep_their_read_state(bed: &Bed) {
        let mut station = Station::new(bed).await;
        station.watcher(BOX, |fields| fields.move_on_process = false).await;
        station.deliver(BOX, "Strike");
        station.settled(1).await;
        let message = station.emulator.messages(BOX).remove(0);
        assert_eq!((&message["categories"], &message["isRead"], &message["folder"]), (&json!(["Processed"]), &json!(false), &json!("Inbox")));
        station.stop().await;
    }

    async fn attachments_under_the_limit_are_written_and_cleaned_up(bed: &Bed) {
        let mut station = Station::new(bed).await;
        let watcher = station.watcher(BOX, |fields| (fields.include_attachments, fields.max_attachment_mb) = (true, 1)).await;
        station.action(watcher, json!({"Wait": true}), true).await;
        let large = "A".repeat(2_000_000);
        let message = json!({"subject": "x", "attachments": [
            {"name": "../../evil.csv", "contentType": "text/csv", "contentBytes": "MSwyCg=="},
            {"name": "large.bin", "contentBytes": large},
            {"@odata.type": "#microsoft.graph.itemAttachment", "name": "inner", "item": {"subject": "inside"}},
            {"@odata.type": "#microsoft.graph.referenceAttachment", "name": "link", "sourceUrl": "https://example.com"},
        ]});
        station.emulator.deliver(BOX, "Inbox", message).unwrap();
        until(async || station.counts.seen.lock().unwrap().len() >= 2).await;
        let seen = station.counts.seen.lock().unwrap()[0].clone();
        let attachments = seen["Attachments"].as_array().unwrap().clone();
        assert_eq!(attachments.len(), 4);
        let path = attachments[0]["FilePath"].as_str().unwrap();
        assert!(path.starts_with(bed.folder().join("work").to_str().unwrap()) && path.ends_with("001-evil.csv"), "{path}");
        assert_eq!(std::fs::read(path).unwrap(), b"1,2\n");
        assert_eq!((&attachments[0]["SizeBytes"], &attachments[0]["Name"]), (&json!(4), &json!("../../evil.csv")));
        assert!(attachments[1]["FilePath"].is_null() && attachments[2]["FilePath"].is_string() && attachments[3]["FilePath"].is_null());
        station.counts.hold.add_permits(1);
        station.settled(1).await;
        until(async || !std::path::Path::new(path).exists()).await;
        station.stop().await;
    }

    async fn a_disabled_watcher_keeps_messages_waiting_and_releases_its_subscription(bed: &Bed) {
        let mut station = Station::new(bed).await;
        let watcher = station.watcher(BOX, |_| ()).await;
        station.subscribed(watcher).await;
        station.watchers.admin().set_enabled(watcher, false, actor()).await.unwrap();
        until(async || calls(&station, "DELETE /subscriptions/{id}") == 1).await;
        assert_eq!(station.watchers.admin().get(watcher).await.unwrap().health.health, Health::Disabled);
        station.deliver(BOX, "Strike");
        station.watchers.admin().set_enabled(watcher, true, actor()).await.unwrap();
        station.settled(1).await;
        station.stop().await;
    }

    async fn existing_mail_gets_no_row_when_only_new_mail_counts(bed: &Bed) {
        let mut station = Station::new(bed).await;
        station.emulator.add_mailbox(BOX).unwrap();
        let old = json!({"subject": "old", "receivedDateTime": "2020-01-01T00:00:00Z"});
        station.emulator.deliver(BOX, "Inbox", old.clone()).unwrap();
        let watcher = station.watcher(BOX, |fields| fields.process_existing = Some(false)).await;
        station.subscribed(watcher).await;
        station.emulator.deliver(BOX, "Inbox", old).unwrap();
        station.deliver(BOX, "new");
        until(async || station.logs().await.iter().any(|log| log.subject.as_deref() == Some("new"))).await;
        until(async || station.logs().await.len() == 1).await;
        station.settled(1).await;
        assert_eq!(station.folders(BOX)["Inbox"], 2, "neither of the old ones was touched");
        station.stop().await;
    }

    async fn shorter_lifetimes_are_accepted_and_lost_subscriptions_replaced(bed: &Bed) {
        let mut station = Station::new(bed).await;
        station.emulator.set_settings(Settings { subscription_ceiling_minutes: 4_230, ..Settings::default() });
        let watcher = station.watcher(BOX, |_| ()).await;
        station.subscribed(watcher).await;
        let first = station.watchers.admin().get(watcher).await.unwrap().watcher.state;
        let minutes = first.subscription_expires_at.unwrap().duration_since(first.last_renewed_at.unwrap()).as_mins();
        assert!((4_190..=4_200).contains(&minutes), "{minutes}");
        station.emulator.set_faults(FaultSet { expire_subscriptions: true, ..FaultSet::default() }).unwrap();
        let renewed = async || station.watchers.admin().get(watcher).await.unwrap().watcher.state.subscription_id.is_some_and(|id| Some(id) != first.subscription_id);
        until(renewed).await;
        station.stop().await;
    }

    async fn every_lifetime_ceiling_leads_to_a_subscription(bed: &Bed) {
        let mut station = Station::new(bed).await;
        for (place, ceiling) in [(0, 1_440), (1, 60)] {
            station.emulator.set_settings(Settings { subscription_ceiling_minutes: ceiling, ..Settings::default() });
            let watcher = station.watcher(&format!("box{place}@city.example"), |_| ()).await;
            station.subscribed(watcher).await;
        }
        station.stop().await;
    }

    async fn a_silent_subscription_is_replaced_also_after_a_restart(bed: &Bed) {
        let mut station = Station::new(bed).await;
        let watcher = station.watcher(BOX, |_| ()).await;
        station.subscribed(watcher).await;
        station.stop().await;
        let before = station.watchers.admin().get(watcher).await.unwrap().watcher.state.subscription_id;
        let mut foreign = Foreign::connect(&bed.database).await;
        foreign.execute("update it.MailboxWatcherJob set SubscriptionSoughtAt = '2020-01-01T00:00:00.000000Z'").await.unwrap();
        station.start(bed).await;
        station.emulator.set_faults(FaultSet { drop: 1.0, ..FaultSet::default() }).unwrap();
        for subject in ["one", "two", "three"] {
            station.deliver(BOX, subject);
        }
        station.settled(3).await;
        station.clock.advance(Duration::from_mins(4));
        let held = async || station.watchers.admin().get(watcher).await.unwrap().watcher.state.subscription_id;
        until(async || held().await.is_some_and(|id| Some(id) != before)).await;
        until(async || station.counts.mails().iter().any(|mail| mail.subject.ends_with("is degraded"))).await;
        station.stop().await;
    }

    async fn a_subscription_with_another_url_is_replaced(bed: &Bed) {
        // Polls are rare: otherwise one may find the message before its notification arrives.
        let mut station = Station::with(bed, Duration::from_hours(1)).await;
        let watcher = station.watcher(BOX, |_| ()).await;
        station.subscribed(watcher).await;
        station.stop().await;
        let other = station.emulator.add_subscription(BOX, "app", "contoso.com", "https://old.example/webhooks/graph/mail");
        let mut foreign = Foreign::connect(&bed.database).await;
        foreign.execute(&format!("update it.MailboxWatcherJob set GraphSubscriptionId = '{other}', LastSubscriptionError = 'old'")).await.unwrap();
        station.start(bed).await;
        let state = async || station.watchers.admin().get(watcher).await.unwrap().watcher.state;
        until(async || state().await.subscription_id.is_some_and(|id| id != other)).await;
        assert_eq!(state().await.last_subscription_error, None);
        station.subscribed(watcher).await;
        station.deliver(BOX, "Strike");
        assert_eq!(station.settled(1).await[0].trigger_event, TriggerEvent::Notification);
        station.stop().await;
    }

    async fn a_subscription_error_is_cleared_when_the_subscription_is_alive(bed: &Bed) {
        let mut station = Station::new(bed).await;
        let watcher = station.watcher(BOX, |_| ()).await;
        station.subscribed(watcher).await;
        station.stop().await;
        let mut foreign = Foreign::connect(&bed.database).await;
        foreign.execute("update it.MailboxWatcherJob set LastSubscriptionError = 'the sign-in was refused'").await.unwrap();
        station.start(bed).await;
        until(async || station.watchers.admin().get(watcher).await.unwrap().watcher.state.last_subscription_error.is_none()).await;
        station.stop().await;
    }

    async fn messages_between_first_poll_and_subscription_are_found_at_once(bed: &Bed) {
        let mut station = Station::with(bed, Duration::from_hours(1)).await;
        station.emulator.set_settings(Settings { response_delay_ms: 300, ..Settings::default() });
        let watcher = station.watcher(BOX, |_| ()).await;
        until(async || calls(&station, "POST /subscriptions") == 1).await;
        station.emulator.set_faults(FaultSet { drop: 1.0, ..FaultSet::default() }).unwrap();
        station.deliver(BOX, "Strike");
        station.emulator.set_settings(Settings::default());
        station.subscribed(watcher).await;
        assert_eq!(station.settled(1).await[0].trigger_event, TriggerEvent::Reconciliation);
        station.stop().await;
    }

    async fn a_second_credential_leaves_watchers_their_own(bed: &Bed) {
        let mut station = Station::new(bed).await;
        let first = station.credential;
        let watcher = station.watcher(BOX, |fields| fields.credential_id = None).await;
        station.subscribed(watcher).await;
        let credentials = Credentials::new(bed.store.clone(), station.clock.clone(), station.secrets());
        let fields = CredentialFields { name: "second".into(), client_id: "b".into(), namespace: "contoso.com".into(), secret_expires_at: None };
        credentials.create(fields, "s".into(), actor()).await.unwrap();
        assert_eq!(station.watchers.admin().get(watcher).await.unwrap().watcher.fields.credential_id, Some(first));
        station.deliver(BOX, "Strike");
        station.settled(1).await;
        station.stop().await;
    }

    async fn changing_a_watcher_during_subscription_creation_ends_with_one_that_works(bed: &Bed) {
        let mut station = Station::with(bed, Duration::from_hours(1)).await;
        station.emulator.add_mailbox(BOX).unwrap();
        let inbox = station.watchers.admin().folders(Some(station.credential), BOX).await.unwrap()[0].id.clone();
        station.emulator.set_settings(Settings { response_delay_ms: 300, ..Settings::default() });
        let watcher = station.watcher(BOX, |_| ()).await;
        until(async || calls(&station, "POST /subscriptions") == 1).await;
        let revise = move |before: &WatcherFields| {
            Ok::<_, WatcherError>(WatcherFields { folder_id: Some(inbox.clone()), ..before.clone() })
        };
        station.watchers.admin().update(watcher, revise, actor()).await.unwrap();
        station.emulator.set_settings(Settings::default());
        station.subscribed(watcher).await;
        until(async || station.emulator.subscription_ids().len() == 1).await;
        station.deliver(BOX, "Strike");
        let logs = station.settled(1).await;
        assert_eq!(logs[0].trigger_event, TriggerEvent::Notification);
        station.stop().await;
    }

    async fn lifecycle_notifications_renew_replace_and_poll(bed: &Bed) {
        let mut station = Station::with(bed, Duration::from_hours(1)).await;
        let watcher = station.watcher(BOX, |_| ()).await;
        station.subscribed(watcher).await;
        let tell = |lifecycle| station.emulator.set_faults(FaultSet { lifecycle: Some(lifecycle), ..FaultSet::default() }).unwrap();
        tell(LifecycleEvent::ReauthorizationRequired);
        until(async || calls(&station, "PATCH /subscriptions/{id}") == 1).await;
        station.emulator.set_faults(FaultSet { drop: 1.0, ..FaultSet::default() }).unwrap();
        station.deliver(BOX, "unheard");
        tell(LifecycleEvent::Missed);
        station.settled(1).await;
        let before = station.watchers.admin().get(watcher).await.unwrap().watcher.state.subscription_id;
        tell(LifecycleEvent::SubscriptionRemoved);
        until(async || {
            let now = station.watchers.admin().get(watcher).await.unwrap().watcher.state.subscription_id;
            now.is_some() && now != before
        })
        .await;
        station.stop().await;
    }

    async fn only_our_own_stray_subscriptions_are_deleted_at_start(bed: &Bed) {
        let mut station = Station::new(bed).await;
        let watcher = station.watcher(BOX, |_| ()).await;
        station.subscribed(watcher).await;
        station.stop().await;
        let foreign = station.emulator.add_subscription(BOX, "app", "contoso.com", "https://other.example/hook");
        let stray = station.emulator.add_subscription(BOX, "app", "contoso.com", station.watchers.notification_url());
        let held = station.watchers.admin().get(watcher).await.unwrap().watcher.state.subscription_id.unwrap();
        station.start(bed).await;
        until(async || !station.emulator.subscription_ids().contains(&stray)).await;
        let left = station.emulator.subscription_ids();
        assert!(left.contains(&foreign) && left.contains(&held), "{left:?}");
        station.stop().await;
    }

    async fn a_denied_mailbox_degrades_its_watcher_and_recovery_is_mailed(bed: &Bed) {
        // Two intervals must be longer than any pause that a busy machine makes.
        let mut station = Station::with(bed, Duration::from_secs(3)).await;
        let watcher = station.watcher(BOX, |_| ()).await;
        station.subscribed(watcher).await;
        until(async || station.watchers.admin().get(watcher).await.unwrap().watcher.state.health == Health::Live).await;
        station.emulator.set_access_denied(BOX, true);
        until(async || {
            let reason = station.watchers.admin().get(watcher).await.unwrap().health.reason;
            reason.is_some_and(|reason| reason.contains("access is denied"))
        })
        .await;
        until(async || station.counts.mails().iter().any(|mail| mail.subject.contains("is degraded"))).await;
        station.emulator.set_access_denied(BOX, false);
        until(async || station.counts.mails().iter().any(|mail| mail.subject.contains("has recovered"))).await;
        station.stop().await;
    }
}
