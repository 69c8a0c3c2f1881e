//! `Query`: reads rows of a table or view whose columns have given values, or of a procedure.

use super::config::Config;
use super::error::{SqlError, preview};
use super::plan::column_indexes;
use super::read_rows::{MAX_ROWS, complete, rows_to_output};
use super::statement::{postgres, sqlite};
use super::target::Table;
use super::{Sql, procedure_call, value};
use crate::text::count_of;
use crate::{StepRun, StepSummary};
use futures_util::FutureExt;
use serde_json::{Map, Value, json};
use stormwire_store::user_tables::generated::{OutputColumn, read};
use stormwire_store::{Conn, Dialect};

impl Sql {
    pub(super) async fn query(&self, config: Config, step: StepRun<'_>) -> Result<StepSummary, SqlError> {
        let dialect = self.store.dialect();
        let (rows, from) = if let Some(table) = self.table(&config).await? {
            reject_source(&config, &table)?;
            let (filter, from) = (config.parameters(step.context).map_err(SqlError::Step)?, table.label());
            let read = self.read(move |conn| async move { rows(conn, &table, filter, dialect).await }.boxed());
            (read.await?, from)
        } else {
            let arguments = procedure_call::arguments(&config, step.context)?;
            (self.call(&config, arguments).await?, config.op.target.clone())
        };
        let result = format!("{} from {from}", count_of(rows.len() as u64, "row"));
        let output = rows_to_output(rows, config.op.expect_rows)?;
        if let Some(key) = config.output() {
            step.context.set(key, output);
        }
        Ok(StepSummary::new(result))
    }
}

/// Tables and views are filtered by columns only; source rows are for procedures.
pub(super) fn reject_source(config: &Config, table: &Table) -> Result<(), SqlError> {
    match config.source() {
        Some(_) => Err(SqlError::WrongTarget(format!(
            "Op.Source is only for procedures, and {} is not one; remove Op.Source",
            table.label()
        ))),
        None => Ok(()),
    }
}

async fn rows(
    conn: &mut Conn,
    table: &Table,
    filter: Vec<(String, Value)>,
    dialect: Dialect,
) -> Result<Vec<Value>, SqlError> {
    let names: Vec<String> = filter.iter().map(|(name, _)| name.clone()).collect();
    let indexes = column_indexes(table, &names, "named in Data or FieldMap")?;
    let mut equal = Vec::new();
    let mut values = Vec::new();
    for (index, (name, expected)) in indexes.into_iter().zip(filter) {
        let reject = |error: String| SqlError::InvalidParameter { name, value: preview(&expected), error };
        let value = value::convert(&expected, table.columns[index].kind).map_err(reject)?;
        equal.push((index, value.is_null()));
        values.push(value);
    }
    let has_values = equal.iter().any(|(_, is_null)| !is_null);
    let (statement, values) = match dialect {
        Dialect::Sqlite => (sqlite::query(table, &equal), Value::Array(values).to_string()),
        Dialect::Postgres => (postgres::query(table, &equal), one_object(values)),
    };
    let shown: Vec<OutputColumn> =
        table.columns.iter().map(|one| OutputColumn { label: one.label.clone(), kind: one.kind }).collect();
    let answer = read(conn, &statement, has_values.then_some(values.as_str()), &shown, MAX_ROWS).await?;
    complete(answer).map(|answer| answer.rows)
}

fn one_object(values: Vec<Value>) -> String {
    let fields: Map<String, Value> =
        values.into_iter().enumerate().map(|(index, value)| (format!("c{index}"), value)).collect();
    json!([fields]).to_string()
}
