//! Credentials: application registrations at the provider. The secret goes in and is never given out again.

use crate::people::audit;
use crate::secrets::{Secrets, SecretsError};
use futures_util::FutureExt;
use secrecy::SecretString;
use serde_json::{Value, json};
use std::sync::Arc;
use stormwire_clock::Clock;
use stormwire_store::tables::audit::{Actor, Change};
use stormwire_store::tables::credential as rows;
use stormwire_store::tables::sealed::Sealed;
use stormwire_store::{Conn, CredentialId, Held, Schema, Store, StoreError, hold};
use thiserror::Error;

pub use stormwire_store::tables::credential::{Credential, CredentialFields};

/// Why a change was refused.
#[derive(Debug, Error)]
pub enum CredentialError {
    /// The name is taken.
    #[error("there is a credential of that name already")]
    NameTaken,
    /// Watchers or actions need it.
    #[error("{0} watchers or actions use it")]
    InUse(i64),
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
    /// On this store, sealed with these keys.
    pub fn new(store: Store, clock: Arc<dyn Clock>, secrets: Secrets) -> Self {
        Self { store, clock, secrets }
    }

    /// All of them, without their secrets.
    pub async fn list(&self) -> Result<Vec<Credential>, StoreError> {
        rows::list(&mut self.store.reader().await?, None).await
    }

    /// One, without its secret.
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
                // Watchers that name none use the only one. It is theirs from now on, or they would stop here.
                if let [only] = before.as_slice() {
                    rows::pin(conn, only.id).await?;
                }
                put(conn, &secrets, id, &secret).await?;
                let made = one(conn, id).await?;
                let change = Change {
                    action: "create",
                    resource: "credential",
                    resource_id: Some(id.get()),
                    before: None,
                    after: Some(view(&made)),
                };
                audit::record(conn, Schema::It, &actor, change, now).await?;
                Ok(made)
            }
            .boxed()
        });
        unit.await.map_err(taken)
    }

    /// Changes one; without a secret the old one stays. `None` when there is none.
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
                hold(conn, Held::Credential(id)).await?;
                let Some(before) = rows::list(conn, Some(id)).await?.pop() else { return Ok(None) };
                rows::update(conn, id, fields, now).await?;
                if let Some(secret) = &secret {
                    put(conn, &secrets, id, secret).await?;
                }
                let after = one(conn, id).await?;
                let mut is = view(&after);
                is["secretChanged"] = json!(secret.is_some());
                let (was, is) = (Some(view(&before)), Some(is));
                let change = Change {
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
        unit.await.map_err(taken)
    }

    /// Removes one that nobody uses; false when there is none.
    pub async fn delete(&self, id: CredentialId, actor: Actor) -> Result<bool, CredentialError> {
        let now = self.clock.now();
        let unit = self.store.write(Schema::It, move |conn| {
            async move {
                hold(conn, Held::Credential(id)).await?;
                let Some(before) = rows::list(conn, Some(id)).await?.pop() else { return Ok(false) };
                let uses = rows::uses(conn, id).await?;
                if uses > 0 {
                    return Err(CredentialError::InUse(uses));
                }
                rows::delete(conn, id).await?;
                let before = Some(view(&before));
                let change = Change {
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
        // A watcher that began to use it meanwhile is found by the foreign key.
        unit.await.map_err(|error| match error {
            CredentialError::Store(StoreError::Conflict(_)) => CredentialError::InUse(1),
            other => other,
        })
    }

    /// Opens every secret once, so that a wrong key file is found at the start and not in the middle of a storm.
    pub async fn verify(&self) -> Result<(), CredentialError> {
        for (id, sealed) in Sealed::ClientSecret.list(&mut self.store.reader().await?).await? {
            self.secrets.open(&Sealed::ClientSecret.place(id), &sealed)?;
        }
        Ok(())
    }
}

/// A credential with its secret, for whoever signs in with it.
pub struct Opened {
    pub row: Credential,
    pub secret: SecretString,
}

impl Opened {
    /// As the mail provider takes it.
    pub fn registration(self) -> stormwire_graph::Credential {
        let Credential { namespace, client_id, .. } = self.row;
        stormwire_graph::Credential { tenant: namespace, client_id, client_secret: self.secret }
    }
}

/// Opens one by its id, or the only one there is; `None` when there is none, or not exactly one.
pub async fn open(
    store: &Store,
    secrets: &Secrets,
    id: Option<CredentialId>,
) -> Result<Option<Opened>, CredentialError> {
    let mut conn = store.reader().await?;
    let mut found = rows::list(&mut conn, id).await?;
    let Some(row) = found.pop().filter(|_| found.is_empty()) else { return Ok(None) };
    let Some(sealed) = Sealed::ClientSecret.get(&mut conn, row.id.get()).await? else { return Ok(None) };
    drop(conn);
    let secret = secrets.open(&Sealed::ClientSecret.place(row.id.get()), &sealed)?;
    Ok(Some(Opened { row, secret }))
}

/// Sealed after the row was touched, as [`crate::secrets`] asks.
async fn put(
    conn: &mut Conn,
    secrets: &Secrets,
    id: CredentialId,
    secret: &SecretString,
) -> Result<(), CredentialError> {
    let sealed = secrets.seal(&Sealed::ClientSecret.place(id.get()), secret)?;
    Ok(Sealed::ClientSecret.put(conn, id.get(), sealed).await?)
}

async fn one(conn: &mut Conn, id: CredentialId) -> Result<Credential, StoreError> {
    let found = rows::list(conn, Some(id)).await?.pop();
    found.ok_or_else(|| StoreError::Unreadable(format!("credential {id} is gone in its own transaction")))
}

fn taken(error: CredentialError) -> CredentialError {
    match error {
        CredentialError::Store(StoreError::Conflict(_)) => CredentialError::NameTaken,
        other => other,
    }
}

fn view(credential: &Credential) -> Value {
    json!({
        "name": credential.name,
        "clientId": credential.client_id,
        "namespace": credential.namespace,
        "secretExpiresAt": credential.secret_expires_at.map(|at| at.0.to_string()),
    })
}
