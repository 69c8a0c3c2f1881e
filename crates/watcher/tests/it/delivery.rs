//! Test messages to the watched mailbox, other loaders of strikes, and what counts as a feed.

use crate::feed_fixture::{BOX, FeedFixture};
use serde_json::json;
use std::time::Duration;
use stormwire_clock::{Clock, SystemClock};
use stormwire_emulator::Settings;
use stormwire_lightning::{FeedRules, Lightning};
use stormwire_store::tables::delivery;
use stormwire_store::tables::log::{LogEntry, LogStatus};
use stormwire_testkit::on_both_databases;
use stormwire_testkit::service::{TestService, actor, feed_rules, wait_for, wait_until};

const CANARY: Option<Duration> = Some(Duration::from_mins(5));

fn sent_count(fixture: &FeedFixture<'_>) -> u64 {
    let calls = &fixture.service.emulator.stats()["calls"];
    calls
        .as_object()
        .unwrap()
        .iter()
        .filter(|(call, _)| call.ends_with("/sendMail"))
        .filter_map(|(_, n)| n.as_u64())
        .sum()
}

on_both_databases! {
    async fn a_test_message_is_recognized_measured_filed_and_not_processed(db: &TestDb) {
        let started_at = SystemClock.now();
        let fixture = FeedFixture::open_with(db, CANARY, |fields| {
            fields.from_filter = Some("vendor".into());
            fields.leave_unmatched = true;
        }).await;
        let seen = async || fixture.feed().await.canary.and_then(|canary| canary.duration());
        let duration = wait_for(seen).await;
        assert!(duration <= fixture.service.clock.now().duration_since(started_at), "{duration}");
        let log = fixture.service.wait_processed(1).await.remove(0);
        assert_eq!((log.status, log.error_message.as_deref()), (LogStatus::Skipped, Some("a test message of stormwire")));
        wait_until(async || fixture.service.folder_counts(BOX).get("Inbox/Processed") == Some(&1)).await;
        assert_eq!(fixture.service.folder_counts(BOX).get("Inbox"), None);
        assert!(fixture.service.recorder.runs().is_empty());
        fixture.wait_healthy().await;
        assert_eq!(sent_count(&fixture), 1);
        fixture.service.clock.advance(Duration::from_secs(301));
        wait_until(async || sent_count(&fixture) == 2).await;
        fixture.close().await;
    }

    async fn no_test_message_is_sent_by_default(db: &TestDb) {
        let fixture = FeedFixture::open(db).await;
        fixture.wait_healthy().await;
        assert_eq!((fixture.feed().await.canary, sent_count(&fixture)), (None, 0));
        fixture.close().await;
    }

    async fn no_test_message_is_sent_without_a_feed(db: &TestDb) {
        let mut service = TestService::with_intervals(db, Duration::from_millis(300), CANARY).await;
        let watcher = service.create_watcher("other@example.gov", |_| ()).await;
        service.wait_subscribed(watcher).await;
        assert_eq!(db.count("select count(*) from it.Queue where Kind = 'Canary'").await, 0);
        assert!(service.emulator.messages("other@example.gov").is_empty());
        service.stop().await;
    }

    async fn no_test_message_is_sent_when_the_watcher_no_longer_feeds(db: &TestDb) {
        let fixture = FeedFixture::open_with(db, CANARY, |_| ()).await;
        wait_until(async || fixture.feed().await.canary.is_some_and(|canary| canary.seen_at.is_some())).await;
        let admin = fixture.service.watchers.admin();
        let action = admin.actions(fixture.watcher).await.unwrap().pop().unwrap();
        admin.delete_action(fixture.watcher, action.id, actor()).await.unwrap();
        fixture.service.clock.advance(Duration::from_secs(301));
        let now = fixture.service.clock.now();
        let due = format!("select count(*) from it.Queue where Kind = 'Canary' and DueAt <= '{now:.6}'");
        wait_until(async || db.count(&due).await == 0).await;
        assert_eq!((sent_count(&fixture), db.count("select count(*) from it.Queue where Kind = 'Canary'").await), (1, 0));
        assert_eq!(db.count("select count(*) from it.DeliveryCheck where CanaryNonce is not null").await, 0);
        fixture.close().await;
    }

    async fn test_messages_and_filtered_mail_are_not_mail_of_the_vendor(db: &TestDb) {
        let fixture = FeedFixture::open_with(db, CANARY, |fields| {
            fields.from_filter = Some("vendor.example".into());
            fields.expect_every_minutes = Some(60);
        }).await;
        fixture.healthy_within(Duration::from_mins(1)).await;
        fixture.service.clock.advance(Duration::from_mins(58));
        let jumped_at = fixture.service.clock.now();
        let news = json!({"subject": "News", "from": {"emailAddress": {"address": "news@example.com"}}});
        fixture.service.emulator.deliver(BOX, "Inbox", news).unwrap();
        wait_until(async || {
            let is_news = |log: &LogEntry| log.subject.as_deref() == Some("News") && log.status == LogStatus::Skipped;
            let seen_at = fixture.feed_now().await.canary.and_then(|canary| canary.seen_at);
            seen_at.is_some_and(|at| at >= jumped_at) && fixture.service.logs().await.iter().any(is_news)
        }).await;
        fixture.unhealthy_within(Duration::from_mins(3), "no message has come from the vendor since").await;
        fixture.close().await;
    }

    async fn a_forged_test_message_does_not_count(db: &TestDb) {
        let fixture = FeedFixture::open_with(db, CANARY, |_| ()).await;
        wait_until(async || fixture.feed().await.canary.is_some_and(|canary| canary.seen_at.is_some())).await;
        let genuine = fixture.service.emulator.messages(BOX).remove(0);
        fixture.service.emulator.set_full(BOX, true);
        fixture.unhealthy_within(Duration::from_mins(9), "has not arrived").await;
        let before = fixture.service.logs().await.len();
        // The code of the old mark does not belong to the nonce of the missing message.
        let missing = delivery::get(&mut db.store.reader().await.unwrap(), fixture.watcher).await.unwrap().canary.unwrap();
        let subject = genuine["subject"].as_str().unwrap();
        let mut parts: Vec<&str> = subject.split('.').collect();
        parts[2] = &missing.nonce;
        let forged = parts.join(".");
        for subject in [subject, forged.as_str()] {
            let value = subject.rsplit(' ').next().unwrap();
            let headers = json!([{"name": "X-Stormwire-Canary", "value": value}]);
            let message = json!({"subject": subject, "internetMessageHeaders": headers, "body": {"contentType": "text", "content": "x"}});
            fixture.service.emulator.deliver(BOX, "Inbox", message).unwrap();
        }
        let logs = fixture.service.wait_processed(before + 2).await;
        assert!(logs.iter().all(|log| log.status == LogStatus::Skipped), "{logs:?}");
        assert_eq!(fixture.feed_now().await.healthy, Some(false), "an old mark and a forged one prove nothing");
        fixture.close().await;
    }

    async fn a_crash_while_sending_sends_another_test_message(db: &TestDb) {
        let mut fixture = FeedFixture::open_with(db, CANARY, |_| ()).await;
        wait_until(async || fixture.feed().await.canary.is_some_and(|canary| canary.seen_at.is_some())).await;
        fixture.service.stop().await;
        db.execute("update it.DeliveryCheck set CanaryAccepted = false, CanarySeenAt = null, CanaryUnseenSince = CanarySentAt, CanaryNonce = 'lost'").await;
        fixture.service.start(db).await;
        wait_until(async || sent_count(&fixture) == 2).await;
        wait_until(async || fixture.feed().await.canary.is_some_and(|canary| canary.seen_at.is_some())).await;
        fixture.wait_healthy().await;
        fixture.close().await;
    }

    async fn a_test_message_that_cannot_be_sent_is_a_reason(db: &TestDb) {
        let fixture = FeedFixture::open_with(db, CANARY, |_| ()).await;
        wait_until(async || fixture.feed().await.canary.is_some_and(|canary| canary.seen_at.is_some())).await;
        fixture.service.emulator.set_settings(Settings { deny_sending: true, ..Settings::default() });
        fixture.unhealthy_within(Duration::from_mins(9), "test messages to the vendor's mailbox cannot be sent since").await;
        fixture.service.emulator.set_settings(Settings::default());
        fixture.healthy_within(Duration::from_mins(2)).await;
        fixture.close().await;
    }

    async fn an_action_marked_as_feeding_makes_its_watcher_a_feed(db: &TestDb) {
        let mut service = TestService::with_poll_interval(db, Duration::from_mins(2)).await;
        let lightning = Lightning::new(db.store.clone(), service.clock.clone(), service.feed_rules);
        let watcher = service.create_watcher(BOX, |_| ()).await;
        // The next poll is two minutes away.
        service.wait_subscribed(watcher).await;
        let health = async || wait_for(async || lightning.live_picture().await.ok()).await.feed().healthy;
        assert_eq!(health().await, None);
        let marked_at = service.clock.now();
        let op = json!({"Action": "Execute", "Target": "data.BatchThreat", "Feeds": true});
        service.add_action(watcher, "Sql", json!({"Op": op, "Data": {"rows": []}})).await;
        wait_until(async || health().await == Some(true)).await;
        let poll = async || {
            let loops = service.watchers.admin().get(watcher).await.unwrap().loops;
            loops.into_iter().find(|one| one.name == "Reconcile").unwrap()
        };
        wait_until(async || {
            let poll = poll().await;
            poll.last_success_at >= Some(marked_at) && Some(poll.next_run_at) > poll.last_success_at
        }).await;
        let poll = poll().await;
        let wait = poll.next_run_at.duration_since(poll.last_success_at.unwrap());
        assert!(wait.as_secs() <= 30, "a feed polls every 30 s: {wait}");
        service.stop().await;
    }

    async fn an_external_loader_is_healthy_while_it_shows_signs_of_life(db: &TestDb) {
        let clock = std::sync::Arc::new(stormwire_clock::VirtualClock::frozen());
        let rules = FeedRules { external_silence: Some(Duration::from_mins(10)), ..feed_rules(Duration::from_mins(5)) };
        let lightning = Lightning::new(db.store.clone(), clock.clone(), rules);
        let feed = async || lightning.live_picture().await.unwrap().feed().clone();
        assert!(feed().await.reason.unwrap().contains("has sent neither a strike nor a heartbeat"));
        lightning.record_heartbeat().await.unwrap();
        clock.advance(Duration::from_secs(1));
        assert_eq!(feed().await.healthy, Some(true));
        clock.advance(Duration::from_mins(10));
        assert_eq!(feed().await.healthy, Some(false));
        // 12:05:00 is before the heartbeat's limit ended, 12:08 is not older than ten minutes at 12:10:01.
        db.execute("insert into data.LightningStrike (Name, Timestamp, Latitude, Longitude, Type) values ('network', '2026-05-01T12:08:00.000000Z', 34.7, -86.5, 'Cloud-to-Ground')").await;
        clock.advance(Duration::from_secs(1));
        let alive = feed().await;
        assert_eq!((alive.healthy, alive.last_checked_at.unwrap().to_string().as_str()), (Some(true), "2026-05-01T12:08:00Z"));
        // A strike dated in the future says nothing.
        db.execute("insert into data.LightningStrike (Name, Timestamp, Latitude, Longitude, Type) values ('network', '2026-05-02T12:08:00.000000Z', 34.7, -86.5, 'Cloud-to-Ground')").await;
        clock.advance(Duration::from_mins(10));
        assert_eq!(feed().await.healthy, Some(false));
    }
}
