//! The rows of API tokens: only the hash of the word is known here.

use crate::database::conn::{Sql, run, sql};
use crate::tables::user::Person;
use crate::{At, Conn, StoreError};
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
    /// Whose.
    pub user_id: i64,
    /// What for, and until when.
    pub fields: TokenFields,
}

/// What can be changed of a token.
#[derive(Debug, Clone)]
pub struct TokenFields {
    /// What for.
    pub name: String,
    /// Until when; for good when none.
    pub expires_at: Option<Timestamp>,
}

/// An API token, without its word.
#[derive(Debug, Clone, PartialEq, Eq, sqlx::FromRow)]
pub struct ApiToken {
    /// The row.
    pub id: i64,
    /// Whose.
    pub user_id: i64,
    /// Whose, for people.
    pub username: String,
    /// What for.
    pub name: String,
    /// When it was made.
    pub created_at: At,
    /// When it was last used, to the minute.
    pub last_used_at: Option<At>,
    /// Until when; for good when none.
    pub expires_at: Option<At>,
}

pub async fn insert(conn: &mut Conn, new: &NewToken, hash: String, now: Timestamp) -> Result<i64, StoreError> {
    let (name, expires_at) = (new.fields.name.clone(), new.fields.expires_at.map(At));
    let (id,) = run!(conn, INSERT, [new.user_id, name, hash, At(now), expires_at] => fetch_one as (i64,))?;
    Ok(id)
}

/// One, or all.
pub async fn list(conn: &mut Conn, id: Option<i64>) -> Result<Vec<ApiToken>, StoreError> {
    run!(conn, LIST, [id.unwrap_or(0)] => fetch_all as ApiToken)
}

pub async fn update(conn: &mut Conn, id: i64, fields: TokenFields) -> Result<(), StoreError> {
    run!(conn, UPDATE, [id, fields.name, fields.expires_at.map(At)]).map(|_| ())
}

pub async fn delete(conn: &mut Conn, id: i64) -> Result<(), StoreError> {
    run!(conn, DELETE, [id]).map(|_| ())
}

#[derive(sqlx::FromRow)]
struct FoundRow {
    id: i64,
    username: String,
    role: String,
    last_used_at: Option<At>,
}

/// Whose token it is and when it was last used, if it has not ended.
pub async fn find(
    conn: &mut Conn,
    hash: &str,
    now: Timestamp,
) -> Result<Option<(Person, Option<Timestamp>)>, StoreError> {
    let found = run!(conn, FIND, [hash, At(now)] => fetch_optional as FoundRow)?;
    found
        .map(|row| Ok((Person::from_row(row.id, row.username, &row.role)?, row.last_used_at.map(|at| at.0))))
        .transpose()
}

pub async fn touch(conn: &mut Conn, hash: String, now: Timestamp) -> Result<(), StoreError> {
    run!(conn, TOUCH, [hash, At(now)]).map(|_| ())
}
