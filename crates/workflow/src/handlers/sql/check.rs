//! What can be found wrong with a config when it is saved, by a look at the catalogue. The same is refused when it runs.

use super::config::{Config, Verb};
use super::error::{SqlError, shown};
use super::plan::{check, places};
use super::target::{Table, missing};
use super::{Sql, call, query, value};
use crate::ConfigViolation;
use serde_json::Value;
use stormwire_store::Dialect;
use stormwire_store::user_tables::catalog::Column;

impl Sql {
    /// A target, columns or parameters that are not there, and values that they cannot take. A database that does not answer finds nothing.
    pub(super) async fn catalogue_faults(&self, config: &Config) -> Vec<ConfigViolation> {
        let fault = |path: &str, error: SqlError| match error {
            SqlError::Store(_) => Vec::new(),
            other => vec![ConfigViolation::new(path, other.to_string())],
        };
        match (self.table(config).await, config.op.action) {
            (Err(error), _) => fault("Op.Target", error),
            (Ok(Some(table)), _) => table_faults(config, &table),
            (Ok(None), Verb::Merge | Verb::Insert) => {
                fault("Op.Target", missing("table", config.target(), std::iter::empty()))
            }
            (Ok(None), _) => {
                self.procedure_takes(config).await.err().map_or_else(Vec::new, |error| fault("Op.Target", error))
            }
        }
    }

    /// That there is such a procedure, and that it takes what it will be given.
    async fn procedure_takes(&self, config: &Config) -> Result<(), SqlError> {
        let given: Vec<(String, Value)> = call::names(config).map(|name| (name, Value::Null)).collect();
        match self.store.dialect() {
            Dialect::Sqlite => call::arguments_of(self.procedures.find(config.target())?.as_ref(), given).map(|_| ()),
            Dialect::Postgres => call::choose(&self.functions().await?, config, &given).map(|_| ()),
        }
    }
}

fn table_faults(config: &Config, table: &Table) -> Vec<ConfigViolation> {
    let mut faults = Vec::new();
    let mut note = |path: &str, found: Result<(), SqlError>| {
        faults.extend(found.err().map(|error| ConfigViolation::new(path, error.to_string())));
    };
    let named = |names: Vec<String>, by: &'static str| places(table, &names, by).map(|_| ());
    match config.op.action {
        Verb::Execute => {
            let words = format!("{} is no procedure; Execute needs one", table.label());
            note("Op.Target", Err(SqlError::Unfit(words)));
        }
        Verb::Merge | Verb::Insert => {
            note("Op.Target", check(table, None));
            note("MatchOn", named(config.match_on.clone().unwrap_or_default(), "MatchOn"));
        }
        Verb::Query => note("Op.Source", query::needs_no_source(config, table)),
    }
    note("Data", named(config.data.keys().cloned().collect(), "Data"));
    note("FieldMap", named(config.field_map.keys().map(str::to_owned).collect(), "FieldMap"));
    faults.extend(config.data.iter().filter_map(|(name, value)| {
        let column = &table.columns[table.place(name)?];
        literal_fault(config, column, value).map(|words| ConfigViolation::new(format!("Data.{name}"), words))
    }));
    if config.writes() {
        let written = config.data.keys().map(|name| ("Data", name.as_str()));
        let written = written.chain(config.field_map.keys().map(|name| ("FieldMap", name)));
        faults.extend(written.filter_map(|(by, name)| {
            let column = table.place(name).map(|place| &table.columns[place]).filter(|column| column.is_generated)?;
            let words = format!("{} computes {} itself; leave it out", table.label(), column.label);
            Some(ConfigViolation::new(format!("{by}.{name}"), words))
        }));
    }
    faults
}

/// A literal that no row could be written or found with.
fn literal_fault(config: &Config, column: &Column, value: &Value) -> Option<String> {
    if config.writes() && column.is_required && value.is_null() {
        return Some("null is not allowed: the column needs a value".into());
    }
    value::brought(value, column.kind).err().map(|why| format!("{} {why}", shown(value)))
}
