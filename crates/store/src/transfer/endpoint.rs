//! Reads and writes the rows of a table on either database. The statements are generated from the catalog of the database
//! and contain no values.

use super::cell::{Cell, bytes_as_text};
use super::table::{ColumnPair, Table, TablePair};
use crate::database::conn::BackendConnection;
use crate::user_tables::catalog::{Column, ColumnKind};
use crate::user_tables::generated::quote_identifier;
use crate::{Conn, StoreError};
use futures_util::TryStreamExt;
use futures_util::stream::BoxStream;
use futures_util::{StreamExt, stream};
use serde_json::Value;
use sqlx::postgres::PgRow;
use sqlx::sqlite::SqliteRow;
use sqlx::{AssertSqlSafe, Decode, Row, Sqlite, TypeInfo, ValueRef};

/// SQLite allows 32,766 parameters in a statement.
const MAX_PARAMETERS: usize = 20_000;

pub(super) fn qualified(table: &Table) -> String {
    format!("{}.{}", table.relation.schema.name(), quote_identifier(&table.relation.name))
}

/// Runs statements that contain no values.
pub(super) async fn execute(conn: &mut Conn, statement: &str) -> Result<(), StoreError> {
    let statement = AssertSqlSafe(statement.to_owned());
    match &mut conn.link {
        BackendConnection::Sqlite(link) => sqlx::raw_sql(statement).execute(&mut **link).await.map(|_| ())?,
        BackendConnection::Postgres(link) => sqlx::raw_sql(statement).execute(&mut **link).await.map(|_| ())?,
    }
    Ok(())
}

pub(super) async fn number(conn: &mut Conn, query: &str) -> Result<Option<i64>, StoreError> {
    let query = AssertSqlSafe(query.to_owned());
    let found: Option<Option<i64>> = match &mut conn.link {
        BackendConnection::Sqlite(link) => sqlx::query_scalar(query).fetch_optional(&mut **link).await?,
        BackendConnection::Postgres(link) => sqlx::query_scalar(query).fetch_optional(&mut **link).await?,
    };
    Ok(found.flatten())
}

/// All rows of a table, in no particular order.
pub(super) fn rows<'c>(
    conn: &'c mut Conn,
    table: &Table,
    columns: Vec<(Column, ColumnKind)>,
) -> BoxStream<'c, Result<Vec<Cell>, StoreError>> {
    let is_postgres = matches!(conn.link, BackendConnection::Postgres(_));
    let selected: Vec<String> = columns.iter().map(|(column, kind)| selected(column, *kind, is_postgres)).collect();
    if selected.is_empty() {
        return stream::empty().boxed();
    }
    let query = AssertSqlSafe(format!("select {} from {}", selected.join(", "), qualified(table)));
    let kinds: Vec<ColumnKind> = columns.into_iter().map(|(_, kind)| kind).collect();
    match &mut conn.link {
        BackendConnection::Sqlite(link) => sqlx::query(query)
            .fetch(&mut **link)
            .map(move |row| sqlite_cells(&row.map_err(StoreError::from)?, &kinds))
            .boxed(),
        BackendConnection::Postgres(link) => sqlx::query(query)
            .fetch(&mut **link)
            .map(move |row| postgres_cells(&row.map_err(StoreError::from)?, &kinds))
            .boxed(),
    }
}

/// PostgreSQL sends every value as text.
fn selected(column: &Column, kind: ColumnKind, is_postgres: bool) -> String {
    let name = quote_identifier(&column.name);
    match kind {
        _ if !is_postgres => name,
        ColumnKind::Time => format!("to_char({name} at time zone 'UTC', 'YYYY-MM-DD\"T\"HH24:MI:SS.US\"Z\"')"),
        ColumnKind::LocalTime => format!("to_char({name}, 'YYYY-MM-DD\"T\"HH24:MI:SS.US')"),
        ColumnKind::Geometry => format!("ST_AsEWKT({name}::geometry)"),
        _ => format!("{name}::text"),
    }
}

fn postgres_cells(row: &PgRow, kinds: &[ColumnKind]) -> Result<Vec<Cell>, StoreError> {
    let cell = |(index, kind): (usize, &ColumnKind)| {
        let text: Option<String> = row.try_get(index)?;
        Ok(text.map_or(Cell::Null, Cell::Text).normalized(*kind))
    };
    kinds.iter().enumerate().map(cell).collect()
}

