//! Credentials: application registrations at the provider. The API never returns the secret.

use crate::accounts::audit;
use crate::credential_usage::{self, CredentialUsers, InvalidUsage};
use crate::recorder::Recorder;
use crate::secrets::{Secrets, SecretsError};
use futures_util::FutureExt;
use jiff::Timestamp;
use secrecy::SecretString;
use serde_json::{Value, json};
use std::fmt;
use std::sync::Arc;
use stormwire_clock::Clock;
use stormwire_graph::{CertificateError, ClientCertificate, ClientProof};
use stormwire_store::tables::audit::{Actor, AuditChange};
use stormwire_store::tables::credential::{self as rows, CertificateFields};
use stormwire_store::tables::sealed::SealedColumn;
use stormwire_store::{Conn, CredentialId, LockTarget, Schema, Store, StoreError, lock_for_update};
use thiserror::Error;

pub use stormwire_store::tables::credential::{Credential, CredentialFields, CredentialPurpose, CredentialUsage};

#[derive(Debug, Error)]
pub enum CredentialError {
    #[error("a credential with this name already exists; choose another name")]
    NameTaken,
    #[error("the credential is in use by {0}; assign another credential there first")]
    InUse(UserList),
    /// A change of the purpose or of the hosts.
    #[error("this change would stop {users}; assign another credential there first")]
    WouldStop { field: &'static str, users: UserList },
    #[error(transparent)]
    Usage(#[from] InvalidUsage),
    #[error("the certificate of credential {name:?} cannot be used: {error}")]
    Certificate { name: String, error: CertificateError },
    /// Together with a lost key, or a configuration file has no secrets.
    #[error(
        "the secret of credential {0:?} is missing: it came from a configuration file, or was removed by `stormwire secrets reset`; enter it again"
    )]
    SecretRemoved(String),
    #[error(transparent)]
    Secrets(#[from] SecretsError),
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Watchers and actions that use a credential.
#[derive(Debug)]
pub struct UserList(Vec<String>);

const MAX_LISTED_USERS: usize = 5;

impl fmt::Display for UserList {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let listed = self.0.iter().take(MAX_LISTED_USERS).cloned().collect::<Vec<_>>().join("; ");
        match self.0.len().saturating_sub(MAX_LISTED_USERS) {
            // It was found by its foreign key.
            0 if self.0.is_empty() => write!(out, "a watcher or an action"),
            0 => write!(out, "{listed}"),
            more => write!(out, "{listed}; and {more} more"),
        }
    }
}

/// The secret of a registration, or its certificate with the key.
#[derive(Debug, Clone)]
pub struct NewProof(ClientProof);

impl NewProof {
    pub fn secret(secret: SecretString) -> Self {
        Self(ClientProof::Secret(secret))
    }

    /// The error says what is wrong and what to do. A certificate that has expired is an error.
    pub fn certificate(pem: SecretString, now: Timestamp) -> Result<Self, String> {
        let certificate = ClientCertificate::parse(pem).map_err(|error| error.to_string())?;
        let expires_at = certificate.expires_at();
        if expires_at <= now {
            let date = expires_at.strftime("%Y-%m-%d");
            return Err(format!(
                "the certificate expired on {date}; create a new one and upload it to the registration"
            ));
        }
        Ok(Self(ClientProof::Certificate(certificate)))
    }
}

impl From<&str> for NewProof {
    fn from(secret: &str) -> Self {
        Self::secret(secret.into())
    }
}

#[derive(Clone)]
pub struct Credentials {
    store: Store,
    clock: Arc<dyn Clock>,
    secrets: Secrets,
}

impl Credentials {
    pub fn new(store: Store, clock: Arc<dyn Clock>, secrets: Secrets) -> Self {
        Self { store, clock, secrets }
    }

    /// Without the secrets.
    pub async fn list(&self) -> Result<Vec<Credential>, StoreError> {
        rows::list(&mut self.store.reader().await?, None).await
    }

    /// Without the secret.
    pub async fn get(&self, id: CredentialId) -> Result<Option<Credential>, StoreError> {
        Ok(rows::list(&mut self.store.reader().await?, Some(id)).await?.pop())
    }

    pub async fn create(
        &self,
        fields: CredentialFields,
        proof: NewProof,
        actor: Actor,
    ) -> Result<Credential, CredentialError> {
        let (now, secrets) = (self.clock.now(), self.secrets.clone());
        let unit = self.store.write(Schema::It, move |conn| {
            async move {
                let recorder = Recorder { secrets: &secrets, actor: &actor, now };
                insert_credential(conn, fields, Some(&proof), recorder).await
            }
            .boxed()
        });
        unit.await
    }

    /// Without a proof the old one is kept. `None` if there is no such credential.
    pub async fn update(
        &self,
        id: CredentialId,
        fields: CredentialFields,
        proof: Option<NewProof>,
        actor: Actor,
    ) -> Result<Option<Credential>, CredentialError> {
        let (now, secrets) = (self.clock.now(), self.secrets.clone());
        let unit = self.store.write(Schema::It, move |conn| {
            async move {
                lock_for_update(conn, LockTarget::Credential(id)).await?;
                let Some(before) = rows::list(conn, Some(id)).await?.pop() else { return Ok(None) };
                let recorder = Recorder { secrets: &secrets, actor: &actor, now };
                update_credential(conn, &before, fields, proof.as_ref(), recorder).await.map(Some)
            }
            .boxed()
        });
        unit.await
    }

