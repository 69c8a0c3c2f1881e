//! What an edited policy would have done in the last storm. Pure.

use super::picture::ThreatPicture;
use super::time::to_timestamp;
use jiff::Timestamp;
use std::time::Duration;
use stormwire_geo::{DurationMicros, LonLat, Policy as Rule, StormEffect, StormReplay, Strike};
use stormwire_store::PolicyId;
use stormwire_store::tables::facility::Facility;

/// A longer storm is replayed from its last day on.
pub(super) const MAX_STORM: Duration = Duration::from_hours(24);
/// Between two strikes of the same storm.
const MAX_PAUSE_MINUTES: f64 = 90.0;
/// A replay measures every strike for every facility. More facilities would show nothing else.
const MAX_FACILITIES: usize = 500;

#[derive(Debug, Clone)]
pub struct StormPreview {
    pub from: Timestamp,
    pub to: Timestamp,
    pub strikes: usize,
    /// Facilities with a location that have the policy; of a new policy all of them.
    pub facility_count: usize,
    /// The first of them, by id.
    pub replayed: Vec<PreviewedFacility>,
}

#[derive(Debug, Clone)]
pub struct PreviewedFacility {
    pub facility: Facility,
    /// By its current policy.
    pub before: StormEffect,
    pub after: StormEffect,
}

impl StormPreview {
    /// `None` without strikes. `policy_id` is `None` for a new policy.
    pub(super) fn new(
        picture: &ThreatPicture,
        strikes: &[Strike],
        policy_id: Option<PolicyId>,
        rule: &Rule,
    ) -> Option<Self> {
        let storm = last_storm(strikes);
        let (first, last) = (storm.first()?, storm.last()?);
        let policies = picture.policies();
        let has_policy = |facility: &&Facility| policy_id.is_none_or(|id| policies.of(facility).id == id);
        let located = |facility: &Facility| facility.lat_long.map(|position| (facility.clone(), position));
        let facilities: Vec<(Facility, LonLat)> =
            picture.facilities().iter().filter(has_policy).filter_map(located).collect();
        let (facility_count, replay) = (facilities.len(), StormReplay::new(storm));
        let previewed = |(facility, position): (Facility, LonLat)| {
            let before = replay.effect(position, &policies.of(&facility).fields.rule);
            PreviewedFacility { facility, before, after: replay.effect(position, rule) }
        };
        Some(Self {
            from: to_timestamp(first.at),
            to: to_timestamp(last.at),
            strikes: storm.len(),
            facility_count,
            replayed: facilities.into_iter().take(MAX_FACILITIES).map(previewed).collect(),
        })
    }
}

/// The strikes after the last long pause. `strikes` must be sorted by time.
fn last_storm(strikes: &[Strike]) -> &[Strike] {
    let pause = DurationMicros::minutes(MAX_PAUSE_MINUTES);
    let is_pause = |pair: &[Strike]| pair[1].at.since(pair[0].at) > pause;
    let start = strikes.windows(2).rposition(is_pause).map_or(0, |before| before + 1);
    &strikes[start..]
}

#[cfg(test)]
mod tests {
    use super::*;
    use stormwire_geo::UnixMicros;

    #[test]
    fn a_long_pause_separates_storms() {
        let position = LonLat::new(-86.6, 34.7).unwrap();
        let strike = |minute: i64| Strike { id: minute, at: UnixMicros(minute * 60_000_000), position, tag: 0 };
        for (minutes, expected) in [
            (vec![], vec![]),
            (vec![0, 90, 180], vec![0, 90, 180]),
            (vec![0, 91, 100], vec![91, 100]),
            (vec![0, 200, 210, 400], vec![400]),
        ] {
            let strikes: Vec<Strike> = minutes.iter().map(|minute| strike(*minute)).collect();
            let found: Vec<i64> = last_storm(&strikes).iter().map(|strike| strike.id).collect();
            assert_eq!(found, expected, "{minutes:?}");
        }
    }
}