fn sqlite_cells(row: &SqliteRow, kinds: &[ColumnKind]) -> Result<Vec<Cell>, StoreError> {
    let invalid = |error: sqlx::error::BoxDynError| StoreError::Unreadable(error.to_string());
    let cell = |(index, kind): (usize, &ColumnKind)| {
        let raw = row.try_get_raw(index)?;
        // The type of a null is that of its column.
        if raw.is_null() {
            return Ok(Cell::Null);
        }
        let stored_type = raw.type_info().name().to_owned();
        let cell = match stored_type.as_str() {
            "INTEGER" => Cell::Integer(<i64 as Decode<Sqlite>>::decode(raw).map_err(invalid)?),
            "REAL" => Cell::Real(<f64 as Decode<Sqlite>>::decode(raw).map_err(invalid)?),
            "BLOB" => Cell::Text(bytes_as_text(<&[u8] as Decode<Sqlite>>::decode(raw).map_err(invalid)?)),
            _ => Cell::Text(<&str as Decode<Sqlite>>::decode(raw).map_err(invalid)?.to_owned()),
        };
        Ok(cell.normalized(*kind))
    };
    kinds.iter().enumerate().map(cell).collect()
}

pub(super) async fn insert(conn: &mut Conn, pair: &TablePair, rows: Vec<Vec<Cell>>) -> Result<(), StoreError> {
    if rows.is_empty() {
        return Ok(());
    }
    let names: Vec<String> = pair.columns.iter().map(|column| quote_identifier(&column.to.name)).collect();
    let into = format!("insert into {} ({})", qualified(&pair.to), names.join(", "));
    match &mut conn.link {
        BackendConnection::Postgres(link) => {
            let values: Vec<Value> = rows.into_iter().map(json_row).collect();
            let statement = AssertSqlSafe(format!("{into} {}", values_from_json(&pair.columns)));
            sqlx::query(statement).bind(Value::Array(values).to_string()).execute(&mut **link).await?;
        }
        BackendConnection::Sqlite(link) => {
            let width = pair.columns.len();
            for chunk in rows.chunks((MAX_PARAMETERS / width).max(1)) {
                let row = format!("({})", vec!["?"; width].join(", "));
                let statement = AssertSqlSafe(format!("{into} values {}", vec![row; chunk.len()].join(", ")));
                let mut query = sqlx::query(statement);
                for cell in chunk.iter().flatten().cloned() {
                    query = match cell {
                        Cell::Null => query.bind(None::<String>),
                        Cell::Integer(number) => query.bind(number),
                        Cell::Real(number) => query.bind(number),
                        Cell::Text(text) => query.bind(text),
                    };
                }
                query.execute(&mut **link).await?;
            }
        }
    }
    Ok(())
}

fn json_row(row: Vec<Cell>) -> Value {
    row.into_iter().map(|cell| cell.into_text().map_or(Value::Null, Value::String)).collect()
}

/// PostgreSQL reads a batch of rows from one JSON parameter and converts each text to the type of its column.
fn values_from_json(columns: &[ColumnPair]) -> String {
    let values: Vec<String> =
        columns.iter().enumerate().map(|(index, pair)| format!("(value ->> {index})::{}", pair.to.declared)).collect();
    let overriding =
        if columns.iter().any(|pair| pair.to.is_identity_always) { "overriding system value " } else { "" };
    format!("{overriding}select {} from json_array_elements($1::text::json)", values.join(", "))
}

/// The first row number that was never used, minus one; `None` if the database does not number the rows.
pub(super) async fn last_number(conn: &mut Conn, table: &Table) -> Result<Option<i64>, StoreError> {
    let Some(column) = table.numbered_column() else { return Ok(None) };
    let schema = table.relation.schema.name();
    match &mut conn.link {
        BackendConnection::Sqlite(link) => {
            if !has_sequence_table(link, schema).await? {
                return Ok(None);
            }
            let query = AssertSqlSafe(format!("select seq from {schema}.sqlite_sequence where name = $1"));
            Ok(sqlx::query_scalar(query).bind(table.relation.name.clone()).fetch_optional(&mut **link).await?)
        }
        BackendConnection::Postgres(link) => {
            let sequence = sqlx::query_scalar("select pg_get_serial_sequence($1, $2)");
            let sequence: Option<String> =
                sequence.bind(qualified(table)).bind(column.name.clone()).fetch_one(&mut **link).await?;
            let Some(sequence) = sequence else { return Ok(None) };
            // The database quotes the name of the sequence itself.
            let query = format!("select case when is_called then last_value else last_value - 1 end from {sequence}");
            Ok(Some(sqlx::query_scalar(AssertSqlSafe(query)).fetch_one(&mut **link).await?))
        }
    }
}

