//! Stores policies and the facilities that have them, inside a unit of work of the schema `organization`.

use crate::error::BlueprintError;
use crate::installation::OrganizationRows;
use crate::plan::Section;
use crate::resolve::WantedPolicy;
use crate::work::Work;
use std::collections::BTreeMap;
use stormwire_city::facilities::assign_policy;
use stormwire_city::policies::{PolicyError, delete_policy, insert_policy, update_policy};
use stormwire_store::tables::policy::{DEFAULT_POLICY, Policy};
use stormwire_store::{Conn, FacilityId, LockTarget, PolicyId, lock_for_update};

/// Which facilities get another policy; `None`: the city's default.
type Assignments = BTreeMap<FacilityId, Option<PolicyId>>;

pub(crate) async fn write_organization(conn: &mut Conn, work: &Work) -> Result<(), BlueprintError> {
    for policy in &work.installation.organization.policies {
        lock_for_update(conn, LockTarget::Policy(policy.id)).await?;
    }
    let stored = OrganizationRows::read(conn).await?;
    if stored != work.installation.organization {
        return Err(BlueprintError::ChangedMeanwhile);
    }
    let mut assignments = Assignments::new();
    for wanted in work.written_policies() {
        let id = write_policy(conn, &stored, wanted, work).await?;
        assign(&mut assignments, &stored, id, &wanted.facilities);
    }
    let removed = removed_policies(&stored, work);
    for policy in &removed {
        assign(&mut assignments, &stored, policy.id, &[]);
    }
    for (facility, policy) in changed(&stored, assignments) {
        assign_policy(conn, facility, policy, &work.actor, work.now).await?;
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
    let written = match stored_policy(stored, wanted) {
        None => insert_policy(conn, &wanted.fields, &work.actor, work.now).await,
        Some(before) if before.fields == wanted.fields => Ok(before.id),
        Some(before) => {
            let updated = update_policy(conn, before, &wanted.fields, &work.actor, work.now).await;
            updated.map(|()| before.id)
        }
    };
    written.map_err(|error| rejected(&wanted.fields.name, error))
}

fn stored_policy<'a>(stored: &'a OrganizationRows, wanted: &WantedPolicy) -> Option<&'a Policy> {
    stored.policies.iter().find(|one| {
        let is_default = one.id == DEFAULT_POLICY;
        if wanted.is_default { is_default } else { !is_default && one.fields.name == wanted.fields.name }
    })
}

/// Those that leave a policy may get another one, which is known later or already.
fn assign(assignments: &mut Assignments, stored: &OrganizationRows, policy: PolicyId, facilities: &[FacilityId]) {
    let having = stored.facilities.iter().filter(|one| policy != DEFAULT_POLICY && one.policy_id == Some(policy));
    for facility in having.filter(|one| !facilities.contains(&one.id)) {
        assignments.entry(facility.id).or_insert(None);
    }
    for facility in facilities {
        assignments.insert(*facility, Some(policy));
    }
}

fn changed(stored: &OrganizationRows, mut assignments: Assignments) -> Assignments {
    assignments.retain(|id, policy| !stored.facilities.iter().any(|one| one.id == *id && one.policy_id == *policy));
    assignments
}

fn removed_policies<'a>(stored: &'a OrganizationRows, work: &Work) -> Vec<&'a Policy> {
    let names = work.removed(Section::Policy);
    let is_removed = |one: &&Policy| one.id != DEFAULT_POLICY && names.contains(&one.fields.name.as_str());
    stored.policies.iter().filter(is_removed).collect()
}

fn rejected(name: &str, error: PolicyError) -> BlueprintError {
    match error {
        PolicyError::Store(error) => error.into(),
        other => BlueprintError::at(format!("policies[{name:?}]"), other),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use stormwire_store::tables::facility::Facility;

    fn facility(id: i64, policy: Option<i64>) -> Facility {
        let (id, policy_id) = (FacilityId::new(id), policy.map(PolicyId::new));
        Facility { id, name: id.to_string(), point: None, lat_long: None, policy_id }
    }

    #[test]
    fn a_facility_that_moves_between_policies_ends_in_the_new_one() {
        let facilities = vec![facility(1, Some(2)), facility(2, Some(2)), facility(3, None), facility(4, Some(3))];
        let stored = OrganizationRows { policies: vec![], facilities };
        let lists: [(i64, &[i64]); 2] = [(2, &[2]), (3, &[1, 4])];
        for reversed in [false, true] {
            let mut assignments = Assignments::new();
            let mut order = lists.to_vec();
            if reversed {
                order.reverse();
            }
            for (policy, ids) in order {
                let ids: Vec<FacilityId> = ids.iter().copied().map(FacilityId::new).collect();
                assign(&mut assignments, &stored, PolicyId::new(policy), &ids);
            }
            let expected = Assignments::from([(FacilityId::new(1), Some(PolicyId::new(3)))]);
            assert_eq!(changed(&stored, assignments), expected, "reversed: {reversed}");
        }
    }
}
