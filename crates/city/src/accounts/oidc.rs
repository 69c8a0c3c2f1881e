//! Users who sign in at the OpenID Connect provider. The provider says who they are, and its groups decide the role.
//!
//! They are recognized by issuer and subject, never by name: a name can be given to another person, and a local user may
//! have it already.

use super::audit;
use super::audit::actor;
use super::failed_sign_ins::FailedSignIn;
use super::session_start::SessionStart;
use super::sign_in::{NewSession, SignIn, SignInError};
use super::throttle::Attempt;
use super::token;
use super::users::{user_change, user_created, user_for_audit};
use futures_util::FutureExt;
use serde_json::json;
use std::collections::BTreeMap;
use std::net::IpAddr;
use stormwire_store::tables::audit::AuditChange;
use stormwire_store::tables::user::{self as rows, AuthenticatedUser, OidcSubject, Role, User, UserProof};
use stormwire_store::tables::{session, token as token_rows};
use stormwire_store::{Conn, LockTarget, Schema, StoreError, lock_for_update};

/// Counts as an account in the limits, and names failed sign-ins of unknown people. No user can have it: it contains a space.
const ANYONE: &str = "single sign-on";
/// Names that are tried if the first is taken.
const MAX_NAMES: usize = 1_000;
const MAX_NAME: usize = 90;

/// Who signed in at the provider.
#[derive(Debug, Clone)]
pub struct OidcIdentity {
    pub person: OidcSubject,
    /// What people call the account; see [`account_name`].
    pub name: String,
}

/// The highest role that one of the values gives.
pub fn highest_role(roles: &BTreeMap<String, Role>, values: &[&str]) -> Option<Role> {
    values.iter().filter_map(|value| roles.get(*value)).max().copied()
}

/// A valid username that resembles the text.
pub fn account_name(text: &str) -> String {
    let valid = |c: char| c.is_ascii_alphanumeric() || ".-_@".contains(c);
    let name: String = text.trim().chars().take(MAX_NAME).map(|c| if valid(c) { c } else { '-' }).collect();
    if name.is_empty() { "user".to_owned() } else { name }
}

impl SignIn {
    /// Charges an attempt to the address, because each makes the service call the provider.
    pub fn use_oidc_attempt(&self, from: IpAddr) -> Result<(), SignInError> {
        let wait = self.with_throttles(|throttles, now| throttles.use_attempt(&Attempt::new(ANYONE, from), now));
        wait.map_or(Ok(()), |after| Err(SignInError::TooManyAttempts { after }))
    }

    /// Starts a session of the person, who becomes a user at the first sign-in. The role is set each time.
    pub async fn sign_in_with_oidc(
        &self,
        identity: OidcIdentity,
        role: Role,
        from: IpAddr,
    ) -> Result<NewSession, SignInError> {
        let (id, session_token, now) = self.random_session();
        let start = SessionStart { id, hash: token::hash(&session_token), from, now, limits: self.limits };
        let unit = self.store.write(Schema::It, move |conn| {
            async move {
                lock_for_update(conn, LockTarget::Users).await?;
                let (user, user_entry) = match rows::find_by_subject(conn, &identity.person).await? {
                    Some(known) => update_role(conn, known, role, &start).await?,
                    None => create(conn, identity, role, &start).await?,
                };
                let User { id, username, role, sign_in_method, .. } = user;
                let user = AuthenticatedUser { id, username, role, sign_in_method };
                if let Some(entry) = &user_entry {
                    audit::record(conn, Schema::It, &actor(&user.username, from), entry.clone(), now).await?;
                }
                let signed_in = start.write(conn, &user).await?;
                Ok::<_, StoreError>((user, user_entry, signed_in))
            }
            .boxed()
        });
        let (user, user_entry, signed_in) = unit.await?;
        self.with_throttles(|throttles, now| throttles.record_success(&Attempt::new(ANYONE, from), now));
        for change in user_entry.iter().chain([&signed_in]) {
            self.security_log.record(self.clock.as_ref(), &actor(&user.username, from), change, now).await;
        }
        Ok(NewSession { user, token: session_token, lifetime: self.limits.lifetime, is_read_only: false })
    }

