//! A process that records status events and delivers them to sinks until it is killed, on a clock that its parent advances.
//!
//! `test-worker events DATABASE-URL KEY-FILE MICROSECONDS`. The clock starts MICROSECONDS ahead of the machine's. Each line of the standard
//! input is a number of microseconds by which it is advanced; an empty line is printed for each. Strikes are loaded by the test, and
//! the feed counts as healthy for a day after its heartbeat.

use anyhow::{Context, Result, bail};
use futures_util::FutureExt;
use std::io::Write;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;
use stormwire_announce::EventAnnouncer;
use stormwire_city::config::{Config, Sources};
use stormwire_clock::{Clock, SystemClock, SystemRng, VirtualClock};
use stormwire_lightning::{FeedRules, Lightning, StatusRecorder};
use stormwire_store::queue::{Dispatcher, LoopWorker, loop_worker};
use stormwire_store::{Database, FolderLock, Schema, Store};
use stormwire_testkit::local_sinks;
use stormwire_testkit::service::feed_rules;
use tokio_util::sync::CancellationToken;

pub(crate) async fn run(arguments: &[String]) -> Result<()> {
    let [url, key_file, ahead] = arguments else {
        bail!("usage: test-worker events DATABASE-URL KEY-FILE MICROSECONDS");
    };
    let clock = Arc::new(VirtualClock::running());
    clock.advance(Duration::from_micros(ahead.parse().context("MICROSECONDS must be a number")?));
    follow_parent(clock.clone());
    let database = Config::load(&Sources::default().with_flag("database.url", url))?.database;
    // As `serve` does: the lock of a killed process must be free at once.
    let lock = match &database {
        Database::Sqlite(folder) => Some(FolderLock::acquire(folder)?),
        Database::Postgres(_) => None,
    };
    let store = Store::open(&database, lock.as_ref(), Arc::new(SystemClock)).await?;
    let rules = FeedRules { external_silence: Some(Duration::from_hours(24)), ..feed_rules(Duration::from_mins(5)) };
    let lightning = Lightning::new(store.clone(), clock.clone(), rules);
    let recorder = StatusRecorder::new(lightning.clone(), CancellationToken::new());
    let sinks = local_sinks(store.clone(), Path::new(key_file), lightning.clone(), clock.clone())?;
    let announcer = sinks.announcer(lightning, CancellationToken::new());
    let now = clock.now();
    store.write(Schema::It, move |conn| StatusRecorder::schedule(conn, now).boxed()).await?;
    store.write(Schema::It, move |conn| EventAnnouncer::schedule(conn, now).boxed()).await?;
    let workers = vec![loop_worker(Arc::new(recorder)), loop_worker(Arc::new(announcer))];
    let dispatcher = Dispatcher::new(store, clock, Arc::new(SystemRng), workers);
    match dispatcher.run(CancellationToken::new()).await {
        Ok(()) => Ok(()),
        Err(error) => bail!(error),
    }
}

/// In a thread of its own: reading the standard input blocks.
fn follow_parent(clock: Arc<VirtualClock>) {
    std::thread::spawn(move || -> Result<()> {
        for line in std::io::stdin().lines() {
            clock.advance(Duration::from_micros(line?.trim().parse()?));
            writeln!(std::io::stdout())?;
        }
        Ok(())
    });
}
