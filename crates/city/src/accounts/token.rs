//! Session and API tokens: random values of which only the SHA-256 hash is stored.

use super::audit;
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use futures_util::FutureExt;
use secrecy::{ExposeSecret, SecretString};
use serde_json::json;
use sha2::{Digest, Sha256};
use std::fmt::Write;
use std::sync::Arc;
use stormwire_clock::{Clock, Rng};
use stormwire_store::tables::audit::{Actor, AuditChange};
use stormwire_store::tables::token::{self as rows, NewToken, TokenFields};
use stormwire_store::{LockTarget, Schema, Store, StoreError, TokenId, lock_for_update};

pub use stormwire_store::tables::token::ApiToken;

/// 256 random bits as text.
pub(super) fn generate(rng: &dyn Rng) -> SecretString {
    let mut bytes = [0; 32];
    rng.fill(&mut bytes);
    SecretString::from(URL_SAFE_NO_PAD.encode(bytes))
}

/// A token has 256 random bits, so a fast hash is enough.
pub(super) fn hash(token: &SecretString) -> String {
    let digest = Sha256::digest(token.expose_secret().as_bytes());
    digest.iter().fold(String::with_capacity(64), |mut hex, byte| {
        // Writing to a String cannot fail.
        let _ = write!(hex, "{byte:02x}");
        hex
    })
}

#[derive(Clone)]
pub struct Tokens {
    store: Store,
    clock: Arc<dyn Clock>,
    rng: Arc<dyn Rng>,
}

impl Tokens {
    pub fn new(store: Store, clock: Arc<dyn Clock>, rng: Arc<dyn Rng>) -> Self {
        Self { store, clock, rng }
    }

    /// Without the secret tokens.
    pub async fn list(&self) -> Result<Vec<ApiToken>, StoreError> {
        rows::list(&mut self.store.reader().await?, None).await
    }

    /// Returns the secret token, which is not stored. `None` if there is no such user.
    pub async fn create(&self, new: NewToken, actor: Actor) -> Result<Option<(ApiToken, SecretString)>, StoreError> {
        let (secret, now) = (generate(self.rng.as_ref()), self.clock.now());
        let hashed = hash(&secret);
        let created = self.store.write(Schema::It, move |conn| {
            async move {
                if stormwire_store::tables::user::get(conn, new.user_id).await?.is_none() {
                    return Ok(None);
                }
                let id = rows::insert(conn, &new, hashed, now).await?;
                let created = rows::list(conn, Some(id)).await?.pop();
                let after = created.as_ref().map(token_for_audit);
                let change = AuditChange {
                    action: "create",
                    resource: "token",
                    resource_id: Some(id.get()),
                    before: None,
                    after,
                };
                audit::record(conn, Schema::It, &actor, change, now).await?;
                Ok::<_, StoreError>(created)
            }
            .boxed()
        });
        Ok(created.await?.map(|token| (token, secret)))
    }

    /// `revise` computes the new fields from the current token. `None` if there is no such token.
    pub async fn update(
        &self,
        id: TokenId,
        revise: impl FnOnce(&ApiToken) -> TokenFields + Send + 'static,
        actor: Actor,
    ) -> Result<Option<ApiToken>, StoreError> {
        let now = self.clock.now();
        let unit = self.store.write(Schema::It, move |conn| {
            async move {
                lock_for_update(conn, LockTarget::Token(id)).await?;
                let Some(before) = rows::list(conn, Some(id)).await?.pop() else { return Ok(None) };
                rows::update(conn, id, revise(&before)).await?;
                let after = rows::list(conn, Some(id)).await?.pop();
                let (was, is) = (Some(token_for_audit(&before)), after.as_ref().map(token_for_audit));
                let change = AuditChange {
                    action: "update",
                    resource: "token",
                    resource_id: Some(id.get()),
                    before: was,
                    after: is,
                };
                audit::record(conn, Schema::It, &actor, change, now).await?;
                Ok(after)
            }
            .boxed()
        });
        unit.await
    }

    /// Returns false if there is no such token.
    pub async fn delete(&self, id: TokenId, actor: Actor) -> Result<bool, StoreError> {
        let now = self.clock.now();
        let unit = self.store.write(Schema::It, move |conn| {
            async move {
                lock_for_update(conn, LockTarget::Token(id)).await?;
                let Some(before) = rows::list(conn, Some(id)).await?.pop() else { return Ok(false) };
                rows::delete(conn, id).await?;
                let before = Some(token_for_audit(&before));
                let change = AuditChange {
                    action: "delete",
                    resource: "token",
                    resource_id: Some(id.get()),
                    before,
                    after: None,
                };
                audit::record(conn, Schema::It, &actor, change, now).await?;
                Ok(true)
            }
            .boxed()
        });
        unit.await
    }
}

fn token_for_audit(token: &ApiToken) -> serde_json::Value {
    let expires_at = token.expires_at.map(|at| at.0.to_string());
    json!({ "name": token.name, "username": token.username, "expiresAt": expires_at })
}