    /// Fails if the credential is in use. Returns false if there is no such credential.
    pub async fn delete(&self, id: CredentialId, actor: Actor) -> Result<bool, CredentialError> {
        let now = self.clock.now();
        let unit = self.store.write(Schema::It, move |conn| {
            async move {
                lock_for_update(conn, LockTarget::Credential(id)).await?;
                let Some(before) = rows::list(conn, Some(id)).await?.pop() else { return Ok(false) };
                delete_credential(conn, &before, &actor, now).await?;
                Ok(true)
            }
            .boxed()
        });
        unit.await
    }

    /// Opens every secret once, so that a wrong key file is found at startup and not during a storm.
    pub async fn verify(&self) -> Result<(), CredentialError> {
        for (id, sealed) in SealedColumn::ClientSecret.list(&mut self.store.reader().await?).await? {
            self.secrets.open(&SealedColumn::ClientSecret.location(id), &sealed)?;
        }
        Ok(())
    }
}

/// Inside a unit of work, with its audit entry. Without a proof, a person must enter the secret later.
pub async fn insert_credential(
    conn: &mut Conn,
    fields: CredentialFields,
    proof: Option<&NewProof>,
    recorder: Recorder<'_>,
) -> Result<Credential, CredentialError> {
    let Recorder { secrets, actor, now } = recorder;
    if let Some(usage) = &fields.usage {
        credential_usage::check_change(None, usage)?;
    }
    let before = rows::list(conn, None).await?;
    let id = rows::insert(conn, fields, now).await.map_err(name_taken)?;
    keep_default(conn, &before).await?;
    if let Some(proof) = proof {
        put_proof(conn, secrets, id, proof).await?;
    }
    let created = reload(conn, id).await?;
    let change = change("create", id, None, Some(credential_for_audit(&created)));
    audit::record(conn, Schema::It, actor, change, now).await?;
    Ok(created)
}

/// Inside a unit of work that has locked the credential, with its audit entry.
pub async fn update_credential(
    conn: &mut Conn,
    before: &Credential,
    fields: CredentialFields,
    proof: Option<&NewProof>,
    recorder: Recorder<'_>,
) -> Result<Credential, CredentialError> {
    let Recorder { secrets, actor, now } = recorder;
    let (id, all) = (before.id, rows::list(conn, None).await?);
    if let Some(usage) = &fields.usage {
        check_usage(conn, before, usage).await?;
    }
    rows::update(conn, id, fields, now).await.map_err(name_taken)?;
    keep_default(conn, &all).await?;
    match proof {
        Some(proof) => put_proof(conn, secrets, id, proof).await?,
        None if before.certificate_thumbprint.is_some() => keep_expiry(conn, before).await?,
        None => {}
    }
    let after = reload(conn, id).await?;
    let mut is = credential_for_audit(&after);
    is["secretChanged"] = json!(proof.is_some());
    let change = change("update", id, Some(credential_for_audit(before)), Some(is));
    audit::record(conn, Schema::It, actor, change, now).await?;
    Ok(after)
}

/// Inside a unit of work that has locked the credential, with its audit entry. Fails if the credential is in use.
pub async fn delete_credential(
    conn: &mut Conn,
    before: &Credential,
    actor: &Actor,
    now: Timestamp,
) -> Result<(), CredentialError> {
    let users = CredentialUsers::read(conn).await?.all(before.id);
    if !users.is_empty() {
        return Err(CredentialError::InUse(UserList(users)));
    }
    // The foreign key catches a watcher that began to use it meanwhile.
    rows::delete(conn, before.id).await.map_err(|error| match error {
        StoreError::Conflict(_) => CredentialError::InUse(UserList(Vec::new())),
        other => other.into(),
    })?;
    let change = change("delete", before.id, Some(credential_for_audit(before)), None);
    Ok(audit::record(conn, Schema::It, actor, change, now).await?)
}

fn change(action: &'static str, id: CredentialId, before: Option<Value>, after: Option<Value>) -> AuditChange {
    AuditChange { action, resource: "credential", resource_id: Some(id.get()), before, after }
}

/// With the secret.
pub struct OpenedCredential {
    pub credential: Credential,
    /// The certificate with its key if the credential has one.
    pub secret: SecretString,
}

impl OpenedCredential {
    pub fn into_graph(self) -> Result<stormwire_graph::Credential, CredentialError> {
        let Credential { namespace, client_id, name, certificate_thumbprint, .. } = self.credential;
        let proof = match certificate_thumbprint {
            Some(_) => ClientCertificate::parse(self.secret).map(ClientProof::Certificate),
            None => Ok(ClientProof::Secret(self.secret)),
        };
        let proof = proof.map_err(|error| CredentialError::Certificate { name, error })?;
        Ok(stormwire_graph::Credential { tenant: namespace, client_id, proof })
    }
}

/// Opens a credential by id; without an id, the only one that can open mailboxes. `None` if there is none, or not exactly one.
pub async fn open(
    store: &Store,
    secrets: &Secrets,
    id: Option<CredentialId>,
) -> Result<Option<OpenedCredential>, CredentialError> {
    let mut conn = store.reader().await?;
    let found = rows::list(&mut conn, id).await?;
    let row = if id.is_some() { found.first() } else { credential_usage::only_for_mailboxes(&found) };
    open_row(conn, secrets, row.cloned()).await
}

/// The same by name.
pub async fn open_by_name(
    store: &Store,
    secrets: &Secrets,
    name: Option<&str>,
) -> Result<Option<OpenedCredential>, CredentialError> {
    let mut conn = store.reader().await?;
    let found = rows::list(&mut conn, None).await?;
    let row = match name {
        Some(name) => found.iter().find(|one| one.name == name),
        None => credential_usage::only_for_mailboxes(&found),
    };
    open_row(conn, secrets, row.cloned()).await
}

async fn open_row(
    mut conn: Conn,
    secrets: &Secrets,
    row: Option<Credential>,
) -> Result<Option<OpenedCredential>, CredentialError> {
    let Some(row) = row else { return Ok(None) };
    let sealed = SealedColumn::ClientSecret.get(&mut conn, row.id.get()).await?;
    let sealed = sealed.ok_or_else(|| CredentialError::SecretRemoved(row.name.clone()))?;
    drop(conn);
    let secret = secrets.open(&SealedColumn::ClientSecret.location(row.id.get()), &sealed)?;
    Ok(Some(OpenedCredential { credential: row, secret }))
}

/// A change of the usage must name its hosts and must not stop a watcher or an action.
async fn check_usage(conn: &mut Conn, before: &Credential, usage: &CredentialUsage) -> Result<(), CredentialError> {
    credential_usage::check_change(Some(&before.usage), usage)?;
    let after = Credential { usage: usage.clone(), ..before.clone() };
    let users = CredentialUsers::read(conn).await?.stopped_by(before, &after);
    if users.is_empty() {
        return Ok(());
    }
    let field = if before.usage.purpose == usage.purpose { "hosts" } else { "purpose" };
    Err(CredentialError::WouldStop { field, users: UserList(users) })
}

/// Watchers without a credential use the only one for mailboxes. With a second one they would stop, so it is assigned to them.
async fn keep_default(conn: &mut Conn, before: &[Credential]) -> Result<(), StoreError> {
    let Some(only) = credential_usage::only_for_mailboxes(before) else { return Ok(()) };
    let after = rows::list(conn, None).await?;
    if credential_usage::only_for_mailboxes(&after).is_some_and(|still| still.id == only.id) {
        return Ok(());
    }
    rows::assign_default(conn, only.id).await
}

/// The row must have been touched before, as [`crate::secrets`] requires.
async fn put_proof(
    conn: &mut Conn,
    secrets: &Secrets,
    id: CredentialId,
    NewProof(proof): &NewProof,
) -> Result<(), CredentialError> {
    let (secret, certificate) = match proof {
        ClientProof::Secret(secret) => (secret, None),
        ClientProof::Certificate(one) => {
            (one.pem(), Some(CertificateFields { thumbprint: one.thumbprint(), expires_at: one.expires_at() }))
        }
    };
    rows::set_certificate(conn, id, certificate).await?;
    let sealed = secrets.seal(&SealedColumn::ClientSecret.location(id.get()), secret)?;
    Ok(SealedColumn::ClientSecret.store_sealed_value(conn, id.get(), sealed).await?)
}

/// The date of a certificate is its own, whatever the fields say.
async fn keep_expiry(conn: &mut Conn, before: &Credential) -> Result<(), StoreError> {
    let Some((thumbprint, expires_at)) = before.certificate_thumbprint.clone().zip(before.secret_expires_at) else {
        return Ok(());
    };
    rows::set_certificate(conn, before.id, Some(CertificateFields { thumbprint, expires_at: expires_at.0 })).await
}

async fn reload(conn: &mut Conn, id: CredentialId) -> Result<Credential, StoreError> {
    let found = rows::list(conn, Some(id)).await?.pop();
    found.ok_or_else(|| StoreError::Unreadable(format!("credential {id} disappeared within its transaction")))
}

fn name_taken(error: StoreError) -> CredentialError {
    match error {
        StoreError::Conflict(_) => CredentialError::NameTaken,
        other => other.into(),
    }
}

fn credential_for_audit(credential: &Credential) -> Value {
    json!({
        "name": credential.name,
        "clientId": credential.client_id,
        "namespace": credential.namespace,
        "secretExpiresAt": credential.secret_expires_at.map(|at| at.0.to_string()),
        "certificateThumbprint": credential.certificate_thumbprint,
        "purpose": credential.usage.purpose,
        "hosts": credential.usage.hosts,
    })
}
