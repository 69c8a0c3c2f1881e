//! Session and API tokens: random values of which only the SHA-256 hash is stored.

use super::{SecurityLog, audit};
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use futures_util::FutureExt;
use secrecy::{ExposeSecret, SecretString};
use serde_json::json;
use sha2::{Digest, Sha256};
use std::fmt::Write;
use std::sync::Arc;
use std::time::Duration;
use stormwire_clock::{Clock, Rng};
use stormwire_store::tables::audit::{Actor, AuditChange};
use stormwire_store::tables::token::{self as rows, NewToken, TokenFields};
use stormwire_store::{LockTarget, Schema, Store, StoreError, TokenId, UserId, lock_for_update};

pub use stormwire_store::tables::token::ApiToken;

/// Of a token that is created without an expiry date.
pub const DEFAULT_TOKEN_LIFETIME: Duration = Duration::from_hours(365 * 24);

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
    security_log: SecurityLog,
}

impl Tokens {
    pub fn new(store: Store, clock: Arc<dyn Clock>, rng: Arc<dyn Rng>) -> Self {
        Self { store, clock, rng, security_log: SecurityLog::default() }
    }

    #[must_use]
    pub fn with_security_log(self, security_log: SecurityLog) -> Self {
        Self { security_log, ..self }
    }

    /// The tokens of a user, or of all users. Without the secret tokens.
    pub async fn list(&self, user_id: Option<UserId>) -> Result<Vec<ApiToken>, StoreError> {
        rows::list(&mut self.store.reader().await?, user_id).await
    }

    /// Returns the secret token, which is not stored. `None` if there is no such user.
    pub async fn create(&self, new: NewToken, actor: Actor) -> Result<Option<(ApiToken, SecretString)>, StoreError> {
        let (secret, now) = (generate(self.rng.as_ref()), self.clock.now());
        let (hashed, creator) = (hash(&secret), actor.clone());
        let created = self.store.write(Schema::It, move |conn| {
            async move {
                if stormwire_store::tables::user::get(conn, new.user_id).await?.is_none() {
                    return Ok(None);
                }
                let id = rows::insert(conn, &new, hashed, now).await?;
                let created = rows::get(conn, id).await?;
                if let Some(created) = &created {
                    audit::record(conn, Schema::It, &creator, token_change("create", None, Some(created)), now).await?;
                }
                Ok::<_, StoreError>(created)
            }
            .boxed()
        });
        let Some(token) = created.await? else { return Ok(None) };
        self.security_log.record(self.clock.as_ref(), &actor, &token_change("create", None, Some(&token)), now).await;
        Ok(Some((token, secret)))
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
                let Some(before) = rows::get(conn, id).await? else { return Ok(None) };
                rows::update(conn, id, revise(&before)).await?;
                let after = rows::get(conn, id).await?;
                let change = token_change("update", Some(&before), after.as_ref());
                audit::record(conn, Schema::It, &actor, change, now).await?;
                Ok(after)
            }
            .boxed()
        });
        unit.await
    }

    /// Returns false if there is no such token of that user, or of any user.
    pub async fn delete(&self, id: TokenId, owner: Option<UserId>, actor: Actor) -> Result<bool, StoreError> {
        let (now, by) = (self.clock.now(), actor.clone());
        let unit = self.store.write(Schema::It, move |conn| {
            async move {
                lock_for_update(conn, LockTarget::Token(id)).await?;
                let found = rows::get(conn, id).await?;
                let Some(before) = found.filter(|token| owner.is_none_or(|owner| token.user_id == owner)) else {
                    return Ok(None);
                };
                rows::delete(conn, id).await?;
                audit::record(conn, Schema::It, &by, token_change("delete", Some(&before), None), now).await?;
                Ok::<_, StoreError>(Some(before))
            }
            .boxed()
        });
        let Some(deleted) = unit.await? else { return Ok(false) };
        self.security_log.record(self.clock.as_ref(), &actor, &token_change("delete", Some(&deleted), None), now).await;
        Ok(true)
    }
}

fn token_change(action: &'static str, before: Option<&ApiToken>, after: Option<&ApiToken>) -> AuditChange {
    let resource_id = before.or(after).map(|token| token.id.get());
    let (before, after) = (before.map(token_for_audit), after.map(token_for_audit));
    AuditChange { action, resource: "token", resource_id, before, after }
}

fn token_for_audit(token: &ApiToken) -> serde_json::Value {
    let expires_at = token.expires_at.map(|at| at.0.to_string());
    json!({ "name": token.name, "username": token.username, "scope": token.scope, "expiresAt": expires_at })
}
