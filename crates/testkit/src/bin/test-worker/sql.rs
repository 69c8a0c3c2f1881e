//! A process that inserts rows by workflow steps. Tests kill it at random moments.
//!
//! `test-worker sql DATABASE-URL STEPS [LAST]`. Each step belongs to another message and inserts one row into `data.CrashTest`,
//! which has no unique key. Prints some bytes per finished step. With LAST the process aborts between the commit of that step
//! and its end.

use anyhow::{Context as _, Result, bail};
use futures_util::{StreamExt, TryStreamExt, stream};
use serde_json::json;
use std::io::Write;
use std::sync::Arc;
use std::time::Duration;
use stormwire_city::config::{Config, Sources};
use stormwire_clock::SystemClock;
use stormwire_store::{ActionId, Database, FolderLock, LogId, RunId, Store, WatcherId};
use stormwire_testkit::service::{city_map, feed_rules};
use stormwire_testkit::sql_crash::STEP_OUTPUT;
use stormwire_workflow::handlers::{Procedures, sql};
use stormwire_workflow::{Context, Handler, StepRun};

const MAX_CONCURRENT_STEPS: usize = 4;

pub(crate) async fn run(arguments: &[String]) -> Result<()> {
    let (Some(url), Some(steps)) = (arguments.first(), arguments.get(1)) else {
        bail!("usage: test-worker sql DATABASE-URL STEPS [LAST]");
    };
    let steps: u32 = steps.parse().context("STEPS must be a number")?;
    let last: Option<u32> = arguments.get(2).map(|last| last.parse()).transpose().context("LAST must be a number")?;
    let database = Config::load(&Sources::default().with_flag("database.url", url))?.database;
    let lock = match &database {
        Database::Sqlite(folder) => Some(FolderLock::acquire(folder)?),
        Database::Postgres(_) => None,
    };
    let store = Store::open(&database, lock.as_ref(), Arc::new(SystemClock)).await?;
    let area = feed_rules(Duration::from_mins(5)).plausible_area;
    let handler = sql(store.clone(), Arc::new(SystemClock), Procedures::default(), area, city_map());
    let all =
        stream::iter(0..steps).map(|number| run_step(&handler, number, last)).buffer_unordered(MAX_CONCURRENT_STEPS);
    all.try_for_each(|()| async { report_step() }).await?;
    store.close().await;
    Ok(())
}

async fn run_step(handler: &Arc<dyn Handler>, number: u32, last: Option<u32>) -> Result<()> {
    let config = json!({"Op": {"Action": "Insert", "Target": "CrashTest"}, "Data": {"Number": number}});
    let (mut context, message_key, run_id) = (Context::default(), format!("message {number}"), RunId::new("run"));
    let step = StepRun {
        watcher_id: WatcherId::new(1),
        message_key: &message_key,
        log_id: Some(LogId::new(1)),
        run_id: &run_id,
        action_id: ActionId::new(1),
        config: &config,
        credential_id: None,
        force: false,
        recorder: None,
        context: &mut context,
    };
    handler.run(step).await?;
    if last == Some(number) {
        std::process::abort();
    }
    Ok(())
}

fn report_step() -> Result<()> {
    let mut out = std::io::stdout();
    out.write_all(&STEP_OUTPUT)?;
    Ok(out.flush()?)
}
