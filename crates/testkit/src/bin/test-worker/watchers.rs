//! A process that runs watchers until it is killed.
//!
//! `test-worker watchers DATABASE-URL FOLDER PROVIDER LISTEN [SMTP]`. The first action of each message appends its key to the
//! file `journal` in the folder, so that the parent can count runs.

use anyhow::{Context, Result, bail};
use futures_util::FutureExt;
use futures_util::future::BoxFuture;
use serde_json::Value;
use std::io::Write;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;
use stormwire_city::config::{Config, Sources};
use stormwire_clock::{Clock, SystemClock, SystemRng, VirtualClock};
use stormwire_store::queue::Dispatcher;
use stormwire_store::{Database, FolderLock, Schema, Store};
use stormwire_testkit::service::{ServiceConfig, serve_webhooks};
use stormwire_watcher::schedule;
use stormwire_workflow::handlers::{Deps, all_handlers};
use stormwire_workflow::{ConfigViolation, Effect, Handler, Handlers, StepError, StepRun, StepSummary};
use tokio::net::TcpListener;
use tokio_util::sync::CancellationToken;

pub(crate) async fn run(arguments: &[String]) -> Result<()> {
    let [url, folder, provider, address, smtp @ ..] = arguments else {
        bail!("usage: test-worker watchers DATABASE-URL FOLDER PROVIDER LISTEN [SMTP]");
    };
    let database = Config::load(&Sources::default().with_flag("database.url", url))?.database;
    let lock = match &database {
        Database::Sqlite(folder) => Some(FolderLock::acquire(folder)?),
        Database::Postgres(_) => None,
    };
    let store = Store::open(&database, lock.as_ref(), Arc::new(SystemClock)).await?;
    let folder = PathBuf::from(folder);
    let journal: Arc<dyn Handler> = Arc::new(JournalHandler(folder.join("journal")));
    let (base_url, poll_interval) = (format!("http://{address}"), Duration::from_millis(300));
    let (provider, smtp) = (provider.parse()?, smtp.first().map(|address| address.parse()).transpose()?);
    let config =
        ServiceConfig { store: store.clone(), folder, provider, base_url, poll_interval, canary_interval: None, smtp };
    let clock = Arc::new(VirtualClock::running());
    // The first handler of a name is used: replaces `Data`.
    let with_journal =
        |deps: &Deps| Handlers::new([journal].into_iter().chain(all_handlers(deps).iter().cloned()).collect());
    let watchers = config.build_watchers(&clock, with_journal);
    serve_webhooks(TcpListener::bind(address).await.context("cannot listen on LISTEN")?, watchers.clone());
    let now = clock.now();
    store.write(Schema::It, move |conn| schedule(conn, now).boxed()).await?;
    let dispatcher = Dispatcher::new(store, clock, Arc::new(SystemRng), watchers.workers());
    match dispatcher.run(CancellationToken::new()).await {
        Ok(()) => Ok(()),
        Err(error) => bail!(error),
    }
}

struct JournalHandler(PathBuf);

impl Handler for JournalHandler {
    fn action_type(&self) -> &'static str {
        "Data"
    }

    fn effect(&self) -> Effect {
        Effect::Outside
    }

    fn schema(&self) -> Value {
        Value::Object(serde_json::Map::new())
    }

    fn validate(&self, _: &Value) -> Vec<ConfigViolation> {
        Vec::new()
    }

    fn run<'a>(&'a self, step: StepRun<'a>) -> BoxFuture<'a, Result<StepSummary, StepError>> {
        // A single short write, so that lines of two processes do not mix.
        let line = format!("{}\n", step.message_key);
        let written = std::fs::OpenOptions::new()
            .create(true)
            .append(true)
            .open(&self.0)
            .and_then(|mut file| file.write_all(line.as_bytes()));
        async move { written.map(|()| StepSummary::new("recorded")).map_err(|error| StepError::Failed(error.to_string())) }
            .boxed()
    }
}
