//! Policies: the rules by which facilities are evaluated. Policy 1 is the city's default.
//!
//! [`validation`] decides what a policy may be; the evaluation is in `geo`.

mod validation;

pub use stormwire_store::tables::policy::{DEFAULT_POLICY, Policy, PolicyFields};
pub use validation::{PolicyInput, PolicyViolation, RingInput};

use crate::accounts::audit;
use futures_util::FutureExt;
use serde_json::{Value, json};
use std::sync::Arc;
use stormwire_clock::Clock;
use stormwire_geo::{Ring, ThreatParameter};
use stormwire_store::tables::audit::{Actor, AuditChange};
use stormwire_store::tables::policy as rows;
use stormwire_store::{LockTarget, PolicyId, Schema, Store, StoreError, lock_for_update};
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
                let id = rows::insert(conn, &fields).await?;
                let created = Policy { id, fields };
                let change = change("create", id, None, Some(&created));
                audit::record(conn, Schema::Organization, &actor, change, now).await?;
                Ok(created)
            }
            .boxed()
        });
        unit.await.map_err(name_taken)
    }

    /// `None` if there is no such policy.
    pub async fn update(&self, id: PolicyId, input: PolicyInput, actor: Actor) -> Result<Option<Policy>, PolicyError> {
        let (fields, now) = (input.validate().map_err(PolicyError::Invalid)?, self.clock.now());
        let unit = self.store.write(Schema::Organization, move |conn| {
            async move {
                lock_for_update(conn, LockTarget::Policy(id)).await?;
                let Some(before) = rows::get(conn, id).await? else { return Ok(None) };
                rows::update(conn, id, &fields).await?;
                let after = Policy { id, fields };
                let change = change("update", id, Some(&before), Some(&after));
                audit::record(conn, Schema::Organization, &actor, change, now).await?;
                Ok(Some(after))
            }
            .boxed()
        });
        unit.await.map_err(name_taken)
    }

    /// Returns false if there is no such policy.
    pub async fn delete(&self, id: PolicyId, actor: Actor) -> Result<bool, PolicyError> {
        if id == DEFAULT_POLICY {
            return Err(PolicyError::IsDefault);
        }
        let now = self.clock.now();
        let unit = self.store.write(Schema::Organization, move |conn| {
            async move {
                lock_for_update(conn, LockTarget::Policy(id)).await?;
                let Some(before) = rows::get(conn, id).await? else { return Ok(false) };
                match rows::count_facilities(conn, id).await? {
                    0 => rows::delete(conn, id).await?,
                    facilities => return Err(PolicyError::InUse(facilities)),
                }
                let change = change("delete", id, Some(&before), None);
                audit::record(conn, Schema::Organization, &actor, change, now).await?;
                Ok(true)
            }
            .boxed()
        });
        unit.await
    }
}

/// The name is the only unique column.
fn name_taken(error: PolicyError) -> PolicyError {
    match error {
        PolicyError::Store(StoreError::Conflict(_)) => PolicyError::NameTaken,
        other => other,
    }
}

fn change(action: &'static str, id: PolicyId, before: Option<&Policy>, after: Option<&Policy>) -> AuditChange {
    let (before, after) = (before.map(values), after.map(values));
    AuditChange { action, resource: "policy", resource_id: Some(id.get()), before, after }
}

/// As the audit trail shows it.
fn values(policy: &Policy) -> Value {
    let number = |parameter| policy.fields.rule.parameters().value(parameter);
    let ring = |ring: &Ring| json!({ "name": ring.name(), "radiusMiles": ring.radius().0, "clearMinutes": ring.clear_minutes() });
    json!({
        "name": policy.fields.name,
        "radiusMiles": number(ThreatParameter::Radius),
        "dangerMinutes": number(ThreatParameter::Danger),
        "allClearMinutes": number(ThreatParameter::AllClear),
        "historyHours": number(ThreatParameter::History),
        "rings": policy.fields.rule.rings().iter().map(ring).collect::<Vec<_>>(),
    })
}
