//! `Sql`: rows of the user's tables in `data` and `organization`.
//!
//! | `Op.Action` | |
//! |---|---|
//! | `Merge` | known rows are updated, new ones inserted |
//! | `Insert` | all rows are new |
//! | `Query` | rows of a table, view or procedure go into the context |
//! | `Execute` | a procedure is called |
//!
//! No SQL text comes in: a config names things, the catalogue knows them, and this room generates the statements. Values
//! travel as one bound parameter. What changes rows leaves its key in the same transaction ([`stormwire_store::user_tables::workflow_access`]).
//!
//! The way of a step: [`config`] is read, [`source`] gives the rows, [`target`] finds the table, [`plan`] decides the columns,
//! [`rows`] brings the values to their types, [`statement`] has the texts, [`mod@write`], [`query`] and [`call`] run them.

mod answer;
mod batch_threat;
mod call;
mod check;
mod config;
mod error;
mod expect;
mod merge;
mod once;
mod plan;
mod procedure;
mod query;
mod rows;
mod source;
mod statement;
mod target;
mod value;
mod write;

pub(super) use batch_threat::BatchThreat;
pub use procedure::{Procedure, ProcedureError, Procedures};

use crate::typed::Typed;
use crate::{ConfigViolation, Context, Effect, StepError, StepRun, StepSummary};
use config::{Config, TargetName, Verb};
use error::SqlError;
use futures_util::FutureExt;
use futures_util::future::BoxFuture;
use std::sync::Arc;
use std::time::Duration;
use stormwire_clock::Clock;
use stormwire_store::user_tables::catalog::{Function, Relation, columns, functions, relations};
use stormwire_store::{CredentialId, Store};
use target::{Table, find};

pub(super) struct Sql {
    store: Store,
    clock: Arc<dyn Clock>,
    procedures: Procedures,
}

impl Sql {
    pub(super) fn new(store: Store, clock: Arc<dyn Clock>, procedures: Procedures) -> Self {
        Self { store, clock, procedures }
    }

    /// The table or view that a config names, if there is one.
    async fn table(&self, config: &Config) -> Result<Option<Table>, SqlError> {
        let TargetName { schema, name } = config.target();
        let name = name.to_owned();
        let look = self.store.read_as_workflow(move |conn| {
            async move {
                let all = relations(conn).await?;
                let Some(relation) = find(&all, TargetName { schema, name: &name })?.cloned() else { return Ok(None) };
                let columns = columns(conn, &relation).await?;
                Ok(Some(Table { relation, columns }))
            }
            .boxed()
        });
        look.await
    }

    async fn relations(&self) -> Result<Vec<Relation>, SqlError> {
        self.store.read_as_workflow(|conn| async move { Ok(relations(conn).await?) }.boxed()).await
    }

    async fn functions(&self) -> Result<Vec<Function>, SqlError> {
        self.store.read_as_workflow(|conn| async move { Ok(functions(conn).await?) }.boxed()).await
    }
}

impl Typed for Sql {
    type Config = Config;

    const ACTION_TYPE: &'static str = "Sql";
    const EFFECT: Effect = Effect::Outside;
    /// Long enough for a hundred thousand rows and for a lock that another program holds for a while.
    const LIMIT: Duration = Duration::from_mins(2);

    fn look_around<'a>(
        &'a self,
        config: &'a Config,
        _credential_id: Option<CredentialId>,
    ) -> BoxFuture<'a, Vec<ConfigViolation>> {
        self.catalogue_faults(config).boxed()
    }

    fn doubts(&self, config: &Config) -> Vec<ConfigViolation> {
        let guesses = config.op.action == Verb::Merge && config.match_on.is_none();
        let words = "without it a row is known by the first of Id, Key and Name alone, and one with a known name overwrites \
                     the other; name the columns that tell rows apart";
        guesses.then(|| ConfigViolation::new("MatchOn", words)).into_iter().collect()
    }

    fn given(&self, config: &Config, context: &Context) -> Option<String> {
        let rows = config.source().map(|path| match source::records(path, context) {
            Ok(records) => format!("{} of {path}", merge::counted(records.len() as u64)),
            Err(error) => error.to_string(),
        });
        let target = &config.op.target;
        let words = match (config.op.action, rows) {
            (Verb::Merge | Verb::Insert, rows) => format!("{} into {target}", rows.unwrap_or_else(|| "1 row".into())),
            (_, Some(rows)) => format!("{target} with {rows}"),
            (_, None) => target.clone(),
        };
        match &config.match_on {
            Some(columns) => Some(format!("{words}, matched on {}", columns.join(", "))),
            None => Some(words),
        }
    }

    fn act<'a>(&'a self, config: Config, step: StepRun<'a>) -> BoxFuture<'a, Result<StepSummary, StepError>> {
        async move {
            let done = match config.op.action {
                Verb::Merge | Verb::Insert => self.write(config, step).await,
                Verb::Query => self.query(config, step).await,
                Verb::Execute => self.execute(config, step).await,
            };
            Ok(done?)
        }
        .boxed()
    }
}
