//! Procedures that SQLite lacks. PostgreSQL has functions of its own; on SQLite the same names are served in Rust.

use super::config::{TargetName, same};
use super::error::SqlError;
use super::target::missing;
use futures_util::future::BoxFuture;
use serde_json::{Map, Value};
use std::sync::Arc;
use stormwire_store::{Conn, Schema, StoreError};

/// A procedure that SQLite lacks, served in Rust under the name that it has on PostgreSQL. It reads and computes, and
/// writes nothing.
pub trait Procedure: Send + Sync {
    /// Where PostgreSQL has it.
    fn schema(&self) -> Schema;

    fn name(&self) -> &'static str;

    /// What it takes, `rows` among it where it takes rows. What is not given is left out of the arguments.
    fn parameters(&self) -> &'static [&'static str];

    /// The rows that it answers with. The connection sees `data` and `organization`, read-only; the arguments stand under
    /// the names of the parameters.
    fn call<'c>(
        &'c self,
        conn: &'c mut Conn,
        arguments: Map<String, Value>,
    ) -> BoxFuture<'c, Result<Vec<Value>, ProcedureError>>;
}

/// Why a procedure failed.
#[derive(Debug, Clone, thiserror::Error)]
pub enum ProcedureError {
    /// What it was given cannot be used.
    #[error("{0}")]
    Arguments(String),
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// The procedures that SQLite lacks.
#[derive(Clone, Default)]
pub struct Procedures(Arc<[Arc<dyn Procedure>]>);

impl Procedures {
    pub fn new(all: Vec<Arc<dyn Procedure>>) -> Self {
        Self(all.into())
    }

    pub(super) fn find(&self, target: TargetName<'_>) -> Result<&Arc<dyn Procedure>, SqlError> {
        let TargetName { schema, name } = target;
        let inside = |one: &&Arc<dyn Procedure>| schema.is_none_or(|schema| schema == one.schema());
        let known = || self.0.iter().map(|one| format!("{}.{}", one.schema().name(), one.name()));
        let found = self.0.iter().filter(inside).find(|one| same(one.name(), name));
        found.ok_or_else(|| missing("table, view or procedure", target, known()))
    }
}
