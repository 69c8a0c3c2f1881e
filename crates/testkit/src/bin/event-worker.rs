//! A process that records status events and delivers them to sinks until it is killed.
//!
//! `event-worker DATABASE-URL KEY-FILE`. Strikes are loaded by the test, and the feed counts as healthy for a day after its heartbeat.

use anyhow::{Context, Result, bail};
use futures_util::FutureExt;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;
use stormwire_announce::EventAnnouncer;
use stormwire_city::config::{Config, Sources};
use stormwire_clock::{Clock, SystemClock, SystemRng};
use stormwire_lightning::{FeedRules, Lightning, StatusRecorder};
use stormwire_store::queue::{Dispatcher, LoopWorker, loop_worker};
use stormwire_store::{Database, FolderLock, Schema, Store};
use stormwire_testkit::local_sinks;
use stormwire_testkit::service::feed_rules;
use tokio_util::sync::CancellationToken;

#[tokio::main(flavor = "multi_thread", worker_threads = 2)]
async fn main() -> Result<()> {
    let [url, key_file] = [1, 2].map(|index| std::env::args().nth(index));
    let (url, key_file) = url.zip(key_file).context("usage: event-worker DATABASE-URL KEY-FILE")?;
    let database = Config::load(&Sources::default().with_flag("database.url", url))?.database;
    // As `serve` does: the lock of a killed process must be free at once.
    let lock = match &database {
        Database::Sqlite(folder) => Some(FolderLock::acquire(folder)?),
        Database::Postgres(_) => None,
    };
    let store = Store::open(&database, lock.as_ref()).await?;
    let rules = FeedRules { external_silence: Some(Duration::from_hours(24)), ..feed_rules(Duration::from_mins(5)) };
    let lightning = Lightning::new(store.clone(), Arc::new(SystemClock), rules);
    let recorder = StatusRecorder::new(lightning.clone(), CancellationToken::new());
    let sinks = local_sinks(store.clone(), Path::new(&key_file), lightning.clone())?;
    let announcer = sinks.announcer(lightning, CancellationToken::new());
    let now = SystemClock.now();
    store.write(Schema::It, move |conn| StatusRecorder::schedule(conn, now).boxed()).await?;
    store.write(Schema::It, move |conn| EventAnnouncer::schedule(conn, now).boxed()).await?;
    let workers = vec![loop_worker(Arc::new(recorder)), loop_worker(Arc::new(announcer))];
    let dispatcher = Dispatcher::new(store, Arc::new(SystemClock), Arc::new(SystemRng), workers);
    match dispatcher.run(CancellationToken::new()).await {
        Ok(()) => Ok(()),
        Err(error) => bail!(error),
    }
}
