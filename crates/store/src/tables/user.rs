//! The rows of users.

use crate::database::conn::{Sql, run, sql};
use crate::text_enum::text_enum;
use crate::{At, Conn, StoreError, UserId};
use jiff::Timestamp;

text_enum! {
    /// What a person may do; each role may also do what the ones before it may.
    pub enum Role in "it.UserAccount.Role" {
        Viewer = "viewer",
        /// Also retries, replays, reloads and enables.
        Operator = "operator",
        Admin = "admin",
    }
}

/// Someone who has proved who they are.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Person {
    pub id: UserId,
    pub username: String,
    /// What they may do.
    pub role: Role,
}

const INSERT: Sql = sql!("user/insert");
const LIST: Sql = sql!("user/list");
const GET: Sql = sql!("user/get");
const UPDATE: Sql = sql!("user/update");
const PASSWORD: Sql = sql!("user/password");
const DELETE: Sql = sql!("user/delete");
const ADMINS: Sql = sql!("user/admins");
const SIGN_IN: Sql = sql!("user/sign_in");

/// A user, without the password.
#[derive(Debug, Clone, PartialEq, Eq, sqlx::FromRow)]
pub struct User {
    pub id: UserId,
    /// Unique, whatever the case of its letters.
    pub username: String,
    pub role: Role,
    /// When it was made.
    pub created_at: At,
    /// When it was last changed.
    pub updated_at: At,
}

pub async fn insert(
    conn: &mut Conn,
    username: String,
    role: Role,
    password_hash: String,
    now: Timestamp,
) -> Result<User, StoreError> {
    run!(conn, INSERT, [username, role, password_hash, At(now)] => fetch_one as User)
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
    run!(conn, UPDATE, [id, username, role, At(now)] => fetch_optional as User)
}

pub async fn set_password(conn: &mut Conn, id: UserId, hash: String, now: Timestamp) -> Result<(), StoreError> {
    run!(conn, PASSWORD, [id, hash, At(now)]).map(|_| ())
}

pub async fn delete(conn: &mut Conn, id: UserId) -> Result<(), StoreError> {
    run!(conn, DELETE, [id]).map(|_| ())
}

pub async fn count_admins(conn: &mut Conn) -> Result<i64, StoreError> {
    let (admins,) = run!(conn, ADMINS, [] => fetch_one as (i64,))?;
    Ok(admins)
}

#[derive(sqlx::FromRow)]
struct SignInRow {
    id: UserId,
    username: String,
    role: Role,
    password_hash: String,
}

/// The person behind a name, and the hash of their password.
pub async fn sign_in(conn: &mut Conn, username: &str) -> Result<Option<(Person, String)>, StoreError> {
    let found = run!(conn, SIGN_IN, [username] => fetch_optional as SignInRow)?;
    Ok(found.map(|row| (Person { id: row.id, username: row.username, role: row.role }, row.password_hash)))
}
