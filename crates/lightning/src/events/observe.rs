//! Reads the states of facilities from an evaluated picture.

use super::plan::{LastStrike, ObservedState};
use crate::picture::{EvaluatedFacilities, Ranking, ThreatPicture};
use crate::time::{to_timestamp, to_unix_micros};
use stormwire_geo::{
    LonLat, Proximity, ThreatParameter, ThreatParameters, ThreatStatus, last_in_radius, status_begins_at,
};
use stormwire_store::StrikeId;
use stormwire_store::tables::facility::Facility;
use stormwire_store::tables::status_event::FacilityStatus;

/// A picture with its evaluation.
pub(super) struct Observer<'a> {
    pub(super) picture: &'a ThreatPicture,
    pub(super) evaluated: &'a EvaluatedFacilities,
    pub(super) parameters: ThreatParameters,
}

impl Observer<'_> {
    pub(super) fn states(&self) -> Vec<ObservedState> {
        let rule = rule_text(&self.parameters);
        let state = |ranking: &Ranking| self.state(ranking, &rule);
        self.evaluated.ranking.iter().map(state).collect()
    }

    fn state(&self, ranking: &Ranking, rule: &str) -> ObservedState {
        let facility = &self.picture.facilities()[ranking.facility];
        let proximity = ranking.proximity.as_ref();
        ObservedState {
            facility_id: facility.id,
            facility_name: facility.name.clone(),
            ring: None,
            anchor: facility.lat_long.map(anchor_text),
            rule: rule.to_owned(),
            status: proximity.map_or(FacilityStatus::Unknown, |proximity| proximity.status.into()),
            window_ends_at: proximity.and_then(|proximity: &Proximity| proximity.status_changes_at).map(to_timestamp),
        }
    }

    /// The newest strike in the radius of a facility.
    pub(super) fn last_strike(&self, observed: &ObservedState) -> Option<LastStrike> {
        let has_id = |facility: &&Facility| facility.id == observed.facility_id;
        let position = self.picture.facilities().iter().find(has_id)?.lat_long?;
        let as_of = to_unix_micros(self.picture.as_of());
        let strikes = self.picture.strikes().history();
        let strike = last_in_radius(strikes, position, self.parameters.radius(), as_of)?;
        let status = match observed.status {
            FacilityStatus::Active => ThreatStatus::Active,
            FacilityStatus::Clearing => ThreatStatus::Clearing,
            FacilityStatus::Clear | FacilityStatus::Unknown => ThreatStatus::Clear,
        };
        let began_at = status_begins_at(status, strike.at, &self.parameters);
        Some(LastStrike { id: StrikeId::new(strike.id), status_began_at: to_timestamp(began_at) })
    }
}

/// To about a centimeter.
fn anchor_text(position: LonLat) -> String {
    format!("{:.7},{:.7}", position.lat(), position.lon())
}

/// Differs whenever the parameters do.
fn rule_text(parameters: &ThreatParameters) -> String {
    let [radius, danger, all_clear, history] =
        [ThreatParameter::Radius, ThreatParameter::Danger, ThreatParameter::AllClear, ThreatParameter::History]
            .map(|parameter| parameters.value(parameter));
    format!("{radius:e} miles, {danger:e} and {all_clear:e} minutes, {history:e} hours")
}
