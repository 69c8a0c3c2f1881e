//! Checks a config against the catalog when it is saved. The same errors occur at run time.

use super::config::{Config, Operation};
use super::error::{SqlError, preview};
use super::plan::{IN_MATCH_ON, check, column_indexes};
use super::procedure_call::{argument_names, choose, match_parameters, not_a_procedure};
use super::target::{Table, not_found};
use super::{Sql, query, value};
use crate::ConfigViolation;
use serde_json::Value;
use stormwire_store::Dialect;
use stormwire_store::user_tables::catalog::Column;

impl Sql {
    /// Returns unknown targets, columns and parameters, and values that a column cannot take. Returns nothing if the database
    /// is unavailable.
    pub(super) async fn check_against_catalog(&self, config: &Config) -> Vec<ConfigViolation> {
        let at_target = |error: SqlError| match error {
            SqlError::Store(_) => Vec::new(),
            other => vec![ConfigViolation::new("Op.Target", other.to_string())],
        };
        match (self.table(config).await, config.op.action) {
            (Err(error), _) => at_target(error),
            (Ok(Some(table)), _) => check_columns(config, &table),
            (Ok(None), Operation::Merge | Operation::Insert) => {
                at_target(not_found("table", config.target(), std::iter::empty()))
            }
            (Ok(None), _) => self.check_procedure(config).await.err().map_or_else(Vec::new, at_target),
        }
    }

    /// Checks that the procedure exists and takes these arguments.
    async fn check_procedure(&self, config: &Config) -> Result<(), SqlError> {
        let arguments: Vec<(String, Value)> = argument_names(config).map(|name| (name, Value::Null)).collect();
        match self.store.dialect() {
            Dialect::Sqlite => match_parameters(self.procedures.find(config.target())?.as_ref(), arguments).map(|_| ()),
            Dialect::Postgres => choose(&self.functions().await?, config, &arguments).map(|_| ()),
        }
    }
}

fn check_columns(config: &Config, table: &Table) -> Vec<ConfigViolation> {
    let mut violations = Vec::new();
    let mut add = |path: &str, result: Result<(), SqlError>| {
        violations.extend(result.err().map(|error| ConfigViolation::new(path, error.to_string())));
    };
    let exist = |names: Vec<String>, origin: &'static str| column_indexes(table, &names, origin).map(|_| ());
    match config.op.action {
        Operation::Execute => add("Op.Target", Err(not_a_procedure(table))),
        Operation::Merge | Operation::Insert => {
            add("Op.Target", check(table, None));
            add("MatchOn", exist(config.match_on.clone().unwrap_or_default(), IN_MATCH_ON));
        }
        Operation::Query => add("Op.Source", query::reject_source(config, table)),
    }
    add("Data", exist(config.data.keys().cloned().collect(), "named in Data"));
    add("FieldMap", exist(config.field_map.keys().map(str::to_owned).collect(), "named in FieldMap"));
    violations.extend(config.data.iter().filter_map(|(name, value)| {
        let column = &table.columns[table.column_index(name)?];
        check_value(config, column, value).map(|message| ConfigViolation::new(format!("Data.{name}"), message))
    }));
    if config.is_write() {
        let written = config.data.keys().map(|name| ("Data", name.as_str()));
        let written = written.chain(config.field_map.keys().map(|name| ("FieldMap", name)));
        violations.extend(written.filter_map(|(key, name)| {
            let column = &table.columns[table.column_index(name)?];
            let message = format!("{} computes \"{}\" itself; remove it", table.label(), column.label);
            column.is_generated.then(|| ConfigViolation::new(format!("{key}.{name}"), message))
        }));
    }
    violations
}

/// Checks a fixed value of `Data`.
fn check_value(config: &Config, column: &Column, value: &Value) -> Option<String> {
    if config.is_write() && column.is_required && value.is_null() {
        return Some("null is not allowed; the column requires a value".into());
    }
    value::convert(value, column.kind).err().map(|error| format!("{} {error}", preview(value)))
}
