//! Runs statements generated for the users' tables. The workflow crate (`handlers/sql`) generates them from the catalog.
//! They never contain values: all values are in one bound JSON parameter.

use super::catalog::ColumnKind;
use crate::database::conn::BackendConnection;
use crate::{Conn, StoreError};
use futures_util::TryStreamExt;
use serde_json::{Map, Value, json};
use sqlx::query::Query;
use sqlx::sqlite::{SqliteRow, SqliteValueRef};
use sqlx::{
    AssertSqlSafe, Column as _, Database, Decode, Encode, Executor, Row, SqlSafeStr, Sqlite, Statement, Type, TypeInfo,
    ValueRef,
};
use std::fmt::Write;

/// The most that one query reads.
const MAX_BYTES: usize = 64 * 1024 * 1024;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GeneratedSql(String);

impl GeneratedSql {
    /// The text must not contain values from messages or users.
    pub fn new(text: String) -> Self {
        Self(text)
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }

    fn text(&self) -> AssertSqlSafe<String> {
        AssertSqlSafe(self.0.clone())
    }

    fn query<'q, D>(&self, values: Option<&'q str>) -> Query<'q, D, D::Arguments>
    where
        D: Database,
        &'q str: Encode<'q, D> + Type<D>,
    {
        let query = sqlx::query(self.text());
        match values {
            Some(values) => query.bind(values),
            None => query,
        }
    }
}

pub fn quote_identifier(name: &str) -> String {
    format!("\"{}\"", name.replace('"', "\"\""))
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OutputColumn {
    pub label: String,
    pub kind: ColumnKind,
}

#[derive(Debug, Clone, PartialEq)]
pub struct QueryRows {
    pub rows: Vec<Value>,
    /// Whether there were more rows than the limit.
    pub is_truncated: bool,
}

/// Returns the number of affected rows.
pub async fn execute(conn: &mut Conn, statement: &GeneratedSql, values: Option<&str>) -> Result<u64, StoreError> {
    let _outside = conn.outside();
    let touched = match &mut conn.link {
        BackendConnection::Sqlite(link) => {
            statement.query(values).execute(&mut **link).await.map(|done| done.rows_affected())
        }
        BackendConnection::Postgres(link) => {
            let (link, response) = link.split();
            response.wait_for(statement.query(values).execute(link)).await.map(|done| done.rows_affected())
        }
    };
    touched.map_err(|error| conn.error(error))
}

/// How many rows of a table match source rows, and two source rows that match the same row, if there are any.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MatchCount {
    pub matched: i64,
    /// Source rows that match at least one row.
    pub sources: i64,
    /// Matched rows that differ from their source row.
    pub changed: i64,
    pub first: Option<i64>,
    pub second: Option<i64>,
}

pub async fn count(conn: &mut Conn, statement: &GeneratedSql, values: Option<&str>) -> Result<MatchCount, StoreError> {
    let _outside = conn.outside();
    match &mut conn.link {
        BackendConnection::Sqlite(link) => {
            let row = statement.query(values).fetch_one(&mut **link).await?;
            Ok(MatchCount {
                matched: row.try_get(0)?,
                sources: row.try_get(1)?,
                changed: row.try_get(2)?,
                first: row.try_get(3)?,
                second: row.try_get(4)?,
            })
        }
        BackendConnection::Postgres(link) => {
            let (link, response) = link.split();
            let row = response.wait_for(statement.query(values).fetch_one(link)).await?;
            Ok(MatchCount {
                matched: row.try_get(0)?,
                sources: row.try_get(1)?,
                changed: row.try_get(2)?,
                first: row.try_get(3)?,
                second: row.try_get(4)?,
            })
        }
    }
}

