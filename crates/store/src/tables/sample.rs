//! Samples: texts that an action is tested with at every save.

use crate::database::conn::{Sql, sql};
use crate::database::statement::run;
use crate::{ActionId, Conn, DbTimestamp, SampleId, StoreError};
use jiff::Timestamp;
use serde_json::Value;

const INSERT: Sql = sql!("sample/insert");
const LIST: Sql = sql!("sample/list");
const DELETE: Sql = sql!("sample/delete");

#[derive(Debug, Clone)]
pub struct ActionSample {
    pub id: SampleId,
    pub name: String,
    pub text: String,
    /// The records that the action extracted when the sample was saved.
    pub expected: Value,
    pub created_at: Timestamp,
}

#[derive(sqlx_macros::FromRow)]
struct Row {
    id: SampleId,
    name: String,
    text: String,
    expected: String,
    created_at: DbTimestamp,
}

#[derive(Debug, Clone, Copy)]
pub struct NewSample<'a> {
    pub name: &'a str,
    pub text: &'a str,
    /// The records that the action extracts now.
    pub expected: &'a Value,
}

pub async fn insert(
    conn: &mut Conn,
    action: ActionId,
    sample: NewSample<'_>,
    now: Timestamp,
) -> Result<SampleId, StoreError> {
    let NewSample { name, text, expected } = sample;
    let (id,) =
        run!(conn, INSERT, [action, name, text, expected.to_string(), DbTimestamp(now)] => fetch_one as (SampleId,))?;
    Ok(id)
}

/// Oldest first.
pub async fn list(conn: &mut Conn, action: ActionId) -> Result<Vec<ActionSample>, StoreError> {
    let rows = run!(conn, LIST, [action] => fetch_all as Row)?;
    let read = |row: Row| {
        let Row { id, name, text, expected, created_at } = row;
        let expected = serde_json::from_str(&expected)
            .map_err(|error| StoreError::Unreadable(format!("expected records of sample {id}: {error}")))?;
        Ok(ActionSample { id, name, text, expected, created_at: created_at.0 })
    };
    rows.into_iter().map(read).collect()
}

/// Returns false if there is no such sample.
pub async fn delete(conn: &mut Conn, action: ActionId, id: SampleId) -> Result<bool, StoreError> {
    Ok(run!(conn, DELETE, [action, id])? > 0)
}
