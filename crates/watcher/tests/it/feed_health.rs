//! Each reason for an unhealthy strike feed, with a real watcher on an emulated mailbox.

use crate::feed_fixture::{FeedFixture, INTERVAL};
use jiff::{SignedDuration, Timestamp};
use std::time::Duration;
use stormwire_clock::{Clock, later};
use stormwire_emulator::FaultSet;
use stormwire_lightning::Feed;
use stormwire_store::queue::{self, MESSAGE_KIND, QueueState};
use stormwire_store::tables::log::LogStatus;
use stormwire_testkit::service::{actor, wait_for, wait_until};
use stormwire_testkit::{TestDb, on_both_databases};

/// The time of the sixth failure of a job, and that of its next attempt.
async fn sixth_failure(fixture: &FeedFixture<'_>, db: &TestDb, kind: &str, key: &str) -> (Timestamp, Timestamp) {
    // Enough for six attempts. On a busy machine the rest passes in real time: retries and storms end after some minutes.
    let mut advances = 0..120;
    wait_for(async || {
        if advances.next().is_some() {
            fixture.service.clock.advance(Duration::from_secs(1));
        }
        let mut conn = db.store.reader().await.unwrap();
        let job = queue::find(&mut conn, kind, key).await.unwrap().unwrap();
        let failed_at = job.last_failure_at.filter(|_| job.attempts >= 6 && job.state == QueueState::Ready)?;
        Some((failed_at.0, job.due_at.0))
    })
    .await
}

