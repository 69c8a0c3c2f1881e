//! A synthetic city: 120 facilities with invented names in a plausible area.

use anyhow::Result;
use stormwire_city::facilities::FacilityInput;
use stormwire_demo::landscape::{FacilityKind, FacilitySite};
use stormwire_geo::{Crs, FeetPoint, LonLat};

pub(crate) const CITY: &str = "Alder Falls (demo)";

pub(crate) const CRS: &str = "ESRI:102629";

/// The zone of that coordinate system, which contains all facilities.
pub(crate) const BOUNDS: &str = "[-86.8, 30.9, -84.8, 35.1]";

pub(crate) const TIME_ZONE: &str = "America/Chicago";

/// Longitude, latitude.
pub(crate) const CENTER: (f64, f64) = (-86.5861, 34.7304);
/// One facility of each kind in each district.
const COUNT: u8 = 120;
/// Distance of the outermost facility from the center.
const RADIUS_FEET: f64 = 46_000.0;

const DISTRICTS: [&str; 12] = [
    "Alder Falls",
    "Birchmoor",
    "Candlewick",
    "Dunmarrow",
    "Eastferry",
    "Foxhollow",
    "Greywater",
    "Harrowgate Mill",
    "Ironbridge",
    "Juniper Flats",
    "Kestrel Ridge",
    "Larkspur",
];

const KINDS: [(&str, FacilityKind); 10] = [
    ("Aquatic Center", FacilityKind::Aquatic),
    ("Soccer Fields", FacilityKind::Soccer),
    ("Public Library", FacilityKind::Library),
    ("Fire Station", FacilityKind::FireStation),
    ("Elementary School", FacilityKind::School),
    ("Tennis Courts", FacilityKind::Tennis),
    ("Senior Center", FacilityKind::SeniorCenter),
    ("Playground", FacilityKind::Playground),
    ("Splash Pad", FacilityKind::SplashPad),
    ("Golf Course", FacilityKind::Golf),
];

pub(super) fn center(crs: &Crs) -> Result<FeetPoint> {
    Ok(crs.to_feet(LonLat::new(CENTER.0, CENTER.1)?)?)
}

/// The facilities for the painted landscape, relative to the center.
pub(super) fn facility_sites(crs: &Crs) -> Result<Vec<FacilitySite>> {
    let center = center(crs)?;
    let kinds = KINDS.iter().flat_map(|(_, kind)| DISTRICTS.map(|_| *kind));
    let points = facilities(crs)?.into_iter().zip(kinds).filter_map(|(facility, kind)| Some((facility.point?, kind)));
    #[expect(clippy::cast_possible_truncation, reason = "feet from the center of a city")]
    let site = |(point, kind): (FeetPoint, FacilityKind)| {
        FacilitySite::new(((point.x() - center.x()) as f32, (point.y() - center.y()) as f32), kind)
    };
    Ok(points.map(site).collect())
}

/// Always returns the same facilities.
pub(super) fn facilities(crs: &Crs) -> Result<Vec<FacilityInput>> {
    let center = center(crs)?;
    let names = KINDS.iter().flat_map(|(kind, _)| DISTRICTS.iter().map(move |district| format!("{district} {kind}")));
    (0..COUNT)
        .zip(names)
        .map(|(index, name)| {
            // Sunflower pattern: evenly distributed without a visible grid.
            let outward = (f64::from(index) + 0.5) / f64::from(COUNT);
            let (radius, angle) = (RADIUS_FEET * outward.sqrt(), f64::from(index) * 2.399_963);
            let point = FeetPoint::new(center.x() + radius * angle.cos(), center.y() + radius * angle.sin())?;
            Ok(FacilityInput { name, point: Some(point), policy_id: None })
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn has_120_facilities_with_unique_names_inside_the_zone() {
        let crs = Crs::parse(CRS).unwrap();
        let all = facilities(&crs).unwrap();
        let mut names: Vec<_> = all.iter().map(|facility| facility.name.as_str()).collect();
        names.sort_unstable();
        names.dedup();
        assert_eq!((all.len(), names.len()), (120, 120));
        for facility in &all {
            let at = crs.to_degrees(facility.point.unwrap()).unwrap();
            assert!(crs.zone().unwrap().contains(at), "{}", facility.name);
        }
    }
}
