//! Prepares the rows for a statement: values in the order of the plan's columns, converted to their types, as JSON text.

use super::config::Config;
use super::error::{SqlError, preview};
use super::plan::{Plan, PlanOptions, plan};
use super::strike_tracker::{StrikeSummary, StrikeTracker};
use super::target::Table;
use super::value;
use jiff::Timestamp;
use serde_json::{Map, Value, json};
use std::collections::{HashMap, HashSet};
use std::fmt::Write;
use stormwire_geo::LonLat;
use stormwire_store::Dialect;
use stormwire_store::tables::feed::ClosestStrike;
use stormwire_store::user_tables::catalog::Column;

/// Rows per JSON text on SQLite, which stages them. PostgreSQL's `merge` needs all rows at once.
const CHUNK_ROWS: usize = 5_000;
/// Rows between two yields to other tasks.
const ROWS_PER_YIELD: usize = 1_000;
/// Of the JSON text of one statement.
const MAX_BYTES: usize = 256 * 1024 * 1024;

#[derive(Debug)]
pub(super) struct PreparedRows {
    pub(super) plan: Plan,
    /// Of rows.
    pub(super) count: usize,
    /// JSON arrays of rows: on SQLite arrays that start with the row number, on PostgreSQL objects.
    pub(super) chunks: Vec<String>,
    /// `None` if the target is not the table of strikes.
    pub(super) newest_strike_at: Option<Timestamp>,
    /// `None` if the target is not the table of strikes.
    pub(super) closest_strike: Option<ClosestStrike>,
}

/// `references` are the facilities, for the distance of strikes.
pub(super) async fn prepare(
    table: &Table,
    rows: &[Map<String, Value>],
    config: &Config,
    dialect: Dialect,
    references: &[LonLat],
) -> Result<PreparedRows, SqlError> {
    let mut fields: Vec<String> = Vec::new();
    let mut seen: HashSet<&str> = HashSet::new();
    for field in rows.iter().flat_map(Map::keys) {
        if seen.insert(field) {
            fields.push(field.clone());
        }
    }
    let plan = plan(table, &fields, PlanOptions::new(config))?;
    let index = |field: &String| {
        let name = &table.columns[table.column_index(field)?].name;
        Some((field.clone(), plan.columns.iter().position(|column| column.name == *name)?))
    };
    let indexes: HashMap<String, usize> = fields.iter().filter_map(index).collect();
    let mut writer = RowWriter::new(dialect, config.op.distinct);
    let mut strikes = table.has_strikes().then(|| StrikeTracker::new(&plan, references));
    for (record, row) in rows.iter().enumerate() {
        let values = convert_row(row, &plan, &indexes).map_err(|error| error.in_record(record, config.source()))?;
        writer.add(&values);
        if let Some(tracker) = &mut strikes {
            tracker.add(&values);
        }
        if record % ROWS_PER_YIELD == ROWS_PER_YIELD - 1 {
            tokio::task::yield_now().await;
        }
    }
    let strikes = strikes.map(|tracker| tracker.finish(references)).unwrap_or_default();
    writer.finish(plan, strikes)
}

/// An error in one row.
enum RowError {
    InvalidValue { column: String, value: String, error: String },
    DuplicateField { column: String },
    MissingKeys(Vec<String>),
    NullKeys(Vec<String>),
}

impl RowError {
    fn in_record(self, record: usize, source_path: Option<&str>) -> SqlError {
        match self {
            Self::InvalidValue { column, value, error } => SqlError::InvalidValue { record, column, value, error },
            Self::DuplicateField { column } => SqlError::DuplicateField { record, column },
            Self::MissingKeys(fields) => {
                let source_path = source_path.map(str::to_owned);
                SqlError::MissingInSource { fields, record: Some(record), source_path }
            }
            Self::NullKeys(fields) => SqlError::NullKey { record, fields },
        }
    }
}

