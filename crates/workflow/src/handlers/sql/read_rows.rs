//! Reads rows, all or none of them.

use super::error::SqlError;
use super::expect::ExpectRows;
use super::statement::postgres;
use serde_json::{Map, Value, json};
use stormwire_store::Conn;
use stormwire_store::user_tables::generated::{GeneratedSql, OutputColumn, QueryRows, read};

pub(super) const MAX_ROWS: usize = 100_000;

/// The rows of a PostgreSQL statement as objects.
pub(super) async fn read_objects(
    conn: &mut Conn,
    statement: &GeneratedSql,
    values: Option<&str>,
    shown: &[OutputColumn],
) -> Result<QueryRows, SqlError> {
    complete(read(conn, &postgres::objects(statement.as_str(), shown), values, shown, MAX_ROWS).await?)
}

/// Rejects a truncated result, which would look like a complete one.
pub(super) fn complete(answer: QueryRows) -> Result<QueryRows, SqlError> {
    if answer.is_truncated {
        return Err(SqlError::TooLarge(format!(
            "the result has more than {MAX_ROWS} rows or 64 MiB; narrow the query"
        )));
    }
    Ok(answer)
}

/// The output for the context. An unexpected number of rows is an error.
pub(super) fn rows_to_output(rows: Vec<Value>, expected: Option<ExpectRows>) -> Result<Value, SqlError> {
    let count = rows.len();
    match expected.filter(|expected| !expected.accepts(count)) {
        Some(expected) => Err(SqlError::RowCount { found: count, expected }),
        None => Ok(Value::Object(Map::from_iter([
            ("Items".to_owned(), Value::Array(rows)),
            ("Count".to_owned(), json!(count)),
        ]))),
    }
}
