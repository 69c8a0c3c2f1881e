//! Revisions: the state of a watcher with its actions, of a policy or of a sink after each change. Each schema has its own
//! table, so that a change and its revision are one unit of work. The kind decides which.

use super::audit::Actor;
use crate::database::conn::{Sql, sql};
use crate::database::statement::run;
use crate::text_enum::text_enum;
use crate::{Conn, DbTimestamp, RevisionId, Schema, StoreError};
use jiff::Timestamp;
use serde_json::Value;

const INSERT_IT: Sql = sql!("revision/insert_it");
const INSERT_ORGANIZATION: Sql = sql!("revision/insert_organization");
const SET_STATE_IT: Sql = sql!("revision/set_state_it");
const SET_STATE_ORGANIZATION: Sql = sql!("revision/set_state_organization");
const SET_RESTORES_IT: Sql = sql!("revision/set_restores_it");
const SET_RESTORES_ORGANIZATION: Sql = sql!("revision/set_restores_organization");
const LIST_IT: Sql = sql!("revision/list_it");
const LIST_ORGANIZATION: Sql = sql!("revision/list_organization");
const GET_IT: Sql = sql!("revision/get_it");
const GET_ORGANIZATION: Sql = sql!("revision/get_organization");
const LIST_MISSING: Sql = sql!("revision/list_missing");

text_enum! {
    /// What has revisions.
    pub enum RevisionKind in "Revision.Kind" {
        /// A watcher with its actions.
        Watcher = "watcher",
        Policy = "policy",
        EventSink = "event-sink",
    }
}

impl RevisionKind {
    pub const fn schema(self) -> Schema {
        match self {
            Self::Watcher | Self::EventSink => Schema::It,
            Self::Policy => Schema::Organization,
        }
    }

    const fn choose(self, it: Sql, organization: Sql) -> Sql {
        match self {
            Self::Watcher | Self::EventSink => it,
            Self::Policy => organization,
        }
    }
}

/// A watcher, a policy or a sink.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RevisionTarget {
    pub kind: RevisionKind,
    pub id: i64,
}

/// An older revision. It may have been purged since.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RestoredRevision {
    pub id: RevisionId,
    pub at: Timestamp,
}

#[derive(Debug, Clone, PartialEq)]
pub struct Revision {
    pub id: RevisionId,
    pub target: RevisionTarget,
    pub at: Timestamp,
    pub author: String,
    /// `None` for commands.
    pub request_id: Option<String>,
    /// `None` if the target was deleted.
    pub state: Option<Value>,
    /// The one that was restored by this change.
    pub restores: Option<RestoredRevision>,
}

#[derive(sqlx_macros::FromRow)]
struct Row {
    id: RevisionId,
    kind: RevisionKind,
    target_id: i64,
    at: DbTimestamp,
    author: String,
    request_id: Option<String>,
    state: Option<String>,
    restores_id: Option<RevisionId>,
    restores_at: Option<DbTimestamp>,
}

impl Row {
    fn revision(self) -> Result<Revision, StoreError> {
        let (id, kind) = (self.id, self.kind);
        let unreadable = |error| StoreError::Unreadable(format!("revision {id} of a {kind}: {error}"));
        let state = self.state.as_deref().map(serde_json::from_str).transpose().map_err(unreadable)?;
        let target = RevisionTarget { kind, id: self.target_id };
        let (at, author, request_id) = (self.at.0, self.author, self.request_id);
        let restores = self.restores_id.zip(self.restores_at).map(|(id, at)| RestoredRevision { id, at: at.0 });
        Ok(Revision { id, target, at, author, request_id, state, restores })
    }
}

/// Inside the unit of work of a change.
pub async fn latest(conn: &mut Conn, target: RevisionTarget) -> Result<Option<Revision>, StoreError> {
    Ok(list(conn, target, RevisionId::new(i64::MAX), 1).await?.pop())
}

/// Inside the unit of work of the change.
pub async fn insert(
    conn: &mut Conn,
    target: RevisionTarget,
    actor: &Actor,
    state: Option<&Value>,
    now: Timestamp,
) -> Result<(), StoreError> {
    let sql = target.kind.choose(INSERT_IT, INSERT_ORGANIZATION);
    let (author, request_id) = (actor.username.clone(), actor.request_id.clone());
    let state = state.map(ToString::to_string);
    run!(conn, sql, [target.kind, target.id, DbTimestamp(now), author, request_id, state]).map(|_| ())
}

/// For a unit of work that changes the target more than once.
pub async fn set_state(
    conn: &mut Conn,
    kind: RevisionKind,
    id: RevisionId,
    state: Option<&Value>,
) -> Result<(), StoreError> {
    let sql = kind.choose(SET_STATE_IT, SET_STATE_ORGANIZATION);
    run!(conn, sql, [id, state.map(ToString::to_string)]).map(|_| ())
}

/// Inside the unit of work that inserts the revision.
pub async fn set_restores(
    conn: &mut Conn,
    kind: RevisionKind,
    id: RevisionId,
    restored: RestoredRevision,
) -> Result<(), StoreError> {
    let sql = kind.choose(SET_RESTORES_IT, SET_RESTORES_ORGANIZATION);
    run!(conn, sql, [id, restored.id, DbTimestamp(restored.at)]).map(|_| ())
}

/// Newest first, with ids below `before`.
pub async fn list(
    conn: &mut Conn,
    target: RevisionTarget,
    before: RevisionId,
    most: u32,
) -> Result<Vec<Revision>, StoreError> {
    let sql = target.kind.choose(LIST_IT, LIST_ORGANIZATION);
    let rows = run!(conn, sql, [target.kind, target.id, before, i64::from(most)] => fetch_all as Row)?;
    rows.into_iter().map(Row::revision).collect()
}

pub async fn get(conn: &mut Conn, kind: RevisionKind, id: RevisionId) -> Result<Option<Revision>, StoreError> {
    let sql = kind.choose(GET_IT, GET_ORGANIZATION);
    run!(conn, sql, [kind, id] => fetch_optional as Row)?.map(Row::revision).transpose()
}

/// What exists and has no revision. Reads both schemas, so not inside a unit of work.
pub async fn list_missing(conn: &mut Conn) -> Result<Vec<RevisionTarget>, StoreError> {
    let rows = run!(conn, LIST_MISSING, [] => fetch_all as (RevisionKind, i64))?;
    Ok(rows.into_iter().map(|(kind, id)| RevisionTarget { kind, id }).collect())
}
