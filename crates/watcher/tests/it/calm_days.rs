//! A month without a storm must not show Unknown.

use crate::feed_fixture::{BOX, FeedFixture};
use jiff::Timestamp;
use serde_json::json;
use std::time::Duration;
use stormwire_clock::Clock;
use stormwire_store::tables::action::ActionFields;
use stormwire_store::tables::log::LogStatus;
use stormwire_store::tables::watcher::Health;
use stormwire_testkit::on_both_databases;
use stormwire_testkit::service::{action_fields, actor, wait_until};

const DAYS: u32 = 30;
/// The clock jumps. After each jump the loops catch up before the feed is judged.
const STEPS_PER_DAY: u32 = 2;
const STEP: Duration = Duration::from_hours(12);

/// Ends the workflow for the vendor's daily report that there was no lightning.
fn stop_without_lightning() -> ActionFields {
    let when = json!({"All": [{"Path": "$.Message.Subject", "Is": "Contains", "Value": "No lightning"}]});
    let config = json!({"Op": {"Action": "Stop"}, "When": when});
    ActionFields { order: Some(1), ..action_fields("Condition", config, true) }
}

/// Waits until the last successful poll and the last test message are from after the jump, and until no job runs: the next jump
/// would end its calls to the provider with a timeout, or move its next run an hour away.
async fn catch_up(fixture: &FeedFixture<'_>, jumped_at: Timestamp) {
    wait_until(async || {
        let feed = fixture.feed_now().await;
        let is_seen = feed.canary.is_some_and(|canary| canary.sent_at >= jumped_at && canary.seen_at.is_some());
        is_seen && feed.last_checked_at >= Some(jumped_at)
    })
    .await;
    wait_until(async || fixture.db.count("select count(*) from it.Queue where State = 'Leased'").await == 0).await;
}

async fn stay_healthy(fixture: &FeedFixture<'_>, has_daily_mail: bool) {
    for day in 0..DAYS {
        for step in 0..STEPS_PER_DAY {
            fixture.service.clock.advance(STEP);
            let jumped_at = fixture.service.clock.now();
            catch_up(fixture, jumped_at).await;
            let feed = fixture.feed_now().await;
            assert_eq!((feed.healthy, feed.reason), (Some(true), None), "day {day}, step {step}");
            if has_daily_mail && step == 0 {
                let rows = fixture.service.logs().await.len();
                fixture.service.deliver(BOX, "No lightning today");
                fixture.service.wait_processed(rows + 1).await;
            }
        }
    }
    let health = fixture.service.watchers.admin().get(fixture.watcher).await.unwrap().health;
    assert_eq!((health.health, health.reason), (Health::Live, None));
    let logs = fixture.service.wait_processed(1).await;
    assert!(logs.iter().all(|log| matches!(log.status, LogStatus::Success | LogStatus::Skipped)));
}

on_both_databases! {
    async fn thirty_calm_days_without_mail_are_never_unknown(db: &TestDb) {
        let fixture = FeedFixture::open_with(db, Some(Duration::from_hours(1)), |_| ()).await;
        stay_healthy(&fixture, false).await;
        fixture.close().await;
    }

    async fn thirty_calm_days_with_a_daily_mail_are_never_unknown(db: &TestDb) {
        let fixture = FeedFixture::open_with(db, Some(Duration::from_hours(1)), |fields| fields.expect_every_minutes = Some(1_500)).await;
        fixture.service.watchers.admin().create_action(fixture.watcher, stop_without_lightning(), actor()).await.unwrap();
        stay_healthy(&fixture, true).await;
        fixture.close().await;
    }
}
