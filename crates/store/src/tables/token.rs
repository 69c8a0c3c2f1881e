//! API tokens. Only the hash of the token is stored.

use crate::database::conn::{Sql, sql};
use crate::database::statement::run;
use crate::tables::user::{AuthenticatedUser, Role};
use crate::text_enum::text_enum;
use crate::{Conn, DbTimestamp, StoreError, TokenId, UserId};
use jiff::Timestamp;

text_enum! {
    /// What a token may do at most. The role of its user limits it further.
    pub enum TokenScope in "it.ApiToken.Scope" {
        /// What viewers may do.
        Read = "read",
        /// What operators may do.
        Operate = "operate",
        /// Everything that the user may do.
        Admin = "admin",
    }
}

impl TokenScope {
    /// The role that a user has with such a token.
    pub fn limit(self, role: Role) -> Role {
        let most = match self {
            Self::Read => Role::Viewer,
            Self::Operate => Role::Operator,
            Self::Admin => Role::Admin,
        };
        role.min(most)
    }

    /// The smallest scope that allows what the role may do.
    pub fn required_for(role: Role) -> Self {
        match role {
            Role::Viewer => Self::Read,
            Role::Operator => Self::Operate,
            Role::Admin => Self::Admin,
        }
    }
}

const INSERT: Sql = sql!("token/insert");
const LIST: Sql = sql!("token/list");
const UPDATE: Sql = sql!("token/update");
const DELETE: Sql = sql!("token/delete");
const FIND: Sql = sql!("token/find");
const DELETE_OF_USER: Sql = sql!("token/delete_of_user");
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
    pub scope: TokenScope,
}

/// Without the secret token itself.
#[derive(Debug, Clone, PartialEq, Eq, sqlx_macros::FromRow)]
pub struct ApiToken {
    pub id: TokenId,
    pub user_id: UserId,
    pub username: String,
    pub name: String,
    pub scope: TokenScope,
    pub created_at: DbTimestamp,
    /// Accurate to a minute.
    pub last_used_at: Option<DbTimestamp>,
    pub last_used_address: Option<String>,
    /// `None`: never.
    pub expires_at: Option<DbTimestamp>,
}

pub async fn insert(conn: &mut Conn, new: &NewToken, hash: String, now: Timestamp) -> Result<TokenId, StoreError> {
    let (name, expires_at) = (new.fields.name.clone(), new.fields.expires_at.map(DbTimestamp));
    let (id,) = run!(conn, INSERT, [
        new.user_id, name, hash, DbTimestamp(now), expires_at, new.fields.scope
    ] => fetch_one as (TokenId,))?;
    Ok(id)
}

/// The tokens of a user, or of all users.
pub async fn list(conn: &mut Conn, user_id: Option<UserId>) -> Result<Vec<ApiToken>, StoreError> {
    run!(conn, LIST, [None::<TokenId>, user_id] => fetch_all as ApiToken)
}

pub async fn get(conn: &mut Conn, id: TokenId) -> Result<Option<ApiToken>, StoreError> {
    run!(conn, LIST, [Some(id), None::<UserId>] => fetch_optional as ApiToken)
}

pub async fn update(conn: &mut Conn, id: TokenId, fields: TokenFields) -> Result<(), StoreError> {
    run!(conn, UPDATE, [id, fields.name, fields.expires_at.map(DbTimestamp), fields.scope]).map(|_| ())
}

pub async fn delete(conn: &mut Conn, id: TokenId) -> Result<(), StoreError> {
    run!(conn, DELETE, [id]).map(|_| ())
}

/// Returns how many there were.
pub async fn delete_of_user(conn: &mut Conn, user_id: UserId) -> Result<u64, StoreError> {
    run!(conn, DELETE_OF_USER, [user_id])
}

/// A token that was found by its secret.
#[derive(Debug, Clone)]
pub struct FoundToken {
    pub id: TokenId,
    pub name: String,
    pub scope: TokenScope,
    pub user: AuthenticatedUser,
    pub last_used_at: Option<Timestamp>,
    pub last_used_address: Option<String>,
}

#[derive(sqlx_macros::FromRow)]
struct FoundRow {
    #[sqlx(flatten)]
    user: AuthenticatedUser,
    token_id: TokenId,
    token_name: String,
    scope: TokenScope,
    last_used_at: Option<DbTimestamp>,
    last_used_address: Option<String>,
}

/// `None` if it has expired.
pub async fn find(conn: &mut Conn, hash: &str, now: Timestamp) -> Result<Option<FoundToken>, StoreError> {
    let found = run!(conn, FIND, [hash, DbTimestamp(now)] => fetch_optional as FoundRow)?;
    Ok(found.map(|row| FoundToken {
        id: row.token_id,
        name: row.token_name,
        scope: row.scope,
        user: row.user,
        last_used_at: row.last_used_at.map(|at| at.0),
        last_used_address: row.last_used_address,
    }))
}

pub async fn record_use(conn: &mut Conn, id: TokenId, address: &str, now: Timestamp) -> Result<(), StoreError> {
    run!(conn, TOUCH, [id, DbTimestamp(now), address]).map(|_| ())
}
