//! Aerial tile arithmetic: rectangles in feet, pyramid levels, world files, and tile selection for a viewport.

mod level;
mod rect;
mod viewport;
mod world_file;

pub use level::{Level, UnknownLevel};
pub use rect::{Rect, RectError};
pub use viewport::{TileFootprint, TileSelection, Viewport, ViewportError, select_tiles};
pub use world_file::{WorldFile, WorldFileError};