/// The output columns of a PostgreSQL statement.
pub async fn describe(conn: &mut Conn, statement: &GeneratedSql) -> Result<Vec<OutputColumn>, StoreError> {
    let BackendConnection::Postgres(link) = &mut conn.link else { return Ok(Vec::new()) };
    let (link, response) = link.split();
    let prepared = response.wait_for(link.prepare(statement.text().into_sql_str())).await?;
    let columns = prepared.columns().iter().map(|column| {
        let kind = ColumnKind::of_postgres(&column.type_info().name().to_lowercase(), -1);
        OutputColumn { label: column.name().to_owned(), kind }
    });
    Ok(columns.collect())
}

/// Reads at most `most` rows. SQLite returns the output columns, PostgreSQL one JSON object per row.
pub async fn read(
    conn: &mut Conn,
    statement: &GeneratedSql,
    values: Option<&str>,
    columns: &[OutputColumn],
    most: usize,
) -> Result<QueryRows, StoreError> {
    let mut result = QueryRows { rows: Vec::new(), is_truncated: false };
    let mut bytes = 0;
    let _outside = conn.outside();
    match &mut conn.link {
        BackendConnection::Sqlite(link) => {
            let mut found = statement.query(values).fetch(&mut **link);
            while let Some(row) = found.try_next().await? {
                let (row, size) = read_row_as_object(&row, columns)?;
                if !result.push(row, size, &mut bytes, most) {
                    break;
                }
            }
        }
        BackendConnection::Postgres(link) => {
            let (link, response) = link.split();
            let mut found = statement.query(values).fetch(link);
            while let Some(row) = response.wait_for(found.try_next()).await? {
                let row: String = row.try_get(0)?;
                let read = serde_json::from_str(&row).map_err(|error| StoreError::Unreadable(error.to_string()))?;
                if !result.push(read, row.len(), &mut bytes, most) {
                    break;
                }
            }
        }
    }
    Ok(result)
}

impl QueryRows {
    /// Adds a row; returns false if the limit is reached.
    fn push(&mut self, row: Value, size: usize, bytes: &mut usize, most: usize) -> bool {
        *bytes += size;
        self.is_truncated = self.rows.len() == most || *bytes > MAX_BYTES;
        if !self.is_truncated {
            self.rows.push(row);
        }
        !self.is_truncated
    }
}

fn read_row_as_object(row: &SqliteRow, columns: &[OutputColumn]) -> Result<(Value, usize), StoreError> {
    let (mut fields, mut size) = (Map::new(), 0);
    for (index, column) in columns.iter().enumerate() {
        let raw = row.try_get_raw(index)?;
        let value = read_value(raw, column.kind)?;
        size += column.label.len() + value.as_str().map_or(16, str::len);
        fields.insert(column.label.clone(), value);
    }
    Ok((Value::Object(fields), size))
}

/// By the stored type: SQLite does not enforce the declared type of a column.
fn read_value(raw: SqliteValueRef<'_>, kind: ColumnKind) -> Result<Value, StoreError> {
    let invalid = |error: sqlx::error::BoxDynError| StoreError::Unreadable(error.to_string());
    // The type of a null is that of its column.
    if raw.is_null() {
        return Ok(Value::Null);
    }
    let stored_type = raw.type_info().name().to_owned();
    let value = match stored_type.as_str() {
        "INTEGER" => {
            let number = <i64 as Decode<Sqlite>>::decode(raw).map_err(invalid)?;
            if kind == ColumnKind::Flag { json!(number != 0) } else { json!(number) }
        }
        "REAL" => json!(<f64 as Decode<Sqlite>>::decode(raw).map_err(invalid)?),
        "BLOB" => {
            let bytes = <&[u8] as Decode<Sqlite>>::decode(raw).map_err(invalid)?;
            json!(bytes.iter().fold(String::from("\\x"), |mut text, byte| {
                // Writing to a String cannot fail.
                let _ = write!(text, "{byte:02x}");
                text
            }))
        }
        _ => {
            let text = <&str as Decode<Sqlite>>::decode(raw).map_err(invalid)?;
            let parsed = (kind == ColumnKind::JsonText).then(|| serde_json::from_str(text).ok()).flatten();
            parsed.unwrap_or_else(|| json!(text))
        }
    };
    Ok(value)
}
