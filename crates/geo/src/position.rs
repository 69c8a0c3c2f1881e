//! Positions: degrees on WGS84, feet in the city's coordinate system, and a box of degrees.

use thiserror::Error;

/// Why a position was refused.
#[derive(Debug, Clone, Copy, PartialEq, Error)]
pub enum PositionError {
    /// The longitude is not a number of degrees.
    #[error("longitude {0} is not between -180 and 180")]
    Longitude(f64),
    /// The latitude is not a number of degrees.
    #[error("latitude {0} is not between -90 and 90")]
    Latitude(f64),
    /// A coordinate in feet is infinite or not a number.
    #[error("({x}, {y}) is not a point in feet")]
    Feet {
        /// Easting.
        x: f64,
        /// Northing.
        y: f64,
    },
    /// The lower corner lies above the upper one.
    #[error("the smaller corner comes first: minLng, minLat, maxLng, maxLat")]
    Inverted,
}

/// A WGS84 position in degrees.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct LonLat {
    lon: f64,
    lat: f64,
}

impl LonLat {
    /// A position, if the degrees are degrees.
    pub fn new(lon: f64, lat: f64) -> Result<Self, PositionError> {
        if !(-180.0..=180.0).contains(&lon) {
            return Err(PositionError::Longitude(lon));
        }
        if !(-90.0..=90.0).contains(&lat) {
            return Err(PositionError::Latitude(lat));
        }
        Ok(Self { lon, lat })
    }

    /// Degrees east.
    pub fn lon(self) -> f64 {
        self.lon
    }

    /// Degrees north.
    pub fn lat(self) -> f64 {
        self.lat
    }
}

/// A point in the city's coordinate system, in feet.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct FeetPoint {
    x: f64,
    y: f64,
}

impl FeetPoint {
    /// A point, if both coordinates are finite.
    pub fn new(x: f64, y: f64) -> Result<Self, PositionError> {
        if x.is_finite() && y.is_finite() { Ok(Self { x, y }) } else { Err(PositionError::Feet { x, y }) }
    }

    /// Easting in feet.
    pub fn x(self) -> f64 {
        self.x
    }

    /// Northing in feet.
    pub fn y(self) -> f64 {
        self.y
    }
}

/// A box of degrees, inclusive on all sides. It never crosses the antimeridian.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Bounds {
    min: LonLat,
    max: LonLat,
}

impl Bounds {
    /// The box between two corners, the smaller one first.
    pub fn new(min: LonLat, max: LonLat) -> Result<Self, PositionError> {
        if min.lon > max.lon || min.lat > max.lat {
            return Err(PositionError::Inverted);
        }
        Ok(Self { min, max })
    }

    /// The lower left corner.
    pub fn min(self) -> LonLat {
        self.min
    }

    /// The upper right corner.
    pub fn max(self) -> LonLat {
        self.max
    }

    /// Whether the position lies in the box or on its edge.
    pub fn contains(self, at: LonLat) -> bool {
        (self.min.lon..=self.max.lon).contains(&at.lon) && (self.min.lat..=self.max.lat).contains(&at.lat)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn degrees_that_are_none_are_refused() {
        for (lon, lat) in [(180.1, 0.0), (f64::NAN, 0.0), (f64::INFINITY, 0.0)] {
            assert!(matches!(LonLat::new(lon, lat), Err(PositionError::Longitude(_))), "{lon}");
        }
        for (lon, lat) in [(0.0, 90.1), (0.0, -91.0), (0.0, f64::NAN)] {
            assert!(matches!(LonLat::new(lon, lat), Err(PositionError::Latitude(_))), "{lat}");
        }
        assert!(LonLat::new(-180.0, 90.0).is_ok());
    }

    #[test]
    fn a_box_includes_its_edges_and_nothing_beyond() {
        let at = |lon, lat| LonLat::new(lon, lat).unwrap();
        let bounds = Bounds::new(at(-87.0, 31.0), at(-85.0, 35.0)).unwrap();
        assert!(bounds.contains(at(-87.0, 31.0)) && bounds.contains(at(-85.0, 35.0)));
        assert!(!bounds.contains(at(-87.000_001, 31.0)) && !bounds.contains(at(-86.0, 35.000_001)));
        assert_eq!(Bounds::new(at(1.0, 0.0), at(0.0, 1.0)), Err(PositionError::Inverted));
    }

    #[test]
    fn a_point_in_feet_is_finite() {
        assert!(FeetPoint::new(1.0, f64::INFINITY).is_err());
        assert!(FeetPoint::new(f64::NAN, 1.0).is_err());
        assert_eq!(FeetPoint::new(1.0, 2.0).unwrap().y().to_bits(), 2.0_f64.to_bits());
    }
}
