//! When each facility last changed, so that a client reads only what is new to it.
//!
//! A change is another status, closest strike, count, distance, time or ring state, another name, location or policy. Not a
//! change are values that follow from the time alone (the remaining minutes, ages) and the newest strike of all, which is the
//! same for every facility.

use std::collections::VecDeque;
use stormwire_geo::Proximity;
use stormwire_store::FacilityId;
use stormwire_store::tables::facility::Facility;

/// Removed facilities that are remembered.
const MAX_REMOVED: usize = 10_000;

/// A position in the sequence of changes. A process starts a new sequence, also after a panic.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ChangePosition {
    /// The random number of the sequence.
    pub sequence: u64,
    pub version: u64,
    /// Changes of one version are in the order of the facilities' ids.
    pub id: i64,
}

#[derive(Debug, Clone)]
pub(super) struct FacilityVersions {
    /// A random number.
    pub(super) sequence: u64,
    pub(super) current: u64,
    /// By the index of the facility: the version of its last change.
    pub(super) changed: Vec<u64>,
    /// By the index of the facility: the version of its last change of location.
    pub(super) moved: Vec<u64>,
    /// In the order of their versions.
    pub(super) removed: VecDeque<RemovedFacility>,
    /// Up to this version, removed facilities are forgotten.
    forgotten: u64,
}

#[derive(Debug, Clone, Copy)]
pub(super) struct RemovedFacility {
    pub(super) version: u64,
    pub(super) id: FacilityId,
}

/// What is compared.
#[derive(Clone, Copy)]
pub(super) struct FacilityStates<'a> {
    /// In the order of their ids.
    pub(super) facilities: &'a [Facility],
    /// By the index of the facility.
    pub(super) proximities: &'a [Option<&'a Proximity>],
}

impl FacilityVersions {
    pub(super) fn first(sequence: u64, facilities: usize) -> Self {
        let versions = vec![1; facilities];
        let removed = VecDeque::new();
        Self { sequence, current: 1, changed: versions.clone(), moved: versions, removed, forgotten: 0 }
    }

    /// `is_all_changed`: something that all facilities show has changed.
    pub(super) fn next(&self, before: FacilityStates<'_>, after: FacilityStates<'_>, is_all_changed: bool) -> Self {
        let version = self.current + 1;
        let (mut changed, mut moved, mut removed) = (Vec::new(), Vec::new(), self.removed.clone());
        let mut old = before.facilities.iter().enumerate().peekable();
        for (facility, proximity) in after.facilities.iter().zip(after.proximities) {
            while let Some((_, gone)) = old.next_if(|(_, old)| old.id < facility.id) {
                removed.push_back(RemovedFacility { version, id: gone.id });
            }
            let Some((index, known)) = old.next_if(|(_, old)| old.id == facility.id) else {
                changed.push(version);
                moved.push(version);
                continue;
            };
            let is_same = !is_all_changed && known == facility && is_same_status(before.proximities[index], *proximity);
            changed.push(if is_same { self.changed[index] } else { version });
            moved.push(if known.lat_long == facility.lat_long { self.moved[index] } else { version });
        }
        removed.extend(old.map(|(_, gone)| RemovedFacility { version, id: gone.id }));
        let mut next = Self { changed, moved, removed, current: version, ..*self };
        next.forget_oldest();
        next
    }

    /// Nothing keeps a version that is not known any more: a client that has read half of all facilities could not go on.
    fn forget_oldest(&mut self) {
        let excess = self.removed.len().saturating_sub(MAX_REMOVED);
        let Some(last) = self.removed.drain(..excess).next_back() else { return };
        self.forgotten = last.version;
        let oldest = last.version + 1;
        self.current = self.current.max(oldest);
        for version in self.changed.iter_mut().chain(&mut self.moved) {
            *version = oldest.max(*version);
        }
    }

    /// Whether all changes after the position are known.
    pub(super) fn knows(&self, position: &ChangePosition) -> bool {
        position.sequence == self.sequence && (self.forgotten + 1..=self.current).contains(&position.version)
    }
}

/// Everything that is shown except what follows from the time, and the newest strike of all.
fn is_same_status(one: Option<&Proximity>, other: Option<&Proximity>) -> bool {
    match (one, other) {
        (Some(one), Some(other)) => {
            (one.status, one.count_in_window, one.clear_at) == (other.status, other.count_in_window, other.clear_at)
                && (one.closest, one.nearest_in_window) == (other.closest, other.nearest_in_window)
                && one.rings == other.rings
        }
        (one, other) => one.is_none() && other.is_none(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn facilities(ids: std::ops::Range<i64>) -> Vec<Facility> {
        let facility = |id| Facility {
            id: FacilityId::new(id),
            name: "Pool".into(),
            point: None,
            lat_long: None,
            policy_id: None,
        };
        ids.map(facility).collect()
    }

    #[test]
    fn forgotten_removals_make_older_positions_unknown() {
        let many = i64::try_from(MAX_REMOVED).unwrap() + 10;
        let (all, few) = (facilities(0..many), facilities(many - 5..many));
        let proximities = vec![None; all.len()];
        let first = FacilityVersions::first(1, all.len());
        let before = FacilityStates { facilities: &all, proximities: &proximities };
        let after = FacilityStates { facilities: &few, proximities: &proximities[..few.len()] };
        let next = first.next(before, after, false);
        let at = |version| ChangePosition { sequence: 1, version, id: i64::MAX };
        assert!(first.knows(&at(1)) && !next.knows(&at(1)) && next.knows(&at(next.current)));
        assert_eq!(next.removed.len(), MAX_REMOVED);
        assert!(next.changed.iter().all(|version| next.knows(&at(*version))));
    }
}
