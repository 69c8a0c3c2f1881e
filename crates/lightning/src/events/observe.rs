//! Reads the states of facilities and their rings from an evaluated picture.

use super::plan::{LastStrike, ObservedState};
use crate::picture::{EvaluatedFacilities, Ranking, ThreatPicture};
use crate::time::{to_timestamp, to_unix_micros};
use stormwire_geo::{
    LonLat, Policy as Rule, Ring, RingState, ThreatParameter, ThreatParameters, ThreatStatus, last_in_radius,
    status_begins_at,
};
use stormwire_store::StrikeId;
use stormwire_store::tables::facility::Facility;
use stormwire_store::tables::status_event::FacilityStatus;

/// A picture, evaluated by its policies.
pub(super) struct Observer<'a> {
    pub(super) picture: &'a ThreatPicture,
    pub(super) evaluated: &'a EvaluatedFacilities,
}

impl Observer<'_> {
    /// Each facility is followed by its rings.
    pub(super) fn states(&self) -> Vec<ObservedState> {
        self.evaluated.ranking.iter().flat_map(|ranking| self.states_of(ranking)).collect()
    }

    fn states_of(&self, ranking: &Ranking) -> Vec<ObservedState> {
        let facility = &self.picture.facilities()[ranking.facility];
        let rule = self.rule(facility);
        let proximity = ranking.proximity.as_ref();
        let of_facility = ObservedState {
            facility_id: facility.id,
            facility_name: facility.name.clone(),
            ring: None,
            anchor: facility.lat_long.map(anchor_text),
            rule: parameters_text(rule.parameters()),
            status: proximity.map_or(FacilityStatus::Unknown, |proximity| proximity.status.into()),
            window_ends_at: proximity.and_then(|proximity| proximity.status_changes_at).map(to_timestamp),
        };
        let ring_states = proximity.map(|proximity| proximity.rings.as_slice()).unwrap_or_default();
        let of_ring = |(index, ring): (usize, &Ring)| {
            let state = ring_states.get(index);
            ObservedState {
                ring: Some(ring.name().to_owned()),
                rule: ring_text(ring),
                status: state.map_or(FacilityStatus::Unknown, ring_status),
                window_ends_at: state.and_then(RingState::ends_at).map(to_timestamp),
                ..of_facility.clone()
            }
        };
        let rings: Vec<_> = rule.rings().iter().enumerate().map(of_ring).collect();
        std::iter::once(of_facility).chain(rings).collect()
    }

    /// The newest strike in the radius of the facility or the ring.
    pub(super) fn last_strike(&self, observed: &ObservedState) -> Option<LastStrike> {
        // They are in the order of their ids.
        let facilities = self.picture.facilities();
        let index = facilities.binary_search_by_key(&observed.facility_id, |facility| facility.id).ok()?;
        let facility = &facilities[index];
        let rule = self.rule(facility);
        let ring = observed.ring.as_ref().map(|name| rule.rings().iter().find(|ring| ring.name() == name));
        let radius = match ring {
            Some(ring) => ring?.radius(),
            None => rule.parameters().radius(),
        };
        let as_of = to_unix_micros(self.picture.as_of());
        let strike = last_in_radius(self.picture.strikes().history(), facility.lat_long?, radius, as_of)?;
        let began_at = match (ring.flatten(), observed.status) {
            (Some(_), FacilityStatus::Active) => strike.at,
            (Some(ring), _) => RingState::clear_since(ring, strike.at),
            (None, status) => status_begins_at(threat_status(status), strike.at, rule.parameters()),
        };
        Some(LastStrike { id: StrikeId::new(strike.id), status_began_at: to_timestamp(began_at) })
    }

    fn rule(&self, facility: &Facility) -> &Rule {
        &self.picture.policies().of(facility).fields.rule
    }
}

fn ring_status(state: &RingState) -> FacilityStatus {
    if state.is_active() { FacilityStatus::Active } else { FacilityStatus::Clear }
}

fn threat_status(status: FacilityStatus) -> ThreatStatus {
    match status {
        FacilityStatus::Active => ThreatStatus::Active,
        FacilityStatus::Clearing => ThreatStatus::Clearing,
        FacilityStatus::Clear | FacilityStatus::Unknown => ThreatStatus::Clear,
    }
}

/// To about a centimeter.
fn anchor_text(position: LonLat) -> String {
    format!("{:.7},{:.7}", position.lat(), position.lon())
}

/// Differs whenever the parameters do.
fn parameters_text(parameters: &ThreatParameters) -> String {
    let [radius, danger, all_clear, history] =
        [ThreatParameter::Radius, ThreatParameter::Danger, ThreatParameter::AllClear, ThreatParameter::History]
            .map(|parameter| parameters.value(parameter));
    format!("{radius:e} miles, {danger:e} and {all_clear:e} minutes, {history:e} hours")
}

fn ring_text(ring: &Ring) -> String {
    format!("{:e} miles, {:e} minutes", ring.radius().0, ring.clear_minutes())
}
