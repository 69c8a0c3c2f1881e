//! Rows that were read, as a whole or not at all.

use super::error::SqlError;
use super::expect::ExpectRows;
use super::statement::postgres;
use serde_json::{Map, Value, json};
use stormwire_store::Conn;
use stormwire_store::user_tables::generated::{GeneratedSql, OutputColumn, QueryRows, read};

/// The most rows that are read at once.
pub(super) const MOST: usize = 100_000;

/// The rows of a statement of PostgreSQL, as objects.
pub(super) async fn read_objects(
    conn: &mut Conn,
    statement: &GeneratedSql,
    values: Option<&str>,
    shown: &[OutputColumn],
) -> Result<QueryRows, SqlError> {
    whole(read(conn, &postgres::objects(statement.as_str(), shown), values, shown, MOST).await?)
}

/// Half an answer would be taken for a whole one.
pub(super) fn whole(answer: QueryRows) -> Result<QueryRows, SqlError> {
    if answer.is_truncated {
        return Err(SqlError::TooMuch(format!("there are more than {MOST} rows or 64 MiB; narrow the query")));
    }
    Ok(answer)
}

/// What goes into the context, if there are as many rows as expected.
pub(super) fn output(rows: Vec<Value>, expected: Option<ExpectRows>) -> Result<Value, SqlError> {
    let count = rows.len();
    match expected.filter(|expected| !expected.holds(count)) {
        Some(expected) => Err(SqlError::RowCount { found: count, expected }),
        None => Ok(Value::Object(Map::from_iter([
            ("Items".to_owned(), Value::Array(rows)),
            ("Count".to_owned(), json!(count)),
        ]))),
    }
}