    /// Records a sign-in that the provider or its token did not allow.
    pub async fn record_oidc_failure(&self, from: IpAddr) -> Result<(), StoreError> {
        self.record_failure(FailedSignIn { name: ANYONE.to_owned(), is_account: false, from }).await
    }

    /// Records the sign-in of a person without a role, and ends what the person still had.
    pub async fn reject_oidc(&self, identity: OidcIdentity, from: IpAddr) -> Result<(), StoreError> {
        let now = self.clock.now();
        let person = identity.person.clone();
        let unit = self.store.write(Schema::It, move |conn| {
            async move {
                lock_for_update(conn, LockTarget::Users).await?;
                let Some(user) = rows::find_by_subject(conn, &person).await? else { return Ok(None) };
                let (sessions, tokens) =
                    (session::delete_of_user(conn, user.id).await?, token_rows::delete_of_user(conn, user.id).await?);
                let after = json!({ "username": user.username, "sessionsEnded": sessions, "tokensRevoked": tokens });
                let change = user_change("revoke", user.id, None, Some(after));
                let by = actor(&user.username, from);
                if sessions + tokens > 0 {
                    audit::record(conn, Schema::It, &by, change.clone(), now).await?;
                }
                Ok::<_, StoreError>(Some((by, change, sessions + tokens > 0)))
            }
            .boxed()
        });
        let known = unit.await?;
        if let Some((by, change, true)) = &known {
            self.security_log.record(self.clock.as_ref(), by, change, now).await;
        }
        let is_account = known.is_some();
        let name = known.map_or_else(|| account_name(&identity.name), |(by, _, _)| by.username);
        self.record_failure(FailedSignIn { name, is_account, from }).await
    }
}

async fn update_role(
    conn: &mut Conn,
    known: User,
    role: Role,
    start: &SessionStart,
) -> Result<(User, Option<AuditChange>), StoreError> {
    if known.role == role {
        return Ok((known, None));
    }
    let Some(after) = rows::update(conn, known.id, known.username.clone(), role, start.now).await? else {
        return Ok((known, None));
    };
    let change = user_change("update", after.id, Some(user_for_audit(&known)), Some(user_for_audit(&after)));
    Ok((after, Some(change)))
}

async fn create(
    conn: &mut Conn,
    identity: OidcIdentity,
    role: Role,
    start: &SessionStart,
) -> Result<(User, Option<AuditChange>), StoreError> {
    let name = free_name(conn, &account_name(&identity.name)).await?;
    let created = rows::insert(conn, name, role, UserProof::Oidc(identity.person), start.now).await?;
    let change = user_created(&created);
    Ok((created, Some(change)))
}

/// The name, or with a number if another user has it.
async fn free_name(conn: &mut Conn, name: &str) -> Result<String, StoreError> {
    for number in 1..MAX_NAMES {
        let candidate = if number == 1 { name.to_owned() } else { format!("{name}-{number}") };
        if rows::find_by_name(conn, &candidate).await?.is_none() {
            return Ok(candidate);
        }
    }
    // Taken as well, most likely; then the sign-in fails with a conflict.
    Ok(format!("{name}-{MAX_NAMES}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_highest_role_of_all_groups_counts() {
        let roles = BTreeMap::from([
            ("viewers".to_owned(), Role::Viewer),
            ("admins".to_owned(), Role::Admin),
            ("operators".to_owned(), Role::Operator),
        ]);
        for (values, expected) in [
            (&["viewers"][..], Some(Role::Viewer)),
            (&["viewers", "admins", "operators"], Some(Role::Admin)),
            (&["other", "operators"], Some(Role::Operator)),
            (&["Admins", "other"], None),
            (&[], None),
        ] {
            assert_eq!(highest_role(&roles, values), expected, "{values:?}");
        }
    }

    #[test]
    fn names_of_the_provider_become_usernames() {
        for (text, expected) in [
            ("ann@city.gov", "ann@city.gov"),
            ("Ann Smith", "Ann-Smith"),
            ("jörg", "j-rg"),
            ("  ", "user"),
            ("", "user"),
            ("a\nb<script>", "a-b-script-"),
        ] {
            assert_eq!(account_name(text), expected);
        }
        assert_eq!(account_name(&"x".repeat(300)).len(), MAX_NAME);
    }
}
