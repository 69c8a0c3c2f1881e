//! Policies: the rules by which facilities are evaluated. Policy 1 is the city's default.
//!
//! [`validation`] decides what a policy may be; the evaluation is in `geo`.

mod validation;

pub use stormwire_store::tables::policy::{DEFAULT_POLICY, Policy, PolicyFields};
pub use validation::{PolicyInput, PolicyViolation, RingInput};

use crate::accounts::audit;
use crate::revisions::{Revision, note_restored, policy_state};
use futures_util::FutureExt;
use jiff::Timestamp;
use std::sync::Arc;
use stormwire_clock::Clock;
use stormwire_store::tables::audit::{Actor, AuditChange};
use stormwire_store::tables::policy as rows;
use stormwire_store::{Conn, LockTarget, PolicyId, Schema, Store, StoreError, lock_for_update};
use thiserror::Error;

#[derive(Debug, Error)]
pub enum PolicyError {
    #[error("the policy is invalid")]
    Invalid(Vec<PolicyViolation>),
    #[error("a policy with this name already exists; choose another name")]
    NameTaken,
    #[error("{} this policy; assign another policy to {} first", used_by(*.0), if *.0 == 1 { "it" } else { "them" })]
    InUse(u64),
    #[error("policy 1 is the city's default and cannot be deleted; change it instead")]
    IsDefault,
    #[error(transparent)]
    Store(#[from] StoreError),
}

fn used_by(facilities: u64) -> String {
    if facilities == 1 { "1 facility has".into() } else { format!("{facilities} facilities have") }
}

#[derive(Clone)]
pub struct Policies {
    store: Store,
    clock: Arc<dyn Clock>,
}

impl Policies {
    pub fn new(store: Store, clock: Arc<dyn Clock>) -> Self {
        Self { store, clock }
    }

    /// By id: the city's default first.
    pub async fn list(&self) -> Result<Vec<Policy>, StoreError> {
        rows::list(&mut self.store.reader().await?, None).await
    }

    pub async fn get(&self, id: PolicyId) -> Result<Option<Policy>, StoreError> {
        rows::get(&mut self.store.reader().await?, id).await
    }

    pub async fn create(&self, input: PolicyInput, actor: Actor) -> Result<Policy, PolicyError> {
        let (fields, now) = (input.validate().map_err(PolicyError::Invalid)?, self.clock.now());
        let unit = self.store.write(Schema::Organization, move |conn| {
            async move {
                let id = insert_policy(conn, &fields, &actor, now).await?;
                Ok(Policy { id, fields })
            }
            .boxed()
        });
        unit.await
    }

    /// `None` if there is no such policy.
    pub async fn update(&self, id: PolicyId, input: PolicyInput, actor: Actor) -> Result<Option<Policy>, PolicyError> {
        self.save(id, input, actor, None).await
    }

    /// Updates the policy of a revision to the state of that revision, which the caller has read as `input`. `None` if there is
    /// no such policy any more.
    pub async fn restore(
        &self,
        revision: Revision,
        input: PolicyInput,
        actor: Actor,
    ) -> Result<Option<Policy>, PolicyError> {
        self.save(PolicyId::new(revision.target.id), input, actor, Some(revision)).await
    }

    async fn save(
        &self,
        id: PolicyId,
        input: PolicyInput,
        actor: Actor,
        restored: Option<Revision>,
    ) -> Result<Option<Policy>, PolicyError> {
        let (fields, now) = (input.validate().map_err(PolicyError::Invalid)?, self.clock.now());
        let unit = self.store.write(Schema::Organization, move |conn| {
            async move {
                lock_for_update(conn, LockTarget::Policy(id)).await?;
                let Some(before) = rows::get(conn, id).await? else { return Ok(None) };
                update_policy(conn, &before, &fields, &actor, now).await?;
                if let Some(restored) = &restored {
                    note_restored(conn, restored, &actor, now).await?;
                }
                Ok(Some(Policy { id, fields }))
            }
            .boxed()
        });
        unit.await
    }

    /// Returns false if there is no such policy.
    pub async fn delete(&self, id: PolicyId, actor: Actor) -> Result<bool, PolicyError> {
        let now = self.clock.now();
        let unit = self.store.write(Schema::Organization, move |conn| {
            async move {
                lock_for_update(conn, LockTarget::Policy(id)).await?;
                let Some(before) = rows::get(conn, id).await? else { return Ok(false) };
                delete_policy(conn, &before, &actor, now).await?;
                Ok(true)
            }
            .boxed()
        });
        unit.await
    }
}

/// Inside a unit of work, with its audit entry.
pub async fn insert_policy(
    conn: &mut Conn,
    fields: &PolicyFields,
    actor: &Actor,
    now: Timestamp,
) -> Result<PolicyId, PolicyError> {
    let id = rows::insert(conn, fields).await.map_err(|error| name_taken(error.into()))?;
    let created = Policy { id, fields: fields.clone() };
    audit::record(conn, Schema::Organization, actor, change("create", id, None, Some(&created)), now).await?;
    Ok(id)
}

/// Inside a unit of work that has locked the policy, with its audit entry.
pub async fn update_policy(
    conn: &mut Conn,
    before: &Policy,
    fields: &PolicyFields,
    actor: &Actor,
    now: Timestamp,
) -> Result<(), PolicyError> {
    rows::update(conn, before.id, fields).await.map_err(|error| name_taken(error.into()))?;
    let after = Policy { id: before.id, fields: fields.clone() };
    let change = change("update", before.id, Some(before), Some(&after));
    Ok(audit::record(conn, Schema::Organization, actor, change, now).await?)
}

/// Inside a unit of work that has locked the policy, with its audit entry.
pub async fn delete_policy(conn: &mut Conn, before: &Policy, actor: &Actor, now: Timestamp) -> Result<(), PolicyError> {
    if before.id == DEFAULT_POLICY {
        return Err(PolicyError::IsDefault);
    }
    match rows::count_facilities(conn, before.id).await? {
        0 => rows::delete(conn, before.id).await?,
        facilities => return Err(PolicyError::InUse(facilities)),
    }
    let change = change("delete", before.id, Some(before), None);
    Ok(audit::record(conn, Schema::Organization, actor, change, now).await?)
}

/// The name is the only unique column.
fn name_taken(error: PolicyError) -> PolicyError {
    match error {
        PolicyError::Store(StoreError::Conflict(_)) => PolicyError::NameTaken,
        other => other,
    }
}

fn change(action: &'static str, id: PolicyId, before: Option<&Policy>, after: Option<&Policy>) -> AuditChange {
    let values = |policy: &Policy| policy_state(&policy.fields);
    let (before, after) = (before.map(values), after.map(values));
    AuditChange { action, resource: "policy", resource_id: Some(id.get()), before, after }
}
