//! The position that is closest to any of several references, such as the facilities of a city.

use crate::geodesic::{EcefPoint, Ellipsoid};
use crate::position::LonLat;
use crate::units::Meters;

/// Keeps the position closest to any reference, of positions that are offered one by one. Compares straight lines through
/// the earth, so that many positions cost little; measure the result with [`distance_to_closest`].
#[derive(Debug)]
pub struct ClosestPosition {
    references: Vec<EcefPoint>,
    found: Option<(LonLat, f64)>,
}

impl ClosestPosition {
    pub fn new(references: &[LonLat]) -> Self {
        Self { references: references.iter().copied().map(EcefPoint::new).collect(), found: None }
    }

    /// At equal distance the first position stays. Without references the first one of all stays.
    pub fn offer(&mut self, position: LonLat) {
        let point = EcefPoint::new(position);
        let chord = self.references.iter().map(|to| point.chord_squared(*to)).fold(f64::INFINITY, f64::min);
        if self.found.is_none_or(|(_, best)| chord < best) {
            self.found = Some((position, chord));
        }
    }

    pub fn found(&self) -> Option<LonLat> {
        self.found.map(|(position, _)| position)
    }
}

/// The length of the shortest path to the closest reference; `None` without references.
pub fn distance_to_closest(position: LonLat, references: &[LonLat]) -> Option<Meters> {
    let earth = Ellipsoid::wgs84();
    let meters = references.iter().map(|to| earth.distance(position, *to).0).min_by(f64::total_cmp);
    meters.map(Meters)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn at(lon: f64, lat: f64) -> LonLat {
        LonLat::new(lon, lat).unwrap()
    }

    fn closest(references: &[LonLat], offered: &[LonLat]) -> Option<LonLat> {
        let mut search = ClosestPosition::new(references);
        for position in offered {
            search.offer(*position);
        }
        search.found()
    }

    #[test]
    fn the_closest_to_any_reference_is_found() {
        let city = [at(-86.6, 34.7), at(-86.2, 34.4)];
        let (near, far, opposite) = (at(-86.1, 34.5), at(-80.0, 34.0), at(93.4, -34.7));
        assert_eq!(closest(&city, &[opposite, far, near, far]), Some(near));
        assert_eq!(closest(&city, &[opposite]), Some(opposite));
        assert_eq!(closest(&city, &[]), None);
        assert_eq!(closest(&[], &[far, near]), Some(far), "without references the first one stays");
    }

    #[test]
    fn the_distance_is_the_geodesic_to_the_closest_reference() {
        let city = [at(-86.2, 34.4), at(-86.5861, 34.7304)];
        // GeodSolve -i <<< "34.7304 -86.5861 34.7283 86.5477"
        let meters = distance_to_closest(at(86.5477, 34.7283), &city).unwrap();
        assert!((meters.0 - 12_281_875.671_2).abs() < 1e-3, "{meters:?}");
        assert_eq!(distance_to_closest(city[0], &city), Some(Meters(0.0)));
        assert_eq!(distance_to_closest(city[0], &[]), None);
    }

    fn any_position() -> impl Strategy<Value = LonLat> {
        (-180.0..=180.0, -90.0..=90.0).prop_map(|(lon, lat)| at(lon, lat))
    }

    proptest! {
        /// A chord and a geodesic may order two positions differently only if both are almost equally far.
        #[test]
        fn the_position_by_chords_is_the_closest_within_one_percent(
            references in proptest::collection::vec(any_position(), 1..5),
            offered in proptest::collection::vec(any_position(), 1..20),
        ) {
            let found = distance_to_closest(closest(&references, &offered).unwrap(), &references).unwrap();
            let exact = offered.iter().filter_map(|position| distance_to_closest(*position, &references))
                .map(|distance| distance.0).fold(f64::INFINITY, f64::min);
            prop_assert!(found.0 <= exact * 1.01 + 1e-6, "{} {}", found.0, exact);
        }
    }
}
