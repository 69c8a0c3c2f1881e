//! Lists what `Op.Target` of a `Sql` action can name, from the catalog that the action itself uses.

use super::config::same_name;
use super::procedure::{Procedure, Procedures};
use crate::ValueType;
use futures_util::FutureExt;
use stormwire_store::user_tables::catalog::{Column, Function, columns, functions, relations};
use stormwire_store::{Dialect, Store, StoreError};

/// Of tables, views and procedures, each: a form cannot offer more.
const MAX_TABLES: usize = 500;

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum TableKind {
    /// For `Merge`, `Insert` and `Query`.
    Table,
    /// For `Query`.
    View,
    /// For `Query` and `Execute`. Its columns are its parameters.
    Procedure,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UserTable {
    /// With its schema, as in `data.LightningStrike`.
    pub name: String,
    pub kind: TableKind,
    /// In the order of the table.
    pub columns: Vec<UserColumn>,
}

/// A column, or a parameter of a procedure.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UserColumn {
    pub name: String,
    pub value_type: ValueType,
    /// A new row needs a value: null is not allowed, and there is no default.
    pub is_required: bool,
    /// Computed by the database; no value can be written.
    pub is_generated: bool,
}

impl UserTable {
    /// Ignores case.
    pub(crate) fn column(&self, name: &str) -> Option<&UserColumn> {
        self.columns.iter().find(|column| same_name(&column.name, name.trim()))
    }
}

/// Tables, then views, then procedures, each in the order of their names.
pub async fn user_tables(store: &Store, procedures: &Procedures) -> Result<Vec<UserTable>, StoreError> {
    let is_postgres = store.dialect() == Dialect::Postgres;
    let read = store.read_as_workflow(move |conn| {
        async move {
            let mut found = Vec::new();
            for relation in relations(conn).await?.into_iter().take(2 * MAX_TABLES) {
                let kind = if relation.is_view { TableKind::View } else { TableKind::Table };
                let columns = columns(conn, &relation).await?.into_iter().map(UserColumn::from).collect();
                found.push(UserTable { name: relation.label(), kind, columns });
            }
            let functions = if is_postgres { functions(conn).await? } else { Vec::new() };
            found.extend(functions.into_iter().take(MAX_TABLES).map(UserTable::from));
            Ok::<_, StoreError>(found)
        }
        .boxed()
    });
    let mut found = read.await?;
    if !is_postgres {
        found.extend(procedures.iter().map(|procedure| of_rust(procedure.as_ref())));
    }
    // The databases order names differently.
    found.sort_by_cached_key(|table| (table.kind, table.name.to_lowercase(), table.name.clone()));
    Ok(found)
}

impl From<Column> for UserColumn {
    fn from(column: Column) -> Self {
        Self {
            value_type: ValueType::of_column(column.kind),
            is_required: column.is_required && !column.has_default && !column.is_generated,
            is_generated: column.is_generated,
            name: column.label,
        }
    }
}

impl From<Function> for UserTable {
    fn from(function: Function) -> Self {
        let required = function.parameters.len().saturating_sub(function.defaults);
        let parameters = function.parameters.into_iter().enumerate();
        let columns = parameters.map(|(index, parameter)| UserColumn {
            name: parameter.name,
            value_type: ValueType::of_column(parameter.kind),
            is_required: index < required,
            is_generated: false,
        });
        let name = format!("{}.{}", function.schema.name(), function.name);
        Self { name, kind: TableKind::Procedure, columns: columns.collect() }
    }
}

fn of_rust(procedure: &dyn Procedure) -> UserTable {
    let parameters = procedure.parameters().iter().map(|name| UserColumn {
        name: (*name).to_owned(),
        value_type: ValueType::Any,
        is_required: false,
        is_generated: false,
    });
    let name = format!("{}.{}", procedure.schema().name(), procedure.name());
    UserTable { name, kind: TableKind::Procedure, columns: parameters.collect() }
}
