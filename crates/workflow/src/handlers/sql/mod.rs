//! `Sql`: rows of the user's tables in `data` and `organization`.
//!
//! | `Op.Action` | |
//! |---|---|
//! | `Merge` | updates existing rows and inserts new ones |
//! | `Insert` | inserts all rows |
//! | `Query` | reads rows of a table, view or procedure into the context |
//! | `Execute` | calls a procedure |
//!
//! A config contains no SQL: it names tables and columns, which are looked up in the catalog, and this module generates the
//! statements. Values are passed as one bound parameter. A change stores its idempotency key in the same transaction
//! ([`stormwire_store::user_tables::workflow_access`]).
//!
//! Steps: [`config`] is parsed, [`source`] returns the rows, [`target`] finds the table, [`plan`] selects the columns,
//! [`rows`] converts the values, [`statement`] generates the SQL, [`mod@write`], [`query`] and [`procedure_call`] run it. In test
//! mode [`dry_run`] only reads.

mod batch_threat;
mod check;
mod config;
mod dry_run;
mod error;
mod expect;
mod merge;
mod plan;
mod procedure;
mod procedure_call;
mod query;
mod read_rows;
mod rows;
mod run_once;
mod source;
mod statement;
mod strike_tracker;
mod target;
mod user_tables;
mod value;
mod write;

pub(super) use batch_threat::BatchThreat;
pub use procedure::{Procedure, ProcedureError, Procedures};
pub use user_tables::{TableKind, UserColumn, UserTable, user_tables};

use crate::text::count_of;
use crate::typed_handler::TypedHandler;
use crate::{ConfigViolation, Context, Effect, RepeatSafety, StepError, StepRun, StepSummary};
use config::{Config, Operation, TargetName};
use error::SqlError;
use futures_util::FutureExt;
use futures_util::future::BoxFuture;
use std::sync::Arc;
use std::time::Duration;
use stormwire_city::facilities::CityMap;
use stormwire_clock::Clock;
use stormwire_lightning::PlausibleArea;
use stormwire_store::user_tables::catalog::{Function, Relation, columns, functions, relations};
use stormwire_store::{CredentialId, Store};
use target::{Table, find};

const CHECK_TIMEOUT: Duration = Duration::from_secs(10);

pub(super) struct Sql {
    store: Store,
    clock: Arc<dyn Clock>,
    procedures: Procedures,
    plausible_area: PlausibleArea,
    city_map: Arc<CityMap>,
}

impl Sql {
    pub(super) fn new(
        store: Store,
        clock: Arc<dyn Clock>,
        procedures: Procedures,
        plausible_area: PlausibleArea,
        city_map: Arc<CityMap>,
    ) -> Self {
        Self { store, clock, procedures, plausible_area, city_map }
    }

    /// `None` if the target is not a table or view.
    async fn table(&self, config: &Config) -> Result<Option<Table>, SqlError> {
        let TargetName { schema, name } = config.target();
        let name = name.to_owned();
        let read = self.read_as_service(move |conn| {
            async move {
                let all = relations(conn).await?;
                let Some(relation) = find(&all, TargetName { schema, name: &name })?.cloned() else { return Ok(None) };
                let columns = columns(conn, &relation).await?;
                Ok(Some(Table { relation, columns }))
            }
            .boxed()
        });
        read.await
    }

    async fn relations(&self) -> Result<Vec<Relation>, SqlError> {
        self.read_as_service(|conn| async move { Ok(relations(conn).await?) }.boxed()).await
    }

    async fn functions(&self) -> Result<Vec<Function>, SqlError> {
        self.read_as_service(|conn| async move { Ok(functions(conn).await?) }.boxed()).await
    }
}

impl TypedHandler for Sql {
    type Config = Config;

    const ACTION_TYPE: &'static str = "Sql";
    const EFFECT: Effect = Effect::Outside;

    fn repeat_safety(&self, config: &Config) -> RepeatSafety {
        match config.op.action {
            // The key is written in the transaction of the effect.
            Operation::Merge | Operation::Insert | Operation::Execute => RepeatSafety::Keyed,
            Operation::Query => RepeatSafety::Reads,
        }
    }

    fn warnings(&self, config: &Config, _credential_id: Option<CredentialId>) -> Vec<ConfigViolation> {
        let is_missing = config.op.action == Operation::Merge && config.match_on.is_none();
        let message = "is missing. Rows are then matched by the first of Id, Key and Name only, so a row with the same name \
                       overwrites another. Set MatchOn to the columns that identify a row.";
        is_missing.then(|| ConfigViolation::new("MatchOn", message)).into_iter().collect()
    }

    fn check<'a>(
        &'a self,
        config: &'a Config,
        _credential_id: Option<CredentialId>,
    ) -> BoxFuture<'a, Vec<ConfigViolation>> {
        // A user who saves an action does not wait until an outage has ended.
        async move {
            tokio::select! {
                violations = self.check_against_catalog(config) => violations,
                () = self.clock.sleep(CHECK_TIMEOUT) => Vec::new(),
            }
        }
        .boxed()
    }

    fn input(&self, config: &Config, context: &Context) -> Option<String> {
        let rows = config.source().map(|path| match source::records(path, context) {
            Ok(records) => format!("{} of {path}", count_of(records.len() as u64, "row")),
            Err(error) => error.to_string(),
        });
        let target = &config.op.target;
        let input = match (config.op.action, rows) {
            (Operation::Merge | Operation::Insert, rows) => {
                format!("{} into {target}", rows.unwrap_or_else(|| "1 row".into()))
            }
            (_, Some(rows)) => format!("{target} with {rows}"),
            (_, None) => target.clone(),
        };
        match &config.match_on {
            Some(columns) => Some(format!("{input}, matched on {}", columns.join(", "))),
            None => Some(input),
        }
    }

    fn run<'a>(&'a self, config: Config, step: StepRun<'a>) -> BoxFuture<'a, Result<StepSummary, StepError>> {
        async move {
            let summary = match config.op.action {
                Operation::Merge | Operation::Insert => self.write(config, step).await,
                Operation::Query => self.query(config, step).await,
                Operation::Execute => self.execute(config, step).await,
            };
            Ok(summary?)
        }
        .boxed()
    }
}
