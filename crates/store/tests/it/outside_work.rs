//! What does not run on the clock: the clock of a store counts the tasks that await the database.

use crate::claims::claim;
use std::sync::Arc;
use stormwire_clock::VirtualClock;
use stormwire_store::tables::watcher;
use stormwire_store::{Schema, Store};
use stormwire_testkit::service::wait_until;
use stormwire_testkit::{DirectConnection, TestDb, exchange_hints, on_both_databases};

on_both_databases! {
    async fn a_unit_that_waits_for_a_lock_of_the_database_is_outside_work(db: &TestDb) {
        let clock = Arc::new(VirtualClock::frozen());
        let store = Store::open(&db.database, None, clock.clone()).await.unwrap();
        let mut foreign = DirectConnection::connect(&db.database).await;
        let lock: &[&str] = match foreign {
            DirectConnection::Sqlite(_) => &["begin immediate"],
            DirectConnection::Postgres(_) => &["begin", "lock table it.MailboxWatcherLog in exclusive mode"],
        };
        for statement in lock {
            foreign.execute(statement).await.unwrap();
        }
        assert_eq!(clock.outside_work(), 0);
        let waiting = store.clone();
        let unit = tokio::spawn(async move { waiting.write(Schema::It, |conn| claim(conn, 1, "m")).await });
        wait_until(async || clock.outside_work() > 0).await;
        foreign.execute("rollback").await.unwrap();
        assert!(unit.await.unwrap().unwrap().is_some());
        assert_eq!(clock.outside_work(), 0);
        watcher::list(&mut store.reader().await.unwrap()).await.unwrap();
        assert_eq!(clock.outside_work(), 0, "an idle connection is not awaited");
        store.close().await;
        assert_eq!(clock.outside_work(), 0);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn waiting_for_hints_is_not_outside_work() {
    let db = TestDb::postgres().await;
    let clock = Arc::new(VirtualClock::frozen());
    let store = Store::open(&db.database, None, clock.clone()).await.unwrap();
    // It may wait forever.
    let _exchange = exchange_hints(&db, &store).await;
    wait_until(async || clock.outside_work() == 0).await;
    store.close().await;
    db.end().await;
}
