//! The rows of credentials. The secret stands there sealed and is put and read on its own.

use super::text::cut;
use crate::database::conn::{Sql, run, sql};
use crate::text_enum::text_enum;
use crate::{At, Conn, CredentialId, StoreError};
use jiff::Timestamp;

const INSERT: Sql = sql!("credential/insert");
const LIST: Sql = sql!("credential/list");
const UPDATE: Sql = sql!("credential/update");
const DELETE: Sql = sql!("credential/delete");
const PUT_SIGN_IN: Sql = sql!("credential/put_sign_in");
const PUT_STATUS: Sql = sql!("credential/put_status");
const PIN: Sql = sql!("credential/pin");
const USES: Sql = sql!("credential/uses");

text_enum! {
    pub enum CredentialStatus in "it.Credential.Standing" {
        Good = "Good",
        /// The secret ends soon, or has ended.
        Expiring = "Expiring",
        /// The provider refused the last sign-in.
        Failing = "Failing",
    }
}

/// An application registration at the provider, without its secret.
#[derive(Debug, Clone, PartialEq, Eq, sqlx::FromRow)]
pub struct Credential {
    pub id: CredentialId,
    pub name: String,
    pub client_id: String,
    pub namespace: String,
    /// When the secret ends, if someone has said.
    pub secret_expires_at: Option<At>,
    /// What the last look that used it was told, if it was refused.
    pub sign_in_error: Option<String>,
    /// What the operator was last told about it.
    #[sqlx(rename = "standing")]
    pub status: CredentialStatus,
    /// In words, unless it is good.
    #[sqlx(rename = "standing_reason")]
    pub status_reason: Option<String>,
}

/// What is written of a credential, without its secret.
#[derive(Debug, Clone)]
pub struct CredentialFields {
    pub name: String,
    pub client_id: String,
    pub namespace: String,
    /// When the secret ends.
    pub secret_expires_at: Option<Timestamp>,
}

/// Makes the row, still without a secret.
pub async fn insert(conn: &mut Conn, fields: CredentialFields, now: Timestamp) -> Result<CredentialId, StoreError> {
    let CredentialFields { name, client_id, namespace, secret_expires_at } = fields;
    let (id,) = run!(conn, INSERT, [name, client_id, namespace, secret_expires_at.map(At), At(now)] => fetch_one as (CredentialId,))?;
    Ok(id)
}

pub async fn list(conn: &mut Conn, id: Option<CredentialId>) -> Result<Vec<Credential>, StoreError> {
    run!(conn, LIST, [id] => fetch_all as Credential)
}

pub async fn update(
    conn: &mut Conn,
    id: CredentialId,
    fields: CredentialFields,
    now: Timestamp,
) -> Result<(), StoreError> {
    let CredentialFields { name, client_id, namespace, secret_expires_at } = fields;
    run!(conn, UPDATE, [id, name, client_id, namespace, secret_expires_at.map(At), At(now)]).map(|_| ())
}

pub async fn delete(conn: &mut Conn, id: CredentialId) -> Result<(), StoreError> {
    run!(conn, DELETE, [id]).map(|_| ())
}

/// Keeps what a look that used it was told; none: it was let in.
pub async fn put_sign_in(conn: &mut Conn, id: CredentialId, error: Option<&str>) -> Result<(), StoreError> {
    run!(conn, PUT_SIGN_IN, [id, error.map(|error| cut(error, 4_000))]).map(|_| ())
}

/// Keeps what the operator is told of it. False: someone else has told them meanwhile.
pub async fn put_status(
    conn: &mut Conn,
    known: &Credential,
    status: CredentialStatus,
    reason: Option<&str>,
) -> Result<bool, StoreError> {
    let reason = reason.map(|reason| cut(reason, 1_000));
    Ok(run!(conn, PUT_STATUS, [known.id, known.status, status, reason])? > 0)
}

/// Every watcher that names no credential has this one from now on.
pub async fn pin(conn: &mut Conn, id: CredentialId) -> Result<(), StoreError> {
    run!(conn, PIN, [id]).map(|_| ())
}

/// How many watchers and actions use it.
pub async fn uses(conn: &mut Conn, id: CredentialId) -> Result<i64, StoreError> {
    let (uses,) = run!(conn, USES, [id] => fetch_one as (i64,))?;
    Ok(uses)
}
