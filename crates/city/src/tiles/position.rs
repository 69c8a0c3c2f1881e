//! Checks whether the position in a world file is plausible. Pure.

use crate::facilities::CityMap;
use stormwire_geo::tiles::Rect;
use stormwire_geo::{Bounds, FeetPoint, LonLat};

/// How many degrees outside the city's bounds an image may be: counties photograph more than one city, and bounds may be
/// narrow.
const MARGIN_DEGREES: f64 = 5.0;

/// Detects degrees instead of feet, and feet of another coordinate system.
pub fn position_error(map: &CityMap, rect: Rect) -> Option<String> {
    let (x, y) = (rect.min_x(), rect.max_y());
    let bounds = map.bounds();
    if LonLat::new(x, y).is_ok_and(|at| bounds.is_some_and(|bounds| bounds.contains(at))) {
        return Some(format!(
            "the upper left corner ({x}, {y}) is in degrees; use feet in the coordinate system of city.crs"
        ));
    }
    let at = FeetPoint::new(x, y).ok().and_then(|point| map.crs().to_degrees(point).ok());
    let is_near = at.is_some_and(|at| bounds.is_none_or(|bounds| is_near(bounds, at)));
    (!is_near).then(|| {
        format!(
            "the upper left corner ({x}, {y}) is more than {MARGIN_DEGREES} degrees outside city.bounds; check that the \
             world file uses the coordinate system of city.crs"
        )
    })
}

fn is_near(bounds: Bounds, at: LonLat) -> bool {
    let (min, max) = (bounds.min(), bounds.max());
    (min.lon() - MARGIN_DEGREES..=max.lon() + MARGIN_DEGREES).contains(&at.lon())
        && (min.lat() - MARGIN_DEGREES..=max.lat() + MARGIN_DEGREES).contains(&at.lat())
}

#[cfg(test)]
mod tests {
    use super::*;
    use stormwire_geo::Crs;

    #[test]
    fn position_must_be_near_the_city_in_feet() {
        let crs = Crs::parse("ESRI:102629").unwrap();
        let bounds = crs.zone();
        let map = CityMap::new(crs, bounds);
        let error = |x: f64, y: f64| position_error(&map, Rect::new(x, y - 100.0, x + 100.0, y).unwrap());
        for (x, y) in [(429_981.9, 1_539_962.5), (1_000.0, 2_000.0), (0.0, 0.0), (900_000.0, 100.0)] {
            assert_eq!(error(x, y), None, "{x} {y}");
        }
        assert!(error(-86.586, 34.73).unwrap().contains("is in degrees"), "degrees of the city");
        for (name, x, y) in [
            ("web mercator", -9_638_720.0, 4_126_000.0),
            ("meters of UTM", 537_900.0, 3_843_100.0),
            ("nonsense", 1e12, 1e12),
            ("nonsense", -4e7, 1e6),
        ] {
            assert!(error(x, y).is_some_and(|text| text.contains("city.crs")), "{name}");
        }
    }
}
