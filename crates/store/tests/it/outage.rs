//! PostgreSQL outages: at startup and while jobs run.

use crate::claims::claim;
use futures_util::FutureExt;
use futures_util::future::join_all;
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use std::time::Duration;
use stormwire_clock::{Clock, SystemClock, SystemRng, within};
use stormwire_store::queue::{
    self, Backoff, Dispatcher, Job, JobFailure, JobOutcome, QueueItem, RetryLimit, RetryPolicy, Worker,
};
use stormwire_store::tables::watcher;
use stormwire_store::{Conn, Database, QueueItemId, Schema, Store, StoreError};
use stormwire_testkit::service::wait_for;
use stormwire_testkit::{Cluster, Durability, start_cluster};
use tokio_util::sync::CancellationToken;

/// The pool may still contain connections that died with the server; each fails once. The search for another server may take
/// several attempts.
async fn retry_until_ok<T, E>(mut attempt: impl AsyncFnMut() -> Result<T, E>) -> T {
    wait_for(async || attempt().await.ok()).await
}

/// Both accept writes. The store uses the first.
async fn two_servers() -> (Cluster, Cluster, Store) {
    let (first, other) = (start_cluster(Durability::None).await, start_cluster(Durability::None).await);
    let url = first.url_with_standby(&other, "postgres");
    let database = Database::parse_postgres(&url).unwrap();
    let store = retry_until_ok(async || Store::open(&database, None, Arc::new(SystemClock)).await).await;
    (first, other, store)
}

#[tokio::test(flavor = "multi_thread")]
async fn names_the_server_that_is_down_at_startup() {
    let url = "postgres://stormwire@127.0.0.1:1/storm".parse().unwrap();
    let error = Store::open(&Database::Postgres(url), None, Arc::new(SystemClock)).await.unwrap_err().to_string();
    assert!(error.starts_with("database.url: cannot connect to PostgreSQL at 127.0.0.1/storm: "), "{error}");
    assert!(error.ends_with("start the server or correct the URL"), "{error}");
}

#[tokio::test(flavor = "multi_thread")]
async fn names_every_server_if_none_accepts_writes() {
    let database = Database::parse_postgres("postgres://stormwire@127.0.0.1:1,127.0.0.1:2/storm").unwrap();
    let error = Store::open(&database, None, Arc::new(SystemClock)).await.unwrap_err().to_string();
    assert!(error.starts_with("database.url: no PostgreSQL server accepts writes: 127.0.0.1:1/storm: "), "{error}");
    assert!(error.contains("; 127.0.0.1:2/storm: "), "{error}");
}

