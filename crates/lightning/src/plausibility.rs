//! Whether the strikes of a message can be right: they must be near the city. Pure.
//!
//! A vendor's mail that is read with the wrong sign puts every strike on the other side of the earth, and every facility
//! would be shown as Clear. So each message stores the position of its strike that was closest to a facility, and the feed
//! is unhealthy while that strike is too far from every facility. The position is stored and not the verdict, because
//! facilities and the limit may change: the distance is measured again at every check. If a facility is added later, the
//! stored strike may no longer be the closest one of its message; then the check can only be too strict, until the next
//! message.

use stormwire_geo::{Bounds, Ellipsoid, LonLat, Meters, Miles, distance_to_closest};
use stormwire_store::tables::facility::Facility;

/// Strikes are expected within a distance of the city.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct PlausibleArea {
    /// `None`: any distance is plausible.
    pub radius: Option<Miles>,
    /// The center is the reference while no facility has a position.
    pub bounds: Option<Bounds>,
}

impl PlausibleArea {
    pub fn around(self, facilities: &[Facility]) -> CityArea {
        let anchors: Vec<LonLat> = facilities.iter().filter_map(|facility| facility.lat_long).collect();
        let has_facilities = !anchors.is_empty();
        let references = if has_facilities { anchors } else { self.bounds.map(Bounds::center).into_iter().collect() };
        CityArea { radius: self.radius, references, has_facilities }
    }
}

/// The area in which strikes are plausible, with the facilities of this moment.
#[derive(Debug, Clone)]
pub struct CityArea {
    radius: Option<Miles>,
    /// The facilities, or the center of the city. Without any, everything is plausible.
    references: Vec<LonLat>,
    has_facilities: bool,
}

impl CityArea {
    pub fn references(&self) -> &[LonLat] {
        &self.references
    }

    /// Whether there is a limit and something to measure from.
    pub(crate) fn is_checked(&self) -> bool {
        self.radius.is_some() && !self.references.is_empty()
    }

    /// How far a position is from the closest reference, if that is too far.
    pub fn implausible_distance(&self, position: LonLat) -> Option<Miles> {
        let radius = self.radius?.meters();
        let earth = Ellipsoid::wgs84();
        // Usually the first facility is close enough.
        if self.references.iter().any(|to| earth.distance(position, *to) <= radius) {
            return None;
        }
        distance_to_closest(position, &self.references).map(Meters::miles)
    }

    /// `from every facility`
    pub(crate) fn every_reference(&self) -> &'static str {
        if self.has_facilities { "every facility" } else { CITY_CENTER }
    }

    /// `from the closest facility`
    pub(crate) fn closest_reference(&self) -> &'static str {
        if self.has_facilities { "the closest facility" } else { CITY_CENTER }
    }
}

const CITY_CENTER: &str = "the center of the city";

/// Whole miles, rounded down: `7,624 miles`.
pub(crate) fn format_miles(miles: Miles) -> String {
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "half of the earth is 12,500 miles")]
    let whole = miles.0.floor().clamp(0.0, 99_999.0) as u32;
    match (whole / 1_000, whole % 1_000) {
        (0, 1) => "1 mile".into(),
        (0, rest) => format!("{rest} miles"),
        (thousands, rest) => format!("{thousands},{rest:03} miles"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use stormwire_store::FacilityId;

    fn at(lat: f64, lon: f64) -> LonLat {
        LonLat::new(lon, lat).unwrap()
    }

    fn facility(position: Option<LonLat>) -> Facility {
        Facility { id: FacilityId::new(1), name: "Pool".into(), point: None, lat_long: position, policy_id: None }
    }

    #[test]
    fn the_closest_facility_counts_and_the_limit_is_inclusive() {
        let pool = at(34.7304, -86.5861);
        let area =
            |miles| PlausibleArea { radius: miles, bounds: None }.around(&[facility(None), facility(Some(pool))]);
        let strike = at(34.7283, 86.5477);
        let exact = area(Some(Miles(500.0))).implausible_distance(strike).unwrap();
        assert_eq!(format_miles(exact), "7,631 miles");
        assert_eq!(area(Some(exact)).implausible_distance(strike), None);
        assert_eq!(area(None).implausible_distance(strike), None, "0 switches the check off");
        assert_eq!(area(Some(Miles(500.0))).implausible_distance(at(35.0, -88.0)), None);
        assert_eq!(area(Some(Miles(500.0))).every_reference(), "every facility");
    }

    #[test]
    fn without_facilities_the_center_of_the_city_counts() {
        let bounds = Bounds::new(at(31.0, -87.0), at(35.0, -85.0)).unwrap();
        let area = PlausibleArea { bounds: Some(bounds), radius: Some(Miles(500.0)) }.around(&[facility(None)]);
        assert_eq!((area.references(), area.every_reference()), (&[at(33.0, -86.0)][..], "the center of the city"));
        assert!(area.implausible_distance(at(33.0, 86.0)).is_some());
        assert_eq!(area.implausible_distance(at(34.0, -86.0)), None);
        let nowhere = PlausibleArea { radius: Some(Miles(500.0)), bounds: None }.around(&[]);
        assert_eq!(nowhere.implausible_distance(at(33.0, 86.0)), None, "nothing to compare with");
    }

    #[test]
    fn miles_are_whole_with_a_thousands_separator() {
        for (miles, text) in [
            (0.4, "0 miles"),
            (1.9, "1 mile"),
            (999.99, "999 miles"),
            (1_000.0, "1,000 miles"),
            (7_624.9, "7,624 miles"),
            (12_040.0, "12,040 miles"),
        ] {
            assert_eq!(format_miles(Miles(miles)), text);
        }
    }
}
