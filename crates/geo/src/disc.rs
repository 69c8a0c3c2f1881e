//! The disc around a position as a polygon, for formats that know no circles.

use crate::geodesic::Ellipsoid;
use crate::position::LonLat;
use crate::units::{Meters, Miles};

const SIDES: u8 = 72;
/// Covers what differs between straight lines on a map and geodesics, for every radius and latitude that is allowed here.
const MARGIN_FACTOR: f64 = 1.001;
/// Covers the rounding of written degrees to six decimals.
const MARGIN_METERS: f64 = 1.0;
/// Closer to a pole, straight lines on a map are too far from geodesics.
const MAX_LATITUDE: f64 = 80.0;

/// A closed polygon (the last position is the first one) that contains every position up to `radius` from `center`, and
/// little more. `None` for a disc near a pole or across the antimeridian, which no polygon in degrees describes.
pub fn polygon_around(center: LonLat, radius: Miles) -> Option<Vec<LonLat>> {
    let earth = Ellipsoid::wgs84();
    let step = 360.0 / f64::from(SIDES);
    // The middle of a side is closer to the center than its ends.
    let side_factor = (step / 2.0).to_radians().cos().recip();
    let to_vertex = Meters((radius.meters().0 + MARGIN_METERS) * MARGIN_FACTOR * side_factor);
    let vertex = |index| earth.destination(center, f64::from(index) * step, to_vertex);
    let mut vertices = (0..SIDES).map(vertex).collect::<Option<Vec<_>>>()?;
    let is_regular =
        |vertex: &LonLat| vertex.lat().abs() <= MAX_LATITUDE && (vertex.lon() - center.lon()).abs() <= 180.0;
    if !vertices.iter().all(is_regular) {
        return None;
    }
    vertices.push(*vertices.first()?);
    Some(vertices)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn position(lon: f64, lat: f64) -> LonLat {
        LonLat::new(lon, lat).unwrap()
    }

    /// As it is written.
    fn rounded(vertex: LonLat) -> LonLat {
        let round = |degrees: f64| (degrees * 1e6).round() / 1e6;
        position(round(vertex.lon()), round(vertex.lat()))
    }

    /// The smallest and the largest distance from the center to a point of the sides, which are straight on a map.
    fn extent(center: LonLat, polygon: &[LonLat]) -> (f64, f64) {
        let earth = Ellipsoid::wgs84();
        let mut extent = (f64::INFINITY, 0.0_f64);
        for side in polygon.windows(2) {
            let (from, to) = (rounded(side[0]), rounded(side[1]));
            for part in 0..=20 {
                let share = f64::from(part) / 20.0;
                let between = |a: f64, b: f64| a + (b - a) * share;
                let point = position(between(from.lon(), to.lon()), between(from.lat(), to.lat()));
                let distance = earth.distance(center, point).0;
                extent = (extent.0.min(distance), extent.1.max(distance));
            }
        }
        extent
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(200))]

        #[test]
        fn the_polygon_contains_the_disc_and_little_more(
            lon in -160.0..=160.0_f64, lat in -70.0..=70.0_f64, radius in 0.01..=500.0_f64,
        ) {
            let center = position(lon, lat);
            let Some(polygon) = polygon_around(center, Miles(radius)) else {
                prop_assert!(lat.abs() > 70.0 || radius > 400.0 || lon.abs() > 140.0);
                return Ok(());
            };
            prop_assert_eq!(polygon.first(), polygon.last());
            let (smallest, largest) = extent(center, &polygon);
            let meters = Miles(radius).meters().0;
            prop_assert!(smallest >= meters, "{} of {}", smallest, meters);
            prop_assert!(largest <= meters * 1.003 + 2.0, "{} of {}", largest, meters);
        }
    }

    #[test]
    fn a_disc_at_a_pole_or_the_antimeridian_has_no_polygon() {
        for (lon, lat, radius, expected) in [
            (-86.6, 34.7, 8.0, true),
            (-156.8, 71.3, 500.0, true),
            (0.0, 89.9, 8.0, false),
            (0.0, -90.0, 8.0, false),
            (179.99, 52.0, 8.0, false),
            (-179.99, 52.0, 8.0, false),
            (-86.6, 79.0, 100.0, false),
        ] {
            assert_eq!(polygon_around(position(lon, lat), Miles(radius)).is_some(), expected, "{lon} {lat} {radius}");
        }
    }
}
