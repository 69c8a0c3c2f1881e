//! Distance on the WGS84 ellipsoid: Karney's, exact to nanometres; and bounds of it that cost nothing.
//!
//! The bounds come from the straight line through the earth. With `c` its length and `r = b²/a` the smallest radius of
//! curvature of the ellipsoid, `c <= s <= 2 r asin(c / 2r)`: no way is shorter than the straight one, and by Schur's theorem
//! a curve that nowhere bends more than a circle has a chord that is no shorter than the circle's. The bounds only
//! choose for which pairs the exact distance is asked; they never enter an answer.

use crate::position::LonLat;
use crate::units::Metres;
use geographiclib_rs::{Geodesic, InverseGeodesic};

const EQUATORIAL: f64 = 6_378_137.0;
const FLATTENING: f64 = 1.0 / 298.257_223_563;
const POLAR: f64 = EQUATORIAL * (1.0 - FLATTENING);
/// The smallest radius of curvature.
const TIGHTEST: f64 = POLAR * POLAR / EQUATORIAL;
/// Above this chord a longer way could have the same one: the bound says nothing there.
const FAR: f64 = 12_600_000.0;
/// Far more than what floating point loses in chords and in Karney's series, far less than what matters.
pub(crate) const SLACK: f64 = 1e-5;

/// The WGS84 ellipsoid.
#[derive(Debug)]
pub struct Ellipsoid(Geodesic);

impl Ellipsoid {
    /// WGS84.
    pub fn wgs84() -> Self {
        Self(Geodesic::wgs84())
    }

    /// The length of the shortest way from one place to the other.
    ///
    /// ```
    /// use stormwire_geo::{Ellipsoid, LonLat};
    /// let (jfk, lhr) = (LonLat::new(-73.8, 40.6).unwrap(), LonLat::new(-0.5, 51.6).unwrap());
    /// assert!((Ellipsoid::wgs84().distance(jfk, lhr).0 - 5_551_759.400).abs() < 1e-3);
    /// ```
    ///
    /// Reference: C. F. F. Karney, Algorithms for geodesics, J. Geodesy 87 (2013).
    pub fn distance(&self, from: LonLat, to: LonLat) -> Metres {
        Metres(self.0.inverse(from.lat(), from.lon(), to.lat(), to.lon()))
    }
}

/// A place as a point in space, in metres from the centre of the earth.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Point(pub(crate) [f64; 3]);

impl Point {
    pub(crate) fn of(at: LonLat) -> Self {
        let eccentricity = FLATTENING * (2.0 - FLATTENING);
        let ((sin_lat, cos_lat), (sin_lon, cos_lon)) =
            (at.lat().to_radians().sin_cos(), at.lon().to_radians().sin_cos());
        let normal = EQUATORIAL / (1.0 - eccentricity * sin_lat * sin_lat).sqrt();
        Self([normal * cos_lat * cos_lon, normal * cos_lat * sin_lon, normal * (1.0 - eccentricity) * sin_lat])
    }

    /// The square of the straight line.
    pub(crate) fn chord_squared(self, other: Self) -> f64 {
        let [x, y, z] = std::array::from_fn(|axis| self.0[axis] - other.0[axis]);
        x * x + y * y + z * z
    }
}

/// No geodesic over this chord is longer.
fn longest(chord: f64) -> f64 {
    if chord > FAR { f64::INFINITY } else { 2.0 * TIGHTEST * (chord / (2.0 * TIGHTEST)).asin() }
}

/// What lies within a distance for sure, what beyond it for sure, and what has to be measured.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Reach {
    /// Squares of chords up to this one are surely within.
    pub(crate) surely_within: f64,
    /// Squares of chords over this one are surely beyond.
    pub(crate) surely_beyond: f64,
}

impl Reach {
    pub(crate) fn of(distance: Metres) -> Self {
        let within = (distance.0 - SLACK).min(FAR);
        let chord = 2.0 * TIGHTEST * (within / (2.0 * TIGHTEST)).sin();
        let surely_within = if within > 0.0 { chord * chord } else { -1.0 };
        let beyond = distance.0 + SLACK;
        Self { surely_within, surely_beyond: beyond * beyond }
    }
}

/// Whatever is nearest has a chord whose square is no larger than this, when the smallest chord has that square.
pub(crate) fn contenders(smallest_squared: f64) -> f64 {
    let limit = longest(smallest_squared.sqrt()) + 2.0 * SLACK;
    limit * limit
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn at(lon: f64, lat: f64) -> LonLat {
        LonLat::new(lon, lat).unwrap()
    }

    #[test]
    fn poles_and_antipodes_have_distances() {
        let earth = Ellipsoid::wgs84();
        let meridian = 20_003_931.458_6;
        assert!((earth.distance(at(0.0, 90.0), at(0.0, -90.0)).0 - meridian).abs() < 1e-3);
        assert!((earth.distance(at(-86.0, 34.0), at(94.0, -34.0)).0 - meridian).abs() < 1.0);
        assert!(earth.distance(at(-180.0, 10.0), at(180.0, 10.0)).0.abs() < 1e-9);
        assert!(earth.distance(at(12.0, 90.0), at(-77.0, 90.0)).0.abs() < 1e-9);
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(2_000))]

        #[test]
        fn the_bounds_hold_near_and_far(
            lon in -180.0..=180.0_f64, lat in -90.0..=90.0_f64, far in any::<bool>(),
            east in -1.0..=1.0_f64, north in -1.0..=1.0_f64,
        ) {
            let scale = if far { 179.0 } else { 0.5 };
            let other = at((lon + east * scale).clamp(-180.0, 180.0), (lat + north * scale).clamp(-90.0, 90.0));
            let here = at(lon, lat);
            let chord = Point::of(here).chord_squared(Point::of(other)).sqrt();
            let distance = Ellipsoid::wgs84().distance(here, other);
            prop_assert!(chord <= distance.0 + SLACK, "{chord} {distance:?}");
            prop_assert!(distance.0 <= longest(chord) + SLACK, "{chord} {distance:?}");
        }

        #[test]
        fn what_is_sure_is_true(lon in -180.0..=180.0_f64, lat in -90.0..=90.0_f64, north in -3.0..=3.0_f64, radius in 0.0..900_000.0_f64) {
            let (here, other) = (at(lon, lat), at(lon, (lat + north).clamp(-90.0, 90.0)));
            let squared = Point::of(here).chord_squared(Point::of(other));
            let distance = Ellipsoid::wgs84().distance(here, other).0;
            let reach = Reach::of(Metres(radius));
            prop_assert!(squared > reach.surely_within || distance <= radius);
            prop_assert!(squared <= reach.surely_beyond || distance > radius);
        }
    }
}
