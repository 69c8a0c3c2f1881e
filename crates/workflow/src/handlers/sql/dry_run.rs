//! `Merge`, `Insert` and `Execute` of a step that changes nothing: what they would change is found out by reading.

use super::config::Config;
use super::error::SqlError;
use super::procedure_call::Arguments;
use super::rows::PreparedRows;
use super::target::Table;
use super::{Sql, merge, read_rows};
use crate::effect_recorder::PlannedEffect;
use crate::{StepRun, StepSummary};
use futures_util::FutureExt;
use serde_json::Value;
use std::sync::Arc;
use stormwire_store::Dialect;

/// Rows that are ready to be written.
pub(super) struct PreparedWrite {
    pub(super) config: Config,
    pub(super) table: Table,
    pub(super) prepared: PreparedRows,
}

impl Sql {
    /// Holds no lock. The strikes of the step are not reported, because the feed gets none.
    pub(super) async fn plan_write(
        &self,
        work: PreparedWrite,
        mut request: Value,
        step: StepRun<'_>,
    ) -> Result<StepSummary, SqlError> {
        let (dialect, operation) = (self.store.dialect(), work.config.op.action);
        let key = work.config.output().map(str::to_owned);
        let work = Arc::new(work);
        let read = self.read(move |conn| {
            async move {
                let PreparedWrite { config, table, prepared } = &*work;
                merge::count_changes(conn, table, prepared, config, dialect).await
            }
            .boxed()
        });
        let output = read.await?;
        let result = format!("would write: {}", merge::summary(operation, &output));
        request["Changes"] = output.clone();
        if let Some(recorder) = step.recorder {
            recorder.record(PlannedEffect { request, has_output: true });
        }
        if let Some(key) = key {
            step.context.set(&key, output);
        }
        Ok(StepSummary::new(result))
    }

    /// Calls the procedure in a read-only transaction. One that writes fails there, so its output is not known.
    pub(super) async fn plan_call(
        &self,
        config: &Config,
        arguments: Arguments,
        request: Value,
        step: StepRun<'_>,
    ) -> Result<StepSummary, SqlError> {
        let output = match self.call(config, arguments).await {
            Ok(rows) => Some(read_rows::rows_to_output(rows, config.op.expect_rows)?),
            Err(SqlError::Store(_) | SqlError::WritesInRead(_)) if self.store.dialect() == Dialect::Postgres => None,
            Err(error) => return Err(error),
        };
        if let Some(recorder) = step.recorder {
            recorder.record(PlannedEffect { request, has_output: output.is_some() });
        }
        if let Some(key) = config.output() {
            step.context.set(key, output.unwrap_or_default());
        }
        Ok(StepSummary::new(format!("would call {}", config.op.target)))
    }
}
