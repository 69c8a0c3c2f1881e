//! What changed after a position in the sequence of changes.

use super::facility_versions::{ChangePosition, FacilityVersions, RemovedFacility};
use super::picture::{EvaluatedFacilities, Ranking, ThreatPicture};
use stormwire_geo::Bounds;
use stormwire_store::FacilityId;
use stormwire_store::tables::facility::Facility;

/// Which changes are wanted.
#[derive(Debug, Clone, Copy)]
pub struct ChangeSelection {
    /// `None`: nothing is known yet.
    pub after: Option<ChangePosition>,
    pub bounds: Option<Bounds>,
    pub limit: usize,
}

/// What changed after a position.
#[derive(Debug)]
pub struct FacilityChanges<'a> {
    /// False: the position is unknown, and these are all facilities, from the beginning.
    pub is_delta: bool,
    /// In the order of their changes.
    pub rankings: Vec<&'a Ranking>,
    /// Facilities that do not exist any more, or are not inside the box any more.
    pub removed: Vec<FacilityId>,
    /// After these changes.
    pub position: ChangePosition,
    /// Whether there are more changes after that position.
    pub has_more: bool,
}

/// A facility that changed (with its index) or was removed.
struct Change {
    version: u64,
    id: FacilityId,
    facility: Option<usize>,
}

impl Change {
    fn key(&self) -> (u64, i64) {
        (self.version, self.id.get())
    }
}

impl EvaluatedFacilities {
    /// What changed after a position. `picture` must be the one that was evaluated. `None` if it is not a live picture, or was
    /// not evaluated by the policies.
    pub fn changes(&self, picture: &ThreatPicture, selection: &ChangeSelection) -> Option<FacilityChanges<'_>> {
        let versions = self.versions.as_ref()?;
        let known = selection.after.filter(|position| versions.knows(position));
        let mut changes = match &known {
            Some(position) => changes_after(versions, picture, selection.bounds, *position),
            None => self.all_as_changes(versions, picture, selection.bounds),
        };
        changes.sort_unstable_by_key(Change::key);
        let has_more = changes.len() > selection.limit;
        changes.truncate(selection.limit);
        let (version, id) = changes.last().filter(|_| has_more).map_or((versions.current, i64::MAX), Change::key);
        let rankings = changes.iter().filter_map(|change| change.facility);
        Some(FacilityChanges {
            is_delta: known.is_some(),
            rankings: rankings.map(|facility| &self.ranking[self.ranks[facility]]).collect(),
            removed: changes.iter().filter(|change| change.facility.is_none()).map(|change| change.id).collect(),
            position: ChangePosition { sequence: versions.sequence, version, id },
            has_more,
        })
    }

    fn all_as_changes(
        &self,
        versions: &FacilityVersions,
        picture: &ThreatPicture,
        bounds: Option<Bounds>,
    ) -> Vec<Change> {
        let change = |facility: usize| Change {
            version: versions.changed[facility],
            id: picture.facilities()[facility].id,
            facility: Some(facility),
        };
        match bounds {
            Some(bounds) => self.index.positions.within(bounds).map(change).collect(),
            None => (0..picture.facilities().len()).map(change).collect(),
        }
    }
}

fn changes_after(
    versions: &FacilityVersions,
    picture: &ThreatPicture,
    bounds: Option<Bounds>,
    position: ChangePosition,
) -> Vec<Change> {
    let after = (position.version, position.id);
    let is_inside = |facility: &Facility| {
        bounds.is_none_or(|bounds| facility.lat_long.is_some_and(|position| bounds.contains(position)))
    };
    let change = |index: usize| {
        let facility = &picture.facilities()[index];
        // Whether it was inside is not known. A client ignores the removal of a facility that it does not have.
        if is_inside(facility) {
            Change { version: versions.changed[index], id: facility.id, facility: Some(index) }
        } else {
            Change { version: versions.moved[index], id: facility.id, facility: None }
        }
    };
    let is_recent = |index: &usize| versions.changed[*index] >= position.version;
    let existing = (0..versions.changed.len()).filter(is_recent).map(change);
    let gone = |gone: &RemovedFacility| Change { version: gone.version, id: gone.id, facility: None };
    existing.chain(versions.removed.iter().map(gone)).filter(|change| change.key() > after).collect()
}
