//! How long alarms took, and when the feed was healthy.

use futures_util::FutureExt;
use jiff::{SignedDuration, Timestamp};
use stormwire_store::tables::alarm::{self, FeedPeriod};
use stormwire_store::tables::retention;
use stormwire_store::{Schema, StoreError};
use stormwire_testkit::{TestDb, on_both_databases};

const GAP: SignedDuration = SignedDuration::from_secs(60);

fn second(number: i64) -> Timestamp {
    Timestamp::from_second(1_777_636_800 + number).unwrap()
}

async fn record(db: &TestDb, healthy: bool, at: i64) {
    let unit = db.store.write::<_, StoreError, _>(Schema::It, move |conn| {
        alarm::record_health(conn, healthy, second(at), GAP).boxed()
    });
    unit.await.unwrap();
}

async fn healthy_since(db: &TestDb, since: i64) -> Vec<(i64, i64)> {
    let periods = alarm::list_healthy(&mut db.store.reader().await.unwrap(), second(since)).await.unwrap();
    let seconds = |at: Timestamp| at.as_second() - second(0).as_second();
    periods.into_iter().map(|FeedPeriod { from, until, .. }| (seconds(from), seconds(until))).collect()
}

async fn between(db: &TestDb, since: i64, until: i64, limit: u32) -> Vec<(bool, i64, i64)> {
    let mut conn = db.store.reader().await.unwrap();
    let periods = alarm::list_between(&mut conn, second(since), second(until), limit).await.unwrap();
    let seconds = |at: Timestamp| at.as_second() - second(0).as_second();
    periods.into_iter().map(|FeedPeriod { healthy, from, until }| (healthy, seconds(from), seconds(until))).collect()
}

on_both_databases! {
    async fn periods_of_a_healthy_feed_end_with_its_health_and_without_checks(db: &TestDb) {
        for (healthy, at) in [(true, 0), (true, 30), (true, 60), (false, 90), (false, 120), (true, 150), (true, 500), (true, 530)] {
            record(db, healthy, at).await;
        }
        assert_eq!(healthy_since(db, 0).await, [(0, 90), (150, 150), (500, 530)]);
        assert_eq!(healthy_since(db, 151).await, [(500, 530)]);
        let unit = db.store.write(Schema::It, |conn| retention::purge(conn, second(200), 100).boxed());
        assert_eq!(unit.await.unwrap(), 3);
        assert_eq!(healthy_since(db, 0).await, [(500, 530)]);
    }

    async fn periods_that_overlap_a_time_span_are_listed_in_order(db: &TestDb) {
        for (healthy, at) in [(true, 0), (true, 30), (false, 60), (false, 90), (true, 500), (true, 530), (true, 900)] {
            record(db, healthy, at).await;
        }
        assert_eq!(between(db, 0, 1_000, 10).await, [(true, 0, 60), (false, 60, 90), (true, 500, 530), (true, 900, 900)]);
        assert_eq!(between(db, 61, 500, 10).await, [(false, 60, 90), (true, 500, 530)]);
        assert_eq!(between(db, 0, 1_000, 1).await, [(true, 900, 900)], "the newest");
        assert_eq!(between(db, 531, 899, 10).await, []);
    }

    async fn only_mail_that_came_after_its_watcher_is_measured(db: &TestDb) {
        db.execute("insert into it.MailboxWatcherJob (Id, Name, MailboxAddress, CreatedAt, UpdatedAt) \
             values (7, 'w', 'a@b.c', '2026-05-01T12:00:00.000000Z', '2026-05-01T12:00:00.000000Z')").await;
        for (id, received, trigger) in [(1, "11:59", "Notification"), (2, "12:01", "Notification"), (3, "12:01", "Manual")] {
            db.execute(&format!(
                "insert into it.MailboxWatcherLog (Id, MailboxWatcherJobId, MessageKey, ReceivedAt, DetectedAt, Status, TriggerEvent, \
                 WorkflowRunId, NewestStrikeAt, StrikesStoredAt) \
                 values ({id}, 7, 'm{id}', '2026-05-01T{received}:00.000000Z', '2026-05-01T12:01:02.000000Z', 'Success', '{trigger}', 'r', \
                 '2026-05-01T12:00:30.000000Z', '2026-05-01T12:01:03.000000Z')"
            )).await;
        }
        let mut conn = db.store.reader().await.unwrap();
        let stored = alarm::list_stored(&mut conn, second(0), 10).await.unwrap();
        let delays: Vec<i64> = stored.iter().map(|one| one.stored_at.duration_since(one.received_at).as_secs()).collect();
        assert_eq!(delays, [3]);
        assert!(alarm::list_stored(&mut conn, stored[0].stored_at, 10).await.unwrap().is_empty(), "only later ones");
    }
}
