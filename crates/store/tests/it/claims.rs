//! The claim prevents duplicates: one row per watcher and message, even in a race.

use futures_util::FutureExt;
use futures_util::future::BoxFuture;
use jiff::Timestamp;
use std::sync::Arc;
use stormwire_store::tables::claim::{self, NewClaim, NewClaims, TriggerEvent};
use stormwire_store::{Conn, LogId, RunId, Schema, StoreError, WatcherId};
use stormwire_testkit::{DirectConnection, TestDb, on_both_databases};

/// Claims one message as the watcher does; `None` if it is in the log already.
pub(crate) fn claim<'c>(
    conn: &'c mut Conn,
    watcher: i64,
    key: &str,
) -> BoxFuture<'c, Result<Option<LogId>, StoreError>> {
    claim_at(conn, watcher, key, "2026-05-01T12:00:00.123456Z".parse().unwrap())
}

pub(crate) fn claim_at<'c>(
    conn: &'c mut Conn,
    watcher: i64,
    key: &str,
    detected_at: Timestamp,
) -> BoxFuture<'c, Result<Option<LogId>, StoreError>> {
    let run_id = RunId::new("00000000-0000-4000-8000-000000000000");
    let claims = NewClaims {
        watcher_id: WatcherId::new(watcher),
        trigger: TriggerEvent::Notification,
        detected_at,
        messages: vec![NewClaim { message_key: key.into(), run_id }],
    };
    async move { Ok(claim::insert_many(conn, claims).await?.pop().map(|claimed| claimed.id)) }.boxed()
}

/// Rows in the log, counted on another connection than the store's.
pub(crate) async fn count(db: &TestDb, watcher: Option<i64>) -> i64 {
    let wanted = watcher.map_or(String::new(), |id| format!(" where MailboxWatcherJobId = {id}"));
    db.count(&format!("select count(*) from it.MailboxWatcherLog{wanted}")).await
}

on_both_databases! {
    async fn message_is_claimed_once_per_watcher(db: &TestDb) {
        let claim = |watcher, key: &'static str| db.store.write(Schema::It, move |conn| claim(conn, watcher, key));
        assert!(claim(1, "a").await.unwrap().is_some());
        assert_eq!(claim(1, "a").await.unwrap(), None);
        assert!(claim(2, "a").await.unwrap().is_some());
        assert!(claim(1, "A").await.unwrap().is_some(), "message keys are case-sensitive");
    }

    async fn exactly_one_of_fifty_racing_claims_wins(db: &TestDb) {
        let start = Arc::new(tokio::sync::Barrier::new(50));
        let racers: Vec<_> = (0..50).map(|_| {
            let (store, start) = (db.store.clone(), start.clone());
            tokio::spawn(async move {
                start.wait().await;
                loop {
                    match store.write(Schema::It, |conn| claim(conn, 1, "race")).await {
                        // A busy machine: it got no connection in time, and has written nothing.
                        Err(error) if error.is_transient() => {}
                        claimed => return claimed.unwrap(),
                    }
                }
            })
        }).collect();
        let mut winners = 0;
        for racer in racers {
            winners += usize::from(racer.await.unwrap().is_some());
        }
        assert_eq!(winners, 1);
    }

    async fn time_is_stored_to_the_microsecond(db: &TestDb) {
        db.store.write(Schema::It, |conn| claim(conn, 1, "time")).await.unwrap();
        let stored = DirectConnection::connect(&db.database).await.text([
            "select DetectedAt from it.MailboxWatcherLog",
            "select to_char(DetectedAt at time zone 'utc', 'YYYY-MM-DD\"T\"HH24:MI:SS.US\"Z\"') from it.MailboxWatcherLog",
        ]).await;
        assert_eq!(stored, "2026-05-01T12:00:00.123456Z");
    }
}
