//! A process that works on a queue until it is empty, made to be killed.
//!
//! `queue-worker DATABASE-URL`. Each item carries a number. Its effect is a log row under that number, and it says a
//! byte on standard output for each effect. Even numbers record the effect and end the item in one transaction; odd
//! numbers record it first and leave the end to the dispatcher, so that a crash in between shows.

use anyhow::{Context, Result, bail};
use futures_util::FutureExt;
use std::io::Write;
use std::sync::Arc;
use std::time::Duration;
use stormwire_city::config::{Config, Sources};
use stormwire_clock::{Clock, Rng, SystemClock, SystemRng};
use stormwire_store::queue::{
    self, Backoff, Dispatcher, JobFailure, JobOutcome, QueueItem, RetryLimit, RetryPolicy, Worker,
};
use stormwire_store::tables::claim::{self, NewClaim, NewClaims, TriggerEvent};
use stormwire_store::{Conn, Database, FolderLock, RunId, Schema, Store, StoreError, WatcherId};
use stormwire_testkit::trial::{DOUBLED, EFFECT, RECOGNIZED, TrialJob};
use tokio_util::sync::CancellationToken;

#[tokio::main(flavor = "multi_thread", worker_threads = 2)]
async fn main() -> Result<()> {
    let url = std::env::args().nth(1).context("usage: queue-worker DATABASE-URL")?;
    let database = Config::load(&Sources::default().with_flag("database.url", url))?.database;
    // As `serve` does: the lock of a killed process must be free at once.
    let lock = match &database {
        Database::Sqlite(folder) => Some(FolderLock::take(folder)?),
        Database::Postgres(_) => None,
    };
    let store = Store::open(&database, lock.as_ref()).await?;
    let worker = queue::worker::<TrialJob>(Arc::new(Trial(store.clone())));
    let dispatcher = Dispatcher::new(store.clone(), Arc::new(SystemClock), Arc::new(SystemRng), vec![worker]);
    let stop = CancellationToken::new();
    let stopped = stop.clone();
    let working = tokio::spawn(async move { dispatcher.run(stopped).await });
    while !queue::summary(&mut store.reader().await?).await?.is_empty() {
        SystemClock.sleep(Duration::from_millis(20)).await;
    }
    stop.cancel();
    if let Err(error) = working.await? {
        bail!(error);
    }
    store.close().await;
    Ok(())
}

struct Trial(Store);

impl Worker<TrialJob> for Trial {
    fn policy(&self) -> RetryPolicy {
        let second = Duration::from_secs(1);
        RetryPolicy {
            limit: 30 * second,
            backoff: Backoff { first: second, ceiling: second },
            retry_limit: RetryLimit::Unlimited,
        }
    }

    async fn run(&self, job: TrialJob, item: &QueueItem) -> Result<JobOutcome, JobFailure> {
        self.effect(job.number, item.clone()).await
    }
}

impl Trial {
    async fn effect(&self, number: i64, item: QueueItem) -> Result<JobOutcome, JobFailure> {
        let in_one = number % 2 == 0;
        let outcome = self.0.write(Schema::It, move |conn| record(conn, item, number, in_one).boxed()).await?;
        // Written whole by one call, so that what the parent counts has been committed.
        std::io::stdout().write_all(b".").map_err(JobFailure::retry)?;
        std::io::stdout().flush().map_err(JobFailure::retry)?;
        Ok(outcome)
    }
}

async fn record(conn: &mut Conn, item: QueueItem, number: i64, in_one: bool) -> Result<JobOutcome, StoreError> {
    let is_new = !claim::insert_many(conn, one_claim(EFFECT, number.to_string())).await?.is_empty();
    if !is_new {
        // In one transaction this must never be seen. Otherwise the effect is known and not repeated.
        let what = if in_one { DOUBLED } else { RECOGNIZED };
        claim::insert_many(conn, one_claim(what, format!("{number}/{}", item.lease))).await?;
    }
    if !in_one {
        return Ok(JobOutcome::Done);
    }
    queue::finish(conn, &item, SystemClock.now()).await?;
    Ok(JobOutcome::AlreadyEnded)
}

fn one_claim(watcher_id: WatcherId, message_key: String) -> NewClaims {
    let claim = NewClaim { message_key, run_id: RunId::new(SystemRng.id()) };
    let (trigger, detected_at) = (TriggerEvent::Reconciliation, SystemClock.now());
    NewClaims { watcher_id, trigger, detected_at, messages: vec![claim] }
}
