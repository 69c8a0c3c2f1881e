//! Creates, changes and deletes users. Every change is audited, and the last administrator is kept.

use super::{Password, SecurityLog, audit};
use futures_util::FutureExt;
use serde_json::{Value, json};
use std::sync::Arc;
use stormwire_clock::{Clock, Rng, blocking};
use stormwire_store::tables::audit::{Actor, AuditChange};
use stormwire_store::tables::user::{self as rows, Role, SignInMethod, UserProof};
use stormwire_store::tables::{session, token};
use stormwire_store::{Conn, LockTarget, Schema, Store, StoreError, UserId, lock_for_update};
use thiserror::Error;

pub use stormwire_store::tables::user::User;

#[derive(Debug, Error)]
pub enum UserError {
    /// Ignoring case.
    #[error("a user with this name already exists; choose another name")]
    NameTaken,
    #[error("the username must have 1 to 100 characters: letters, digits, and . - _ @")]
    InvalidName,
    #[error("this is the last administrator; make another user an administrator first")]
    LastAdmin,
    #[error("this user signs in at the identity provider, which sets the role and has the password; change them there")]
    ManagedElsewhere,
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// `None` keeps the current value.
#[derive(Debug, Default)]
pub struct UserChange {
    pub username: Option<String>,
    pub role: Option<Role>,
    /// Ends all sessions and API tokens of the user.
    pub password: Option<Password>,
}

#[derive(Clone)]
pub struct Users {
    store: Store,
    clock: Arc<dyn Clock>,
    rng: Arc<dyn Rng>,
    security_log: SecurityLog,
}

impl Users {
    pub fn new(store: Store, clock: Arc<dyn Clock>, rng: Arc<dyn Rng>) -> Self {
        Self { store, clock, rng, security_log: SecurityLog::default() }
    }

    #[must_use]
    pub fn with_security_log(self, security_log: SecurityLog) -> Self {
        Self { security_log, ..self }
    }

    pub async fn list(&self) -> Result<Vec<User>, StoreError> {
        rows::list(&mut self.store.reader().await?).await
    }

    pub async fn get(&self, id: UserId) -> Result<Option<User>, StoreError> {
        rows::get(&mut self.store.reader().await?, id).await
    }

    /// Ignores case.
    pub async fn find(&self, username: &str) -> Result<Option<User>, StoreError> {
        let all = self.list().await?;
        Ok(all.into_iter().find(|user| user.username.eq_ignore_ascii_case(username)))
    }

    pub async fn create(
        &self,
        username: String,
        role: Role,
        password: Password,
        actor: Actor,
    ) -> Result<User, UserError> {
        let proof = self.password_proof(&username, password, false).await?;
        self.insert(username, role, proof, actor).await
    }

    /// A user who may sign in with a password although local sign-in is off.
    pub async fn create_break_glass(
        &self,
        username: String,
        role: Role,
        password: Password,
        actor: Actor,
    ) -> Result<User, UserError> {
        let proof = self.password_proof(&username, password, true).await?;
        self.insert(username, role, proof, actor).await
    }

    async fn password_proof(
        &self,
        username: &str,
        password: Password,
        is_break_glass: bool,
    ) -> Result<UserProof, UserError> {
        check_name(username)?;
        Ok(UserProof::Password { hash: self.hash(password).await, is_break_glass })
    }

    async fn insert(&self, username: String, role: Role, proof: UserProof, actor: Actor) -> Result<User, UserError> {
        let (now, by) = (self.clock.now(), actor.clone());
        let unit = self.store.write(Schema::It, move |conn| {
            async move {
                let created = rows::insert(conn, username, role, proof, now).await?;
                audit::record(conn, Schema::It, &by, user_created(&created), now).await?;
                Ok(created)
            }
            .boxed()
        });
        let created = unit.await.map_err(name_taken)?;
        self.security_log.record(self.clock.as_ref(), &actor, &user_created(&created), now).await;
        Ok(created)
    }

