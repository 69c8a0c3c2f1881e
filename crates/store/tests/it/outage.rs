//! PostgreSQL that is not there: at the start, and in the middle of work.

use crate::claims::claim;
use futures_util::FutureExt;
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use stormwire_clock::{Clock, SystemClock, SystemRng};
use stormwire_store::queue::{self, Backoff, Dispatcher, Failure, GiveUp, Item, Job, Outcome, Policy, Worker};
use stormwire_store::{Database, QueueItemId, Schema, Store, StoreError};
use stormwire_testkit::{Cluster, Durability, start_cluster};
use tokio_util::sync::CancellationToken;

#[tokio::test(flavor = "multi_thread")]
async fn a_server_that_is_down_at_the_start_is_named_with_the_mend() {
    let url = "postgres://nobody@127.0.0.1:1/storm".parse().unwrap();
    let refused = Store::open(&Database::Postgres(url), None).await.unwrap_err().to_string();
    assert!(refused.starts_with("database.url: PostgreSQL at 127.0.0.1/storm cannot be used"), "{refused}");
    assert!(refused.ends_with("start it or mend the URL"), "{refused}");
}

#[derive(Serialize, Deserialize)]
struct Ping {}

impl Job for Ping {
    const KIND: &'static str = "Ping";
}

/// Says through a channel that it ran.
struct Pinged(tokio::sync::mpsc::UnboundedSender<()>);

impl Worker<Ping> for Pinged {
    fn policy(&self) -> Policy {
        let second = std::time::Duration::from_secs(1);
        Policy { limit: second, backoff: Backoff { first: second, ceiling: second }, give_up: GiveUp::Never }
    }

    async fn run(&self, _: Ping, _: &Item) -> Result<Outcome, Failure> {
        self.0.send(()).unwrap();
        Ok(Outcome::Done)
    }
}

async fn ping(store: &Store) -> Result<QueueItemId, StoreError> {
    let now = SystemClock.now();
    store.write(Schema::It, move |conn| queue::enqueue(conn, &Ping {}, now, now).boxed()).await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_that_goes_away_during_work_is_told_and_work_goes_on_when_it_is_back() {
    let cluster: Cluster = start_cluster(Durability::None).await;
    let database = Database::Postgres(cluster.url("postgres").parse().unwrap());
    let store = Store::open(&database, None).await.unwrap();
    let (ran, mut has_run) = tokio::sync::mpsc::unbounded_channel();
    let workers = vec![queue::worker::<Ping>(Arc::new(Pinged(ran)))];
    let dispatcher = Dispatcher::new(store.clone(), Arc::new(SystemClock), Arc::new(SystemRng), workers);
    let stop = CancellationToken::new();
    let stopped = stop.clone();
    let task = tokio::spawn(async move { dispatcher.run(stopped).await });

    ping(&store).await.unwrap();
    has_run.recv().await.unwrap();

    cluster.pause().unwrap();
    let lost = store.write(Schema::It, |conn| claim(conn, 1, "lost")).await.unwrap_err();
    assert!(matches!(lost, StoreError::Unavailable(_)) && lost.is_passing(), "{lost:?}");
    cluster.resume().unwrap();

    // The pool may still hold connections that died with the server; each is found out once.
    let mut claimed = Err(lost);
    for _ in 0..20 {
        claimed = store.write(Schema::It, |conn| claim(conn, 1, "lost")).await;
        if claimed.is_ok() {
            break;
        }
    }
    assert!(claimed.unwrap().is_some(), "nothing was half-written");
    ping(&store).await.unwrap();
    has_run.recv().await.unwrap();
    stop.cancel();
    task.await.unwrap().unwrap();
    store.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn services_that_start_together_on_a_new_database_take_turns() {
    let cluster: Cluster = start_cluster(Durability::None).await;
    let database = Database::Postgres(cluster.url("postgres").parse().unwrap());
    let open = || Store::open(&database, None);
    let (one, two, three) = tokio::join!(open(), open(), open());
    for store in [one, two, three] {
        store.unwrap().close().await;
    }
}