/// The values of a row in the order of the columns. A missing field is null.
fn convert_row(
    row: &Map<String, Value>,
    plan: &Plan,
    indexes: &HashMap<String, usize>,
) -> Result<Vec<Value>, RowError> {
    let mut values = vec![None; plan.columns.len()];
    for (field, value) in row {
        let Some(index) = indexes.get(field) else { continue };
        let Column { label, kind, .. } = &plan.columns[*index];
        let reject = |error: String| RowError::InvalidValue { column: label.clone(), value: preview(value), error };
        let converted = value::convert(value, *kind).map_err(reject)?;
        if values[*index].replace(converted).is_some() {
            return Err(RowError::DuplicateField { column: label.clone() });
        }
    }
    let labels = |keys: Vec<&usize>| keys.into_iter().map(|key| plan.columns[*key].label.clone()).collect();
    let missing: Vec<&usize> = plan.keys.iter().filter(|key| values[**key].is_none()).collect();
    if !missing.is_empty() {
        return Err(RowError::MissingKeys(labels(missing)));
    }
    let nulls: Vec<&usize> = plan.keys.iter().filter(|key| values[**key] == Some(Value::Null)).collect();
    if !nulls.is_empty() {
        return Err(RowError::NullKeys(labels(nulls)));
    }
    let required = plan
        .columns
        .iter()
        .zip(&values)
        .find(|(column, value)| column.is_required && value.as_ref().is_none_or(Value::is_null));
    if let Some((column, _)) = required {
        let error = "is not allowed; the column requires a value".to_owned();
        return Err(RowError::InvalidValue { column: column.label.clone(), value: "null".into(), error });
    }
    Ok(values.into_iter().map(Option::unwrap_or_default).collect())
}

/// Writes the JSON chunks row by row.
struct RowWriter {
    dialect: Dialect,
    distinct: Option<HashSet<String>>,
    chunks: Vec<String>,
    count: usize,
}

impl RowWriter {
    fn new(dialect: Dialect, is_distinct: bool) -> Self {
        let distinct = is_distinct.then(HashSet::new);
        Self { dialect, distinct, chunks: Vec::new(), count: 0 }
    }

    fn add(&mut self, values: &[Value]) {
        if let Some(known) = &mut self.distinct
            && !known.insert(json!(values).to_string())
        {
            return;
        }
        let starts_chunk =
            self.chunks.is_empty() || (self.dialect == Dialect::Sqlite && self.count.is_multiple_of(CHUNK_ROWS));
        if starts_chunk {
            self.chunks.push(String::from("["));
        }
        let Some(text) = self.chunks.last_mut() else { return };
        if !starts_chunk {
            text.push(',');
        }
        // Writing to a String cannot fail.
        let _ = match self.dialect {
            Dialect::Sqlite => write!(text, "[{}", self.count),
            Dialect::Postgres => write!(text, "{{"),
        };
        for (index, value) in values.iter().enumerate() {
            let _ = match (self.dialect, index) {
                (Dialect::Sqlite, _) => write!(text, ",{value}"),
                (Dialect::Postgres, 0) => write!(text, "\"c0\":{value}"),
                (Dialect::Postgres, _) => write!(text, ",\"c{index}\":{value}"),
            };
        }
        text.push(if self.dialect == Dialect::Sqlite { ']' } else { '}' });
        self.count += 1;
    }

    fn finish(mut self, plan: Plan, strikes: StrikeSummary) -> Result<PreparedRows, SqlError> {
        for chunk in &mut self.chunks {
            chunk.push(']');
            if chunk.len() > MAX_BYTES {
                let (found, max) = (chunk.len() >> 20, MAX_BYTES >> 20);
                return Err(SqlError::TooLarge(format!("the rows have {found} MiB; a step takes at most {max} MiB")));
            }
        }
        let StrikeSummary { newest_at, closest } = strikes;
        let (count, chunks) = (self.count, self.chunks);
        Ok(PreparedRows { plan, count, chunks, newest_strike_at: newest_at, closest_strike: closest })
    }
}
