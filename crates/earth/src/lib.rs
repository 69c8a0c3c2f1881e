//! Where things are.
//!
//! Owns positions, units and the city's coordinate system. Pure: no async, no clock, no I/O; times and places are data.
//! Plain values come in, plain values go out.

mod crs;
mod position;
mod sheet;

pub use crs::{Crs, CrsError};
pub use position::{Bounds, FeetPoint, LonLat, PositionError};
pub use sheet::Sheet;
