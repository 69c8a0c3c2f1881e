//! Merges rows by workflow steps, 1,000 per step. Each step is one durable transaction with an idempotency key.

use crate::stopwatch::{Stopwatch, rate};
use anyhow::Result;
use jiff::{SignedDuration, Timestamp};
use serde_json::{Map, Value, json};
use std::sync::Arc;
use stormwire_bench::results::{Aim, Row, Table};
use stormwire_clock::SystemClock;
use stormwire_lightning::PlausibleArea;
use stormwire_store::{ActionId, Database, LogId, RunId, Store, WatcherId};
use stormwire_testkit::Durability;
use stormwire_testkit::service::city_map;
use stormwire_workflow::handlers::{Procedures, sql};
use stormwire_workflow::{Context, Handler, StepRun};

const ROWS_PER_STEP: i32 = 1_000;
const AIM: Aim = Aim::AtLeast(50_000.0);

pub(crate) async fn measure(table: &mut Table) -> Result<()> {
    let folder = tempfile::tempdir_in(env!("CARGO_MANIFEST_DIR"))?;
    table.section("Rows merged into `data.LightningStrike`, 1,000 per step");
    let store = Store::open(&Database::Sqlite(folder.path().join("data")), None, Arc::new(SystemClock)).await?;
    measure_store(table, "SQLite", &store).await?;
    store.close().await;
    let cluster = stormwire_testkit::start_cluster(Durability::Real).await;
    let store = Store::open(&Database::Postgres(cluster.url("postgres").parse()?), None, Arc::new(SystemClock)).await?;
    measure_store(table, "PostgreSQL", &store).await?;
    store.close().await;
    Ok(())
}

async fn measure_store(table: &mut Table, name: &str, store: &Store) -> Result<()> {
    let anywhere = PlausibleArea { radius: None, bounds: None };
    let handler = sql(store.clone(), Arc::new(SystemClock), Procedures::default(), anywhere, city_map());
    let all = json!(["Timestamp", "Latitude", "Longitude", "Name", "Type"]);
    let merger = MergeSteps { handler, match_on: all, changes_types: false };
    let new = rate(|round| merger.run(i32::try_from(round).unwrap_or(0) * 1_000_000, i32::MAX)).await?;
    table.add(Row::per_second(format!("{name}: new rows, matched on five columns"), new).aim(AIM));
    let merger = MergeSteps { match_on: json!(["Timestamp", "Latitude", "Longitude", "Name"]), ..merger };
    // The same 20,000 rows repeatedly: each is found, and differs in nothing.
    let equal = rate(|_| merger.run(0, 20)).await?;
    table.add(Row::per_second(format!("{name}: equal rows, matched on four columns"), equal).aim(AIM));
    let merger = MergeSteps { changes_types: true, ..merger };
    let changed = rate(|_| merger.run(0, 20)).await?;
    table.add(Row::per_second(format!("{name}: rows with another type, matched on four columns"), changed).aim(AIM));
    Ok(())
}

struct MergeSteps {
    handler: Arc<dyn Handler>,
    match_on: Value,
    /// Each time the rows start over, they have another type.
    changes_types: bool,
}

impl MergeSteps {
    /// Runs steps until the round is over. After `repeat` steps the rows start over.
    async fn run(&self, first: i32, repeat: i32) -> Result<u64> {
        let watch = Stopwatch::start();
        let mut steps = 0;
        while watch.is_running() {
            let kind = if self.changes_types && (steps / repeat) % 2 == 0 { "cloud" } else { "ground" };
            let rows = strikes(first + steps % repeat, kind);
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
                recorder: None,
                context: &mut context,
            };
            self.handler.run(step).await?;
            steps += 1;
        }
        Ok(u64::try_from(steps)? * u64::try_from(ROWS_PER_STEP)?)
    }
}

/// Strikes within one second, in the form of an extraction result.
fn strikes(number: i32, kind: &str) -> Value {
    let from = Timestamp::UNIX_EPOCH + SignedDuration::from_secs(1_000_000_000 + i64::from(number));
    let strike = |n: i32| {
        let at = from + SignedDuration::from_millis(n.into());
        let (latitude, longitude) = (30.0 + f64::from(n) / 1_000.0, -86.0 - f64::from(n) / 3_000.0);
        json!({"Name": "Alert", "Timestamp": at.to_string(), "Type": kind, "Latitude": latitude, "Longitude": longitude})
    };
    (0..ROWS_PER_STEP).map(strike).collect()
}
