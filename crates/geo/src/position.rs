//! Positions: WGS84 degrees, feet in the city's coordinate system, and a bounding box in degrees.

use thiserror::Error;

#[derive(Debug, Clone, Copy, PartialEq, Error)]
pub enum PositionError {
    #[error("longitude {0} is not between -180 and 180")]
    Longitude(f64),
    #[error("latitude {0} is not between -90 and 90")]
    Latitude(f64),
    /// A coordinate is infinite or NaN.
    #[error("({x}, {y}) is not a point in feet: both coordinates must be finite numbers")]
    Feet { x: f64, y: f64 },
    #[error("the minimum is larger than the maximum; expected minLng, minLat, maxLng, maxLat")]
    MinOverMax,
}

/// A WGS84 position in degrees.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct LonLat {
    lon: f64,
    lat: f64,
}

impl LonLat {
    pub fn new(lon: f64, lat: f64) -> Result<Self, PositionError> {
        if !(-180.0..=180.0).contains(&lon) {
            return Err(PositionError::Longitude(lon));
        }
        if !(-90.0..=90.0).contains(&lat) {
            return Err(PositionError::Latitude(lat));
        }
        Ok(Self { lon, lat })
    }

    /// The position with latitude and longitude exchanged, a common mistake; `None` if that is not a position.
    pub fn swapped(self) -> Option<Self> {
        Self::new(self.lat, self.lon).ok()
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

/// A point in the city's coordinate system, in feet. Both coordinates are finite.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct FeetPoint {
    x: f64,
    y: f64,
}

impl FeetPoint {
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

/// A bounding box in degrees, inclusive on all sides. It never crosses the antimeridian.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Bounds {
    min: LonLat,
    max: LonLat,
}

impl Bounds {
    pub fn new(min: LonLat, max: LonLat) -> Result<Self, PositionError> {
        if min.lon > max.lon || min.lat > max.lat {
            return Err(PositionError::MinOverMax);
        }
        Ok(Self { min, max })
    }

    pub fn center(self) -> LonLat {
        LonLat { lon: f64::midpoint(self.min.lon, self.max.lon), lat: f64::midpoint(self.min.lat, self.max.lat) }
    }

    /// The southwest corner.
    pub fn min(self) -> LonLat {
        self.min
    }

    /// The northeast corner.
    pub fn max(self) -> LonLat {
        self.max
    }

    /// True for positions inside the box and on its edge.
    pub fn contains(self, position: LonLat) -> bool {
        (self.min.lon..=self.max.lon).contains(&position.lon) && (self.min.lat..=self.max.lat).contains(&position.lat)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rejects_degrees_out_of_range() {
        for (lon, lat) in [(180.1, 0.0), (f64::NAN, 0.0), (f64::INFINITY, 0.0)] {
            assert!(matches!(LonLat::new(lon, lat), Err(PositionError::Longitude(_))), "{lon}");
        }
        for (lon, lat) in [(0.0, 90.1), (0.0, -91.0), (0.0, f64::NAN)] {
            assert!(matches!(LonLat::new(lon, lat), Err(PositionError::Latitude(_))), "{lat}");
        }
        assert!(LonLat::new(-180.0, 90.0).is_ok());
    }

    #[test]
    fn bounds_include_their_edges_and_reject_min_over_max() {
        let position = |lon, lat| LonLat::new(lon, lat).unwrap();
        let bounds = Bounds::new(position(-87.0, 31.0), position(-85.0, 35.0)).unwrap();
        assert!(bounds.contains(position(-87.0, 31.0)) && bounds.contains(position(-85.0, 35.0)));
        assert!(!bounds.contains(position(-87.000_001, 31.0)) && !bounds.contains(position(-86.0, 35.000_001)));
        assert_eq!(bounds.center(), position(-86.0, 33.0));
        assert_eq!(Bounds::new(position(1.0, 0.0), position(0.0, 1.0)), Err(PositionError::MinOverMax));
    }

    #[test]
    fn a_swapped_position_must_be_a_position() {
        let position = |lon, lat| LonLat::new(lon, lat).unwrap();
        assert_eq!(position(34.7, -86.6).swapped(), Some(position(-86.6, 34.7)));
        assert_eq!(position(-122.3, 47.6).swapped(), None);
    }

    #[test]
    fn rejects_points_that_are_not_finite() {
        assert!(FeetPoint::new(1.0, f64::INFINITY).is_err());
        assert!(FeetPoint::new(f64::NAN, 1.0).is_err());
        assert_eq!(FeetPoint::new(1.0, 2.0).unwrap().y().to_bits(), 2.0_f64.to_bits());
    }
}
