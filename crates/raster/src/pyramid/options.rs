use std::path::PathBuf;

/// What to build: the output folder, the tile names and the tile settings.
#[derive(Debug, Clone)]
pub struct PyramidOptions {
    /// Where the tiles go. Created if missing.
    pub folder: PathBuf,
    /// The beginning of every tile name. May be empty.
    pub prefix: String,
    /// The year in which the images were taken.
    pub year: i32,
    /// Pixels along the edge of a tile, a multiple of three.
    pub edge: u32,
    /// JPEG quality, 1 to 100.
    pub quality: u8,
}

impl PyramidOptions {
    /// The default edge of a tile in pixels: large enough that a city of 18 miles has about 2,200 tiles, and small enough
    /// that a phone can hold the tiles on its screen.
    pub const DEFAULT_EDGE: u32 = 2_916;
    /// The default JPEG quality.
    pub const DEFAULT_QUALITY: u8 = 85;
}
