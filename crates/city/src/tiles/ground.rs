//! Whether a photo can lie where its world file says. Pure.

use crate::facilities::Places;
use stormwire_geo::tiles::Rect;
use stormwire_geo::{Bounds, FeetPoint, LonLat};

/// So many degrees beside the city's bounds it may lie: a county photographs more than its city, and bounds may be narrow.
const BESIDE: f64 = 5.0;

/// What is wrong with that place, if anything is: degrees instead of feet, or feet of another coordinate system.
pub fn misplaced(places: &Places, rect: Rect) -> Option<String> {
    let (x, y) = (rect.min_x(), rect.max_y());
    let bounds = places.bounds();
    if LonLat::new(x, y).is_ok_and(|at| bounds.is_some_and(|bounds| bounds.contains(at))) {
        return Some(format!("its upper left corner, ({x}, {y}), is in degrees; write its place in the city's feet"));
    }
    let at = FeetPoint::new(x, y).ok().and_then(|point| places.crs().to_degrees(point).ok());
    let is_near = at.is_some_and(|at| bounds.is_none_or(|bounds| is_near(bounds, at)));
    (!is_near).then(|| {
        format!(
            "its upper left corner, ({x}, {y}) feet, lies more than {BESIDE} degrees outside the city's bounds; \
             is it in the coordinate system of city.crs?"
        )
    })
}

fn is_near(bounds: Bounds, at: LonLat) -> bool {
    let (min, max) = (bounds.min(), bounds.max());
    (min.lon() - BESIDE..=max.lon() + BESIDE).contains(&at.lon())
        && (min.lat() - BESIDE..=max.lat() + BESIDE).contains(&at.lat())
}

#[cfg(test)]
mod tests {
    use super::*;
    use stormwire_geo::Crs;

    #[test]
    fn a_photo_lies_near_the_city_in_feet() {
        let crs = Crs::parse("ESRI:102629").unwrap();
        let bounds = crs.zone();
        let places = Places::new(crs, bounds);
        let told = |x: f64, y: f64| misplaced(&places, Rect::new(x, y - 100.0, x + 100.0, y).unwrap());
        for (x, y) in [(429_981.9, 1_539_962.5), (1_000.0, 2_000.0), (0.0, 0.0), (900_000.0, 100.0)] {
            assert_eq!(told(x, y), None, "{x} {y}");
        }
        assert!(told(-86.586, 34.73).unwrap().contains("is in degrees"), "degrees of the city");
        for (name, x, y) in [
            ("web mercator", -9_638_720.0, 4_126_000.0),
            ("metres of UTM", 537_900.0, 3_843_100.0),
            ("nonsense", 1e12, 1e12),
            ("nonsense", -4e7, 1e6),
        ] {
            assert!(told(x, y).is_some_and(|words| words.contains("city.crs")), "{name}");
        }
    }
}
