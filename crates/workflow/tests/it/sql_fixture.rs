//! What the tests of the `Sql` handler share: a step, run as the runner runs it.

use serde_json::{Value, json};
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use stormwire_clock::VirtualClock;
use stormwire_store::{ActionId, LogId, RunId, WatcherId};
use stormwire_testkit::{Foreign, TestDb};
use stormwire_workflow::handlers::{Procedures, sql};
use stormwire_workflow::{Context, Handler, StepError, StepRun, StepSummary};

/// A handler on a db.
pub(crate) struct Desk {
    handler: Arc<dyn Handler>,
    messages: AtomicI64,
}

/// What came of a step.
pub(crate) struct Came {
    pub(crate) result: Result<StepSummary, StepError>,
    pub(crate) context: Context,
}

impl Came {
    /// It went well, with these words.
    pub(crate) fn words(&self) -> &str {
        match &self.result {
            Ok(summary) => &summary.result,
            Err(error) => panic!("{error}"),
        }
    }

    /// It failed, with these words.
    pub(crate) fn error(&self) -> String {
        match &self.result {
            Ok(summary) => panic!("it went well: {}", summary.result),
            Err(error) => error.to_string(),
        }
    }

    /// A value of the context.
    pub(crate) fn at(&self, path: &str) -> Value {
        self.context.get(path).unwrap().clone()
    }
}

impl Desk {
    pub(crate) fn new(db: &TestDb) -> Self {
        Self::with(db, Procedures::default())
    }

    pub(crate) fn with(db: &TestDb, procedures: Procedures) -> Self {
        Self::of(sql(db.store.clone(), Arc::new(VirtualClock::running()), procedures))
    }

    pub(crate) fn of(handler: Arc<dyn Handler>) -> Self {
        Self { handler, messages: AtomicI64::new(0) }
    }

    pub(crate) fn handler(&self) -> &Arc<dyn Handler> {
        &self.handler
    }

    /// A step about a message of its own.
    pub(crate) async fn run(&self, config: Value, root: Value) -> Came {
        let message = self.messages.fetch_add(1, Ordering::Relaxed);
        self.about(&format!("message {message}"), config, root, false).await
    }

    /// A step about a message.
    pub(crate) async fn about(&self, message_key: &str, config: Value, root: Value, force: bool) -> Came {
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
            context: &mut context,
        };
        let result = self.handler.run(step).await;
        Came { result, context }
    }

    /// `Merge` of rows.
    pub(crate) async fn merge(&self, target: &str, match_on: Value, rows: Value) -> Came {
        let mut config = json!({"Op": {"Action": "Merge", "Target": target, "Source": "$.Rows"}});
        if !match_on.is_null() {
            config["MatchOn"] = match_on;
        }
        self.run(config, json!({"Rows": rows})).await
    }

    /// `Insert` of rows.
    pub(crate) async fn insert(&self, target: &str, rows: Value) -> Came {
        let config = json!({"Op": {"Action": "Insert", "Target": target, "Source": "$.Rows"}});
        self.run(config, json!({"Rows": rows})).await
    }

    /// `Query` by columns.
    pub(crate) async fn query(&self, target: &str, equal: Value) -> Vec<Value> {
        let config = json!({"Op": {"Action": "Query", "Target": target}, "Data": equal});
        let came = self.run(config, json!({})).await;
        came.words();
        let found = came.at("$.Query");
        let items = found["Items"].as_array().unwrap().clone();
        assert_eq!(found["Count"], items.len());
        items
    }
}

/// A strike as an extraction gives it.
pub(crate) fn strike(second: i64, latitude: f64, kind: &str) -> Value {
    let at = format!("2025-05-01T12:{:02}:{:02}Z", second / 60 % 60, second % 60);
    json!({"Name": "Alert", "Timestamp": at, "Type": kind, "Latitude": latitude, "Longitude": -86.58})
}

/// The key of strikes.
pub(crate) fn strike_key() -> Value {
    json!(["Timestamp", "Latitude", "Longitude", "Name", "Type"])
}

pub(crate) async fn strikes(db: &TestDb) -> i64 {
    db.count("select count(*) from data.LightningStrike").await
}

/// A table of the city's own: no key but its number.
pub(crate) async fn gauges(db: &TestDb) {
    let number = match Foreign::connect(&db.database).await {
        Foreign::Sqlite(_) => "integer primary key",
        Foreign::Postgres(_) => "bigint generated always as identity primary key",
    };
    let table = format!(
        "create table data.Gauge (Id {number}, Name varchar(20), Station integer, Level decimal(6,2), \
         IsOpen boolean, ReadAt timestamptz, Depth double precision, Note text)"
    );
    db.execute(&table).await;
}
