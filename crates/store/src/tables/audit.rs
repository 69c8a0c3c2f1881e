//! The audit trail. Each schema that users change has its own table; both are read as one.

use crate::database::conn::{Sql, sql};
use crate::database::statement::run;
use crate::{AuditId, Conn, DbTimestamp, Schema, StoreError, TokenId};
use jiff::Timestamp;
use serde_json::Value;
use std::net::IpAddr;
use std::time::Duration;
use stormwire_clock::later;

/// Who made a change.
#[derive(Debug, Clone)]
pub struct Actor {
    /// `command line` for commands run on the server.
    pub username: String,
    pub request_id: Option<String>,
    /// Of the client; `None` for commands.
    pub address: Option<IpAddr>,
}

impl Actor {
    pub fn command_line() -> Self {
        Self { username: "command line".into(), request_id: None, address: None }
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
const LIST_OF_ACTION: Sql = sql!("audit/list_of_action");
const SET_VALUES: Sql = sql!("audit/set_values");
const SET_AFTER: Sql = sql!("audit/set_after");
const COUNT_USES: Sql = sql!("audit/count_uses");

#[derive(Debug, Clone, PartialEq)]
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
    /// Of the client, if it is known.
    pub address: Option<String>,
}

/// Which entries to list. All conditions must hold; the default matches every entry.
#[derive(Debug, Clone, Default)]
pub struct AuditFilter {
    /// Ignores case.
    pub username: Option<String>,
    pub action: Option<String>,
    pub resource: Option<String>,
    /// Inclusive.
    pub from: Option<Timestamp>,
    /// Inclusive.
    pub to: Option<Timestamp>,
    /// Part of the names, the address or the values; ignores case.
    pub text: Option<String>,
}

/// A position in the trail.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AuditCursor {
    pub at: Timestamp,
    pub schema: String,
    pub id: AuditId,
}

#[derive(sqlx_macros::FromRow)]
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
    address: Option<String>,
}

/// `schema` must be the schema of the unit of work.
pub async fn insert(
    conn: &mut Conn,
    schema: Schema,
    actor: &Actor,
    change: AuditChange,
    now: Timestamp,
) -> Result<(), StoreError> {
    match schema {
        Schema::It => insert_into_it(conn, actor, change, now).await.map(|_| ()),
        Schema::Organization => {
            let AuditChange { action, resource, resource_id, before, after } = change;
            let [before, after] = [before, after].map(|value| value.map(|value| value.to_string()));
            let (at, username, request_id) = (DbTimestamp(now), actor.username.clone(), actor.request_id.clone());
            run!(conn, INSERT_ORGANIZATION, [at, username, action, resource, resource_id, before, after, request_id])
                .map(|_| ())
        }
        Schema::Data => Err(StoreError::Unreadable("schema data has no audit trail".into())),
    }
}

/// Returns the id of the entry, for [`set_after`].
pub async fn insert_into_it(
    conn: &mut Conn,
    actor: &Actor,
    change: AuditChange,
    now: Timestamp,
) -> Result<AuditId, StoreError> {
    let AuditChange { action, resource, resource_id, before, after } = change;
    let [before, after] = [before, after].map(|value| value.map(|value| value.to_string()));
    let (at, username, request_id) = (DbTimestamp(now), actor.username.clone(), actor.request_id.clone());
    let address = actor.address.map(|address| address.to_string());
    let (id,) = run!(conn, INSERT_IT, [
        at, username, action, resource, resource_id, before, after, request_id, address
    ] => fetch_one as (AuditId,))?;
    Ok(id)
}

/// Replaces the values of an entry of the schema `it` that counts.
pub async fn set_after(conn: &mut Conn, id: AuditId, after: &Value) -> Result<(), StoreError> {
    run!(conn, SET_AFTER, [id, after.to_string()]).map(|_| ())
}

/// Replaces the values of an entry of the schema `it` that must not be shown.
pub async fn set_values(
    conn: &mut Conn,
    id: AuditId,
    before: &Option<Value>,
    after: &Option<Value>,
) -> Result<(), StoreError> {
    let [before, after] = [before, after].map(|value| value.as_ref().map(ToString::to_string));
    run!(conn, SET_VALUES, [id, before, after]).map(|_| ())
}

/// Whether the use of a token from an address was recorded since `since`.
pub async fn has_token_use(
    conn: &mut Conn,
    token: TokenId,
    address: &str,
    since: Timestamp,
) -> Result<bool, StoreError> {
    let (uses,) = run!(conn, COUNT_USES, [token, address, DbTimestamp(since)] => fetch_one as (i64,))?;
    Ok(uses > 0)
}

/// Newest first, starting after the cursor.
pub async fn list(
    conn: &mut Conn,
    filter: &AuditFilter,
    cursor: Option<AuditCursor>,
    most: u32,
) -> Result<Vec<AuditEntry>, StoreError> {
    let end_of_time = later(Timestamp::UNIX_EPOCH, Duration::MAX);
    let (at, schema, id) =
        cursor.map_or_else(|| (end_of_time, String::new(), None), |from| (from.at, from.schema, Some(from.id)));
    let lower = |text: &Option<String>| text.as_deref().unwrap_or_default().to_lowercase();
    let (username, text) = (lower(&filter.username), search_pattern(&lower(&filter.text)));
    let [action, resource] = [&filter.action, &filter.resource].map(|text| text.clone().unwrap_or_default());
    let from = DbTimestamp(filter.from.unwrap_or(Timestamp::UNIX_EPOCH));
    let to = DbTimestamp(filter.to.unwrap_or(end_of_time));
    let rows = run!(conn, LIST, [
        DbTimestamp(at), schema, id, i64::from(most), username, action, resource, from, to, text
    ] => fetch_all as Row)?;
    Ok(rows.into_iter().map(entry).collect())
}

/// Whose entries to list.
#[derive(Debug, Clone, Copy)]
pub enum AuditNames<'a> {
    /// Of this account, in any case.
    Account(&'a str),
    /// Of names that no account has.
    Unknown,
}

/// The entries of the schema `it` after `since`, newest first. For units of work, which see one schema only.
pub async fn list_of_action(
    conn: &mut Conn,
    action: &str,
    names: AuditNames<'_>,
    since: Timestamp,
    most: u32,
) -> Result<Vec<AuditEntry>, StoreError> {
    let account = match names {
        AuditNames::Account(name) => name,
        AuditNames::Unknown => "",
    };
    let rows = run!(conn, LIST_OF_ACTION, [action, DbTimestamp(since), i64::from(most), account] => fetch_all as Row)?;
    Ok(rows.into_iter().map(entry).collect())
}

/// A pattern for `like` that finds the text itself; empty for an empty text.
fn search_pattern(text: &str) -> String {
    if text.is_empty() {
        return String::new();
    }
    let escaped = text.replace('!', "!!").replace('%', "!%").replace('_', "!_");
    format!("%{escaped}%")
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
        address: row.address,
    }
}
