//! Runs single `Sql` actions, as the runner does.

use serde_json::{Value, json};
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::Duration;
use stormwire_clock::{Clock, VirtualClock};
use stormwire_store::{ActionId, LogId, RunId, WatcherId};
use stormwire_testkit::service::{city_map, feed_rules};
use stormwire_testkit::{DirectConnection, TestDb};
use stormwire_workflow::handlers::{Procedures, sql};
use stormwire_workflow::{Context, Handler, StepError, StepRun, StepSummary};

pub(crate) struct SqlFixture {
    handler: Arc<dyn Handler>,
    message_count: AtomicI64,
}

/// The outcome of a step and the context after it.
pub(crate) struct StepOutcome {
    pub(crate) outcome: Result<StepSummary, StepError>,
    pub(crate) context: Context,
}

impl StepOutcome {
    /// Panics if the step failed.
    pub(crate) fn result(&self) -> &str {
        match &self.outcome {
            Ok(summary) => &summary.result,
            Err(error) => panic!("{error}"),
        }
    }

    /// Panics if the step succeeded.
    pub(crate) fn error(&self) -> String {
        match &self.outcome {
            Ok(summary) => panic!("the step succeeded: {}", summary.result),
            Err(error) => error.to_string(),
        }
    }

    /// A value of the context.
    pub(crate) fn value_at(&self, path: &str) -> Value {
        self.context.get(path).unwrap().clone()
    }
}

impl SqlFixture {
    pub(crate) fn new(db: &TestDb) -> Self {
        Self::with_procedures(db, Procedures::default())
    }

    pub(crate) fn with_procedures(db: &TestDb, procedures: Procedures) -> Self {
        Self::with_clock(db, procedures, Arc::new(VirtualClock::running()))
    }

    pub(crate) fn with_clock(db: &TestDb, procedures: Procedures, clock: Arc<dyn Clock>) -> Self {
        let area = feed_rules(Duration::from_mins(5)).plausible_area;
        Self::with_handler(sql(db.store.clone(), clock, procedures, area, city_map()))
    }

    pub(crate) fn with_handler(handler: Arc<dyn Handler>) -> Self {
        Self { handler, message_count: AtomicI64::new(0) }
    }

    pub(crate) fn handler(&self) -> &Arc<dyn Handler> {
        &self.handler
    }

    /// Runs a step for a new message.
    pub(crate) async fn run(&self, config: Value, root: Value) -> StepOutcome {
        let message = self.message_count.fetch_add(1, Ordering::Relaxed);
        self.run_for(&format!("message {message}"), config, root, false).await
    }

    /// Runs a step for this message.
    pub(crate) async fn run_for(&self, message_key: &str, config: Value, root: Value, force: bool) -> StepOutcome {
        let Value::Object(root) = root else { panic!("a context is an object") };
        let mut context = Context::new(root);
        let step = StepRun {
            watcher_id: WatcherId::new(1),
            message_key,
            log_id: Some(LogId::new(1)),
            run_id: &RunId::new("run"),
            action_id: ActionId::new(1),
            config: &config,
            credential_id: None,
            force,
            recorder: None,
            context: &mut context,
        };
        let outcome = self.handler.run(step).await;
        StepOutcome { outcome, context }
    }

    pub(crate) async fn merge(&self, target: &str, match_on: Value, rows: Value) -> StepOutcome {
        let mut config = json!({"Op": {"Action": "Merge", "Target": target, "Source": "$.Rows"}});
        if !match_on.is_null() {
            config["MatchOn"] = match_on;
        }
        self.run(config, json!({"Rows": rows})).await
    }

    pub(crate) async fn insert(&self, target: &str, rows: Value) -> StepOutcome {
        let config = json!({"Op": {"Action": "Insert", "Target": target, "Source": "$.Rows"}});
        self.run(config, json!({"Rows": rows})).await
    }

    /// Queries rows by column values.
    pub(crate) async fn query(&self, target: &str, equal: Value) -> Vec<Value> {
        let config = json!({"Op": {"Action": "Query", "Target": target}, "Data": equal});
        let outcome = self.run(config, json!({})).await;
        outcome.result();
        let found = outcome.value_at("$.Query");
        let items = found["Items"].as_array().unwrap().clone();
        assert_eq!(found["Count"], items.len());
        items
    }
}

/// A strike as `TextExtract` returns it.
pub(crate) fn strike(second: i64, latitude: f64, kind: &str) -> Value {
    let at = format!("2025-05-01T12:{:02}:{:02}Z", second / 60 % 60, second % 60);
    json!({"Name": "Alert", "Timestamp": at, "Type": kind, "Latitude": latitude, "Longitude": -86.58})
}

/// `MatchOn` for strikes.
pub(crate) fn strike_key() -> Value {
    json!(["Timestamp", "Latitude", "Longitude", "Name", "Type"])
}

pub(crate) async fn count_strikes(db: &TestDb) -> i64 {
    db.count("select count(*) from data.LightningStrike").await
}

/// Creates a user table whose only key is its id.
pub(crate) async fn create_gauges(db: &TestDb) {
    let number = match DirectConnection::connect(&db.database).await {
        DirectConnection::Sqlite(_) => "integer primary key",
        DirectConnection::Postgres(_) => "bigint generated always as identity primary key",
    };
    let table = format!(
        "create table data.Gauge (Id {number}, Name varchar(20), Station integer, Level decimal(6,2), \
         IsOpen boolean, ReadAt timestamptz, Depth double precision, Note text)"
    );
    db.execute(&table).await;
}