/// Lets the next row have a number that was never used: neither by a copied row nor by one that was deleted before.
pub(super) async fn continue_numbers(conn: &mut Conn, table: &Table, last: Option<i64>) -> Result<(), StoreError> {
    let Some(column) = table.numbered_column() else { return Ok(()) };
    let (schema, name) = (table.relation.schema.name(), quote_identifier(&column.name));
    let highest = number(conn, &format!("select cast(max({name}) as bigint) from {}", qualified(table))).await?;
    let Some(last) = last.max(highest).filter(|last| *last > 0) else { return Ok(()) };
    match &mut conn.link {
        BackendConnection::Sqlite(link) => {
            if !is_autoincrement(link, schema, &table.relation.name).await? {
                return Ok(());
            }
            let delete = AssertSqlSafe(format!("delete from {schema}.sqlite_sequence where name = $1"));
            sqlx::query(delete).bind(table.relation.name.clone()).execute(&mut **link).await?;
            let insert = AssertSqlSafe(format!("insert into {schema}.sqlite_sequence (name, seq) values ($1, $2)"));
            sqlx::query(insert).bind(table.relation.name.clone()).bind(last).execute(&mut **link).await?;
        }
        BackendConnection::Postgres(link) => {
            let set = sqlx::query("select setval(pg_get_serial_sequence($1, $2)::regclass, $3)");
            set.bind(qualified(table)).bind(column.name.clone()).bind(last).execute(&mut **link).await?;
        }
    }
    Ok(())
}

type SqliteLink = sqlx::pool::PoolConnection<Sqlite>;

async fn has_sequence_table(link: &mut SqliteLink, schema: &str) -> Result<bool, StoreError> {
    let query = format!("select count(*) from {schema}.sqlite_schema where name = 'sqlite_sequence'");
    let count: i64 = sqlx::query_scalar(AssertSqlSafe(query)).fetch_one(&mut **link).await?;
    Ok(count > 0)
}

async fn is_autoincrement(link: &mut SqliteLink, schema: &str, table: &str) -> Result<bool, StoreError> {
    let query = format!("select sql from {schema}.sqlite_schema where type = 'table' and name = $1");
    let found: Option<String> =
        sqlx::query_scalar(AssertSqlSafe(query)).bind(table.to_owned()).fetch_optional(&mut **link).await?;
    Ok(found.is_some_and(|definition| definition.to_lowercase().contains("autoincrement")))
}

/// Collects a stream in batches of at most this many rows and about this many bytes.
pub(super) struct Batch {
    pub(super) rows: Vec<Vec<Cell>>,
    bytes: usize,
}

const BATCH_ROWS: usize = 500;
const BATCH_BYTES: usize = 1024 * 1024;

impl Batch {
    pub(super) fn new() -> Self {
        Self { rows: Vec::new(), bytes: 0 }
    }

    /// Returns the rows when there are enough of them.
    pub(super) fn push(&mut self, row: Vec<Cell>) -> Option<Vec<Vec<Cell>>> {
        self.bytes += row.iter().map(|cell| if let Cell::Text(text) = cell { text.len() } else { 8 }).sum::<usize>();
        self.rows.push(row);
        let is_full = self.rows.len() >= BATCH_ROWS || self.bytes >= BATCH_BYTES;
        is_full.then(|| {
            self.bytes = 0;
            std::mem::take(&mut self.rows)
        })
    }
}

/// Reads a whole stream into a digest.
pub(super) async fn digest(
    conn: &mut Conn,
    table: &Table,
    columns: Vec<(Column, ColumnKind)>,
) -> Result<super::digest::TableDigest, StoreError> {
    let kinds: Vec<ColumnKind> = columns.iter().map(|(_, kind)| *kind).collect();
    let mut digest = super::digest::TableDigest::default();
    let mut rows = rows(conn, table, columns);
    while let Some(row) = rows.try_next().await? {
        digest.add(&row, &kinds);
    }
    Ok(digest)
}
