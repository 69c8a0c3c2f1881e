//! What one process commits on PostgreSQL, another reads at once. The clock does not move, so polling finds nothing.

use futures_util::FutureExt;
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use std::time::Duration;
use stormwire_clock::{Clock, SystemClock};
use stormwire_store::hints::session_warning;
use stormwire_store::queue::{
    self, Backoff, Dispatcher, Job, JobFailure, JobOutcome, QueueItem, RetryLimit, RetryPolicy, Worker,
};
use stormwire_store::{Schema, Store, StoreError};
use stormwire_testkit::service::wait_until;
use stormwire_testkit::{TestDb, exchange_hints, on_both_databases};
use tokio::sync::mpsc;
use tokio_util::sync::CancellationToken;
use tokio_util::task::AbortOnDropHandle;

const STRIKE: &str = "insert into data.LightningStrike (Name, Timestamp, Type, Latitude, Longitude) \
                      values ('ALERT', '2026-05-01T12:00:00.000000Z', 'Ground', 34.7, -86.6)";

/// Another process on the database of the test.
async fn other_process(db: &TestDb) -> Store {
    Store::open(&db.database, None, Arc::new(SystemClock)).await.unwrap()
}

#[derive(Serialize, Deserialize)]
struct Ping {}

impl Job for Ping {
    const KIND: &'static str = "Ping";
}

struct PingWorker(mpsc::UnboundedSender<()>);

impl Worker<Ping> for PingWorker {
    fn policy(&self) -> RetryPolicy {
        let second = Duration::from_secs(1);
        let backoff = Backoff { first: second, ceiling: second };
        RetryPolicy { timeout: second, backoff, retry_limit: RetryLimit::Unlimited }
    }

    async fn run(&self, _: Ping, _: &QueueItem) -> Result<JobOutcome, JobFailure> {
        self.0.send(()).unwrap();
        Ok(JobOutcome::Done)
    }
}

async fn ping(db: &TestDb, store: &Store) {
    let now = db.clock.now();
    store.write(Schema::It, move |conn| queue::enqueue(conn, &Ping {}, now, now).boxed()).await.unwrap();
}

/// A dispatcher in another process, and its runs. Returns after the first run, so that it waits for work.
async fn start_dispatcher(
    db: &TestDb,
    store: &Store,
) -> (AbortOnDropHandle<Result<(), String>>, mpsc::UnboundedReceiver<()>) {
    let (ran, mut runs) = mpsc::unbounded_channel();
    let (clock, rng) = db.clock_and_rng();
    let dispatcher = Dispatcher::new(store.clone(), clock, rng, vec![queue::worker::<Ping>(Arc::new(PingWorker(ran)))]);
    ping(db, store).await;
    let task = tokio::spawn(async move { dispatcher.run(CancellationToken::new()).await });
    runs.recv().await.unwrap();
    wait_until(async || db.count("select count(*) from it.Queue").await == 0).await;
    (AbortOnDropHandle::new(task), runs)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn jobs_of_another_process_run_without_polling() {
    let db = TestDb::postgres().await;
    let other = other_process(&db).await;
    let (_dispatcher, mut runs) = start_dispatcher(&db, &other).await;
    let _exchanges = [exchange_hints(&db, &other).await, exchange_hints(&db, &db.store).await];
    ping(&db, &db.store).await;
    runs.recv().await.unwrap();
    other.close().await;
    db.end().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn changes_of_another_process_wake_readers() {
    let db = TestDb::postgres().await;
    let other = other_process(&db).await;
    let _exchanges = [exchange_hints(&db, &other).await, exchange_hints(&db, &db.store).await];
    let (mut city_data, mut events) = (other.city_data_written(), other.status_events_recorded());
    let before = other.write_count(Schema::Organization);
    db.store.announce_status_events();
    db.store.write(Schema::Organization, |_| async { Ok::<_, StoreError>(()) }.boxed()).await.unwrap();
    events.changed().await.unwrap();
    wait_until(async || {
        // The second hint is sent some milliseconds after the first.
        db.clock.advance(Duration::from_millis(20));
        other.write_count(Schema::Organization) > before
    })
    .await;
    city_data.changed().await.unwrap();
    other.close().await;
    db.end().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn strikes_of_a_foreign_program_wake_services() {
    let db = TestDb::postgres().await;
    let _exchange = exchange_hints(&db, &db.store).await;
    let (mut city_data, before) = (db.store.city_data_written(), db.store.write_count(Schema::Data));
    db.execute(STRIKE).await;
    city_data.changed().await.unwrap();
    wait_until(async || db.store.write_count(Schema::Data) > before).await;
    db.end().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn lost_listener_connects_again() {
    let db = TestDb::postgres().await;
    let _exchange = exchange_hints(&db, &db.store).await;
    let connected_again = db.store.status_events_recorded();
    db.execute(
        "select pg_terminate_backend(pid) from pg_stat_activity \
         where application_name = 'stormwire hints' and datname = current_database()",
    )
    .await;
    wait_until(async || {
        // Until its back-off is over.
        db.clock.advance(Duration::from_secs(1));
        connected_again.has_changed().unwrap()
    })
    .await;
    let mut city_data = db.store.city_data_written();
    db.execute(STRIKE).await;
    city_data.changed().await.unwrap();
    db.end().await;
}

on_both_databases! {
    async fn polling_finds_jobs_without_a_listener(db: &TestDb) {
        let (_dispatcher, mut runs) = start_dispatcher(db, &db.store).await;
        let now = db.clock.now();
        let key = "insert into it.Queue (Kind, UniqueKey, Payload, DueAt, CreatedAt) values";
        // As another process that sends no hints.
        db.execute(&format!("{key} ('Ping', 'other', '{{}}', '{now:.6}', '{now:.6}')")).await;
        wait_until(async || {
            db.clock.advance(Duration::from_millis(500));
            runs.try_recv().is_ok()
        })
        .await;
    }

    async fn sessions_last_without_a_pooler(db: &TestDb) {
        // A busy server may send the notification of one attempt too late.
        wait_until(async || session_warning(&db.store).await.unwrap().is_none()).await;
    }
}
