//! Which tables a database has, and which table of the other database belongs to each.

use super::error::TransferError;
use crate::database::conn::{Sql, sql};
use crate::database::statement::run;
use crate::user_tables::catalog::{self, Column, ColumnKind, Relation};
use crate::{Conn, Schema, StoreError};

const TABLES: Sql = sql!("transfer/tables" per database);
const INDEXES: Sql = sql!("transfer/indexes" per database);
const REFERENCES: Sql = sql!("transfer/references" per database);

/// Each database keeps its own: the migrations that ran, and counters that have another structure on the other database.
const NOT_COPIED: [&str; 2] = ["schemamigration", "strikeedit"];
/// Migrations insert rows into them, which the copied rows replace.
const SEEDED: [&str; 2] = ["aerialtileversion", "policy"];
/// Triggers of other tables change their rows.
const COUNTERS: [&str; 1] = ["aerialtileversion"];

/// Whether rows of the table, named as in [`super::RowCounts`], are copied between databases.
pub fn is_copied(label: &str) -> bool {
    let name = label.rsplit('.').next().unwrap_or(label);
    !NOT_COPIED.contains(&name.to_lowercase().as_str())
}

/// A table of one database.
#[derive(Debug, Clone)]
pub(super) struct Table {
    pub(super) relation: Relation,
    pub(super) columns: Vec<Column>,
}

impl Table {
    pub(super) fn label(&self) -> String {
        self.relation.label()
    }

    pub(super) fn is_seeded(&self) -> bool {
        SEEDED.contains(&self.relation.name.to_lowercase().as_str())
    }

    fn is_counter(&self) -> bool {
        COUNTERS.contains(&self.relation.name.to_lowercase().as_str())
    }

    pub(super) fn is(&self, other: &Self) -> bool {
        self.relation.schema == other.relation.schema && self.relation.name.eq_ignore_ascii_case(&other.relation.name)
    }

    /// The column that numbers the rows, if there is one.
    pub(super) fn numbered_column(&self) -> Option<&Column> {
        let is_number = |column: &&Column| {
            column.key_position == 1 && column.has_default && matches!(column.kind, ColumnKind::Integer(..))
        };
        let is_whole_key = self.columns.iter().filter(|column| column.key_position > 0).count() == 1;
        self.columns.iter().find(is_number).filter(|_| is_whole_key)
    }
}

/// A column of the source and the column of the target that gets its values.
#[derive(Debug, Clone)]
pub(super) struct ColumnPair {
    pub(super) from: Column,
    pub(super) to: Column,
    /// Of the PostgreSQL column, whose type the database enforces.
    pub(super) kind: ColumnKind,
}

#[derive(Debug, Clone)]
pub(super) struct TablePair {
    pub(super) from: Table,
    pub(super) to: Table,
    pub(super) columns: Vec<ColumnPair>,
}

impl TablePair {
    pub(super) fn kinds(&self) -> Vec<ColumnKind> {
        self.columns.iter().map(|pair| pair.kind).collect()
    }

    /// Columns that the target computes are left out.
    pub(super) fn new(from: Table, to: Table, is_to_postgres: bool) -> Result<Self, TransferError> {
        let mut columns = Vec::new();
        for column in &from.columns {
            let found = to.columns.iter().find(|other| other.name.eq_ignore_ascii_case(&column.name));
            let found =
                found.ok_or_else(|| TransferError::Column { table: from.label(), column: column.name.clone() })?;
            if !found.is_generated {
                let kind = if is_to_postgres { found.kind } else { column.kind };
                columns.push(ColumnPair { from: column.clone(), to: found.clone(), kind });
            }
        }
        Ok(Self { from, to, columns })
    }
}

#[derive(sqlx_macros::FromRow)]
struct TableRow {
    schema_name: String,
    name: String,
    is_without_rowid: bool,
    id: i64,
}

/// Every table whose rows are copied, also those that users created.
pub(super) async fn list(conn: &mut Conn) -> Result<Vec<Table>, StoreError> {
    let mut tables = Vec::new();
    for row in run!(conn, TABLES, [] => fetch_all as TableRow)? {
        let schema = Schema::ALL.into_iter().find(|schema| schema.name() == row.schema_name);
        let Some(schema) = schema.filter(|_| is_copied(&row.name)) else { continue };
        let TableRow { name, is_without_rowid, id, .. } = row;
        let relation = Relation { schema, name, is_view: false, is_without_rowid, id };
        let columns = catalog::columns(conn, &relation).await?;
        tables.push(Table { relation, columns });
    }
    Ok(tables)
}

/// An index on plain columns.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Index {
    pub(super) is_unique: bool,
    pub(super) columns: Vec<String>,
}

impl Index {
    /// With the names in lower case.
    pub(super) fn folded(self) -> Self {
        Self { columns: self.columns.iter().map(|name| name.to_lowercase()).collect(), ..self }
    }
}

#[derive(sqlx_macros::FromRow)]
struct IndexRow {
    index_name: String,
    is_unique: bool,
    column_name: Option<String>,
}

/// Without the primary key, and without indexes on expressions or on some rows only.
pub(super) async fn indexes(conn: &mut Conn, table: &Table) -> Result<Vec<Index>, StoreError> {
    let Relation { name, schema, id, .. } = table.relation.clone();
    let rows = run!(conn, INDEXES, [name, schema.name(), id] => fetch_all as IndexRow)?;
    let mut found: Vec<(String, Index, bool)> = Vec::new();
    for row in rows {
        if found.last().is_none_or(|(name, ..)| *name != row.index_name) {
            found.push((row.index_name, Index { is_unique: row.is_unique, columns: Vec::new() }, true));
        }
        if let Some((_, index, is_plain)) = found.last_mut() {
            *is_plain &= row.column_name.is_some();
            index.columns.extend(row.column_name);
        }
    }
    Ok(found.into_iter().filter(|(.., is_plain)| *is_plain).map(|(_, index, _)| index).collect())
}

#[derive(Debug, Clone, Copy, sqlx_macros::FromRow)]
pub(super) struct Reference {
    table_id: i64,
    referenced_id: i64,
}

/// Foreign keys of PostgreSQL. SQLite checks them at the end of the transfer.
pub(super) async fn references(conn: &mut Conn) -> Result<Vec<Reference>, StoreError> {
    run!(conn, REFERENCES, [] => fetch_all as Reference)
}

/// Referenced tables first, counters last. Tables that reference each other stay in their order.
pub(super) fn in_order_of_references(mut pairs: Vec<TablePair>, references: &[Reference]) -> Vec<TablePair> {
    let mut ordered: Vec<TablePair> = Vec::with_capacity(pairs.len());
    while !pairs.is_empty() {
        let is_free = |pair: &TablePair| {
            let mut needed = references.iter().filter(|reference| reference.table_id == pair.to.relation.id);
            !needed.any(|reference| pairs.iter().any(|other| other.to.relation.id == reference.referenced_id))
        };
        let next = pairs.iter().position(is_free).unwrap_or(0);
        ordered.push(pairs.remove(next));
    }
    ordered.sort_by_key(|pair| pair.from.is_counter());
    ordered
}
