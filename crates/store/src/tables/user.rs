//! Users.

use crate::database::conn::{Sql, run, sql};
use crate::text_enum::text_enum;
use crate::{Conn, DbTimestamp, StoreError, UserId};
use jiff::Timestamp;

text_enum! {
    /// Each role may also do what the roles before it may.
    pub enum Role in "it.UserAccount.Role" {
        Viewer = "viewer",
        /// Also retries, replays, reloads and enables.
        Operator = "operator",
        Admin = "admin",
    }
}

/// A user who is authenticated by a session or a token.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AuthenticatedUser {
    pub id: UserId,
    pub username: String,
    pub role: Role,
}

const INSERT: Sql = sql!("user/insert");
const LIST: Sql = sql!("user/list");
const GET: Sql = sql!("user/get");
const UPDATE: Sql = sql!("user/update");
const SET_PASSWORD: Sql = sql!("user/set_password");
const DELETE: Sql = sql!("user/delete");
const COUNT_ADMINS: Sql = sql!("user/count_admins");
const FIND_BY_NAME: Sql = sql!("user/find_by_name");

#[derive(Debug, Clone, PartialEq, Eq, sqlx::FromRow)]
pub struct User {
    pub id: UserId,
    /// Unique, ignoring case.
    pub username: String,
    pub role: Role,
    pub created_at: DbTimestamp,
    pub updated_at: DbTimestamp,
}

pub async fn insert(
    conn: &mut Conn,
    username: String,
    role: Role,
    password_hash: String,
    now: Timestamp,
) -> Result<User, StoreError> {
    run!(conn, INSERT, [username, role, password_hash, DbTimestamp(now)] => fetch_one as User)
}

pub async fn list(conn: &mut Conn) -> Result<Vec<User>, StoreError> {
    run!(conn, LIST, [] => fetch_all as User)
}

pub async fn get(conn: &mut Conn, id: UserId) -> Result<Option<User>, StoreError> {
    run!(conn, GET, [id] => fetch_optional as User)
}

pub async fn update(
    conn: &mut Conn,
    id: UserId,
    username: String,
    role: Role,
    now: Timestamp,
) -> Result<Option<User>, StoreError> {
    run!(conn, UPDATE, [id, username, role, DbTimestamp(now)] => fetch_optional as User)
}

pub async fn set_password(conn: &mut Conn, id: UserId, hash: String, now: Timestamp) -> Result<(), StoreError> {
    run!(conn, SET_PASSWORD, [id, hash, DbTimestamp(now)]).map(|_| ())
}

pub async fn delete(conn: &mut Conn, id: UserId) -> Result<(), StoreError> {
    run!(conn, DELETE, [id]).map(|_| ())
}

pub async fn count_admins(conn: &mut Conn) -> Result<i64, StoreError> {
    let (admins,) = run!(conn, COUNT_ADMINS, [] => fetch_one as (i64,))?;
    Ok(admins)
}

#[derive(sqlx::FromRow)]
struct SignInRow {
    id: UserId,
    username: String,
    role: Role,
    password_hash: String,
}

/// The user and the password hash. Ignores case.
pub async fn find_by_name(conn: &mut Conn, username: &str) -> Result<Option<(AuthenticatedUser, String)>, StoreError> {
    let found = run!(conn, FIND_BY_NAME, [username] => fetch_optional as SignInRow)?;
    Ok(found.map(|row| (AuthenticatedUser { id: row.id, username: row.username, role: row.role }, row.password_hash)))
}
