//! A process that runs queue items until the queue is empty. Tests kill it at random moments.
//!
//! `test-worker queue DATABASE-URL`. Each item has a number. Its effect is a log row with that number, and it prints some bytes per
//! effect. Even numbers record the effect and finish the item in one transaction. Odd numbers record it first and leave the
//! end to the dispatcher, so that a crash can happen in between.

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
use stormwire_testkit::queue_crash::{DUPLICATED_EFFECTS, EFFECT_OUTPUT, EFFECTS, NumberedJob, RECOGNIZED_EFFECTS};
use tokio_util::sync::CancellationToken;

pub(crate) async fn run(arguments: &[String]) -> Result<()> {
    let url = arguments.first().context("usage: test-worker queue DATABASE-URL")?;
    let database = Config::load(&Sources::default().with_flag("database.url", url))?.database;
    // As `serve` does: the lock of a killed process must be free at once.
    let lock = match &database {
        Database::Sqlite(folder) => Some(FolderLock::acquire(folder)?),
        Database::Postgres(_) => None,
    };
    let store = Store::open(&database, lock.as_ref(), Arc::new(SystemClock)).await?;
    let worker = queue::worker::<NumberedJob>(Arc::new(EffectWorker(store.clone())));
    let dispatcher = Dispatcher::new(store.clone(), Arc::new(SystemClock), Arc::new(SystemRng), vec![worker]);
    let stop = CancellationToken::new();
    let stopped = stop.clone();
    let dispatch = tokio::spawn(async move { dispatcher.run(stopped).await });
    while !queue::summary(&mut store.reader().await?).await?.is_empty() {
        SystemClock.sleep(Duration::from_millis(20)).await;
    }
    stop.cancel();
    if let Err(error) = dispatch.await? {
        bail!(error);
    }
    store.close().await;
    Ok(())
}

struct EffectWorker(Store);

impl Worker<NumberedJob> for EffectWorker {
    fn policy(&self) -> RetryPolicy {
        let second = Duration::from_secs(1);
        RetryPolicy {
            timeout: 30 * second,
            backoff: Backoff { first: second, ceiling: second },
            retry_limit: RetryLimit::Unlimited,
        }
    }

    async fn run(&self, job: NumberedJob, item: &QueueItem) -> Result<JobOutcome, JobFailure> {
        self.record_effect(job.number, item.clone()).await
    }
}

impl EffectWorker {
    async fn record_effect(&self, number: i64, item: QueueItem) -> Result<JobOutcome, JobFailure> {
        let is_atomic = number % 2 == 0;
        let outcome = self.0.write(Schema::It, move |conn| record(conn, item, number, is_atomic).boxed()).await?;
        // Printed after the commit: the parent counts committed effects.
        std::io::stdout().write_all(&EFFECT_OUTPUT).map_err(JobFailure::retry)?;
        std::io::stdout().flush().map_err(JobFailure::retry)?;
        Ok(outcome)
    }
}

async fn record(conn: &mut Conn, item: QueueItem, number: i64, is_atomic: bool) -> Result<JobOutcome, StoreError> {
    let is_new = !claim::insert_many(conn, one_claim(EFFECTS, number.to_string())).await?.is_empty();
    if !is_new {
        // Must never happen in one transaction. Otherwise the effect is recognized and not repeated.
        let watcher_id = if is_atomic { DUPLICATED_EFFECTS } else { RECOGNIZED_EFFECTS };
        claim::insert_many(conn, one_claim(watcher_id, format!("{number}/{}", item.lease))).await?;
    }
    if !is_atomic {
        return Ok(JobOutcome::Done);
    }
    queue::finish(conn, &item, SystemClock.now()).await?;
    Ok(JobOutcome::AlreadyEnded)
}

fn one_claim(watcher_id: WatcherId, message_key: String) -> NewClaims {
    let claim = NewClaim { message_key, run_id: RunId::new(SystemRng.uuid()) };
    let (trigger, detected_at) = (TriggerEvent::Reconciliation, SystemClock.now());
    NewClaims { watcher_id, trigger, detected_at, messages: vec![claim] }
}
