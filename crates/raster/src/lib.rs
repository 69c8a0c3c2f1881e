//! Pictures: read in strips, checked, shrunk, cut into the tiles of a pyramid.
//!
//! Owns pixels and the formats that they come in. Knows files, no database and no clock; blocks while it works, so callers
//! give it a thread. A picture goes through memory in strips: what one holds at a time is bounded, whatever its size.

mod check;
mod encode;
mod error;
mod file;
mod image;
mod jpeg;
mod png;
pub mod pyramid;
mod resample;
mod rows;
mod tiff;
mod world;

pub use check::{Kind, Size, check};
pub use encode::write_jpeg;
pub use error::RasterError;
pub use file::write_whole;
pub use image::{CHANNELS, Image};
pub use rows::{Rows, Turns, Workshop, open};
pub use world::world_of;
