//! The users: made, changed, removed, always with a record and never without an administrator left.

use super::{Password, audit};
use futures_util::FutureExt;
use serde_json::{Value, json};
use std::sync::Arc;
use stormwire_clock::{Clock, Rng};
use stormwire_store::tables::audit::{Actor, Change};
use stormwire_store::tables::session;
use stormwire_store::tables::user::{self as rows, Role};
use stormwire_store::{Conn, Held, Schema, Store, StoreError, UserId, hold};
use thiserror::Error;

pub use stormwire_store::tables::user::User;

/// Why a change of the users was refused.
#[derive(Debug, Error)]
pub enum UserError {
    /// The name is taken, whatever the case of its letters.
    #[error("there is a user of that name already")]
    NameTaken,
    /// The name has other characters or another length.
    #[error("a name has 1 to 100 letters, digits, dots, dashes, underscores and at signs")]
    BadName,
    /// Nobody could manage the service any more.
    #[error("the last administrator must stay one")]
    LastAdmin,
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// What is to be changed; `None` stays.
#[derive(Debug, Default)]
pub struct UserChange {
    pub username: Option<String>,
    pub role: Option<Role>,
    /// A new password: logs the user out everywhere.
    pub password: Option<Password>,
}

#[derive(Clone)]
pub struct Users {
    store: Store,
    clock: Arc<dyn Clock>,
    rng: Arc<dyn Rng>,
}

impl Users {
    pub fn new(store: Store, clock: Arc<dyn Clock>, rng: Arc<dyn Rng>) -> Self {
        Self { store, clock, rng }
    }

    pub async fn list(&self) -> Result<Vec<User>, StoreError> {
        rows::list(&mut self.store.reader().await?).await
    }

    /// One by name, whatever the case of its letters.
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
        check_name(&username)?;
        let (hash, now) = (self.hash(password).await, self.clock.now());
        let unit = self.store.write(Schema::It, move |conn| {
            async move {
                let made = rows::insert(conn, username, role, hash, now).await?;
                let (id, after) = (Some(made.id.get()), Some(view(&made)));
                let change = Change { action: "create", resource: "user", resource_id: id, before: None, after };
                audit::record(conn, Schema::It, &actor, change, now).await?;
                Ok(made)
            }
            .boxed()
        });
        unit.await.map_err(taken)
    }

    /// Changes one. `None` when there is none.
    pub async fn update(&self, id: UserId, change: UserChange, actor: Actor) -> Result<Option<User>, UserError> {
        if let Some(name) = &change.username {
            check_name(name)?;
        }
        let now = self.clock.now();
        let hash = match change.password {
            Some(password) => Some(self.hash(password).await),
            None => None,
        };
        let (username, role) = (change.username, change.role);
        let unit = self.store.write(Schema::It, move |conn| {
            async move {
                hold(conn, Held::Users).await?;
                let Some(before) = rows::get(conn, id).await? else { return Ok(None) };
                let role = role.unwrap_or(before.role);
                if role != Role::Admin && is_last_admin(conn, &before).await? {
                    return Err(UserError::LastAdmin);
                }
                let name = username.unwrap_or_else(|| before.username.clone());
                let after = rows::update(conn, id, name, role, now).await?;
                let has_password = hash.is_some();
                if let Some(hash) = hash {
                    rows::set_password(conn, id, hash, now).await?;
                    session::delete_of_user(conn, id).await?;
                }
                let mut is = after.as_ref().map(view);
                if let Some(is) = &mut is {
                    is["passwordChanged"] = json!(has_password);
                }
                let was = Some(view(&before));
                let change =
                    Change { action: "update", resource: "user", resource_id: Some(id.get()), before: was, after: is };
                audit::record(conn, Schema::It, &actor, change, now).await?;
                Ok(after)
            }
            .boxed()
        });
        unit.await.map_err(taken)
    }

    /// Removes one, with its sessions and tokens. False when there is none.
    pub async fn delete(&self, id: UserId, actor: Actor) -> Result<bool, UserError> {
        let now = self.clock.now();
        let unit = self.store.write(Schema::It, move |conn| {
            async move {
                hold(conn, Held::Users).await?;
                let Some(before) = rows::get(conn, id).await? else { return Ok(false) };
                if is_last_admin(conn, &before).await? {
                    return Err(UserError::LastAdmin);
                }
                rows::delete(conn, id).await?;
                let was = Some(view(&before));
                let change = Change {
                    action: "delete",
                    resource: "user",
                    resource_id: Some(id.get()),
                    before: was,
                    after: None,
                };
                audit::record(conn, Schema::It, &actor, change, now).await?;
                Ok(true)
            }
            .boxed()
        });
        unit.await
    }

    /// On a thread of its own: it takes a noticeable moment.
    async fn hash(&self, password: Password) -> String {
        let rng = self.rng.clone();
        let hashed = tokio::task::spawn_blocking(move || password.hash(rng.as_ref())).await;
        hashed.expect("hashing does not panic")
    }
}

async fn is_last_admin(conn: &mut Conn, user: &User) -> Result<bool, StoreError> {
    Ok(user.role == Role::Admin && rows::count_admins(conn).await? == 1)
}

pub(super) fn check_name(name: &str) -> Result<(), UserError> {
    let good = (1..=100).contains(&name.len())
        && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || b".-_@".contains(&byte));
    if good { Ok(()) } else { Err(UserError::BadName) }
}

fn taken(error: UserError) -> UserError {
    match error {
        UserError::Store(StoreError::Conflict(_)) => UserError::NameTaken,
        other => other,
    }
}

fn view(user: &User) -> Value {
    json!({ "username": user.username, "role": user.role })
}
