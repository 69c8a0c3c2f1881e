//! Strikes by kind, and what a message remembers of its strikes.

use futures_util::FutureExt;
use jiff::Timestamp;
use stormwire_geo::{LonLat, Miles, StrikeKind};
use stormwire_store::tables::feed::{self, ClosestStrike, StrikeBatch};
use stormwire_store::tables::log;
use stormwire_store::tables::strike::{StrikeFilter, StrikeSearch, list_newest};
use stormwire_store::{Database, LogId, RunId, Schema, WatcherId};
use stormwire_testkit::{TestDb, on_both_databases};

const AT: &str = "2026-05-01T12:00:00.000000Z";

fn at(lat: f64, lon: f64) -> LonLat {
    LonLat::new(lon, lat).unwrap()
}

/// A message in Processing, with run `r`.
async fn insert_message(db: &TestDb, id: i64, received_at: &str) {
    db.execute(&format!(
        "insert into it.MailboxWatcherLog (Id, MailboxWatcherJobId, MessageKey, ReceivedAt, DetectedAt, Status, TriggerEvent, WorkflowRunId) \
         values ({id}, 1, 'm{id}', '{received_at}', '{received_at}', 'Processing', 'Notification', 'r')"
    ))
    .await;
}

async fn put(db: &TestDb, id: i64, run: &str, position: LonLat, miles: Option<f64>) {
    let run = RunId::new(run);
    let unit = db.store.write(Schema::It, move |conn| {
        async move {
            feed::put_newest_strike(conn, LogId::new(id), &run, AT.parse().unwrap(), AT.parse().unwrap()).await?;
            let strike = ClosestStrike { position, distance: miles.map(Miles) };
            feed::put_closest_strike(conn, LogId::new(id), &run, strike).await
        }
        .boxed()
    });
    unit.await.unwrap();
}

async fn newest_batch(db: &TestDb) -> Option<StrikeBatch> {
    feed::newest_batch(&mut db.store.reader().await.unwrap(), WatcherId::new(1)).await.unwrap()
}

on_both_databases! {
    async fn a_message_keeps_the_strike_closest_to_a_facility(db: &TestDb) {
        insert_message(db, 1, "2026-05-01T12:01:00.000000Z").await;
        assert_eq!(newest_batch(db).await, None, "no strikes yet");
        for (run, position, miles, kept) in [
            ("r", at(34.7, 86.5), Some(7_632.5), at(34.7, 86.5)),
            ("r", at(34.8, 86.5), Some(7_640.0), at(34.7, 86.5)),
            ("r", at(34.7, -86.5), Some(5.25), at(34.7, -86.5)),
            ("r", at(1.0, 1.0), None, at(34.7, -86.5)),
            ("other", at(2.0, 2.0), Some(0.0), at(34.7, -86.5)),
        ] {
            put(db, 1, run, position, miles).await;
            assert_eq!(newest_batch(db).await.unwrap().closest_strike, Some(kept), "{position:?}");
        }
        let received_at: Timestamp = "2026-05-01T12:01:00Z".parse().unwrap();
        assert_eq!(newest_batch(db).await.unwrap().received_at, received_at);
    }

    async fn the_newest_message_with_strikes_counts_in_any_status(db: &TestDb) {
        insert_message(db, 1, "2026-05-01T12:01:00.000000Z").await;
        insert_message(db, 2, "2026-05-01T12:03:00.000000Z").await;
        insert_message(db, 3, "2026-05-01T12:04:00.000000Z").await;
        put(db, 2, "r", at(34.7, 86.5), None).await;
        put(db, 1, "r", at(34.7, -86.5), Some(5.0)).await;
        for status in ["Processing", "DbComplete", "Success", "Failed"] {
            db.execute(&format!("update it.MailboxWatcherLog set Status = '{status}'")).await;
            assert_eq!(newest_batch(db).await.unwrap().closest_strike, Some(at(34.7, 86.5)), "{status}");
        }
    }

    async fn failed_messages_of_test_mode_are_no_failures_of_the_feed(db: &TestDb) {
        let failed = async || {
            let since = "2026-05-01T12:00:00Z".parse().unwrap();
            feed::newest_failed(&mut db.store.reader().await.unwrap(), WatcherId::new(1), since).await.unwrap()
        };
        insert_message(db, 1, "2026-05-01T12:01:00.000000Z").await;
        insert_message(db, 2, "2026-05-01T12:03:00.000000Z").await;
        db.execute("update it.MailboxWatcherLog set Status = 'Failed'").await;
        db.execute("update it.MailboxWatcherLog set IsTest = true where Id = 2").await;
        assert_eq!(failed().await, Some("2026-05-01T12:01:00Z".parse().unwrap()));
        db.execute("update it.MailboxWatcherLog set IsTest = true where Id = 1").await;
        assert_eq!(failed().await, None);
    }

    async fn a_retry_forgets_the_strikes_of_the_run_before(db: &TestDb) {
        insert_message(db, 1, "2026-05-01T12:01:00.000000Z").await;
        put(db, 1, "r", at(34.7, 86.5), Some(7_632.5)).await;
        let unit = db.store.write(Schema::It, |conn| {
            async move { log::reset(conn, LogId::new(1), &RunId::new("s"), false).await }.boxed()
        });
        unit.await.unwrap();
        assert_eq!(newest_batch(db).await, None);
        put(db, 1, "s", at(34.7, -86.5), Some(8_000.0)).await;
        assert_eq!(newest_batch(db).await.unwrap().closest_strike, Some(at(34.7, -86.5)));
    }

    async fn rare_kinds_are_found_behind_many_strikes_at_one_time(db: &TestDb) {
        let time = match db.database {
            Database::Sqlite(_) => format!("'{AT}'"),
            Database::Postgres(_) => format!("timestamptz '{AT}'"),
        };
        // Three pages at the same time; every 4,000th is a ground strike.
        db.execute(&format!(
            "insert into data.LightningStrike (Id, Name, Timestamp, Type, Latitude, Longitude) \
             with recursive n(i) as (select 1 union all select i + 1 from n where i < 12000) \
             select i, 'ALERT', {time}, case when i % 4000 = 0 then 'CG' else 'Flash' end, 34.0 + i / 100000.0, -86.5 from n"
        ))
        .await;
        let find = async |kind, most| {
            let (from, to) = (AT.parse().unwrap(), AT.parse().unwrap());
            let search = StrikeSearch { from, to, bounds: None, filter: Some(StrikeFilter::Kind(kind)), most };
            let found = list_newest(&mut db.store.reader().await.unwrap(), search).await.unwrap();
            found.iter().map(|strike| strike.id.get()).collect::<Vec<i64>>()
        };
        assert_eq!(find(StrikeKind::Ground, 10).await, [12_000, 8_000, 4_000]);
        assert_eq!(find(StrikeKind::Ground, 2).await, [12_000, 8_000]);
        assert_eq!(find(StrikeKind::Cloud, 10).await, Vec::<i64>::new());
        assert_eq!(find(StrikeKind::Unknown, 3).await, [11_999, 11_998, 11_997]);
        assert_eq!(find(StrikeKind::Unknown, 20_000).await.len(), 11_997);
    }
}
