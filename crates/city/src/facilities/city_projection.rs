//! The area of the city's map: the bounds of the city or of its facilities, with a margin for the storm around it.

use super::{CityMap, Facilities, Facility};
use stormwire_geo::{Bounds, LonLat, ProjectionPolynomial};

/// Viewers zoom out further than the city is wide.
const MARGIN_DEGREES: f64 = 3.0;

impl Facilities {
    /// The bounds of the city, if they are configured.
    pub fn configured_area(&self) -> Option<Bounds> {
        self.map.bounds()
    }

    /// The projection of an area with a margin; `None` if the area cannot be projected. Takes milliseconds.
    pub fn project(&self, area: Bounds) -> Option<ProjectionPolynomial> {
        project_area(&self.map, area)
    }
}

/// Without the margin if the projection is not valid that far out.
fn project_area(map: &CityMap, area: Bounds) -> Option<ProjectionPolynomial> {
    let wider = widen_bounds(area, MARGIN_DEGREES).and_then(|wide| map.crs().polynomial(wide).ok());
    wider.or_else(|| map.crs().polynomial(area).ok())
}

fn widen_bounds(area: Bounds, by: f64) -> Option<Bounds> {
    let corner = |lon: f64, lat: f64| LonLat::new(lon.clamp(-180.0, 180.0), lat.clamp(-89.0, 89.0)).ok();
    let low = corner(area.min().lon() - by, area.min().lat() - by)?;
    Bounds::new(low, corner(area.max().lon() + by, area.max().lat() + by)?).ok()
}

/// The smallest box around all anchors.
pub fn bounds_of_anchors(facilities: &[Facility]) -> Option<Bounds> {
    let anchors = || facilities.iter().filter_map(|facility| facility.lat_long);
    let min = |of: fn(LonLat) -> f64| anchors().map(of).reduce(f64::min);
    let max = |of: fn(LonLat) -> f64| anchors().map(of).reduce(f64::max);
    let low = LonLat::new(min(LonLat::lon)?, min(LonLat::lat)?).ok()?;
    Bounds::new(low, LonLat::new(max(LonLat::lon)?, max(LonLat::lat)?).ok()?).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use stormwire_geo::Crs;
    use stormwire_store::FacilityId;

    fn at(id: i64, anchor: Option<(f64, f64)>) -> Facility {
        let lat_long = anchor.map(|(lon, lat)| LonLat::new(lon, lat).unwrap());
        Facility { id: FacilityId::new(id), name: "Pool".into(), point: None, lat_long, policy_id: None }
    }

    #[test]
    fn hull_contains_every_anchor() {
        assert_eq!(bounds_of_anchors(&[]), None);
        assert_eq!(bounds_of_anchors(&[at(1, None)]), None);
        let around = bounds_of_anchors(&[at(1, Some((-86.5, 34.1))), at(2, None), at(3, Some((-86.7, 34.9)))]).unwrap();
        assert_eq!(around, Bounds::new(LonLat::new(-86.7, 34.1).unwrap(), LonLat::new(-86.5, 34.9).unwrap()).unwrap());
    }

    #[test]
    fn projection_has_a_margin_on_every_side() {
        let crs = Crs::parse("ESRI:102629").unwrap();
        let area = crs.zone().unwrap();
        let projection = project_area(&CityMap::new(crs, None), area).unwrap();
        assert!((area.min().lon() - projection.bounds.min().lon() - MARGIN_DEGREES).abs() < 1e-9);
        assert!((projection.bounds.max().lat() - area.max().lat() - MARGIN_DEGREES).abs() < 1e-9);
    }
}
