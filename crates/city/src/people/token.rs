//! Bearers: session cookies and API tokens are random words of which only the SHA-256 is stored.

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
use stormwire_store::tables::audit::{Actor, Change};
use stormwire_store::tables::token::{self as rows, NewToken, TokenFields};
use stormwire_store::{Held, Schema, Store, StoreError, TokenId, hold};

pub use stormwire_store::tables::token::ApiToken;

/// 256 random bits as a word.
pub(super) fn make(rng: &dyn Rng) -> SecretString {
    let mut bytes = [0; 32];
    rng.fill(&mut bytes);
    SecretString::from(URL_SAFE_NO_PAD.encode(bytes))
}

/// What is stored of it. The word has 256 random bits, so a fast hash is enough.
pub(super) fn hash(word: &SecretString) -> String {
    let digest = Sha256::digest(word.expose_secret().as_bytes());
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

    /// All of them, without their words.
    pub async fn list(&self) -> Result<Vec<ApiToken>, StoreError> {
        rows::list(&mut self.store.reader().await?, None).await
    }

    /// Makes one; the word is told this once. `None` when there is no such user.
    pub async fn create(&self, new: NewToken, actor: Actor) -> Result<Option<(ApiToken, SecretString)>, StoreError> {
        let (word, now) = (make(self.rng.as_ref()), self.clock.now());
        let hashed = hash(&word);
        let made = self.store.write(Schema::It, move |conn| {
            async move {
                if stormwire_store::tables::user::get(conn, new.user_id).await?.is_none() {
                    return Ok(None);
                }
                let id = rows::insert(conn, &new, hashed, now).await?;
                let made = rows::list(conn, Some(id)).await?.pop();
                let after = made.as_ref().map(view);
                let change =
                    Change { action: "create", resource: "token", resource_id: Some(id.get()), before: None, after };
                audit::record(conn, Schema::It, &actor, change, now).await?;
                Ok::<_, StoreError>(made)
            }
            .boxed()
        });
        Ok(made.await?.map(|token| (token, word)))
    }

    /// Renames it or moves its end: `revise` says from what it is what it shall be. `None` when there is none.
    pub async fn update(
        &self,
        id: TokenId,
        revise: impl FnOnce(&ApiToken) -> TokenFields + Send + 'static,
        actor: Actor,
    ) -> Result<Option<ApiToken>, StoreError> {
        let now = self.clock.now();
        let unit = self.store.write(Schema::It, move |conn| {
            async move {
                hold(conn, Held::Token(id)).await?;
                let Some(before) = rows::list(conn, Some(id)).await?.pop() else { return Ok(None) };
                rows::update(conn, id, revise(&before)).await?;
                let after = rows::list(conn, Some(id)).await?.pop();
                let (was, is) = (Some(view(&before)), after.as_ref().map(view));
                let change =
                    Change { action: "update", resource: "token", resource_id: Some(id.get()), before: was, after: is };
                audit::record(conn, Schema::It, &actor, change, now).await?;
                Ok(after)
            }
            .boxed()
        });
        unit.await
    }

    /// Revokes it; false when there is none.
    pub async fn delete(&self, id: TokenId, actor: Actor) -> Result<bool, StoreError> {
        let now = self.clock.now();
        let unit = self.store.write(Schema::It, move |conn| {
            async move {
                hold(conn, Held::Token(id)).await?;
                let Some(before) = rows::list(conn, Some(id)).await?.pop() else { return Ok(false) };
                rows::delete(conn, id).await?;
                let before = Some(view(&before));
                let change =
                    Change { action: "delete", resource: "token", resource_id: Some(id.get()), before, after: None };
                audit::record(conn, Schema::It, &actor, change, now).await?;
                Ok(true)
            }
            .boxed()
        });
        unit.await
    }
}

fn view(token: &ApiToken) -> serde_json::Value {
    let expires_at = token.expires_at.map(|at| at.0.to_string());
    json!({ "name": token.name, "username": token.username, "expiresAt": expires_at })
}
