//! Aerial tiles as arithmetic: rectangles in feet, the levels of the pyramid, and which tiles a screen needs.

mod level;
mod rect;
mod viewport;
mod world_file;

pub use level::{Level, NoLevel};
pub use rect::{Rect, RectError};
pub use viewport::{Choice, Footprint, Viewport, ViewportError, choose};
pub use world_file::{WorldFile, WorldFileError};
