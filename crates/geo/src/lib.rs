//! Where things are, and how far from each other.
//!
//! Owns positions, units, the city's coordinate system, geodesic distance, the threat that strikes are to places, and the
//! arithmetic of aerial tiles. Pure: no async, no clock, no I/O; times and places are data. Plain values come in, plain
//! values go out.

mod crs;
mod geodesic;
mod position;
mod sheet;
mod threat;
pub mod tiles;
mod units;

pub use crs::{Crs, CrsError};
pub use geodesic::Ellipsoid;
pub use position::{Bounds, FeetPoint, LonLat, PositionError};
pub use sheet::Sheet;
pub use threat::{
    OutOfRange, Parameter, Parameters, Proximity, Ranked, Rollup, Sighted, Sky, Status, Strike, by_threat, evaluate,
    rollup,
};
pub use units::{METRES_PER_MILE, Metres, Miles, Moment, Span};
