//! The rows of samples: texts that an action is tried on at every save.

use crate::database::conn::{Sql, run, sql};
use crate::{At, Conn, StoreError};
use jiff::Timestamp;
use serde_json::Value;

const INSERT: Sql = sql!("sample/insert");
const LIST: Sql = sql!("sample/list");
const DELETE: Sql = sql!("sample/delete");

/// A sample of an action.
#[derive(Debug, Clone)]
pub struct KeptSample {
    /// The row.
    pub id: i64,
    /// For people.
    pub name: String,
    /// What is searched.
    pub text: String,
    /// The records that were found in it when it was kept.
    pub expected: Value,
    /// When that was.
    pub created_at: Timestamp,
}

#[derive(sqlx::FromRow)]
struct Row {
    id: i64,
    name: String,
    text: String,
    expected: String,
    created_at: At,
}

/// Keeps one.
pub async fn insert(
    conn: &mut Conn,
    action: i64,
    (name, text, expected): (&str, &str, &Value),
    now: Timestamp,
) -> Result<i64, StoreError> {
    let (id,) = run!(conn, INSERT, [action, name, text, expected.to_string(), At(now)] => fetch_one as (i64,))?;
    Ok(id)
}

/// All of an action, oldest first.
pub async fn list(conn: &mut Conn, action: i64) -> Result<Vec<KeptSample>, StoreError> {
    let rows = run!(conn, LIST, [action] => fetch_all as Row)?;
    let read = |row: Row| {
        let Row { id, name, text, expected, created_at } = row;
        let expected = serde_json::from_str(&expected)
            .map_err(|error| StoreError::Unreadable(format!("the records of sample {id}: {error}")))?;
        Ok(KeptSample { id, name, text, expected, created_at: created_at.0 })
    };
    rows.into_iter().map(read).collect()
}

/// Throws one away; false when there is none.
pub async fn delete(conn: &mut Conn, action: i64, id: i64) -> Result<bool, StoreError> {
    Ok(run!(conn, DELETE, [action, id])? > 0)
}
