//! Sessions. Only the hash of the cookie is stored.

use crate::database::conn::{Sql, sql};
use crate::database::statement::run;
use crate::tables::user::AuthenticatedUser;
use crate::{Conn, DbTimestamp, SessionId, StoreError, UserId};
use jiff::Timestamp;

const INSERT: Sql = sql!("session/insert");
const FIND: Sql = sql!("session/find");
const TOUCH: Sql = sql!("session/touch");
const DELETE: Sql = sql!("session/delete");
const DELETE_OF_USER: Sql = sql!("session/delete_of_user");
const LIST: Sql = sql!("session/list");
const DELETE_BY_ID: Sql = sql!("session/delete_by_id");
const PURGE: Sql = sql!("session/purge");

#[derive(Debug)]
pub struct NewSession {
    /// Random, so that the number of an ended session is not used again.
    pub id: SessionId,
    pub hash: String,
    pub user_id: UserId,
    pub address: String,
    pub created_at: Timestamp,
    pub expires_at: Timestamp,
}

/// A session that has not ended.
#[derive(Debug, Clone, PartialEq, Eq, sqlx_macros::FromRow)]
pub struct Session {
    pub id: SessionId,
    pub user_id: UserId,
    pub username: String,
    /// Where it began; `None` for sessions of earlier versions.
    pub address: Option<String>,
    pub created_at: DbTimestamp,
    /// Accurate to a minute.
    pub last_seen_at: DbTimestamp,
    pub expires_at: DbTimestamp,
}

pub async fn insert(conn: &mut Conn, new: NewSession) -> Result<(), StoreError> {
    let NewSession { id, hash, user_id, address, created_at, expires_at } = new;
    run!(conn, INSERT, [hash, user_id, DbTimestamp(created_at), DbTimestamp(expires_at), id, address]).map(|_| ())
}

/// A session that was found by its cookie.
#[derive(Debug, Clone)]
pub struct FoundSession {
    pub id: SessionId,
    pub user: AuthenticatedUser,
    pub last_seen_at: Timestamp,
}

#[derive(sqlx_macros::FromRow)]
struct FoundRow {
    session_id: SessionId,
    #[sqlx(flatten)]
    user: AuthenticatedUser,
    last_seen_at: DbTimestamp,
}

/// `None` if it has expired or was not used after `idle_since`.
pub async fn find(
    conn: &mut Conn,
    hash: &str,
    now: Timestamp,
    idle_since: Timestamp,
) -> Result<Option<FoundSession>, StoreError> {
    let found = run!(conn, FIND, [hash, DbTimestamp(now), DbTimestamp(idle_since)] => fetch_optional as FoundRow)?;
    Ok(found.map(|row| FoundSession { id: row.session_id, user: row.user, last_seen_at: row.last_seen_at.0 }))
}

/// The sessions of a user, or of all users. The most recently used first.
pub async fn list(
    conn: &mut Conn,
    user_id: Option<UserId>,
    now: Timestamp,
    idle_since: Timestamp,
) -> Result<Vec<Session>, StoreError> {
    run!(conn, LIST, [user_id, DbTimestamp(now), DbTimestamp(idle_since)] => fetch_all as Session)
}

/// Returns false if there is no such session of that user, or of any user.
pub async fn delete_by_id(conn: &mut Conn, id: SessionId, user_id: Option<UserId>) -> Result<bool, StoreError> {
    Ok(run!(conn, DELETE_BY_ID, [id, user_id])? > 0)
}

pub async fn record_use(conn: &mut Conn, hash: String, now: Timestamp) -> Result<(), StoreError> {
    run!(conn, TOUCH, [hash, DbTimestamp(now)]).map(|_| ())
}

pub async fn delete(conn: &mut Conn, hash: String) -> Result<(), StoreError> {
    run!(conn, DELETE, [hash]).map(|_| ())
}

/// Returns how many there were.
pub async fn delete_of_user(conn: &mut Conn, user_id: UserId) -> Result<u64, StoreError> {
    run!(conn, DELETE_OF_USER, [user_id])
}

/// Deletes expired sessions.
pub async fn purge(conn: &mut Conn, now: Timestamp, idle_since: Timestamp) -> Result<(), StoreError> {
    run!(conn, PURGE, [DbTimestamp(now), DbTimestamp(idle_since)]).map(|_| ())
}
