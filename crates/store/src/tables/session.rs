//! Sessions. Only the hash of the cookie is stored.

use crate::database::conn::{Sql, run, sql};
use crate::tables::user::{AuthenticatedUser, Role};
use crate::{Conn, DbTimestamp, StoreError, UserId};
use jiff::Timestamp;

const INSERT: Sql = sql!("session/insert");
const FIND: Sql = sql!("session/find");
const TOUCH: Sql = sql!("session/touch");
const DELETE: Sql = sql!("session/delete");
const DELETE_OF_USER: Sql = sql!("session/delete_of_user");
const PURGE: Sql = sql!("session/purge");

pub async fn insert(
    conn: &mut Conn,
    hash: String,
    user_id: UserId,
    now: Timestamp,
    expires_at: Timestamp,
) -> Result<(), StoreError> {
    run!(conn, INSERT, [hash, user_id, DbTimestamp(now), DbTimestamp(expires_at)]).map(|_| ())
}

#[derive(sqlx::FromRow)]
struct FoundRow {
    id: UserId,
    username: String,
    role: Role,
    last_seen_at: DbTimestamp,
}

/// The user and when the session was last used, if it has not expired and was used after `idle_since`.
pub async fn find(
    conn: &mut Conn,
    hash: &str,
    now: Timestamp,
    idle_since: Timestamp,
) -> Result<Option<(AuthenticatedUser, Timestamp)>, StoreError> {
    let found = run!(conn, FIND, [hash, DbTimestamp(now), DbTimestamp(idle_since)] => fetch_optional as FoundRow)?;
    Ok(found.map(|row| (AuthenticatedUser { id: row.id, username: row.username, role: row.role }, row.last_seen_at.0)))
}

pub async fn record_use(conn: &mut Conn, hash: String, now: Timestamp) -> Result<(), StoreError> {
    run!(conn, TOUCH, [hash, DbTimestamp(now)]).map(|_| ())
}

pub async fn delete(conn: &mut Conn, hash: String) -> Result<(), StoreError> {
    run!(conn, DELETE, [hash]).map(|_| ())
}

pub async fn delete_of_user(conn: &mut Conn, user_id: UserId) -> Result<(), StoreError> {
    run!(conn, DELETE_OF_USER, [user_id]).map(|_| ())
}

/// Deletes expired sessions.
pub async fn purge(conn: &mut Conn, now: Timestamp, idle_since: Timestamp) -> Result<(), StoreError> {
    run!(conn, PURGE, [DbTimestamp(now), DbTimestamp(idle_since)]).map(|_| ())
}
