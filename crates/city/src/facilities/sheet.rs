//! The sheet that the city's map is drawn on: where its facilities may lie or do lie, with a margin for the storm around.

use super::{Facilities, Facility, Places};
use stormwire_geo::{Bounds, LonLat, ProjectionPolynomial};
use stormwire_store::StoreError;

/// A storm is looked at from further away than the city is wide.
const MARGIN_DEGREES: f64 = 3.0;
const EVERY_ONE: u32 = 1_000_000;

impl Facilities {
    /// The sheet; `None` when nothing says where the city is, or the place cannot be projected.
    pub async fn sheet(&self) -> Result<Option<ProjectionPolynomial>, StoreError> {
        let area = match self.places.bounds() {
            Some(bounds) => Some(bounds),
            None => hull(&self.list(None, EVERY_ONE).await?),
        };
        Ok(area.and_then(|area| drawn(&self.places, area)))
    }
}

/// With the margin if the projection reaches that far, without it otherwise.
fn drawn(places: &Places, area: Bounds) -> Option<ProjectionPolynomial> {
    let wider = widened(area, MARGIN_DEGREES).and_then(|wide| places.crs().polynomial(wide).ok());
    wider.or_else(|| places.crs().polynomial(area).ok())
}

fn widened(area: Bounds, by: f64) -> Option<Bounds> {
    let corner = |lon: f64, lat: f64| LonLat::new(lon.clamp(-180.0, 180.0), lat.clamp(-89.0, 89.0)).ok();
    let low = corner(area.min().lon() - by, area.min().lat() - by)?;
    Bounds::new(low, corner(area.max().lon() + by, area.max().lat() + by)?).ok()
}

/// The smallest box around all anchors.
fn hull(facilities: &[Facility]) -> Option<Bounds> {
    let anchors = || facilities.iter().filter_map(|facility| facility.lat_long);
    let least = |of: fn(LonLat) -> f64| anchors().map(of).reduce(f64::min);
    let most = |of: fn(LonLat) -> f64| anchors().map(of).reduce(f64::max);
    let low = LonLat::new(least(LonLat::lon)?, least(LonLat::lat)?).ok()?;
    Bounds::new(low, LonLat::new(most(LonLat::lon)?, most(LonLat::lat)?).ok()?).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use stormwire_geo::Crs;
    use stormwire_store::FacilityId;

    fn at(id: i64, anchor: Option<(f64, f64)>) -> Facility {
        let lat_long = anchor.map(|(lon, lat)| LonLat::new(lon, lat).unwrap());
        Facility { id: FacilityId::new(id), name: "Pool".into(), point: None, lat_long }
    }

    #[test]
    fn the_hull_holds_every_anchor_and_none_has_none() {
        assert_eq!(hull(&[]), None);
        assert_eq!(hull(&[at(1, None)]), None);
        let around = hull(&[at(1, Some((-86.5, 34.1))), at(2, None), at(3, Some((-86.7, 34.9)))]).unwrap();
        assert_eq!(around, Bounds::new(LonLat::new(-86.7, 34.1).unwrap(), LonLat::new(-86.5, 34.9).unwrap()).unwrap());
    }

    #[test]
    fn a_sheet_has_a_margin_on_every_side() {
        let crs = Crs::parse("ESRI:102629").unwrap();
        let area = crs.zone().unwrap();
        let sheet = drawn(&Places::new(crs, None), area).unwrap();
        assert!((area.min().lon() - sheet.bounds.min().lon() - MARGIN_DEGREES).abs() < 1e-9);
        assert!((sheet.bounds.max().lat() - area.max().lat() - MARGIN_DEGREES).abs() < 1e-9);
    }
}
