//! The rows of the audit trail. Each schema that people change has its own table, read as one.

use crate::database::conn::{Sql, run, sql};
use crate::{At, AuditId, Conn, Schema, StoreError};
use jiff::Timestamp;
use serde_json::Value;
use std::time::Duration;
use stormwire_clock::later;

/// Who is behind a change.
#[derive(Debug, Clone)]
pub struct Actor {
    /// As in the trail; commands on the machine act as `command line`.
    pub username: String,
    /// The request that asked for it.
    pub request_id: Option<String>,
}

impl Actor {
    /// Whoever has the machine.
    pub fn command_line() -> Self {
        Self { username: "command line".into(), request_id: None }
    }
}

#[derive(Debug, Clone)]
pub struct Change {
    /// `create`, `update`, `delete` and the like.
    pub action: &'static str,
    /// What kind of thing.
    pub resource: &'static str,
    pub resource_id: Option<i64>,
    /// Before; none when it was made. Never holds a secret.
    pub before: Option<Value>,
    /// After; none when it is gone. Never holds a secret.
    pub after: Option<Value>,
}

const INSERT_IT: Sql = sql!("audit/insert_it");
const INSERT_ORGANIZATION: Sql = sql!("audit/insert_organization");
const LIST: Sql = sql!("audit/list");

/// A line of the trail.
#[derive(Debug, Clone)]
pub struct Entry {
    /// Where the next page starts.
    pub cursor: Cursor,
    pub at: Timestamp,
    pub username: String,
    /// `create`, `update`, `delete` and the like.
    pub action: String,
    /// What kind of thing.
    pub resource: String,
    pub resource_id: Option<i64>,
    pub before: Option<Value>,
    pub after: Option<Value>,
    /// The request that asked for it.
    pub request_id: Option<String>,
}

/// A place in the trail.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cursor {
    pub at: Timestamp,
    pub schema: String,
    /// Which row of it.
    pub id: AuditId,
}

#[derive(sqlx::FromRow)]
struct Row {
    schema_name: String,
    id: AuditId,
    at: At,
    username: String,
    action: String,
    resource: String,
    resource_id: Option<i64>,
    before_text: Option<String>,
    after_text: Option<String>,
    request_id: Option<String>,
}

/// Records a change of the schema that the unit of work is in.
pub async fn insert(
    conn: &mut Conn,
    schema: Schema,
    actor: &Actor,
    change: Change,
    now: Timestamp,
) -> Result<(), StoreError> {
    let statement = match schema {
        Schema::It => INSERT_IT,
        Schema::Organization => INSERT_ORGANIZATION,
        Schema::Data => return Err(StoreError::Unreadable("people do not change the schema data".into())),
    };
    let Change { action, resource, resource_id, before, after } = change;
    let [before, after] = [before, after].map(|value| value.map(|value| value.to_string()));
    let (who, request) = (actor.username.clone(), actor.request_id.clone());
    run!(conn, statement, [At(now), who, action, resource, resource_id, before, after, request]).map(|_| ())
}

/// Newest first, from the cursor on.
pub async fn list(conn: &mut Conn, cursor: Option<Cursor>, most: u32) -> Result<Vec<Entry>, StoreError> {
    let newest = || (later(Timestamp::UNIX_EPOCH, Duration::MAX), String::new(), None);
    let (at, schema, id) = cursor.map_or_else(newest, |from| (from.at, from.schema, Some(from.id)));
    let rows = run!(conn, LIST, [At(at), schema, id, i64::from(most)] => fetch_all as Row)?;
    Ok(rows.into_iter().map(entry).collect())
}

fn entry(row: Row) -> Entry {
    let read = |text: Option<String>| text.and_then(|text| serde_json::from_str(&text).ok());
    Entry {
        cursor: Cursor { at: row.at.0, schema: row.schema_name, id: row.id },
        at: row.at.0,
        username: row.username,
        action: row.action,
        resource: row.resource,
        resource_id: row.resource_id,
        before: read(row.before_text),
        after: read(row.after_text),
        request_id: row.request_id,
    }
}
