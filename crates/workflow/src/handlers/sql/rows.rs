//! The rows of a step as a statement takes them: values in the order of the plan's columns, brought to their types, as JSON
//! text.

use super::config::Config;
use super::error::{SqlError, shown};
use super::plan::{Plan, plan};
use super::target::Table;
use super::value;
use jiff::Timestamp;
use serde_json::{Map, Value, json};
use std::collections::{HashMap, HashSet};
use std::fmt::Write;
use stormwire_store::{Dialect, Schema};

/// Rows of one JSON text on SQLite, which stages them; PostgreSQL's `merge` has to see all of them at once.
const CHUNK: usize = 5_000;
/// Rows after which other tasks get their turn.
const ROWS_PER_YIELD: usize = 1_000;
/// The longest JSON text of a statement.
const BYTES: usize = 256 * 1024 * 1024;

/// Rows that are ready.
#[derive(Debug)]
pub(super) struct Prepared {
    pub(super) plan: Plan,
    /// How many rows there are.
    pub(super) count: usize,
    /// The rows: on SQLite arrays that begin with their number, on PostgreSQL objects.
    pub(super) chunks: Vec<String>,
    /// The newest strike among them.
    pub(super) newest_strike_at: Option<Timestamp>,
}

/// Plans and brings all values to their columns.
pub(super) async fn prepare(
    table: &Table,
    rows: &[Map<String, Value>],
    config: &Config,
    dialect: Dialect,
) -> Result<Prepared, SqlError> {
    let mut fields: Vec<String> = Vec::new();
    let mut seen: HashSet<&str> = HashSet::new();
    for field in rows.iter().flat_map(Map::keys) {
        if seen.insert(field) {
            fields.push(field.clone());
        }
    }
    let plan = plan(table, &fields, config.op.action, config.match_on.as_deref())?;
    let place = |field: &String| {
        let name = &table.columns[table.place(field)?].name;
        Some((field.clone(), plan.columns.iter().position(|column| column.name == *name)?))
    };
    let places: HashMap<String, usize> = fields.iter().filter_map(place).collect();
    let mut writing = Writing::new(dialect, config.op.distinct);
    for (record, row) in rows.iter().enumerate() {
        let values = brought(row, record, &plan, &places)?;
        writing.add(&values);
        writing.note_strike(table, &plan, &values);
        if record % ROWS_PER_YIELD == ROWS_PER_YIELD - 1 {
            tokio::task::yield_now().await;
        }
    }
    writing.finish(plan)
}

/// The values of a row in the order of the columns. A field that it lacks is null.
fn brought(
    row: &Map<String, Value>,
    record: usize,
    plan: &Plan,
    places: &HashMap<String, usize>,
) -> Result<Vec<Value>, SqlError> {
    let mut values = vec![None; plan.columns.len()];
    for (field, given) in row {
        let Some(place) = places.get(field) else { continue };
        let column = &plan.columns[*place];
        let refuse = |why: String| SqlError::Value { record, column: column.label.clone(), value: shown(given), why };
        let value = value::brought(given, column.kind).map_err(refuse)?;
        if values[*place].replace(value).is_some() {
            return Err(SqlError::TwoFields { record, column: column.label.clone() });
        }
    }
    let labels = |places: Vec<&usize>| places.into_iter().map(|place| plan.columns[*place].label.clone()).collect();
    let absent: Vec<&usize> = plan.keys.iter().filter(|key| values[**key].is_none()).collect();
    if !absent.is_empty() {
        return Err(SqlError::NotInSource { columns: labels(absent), record: Some(record) });
    }
    let nulls: Vec<&usize> = plan.keys.iter().filter(|key| values[**key] == Some(Value::Null)).collect();
    if !nulls.is_empty() {
        return Err(SqlError::NullKey { record, columns: labels(nulls) });
    }
    let required = plan
        .columns
        .iter()
        .zip(&values)
        .find(|(column, value)| column.is_required && value.as_ref().is_none_or(Value::is_null));
    if let Some((column, _)) = required {
        let why = "is not allowed: the column needs a value".to_owned();
        return Err(SqlError::Value { record, column: column.label.clone(), value: shown(&Value::Null), why });
    }
    Ok(values.into_iter().map(Option::unwrap_or_default).collect())
}

/// JSON text that grows row by row.
struct Writing {
    dialect: Dialect,
    distinct: Option<HashSet<String>>,
    chunks: Vec<String>,
    count: usize,
    newest: Option<String>,
}

impl Writing {
    fn new(dialect: Dialect, is_distinct: bool) -> Self {
        let distinct = is_distinct.then(HashSet::new);
        Self { dialect, distinct, chunks: Vec::new(), count: 0, newest: None }
    }

    fn add(&mut self, values: &[Value]) {
        if let Some(known) = &mut self.distinct
            && !known.insert(json!(values).to_string())
        {
            return;
        }
        let begins = self.chunks.is_empty() || (self.dialect == Dialect::Sqlite && self.count.is_multiple_of(CHUNK));
        if begins {
            self.chunks.push(String::from("["));
        }
        let Some(text) = self.chunks.last_mut() else { return };
        if !begins {
            text.push(',');
        }
        // Writing to a String cannot fail.
        let _ = match self.dialect {
            Dialect::Sqlite => write!(text, "[{}", self.count),
            Dialect::Postgres => write!(text, "{{"),
        };
        for (place, value) in values.iter().enumerate() {
            let _ = match (self.dialect, place) {
                (Dialect::Sqlite, _) => write!(text, ",{value}"),
                (Dialect::Postgres, 0) => write!(text, "\"c0\":{value}"),
                (Dialect::Postgres, _) => write!(text, ",\"c{place}\":{value}"),
            };
        }
        text.push(if self.dialect == Dialect::Sqlite { ']' } else { '}' });
        self.count += 1;
    }

    /// Times have a fixed width, so the newest is the largest text.
    fn note_strike(&mut self, table: &Table, plan: &Plan, values: &[Value]) {
        if table.relation.schema != Schema::Data || !table.relation.name.eq_ignore_ascii_case("LightningStrike") {
            return;
        }
        let at = plan.columns.iter().position(|column| column.label == "Timestamp");
        if let Some(at) = at.and_then(|place| values[place].as_str())
            && self.newest.as_deref().is_none_or(|newest| newest < at)
        {
            self.newest = Some(at.to_owned());
        }
    }

    fn finish(mut self, plan: Plan) -> Result<Prepared, SqlError> {
        for chunk in &mut self.chunks {
            chunk.push(']');
            if chunk.len() > BYTES {
                let (found, most) = (chunk.len() >> 20, BYTES >> 20);
                return Err(SqlError::TooMuch(format!("{found} MiB of rows are more than the {most} MiB of one step")));
            }
        }
        let newest_strike_at = self.newest.and_then(|at| at.parse().ok());
        Ok(Prepared { plan, count: self.count, chunks: self.chunks, newest_strike_at })
    }
}