    /// `None` if there is no such user.
    pub async fn update(&self, id: UserId, change: UserChange, actor: Actor) -> Result<Option<User>, UserError> {
        if let Some(name) = &change.username {
            check_name(name)?;
        }
        let now = self.clock.now();
        let hash = match change.password {
            Some(password) => Some(self.hash(password).await),
            None => None,
        };
        let (username, role, by) = (change.username, change.role, actor.clone());
        let unit = self.store.write(Schema::It, move |conn| {
            async move {
                lock_for_update(conn, LockTarget::Users).await?;
                let Some(before) = rows::get(conn, id).await? else { return Ok(None) };
                let is_managed_elsewhere = before.sign_in_method == SignInMethod::Oidc;
                if is_managed_elsewhere && (hash.is_some() || role.is_some_and(|role| role != before.role)) {
                    return Err(UserError::ManagedElsewhere);
                }
                let role = role.unwrap_or(before.role);
                if role != Role::Admin && is_last_admin(conn, &before).await? {
                    return Err(UserError::LastAdmin);
                }
                let name = username.unwrap_or_else(|| before.username.clone());
                let Some(after) = rows::update(conn, id, name, role, now).await? else { return Ok(None) };
                let mut is = user_for_audit(&after);
                is["passwordChanged"] = json!(hash.is_some());
                if let Some(hash) = hash {
                    rows::set_password(conn, id, hash, now).await?;
                    is["sessionsEnded"] = json!(session::delete_of_user(conn, id).await?);
                    is["tokensRevoked"] = json!(token::delete_of_user(conn, id).await?);
                }
                let change = user_change("update", id, Some(user_for_audit(&before)), Some(is));
                audit::record(conn, Schema::It, &by, change.clone(), now).await?;
                Ok(Some((after, change)))
            }
            .boxed()
        });
        let Some((updated, change)) = unit.await.map_err(name_taken)? else { return Ok(None) };
        self.security_log.record(self.clock.as_ref(), &actor, &change, now).await;
        Ok(Some(updated))
    }

    /// Deletes the user's sessions and tokens too. Returns false if there is no such user.
    pub async fn delete(&self, id: UserId, actor: Actor) -> Result<bool, UserError> {
        let (now, by) = (self.clock.now(), actor.clone());
        let unit = self.store.write(Schema::It, move |conn| {
            async move {
                lock_for_update(conn, LockTarget::Users).await?;
                let Some(before) = rows::get(conn, id).await? else { return Ok(None) };
                if is_last_admin(conn, &before).await? {
                    return Err(UserError::LastAdmin);
                }
                rows::delete(conn, id).await?;
                let change = user_change("delete", id, Some(user_for_audit(&before)), None);
                audit::record(conn, Schema::It, &by, change.clone(), now).await?;
                Ok(Some(change))
            }
            .boxed()
        });
        let Some(change) = unit.await? else { return Ok(false) };
        self.security_log.record(self.clock.as_ref(), &actor, &change, now).await;
        Ok(true)
    }

    /// On a blocking thread, because it is slow.
    async fn hash(&self, password: Password) -> String {
        let rng = self.rng.clone();
        let hashed = blocking(self.clock.as_ref(), move || password.hash(rng.as_ref())).await;
        hashed.expect("hashing does not panic")
    }
}

async fn is_last_admin(conn: &mut Conn, user: &User) -> Result<bool, StoreError> {
    Ok(user.role == Role::Admin && rows::count_admins(conn).await? == 1)
}

pub(super) fn check_name(name: &str) -> Result<(), UserError> {
    let is_valid = (1..=100).contains(&name.len())
        && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || b".-_@".contains(&byte));
    if is_valid { Ok(()) } else { Err(UserError::InvalidName) }
}

fn name_taken(error: UserError) -> UserError {
    match error {
        UserError::Store(StoreError::Conflict(_)) => UserError::NameTaken,
        other => other,
    }
}

pub(super) fn user_created(user: &User) -> AuditChange {
    user_change("create", user.id, None, Some(user_for_audit(user)))
}

pub(super) fn user_change(
    action: &'static str,
    id: UserId,
    before: Option<Value>,
    after: Option<Value>,
) -> AuditChange {
    AuditChange { action, resource: "user", resource_id: Some(id.get()), before, after }
}

pub(super) fn user_for_audit(user: &User) -> Value {
    let mut fields = json!({ "username": user.username, "role": user.role });
    if user.sign_in_method != SignInMethod::Password {
        fields["signInMethod"] = json!(user.sign_in_method);
    }
    fields
}
