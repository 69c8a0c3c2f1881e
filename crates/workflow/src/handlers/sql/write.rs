//! `Merge` and `Insert`: rows from the context into a table, once.

use super::config::Config;
use super::dry_run::PreparedWrite;
use super::error::SqlError;
use super::run_once::{OnceRequest, output_and_result};
use super::target::{Table, not_found};
use super::{Sql, merge, plan, rows, source};
use crate::{StepRun, StepSummary};
use futures_util::FutureExt;
use serde_json::{Value, json};
use std::sync::Arc;
use stormwire_city::facilities::{CityMap, FacilitySnapshot};
use stormwire_geo::LonLat;
use stormwire_store::Conn;
use stormwire_store::tables::facility;
use stormwire_store::user_tables::catalog::Relation;
use stormwire_store::user_tables::workflow_access::WriteLock;

impl Sql {
    pub(super) async fn write(&self, config: Config, step: StepRun<'_>) -> Result<StepSummary, SqlError> {
        let rows = source::rows(&config, step.context)?;
        let Some(table) = self.table(&config).await? else {
            let all = self.relations().await?;
            let known = all.iter().filter(|relation| !relation.is_view).map(Relation::label);
            return Err(not_found("table", config.target(), known));
        };
        if rows.is_empty() {
            plan::check(&table, config.match_on.as_deref())?;
            config.check_row_count(0)?;
            return Ok(StepSummary::new("0 rows"));
        }
        let dialect = self.store.dialect();
        let references = self.strike_references(&table).await?;
        let prepared = rows::prepare(&table, &rows, &config, dialect, &references).await?;
        let mut request = json!({
            "Action": format!("{:?}", config.op.action),
            "Target": table.label(),
            "MatchOn": config.match_on,
            "Distinct": config.op.distinct,
        });
        // Moved: `json!` would copy the rows, which takes as long as to prepare them.
        request["Rows"] = rows.into_iter().map(Value::Object).collect();
        if step.recorder.is_some() {
            return self.plan_write(PreparedWrite { config, table, prepared }, request, step).await;
        }
        let request = OnceRequest {
            key: step.effect_key(&request),
            force: step.force,
            schema: table.relation.schema,
            lock: WriteLock::Table(table.relation.id),
        };
        let (newest_strike_at, closest_strike) = (prepared.newest_strike_at, prepared.closest_strike);
        let work = Arc::new(PreparedWrite { config, table, prepared });
        let (shared, city_map) = (work.clone(), self.city_map.clone());
        let done = self.run_effect_once(request, move |conn| {
            async move {
                let PreparedWrite { config, table, prepared } = &*shared;
                let before = snapshot(conn, table).await?;
                let output = merge::write(conn, table, prepared, config, dialect).await?;
                stamp_anchors(conn, before, &city_map).await?;
                Ok(output)
            }
            .boxed()
        });
        let config = &work.config;
        let (output, result) = output_and_result(done.await?, |output| merge::summary(config.op.action, output));
        if let Some(key) = config.output() {
            step.context.set(key, output);
        }
        Ok(StepSummary { newest_strike_at, closest_strike, ..StepSummary::new(result) })
    }

    /// What the distance of strikes is measured from; nothing if the table is another one.
    async fn strike_references(&self, table: &Table) -> Result<Vec<LonLat>, SqlError> {
        if !table.has_strikes() {
            return Ok(Vec::new());
        }
        let read = self.read_as_service(|conn| async move { Ok(facility::list(conn, None, u32::MAX).await?) }.boxed());
        Ok(self.plausible_area.around(&read.await?).references().to_vec())
    }
}

/// `None` if the table is not that of the facilities.
async fn snapshot(conn: &mut Conn, table: &Table) -> Result<Option<FacilitySnapshot>, SqlError> {
    Ok(if table.has_facilities() { Some(FacilitySnapshot::read(conn).await?) } else { None })
}

/// Without its anchor a facility has no status, and with an old one it has the status of another place.
async fn stamp_anchors(conn: &mut Conn, before: Option<FacilitySnapshot>, map: &CityMap) -> Result<(), SqlError> {
    match before {
        Some(before) => Ok(before.stamp_changed(conn, map).await?),
        None => Ok(()),
    }
}
