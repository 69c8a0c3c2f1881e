//! Aerial tiles as arithmetic: rectangles in feet, the levels of the pyramid, and which tiles a screen needs.

mod level;
mod rect;
mod viewport;

pub use level::{Level, NoLevel};
pub use rect::{Rect, RectError};
pub use viewport::{Choice, Footprint, Viewport, ViewportError, choose};
