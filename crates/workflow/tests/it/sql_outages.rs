//! `Sql` steps while the database cannot be reached, does not respond or ends what they do.

use crate::sql_fixture::{SqlFixture, StepOutcome, count_strikes, create_gauges, strike, strike_key};
use futures_util::FutureExt;
use futures_util::future::{BoxFuture, join, pending, ready};
use jiff::Timestamp;
use serde_json::json;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;
use stormwire_clock::{Clock, SystemClock, VirtualClock};
use stormwire_store::Database;
use stormwire_testkit::service::{wait_for, wait_until};
use stormwire_testkit::{Cluster, DirectConnection, Durability, TestDb, start_cluster};
use stormwire_workflow::handlers::Procedures;

/// Waits between attempts end at once and are counted; a timeout never ends.
#[derive(Debug, Default)]
struct ImpatientClock {
    waits: AtomicU32,
    /// The server to start again after that many waits.
    restart: Option<(u32, Arc<Cluster>)>,
}

impl Clock for ImpatientClock {
    fn now(&self) -> Timestamp {
        SystemClock.now()
    }

    fn sleep(&self, duration: Duration) -> BoxFuture<'static, ()> {
        if duration >= Duration::from_mins(1) {
            return pending().boxed();
        }
        let waits = self.waits.fetch_add(1, Ordering::Relaxed) + 1;
        if let Some((_, server)) = self.restart.as_ref().filter(|(after, _)| *after == waits) {
            server.resume().unwrap();
        }
        ready(()).boxed()
    }
}

fn fixture(db: &TestDb, clock: Arc<dyn Clock>) -> SqlFixture {
    SqlFixture::with_clock(db, Procedures::default(), clock)
}

async fn execute(fixture: &SqlFixture, procedure: &str) -> StepOutcome {
    fixture.run(json!({"Op": {"Action": "Execute", "Target": procedure}}), json!({})).await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_step_waits_until_an_outage_has_ended() {
    let server = Arc::new(start_cluster(Durability::Real).await);
    let database = Database::parse_postgres(&server.url("postgres")).unwrap();
    let db = TestDb::existing(database).await;
    create_gauges(&db).await;
    // With the waits of a real clock, this outage takes several minutes.
    let clock = Arc::new(ImpatientClock { restart: Some((30, server.clone())), ..ImpatientClock::default() });
    let fixture = fixture(&db, clock.clone());
    server.pause().unwrap();
    let outcome = fixture.insert("Gauge", json!([{"Name": "a"}])).await;
    assert_eq!(outcome.result(), "1 row inserted");
    assert!(clock.waits.load(Ordering::Relaxed) >= 30);
    assert_eq!(db.count("select count(*) from data.Gauge").await, 1);
    db.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_transaction_that_loses_its_connection_is_tried_again_and_happens_once() {
    let db = TestDb::postgres().await;
    let fixture = SqlFixture::new(&db);
    let mut foreign = DirectConnection::connect(&db.database).await;
    for statement in ["begin", "lock table data.LightningStrike in exclusive mode"] {
        foreign.execute(statement).await.unwrap();
    }
    let waiting = "select coalesce(max(pid), 0)::bigint from pg_locks join pg_stat_activity using (pid) \
                   where not granted and datname = current_database()";
    let waiting_process = async |other_than: i64| {
        wait_for(async || Some(db.count(waiting).await).filter(|process| ![0, other_than].contains(process))).await
    };
    let merge = fixture.merge("LightningStrike", strike_key(), json!([strike(1, 34.0, "g")]));
    let end_and_unlock = async {
        let first = waiting_process(0).await;
        db.execute(&format!("select pg_terminate_backend({first})")).await;
        waiting_process(first).await;
        foreign.execute("rollback").await.unwrap();
    };
    let (outcome, ()) = join(merge, end_and_unlock).await;
    assert!(outcome.result().starts_with("1 row: 1 inserted, 0 updated"), "{}", outcome.result());
    assert_eq!(count_strikes(&db).await, 1);
    db.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_procedure_that_ends_its_own_connection_fails() {
    let db = TestDb::postgres().await;
    let body = "select pg_terminate_backend(pg_backend_pid())";
    let create = "create function data.Quit() returns boolean language sql security definer as";
    db.execute(&format!("{create} $$ {body} $$")).await;
    let clock = Arc::new(ImpatientClock::default());
    let error = execute(&fixture(&db, clock.clone()), "Quit").await.error();
    assert!(error.starts_with("database unavailable: "), "{error}");
    assert_eq!(clock.waits.load(Ordering::Relaxed), 12);
    db.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_statement_that_the_database_cancels_is_not_tried_again() {
    let db = TestDb::postgres().await;
    let body = "select pg_cancel_backend(pg_backend_pid()); select pg_sleep(60)";
    let create = "create function data.Stop() returns void language sql security definer as";
    db.execute(&format!("{create} $$ {body} $$")).await;
    let clock = Arc::new(ImpatientClock::default());
    let error = execute(&fixture(&db, clock.clone()), "Stop").await.error();
    assert!(error.starts_with("the database canceled a statement: "), "{error}");
    assert_eq!(clock.waits.load(Ordering::Relaxed), 0);
    db.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn on_sqlite_a_query_that_takes_too_long_fails() {
    let db = TestDb::sqlite().await;
    let endless = "with recursive n(i) as (select 1 union all select i + 1 from n) select max(i) as Most from n";
    db.execute(&format!("create view data.Endless as {endless}")).await;
    let clock = Arc::new(VirtualClock::frozen());
    let fixture = fixture(&db, clock.clone());
    let query = fixture.run(json!({"Op": {"Action": "Query", "Target": "Endless"}}), json!({})).fuse();
    let mut query = std::pin::pin!(query);
    let mut outcome = None;
    wait_until(async || {
        clock.advance(Duration::from_mins(2));
        outcome = (&mut query).now_or_never();
        outcome.is_some()
    })
    .await;
    assert!(outcome.unwrap().error().ends_with("timed out after 120 s"));
    db.end().await;
}
