//! The strike that a status follows from, and when the status began.

use super::evaluate::StrikeHistory;
use super::parameters::ThreatParameters;
use super::proximity::{Strike, ThreatStatus};
use crate::geodesic::Ellipsoid;
use crate::position::LonLat;
use crate::units::{DurationMicros, Miles, UnixMicros};

/// A degree of latitude is at least this long everywhere on the ellipsoid.
const MIN_MILES_PER_DEGREE: f64 = 68.0;

/// The newest of the known strikes that is within a radius at a time; of several at the same time the one with the highest
/// id.
pub fn last_in_radius(
    strikes: StrikeHistory<'_>,
    position: LonLat,
    radius: Miles,
    as_of: UnixMicros,
) -> Option<Strike> {
    let known = &strikes.strikes[..strikes.strikes.partition_point(|strike| strike.at <= as_of)];
    let earth = Ellipsoid::wgs84();
    // Most strikes of a storm are far away: comparing latitudes costs a hundredth of measuring a distance.
    let max_degrees = radius.0 / MIN_MILES_PER_DEGREE;
    let is_inside = |strike: &&Strike| {
        (strike.position.lat() - position.lat()).abs() <= max_degrees
            && earth.distance(position, strike.position).miles() <= radius
    };
    known.iter().rev().find(is_inside).copied()
}

/// When a status that is not Active began, if this was the last strike in the radius. The danger window includes its end; the
/// all-clear window excludes it.
pub fn status_begins_at(status: ThreatStatus, last_in_radius: UnixMicros, parameters: &ThreatParameters) -> UnixMicros {
    let danger_is_over = last_in_radius.after(parameters.danger()).after(DurationMicros(1));
    match status {
        ThreatStatus::Active => last_in_radius,
        ThreatStatus::Clearing => danger_is_over,
        ThreatStatus::Clear => danger_is_over.max(last_in_radius.after(parameters.all_clear())),
    }
}

#[cfg(test)]
mod tests {
    use super::super::evaluate::{Site, evaluate};
    use super::super::parameters::ThreatParameter;
    use super::super::policy::Policy;
    use super::*;
    use proptest::prelude::*;

    const NOON: UnixMicros = UnixMicros(1_777_636_800_000_000);

    fn home() -> LonLat {
        LonLat::new(-86.5861, 34.7304).unwrap()
    }

    proptest! {
        #[test]
        fn agrees_with_the_evaluation(
            strikes in proptest::collection::vec((0..120_i64, -0.3..0.3_f64, -0.3..0.3_f64), 0..40),
            (danger, all_clear) in (1..40_u32, 1..60_u32),
            minute in 0..240_i64,
        ) {
            let parameters = ThreatParameters::default()
                .with_value(ThreatParameter::Danger, f64::from(danger)).unwrap()
                .with_value(ThreatParameter::AllClear, f64::from(all_clear)).unwrap();
            let mut all: Vec<Strike> = (1..).zip(strikes).map(|(id, (minute, lon, lat))| Strike {
                id,
                at: UnixMicros(NOON.0 + minute * 60_000_000),
                position: LonLat::new(-86.5861 + lon, 34.7304 + lat).unwrap(),
                tag: 0,
            }).collect();
            all.sort_by_key(|strike| (strike.at, strike.id));
            let history = StrikeHistory { strikes: &all, before: None };
            let as_of = UnixMicros(NOON.0 + minute * 60_000_000);
            let rules = [Policy::from(parameters)];
            let status = |at| evaluate(history, &rules, &[Site { position: home(), policy: 0 }], at).remove(0).status;
            let last = last_in_radius(history, home(), parameters.radius(), as_of);
            let earth = Ellipsoid::wgs84();
            let slow = all.iter().rev().find(|strike| {
                strike.at <= as_of && earth.distance(home(), strike.position).miles() <= parameters.radius()
            });
            prop_assert_eq!(last.map(|strike| strike.id), slow.map(|strike| strike.id));
            let Some(last) = last else {
                prop_assert_eq!(status(as_of), ThreatStatus::Clear);
                return Ok(());
            };
            let began = status_begins_at(status(as_of), last.at, &parameters);
            prop_assert!(began <= as_of);
            prop_assert_eq!(status(began), status(as_of));
            if status(as_of) != ThreatStatus::Active {
                prop_assert_ne!(status(UnixMicros(began.0 - 1)), status(as_of));
            }
        }
    }
}
