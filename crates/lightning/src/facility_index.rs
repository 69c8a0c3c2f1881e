//! What facilities are found by: their positions and their names.

use super::facility_filter::simplified;
use super::facility_positions::FacilityPositions;
use std::sync::OnceLock;
use stormwire_store::tables::facility::Facility;

/// Shared by all live pictures with the same facilities.
#[derive(Debug)]
pub(super) struct FacilityIndex {
    pub(super) positions: FacilityPositions,
    /// By the index of the facility. Computed for the first search: simplifying 100,000 names takes longer than searching them.
    names: OnceLock<Vec<String>>,
}

impl FacilityIndex {
    pub(super) fn new(facilities: &[Facility]) -> Self {
        Self { positions: FacilityPositions::new(facilities), names: OnceLock::new() }
    }

    /// As a search compares it. `facilities` must be those of the index.
    pub(super) fn simplified_name(&self, facilities: &[Facility], facility: usize) -> &str {
        let simplify = || facilities.iter().map(|one| simplified(&one.name)).collect();
        &self.names.get_or_init(simplify)[facility]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use stormwire_store::FacilityId;

    #[test]
    fn names_are_simplified_once() {
        let facility = |name: &str| Facility {
            id: FacilityId::new(1),
            name: name.into(),
            point: None,
            lat_long: None,
            policy_id: None,
        };
        let facilities = ["Café", "Aspen Pool"].map(facility);
        let index = FacilityIndex::new(&facilities);
        let first = index.simplified_name(&facilities, 0);
        assert_eq!((first, index.simplified_name(&facilities, 1)), ("cafe", "aspen pool"));
        assert_eq!(first.as_ptr(), index.simplified_name(&facilities, 0).as_ptr());
    }
}
