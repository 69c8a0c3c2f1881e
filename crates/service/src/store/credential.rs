//! The rows of credentials. The secret stands there sealed and is put and read on its own.

use super::conn::{Sql, run, sql};
use super::{At, Conn, StoreError};
use jiff::Timestamp;

const INSERT: Sql = sql!("credential/insert");
const LIST: Sql = sql!("credential/list");
const UPDATE: Sql = sql!("credential/update");
const DELETE: Sql = sql!("credential/delete");
const USES: Sql = sql!("credential/uses");

/// An application registration at the provider, without its secret.
#[derive(Debug, Clone, PartialEq, Eq, sqlx::FromRow)]
pub struct Credential {
    /// The row.
    pub id: i64,
    /// For people.
    pub name: String,
    /// The application.
    pub client_id: String,
    /// The tenant.
    pub namespace: String,
    /// When the secret ends, if someone has said.
    pub secret_expires_at: Option<At>,
}

/// What is written of a credential, without its secret.
#[derive(Debug, Clone)]
pub struct CredentialFields {
    /// For people.
    pub name: String,
    /// The application.
    pub client_id: String,
    /// The tenant.
    pub namespace: String,
    /// When the secret ends.
    pub secret_expires_at: Option<Timestamp>,
}

/// Makes the row, still without a secret.
pub(crate) async fn insert(conn: &mut Conn, fields: CredentialFields, now: Timestamp) -> Result<i64, StoreError> {
    let CredentialFields { name, client_id, namespace, secret_expires_at } = fields;
    let (id,) =
        run!(conn, INSERT, [name, client_id, namespace, secret_expires_at.map(At), At(now)] => fetch_one as (i64,))?;
    Ok(id)
}

/// One, or all.
pub(crate) async fn list(conn: &mut Conn, id: Option<i64>) -> Result<Vec<Credential>, StoreError> {
    run!(conn, LIST, [id.unwrap_or(0)] => fetch_all as Credential)
}

pub(crate) async fn update(
    conn: &mut Conn,
    id: i64,
    fields: CredentialFields,
    now: Timestamp,
) -> Result<(), StoreError> {
    let CredentialFields { name, client_id, namespace, secret_expires_at } = fields;
    run!(conn, UPDATE, [id, name, client_id, namespace, secret_expires_at.map(At), At(now)]).map(|_| ())
}

pub(crate) async fn delete(conn: &mut Conn, id: i64) -> Result<(), StoreError> {
    run!(conn, DELETE, [id]).map(|_| ())
}

/// How many watchers and actions use it.
pub(crate) async fn uses(conn: &mut Conn, id: i64) -> Result<i64, StoreError> {
    let (uses,) = run!(conn, USES, [id] => fetch_one as (i64,))?;
    Ok(uses)
}
