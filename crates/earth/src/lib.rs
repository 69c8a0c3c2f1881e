//! Where things are.
//!
//! Owns positions, units, the city's coordinate system and the arithmetic of aerial tiles. Pure: no async, no clock, no I/O; times and places are data.
//! Plain values come in, plain values go out.

mod crs;
mod position;
pub mod tiles;

pub use crs::{Crs, CrsError};
pub use position::{Bounds, FeetPoint, LonLat, PositionError};
