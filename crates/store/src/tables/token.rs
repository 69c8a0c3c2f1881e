//! API tokens. Only the hash of the token is stored.

use crate::database::conn::{Sql, run, sql};
use crate::tables::user::{AuthenticatedUser, Role};
use crate::{Conn, DbTimestamp, StoreError, TokenId, UserId};
use jiff::Timestamp;

const INSERT: Sql = sql!("token/insert");
const LIST: Sql = sql!("token/list");
const UPDATE: Sql = sql!("token/update");
const DELETE: Sql = sql!("token/delete");
const FIND: Sql = sql!("token/find");
const TOUCH: Sql = sql!("token/touch");

#[derive(Debug, Clone)]
pub struct NewToken {
    pub user_id: UserId,
    pub fields: TokenFields,
}

#[derive(Debug, Clone)]
pub struct TokenFields {
    pub name: String,
    /// `None`: never.
    pub expires_at: Option<Timestamp>,
}

/// Without the secret token itself.
#[derive(Debug, Clone, PartialEq, Eq, sqlx::FromRow)]
pub struct ApiToken {
    pub id: TokenId,
    pub user_id: UserId,
    pub username: String,
    pub name: String,
    pub created_at: DbTimestamp,
    /// Accurate to a minute.
    pub last_used_at: Option<DbTimestamp>,
    /// `None`: never.
    pub expires_at: Option<DbTimestamp>,
}

pub async fn insert(conn: &mut Conn, new: &NewToken, hash: String, now: Timestamp) -> Result<TokenId, StoreError> {
    let (name, expires_at) = (new.fields.name.clone(), new.fields.expires_at.map(DbTimestamp));
    let (id,) = run!(conn, INSERT, [new.user_id, name, hash, DbTimestamp(now), expires_at] => fetch_one as (TokenId,))?;
    Ok(id)
}

pub async fn list(conn: &mut Conn, id: Option<TokenId>) -> Result<Vec<ApiToken>, StoreError> {
    run!(conn, LIST, [id] => fetch_all as ApiToken)
}

pub async fn update(conn: &mut Conn, id: TokenId, fields: TokenFields) -> Result<(), StoreError> {
    run!(conn, UPDATE, [id, fields.name, fields.expires_at.map(DbTimestamp)]).map(|_| ())
}

pub async fn delete(conn: &mut Conn, id: TokenId) -> Result<(), StoreError> {
    run!(conn, DELETE, [id]).map(|_| ())
}

#[derive(sqlx::FromRow)]
struct FoundRow {
    id: UserId,
    username: String,
    role: Role,
    last_used_at: Option<DbTimestamp>,
}

/// The user and when the token was last used, if it has not expired.
pub async fn find(
    conn: &mut Conn,
    hash: &str,
    now: Timestamp,
) -> Result<Option<(AuthenticatedUser, Option<Timestamp>)>, StoreError> {
    let found = run!(conn, FIND, [hash, DbTimestamp(now)] => fetch_optional as FoundRow)?;
    Ok(found.map(|row| {
        let user = AuthenticatedUser { id: row.id, username: row.username, role: row.role };
        (user, row.last_used_at.map(|at| at.0))
    }))
}

pub async fn record_use(conn: &mut Conn, hash: String, now: Timestamp) -> Result<(), StoreError> {
    run!(conn, TOUCH, [hash, DbTimestamp(now)]).map(|_| ())
}
