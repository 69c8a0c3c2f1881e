//! Lists sessions, and ends the access of a user: sessions and API tokens.

use super::session_start::SessionLimits;
use super::unstored_sessions::UnstoredSessions;
use super::{SecurityLog, SignIn, audit};
use futures_util::FutureExt;
use serde_json::json;
use std::sync::{Arc, Mutex, PoisonError};
use stormwire_clock::{Clock, earlier};
use stormwire_store::tables::audit::{Actor, AuditChange};
use stormwire_store::tables::session::{self as rows, Session};
use stormwire_store::tables::{token, user};
use stormwire_store::{LockTarget, Schema, SessionId, Store, StoreError, UserId, lock_for_update};

/// How much was ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct EndedAccess {
    pub sessions: u64,
    pub tokens: u64,
}

#[derive(Clone)]
pub struct Sessions {
    store: Store,
    clock: Arc<dyn Clock>,
    limits: SessionLimits,
    security_log: SecurityLog,
    unstored: Arc<Mutex<UnstoredSessions>>,
}

impl Sessions {
    /// The sessions that `sign_in` starts.
    pub fn new(sign_in: &SignIn) -> Self {
        Self {
            store: sign_in.store.clone(),
            clock: sign_in.clock.clone(),
            limits: sign_in.limits,
            security_log: sign_in.security_log.clone(),
            unstored: sign_in.unstored.clone(),
        }
    }

    /// The sessions of a user, or of all users, that have not ended. The most recently used first.
    pub async fn list(&self, user_id: Option<UserId>) -> Result<Vec<Session>, StoreError> {
        let now = self.clock.now();
        rows::list(&mut self.store.reader().await?, user_id, now, earlier(now, self.limits.idle)).await
    }

    /// Returns false if there is no such session of that user, or of any user.
    pub async fn end(&self, id: SessionId, owner: Option<UserId>, actor: Actor) -> Result<bool, StoreError> {
        let (now, by) = (self.clock.now(), actor.clone());
        let change = AuditChange {
            action: "revoke",
            resource: "session",
            resource_id: Some(id.get()),
            before: None,
            after: None,
        };
        let entry = change.clone();
        let unit = self.store.write(Schema::It, move |conn| {
            async move {
                let is_ended = rows::delete_by_id(conn, id, owner).await?;
                if is_ended {
                    audit::record(conn, Schema::It, &by, entry, now).await?;
                }
                Ok::<_, StoreError>(is_ended)
            }
            .boxed()
        });
        let is_ended = unit.await?;
        if is_ended {
            self.security_log.record(self.clock.as_ref(), &actor, &change, now).await;
        }
        Ok(is_ended)
    }

    /// Ends every session and API token of a user. `None` if there is no such user.
    pub async fn end_all(&self, user_id: UserId, actor: Actor) -> Result<Option<EndedAccess>, StoreError> {
        let (now, by) = (self.clock.now(), actor.clone());
        // Also if the rest fails, because the disk is still full.
        let unstored = self.unstored.lock().unwrap_or_else(PoisonError::into_inner).remove_of_user(user_id);
        let unstored = u64::try_from(unstored).unwrap_or(u64::MAX);
        let unit = self.store.write(Schema::It, move |conn| {
            async move {
                lock_for_update(conn, LockTarget::Users).await?;
                let Some(user) = user::get(conn, user_id).await? else { return Ok(None) };
                let ended = EndedAccess {
                    sessions: rows::delete_of_user(conn, user_id).await?.saturating_add(unstored),
                    tokens: token::delete_of_user(conn, user_id).await?,
                };
                let after =
                    json!({ "username": user.username, "sessionsEnded": ended.sessions, "tokensRevoked": ended.tokens });
                let change = AuditChange {
                    action: "revoke",
                    resource: "user",
                    resource_id: Some(user_id.get()),
                    before: None,
                    after: Some(after),
                };
                audit::record(conn, Schema::It, &by, change.clone(), now).await?;
                Ok::<_, StoreError>(Some((ended, change)))
            }
            .boxed()
        });
        let Some((ended, change)) = unit.await? else { return Ok(None) };
        self.security_log.record(self.clock.as_ref(), &actor, &change, now).await;
        Ok(Some(ended))
    }
}
