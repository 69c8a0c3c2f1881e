//! Rows merged by workflow steps, a thousand to a step: each step is one durable transaction with the key of its effect.

use crate::stopwatch::{Stopwatch, per_second};
use crate::table::Table;
use anyhow::Result;
use jiff::{SignedDuration, Timestamp};
use serde_json::{Map, Value, json};
use std::sync::Arc;
use stormwire_clock::SystemClock;
use stormwire_store::{ActionId, Database, LogId, RunId, Store, WatcherId};
use stormwire_testkit::Durability;
use stormwire_workflow::handlers::{Procedures, sql};
use stormwire_workflow::{Context, Handler, StepRun};

/// Rows of a step.
const BATCH: i32 = 1_000;
const WANTED: f64 = 50_000.0;

pub(crate) async fn measure(table: &mut Table) -> Result<()> {
    let folder = tempfile::tempdir_in(env!("CARGO_MANIFEST_DIR"))?;
    table.group("Rows merged into `data.LightningStrike`, 1,000 to a step", "the 50,000 that are wanted");
    let store = Store::open(&Database::Sqlite(folder.path().join("data")), None).await?;
    rows(table, "SQLite", &store).await?;
    store.close().await;
    let cluster = stormwire_testkit::start_cluster(Durability::Real).await;
    let store = Store::open(&Database::Postgres(cluster.url("postgres").parse()?), None).await?;
    rows(table, "PostgreSQL", &store).await?;
    store.close().await;
    Ok(())
}

async fn rows(table: &mut Table, name: &str, store: &Store) -> Result<()> {
    let handler = sql(store.clone(), Arc::new(SystemClock), Procedures::default());
    let all = json!(["Timestamp", "Latitude", "Longitude", "Name", "Type"]);
    let merger = Merger { handler, match_on: all };
    let rate = per_second(|round| merger.steps(i32::try_from(round).unwrap_or(0) * 1_000_000, i32::MAX)).await?;
    table.row(&format!("{name}: new rows, known by all five columns"), rate, WANTED);
    let merger = Merger { match_on: json!(["Timestamp", "Latitude", "Longitude", "Name"]), ..merger };
    // The same few thousand rows again and again: each is found and written.
    let rate = per_second(|_| merger.steps(0, 20)).await?;
    table.row(&format!("{name}: known rows, updated by four columns"), rate, WANTED);
    Ok(())
}

struct Merger {
    handler: Arc<dyn Handler>,
    match_on: Value,
}

impl Merger {
    /// Steps until the round is over; after `repeat` of them the rows begin again.
    async fn steps(&self, first: i32, repeat: i32) -> Result<u64> {
        let watch = Stopwatch::start();
        let mut steps = 0;
        while watch.is_running() {
            let rows = batch(first + steps % repeat);
            let config = json!({
                "Op": {"Action": "Merge", "Target": "LightningStrike", "Source": "$.Rows"}, "MatchOn": self.match_on,
            });
            let mut context = Context::new(Map::from_iter([("Rows".to_owned(), rows)]));
            let step = StepRun {
                watcher_id: WatcherId::new(1),
                message_key: &format!("{first}-{steps}-{}", self.match_on.as_array().map_or(0, Vec::len)),
                log_id: Some(LogId::new(1)),
                run_id: &RunId::new("bench"),
                action_id: ActionId::new(1),
                config: &config,
                credential_id: None,
                force: true,
                context: &mut context,
            };
            self.handler.run(step).await?;
            steps += 1;
        }
        Ok(u64::try_from(steps)? * u64::try_from(BATCH)?)
    }
}

/// A thousand strikes within a second, as an extraction gives them.
fn batch(number: i32) -> Value {
    let from = Timestamp::UNIX_EPOCH + SignedDuration::from_secs(1_000_000_000 + i64::from(number));
    let strike = |n: i32| {
        let at = from + SignedDuration::from_millis(n.into());
        let (latitude, longitude) = (30.0 + f64::from(n) / 1_000.0, -86.0 - f64::from(n) / 3_000.0);
        json!({"Name": "Alert", "Timestamp": at.to_string(), "Type": "ground", "Latitude": latitude, "Longitude": longitude})
    };
    (0..BATCH).map(strike).collect()
}
