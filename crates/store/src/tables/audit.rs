//! The audit trail. Each schema that users change has its own table; both are read as one.

use crate::database::conn::{Sql, run, sql};
use crate::{AuditId, Conn, DbTimestamp, Schema, StoreError};
use jiff::Timestamp;
use serde_json::Value;
use std::time::Duration;
use stormwire_clock::later;

/// Who made a change.
#[derive(Debug, Clone)]
pub struct Actor {
    /// `command line` for commands run on the server.
    pub username: String,
    pub request_id: Option<String>,
}

impl Actor {
    pub fn command_line() -> Self {
        Self { username: "command line".into(), request_id: None }
    }
}

#[derive(Debug, Clone)]
pub struct AuditChange {
    /// `create`, `update`, `delete` and the like.
    pub action: &'static str,
    pub resource: &'static str,
    pub resource_id: Option<i64>,
    /// `None` if the resource is new. Never contains a secret.
    pub before: Option<Value>,
    /// `None` if the resource was deleted. Never contains a secret.
    pub after: Option<Value>,
}

const INSERT_IT: Sql = sql!("audit/insert_it");
const INSERT_ORGANIZATION: Sql = sql!("audit/insert_organization");
const LIST: Sql = sql!("audit/list");

#[derive(Debug, Clone)]
pub struct AuditEntry {
    /// Where the next page starts.
    pub cursor: AuditCursor,
    pub at: Timestamp,
    pub username: String,
    /// `create`, `update`, `delete` and the like.
    pub action: String,
    pub resource: String,
    pub resource_id: Option<i64>,
    pub before: Option<Value>,
    pub after: Option<Value>,
    pub request_id: Option<String>,
}

/// A position in the trail.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AuditCursor {
    pub at: Timestamp,
    pub schema: String,
    pub id: AuditId,
}

#[derive(sqlx::FromRow)]
struct Row {
    schema_name: String,
    id: AuditId,
    at: DbTimestamp,
    username: String,
    action: String,
    resource: String,
    resource_id: Option<i64>,
    before_text: Option<String>,
    after_text: Option<String>,
    request_id: Option<String>,
}

/// `schema` must be the schema of the unit of work.
pub async fn insert(
    conn: &mut Conn,
    schema: Schema,
    actor: &Actor,
    change: AuditChange,
    now: Timestamp,
) -> Result<(), StoreError> {
    let statement = match schema {
        Schema::It => INSERT_IT,
        Schema::Organization => INSERT_ORGANIZATION,
        Schema::Data => return Err(StoreError::Unreadable("schema data has no audit trail".into())),
    };
    let AuditChange { action, resource, resource_id, before, after } = change;
    let [before, after] = [before, after].map(|value| value.map(|value| value.to_string()));
    let (username, request_id) = (actor.username.clone(), actor.request_id.clone());
    run!(conn, statement, [DbTimestamp(now), username, action, resource, resource_id, before, after, request_id])
        .map(|_| ())
}

/// Newest first, starting after the cursor.
pub async fn list(conn: &mut Conn, cursor: Option<AuditCursor>, most: u32) -> Result<Vec<AuditEntry>, StoreError> {
    let newest = || (later(Timestamp::UNIX_EPOCH, Duration::MAX), String::new(), None);
    let (at, schema, id) = cursor.map_or_else(newest, |from| (from.at, from.schema, Some(from.id)));
    let rows = run!(conn, LIST, [DbTimestamp(at), schema, id, i64::from(most)] => fetch_all as Row)?;
    Ok(rows.into_iter().map(entry).collect())
}

fn entry(row: Row) -> AuditEntry {
    let read = |text: Option<String>| text.and_then(|text| serde_json::from_str(&text).ok());
    AuditEntry {
        cursor: AuditCursor { at: row.at.0, schema: row.schema_name, id: row.id },
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
