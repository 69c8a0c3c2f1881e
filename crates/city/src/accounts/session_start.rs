//! Starting a session, and what the audit trail says about it.

use super::audit::{self, actor};
use jiff::Timestamp;
use serde_json::json;
use std::net::IpAddr;
use std::time::Duration;
use stormwire_clock::{earlier, later};
use stormwire_store::tables::audit::AuditChange;
use stormwire_store::tables::session;
use stormwire_store::tables::user::{AuthenticatedUser, SignInMethod};
use stormwire_store::{Conn, Schema, SessionId, StoreError};

/// When a session ends by itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SessionLimits {
    /// An unused session expires after this.
    pub idle: Duration,
    /// Every session expires after this.
    pub lifetime: Duration,
}

impl Default for SessionLimits {
    fn default() -> Self {
        Self { idle: Duration::from_hours(24), lifetime: Duration::from_hours(14 * 24) }
    }
}

/// A session that begins now.
pub(super) struct SessionStart {
    pub(super) id: SessionId,
    pub(super) hash: String,
    pub(super) from: IpAddr,
    pub(super) now: Timestamp,
    pub(super) limits: SessionLimits,
}

impl SessionStart {
    /// Inside a unit of work that has locked the users. Returns what the audit trail says.
    pub(super) async fn write(self, conn: &mut Conn, user: &AuthenticatedUser) -> Result<AuditChange, StoreError> {
        let Self { id, hash, from, now, limits } = self;
        session::purge(conn, now, earlier(now, limits.idle)).await?;
        let (address, expires_at) = (from.to_string(), later(now, limits.lifetime));
        session::insert(conn, session::NewSession { id, hash, user_id: user.id, address, created_at: now, expires_at })
            .await?;
        let change = sign_in_change(user, id);
        audit::record(conn, Schema::It, &actor(&user.username, from), change.clone(), now).await?;
        Ok(change)
    }
}

pub(super) fn sign_in_change(user: &AuthenticatedUser, id: SessionId) -> AuditChange {
    let is_password = user.sign_in_method == SignInMethod::Password;
    let after = (!is_password).then(|| json!({ "signInMethod": user.sign_in_method }));
    AuditChange { after, ..session_change("sign-in", id) }
}

pub(super) fn session_change(action: &'static str, id: SessionId) -> AuditChange {
    AuditChange { action, resource: "session", resource_id: Some(id.get()), before: None, after: None }
}
