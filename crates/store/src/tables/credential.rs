//! Credentials. The sealed secret is read and written separately, in `sealed`.

use super::text::truncate_for_column;
use crate::database::conn::{Sql, sql};
use crate::database::statement::run;
use crate::text_enum::text_enum;
use crate::{Conn, CredentialId, DbTimestamp, StoreError};
use jiff::Timestamp;
use sqlx::{ColumnIndex, Decode, FromRow, Row, Type};

const INSERT: Sql = sql!("credential/insert");
const LIST: Sql = sql!("credential/list");
const UPDATE: Sql = sql!("credential/update");
const DELETE: Sql = sql!("credential/delete");
const PUT_SIGN_IN: Sql = sql!("credential/put_sign_in");
const PUT_STATUS: Sql = sql!("credential/put_status");
const ASSIGN_DEFAULT: Sql = sql!("credential/assign_default");
const SET_CERTIFICATE: Sql = sql!("credential/set_certificate");
const SET_USAGE: Sql = sql!("credential/set_usage");

text_enum! {
    pub enum CredentialStatus in "it.Credential.Standing" {
        Good = "Good",
        /// The secret expires soon or has expired.
        Expiring = "Expiring",
        /// The provider rejected the last sign-in.
        Failing = "Failing",
    }
}

text_enum! {
    pub enum CredentialPurpose in "it.Credential.Purpose" {
        /// Sign-in at the mail provider.
        Mailbox = "mailbox",
        /// Calls of other systems by actions.
        Http = "http",
    }
}

/// What a credential may be used for.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct CredentialUsage {
    /// `None` until its first use decides.
    pub purpose: Option<CredentialPurpose>,
    /// Where actions may send it, in lower case.
    pub hosts: Vec<String>,
}

impl<'r, R: Row> FromRow<'r, R> for CredentialUsage
where
    &'static str: ColumnIndex<R>,
    Option<CredentialPurpose>: Decode<'r, R::Database> + Type<R::Database>,
    String: Decode<'r, R::Database> + Type<R::Database>,
{
    fn from_row(row: &'r R) -> Result<Self, sqlx::Error> {
        let hosts: String = row.try_get("hosts")?;
        // A list that cannot be read allows nothing.
        Ok(Self { purpose: row.try_get("purpose")?, hosts: serde_json::from_str(&hosts).unwrap_or_default() })
    }
}

/// An application registration at the provider, without its secret.
#[derive(Debug, Clone, PartialEq, Eq, sqlx_macros::FromRow)]
pub struct Credential {
    pub id: CredentialId,
    pub name: String,
    pub client_id: String,
    pub namespace: String,
    /// As entered by a user, or of the certificate.
    pub secret_expires_at: Option<DbTimestamp>,
    /// Of a secret or a certificate. False after the key of the service was lost.
    pub has_secret: bool,
    /// SHA-1 in hexadecimal; `None` if there is a secret instead of a certificate.
    pub certificate_thumbprint: Option<String>,
    /// The error of the last sign-in, if it was rejected.
    pub sign_in_error: Option<String>,
    /// As last reported to the operator.
    #[sqlx(rename = "standing")]
    pub status: CredentialStatus,
    /// `None` if the status is `Good`.
    #[sqlx(rename = "standing_reason")]
    pub status_reason: Option<String>,
    #[sqlx(flatten)]
    pub usage: CredentialUsage,
}

/// Without the secret.
#[derive(Debug, Clone)]
pub struct CredentialFields {
    pub name: String,
    pub client_id: String,
    pub namespace: String,
    pub secret_expires_at: Option<Timestamp>,
    /// `None` keeps the current one.
    pub usage: Option<CredentialUsage>,
}

/// The secret must be put afterwards.
pub async fn insert(conn: &mut Conn, fields: CredentialFields, now: Timestamp) -> Result<CredentialId, StoreError> {
    let CredentialFields { name, client_id, namespace, secret_expires_at, usage } = fields;
    let (id,) = run!(conn, INSERT, [name, client_id, namespace, secret_expires_at.map(DbTimestamp), DbTimestamp(now)] => fetch_one as (CredentialId,))?;
    if let Some(usage) = usage {
        set_usage(conn, id, &usage).await?;
    }
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
    let CredentialFields { name, client_id, namespace, secret_expires_at, usage } = fields;
    run!(conn, UPDATE, [id, name, client_id, namespace, secret_expires_at.map(DbTimestamp), DbTimestamp(now)])?;
    match usage {
        Some(usage) => set_usage(conn, id, &usage).await,
        None => Ok(()),
    }
}

pub async fn set_usage(conn: &mut Conn, id: CredentialId, usage: &CredentialUsage) -> Result<(), StoreError> {
    let hosts = serde_json::json!(usage.hosts).to_string();
    run!(conn, SET_USAGE, [id, usage.purpose, hosts]).map(|_| ())
}

/// `None`: it has a secret from now on.
pub async fn set_certificate(
    conn: &mut Conn,
    id: CredentialId,
    certificate: Option<CertificateFields>,
) -> Result<(), StoreError> {
    let (thumbprint, expires_at) = certificate.map(|one| (one.thumbprint, DbTimestamp(one.expires_at))).unzip();
    run!(conn, SET_CERTIFICATE, [id, thumbprint, expires_at]).map(|_| ())
}

/// What is shown of a certificate.
#[derive(Debug, Clone)]
pub struct CertificateFields {
    /// SHA-1 in hexadecimal.
    pub thumbprint: String,
    pub expires_at: Timestamp,
}

pub async fn delete(conn: &mut Conn, id: CredentialId) -> Result<(), StoreError> {
    run!(conn, DELETE, [id]).map(|_| ())
}

/// `None`: the sign-in succeeded.
pub async fn put_sign_in(conn: &mut Conn, id: CredentialId, error: Option<&str>) -> Result<(), StoreError> {
    run!(conn, PUT_SIGN_IN, [id, error.map(|error| truncate_for_column(error, 4_000))]).map(|_| ())
}

/// Returns false if another process has changed the status meanwhile.
pub async fn put_status(
    conn: &mut Conn,
    known: &Credential,
    status: CredentialStatus,
    reason: Option<&str>,
) -> Result<bool, StoreError> {
    let reason = reason.map(|reason| truncate_for_column(reason, 1_000));
    Ok(run!(conn, PUT_STATUS, [known.id, known.status, status, reason])? > 0)
}

/// Assigns the credential to every watcher that has none.
pub async fn assign_default(conn: &mut Conn, id: CredentialId) -> Result<(), StoreError> {
    run!(conn, ASSIGN_DEFAULT, [id]).map(|_| ())
}
