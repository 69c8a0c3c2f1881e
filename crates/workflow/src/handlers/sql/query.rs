//! `Query`: rows of a table or view whose columns have the given values, or of a procedure.

use super::answer::{MOST, output, whole};
use super::config::Config;
use super::error::{SqlError, shown as in_short};
use super::merge::counted;
use super::plan::places;
use super::statement::{postgres, sqlite};
use super::target::Table;
use super::{Sql, call, value};
use crate::{StepRun, StepSummary};
use futures_util::FutureExt;
use serde_json::{Map, Value, json};
use stormwire_store::user_tables::generated::{OutputColumn, read};
use stormwire_store::{Conn, Dialect};

impl Sql {
    pub(super) async fn query(&self, config: Config, step: StepRun<'_>) -> Result<StepSummary, SqlError> {
        let dialect = self.store.dialect();
        let (rows, from) = if let Some(table) = self.table(&config).await? {
            needs_no_source(&config, &table)?;
            let (given, from) = (config.parameters(step.context).map_err(SqlError::Step)?, table.label());
            let look = self
                .store
                .read_as_workflow(move |conn| async move { rows(conn, &table, given, dialect).await }.boxed());
            (look.await?, from)
        } else {
            let given = call::given(&config, step.context)?;
            (self.called(&config, given).await?, config.op.target.clone())
        };
        let words = format!("{} from {from}", counted(rows.len() as u64));
        let output = output(rows, config.op.expect_rows)?;
        if let Some(key) = config.output() {
            step.context.set(key, output);
        }
        Ok(StepSummary::new(words))
    }
}

/// A table or view is told which rows by values of its columns alone.
pub(super) fn needs_no_source(config: &Config, table: &Table) -> Result<(), SqlError> {
    match config.source() {
        Some(_) => {
            Err(SqlError::Unfit(format!("Op.Source is for procedures, and {} is none; leave it out", table.label())))
        }
        None => Ok(()),
    }
}

/// The rows of a table or view.
async fn rows(
    conn: &mut Conn,
    table: &Table,
    given: Vec<(String, Value)>,
    dialect: Dialect,
) -> Result<Vec<Value>, SqlError> {
    let names: Vec<String> = given.iter().map(|(name, _)| name.clone()).collect();
    let places = places(table, &names, "Data and FieldMap")?;
    let mut equal = Vec::new();
    let mut values = Vec::new();
    for (place, (name, given)) in places.into_iter().zip(given) {
        let refuse = |why: String| SqlError::Parameter { name, value: in_short(&given), why };
        let value = value::brought(&given, table.columns[place].kind).map_err(refuse)?;
        equal.push((place, value.is_null()));
        values.push(value);
    }
    let has_values = equal.iter().any(|(_, is_null)| !is_null);
    let (statement, values) = match dialect {
        Dialect::Sqlite => (sqlite::query(table, &equal), Value::Array(values).to_string()),
        Dialect::Postgres => (postgres::query(table, &equal), one_object(values)),
    };
    let shown: Vec<OutputColumn> =
        table.columns.iter().map(|one| OutputColumn { label: one.label.clone(), kind: one.kind }).collect();
    let answer = read(conn, &statement, has_values.then_some(values.as_str()), &shown, MOST).await?;
    whole(answer).map(|answer| answer.rows)
}

fn one_object(values: Vec<Value>) -> String {
    let fields: Map<String, Value> =
        values.into_iter().enumerate().map(|(place, value)| (format!("c{place}"), value)).collect();
    json!([fields]).to_string()
}
