//! Conversion between the city's projected coordinate system (feet) and WGS84 degrees.

use crate::coordinate_systems::CoordinateSystem;
use crate::position::{Bounds, FeetPoint, LonLat};
use proj4rs::Proj;
use proj4rs::transform::transform;
use thiserror::Error;

#[derive(Debug, Error)]
pub enum CrsError {
    #[error(
        "unknown coordinate system {0:?}; use the code of a state plane zone in feet such as EPSG:2225 or ESRI:102629, of a \
         UTM zone such as EPSG:26916, or the PROJ.4 text of another system in feet, which https://epsg.io shows"
    )]
    Unknown(String),
    #[error("the proj string must be in feet: add +units=us-ft or +units=ft")]
    NotFeet,
    #[error("invalid proj string: {0}")]
    Malformed(String),
    /// The point has no counterpart in the other system.
    #[error("({0}, {1}) cannot be projected")]
    OutOfDomain(f64, f64),
}

/// NAD83 to WGS84 is treated as no shift, which is what `cs2cs` does without grids. The towgs84 parameters that `projinfo`
/// prints for the same zone would move every point by 2.8 feet.
const DATUM: &str = "+datum=NAD83 +no_defs";

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
    /// Parses a known code (`EPSG:2225`) or a proj string in feet.
    pub fn parse(text: &str) -> Result<Self, CrsError> {
        let text = text.trim();
        if let Some(known) = CoordinateSystem::find(text) {
            return Self::build(&format!("{} {DATUM}", known.projection), srid(&known), Some(known.zone));
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
        let parse = |text| Proj::from_proj_string(text).map_err(|error| CrsError::Malformed(error.to_string()));
        Ok(Self { feet: parse(proj)?, degrees: parse(WGS84)?, srid, zone })
    }

    /// The SRID stored with points of this system in the database; 0 for a proj string or a UTM zone in feet, which have none.
    pub fn srid(&self) -> u32 {
        self.srid
    }

    /// The area the system is meant for; `None` for a proj string.
    pub fn zone(&self) -> Option<Bounds> {
        self.zone
    }

    /// Converts feet to degrees.
    ///
    /// ```
    /// let crs = stormwire_geo::Crs::parse("ESRI:102629").unwrap();
    /// let point = stormwire_geo::FeetPoint::new(429_981.867_506, 1_539_962.513_119).unwrap();
    /// let position = crs.to_degrees(point).unwrap();
    /// assert!((position.lat() - 34.7304).abs() < 1e-9 && (position.lon() + 86.5861).abs() < 1e-9);
    /// ```
    pub fn to_degrees(&self, point: FeetPoint) -> Result<LonLat, CrsError> {
        let out_of_domain = || CrsError::OutOfDomain(point.x(), point.y());
        let mut coordinates = (point.x(), point.y(), 0.0);
        transform(&self.feet, &self.degrees, &mut coordinates).map_err(|_| out_of_domain())?;
        LonLat::new(coordinates.0.to_degrees(), coordinates.1.to_degrees()).map_err(|_| out_of_domain())
    }

    /// Converts degrees to feet.
    pub fn to_feet(&self, position: LonLat) -> Result<FeetPoint, CrsError> {
        let out_of_domain = || CrsError::OutOfDomain(position.lon(), position.lat());
        let mut coordinates = (position.lon().to_radians(), position.lat().to_radians(), 0.0);
        transform(&self.degrees, &self.feet, &mut coordinates).map_err(|_| out_of_domain())?;
        FeetPoint::new(coordinates.0, coordinates.1).map_err(|_| out_of_domain())
    }
}

impl std::fmt::Debug for Crs {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.debug_struct("Crs").field("srid", &self.srid).field("zone", &self.zone).finish_non_exhaustive()
    }
}

/// 0 for UTM zones: their codes mean meters, and points are in feet.
fn srid(known: &CoordinateSystem) -> u32 {
    let number = known.code.split_once(':').and_then(|(_, number)| number.parse().ok());
    number.filter(|_| !known.is_utm()).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn check_point_matches_cs2cs() {
        let crs = Crs::parse("esri:102629").unwrap();
        let point = crs.to_feet(LonLat::new(-86.5861, 34.7304).unwrap()).unwrap();
        assert!((point.x() - 429_981.867_506).abs() < 1e-5, "{point:?}");
        assert!((point.y() - 1_539_962.513_119).abs() < 1e-5, "{point:?}");
    }

    #[test]
    fn points_carry_the_code_unless_it_means_meters() {
        for (code, expected) in [("EPSG:2225", 2_225), ("ESRI:102629", 102_629), ("EPSG:26916", 0)] {
            assert_eq!(Crs::parse(code).unwrap().srid(), expected, "{code}");
        }
    }

    #[test]
    fn rejects_systems_that_are_unknown_malformed_or_not_in_feet() {
        assert!(matches!(Crs::parse("EPSG:0"), Err(CrsError::Unknown(_))));
        assert!(matches!(Crs::parse("EPSG:26929"), Err(CrsError::Unknown(_))), "Alabama East in meters");
        assert!(matches!(Crs::parse("+proj=utm +zone=16 +datum=NAD83"), Err(CrsError::NotFeet)));
        assert!(matches!(Crs::parse("+proj=nonsense +units=us-ft"), Err(CrsError::Malformed(_))));
    }

    proptest! {
        #[test]
        fn converting_to_feet_and_back_keeps_the_position(lon in -86.8..-84.8_f64, lat in 30.9..35.1_f64) {
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
