//! Credentials: application registrations at the provider. The API never returns the secret.

use crate::accounts::audit;
use crate::secrets::{Secrets, SecretsError};
use futures_util::FutureExt;
use secrecy::SecretString;
use serde_json::{Value, json};
use std::sync::Arc;
use stormwire_clock::Clock;
use stormwire_store::tables::audit::{Actor, AuditChange};
use stormwire_store::tables::credential as rows;
use stormwire_store::tables::sealed::SealedColumn;
use stormwire_store::{Conn, CredentialId, LockTarget, Schema, Store, StoreError, lock_for_update};
use thiserror::Error;

pub use stormwire_store::tables::credential::{Credential, CredentialFields, CredentialPurpose, CredentialUsage};

#[derive(Debug, Error)]
pub enum CredentialError {
    #[error("a credential with this name already exists; choose another name")]
    NameTaken,
    /// By watchers or actions.
    #[error("the credential is in use by {0} watchers or actions; assign them another credential first")]
    InUse(i64),
    /// Together with a lost key.
    #[error("the client secret of credential \"{0}\" was removed by `stormwire secrets reset`; enter it again")]
    SecretRemoved(String),
    #[error(transparent)]
    Secrets(#[from] SecretsError),
    #[error(transparent)]
    Store(#[from] StoreError),
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
        secret: SecretString,
        actor: Actor,
    ) -> Result<Credential, CredentialError> {
        let (now, secrets) = (self.clock.now(), self.secrets.clone());
        let unit = self.store.write(Schema::It, move |conn| {
            async move {
                let before = rows::list(conn, None).await?;
                let id = rows::insert(conn, fields, now).await?;
                // Watchers without a credential use the only one. With a second one they would stop, so assign it now.
                if let [only] = before.as_slice() {
                    rows::assign_default(conn, only.id).await?;
                }
                put_secret(conn, &secrets, id, &secret).await?;
                let created = reload(conn, id).await?;
                let change = AuditChange {
                    action: "create",
                    resource: "credential",
                    resource_id: Some(id.get()),
                    before: None,
                    after: Some(credential_for_audit(&created)),
                };
                audit::record(conn, Schema::It, &actor, change, now).await?;
                Ok(created)
            }
            .boxed()
        });
        unit.await.map_err(name_taken)
    }

    /// Without a secret the old one is kept. `None` if there is no such credential.
    pub async fn update(
        &self,
        id: CredentialId,
        fields: CredentialFields,
        secret: Option<SecretString>,
        actor: Actor,
    ) -> Result<Option<Credential>, CredentialError> {
        let (now, secrets) = (self.clock.now(), self.secrets.clone());
        let unit = self.store.write(Schema::It, move |conn| {
            async move {
                lock_for_update(conn, LockTarget::Credential(id)).await?;
                let Some(before) = rows::list(conn, Some(id)).await?.pop() else { return Ok(None) };
                rows::update(conn, id, fields, now).await?;
                if let Some(secret) = &secret {
                    put_secret(conn, &secrets, id, secret).await?;
                }
                let after = reload(conn, id).await?;
                let mut is = credential_for_audit(&after);
                is["secretChanged"] = json!(secret.is_some());
                let (was, is) = (Some(credential_for_audit(&before)), Some(is));
                let change = AuditChange {
                    action: "update",
                    resource: "credential",
                    resource_id: Some(id.get()),
                    before: was,
                    after: is,
                };
                audit::record(conn, Schema::It, &actor, change, now).await?;
                Ok(Some(after))
            }
            .boxed()
        });
        unit.await.map_err(name_taken)
    }

    /// Fails if the credential is in use. Returns false if there is no such credential.
    pub async fn delete(&self, id: CredentialId, actor: Actor) -> Result<bool, CredentialError> {
        let now = self.clock.now();
        let unit = self.store.write(Schema::It, move |conn| {
            async move {
                lock_for_update(conn, LockTarget::Credential(id)).await?;
                let Some(before) = rows::list(conn, Some(id)).await?.pop() else { return Ok(false) };
                let uses = rows::count_uses(conn, id).await?;
                if uses > 0 {
                    return Err(CredentialError::InUse(uses));
                }
                rows::delete(conn, id).await?;
                let before = Some(credential_for_audit(&before));
                let change = AuditChange {
                    action: "delete",
                    resource: "credential",
                    resource_id: Some(id.get()),
                    before,
                    after: None,
                };
                audit::record(conn, Schema::It, &actor, change, now).await?;
                Ok(true)
            }
            .boxed()
        });
        // The foreign key catches a watcher that began to use it meanwhile.
        unit.await.map_err(|error| match error {
            CredentialError::Store(StoreError::Conflict(_)) => CredentialError::InUse(1),
            other => other,
        })
    }

    /// Opens every secret once, so that a wrong key file is found at startup and not during a storm.
    pub async fn verify(&self) -> Result<(), CredentialError> {
        for (id, sealed) in SealedColumn::ClientSecret.list(&mut self.store.reader().await?).await? {
            self.secrets.open(&SealedColumn::ClientSecret.location(id), &sealed)?;
        }
        Ok(())
    }
}

/// With the secret.
pub struct OpenedCredential {
    pub credential: Credential,
    pub secret: SecretString,
}

impl OpenedCredential {
    pub fn into_graph(self) -> stormwire_graph::Credential {
        let Credential { namespace, client_id, .. } = self.credential;
        stormwire_graph::Credential { tenant: namespace, client_id, client_secret: self.secret }
    }
}

/// Opens a credential by id; without an id, the only one. `None` if there is none, or not exactly one.
pub async fn open(
    store: &Store,
    secrets: &Secrets,
    id: Option<CredentialId>,
) -> Result<Option<OpenedCredential>, CredentialError> {
    let mut conn = store.reader().await?;
    let mut found = rows::list(&mut conn, id).await?;
    let Some(row) = found.pop().filter(|_| found.is_empty()) else { return Ok(None) };
    let sealed = SealedColumn::ClientSecret.get(&mut conn, row.id.get()).await?;
    let sealed = sealed.ok_or_else(|| CredentialError::SecretRemoved(row.name.clone()))?;
    drop(conn);
    let secret = secrets.open(&SealedColumn::ClientSecret.location(row.id.get()), &sealed)?;
    Ok(Some(OpenedCredential { credential: row, secret }))
}

/// The row must have been touched before, as [`crate::secrets`] requires.
async fn put_secret(
    conn: &mut Conn,
    secrets: &Secrets,
    id: CredentialId,
    secret: &SecretString,
) -> Result<(), CredentialError> {
    let sealed = secrets.seal(&SealedColumn::ClientSecret.location(id.get()), secret)?;
    Ok(SealedColumn::ClientSecret.store_sealed_value(conn, id.get(), sealed).await?)
}

async fn reload(conn: &mut Conn, id: CredentialId) -> Result<Credential, StoreError> {
    let found = rows::list(conn, Some(id)).await?.pop();
    found.ok_or_else(|| StoreError::Unreadable(format!("credential {id} disappeared within its transaction")))
}

fn name_taken(error: CredentialError) -> CredentialError {
    match error {
        CredentialError::Store(StoreError::Conflict(_)) => CredentialError::NameTaken,
        other => other,
    }
}

fn credential_for_audit(credential: &Credential) -> Value {
    json!({
        "name": credential.name,
        "clientId": credential.client_id,
        "namespace": credential.namespace,
        "secretExpiresAt": credential.secret_expires_at.map(|at| at.0.to_string()),
        "purpose": credential.usage.purpose,
        "hosts": credential.usage.hosts,
    })
}
