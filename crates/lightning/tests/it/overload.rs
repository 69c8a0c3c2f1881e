//! The live picture and the permits when there is more work than the process can do.

use std::sync::mpsc;
use std::time::Duration;
use stormwire_clock::{Clock, SystemClock, within};
use stormwire_lightning::{ComputationKind, ComputePermit, Lightning, LightningError};
use stormwire_store::Database;
use stormwire_testkit::service::{feed_rules, wait_until};
use stormwire_testkit::{DirectConnection, TestDb, on_both_databases};

fn lightning(db: &TestDb) -> Lightning {
    Lightning::new(db.store.clone(), db.clock.clone(), feed_rules(Duration::from_mins(5)))
}

/// Waits on the clock of the test.
async fn permit(db: &TestDb, lightning: &Lightning, kind: ComputationKind) -> Result<ComputePermit, LightningError> {
    let (lightning, clock) = (lightning.clone(), db.clock.clone());
    let waiting = tokio::spawn(async move { lightning.compute_permit(kind).await });
    while !waiting.is_finished() {
        clock.advance(Duration::from_millis(100));
        tokio::task::yield_now().await;
    }
    waiting.await.unwrap()
}

on_both_databases! {
    async fn the_live_picture_does_not_wait_for_other_queries(db: &TestDb) {
        let lightning = lightning(db);
        let all = if matches!(db.database, Database::Postgres(_)) { 16 } else { 4 };
        let mut held = Vec::new();
        while held.len() < all {
            held.extend(db.store.reader().await.ok());
        }
        let another = within(&SystemClock, Duration::from_millis(500), db.store.reader()).await;
        assert!(!matches!(another, Some(Ok(_))), "all are busy");
        // An attempt can fail on a busy machine. If the picture needed one of the readers, each would fail.
        wait_until(async || lightning.live_picture().await.is_ok()).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_picture_that_took_long_to_read_is_brought_up_to_date() {
    let db = TestDb::postgres().await;
    let lightning = lightning(&db);
    let mut program = DirectConnection::connect(&db.database).await;
    program.execute("begin").await.unwrap();
    program.execute("lock table data.LightningStrike in access exclusive mode").await.unwrap();
    let reading = tokio::spawn(async move { lightning.live_picture().await });
    let waiting = "select count(*) from pg_locks join pg_database on pg_database.oid = pg_locks.database \
                   where datname = current_database() and relation = 'data.LightningStrike'::regclass and not granted";
    wait_until(async || program.number(waiting).await > 0).await;
    db.clock.advance(Duration::from_secs(10));
    program.execute("rollback").await.unwrap();
    let picture = reading.await.unwrap().unwrap();
    assert_eq!(picture.as_of(), db.clock.now(), "not the time at which reading started");
    drop(program);
    db.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_permit_is_held_until_the_work_ends_although_the_client_is_gone() {
    let db = TestDb::sqlite().await;
    let lightning = lightning(&db);
    let _other = permit(&db, &lightning, ComputationKind::Live).await.unwrap();
    let (started, is_started) = mpsc::channel();
    let (release, is_released) = mpsc::channel::<()>();
    let request = tokio::spawn({
        let lightning = lightning.clone();
        async move {
            let permit = lightning.compute_permit(ComputationKind::Live).await.unwrap();
            let work = move || {
                started.send(()).unwrap();
                let _ = is_released.recv();
            };
            lightning.run_blocking(Some(&permit), work).await;
        }
    });
    tokio::task::spawn_blocking(move || is_started.recv()).await.unwrap().unwrap();
    request.abort();
    assert!(request.await.unwrap_err().is_cancelled());
    assert!(matches!(permit(&db, &lightning, ComputationKind::Live).await, Err(LightningError::Busy)));
    drop(release);
    while permit(&db, &lightning, ComputationKind::Live).await.is_err() {}
    db.end().await;
}
