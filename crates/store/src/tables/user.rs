//! Users.

use crate::database::conn::{Sql, sql};
use crate::database::statement::run;
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

text_enum! {
    pub enum SignInMethod in "it.UserAccount.SignInMethod" {
        /// A password, unless local sign-in is off.
        Password = "password",
        /// A password, always: for when the OpenID Connect provider is down.
        BreakGlass = "breakGlass",
        /// At the OpenID Connect provider. There is no password.
        Oidc = "oidc",
    }
}

/// A user who is authenticated by a session or a token.
#[derive(Debug, Clone, PartialEq, Eq, sqlx_macros::FromRow)]
pub struct AuthenticatedUser {
    pub id: UserId,
    pub username: String,
    pub role: Role,
    pub sign_in_method: SignInMethod,
}

const INSERT: Sql = sql!("user/insert");
const LIST: Sql = sql!("user/list");
const GET: Sql = sql!("user/get");
const UPDATE: Sql = sql!("user/update");
const SET_PASSWORD: Sql = sql!("user/set_password");
const DELETE: Sql = sql!("user/delete");
const COUNT_ADMINS: Sql = sql!("user/count_admins");
const FIND_BY_NAME: Sql = sql!("user/find_by_name");
const FIND_BY_SUBJECT: Sql = sql!("user/find_by_subject");

#[derive(Debug, Clone, PartialEq, Eq, sqlx_macros::FromRow)]
pub struct User {
    pub id: UserId,
    /// Unique, ignoring case.
    pub username: String,
    pub role: Role,
    pub sign_in_method: SignInMethod,
    pub created_at: DbTimestamp,
    pub updated_at: DbTimestamp,
}

/// How a new user proves who they are.
#[derive(Debug, Clone)]
pub enum UserProof {
    Password { hash: String, is_break_glass: bool },
    Oidc(OidcSubject),
}

/// A person at an OpenID Connect provider.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OidcSubject {
    /// Without a trailing slash.
    pub issuer: String,
    pub subject: String,
}

pub async fn insert(
    conn: &mut Conn,
    username: String,
    role: Role,
    proof: UserProof,
    now: Timestamp,
) -> Result<User, StoreError> {
    let (method, hash, subject) = match proof {
        UserProof::Password { hash, is_break_glass: false } => (SignInMethod::Password, hash, None),
        UserProof::Password { hash, is_break_glass: true } => (SignInMethod::BreakGlass, hash, None),
        // No password has this hash.
        UserProof::Oidc(subject) => (SignInMethod::Oidc, String::new(), Some(subject)),
    };
    let (issuer, subject) = subject.map(|one| (one.issuer, one.subject)).unzip();
    run!(conn, INSERT, [
        username, role, hash, method, issuer, subject, DbTimestamp(now)
    ] => fetch_one as User)
}

pub async fn find_by_subject(conn: &mut Conn, person: &OidcSubject) -> Result<Option<User>, StoreError> {
    run!(conn, FIND_BY_SUBJECT, [person.issuer.as_str(), person.subject.as_str()] => fetch_optional as User)
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

#[derive(sqlx_macros::FromRow)]
struct SignInRow {
    #[sqlx(flatten)]
    user: AuthenticatedUser,
    password_hash: String,
}

/// The user and the password hash. Ignores case.
pub async fn find_by_name(conn: &mut Conn, username: &str) -> Result<Option<(AuthenticatedUser, String)>, StoreError> {
    let found = run!(conn, FIND_BY_NAME, [username] => fetch_optional as SignInRow)?;
    Ok(found.map(|row| (row.user, row.password_hash)))
}
