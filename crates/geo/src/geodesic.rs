//! Distance on the WGS84 ellipsoid by Karney's algorithm (exact to nanometers), and cheap bounds on it.
//!
//! The bounds come from the chord, the straight line through the earth. With `c` its length and `r = b²/a` the smallest
//! radius of curvature of the ellipsoid, the geodesic `s` satisfies `c <= s <= 2 r asin(c / 2r)`: no path is shorter than
//! the chord, and by Schur's theorem a curve that nowhere bends more than a circle has a chord at least as long as the
//! circle's. The bounds only select the pairs whose exact distance has to be computed; they are never part of a result.

use crate::position::LonLat;
use crate::units::Meters;
use geographiclib_rs::{DirectGeodesic, Geodesic, InverseGeodesic};

const EQUATORIAL_RADIUS_METERS: f64 = 6_378_137.0;
const FLATTENING: f64 = 1.0 / 298.257_223_563;
const POLAR_RADIUS_METERS: f64 = EQUATORIAL_RADIUS_METERS * (1.0 - FLATTENING);
const MIN_CURVATURE_RADIUS_METERS: f64 = POLAR_RADIUS_METERS * POLAR_RADIUS_METERS / EQUATORIAL_RADIUS_METERS;
/// For longer chords there is no upper bound: a longer path could have the same chord.
const MAX_BOUNDED_CHORD_METERS: f64 = 12_600_000.0;
/// Much larger than the rounding errors of chords and of Karney's series, much smaller than any distance that matters.
const TOLERANCE_METERS: f64 = 1e-5;

/// The WGS84 ellipsoid.
#[derive(Debug)]
pub struct Ellipsoid(Geodesic);

impl Ellipsoid {
    pub fn wgs84() -> Self {
        Self(Geodesic::wgs84())
    }

    /// The length of the shortest path between two positions.
    ///
    /// ```
    /// use stormwire_geo::{Ellipsoid, LonLat};
    /// let (jfk, lhr) = (LonLat::new(-73.8, 40.6).unwrap(), LonLat::new(-0.5, 51.6).unwrap());
    /// assert!((Ellipsoid::wgs84().distance(jfk, lhr).0 - 5_551_759.400).abs() < 1e-3);
    /// ```
    ///
    /// Reference: C. F. F. Karney, Algorithms for geodesics, J. Geodesy 87 (2013).
    pub fn distance(&self, from: LonLat, to: LonLat) -> Meters {
        Meters(self.0.inverse(from.lat(), from.lon(), to.lat(), to.lon()))
    }

    /// Where a geodesic of this length ends that starts in a direction, in degrees clockwise from north. `None` for a length
    /// or direction that is not finite.
    pub fn destination(&self, from: LonLat, azimuth: f64, distance: Meters) -> Option<LonLat> {
        let (lat, lon) = self.0.direct(from.lat(), from.lon(), azimuth, distance.0);
        LonLat::new(lon, lat).ok()
    }
}

/// A position in earth-centered, earth-fixed coordinates, in meters.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct EcefPoint(pub(crate) [f64; 3]);

impl EcefPoint {
    pub(crate) fn new(position: LonLat) -> Self {
        let eccentricity_squared = FLATTENING * (2.0 - FLATTENING);
        let (sin_lat, cos_lat) = position.lat().to_radians().sin_cos();
        let (sin_lon, cos_lon) = position.lon().to_radians().sin_cos();
        let normal = EQUATORIAL_RADIUS_METERS / (1.0 - eccentricity_squared * sin_lat * sin_lat).sqrt();
        Self([normal * cos_lat * cos_lon, normal * cos_lat * sin_lon, normal * (1.0 - eccentricity_squared) * sin_lat])
    }

    pub(crate) fn chord_squared(self, other: Self) -> f64 {
        let [x, y, z] = std::array::from_fn(|axis| self.0[axis] - other.0[axis]);
        x * x + y * y + z * z
    }
}

/// An upper bound for geodesics with this chord.
fn max_geodesic(chord: f64) -> f64 {
    if chord > MAX_BOUNDED_CHORD_METERS {
        return f64::INFINITY;
    }
    2.0 * MIN_CURVATURE_RADIUS_METERS * (chord / (2.0 * MIN_CURVATURE_RADIUS_METERS)).asin()
}

