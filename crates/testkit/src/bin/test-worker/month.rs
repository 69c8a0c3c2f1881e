//! A process that runs watchers with the intervals of production, on a clock that its parent advances, until it is killed.
//!
//! `test-worker month POSTGRESQL-URL FOLDER PROVIDER LISTEN SECONDS`. The clock starts SECONDS ahead of the machine's. Each line of
//! the standard input is a number of seconds by which it is advanced; a line with the number of tasks is printed for each. Log
//! lines from WARN on are JSON on the standard error.

use anyhow::{Context, Result, bail};
use futures_util::FutureExt;
use std::io::Write;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;
use stormwire_city::config::{Config, Sources};
use stormwire_clock::{Clock, SystemClock, SystemRng, VirtualClock};
use stormwire_store::queue::Dispatcher;
use stormwire_store::{Schema, Store};
use stormwire_testkit::service::{ServiceConfig, serve_webhooks};
use stormwire_watcher::{Cadence, schedule};
use stormwire_workflow::handlers::all_handlers;
use tokio::net::TcpListener;
use tokio::runtime::Handle;
use tokio_util::sync::CancellationToken;
use tracing_subscriber::filter::LevelFilter;

const CADENCE: Cadence = Cadence {
    poll_interval: Duration::from_mins(5),
    full_scan_interval: Duration::from_hours(1),
    renewal_margin: Duration::from_hours(24),
    renewal_check_interval: Duration::from_hours(1),
    subscription_lifetime: Duration::from_mins(10_000),
    canary_interval: None,
};

pub(crate) async fn run(arguments: &[String]) -> Result<()> {
    let lines = tracing_subscriber::fmt().json().flatten_event(true).with_max_level(LevelFilter::WARN);
    lines.with_writer(std::io::stderr).init();
    let [url, folder, provider, address, seconds] = arguments else {
        bail!("usage: test-worker month POSTGRESQL-URL FOLDER PROVIDER LISTEN SECONDS");
    };
    let database = Config::load(&Sources::default().with_flag("database.url", url))?.database;
    let store = Store::open(&database, None, Arc::new(SystemClock)).await?;
    let clock = Arc::new(VirtualClock::running());
    clock.advance(Duration::from_secs(seconds.parse().context("SECONDS must be a number")?));
    follow_parent(clock.clone());
    let config = ServiceConfig {
        store: store.clone(),
        folder: PathBuf::from(folder),
        provider: provider.parse()?,
        base_url: format!("http://{address}"),
        poll_interval: CADENCE.poll_interval,
        canary_interval: None,
        smtp: None,
    };
    let watchers = config.build_watchers_with(&clock, all_handlers, CADENCE);
    serve_webhooks(TcpListener::bind(address).await.context("cannot listen on LISTEN")?, watchers.clone());
    let now = clock.now();
    store.write(Schema::It, move |conn| schedule(conn, now).boxed()).await?;
    let dispatcher = Dispatcher::new(store, clock, Arc::new(SystemRng), watchers.workers());
    match dispatcher.run(CancellationToken::new()).await {
        Ok(()) => Ok(()),
        Err(error) => bail!(error),
    }
}

/// In a thread of its own: reading the standard input blocks.
fn follow_parent(clock: Arc<VirtualClock>) {
    let runtime = Handle::current();
    std::thread::spawn(move || -> Result<()> {
        for line in std::io::stdin().lines() {
            clock.advance(Duration::from_secs(line?.trim().parse()?));
            writeln!(std::io::stdout(), "{}", runtime.metrics().num_alive_tasks())?;
        }
        Ok(())
    });
}
