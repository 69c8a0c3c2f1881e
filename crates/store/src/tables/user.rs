//! The rows of users.

use crate::database::conn::{Sql, run, sql};
use crate::{At, Conn, StoreError};
use jiff::Timestamp;

/// What a person may do; each role may also do what the ones before it may.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Role {
    /// Reads.
    Viewer,
    /// Also retries, replays, reloads and enables.
    Operator,
    /// Also edits.
    Admin,
}

impl Role {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Viewer, Self::Operator, Self::Admin];

    /// As stored and sent.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Viewer => "viewer",
            Self::Operator => "operator",
            Self::Admin => "admin",
        }
    }

    /// Reads a name.
    pub fn parse(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|role| role.name() == text)
    }
}

/// Someone who has proved who they are.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Person {
    /// The user's row.
    pub id: i64,
    /// For people.
    pub username: String,
    /// What they may do.
    pub role: Role,
}

impl Person {
    pub fn from_row(id: i64, username: String, role: &str) -> Result<Self, StoreError> {
        let role = Role::parse(role).ok_or_else(|| StoreError::Unreadable(format!("role {role:?} of user {id}")))?;
        Ok(Self { id, username, role })
    }
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
    /// The row.
    pub id: i64,
    /// Unique, whatever the case of its letters.
    pub username: String,
    /// `viewer`, `operator` or `admin`.
    pub role: String,
    /// When it was made.
    pub created_at: At,
    /// When it was last changed.
    pub updated_at: At,
}

impl User {
    /// What they may do.
    pub fn role(&self) -> Result<Role, StoreError> {
        Ok(Person::from_row(self.id, String::new(), &self.role)?.role)
    }
}

pub async fn insert(
    conn: &mut Conn,
    username: String,
    role: Role,
    password_hash: String,
    now: Timestamp,
) -> Result<User, StoreError> {
    run!(conn, INSERT, [username, role.name(), password_hash, At(now)] => fetch_one as User)
}

pub async fn list(conn: &mut Conn) -> Result<Vec<User>, StoreError> {
    run!(conn, LIST, [] => fetch_all as User)
}

pub async fn get(conn: &mut Conn, id: i64) -> Result<Option<User>, StoreError> {
    run!(conn, GET, [id] => fetch_optional as User)
}

pub async fn update(
    conn: &mut Conn,
    id: i64,
    username: String,
    role: Role,
    now: Timestamp,
) -> Result<Option<User>, StoreError> {
    run!(conn, UPDATE, [id, username, role.name(), At(now)] => fetch_optional as User)
}

pub async fn set_password(conn: &mut Conn, id: i64, hash: String, now: Timestamp) -> Result<(), StoreError> {
    run!(conn, PASSWORD, [id, hash, At(now)]).map(|_| ())
}

pub async fn delete(conn: &mut Conn, id: i64) -> Result<(), StoreError> {
    run!(conn, DELETE, [id]).map(|_| ())
}

pub async fn count_admins(conn: &mut Conn) -> Result<i64, StoreError> {
    let (admins,) = run!(conn, ADMINS, [] => fetch_one as (i64,))?;
    Ok(admins)
}

#[derive(sqlx::FromRow)]
struct SignInRow {
    id: i64,
    username: String,
    role: String,
    password_hash: String,
}

/// The person behind a name, and the hash of their password.
pub async fn sign_in(conn: &mut Conn, username: &str) -> Result<Option<(Person, String)>, StoreError> {
    let found = run!(conn, SIGN_IN, [username] => fetch_optional as SignInRow)?;
    found.map(|row| Ok((Person::from_row(row.id, row.username, &row.role)?, row.password_hash))).transpose()
}
