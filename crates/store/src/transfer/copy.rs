//! Copies all rows between SQLite and PostgreSQL: read as of one instant, written in one transaction, compared before it is
//! committed.

use super::cell::Cell;
use super::create::{self, POSTGRES_NUMBER, SQLITE_NUMBER};
use super::digest::TableDigest;
use super::endpoint::{self, Batch};
use super::error::TransferError;
use super::pause::PausedWriters;
use super::table::{self, Table, TablePair};
use crate::database::conn::BackendConnection;
use crate::database::existing;
use crate::database::postgres;
use crate::database::sqlite::{Access, connect_existing};
use crate::user_tables::catalog::{Column, ColumnKind};
use crate::user_tables::generated::quote_identifier;
use crate::{Conn, Database, Store};
use futures_util::TryStreamExt;
use std::sync::Arc;
use stormwire_clock::SystemClock;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CopiedTable {
    /// Such as `data.LightningStrike`.
    pub table: String,
    pub rows: u64,
}

/// The target must be empty; its tables are created. After an error it is still empty.
pub async fn copy(from: &Database, to: &Database) -> Result<Vec<CopiedTable>, TransferError> {
    match (from, to) {
        (Database::Sqlite(_), Database::Sqlite(_)) => {
            return Err(TransferError::SameKind("SQLite", "Use `stormwire backup` and `stormwire restore`."));
        }
        (Database::Postgres(_), Database::Postgres(_)) => {
            return Err(TransferError::SameKind("PostgreSQL", "Use `pg_dump` and `pg_restore`."));
        }
        _ => {}
    }
    let mut source = begin_reading(from).await?;
    check_current(&mut source, from).await?;
    Store::open(to, None, Arc::new(SystemClock)).await?.close().await;
    let mut target = begin_writing(to).await?;
    check_empty(&mut target, to).await?;
    create_user_tables(&mut source, &mut target).await?;
    let is_to_postgres = matches!(to, Database::Postgres(_));
    let mut copied = Vec::new();
    for pair in pairs(&mut source, &mut target, is_to_postgres).await? {
        let rows = copy_table(&mut source, &mut target, &pair).await?;
        let label = if is_to_postgres { pair.from.label() } else { pair.to.label() };
        tracing::info!(table = label, rows, "copied");
        copied.push(CopiedTable { table: label, rows });
    }
    commit(&mut target).await?;
    endpoint::execute(&mut source, "rollback").await?;
    // SQLite moves everything into the database files when the last connection is closed.
    target.close().await?;
    Ok(copied)
}

/// All tables as of one instant.
async fn begin_reading(database: &Database) -> Result<Conn, TransferError> {
    let missing = || TransferError::Missing(database.to_string());
    let mut conn = existing::connect(database).await?.ok_or_else(missing)?;
    match database {
        Database::Sqlite(folder) => {
            let paused = PausedWriters::pause(folder).await?;
            endpoint::execute(
                &mut conn,
                "begin; select count(*) from it.sqlite_schema; select count(*) from data.sqlite_schema; \
                 select count(*) from organization.sqlite_schema",
            )
            .await?;
            paused.release().await?;
        }
        Database::Postgres(_) => {
            let begin = "set time zone 'UTC'; begin isolation level repeatable read read only";
            endpoint::execute(&mut conn, begin).await?;
        }
    }
    Ok(conn)
}

async fn check_current(conn: &mut Conn, database: &Database) -> Result<(), TransferError> {
    for version in existing::versions(conn).await? {
        if version.found < version.known {
            return Err(TransferError::Older {
                database: database.to_string(),
                schema: version.schema.name(),
                found: version.found,
                known: version.known,
            });
        }
    }
    Ok(())
}

async fn begin_writing(database: &Database) -> Result<Conn, TransferError> {
    match database {
        Database::Sqlite(folder) => {
            let mut conn = connect_existing(folder, Access::Write).await?;
            endpoint::execute(&mut conn, "pragma foreign_keys = off; begin immediate").await?;
            Ok(conn)
        }
        Database::Postgres(url) => {
            let mut conn = postgres::connect_existing(url).await?;
            endpoint::execute(&mut conn, "set time zone 'UTC'; begin").await?;
            Ok(conn)
        }
    }
}

async fn check_empty(conn: &mut Conn, database: &Database) -> Result<(), TransferError> {
    for table in table::list(conn).await?.iter().filter(|table| !table.is_seeded()) {
        let query = format!("select cast(1 as bigint) from {} limit 1", endpoint::qualified(table));
        if endpoint::number(conn, &query).await?.is_some() {
            return Err(TransferError::HasData { database: database.to_string(), table: table.label() });
        }
    }
    Ok(())
}

