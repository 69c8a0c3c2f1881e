//! Recognizing the user of a request by session cookie or API token.

use super::audit::{self, actor};
use super::{SignIn, token};
use futures_util::FutureExt;
use jiff::Timestamp;
use secrecy::SecretString;
use serde_json::json;
use std::future::Future;
use std::net::IpAddr;
use std::time::Duration;
use stormwire_clock::{Clock, earlier, later, within};
use stormwire_store::tables::audit::AuditChange;
use stormwire_store::tables::token::{FoundToken, TokenScope};
use stormwire_store::tables::user::{AuthenticatedUser, Role};
use stormwire_store::tables::{session, token as token_rows};
use stormwire_store::{Schema, SessionId, StoreError};

/// Accuracy of the time of last use, so that not every request writes a row.
const TOUCH_INTERVAL: Duration = Duration::from_mins(1);
/// How long a request waits for that write.
const TOUCH_TIMEOUT: Duration = Duration::from_millis(250);

/// How a request was authenticated.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Authentication {
    Session(SessionId),
    /// A session that began on a full disk. It may only read.
    Unstored,
    Token(TokenAccess),
}

/// What an API token gives access to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TokenAccess {
    pub scope: TokenScope,
    /// Of the user, before the scope limits it.
    pub user_role: Role,
}

/// A user who was recognized by a cookie or a token. The scope of the token has already limited the role.
#[derive(Debug, Clone)]
pub struct SignedIn {
    pub user: AuthenticatedUser,
    pub authentication: Authentication,
}

impl SignIn {
    pub async fn find_by_session(&self, session_token: &SecretString) -> Result<Option<SignedIn>, StoreError> {
        let (hash, now) = (token::hash(session_token), self.clock.now());
        let idle_since = earlier(now, self.limits.idle);
        let found = session::find(&mut self.store.reader().await?, &hash, now, idle_since).await?;
        let Some(found) = found else { return self.find_unstored(&hash, now).await };
        if later(found.last_seen_at, TOUCH_INTERVAL) <= now {
            let touch = self.store.write(Schema::It, move |conn| session::record_use(conn, hash, now).boxed());
            wait_briefly_for_write(self.clock.as_ref(), touch).await?;
        }
        Ok(Some(SignedIn { user: found.user, authentication: Authentication::Session(found.id) }))
    }

    pub async fn find_by_api_token(
        &self,
        api_token: &SecretString,
        from: IpAddr,
    ) -> Result<Option<SignedIn>, StoreError> {
        let (hash, now) = (token::hash(api_token), self.clock.now());
        let found = token_rows::find(&mut self.store.reader().await?, &hash, now).await?;
        let Some(mut found) = found else { return Ok(None) };
        let is_elsewhere = found.last_used_address.as_deref() != Some(from.to_string().as_str());
        if is_elsewhere || found.last_used_at.is_none_or(|at| later(at, TOUCH_INTERVAL) <= now) {
            let touch = self.record_token_use(found.clone(), from, now);
            wait_briefly_for_write(self.clock.as_ref(), touch).await?;
        }
        let access = TokenAccess { scope: found.scope, user_role: found.user.role };
        found.user.role = access.scope.limit(access.user_role);
        Ok(Some(SignedIn { user: found.user, authentication: Authentication::Token(access) }))
    }

    /// The first use per day and address is in the audit trail.
    async fn record_token_use(&self, found: FoundToken, from: IpAddr, now: Timestamp) -> Result<(), StoreError> {
        let actor = actor(&found.user.username, from);
        let change = AuditChange {
            action: "use",
            resource: "token",
            resource_id: Some(found.id.get()),
            before: None,
            after: Some(json!({ "name": found.name })),
        };
        let (by, entry) = (actor.clone(), change.clone());
        let unit = self.store.write(Schema::It, move |conn| {
            async move {
                let address = from.to_string();
                token_rows::record_use(conn, found.id, &address, now).await?;
                let is_known = audit::rows::has_token_use(conn, found.id, &address, start_of_day(now)).await?;
                if !is_known {
                    audit::record(conn, Schema::It, &by, entry, now).await?;
                }
                Ok::<_, StoreError>(is_known)
            }
            .boxed()
        });
        if !unit.await? {
            self.security_log.record(self.clock.as_ref(), &actor, &change, now).await;
        }
        Ok(())
    }
}

/// Waits only briefly for the write, which continues by itself.
async fn wait_briefly_for_write(
    clock: &dyn Clock,
    touch: impl Future<Output = Result<(), StoreError>>,
) -> Result<(), StoreError> {
    match within(clock, TOUCH_TIMEOUT, touch).await {
        Some(Err(error)) if !error.is_transient() => Err(error),
        _ => Ok(()),
    }
}

/// In UTC.
fn start_of_day(now: Timestamp) -> Timestamp {
    const DAY_SECONDS: i64 = 86_400;
    Timestamp::from_second(now.as_second().div_euclid(DAY_SECONDS) * DAY_SECONDS).unwrap_or(now)
}
