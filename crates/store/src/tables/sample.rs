//! The rows of samples: texts that an action is tried on at every save.

use crate::database::conn::{Sql, run, sql};
use crate::{ActionId, At, Conn, SampleId, StoreError};
use jiff::Timestamp;
use serde_json::Value;

const INSERT: Sql = sql!("sample/insert");
const LIST: Sql = sql!("sample/list");
const DELETE: Sql = sql!("sample/delete");

/// A sample of an action.
#[derive(Debug, Clone)]
pub struct KeptSample {
    pub id: SampleId,
    pub name: String,
    pub text: String,
    /// The records that were found in it when it was kept.
    pub expected: Value,
    pub created_at: Timestamp,
}

#[derive(sqlx::FromRow)]
struct Row {
    id: SampleId,
    name: String,
    text: String,
    expected: String,
    created_at: At,
}

#[derive(Debug, Clone, Copy)]
pub struct NewSample<'a> {
    pub name: &'a str,
    pub text: &'a str,
    /// The records that are found in it now.
    pub expected: &'a Value,
}

pub async fn insert(
    conn: &mut Conn,
    action: ActionId,
    sample: NewSample<'_>,
    now: Timestamp,
) -> Result<SampleId, StoreError> {
    let NewSample { name, text, expected } = sample;
    let (id,) = run!(conn, INSERT, [action, name, text, expected.to_string(), At(now)] => fetch_one as (SampleId,))?;
    Ok(id)
}

/// All of an action, oldest first.
pub async fn list(conn: &mut Conn, action: ActionId) -> Result<Vec<KeptSample>, StoreError> {
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
pub async fn delete(conn: &mut Conn, action: ActionId, id: SampleId) -> Result<bool, StoreError> {
    Ok(run!(conn, DELETE, [action, id])? > 0)
}