/// Creates the tables that only the source has.
async fn create_user_tables(source: &mut Conn, target: &mut Conn) -> Result<(), TransferError> {
    let known = table::list(target).await?;
    for mut table in table::list(source).await? {
        if known.iter().any(|other| other.is(&table)) {
            continue;
        }
        let indexes = table::indexes(source, &table).await?;
        let label = table.label();
        let statements = match &target.link {
            BackendConnection::Sqlite(_) => {
                // SQLite keeps any text as a type, if it is quoted.
                let types: Vec<String> =
                    table.columns.iter().map(|column| quote_identifier(&column.declared)).collect();
                create::statements(&table, &types, &indexes, SQLITE_NUMBER)
            }
            BackendConnection::Postgres(_) => {
                let mut types = Vec::new();
                for column in &table.columns {
                    types.push(postgres_type(target, column).await?);
                }
                fold_names(&mut table);
                let indexes: Vec<table::Index> = indexes.into_iter().map(table::Index::folded).collect();
                create::statements(&table, &types, &indexes, POSTGRES_NUMBER)
            }
        };
        for statement in statements {
            let created = endpoint::execute(target, &statement).await;
            created.map_err(|error| TransferError::Table { table: label.clone(), problem: error.to_string() })?;
        }
    }
    Ok(())
}

async fn postgres_type(target: &mut Conn, column: &Column) -> Result<String, TransferError> {
    let query = "select count(*) from pg_type where typname = $1 and typtype in ('b', 'd', 'e', 'r') and pg_type_is_visible(oid)";
    let BackendConnection::Postgres(link) = &mut target.link else { return Ok(column.declared.clone()) };
    let known: i64 = sqlx::query_scalar(query).bind(create::base_name(&column.declared)).fetch_one(&mut **link).await?;
    Ok(create::postgres_type(&column.declared, column.kind, known > 0))
}

/// PostgreSQL keeps unquoted names in lower case, as those of stormwire's own tables.
fn fold_names(table: &mut Table) {
    table.relation.name = table.relation.name.to_lowercase();
    for column in &mut table.columns {
        column.name = column.name.to_lowercase();
    }
}

/// The tables of the source with those of the target, in the order in which their rows can be inserted.
async fn pairs(source: &mut Conn, target: &mut Conn, is_to_postgres: bool) -> Result<Vec<TablePair>, TransferError> {
    let targets = table::list(target).await?;
    let mut pairs = Vec::new();
    for from in table::list(source).await? {
        let found = targets.iter().find(|other| other.is(&from)).cloned();
        let to = found.ok_or_else(|| TransferError::Missing(from.label()))?;
        pairs.push(TablePair::new(from, to, is_to_postgres)?);
    }
    Ok(table::in_order_of_references(pairs, &table::references(target).await?))
}

/// Returns the number of rows.
async fn copy_table(source: &mut Conn, target: &mut Conn, pair: &TablePair) -> Result<u64, TransferError> {
    let label = pair.from.label();
    let table_error =
        |error: &dyn std::fmt::Display| TransferError::Table { table: label.clone(), problem: error.to_string() };
    if pair.from.is_seeded() {
        endpoint::execute(target, &format!("delete from {}", endpoint::qualified(&pair.to))).await?;
    }
    let read = copy_rows(source, target, pair).await.map_err(|error| table_error(&error))?;
    let last = endpoint::last_number(source, &pair.from).await?;
    endpoint::continue_numbers(target, &pair.to, last).await?;
    let columns = pair.columns.iter().map(|column| (column.to.clone(), column.kind)).collect();
    let written = endpoint::digest(target, &pair.to, columns).await?;
    if written != read {
        return Err(TransferError::Differs { table: label, read: read.rows, written: written.rows });
    }
    Ok(read.rows)
}

async fn copy_rows(source: &mut Conn, target: &mut Conn, pair: &TablePair) -> Result<TableDigest, TransferError> {
    let columns: Vec<(Column, ColumnKind)> =
        pair.columns.iter().map(|column| (column.from.clone(), column.kind)).collect();
    let (mut digest, kinds, mut batch) = (TableDigest::default(), pair.kinds(), Batch::new());
    let mut rows = endpoint::rows(source, &pair.from, columns);
    while let Some(row) = rows.try_next().await? {
        let row: Vec<Cell> = row;
        digest.add(&row, &kinds);
        if let Some(full) = batch.push(row) {
            endpoint::insert(target, pair, full).await?;
        }
    }
    endpoint::insert(target, pair, batch.rows).await?;
    Ok(digest)
}

async fn commit(target: &mut Conn) -> Result<(), TransferError> {
    if let BackendConnection::Sqlite(link) = &mut target.link {
        let query = "select count(*) from pragma_foreign_key_check";
        let broken: i64 = sqlx::query_scalar(query).fetch_one(&mut **link).await?;
        if broken > 0 {
            let problem = format!("{broken} rows reference rows that do not exist");
            return Err(TransferError::Table { table: "the copied tables".into(), problem });
        }
    }
    Ok(endpoint::execute(target, "commit").await?)
}
