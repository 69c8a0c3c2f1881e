//! Statements that were generated for the user's tables. The texts are made in `flow/handlers/sql` from what the catalogue
//! lists; values never stand in them, they travel as one bound JSON parameter.

use super::catalogue::Kind;
use crate::database::conn::Link;
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

/// The most that is read at once.
const BYTES: usize = 64 * 1024 * 1024;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Generated(String);

impl Generated {
    /// From text that holds no value of anybody's.
    pub fn new(text: String) -> Self {
        Self(text)
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }

    fn text(&self) -> AssertSqlSafe<String> {
        AssertSqlSafe(self.0.clone())
    }

    /// With its parameter, where it has one.
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

/// An identifier as a statement writes it.
pub fn quoted(name: &str) -> String {
    format!("\"{}\"", name.replace('"', "\"\""))
}

/// A column of an answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Shown {
    pub label: String,
    /// What its values are.
    pub kind: Kind,
}

/// Rows that were read.
#[derive(Debug, Clone, PartialEq)]
pub struct Answer {
    pub rows: Vec<Value>,
    /// Whether there was more than may be read at once.
    pub is_cut: bool,
}

/// Runs it; gives how many rows it touched.
pub async fn execute(conn: &mut Conn, statement: &Generated, values: Option<&str>) -> Result<u64, StoreError> {
    let touched = match &mut conn.link {
        Link::Sqlite(link) => statement.query(values).execute(&mut **link).await?.rows_affected(),
        Link::Postgres(link) => statement.query(values).execute(&mut **link).await?.rows_affected(),
    };
    Ok(touched)
}

/// Rows of a table that source rows match, and two source rows that match the same one, if there are such.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MatchCount {
    pub matched: i64,
    pub first: Option<i64>,
    pub second: Option<i64>,
}

pub async fn count(conn: &mut Conn, statement: &Generated, values: Option<&str>) -> Result<MatchCount, StoreError> {
    match &mut conn.link {
        Link::Sqlite(link) => {
            let row = statement.query(values).fetch_one(&mut **link).await?;
            Ok(MatchCount { matched: row.try_get(0)?, first: row.try_get(1)?, second: row.try_get(2)? })
        }
        Link::Postgres(link) => {
            let row = statement.query(values).fetch_one(&mut **link).await?;
            Ok(MatchCount { matched: row.try_get(0)?, first: row.try_get(1)?, second: row.try_get(2)? })
        }
    }
}

/// Which columns a statement of PostgreSQL answers with.
pub async fn describe(conn: &mut Conn, statement: &Generated) -> Result<Vec<Shown>, StoreError> {
    let Link::Postgres(link) = &mut conn.link else { return Ok(Vec::new()) };
    let prepared = link.prepare(statement.text().into_sql_str()).await?;
    let shown = prepared.columns().iter().map(|column| {
        let kind = Kind::of_postgres(&column.type_info().name().to_lowercase(), -1);
        Shown { label: column.name().to_owned(), kind }
    });
    Ok(shown.collect())
}

/// Reads rows, `most` of them at most. SQLite answers with the columns that are shown, PostgreSQL with one JSON object.
pub async fn read(
    conn: &mut Conn,
    statement: &Generated,
    values: Option<&str>,
    shown: &[Shown],
    most: usize,
) -> Result<Answer, StoreError> {
    let mut answer = Answer { rows: Vec::new(), is_cut: false };
    let mut bytes = 0;
    match &mut conn.link {
        Link::Sqlite(link) => {
            let mut found = statement.query(values).fetch(&mut **link);
            while let Some(row) = found.try_next().await? {
                let (row, size) = object(&row, shown)?;
                if !answer.take(row, size, &mut bytes, most) {
                    break;
                }
            }
        }
        Link::Postgres(link) => {
            let mut found = statement.query(values).fetch(&mut **link);
            while let Some(row) = found.try_next().await? {
                let row: String = row.try_get(0)?;
                let read = serde_json::from_str(&row).map_err(|error| StoreError::Unreadable(error.to_string()))?;
                if !answer.take(read, row.len(), &mut bytes, most) {
                    break;
                }
            }
        }
    }
    Ok(answer)
}

impl Answer {
    /// Takes a row, unless there are enough.
    fn take(&mut self, row: Value, size: usize, bytes: &mut usize, most: usize) -> bool {
        *bytes += size;
        self.is_cut = self.rows.len() == most || *bytes > BYTES;
        if !self.is_cut {
            self.rows.push(row);
        }
        !self.is_cut
    }
}

fn object(row: &SqliteRow, shown: &[Shown]) -> Result<(Value, usize), StoreError> {
    let (mut fields, mut size) = (Map::new(), 0);
    for (place, column) in shown.iter().enumerate() {
        let raw = row.try_get_raw(place)?;
        let value = value(raw, column.kind)?;
        size += column.label.len() + value.as_str().map_or(16, str::len);
        fields.insert(column.label.clone(), value);
    }
    Ok((Value::Object(fields), size))
}

/// A value as SQLite holds it: the declaration of a column is a wish there, not a fact.
fn value(raw: SqliteValueRef<'_>, kind: Kind) -> Result<Value, StoreError> {
    let unreadable = |error: sqlx::error::BoxDynError| StoreError::Unreadable(error.to_string());
    let held = raw.type_info().name().to_owned();
    let value = match held.as_str() {
        "NULL" => Value::Null,
        "INTEGER" => {
            let number = <i64 as Decode<Sqlite>>::decode(raw).map_err(unreadable)?;
            if kind == Kind::Flag { json!(number != 0) } else { json!(number) }
        }
        "REAL" => json!(<f64 as Decode<Sqlite>>::decode(raw).map_err(unreadable)?),
        "BLOB" => {
            let bytes = <&[u8] as Decode<Sqlite>>::decode(raw).map_err(unreadable)?;
            json!(bytes.iter().fold(String::from("\\x"), |mut text, byte| {
                // Writing to a String cannot fail.
                let _ = write!(text, "{byte:02x}");
                text
            }))
        }
        _ => {
            let text = <&str as Decode<Sqlite>>::decode(raw).map_err(unreadable)?;
            let parsed = (kind == Kind::JsonText).then(|| serde_json::from_str(text).ok()).flatten();
            parsed.unwrap_or_else(|| json!(text))
        }
    };
    Ok(value)
}