/// Squared chords that decide without measuring whether a geodesic is within a radius. Pairs between the two limits have to
/// be measured.
#[derive(Debug, Clone, Copy)]
pub(crate) struct RadiusBounds {
    /// Squared chords up to this one are certainly within the radius.
    pub(crate) max_inside: f64,
    /// Squared chords above this one are certainly outside the radius.
    pub(crate) min_outside: f64,
}

impl RadiusBounds {
    pub(crate) fn new(radius: Meters) -> Self {
        let inside = (radius.0 - TOLERANCE_METERS).min(MAX_BOUNDED_CHORD_METERS);
        let chord = 2.0 * MIN_CURVATURE_RADIUS_METERS * (inside / (2.0 * MIN_CURVATURE_RADIUS_METERS)).sin();
        let max_inside = if inside > 0.0 { chord * chord } else { -1.0 };
        let outside = radius.0 + TOLERANCE_METERS;
        Self { max_inside, min_outside: outside * outside }
    }
}

/// Given the smallest squared chord of a set of points, the largest squared chord that the nearest point by geodesic can
/// have.
pub(crate) fn nearest_chord_limit(smallest_chord_squared: f64) -> f64 {
    let limit = max_geodesic(smallest_chord_squared.sqrt()) + 2.0 * TOLERANCE_METERS;
    limit * limit
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn position(lon: f64, lat: f64) -> LonLat {
        LonLat::new(lon, lat).unwrap()
    }

    #[test]
    fn measures_between_poles_and_antipodes() {
        let earth = Ellipsoid::wgs84();
        let meridian = 20_003_931.458_6;
        assert!((earth.distance(position(0.0, 90.0), position(0.0, -90.0)).0 - meridian).abs() < 1e-3);
        assert!((earth.distance(position(-86.0, 34.0), position(94.0, -34.0)).0 - meridian).abs() < 1.0);
        assert!(earth.distance(position(-180.0, 10.0), position(180.0, 10.0)).0.abs() < 1e-9);
        assert!(earth.distance(position(12.0, 90.0), position(-77.0, 90.0)).0.abs() < 1e-9);
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(2_000))]

        #[test]
        fn a_destination_is_as_far_away_as_requested(
            lon in -180.0..=180.0_f64, lat in -89.0..=89.0_f64, azimuth in 0.0..360.0_f64, length in 0.0..900_000.0_f64,
        ) {
            let (earth, from) = (Ellipsoid::wgs84(), position(lon, lat));
            let to = earth.destination(from, azimuth, Meters(length)).unwrap();
            prop_assert!((earth.distance(from, to).0 - length).abs() < 1e-6);
            prop_assert_eq!(earth.destination(from, f64::NAN, Meters(length)), None);
        }

        #[test]
        fn chord_bounds_hold_near_and_far(
            lon in -180.0..=180.0_f64, lat in -90.0..=90.0_f64, is_far in any::<bool>(),
            east in -1.0..=1.0_f64, north in -1.0..=1.0_f64,
        ) {
            let scale = if is_far { 179.0 } else { 0.5 };
            let from = position(lon, lat);
            let to = position((lon + east * scale).clamp(-180.0, 180.0), (lat + north * scale).clamp(-90.0, 90.0));
            let chord = EcefPoint::new(from).chord_squared(EcefPoint::new(to)).sqrt();
            let distance = Ellipsoid::wgs84().distance(from, to);
            prop_assert!(chord <= distance.0 + TOLERANCE_METERS, "{chord} {distance:?}");
            prop_assert!(distance.0 <= max_geodesic(chord) + TOLERANCE_METERS, "{chord} {distance:?}");
        }

        #[test]
        fn radius_bounds_agree_with_the_exact_distance(
            lon in -180.0..=180.0_f64, lat in -90.0..=90.0_f64, north in -3.0..=3.0_f64, radius in 0.0..900_000.0_f64,
        ) {
            let (from, to) = (position(lon, lat), position(lon, (lat + north).clamp(-90.0, 90.0)));
            let squared = EcefPoint::new(from).chord_squared(EcefPoint::new(to));
            let distance = Ellipsoid::wgs84().distance(from, to).0;
            let bounds = RadiusBounds::new(Meters(radius));
            prop_assert!(squared > bounds.max_inside || distance <= radius);
            prop_assert!(squared <= bounds.min_outside || distance > radius);
        }
    }
}
