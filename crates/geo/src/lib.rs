//! Positions, units, the city's coordinate system, geodesic distance, the lightning threat to facilities, and aerial tile
//! arithmetic.
//!
//! Pure: no async, no clock, no I/O. Times and positions are passed in as data.

mod crs;
mod geodesic;
mod position;
mod projection_polynomial;
mod threat;
pub mod tiles;
mod units;

pub use crs::{Crs, CrsError};
pub use geodesic::Ellipsoid;
pub use position::{Bounds, FeetPoint, LonLat, PositionError};
pub use projection_polynomial::Sheet;
pub use threat::{
    Parameter, ParameterOutOfRange, Parameters, Proximity, Ranked, Rollup, Sighted, Sky, Status, Strike, by_threat,
    evaluate, rollup,
};
pub use units::{METERS_PER_MILE, Metres, Miles, Moment, Span};