on_both_databases! {
    async fn a_failing_mailbox_makes_the_feed_unhealthy_and_recovery_is_mailed(db: &TestDb) {
        let fixture = FeedFixture::open(db).await;
        fixture.wait_healthy().await;
        let feed = fixture.feed().await;
        assert!(feed.last_checked_at.is_some() && feed.reason.is_none());
        fixture.break_provider(1.0);
        fixture.service.clock.advance(INTERVAL * 2 + Duration::from_secs(1));
        fixture.wait_unhealthy("was last polled successfully at").await;
        fixture.wait_mailed(1, "stormwire: the strike feed is unhealthy").await;
        fixture.break_provider(0.0);
        fixture.wait_mailed(2, "stormwire: the strike feed has recovered").await;
        fixture.close().await;
    }

    async fn failed_polls_during_a_storm_are_repeated_at_its_pace(db: &TestDb) {
        let fixture = FeedFixture::open(db).await;
        fixture.deliver_strike(1);
        fixture.service.wait_processed(1).await;
        fixture.break_provider(1.0);
        let (failed_at, next_at) = sixth_failure(&fixture, db, "Reconcile", &fixture.watcher.to_string()).await;
        let wait = next_at.duration_since(failed_at);
        assert!(wait <= SignedDuration::from_secs(3), "{wait}");
        fixture.close().await;
    }

    async fn a_message_that_cannot_be_read_is_tried_again_soon(db: &TestDb) {
        let fixture = FeedFixture::open(db).await;
        fixture.service.emulator.set_faults(FaultSet { unreadable_messages: true, ..FaultSet::default() }).unwrap();
        let delivered_at = fixture.service.clock.now();
        fixture.deliver_strike(1);
        wait_until(async || !fixture.service.logs().await.is_empty()).await;
        let log_id = fixture.service.logs().await[0].id.to_string();
        let (failed_at, next_at) = sixth_failure(&fixture, db, MESSAGE_KIND, &log_id).await;
        let wait = next_at.duration_since(failed_at);
        // 3 seconds, or a tenth of the time that it has failed. Doubling would have reached 32 seconds.
        let longest = (failed_at.duration_since(delivered_at) / 10).max(SignedDuration::from_secs(10));
        assert!(wait <= longest, "{wait}");
        fixture.close().await;
    }

    async fn a_failed_message_makes_the_feed_unhealthy_until_it_succeeds(db: &TestDb) {
        let fixture = FeedFixture::open(db).await;
        fixture.extract_from("Flash at").await;
        fixture.deliver_strike(1);
        fixture.wait_unhealthy(" failed").await;
        let log = fixture.service.wait_processed(1).await.remove(0);
        fixture.extract_from("Strike at").await;
        wait_until(async || fixture.service.watchers.repair().retry(log.id, false, actor()).await.is_ok()).await;
        fixture.wait_healthy().await;
        fixture.close().await;
    }

    async fn an_unfinished_message_makes_the_feed_unhealthy_after_a_minute(db: &TestDb) {
        let fixture = FeedFixture::open(db).await;
        fixture.wait_healthy().await;
        fixture.service.wait_subscribed(fixture.watcher).await;
        fixture.break_provider(1.0);
        fixture.deliver_strike(1);
        wait_until(async || fixture.service.logs().await.iter().any(|log| log.status == LogStatus::Detected)).await;
        let is_stuck = async || fixture.feed().await.reason.is_some_and(|why| why.contains("is still not processed after 60 s"));
        fixture.service.clock.advance(Duration::from_secs(61));
        wait_until(is_stuck).await;
        fixture.break_provider(0.0);
        fixture.wait_healthy().await;
        fixture.close().await;
    }

    async fn a_message_left_in_processing_makes_the_feed_unhealthy(db: &TestDb) {
        let fixture = FeedFixture::open(db).await;
        fixture.wait_healthy().await;
        let now = fixture.service.clock.now();
        fixture.db.execute(&format!(
            "insert into it.MailboxWatcherLog (MailboxWatcherJobId, MessageKey, ReceivedAt, DetectedAt, Status, TriggerEvent, WorkflowRunId) \
             values ({}, 'left', '{now:.6}', '{now:.6}', 'Processing', 'Notification', 'r')", fixture.watcher
        )).await;
        fixture.wait_unhealthy("was interrupted").await;
        fixture.close().await;
    }

    async fn strikes_far_from_their_message_time_make_the_feed_unhealthy(db: &TestDb) {
        let fixture = FeedFixture::open(db).await;
        for (minutes, healthy) in [(1, true), (300, false), (2, true), (-20, false)] {
            // The provider reports whole seconds: each message needs a later second.
            fixture.service.clock.advance(Duration::from_secs(2));
            let count = fixture.service.logs().await.len() + 1;
            fixture.deliver_strike(minutes);
            fixture.service.wait_processed(count).await;
            if healthy { fixture.wait_healthy().await } else { fixture.wait_unhealthy("the newest strike is dated").await }
        }
        fixture.close().await;
    }

    async fn strikes_far_from_the_city_make_the_feed_unhealthy_until_a_plausible_message(db: &TestDb) {
        let fixture = FeedFixture::open(db).await;
        fixture.add_facility(34.7, -86.6).await;
        fixture.wait_healthy().await;
        let (near, far, farther) = ("lat 34.7 lng -86.5", "lat 34.7 lng 86.5", "lat 34.8 lng 86.5");
        for (positions, healthy) in [
            (&[far, farther][..], false),
            (&[near], true),
            (&[farther], false),
            (&[far, near, farther], true),
        ] {
            fixture.service.clock.advance(Duration::from_secs(2));
            let count = fixture.service.logs().await.len() + 1;
            fixture.deliver_strikes(1, positions);
            fixture.service.wait_processed(count).await;
            if healthy { fixture.wait_healthy().await } else { fixture.wait_unhealthy("so their coordinates are probably wrong").await }
        }
        fixture.close().await;
    }

    async fn a_facility_that_is_added_later_makes_far_strikes_plausible(db: &TestDb) {
        let fixture = FeedFixture::open(db).await;
        fixture.add_facility(34.7, -86.6).await;
        fixture.wait_healthy().await;
        fixture.deliver_strikes(1, &["lat 34.7 lng 86.5"]);
        fixture.service.wait_processed(1).await;
        fixture.wait_unhealthy("miles from every facility").await;
        fixture.add_facility(34.7, 86.6).await;
        fixture.wait_healthy().await;
        fixture.close().await;
    }

    async fn a_disabled_watcher_or_one_without_strikes_is_not_a_feed(db: &TestDb) {
        let fixture = FeedFixture::open(db).await;
        fixture.wait_healthy().await;
        fixture.service.watchers.admin().set_enabled(fixture.watcher, false, actor()).await.unwrap();
        wait_until(async || fixture.feed().await == Feed::default()).await;
        fixture.service.watchers.admin().set_enabled(fixture.watcher, true, actor()).await.unwrap();
        fixture.wait_healthy().await;
        let action = fixture.service.watchers.admin().actions(fixture.watcher).await.unwrap().pop().unwrap();
        fixture.service.watchers.admin().delete_action(fixture.watcher, action.id, actor()).await.unwrap();
        wait_until(async || fixture.feed().await == Feed::default()).await;
        fixture.close().await;
    }

    async fn the_first_notification_of_a_storm_brings_the_next_poll_forward(db: &TestDb) {
        let fixture = FeedFixture::open(db).await;
        fixture.wait_healthy().await;
        fixture.service.wait_subscribed(fixture.watcher).await;
        // A day without mail: the next poll is 30 seconds away.
        let idle = later(fixture.service.clock.now(), Duration::from_secs(15));
        let is_idle = format!("select count(*) from it.Queue where Kind = 'Reconcile' and State = 'Ready' and DueAt > '{idle:.6}'");
        wait_until(async || db.count(&is_idle).await == 1).await;
        fixture.deliver_strike(1);
        fixture.service.wait_processed(1).await;
        let soon = later(fixture.service.clock.now(), Duration::from_secs(5));
        let is_soon = format!("select count(*) from it.Queue where Kind = 'Reconcile' and DueAt <= '{soon:.6}'");
        assert_eq!(db.count(&is_soon).await, 1);
        fixture.close().await;
    }
}
