//! The pyramid: from a mosaic of pictures with world files to tiles of every level.
//!
//! The finest level is cut from the mosaic in stripes of a few tiles, going down; each coarser level is made of the one
//! below it, shrunk by three. What waits for the level above lies in a folder, not in memory, so a city may be larger than
//! that. A tile that lies finished in the folder is not made again: a build that was interrupted goes on where it was.

mod build;
mod cells;
mod mosaic;
mod plan;
mod record;
mod source;

pub use build::{Built, Progress, build};
pub use plan::{Plan, Tile};
pub use source::{Source, Sources, find};

use std::path::PathBuf;

/// What is to be built, and how.
#[derive(Debug, Clone)]
pub struct Order {
    /// Where the tiles go; made when it is not there.
    pub folder: PathBuf,
    /// Goes before the name of every tile; may be empty.
    pub prefix: String,
    /// When the pictures were taken.
    pub year: i32,
    /// Pixels along the edge of a tile, a multiple of three.
    pub edge: u32,
    /// Of the JPEGs, 1 to 100.
    pub quality: u8,
}

impl Order {
    /// Pixels along the edge of a tile unless told otherwise: large enough that a city of 18 miles has about 2,200 tiles
    /// and small enough that a phone can hold what it shows.
    pub const EDGE: u32 = 2_916;
    /// Of the JPEGs unless told otherwise.
    pub const QUALITY: u8 = 85;
}
