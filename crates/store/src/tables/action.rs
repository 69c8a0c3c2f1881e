//! The actions of watchers.

use crate::database::conn::{Sql, sql};
use crate::database::statement::run;
use crate::{ActionId, Conn, CredentialId, StoreError, WatcherId};
use serde_json::Value;

const INSERT: Sql = sql!("action/insert");
const LIST: Sql = sql!("action/list");
const LIST_OF_ENABLED: Sql = sql!("action/list_of_enabled");
const UPDATE: Sql = sql!("action/update");
const DELETE: Sql = sql!("action/delete");
const LIST_ALL: Sql = sql!("action/list_all");
const CLEAR_SECRETS: Sql = sql!("action/clear_secrets");
const SET_ORDER: Sql = sql!("action/set_order");

#[derive(Debug, Clone, PartialEq)]
pub struct ActionFields {
    pub name: String,
    pub action_type: String,
    pub config: Value,
    /// Last if `None`.
    pub order: Option<i32>,
    /// Overrides the watcher's credential.
    pub credential_id: Option<CredentialId>,
    /// Runs before disposition, otherwise after it.
    pub is_phase_one: bool,
}

#[derive(Debug, Clone, PartialEq)]
pub struct Action {
    pub id: ActionId,
    pub watcher_id: WatcherId,
    pub order: i32,
    pub name: String,
    pub action_type: String,
    /// With a mask in the place of each secret.
    pub config: Value,
    /// Overrides the watcher's credential.
    pub credential_id: Option<CredentialId>,
    /// Runs before disposition, otherwise after it.
    pub is_phase_one: bool,
    /// The sealed secrets of the config, if it has any.
    pub sealed_secrets: Option<String>,
}

#[derive(sqlx_macros::FromRow)]
struct Row {
    id: ActionId,
    #[sqlx(rename = "job_id")]
    watcher_id: WatcherId,
    name: String,
    action_type: String,
    config: String,
    position: i32,
    credential_id: Option<CredentialId>,
    is_phase_one: bool,
    sealed_secrets: Option<String>,
}

impl Row {
    fn action(self) -> Result<Action, StoreError> {
        let config = serde_json::from_str(&self.config)
            .map_err(|error| StoreError::Unreadable(format!("config of action {}: {error}", self.id)))?;
        Ok(Action {
            id: self.id,
            watcher_id: self.watcher_id,
            order: self.position,
            name: self.name,
            action_type: self.action_type,
            config,
            credential_id: self.credential_id,
            is_phase_one: self.is_phase_one,
            sealed_secrets: self.sealed_secrets,
        })
    }
}

pub async fn insert(conn: &mut Conn, watcher: WatcherId, fields: ActionFields) -> Result<ActionId, StoreError> {
    let f = fields;
    let (id,) = run!(conn, INSERT, [
        watcher, f.name, f.action_type, f.config.to_string(), f.order, f.credential_id, f.is_phase_one
    ] => fetch_one as (ActionId,))?;
    Ok(id)
}

/// In their order.
pub async fn list(conn: &mut Conn, watcher: WatcherId) -> Result<Vec<Action>, StoreError> {
    run!(conn, LIST, [watcher, None::<ActionId>] => fetch_all as Row)?.into_iter().map(Row::action).collect()
}

/// The actions of all watchers.
pub async fn list_all(conn: &mut Conn) -> Result<Vec<Action>, StoreError> {
    run!(conn, LIST_ALL, [] => fetch_all as Row)?.into_iter().map(Row::action).collect()
}

pub async fn clear_secrets(conn: &mut Conn, id: ActionId) -> Result<(), StoreError> {
    run!(conn, CLEAR_SECRETS, [id]).map(|_| ())
}

/// The actions of one type of all enabled watchers, except of those that status events start and those in test mode.
pub async fn list_of_enabled(conn: &mut Conn, action_type: &str) -> Result<Vec<Action>, StoreError> {
    run!(conn, LIST_OF_ENABLED, [action_type] => fetch_all as Row)?.into_iter().map(Row::action).collect()
}

pub async fn get(conn: &mut Conn, watcher: WatcherId, id: ActionId) -> Result<Option<Action>, StoreError> {
    run!(conn, LIST, [watcher, Some(id)] => fetch_optional as Row)?.map(Row::action).transpose()
}

pub async fn update(conn: &mut Conn, watcher: WatcherId, id: ActionId, fields: ActionFields) -> Result<(), StoreError> {
    let f = fields;
    run!(
        conn,
        UPDATE,
        [watcher, id, f.name, f.action_type, f.config.to_string(), f.order, f.credential_id, f.is_phase_one]
    )
    .map(|_| ())
}

pub async fn delete(conn: &mut Conn, watcher: WatcherId, id: ActionId) -> Result<(), StoreError> {
    run!(conn, DELETE, [watcher, id]).map(|_| ())
}

pub async fn set_order(conn: &mut Conn, watcher: WatcherId, id: ActionId, order: i32) -> Result<(), StoreError> {
    run!(conn, SET_ORDER, [watcher, id, order]).map(|_| ())
}
