//! Tile selection for a screen: the coarsest level that stays sharp, or a coarser one if that would be too many tiles.

use super::level::Level;
use super::rect::Rect;
use thiserror::Error;

/// A numeric parameter of a [`Viewport`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum ViewportParameter {
    X,
    Y,
    Width,
    Height,
    Pixels,
}

impl ViewportParameter {
    /// The name in the HTTP API.
    fn name(self) -> &'static str {
        match self {
            Self::X => "x",
            Self::Y => "y",
            Self::Width => "widthFt",
            Self::Height => "heightFt",
            Self::Pixels => "px",
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Error)]
#[error("{value} is not {}", .requirement.text())]
pub struct ViewportError {
    parameter: ViewportParameter,
    value: f64,
    requirement: Requirement,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Requirement {
    Finite,
    Positive,
}

impl Requirement {
    fn text(self) -> &'static str {
        match self {
            Self::Finite => "a number of feet",
            Self::Positive => "larger than 0",
        }
    }
}

impl ViewportError {
    /// The API name of the invalid parameter.
    pub fn parameter(self) -> &'static str {
        self.parameter.name()
    }
}

/// A rectangle on the ground and the width of the screen that shows it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Viewport {
    x: f64,
    y: f64,
    width_feet: f64,
    height_feet: f64,
    pixels: f64,
}

impl Viewport {
    /// `x` and `y` are the lower left corner, and `pixels` is the width of the screen in device pixels.
    pub fn new(x: f64, y: f64, width_feet: f64, height_feet: f64, pixels: f64) -> Result<Self, ViewportError> {
        Ok(Self {
            x: require_finite(ViewportParameter::X, x)?,
            y: require_finite(ViewportParameter::Y, y)?,
            width_feet: require_positive(ViewportParameter::Width, width_feet)?,
            height_feet: require_positive(ViewportParameter::Height, height_feet)?,
            pixels: require_positive(ViewportParameter::Pixels, pixels)?,
        })
    }

    /// Feet on the ground per screen pixel.
    pub fn feet_per_pixel(self) -> f64 {
        self.width_feet / self.pixels
    }

    /// True if the rectangle and the viewport share an area. The far corner is computed here instead of being stored as a
    /// [`Rect`], because it may overflow to infinity.
    pub fn can_show(self, rect: Rect) -> bool {
        rect.min_x() < self.x + self.width_feet
            && self.x < rect.max_x()
            && rect.min_y() < self.y + self.height_feet
            && self.y < rect.max_y()
    }
}

fn require_finite(parameter: ViewportParameter, value: f64) -> Result<f64, ViewportError> {
    if value.is_finite() {
        return Ok(value);
    }
    Err(ViewportError { parameter, value, requirement: Requirement::Finite })
}

fn require_positive(parameter: ViewportParameter, value: f64) -> Result<f64, ViewportError> {
    if value.is_finite() && value > 0.0 {
        return Ok(value);
    }
    Err(ViewportError { parameter, value, requirement: Requirement::Positive })
}

/// The level and area of a tile.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct TileFootprint {
    pub level: Level,
    pub rect: Rect,
}

/// The tiles selected for a viewport, all of the same level.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TileSelection {
    pub level: Level,
    /// Indexes into the list of tiles, ascending.
    pub indexes: Vec<usize>,
}

/// Selects a level and its tiles; `None` if there are no tiles at all.
///
/// Selects the coarsest existing level whose pixels are no larger than the screen's, or the finest level if there is none.
/// If that needs more than `cap` tiles, the next coarser level is tried. If even the coarsest level needs more, its first
/// `cap` tiles are returned.
pub fn select_tiles(tiles: &[TileFootprint], view: Viewport, cap: usize) -> Option<TileSelection> {
    let mut levels: Vec<Level> = tiles.iter().map(|tile| tile.level).collect();
    levels.sort_unstable();
    levels.dedup();
    let is_sharp = |level: &Level| level.feet_per_pixel() <= view.feet_per_pixel();
    let first = levels.iter().rposition(is_sharp).unwrap_or(0);
    let coarsest = levels.last().copied()?;
    for level in levels.into_iter().skip(first) {
        let mut indexes = visible_tiles(tiles, view, level);
        if indexes.len() <= cap || level == coarsest {
            indexes.truncate(cap);
            return Some(TileSelection { level, indexes });
        }
    }
    None
}

fn visible_tiles(tiles: &[TileFootprint], view: Viewport, level: Level) -> Vec<usize> {
    let is_visible = |tile: &TileFootprint| tile.level == level && view.can_show(tile.rect);
    tiles.iter().enumerate().filter(|(_, tile)| is_visible(tile)).map(|(index, _)| index).collect()
}

#[cfg(test)]
mod tests;
