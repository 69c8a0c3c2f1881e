//! The city's coordinate system: feet in, degrees out, and back.

use crate::position::{Bounds, FeetPoint, LonLat};
use proj4rs::Proj;
use proj4rs::transform::transform;
use thiserror::Error;

/// Why a coordinate system or a conversion was refused.
#[derive(Debug, Error)]
pub enum CrsError {
    /// Neither a known name nor a proj string.
    #[error("{0:?} is not known; give ESRI:102629 or a proj string such as \"+proj=tmerc … +units=us-ft\"")]
    Unknown(String),
    /// The proj string is not in feet.
    #[error("the proj string must be in feet: add +units=us-ft or +units=ft")]
    NotFeet,
    /// The proj string cannot be read.
    #[error("the proj string cannot be read: {0}")]
    Malformed(String),
    /// The point has no counterpart in the other system.
    #[error("({0}, {1}) cannot be projected")]
    OutOfDomain(f64, f64),
}

struct Known {
    name: &'static str,
    srid: u32,
    proj: &'static str,
    /// minLng, minLat, maxLng, maxLat of the zone.
    zone: [f64; 4],
}

/// NAD83 to WGS84 is taken as no shift at all, as `cs2cs` does without grids. The towgs84 parameters that `projinfo`
/// prints for the same zone would move every point by 2.8 feet.
const KNOWN: &[Known] = &[Known {
    name: "ESRI:102629",
    srid: 102_629,
    proj: "+proj=tmerc +lat_0=30.5 +lon_0=-85.8333333333333 +k=0.99996 +x_0=200000 +y_0=0 +datum=NAD83 +units=us-ft +no_defs",
    zone: [-86.8, 30.9, -84.8, 35.1],
}];

const WGS84: &str = "+proj=longlat +datum=WGS84 +no_defs";

/// A projected coordinate system in feet.
#[derive(Clone)]
pub struct Crs {
    feet: Proj,
    degrees: Proj,
    srid: u32,
    zone: Option<Bounds>,
}

impl Crs {
    /// Reads a known name (`ESRI:102629`) or a proj string in feet.
    pub fn parse(text: &str) -> Result<Self, CrsError> {
        let text = text.trim();
        if let Some(known) = KNOWN.iter().find(|known| known.name.eq_ignore_ascii_case(text)) {
            return Self::build(known.proj, known.srid, zone_of(known));
        }
        if !text.starts_with('+') {
            return Err(CrsError::Unknown(text.to_owned()));
        }
        if !text.split_whitespace().any(|word| matches!(word, "+units=us-ft" | "+units=ft")) {
            return Err(CrsError::NotFeet);
        }
        Self::build(text, 0, None)
    }

    fn build(proj: &str, srid: u32, zone: Option<Bounds>) -> Result<Self, CrsError> {
        let read = |text| Proj::from_proj_string(text).map_err(|error| CrsError::Malformed(error.to_string()));
        Ok(Self { feet: read(proj)?, degrees: read(WGS84)?, srid, zone })
    }

    /// The number that points of this system carry in the database; 0 when it has none.
    pub fn srid(&self) -> u32 {
        self.srid
    }

    /// Where the system is meant to be used, if that is known.
    pub fn zone(&self) -> Option<Bounds> {
        self.zone
    }

    /// Feet to degrees.
    ///
    /// ```
    /// let crs = stormwire_geo::Crs::parse("ESRI:102629").unwrap();
    /// let point = stormwire_geo::FeetPoint::new(429_981.867_506, 1_539_962.513_119).unwrap();
    /// let at = crs.to_degrees(point).unwrap();
    /// assert!((at.lat() - 34.7304).abs() < 1e-9 && (at.lon() + 86.5861).abs() < 1e-9);
    /// ```
    pub fn to_degrees(&self, point: FeetPoint) -> Result<LonLat, CrsError> {
        let outside = || CrsError::OutOfDomain(point.x(), point.y());
        let mut at = (point.x(), point.y(), 0.0);
        transform(&self.feet, &self.degrees, &mut at).map_err(|_| outside())?;
        LonLat::new(at.0.to_degrees(), at.1.to_degrees()).map_err(|_| outside())
    }

    /// Degrees to feet.
    pub fn to_feet(&self, at: LonLat) -> Result<FeetPoint, CrsError> {
        let outside = || CrsError::OutOfDomain(at.lon(), at.lat());
        let mut point = (at.lon().to_radians(), at.lat().to_radians(), 0.0);
        transform(&self.degrees, &self.feet, &mut point).map_err(|_| outside())?;
        FeetPoint::new(point.0, point.1).map_err(|_| outside())
    }
}

impl std::fmt::Debug for Crs {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.debug_struct("Crs").field("srid", &self.srid).field("zone", &self.zone).finish_non_exhaustive()
    }
}

fn zone_of(known: &Known) -> Option<Bounds> {
    let [min_lon, min_lat, max_lon, max_lat] = known.zone;
    Bounds::new(LonLat::new(min_lon, min_lat).ok()?, LonLat::new(max_lon, max_lat).ok()?).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn every_known_system_has_a_zone_that_it_can_project() {
        for known in KNOWN {
            let crs = Crs::parse(known.name).unwrap();
            let zone = crs.zone().unwrap();
            for corner in [zone.min(), zone.max()] {
                let back = crs.to_degrees(crs.to_feet(corner).unwrap()).unwrap();
                assert!((back.lon() - corner.lon()).abs() < 1e-12 && (back.lat() - corner.lat()).abs() < 1e-12);
            }
        }
    }

    #[test]
    fn the_check_point_of_the_zone_lands_where_cs2cs_puts_it() {
        let crs = Crs::parse("esri:102629").unwrap();
        let point = crs.to_feet(LonLat::new(-86.5861, 34.7304).unwrap()).unwrap();
        assert!((point.x() - 429_981.867_506).abs() < 1e-5, "{point:?}");
        assert!((point.y() - 1_539_962.513_119).abs() < 1e-5, "{point:?}");
    }

    #[test]
    fn what_is_no_system_in_feet_is_refused_with_the_mend() {
        assert!(matches!(Crs::parse("EPSG:0"), Err(CrsError::Unknown(_))));
        assert!(matches!(Crs::parse("+proj=utm +zone=16 +datum=NAD83"), Err(CrsError::NotFeet)));
        assert!(matches!(Crs::parse("+proj=nonsense +units=us-ft"), Err(CrsError::Malformed(_))));
    }

    proptest! {
        #[test]
        fn feet_and_back_is_the_same_place(lon in -86.8..-84.8_f64, lat in 30.9..35.1_f64) {
            let crs = Crs::parse("ESRI:102629").unwrap();
            let back = crs.to_degrees(crs.to_feet(LonLat::new(lon, lat).unwrap()).unwrap()).unwrap();
            prop_assert!((back.lon() - lon).abs() < 1e-12 && (back.lat() - lat).abs() < 1e-12);
        }

        #[test]
        fn no_pair_of_numbers_panics(x in any::<f64>(), y in any::<f64>()) {
            let crs = Crs::parse("ESRI:102629").unwrap();
            if let Ok(point) = FeetPoint::new(x, y) {
                let _ = crs.to_degrees(point);
            }
        }
    }
}
