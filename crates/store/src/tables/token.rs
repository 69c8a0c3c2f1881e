//! The rows of API tokens: only the hash of the word is known here.

use crate::database::conn::{Sql, run, sql};
use crate::tables::user::{Person, Role};
use crate::{At, Conn, StoreError, TokenId, UserId};
use jiff::Timestamp;

const INSERT: Sql = sql!("token/insert");
const LIST: Sql = sql!("token/list");
const UPDATE: Sql = sql!("token/update");
const DELETE: Sql = sql!("token/delete");
const FIND: Sql = sql!("token/find");
const TOUCH: Sql = sql!("token/touch");

/// A token to be made.
#[derive(Debug, Clone)]
pub struct NewToken {
    pub user_id: UserId,
    /// What for, and until when.
    pub fields: TokenFields,
}

/// What can be changed of a token.
#[derive(Debug, Clone)]
pub struct TokenFields {
    pub name: String,
    /// Until when; for good when none.
    pub expires_at: Option<Timestamp>,
}

/// An API token, without its word.
#[derive(Debug, Clone, PartialEq, Eq, sqlx::FromRow)]
pub struct ApiToken {
    pub id: TokenId,
    pub user_id: UserId,
    pub username: String,
    pub name: String,
    /// When it was made.
    pub created_at: At,
    /// When it was last used, to the minute.
    pub last_used_at: Option<At>,
    /// Until when; for good when none.
    pub expires_at: Option<At>,
}

pub async fn insert(conn: &mut Conn, new: &NewToken, hash: String, now: Timestamp) -> Result<TokenId, StoreError> {
    let (name, expires_at) = (new.fields.name.clone(), new.fields.expires_at.map(At));
    let (id,) = run!(conn, INSERT, [new.user_id, name, hash, At(now), expires_at] => fetch_one as (TokenId,))?;
    Ok(id)
}

pub async fn list(conn: &mut Conn, id: Option<TokenId>) -> Result<Vec<ApiToken>, StoreError> {
    run!(conn, LIST, [id] => fetch_all as ApiToken)
}

pub async fn update(conn: &mut Conn, id: TokenId, fields: TokenFields) -> Result<(), StoreError> {
    run!(conn, UPDATE, [id, fields.name, fields.expires_at.map(At)]).map(|_| ())
}

pub async fn delete(conn: &mut Conn, id: TokenId) -> Result<(), StoreError> {
    run!(conn, DELETE, [id]).map(|_| ())
}

#[derive(sqlx::FromRow)]
struct FoundRow {
    id: UserId,
    username: String,
    role: Role,
    last_used_at: Option<At>,
}

/// Whose token it is and when it was last used, if it has not ended.
pub async fn find(
    conn: &mut Conn,
    hash: &str,
    now: Timestamp,
) -> Result<Option<(Person, Option<Timestamp>)>, StoreError> {
    let found = run!(conn, FIND, [hash, At(now)] => fetch_optional as FoundRow)?;
    Ok(found.map(|row| {
        let person = Person { id: row.id, username: row.username, role: row.role };
        (person, row.last_used_at.map(|at| at.0))
    }))
}

pub async fn touch(conn: &mut Conn, hash: String, now: Timestamp) -> Result<(), StoreError> {
    run!(conn, TOUCH, [hash, At(now)]).map(|_| ())
}
