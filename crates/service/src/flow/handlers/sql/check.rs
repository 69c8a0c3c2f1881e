//! What can be found wrong with a config when it is saved, by a look at the catalogue. The same is refused when it runs.

use super::Sql;
use super::config::{Config, Verb};
use super::error::SqlError;
use super::plan::{check, places};
use super::target::{Table, functions, missing};
use crate::flow::ConfigFault;
use crate::store::Dialect;

impl Sql {
    /// A target or columns that are not there. A database that does not answer finds nothing.
    pub(super) async fn catalogue_faults(&self, config: &Config) -> Vec<ConfigFault> {
        let fault = |path: &str, error: SqlError| match error {
            SqlError::Store(_) => Vec::new(),
            other => vec![ConfigFault::new(path, other.to_string())],
        };
        match (self.table(config).await, config.op.action) {
            (Err(error), _) => fault("Op.Target", error),
            (Ok(Some(table)), _) => table_faults(config, &table),
            (Ok(None), Verb::Merge | Verb::Insert) => {
                fault("Op.Target", missing("table", config.target(), std::iter::empty()))
            }
            (Ok(None), _) => {
                self.procedure_exists(config).await.err().map_or_else(Vec::new, |error| fault("Op.Target", error))
            }
        }
    }

    async fn procedure_exists(&self, config: &Config) -> Result<(), SqlError> {
        match self.store.dialect() {
            Dialect::Sqlite => self.procedures.find(config.target()).map(|_| ()),
            Dialect::Postgres if functions(&self.functions().await?, config.target()).is_empty() => {
                Err(missing("table, view or procedure", config.target(), std::iter::empty()))
            }
            Dialect::Postgres => Ok(()),
        }
    }
}

fn table_faults(config: &Config, table: &Table) -> Vec<ConfigFault> {
    let mut faults = Vec::new();
    let mut note = |path: &str, found: Result<(), SqlError>| {
        faults.extend(found.err().map(|error| ConfigFault::new(path, error.to_string())));
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
        Verb::Query => {}
    }
    note("Data", named(config.data.keys().cloned().collect(), "Data"));
    note("FieldMap", named(config.field_map.keys().map(str::to_owned).collect(), "FieldMap"));
    faults
}
