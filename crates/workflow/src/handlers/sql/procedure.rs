//! Procedures for SQLite, which has none: implemented in Rust under the names that they have on PostgreSQL.

use super::config::{TargetName, same_name};
use super::error::SqlError;
use super::target::not_found;
use futures_util::future::BoxFuture;
use serde_json::{Map, Value};
use std::sync::Arc;
use stormwire_store::{Conn, Schema, StoreError};

/// A procedure for SQLite. It only reads.
pub trait Procedure: Send + Sync {
    /// Of the PostgreSQL function.
    fn schema(&self) -> Schema;

    fn name(&self) -> &'static str;

    /// Includes `rows` if it takes source rows. All are optional: those that a config leaves out are not in the arguments.
    fn parameters(&self) -> &'static [&'static str];

    /// Returns rows. The connection can read `data` and `organization`. The arguments are keyed by parameter name.
    fn call<'c>(
        &'c self,
        conn: &'c mut Conn,
        arguments: Map<String, Value>,
    ) -> BoxFuture<'c, Result<Vec<Value>, ProcedureError>>;
}

#[derive(Debug, Clone, thiserror::Error)]
pub enum ProcedureError {
    /// Invalid arguments.
    #[error("{0}")]
    Arguments(String),
    #[error(transparent)]
    Store(#[from] StoreError),
}

#[derive(Clone, Default)]
pub struct Procedures(Arc<[Arc<dyn Procedure>]>);

impl Procedures {
    pub fn new(all: Vec<Arc<dyn Procedure>>) -> Self {
        Self(all.into())
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = &Arc<dyn Procedure>> {
        self.0.iter()
    }

    pub(super) fn find(&self, target: TargetName<'_>) -> Result<&Arc<dyn Procedure>, SqlError> {
        let TargetName { schema, name } = target;
        let inside = |one: &&Arc<dyn Procedure>| schema.is_none_or(|schema| schema == one.schema());
        let known = || self.0.iter().map(|one| format!("{}.{}", one.schema().name(), one.name()));
        let found = self.0.iter().filter(inside).find(|one| same_name(one.name(), name));
        found.ok_or_else(|| not_found("table, view or procedure", target, known()))
    }
}