#[tokio::test(flavor = "multi_thread")]
async fn skips_a_server_that_is_down() {
    let cluster: Cluster = start_cluster(Durability::None).await;
    let url = cluster.url("postgres").replace("postgres@", "postgres@127.0.0.1:1,");
    let store = Store::open(&Database::parse_postgres(&url).unwrap(), None, Arc::new(SystemClock)).await.unwrap();
    assert!(store.write(Schema::It, |conn| claim(conn, 1, "key")).await.unwrap().is_some());
    // Connections are searched again after all were lost.
    cluster.pause().unwrap();
    cluster.resume().unwrap();
    let claimed = retry_until_ok(async || store.write(Schema::It, |conn| claim(conn, 1, "other")).await).await;
    assert!(claimed.is_some());
    store.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn callers_that_give_up_do_not_end_the_search_for_the_primary() {
    let (hanging, _other, store) = two_servers().await;
    hanging.hang().unwrap();
    // The live picture waits this long. The search takes longer: a server that hangs is skipped after two seconds.
    let wait = Duration::from_secs(2);
    // Fails if the search never ends.
    let reader =
        retry_until_ok(async || within(&SystemClock, wait, store.live_reader()).await.ok_or(())?.map_err(drop)).await;
    hanging.end_hang().unwrap();
    drop(reader);
    store.close().await;
}

/// As if the machine of the server had lost power: nothing closes its connections.
#[tokio::test(flavor = "multi_thread")]
async fn statements_that_got_no_response_leave_no_gap_in_the_pool() {
    let (vanished, _other, store) = two_servers().await;
    // All that this pool may have.
    let mut readers = Vec::new();
    for _ in 0..3 {
        readers.push(store.live_reader().await.unwrap());
    }
    vanished.hang().unwrap();
    for reader in &mut readers {
        let read = watcher::list(reader).boxed();
        assert!(read.now_or_never().is_none(), "no response");
    }
    drop(readers);
    let reader = retry_until_ok(async || store.live_reader().await).await;
    vanished.end_hang().unwrap();
    drop(reader);
    store.close().await;
}

/// Each of them would be tried, and would time out, before the new primary is used.
#[tokio::test(flavor = "multi_thread")]
async fn idle_connections_to_a_vanished_primary_are_not_tried() {
    let (vanished, _other, store) = two_servers().await;
    let mut readers = Vec::new();
    for _ in 0..16 {
        readers.push(store.reader().await.unwrap());
    }
    drop(readers);
    vanished.hang().unwrap();
    // One of them searches the primary, and the others test idle connections meanwhile. A busy server is found in another attempt.
    let readers = loop {
        let readers = join_all((0..4).map(|_| store.reader())).await;
        if !readers.iter().any(found_no_server) {
            break readers;
        }
    };
    vanished.end_hang().unwrap();
    assert!(readers.iter().all(Result::is_ok), "{readers:?}");
    drop(readers);
    store.close().await;
}

fn found_no_server(reader: &Result<Conn, StoreError>) -> bool {
    reader.as_ref().is_err_and(|error| error.to_string().contains("no PostgreSQL server accepts writes"))
}

#[tokio::test(flavor = "multi_thread")]
async fn statements_on_a_vanished_primary_end_when_another_is_found() {
    let (vanished, _other, store) = two_servers().await;
    let (mut waiting, idle) = (store.reader().await.unwrap(), store.live_reader().await.unwrap());
    drop(idle);
    vanished.hang().unwrap();
    let mut statement = watcher::list(&mut waiting).boxed();
    assert!((&mut statement).now_or_never().is_none(), "no response");
    let found = retry_until_ok(async || store.live_reader().await).await;
    let ended = statement.now_or_never();
    vanished.end_hang().unwrap();
    let error = ended.expect("it does not wait for its timeout").unwrap_err();
    assert!(error.is_transient(), "{error:?}");
    drop((waiting, found));
    store.close().await;
}

#[derive(Serialize, Deserialize)]
struct Ping {}

impl Job for Ping {
    const KIND: &'static str = "Ping";
}

/// Reports each run through a channel.
struct PingWorker(tokio::sync::mpsc::UnboundedSender<()>);

impl Worker<Ping> for PingWorker {
    fn policy(&self) -> RetryPolicy {
        let second = Duration::from_secs(1);
        RetryPolicy {
            timeout: second,
            backoff: Backoff { first: second, ceiling: second },
            retry_limit: RetryLimit::Unlimited,
        }
    }

    async fn run(&self, _: Ping, _: &QueueItem) -> Result<JobOutcome, JobFailure> {
        self.0.send(()).unwrap();
        Ok(JobOutcome::Done)
    }
}

async fn ping(store: &Store) -> Result<QueueItemId, StoreError> {
    let now = SystemClock.now();
    store.write(Schema::It, move |conn| queue::enqueue(conn, &Ping {}, now, now).boxed()).await
}

#[tokio::test(flavor = "multi_thread")]
async fn work_continues_after_a_server_outage() {
    let cluster: Cluster = start_cluster(Durability::None).await;
    let database = Database::Postgres(cluster.url("postgres").parse().unwrap());
    let store = Store::open(&database, None, Arc::new(SystemClock)).await.unwrap();
    let (ran, mut has_run) = tokio::sync::mpsc::unbounded_channel();
    let workers = vec![queue::worker::<Ping>(Arc::new(PingWorker(ran)))];
    let dispatcher = Dispatcher::new(store.clone(), Arc::new(SystemClock), Arc::new(SystemRng), workers);
    let stop = CancellationToken::new();
    let stopped = stop.clone();
    let task = tokio::spawn(async move { dispatcher.run(stopped).await });

    ping(&store).await.unwrap();
    has_run.recv().await.unwrap();

    cluster.pause().unwrap();
    let lost = store.write(Schema::It, |conn| claim(conn, 1, "lost")).await.unwrap_err();
    assert!(matches!(lost, StoreError::Unavailable(_)) && lost.is_transient(), "{lost:?}");
    cluster.resume().unwrap();

    let claimed = retry_until_ok(async || store.write(Schema::It, |conn| claim(conn, 1, "lost")).await).await;
    assert!(claimed.is_some(), "nothing was half-written");
    ping(&store).await.unwrap();
    has_run.recv().await.unwrap();
    stop.cancel();
    task.await.unwrap().unwrap();
    store.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn services_can_start_together_on_a_new_database() {
    let cluster: Cluster = start_cluster(Durability::None).await;
    let database = Database::Postgres(cluster.url("postgres").parse().unwrap());
    let open = || Store::open(&database, None, Arc::new(SystemClock));
    let (one, two, three) = tokio::join!(open(), open(), open());
    for store in [one, two, three] {
        store.unwrap().close().await;
    }
}
