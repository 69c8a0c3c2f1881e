//! Policies, and the facilities that have them.

use super::{Resolver, WantedPolicy};
use crate::document::{PolicyEntry, RingEntry};
use std::collections::BTreeMap;
use stormwire_city::policies::{PolicyInput, RingInput};
use stormwire_store::FacilityId;

impl Resolver<'_> {
    pub(super) fn policies(&mut self, entries: &[PolicyEntry]) -> Vec<WantedPolicy> {
        if entries.iter().filter(|entry| entry.is_default).count() > 1 {
            self.reject("policies", "several policies have isDefault; the city has one default");
        }
        let mut assigned: BTreeMap<FacilityId, &str> = BTreeMap::new();
        let mut policies = Vec::new();
        for entry in entries {
            let path = format!("policies[{:?}]", entry.name);
            let facilities = self.policy_facilities(&path, entry);
            for id in &facilities {
                if let Some(other) = assigned.insert(*id, &entry.name) {
                    let message = format!("one of them has the policy {other:?} too; a facility has one policy");
                    self.reject(format!("{path}.facilities"), message);
                }
            }
            match input(entry).validate() {
                Ok(fields) => {
                    let (is_default, facility_names) = (entry.is_default, entry.facilities.clone());
                    policies.push(WantedPolicy { fields, is_default, facilities, facility_names });
                }
                Err(violations) => {
                    for violation in violations {
                        self.reject(format!("{path}.{}", violation.field), violation.message);
                    }
                }
            }
        }
        policies
    }

    fn policy_facilities(&mut self, path: &str, entry: &PolicyEntry) -> Vec<FacilityId> {
        if entry.is_default && !entry.facilities.is_empty() {
            self.reject(
                format!("{path}.facilities"),
                "the default is the policy of all other facilities; remove the list",
            );
        }
        let mut ids = Vec::new();
        for name in &entry.facilities {
            match self.names.facility(name) {
                Ok(id) => ids.push(id),
                Err(message) => self.reject(format!("{path}.facilities"), message),
            }
        }
        ids
    }
}

fn input(entry: &PolicyEntry) -> PolicyInput {
    let ring = |ring: &RingEntry| RingInput {
        name: ring.name.clone(),
        radius_miles: ring.radius_miles,
        clear_minutes: ring.clear_minutes,
    };
    PolicyInput {
        name: entry.name.clone(),
        radius_miles: entry.radius_miles,
        danger_minutes: entry.danger_minutes,
        all_clear_minutes: entry.all_clear_minutes,
        history_hours: entry.history_hours,
        rings: entry.rings.iter().map(ring).collect(),
    }
}
