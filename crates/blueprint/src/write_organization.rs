//! Stores policies and the facilities that have them, inside a unit of work of the schema `organization`.

use crate::error::BlueprintError;
use crate::installation::OrganizationRows;
use crate::plan::{Change, Section};
use crate::resolve::WantedPolicy;
use crate::work::Work;
use std::collections::BTreeMap;
use stormwire_city::facilities::assign_policy;
use stormwire_city::policies::{PolicyError, delete_policy, insert_policy, update_policy};
use stormwire_store::tables::policy::{DEFAULT_POLICY, Policy};
use stormwire_store::{Conn, FacilityId, LockTarget, PolicyId, lock_for_update};

pub(crate) async fn write_organization(conn: &mut Conn, work: &Work) -> Result<(), BlueprintError> {
    for policy in &work.installation.organization.policies {
        lock_for_update(conn, LockTarget::Policy(policy.id)).await?;
    }
    let stored = OrganizationRows::read(conn).await?;
    if stored != work.installation.organization {
        return Err(BlueprintError::ChangedMeanwhile);
    }
    let mut assignments: BTreeMap<FacilityId, Option<PolicyId>> = BTreeMap::new();
    for wanted in work.wanted.policies.iter().filter(|one| work.writes(Section::Policy, &one.fields.name)) {
        let id = write_policy(conn, &stored, wanted, work).await?;
        let having = stored.facilities.iter().filter(|one| id != DEFAULT_POLICY && one.policy_id == Some(id));
        let leaving = having.filter(|one| !wanted.facilities.contains(&one.id));
        for facility in leaving {
            assignments.entry(facility.id).or_insert(None);
        }
        for facility in &wanted.facilities {
            assignments.insert(*facility, Some(id));
        }
    }
    let removed: Vec<&Policy> = stored.policies.iter().filter(|one| is_removed(one, work)).collect();
    for policy in &removed {
        for facility in stored.facilities.iter().filter(|one| one.policy_id == Some(policy.id)) {
            assignments.entry(facility.id).or_insert(None);
        }
    }
    for (facility, policy) in assignments {
        let has_it = stored.facilities.iter().any(|one| one.id == facility && one.policy_id == policy);
        if !has_it {
            assign_policy(conn, facility, policy, &work.actor, work.now).await?;
        }
    }
    for policy in removed {
        let deleted = delete_policy(conn, policy, &work.actor, work.now).await;
        deleted.map_err(|error| rejected(&policy.fields.name, error))?;
    }
    Ok(())
}

async fn write_policy(
    conn: &mut Conn,
    stored: &OrganizationRows,
    wanted: &WantedPolicy,
    work: &Work,
) -> Result<PolicyId, BlueprintError> {
    let is_same = |one: &&Policy| {
        let is_default = one.id == DEFAULT_POLICY;
        if wanted.is_default { is_default } else { !is_default && one.fields.name == wanted.fields.name }
    };
    let written = match stored.policies.iter().find(is_same) {
        None => insert_policy(conn, &wanted.fields, &work.actor, work.now).await,
        Some(before) if before.fields == wanted.fields => Ok(before.id),
        Some(before) => update_policy(conn, before, &wanted.fields, &work.actor, work.now).await.map(|()| before.id),
    };
    written.map_err(|error| rejected(&wanted.fields.name, error))
}

fn is_removed(policy: &Policy, work: &Work) -> bool {
    let is_it = |name: &str| policy.id != DEFAULT_POLICY && policy.fields.name == name;
    work.changes.iter().any(|one| one.section == Section::Policy && one.change == Change::Remove && is_it(&one.name))
}

fn rejected(name: &str, error: PolicyError) -> BlueprintError {
    match error {
        PolicyError::Store(error) => error.into(),
        other => BlueprintError::at(format!("policies[{name:?}]"), other),
    }
}
