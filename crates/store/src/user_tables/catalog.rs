//! The catalog of the users' schemas: tables, views and functions of `data` and `organization`, as the database lists them.
//! Every identifier in a generated statement comes from here.
//!
//! The service's own tables (effects, migrations, audit trail, change counters) are not listed: no workflow can name them.

mod column_kind;
mod names;

pub use column_kind::ColumnKind;

use crate::database::conn::{Sql, sql};
use crate::database::statement::run;
use crate::{Conn, Schema, StoreError};

const RELATIONS: Sql = sql!("catalog/relations" per database);
const COLUMNS: Sql = sql!("catalog/columns" per database);
const FUNCTIONS: Sql = sql!("catalog/functions" per database);
const DEFINITION_DATA: Sql = sql!("catalog/definition_data" per database);
const DEFINITION_ORGANIZATION: Sql = sql!("catalog/definition_organization" per database);

const INTERNAL_TABLES: [&str; 7] =
    ["workfloweffect", "schemamigration", "audit", "aerialtileversion", "strikeedit", "policy", "maplayer"];

/// A table or a view.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Relation {
    pub schema: Schema,
    /// As the database spells it.
    pub name: String,
    pub is_view: bool,
    /// SQLite: declared `without rowid`.
    pub is_without_rowid: bool,
    /// PostgreSQL: its oid.
    pub id: i64,
}

#[derive(Debug, Clone, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "independent properties of a column, as the database lists them")]
pub struct Column {
    /// As the database spells it.
    pub name: String,
    /// As the specification spells it, if it does.
    pub label: String,
    /// The type as a statement can write it (PostgreSQL).
    pub declared: String,
    pub kind: ColumnKind,
    /// Computed by the database.
    pub is_generated: bool,
    /// `generated always as identity`: an explicit value needs `overriding system value`.
    pub is_identity_always: bool,
    pub is_required: bool,
    /// The database fills it in when a row is inserted without it.
    pub has_default: bool,
    /// Position in the primary key, from 1; 0 if it is not part of it.
    pub key_position: i64,
}

/// A function or procedure of PostgreSQL.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Function {
    pub schema: Schema,
    /// As the database spells it.
    pub name: String,
    /// Run with `call`, not `select`.
    pub is_procedure: bool,
    pub parameters: Vec<Parameter>,
    /// How many of the last parameters have a default.
    pub defaults: usize,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Parameter {
    /// As the database spells it; empty if it has no name.
    pub name: String,
    /// The type as a statement can write it.
    pub declared: String,
    pub kind: ColumnKind,
}

impl Relation {
    pub fn label(&self) -> String {
        format!("{}.{}", self.schema.name(), names::relation(&self.name))
    }
}

#[derive(sqlx_macros::FromRow)]
struct RelationRow {
    schema_name: String,
    name: String,
    is_view: bool,
    is_without_rowid: bool,
    id: i64,
}

/// Every table and view that a workflow may name.
pub async fn relations(conn: &mut Conn) -> Result<Vec<Relation>, StoreError> {
    let rows = run!(conn, RELATIONS, [] => fetch_all as RelationRow)?;
    let known = rows.into_iter().filter(|row| !INTERNAL_TABLES.contains(&row.name.to_lowercase().as_str()));
    let relations = known.filter_map(|row| {
        let RelationRow { schema_name, name, is_view, is_without_rowid, id } = row;
        Some(Relation { schema: schema_named(&schema_name)?, name, is_view, is_without_rowid, id })
    });
    Ok(relations.collect())
}

#[derive(sqlx_macros::FromRow)]
#[expect(clippy::struct_excessive_bools, reason = "independent properties of a column, as the database lists them")]
struct ColumnRow {
    name: String,
    declared: String,
    base: String,
    modifier: i32,
    is_generated: bool,
    is_identity_always: bool,
    is_required: bool,
    has_default: bool,
    key_position: i64,
}

/// The columns of a table or view, in their order.
pub async fn columns(conn: &mut Conn, relation: &Relation) -> Result<Vec<Column>, StoreError> {
    let (name, schema) = (relation.name.clone(), relation.schema.name());
    let rows = run!(conn, COLUMNS, [name.clone(), schema, relation.id] => fetch_all as ColumnRow)?;
    // SQLite's types are derived from the declaration; the table's checks add to that.
    let definition = match (rows.first().is_some_and(|row| row.base.is_empty()), relation.schema) {
        (false, _) => None,
        (true, Schema::Data) => run!(conn, DEFINITION_DATA, [name] => fetch_optional as (Option<String>,))?,
        (true, _) => run!(conn, DEFINITION_ORGANIZATION, [name] => fetch_optional as (Option<String>,))?,
    };
    let definition = definition.and_then(|(text,)| text).unwrap_or_default();
    Ok(rows.into_iter().map(|row| column(row, relation, &definition)).collect())
}

fn column(row: ColumnRow, relation: &Relation, definition: &str) -> Column {
    let kind = match row.base.as_str() {
        "" => ColumnKind::of_sqlite(&row.name, &row.declared, definition),
        base => ColumnKind::of_postgres(base, row.modifier),
    };
    Column {
        label: names::column(&relation.name, &row.name),
        name: row.name,
        declared: row.declared,
        kind,
        is_generated: row.is_generated,
        is_identity_always: row.is_identity_always,
        is_required: row.is_required,
        has_default: row.has_default,
        key_position: row.key_position,
    }
}

#[derive(sqlx_macros::FromRow)]
struct FunctionRow {
    id: i64,
    schema_name: String,
    name: String,
    is_procedure: bool,
    defaults: i64,
    parameter: Option<String>,
    declared: Option<String>,
    base: Option<String>,
}

/// Every function and procedure that a workflow may name. SQLite has none.
pub async fn functions(conn: &mut Conn) -> Result<Vec<Function>, StoreError> {
    let rows = run!(conn, FUNCTIONS, [] => fetch_all as FunctionRow)?;
    let mut found: Vec<(i64, Function)> = Vec::new();
    for row in rows {
        let Some(schema) = schema_named(&row.schema_name) else { continue };
        if found.last().is_none_or(|(id, _)| *id != row.id) {
            let FunctionRow { id, name, is_procedure, defaults, .. } = &row;
            let defaults = usize::try_from(*defaults).unwrap_or(0);
            let (name, is_procedure) = (name.clone(), *is_procedure);
            found.push((*id, Function { schema, name, is_procedure, parameters: Vec::new(), defaults }));
        }
        let (Some((_, function)), Some(declared), Some(base)) = (found.last_mut(), row.declared, row.base) else {
            continue;
        };
        let kind = ColumnKind::of_postgres(&base, -1);
        function.parameters.push(Parameter { name: row.parameter.unwrap_or_default(), declared, kind });
    }
    Ok(found.into_iter().map(|(_, function)| function).collect())
}

fn schema_named(name: &str) -> Option<Schema> {
    Schema::ALL.into_iter().find(|schema| schema.name() == name)
}
