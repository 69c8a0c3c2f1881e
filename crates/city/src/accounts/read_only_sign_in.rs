//! Sign-in while the disk is full: a session that is not stored and may only read.

use super::audit::actor;
use super::authentication::{Authentication, SignedIn};
use super::session_start::{session_change, sign_in_change};
use super::sign_in::{NewSession, SignIn};
use super::token;
use super::unstored_sessions::{UnstoredSession, UnstoredSessions};
use jiff::Timestamp;
use std::net::IpAddr;
use std::sync::PoisonError;
use std::time::Duration;
use stormwire_clock::later;
use stormwire_store::StoreError;
use stormwire_store::tables::user::{self as user_rows, AuthenticatedUser, Role};

const LIFETIME: Duration = Duration::from_mins(30);

impl SignIn {
    /// For a user whose password was checked.
    pub(super) async fn start_unstored(
        &self,
        user: AuthenticatedUser,
        password_hash: String,
        from: IpAddr,
    ) -> NewSession {
        let (id, session_token, now) = self.random_session();
        let username = user.username.clone();
        tracing::warn!(user = username, address = %from, "signed in read-only: the disk is full, so the session is not stored");
        self.security_log.record(self.clock.as_ref(), &actor(&username, from), &sign_in_change(&user, id), now).await;
        let session =
            UnstoredSession { id, user_id: user.id, username, password_hash, expires_at: later(now, LIFETIME) };
        self.with_unstored(|sessions| sessions.add(token::hash(&session_token), session, now));
        NewSession { user: read_only(user), token: session_token, lifetime: LIFETIME, is_read_only: true }
    }

    pub(super) async fn find_unstored(&self, hash: &str, now: Timestamp) -> Result<Option<SignedIn>, StoreError> {
        let Some(session) = self.with_unstored(|sessions| sessions.find(hash, now)) else { return Ok(None) };
        let found = user_rows::find_by_name(&mut self.store.reader().await?, &session.username).await?;
        let user = found.filter(|(_, password_hash)| *password_hash == session.password_hash);
        Ok(user.map(|(user, _)| SignedIn { user: read_only(user), authentication: Authentication::Unstored }))
    }

    /// Returns false if there is no such session.
    pub(super) async fn end_unstored(&self, hash: &str, from: IpAddr) -> bool {
        let Some(session) = self.with_unstored(|sessions| sessions.remove(hash)) else { return false };
        let change = session_change("sign-out", session.id);
        self.security_log.record(self.clock.as_ref(), &actor(&session.username, from), &change, self.clock.now()).await;
        true
    }

    fn with_unstored<T>(&self, access: impl FnOnce(&mut UnstoredSessions) -> T) -> T {
        access(&mut self.unstored.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

fn read_only(user: AuthenticatedUser) -> AuthenticatedUser {
    AuthenticatedUser { role: Role::Viewer, ..user }
}
