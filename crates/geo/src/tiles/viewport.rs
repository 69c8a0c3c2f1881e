//! Which tiles a screen needs: the coarsest level that stays sharp, coarser still where that would be too many.

use super::{Level, Rect};
use thiserror::Error;

/// Why a viewport was refused; the field is called as in the API.
#[derive(Debug, Clone, Copy, PartialEq, Error)]
pub enum ViewportError {
    /// A corner that is nowhere.
    #[error("{1} is not a number of feet")]
    Corner(&'static str, f64),
    /// A side or a width in pixels that is nothing.
    #[error("{1} is not larger than 0")]
    Size(&'static str, f64),
}

impl ViewportError {
    /// The parameter that it is about.
    pub fn parameter(self) -> &'static str {
        match self {
            Self::Corner(name, _) | Self::Size(name, _) => name,
        }
    }
}

/// A rectangle of the ground as a screen shows it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Viewport {
    x: f64,
    y: f64,
    width_feet: f64,
    height_feet: f64,
    pixels: f64,
}

impl Viewport {
    /// From the lower left corner, the size on the ground, and the width of the screen in device pixels.
    pub fn new(corner: (f64, f64), size_feet: (f64, f64), pixels: f64) -> Result<Self, ViewportError> {
        let place = |name, value: f64| value.is_finite().then_some(value).ok_or(ViewportError::Corner(name, value));
        let size = |name, value: f64| {
            (value.is_finite() && value > 0.0).then_some(value).ok_or(ViewportError::Size(name, value))
        };
        Ok(Self {
            x: place("x", corner.0)?,
            y: place("y", corner.1)?,
            width_feet: size("widthFt", size_feet.0)?,
            height_feet: size("heightFt", size_feet.1)?,
            pixels: size("px", pixels)?,
        })
    }

    /// The feet that one pixel of the screen shows.
    pub fn feet_per_pixel(self) -> f64 {
        self.width_feet / self.pixels
    }

    /// Whether the rectangle and the screen share an area. Sums are not stored, so that a corner of any size will do.
    pub fn shows(self, rect: Rect) -> bool {
        rect.min_x() < self.x + self.width_feet
            && self.x < rect.max_x()
            && rect.min_y() < self.y + self.height_feet
            && self.y < rect.max_y()
    }
}

/// Where a tile lies and how fine it is.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Footprint {
    /// How fine.
    pub level: Level,
    /// Where.
    pub rect: Rect,
}

/// The tiles for a viewport.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Choice {
    /// All of them are of this level.
    pub level: Level,
    /// Their places in the list that was given, in its order.
    pub picked: Vec<usize>,
}

/// Picks the level and its tiles; `None` when there are no tiles at all.
///
/// The level is the coarsest that has tiles and whose pixels are no larger than those of the screen, or the finest when
/// there is none. Where it would take more than `cap` tiles, the next coarser level is tried; where even the coarsest
/// takes more, its first ones are given.
pub fn choose(tiles: &[Footprint], view: Viewport, cap: usize) -> Option<Choice> {
    let mut levels: Vec<Level> = tiles.iter().map(|tile| tile.level).collect();
    levels.sort_unstable();
    levels.dedup();
    let sharp = |level: &Level| level.feet_per_pixel() <= view.feet_per_pixel();
    let first = levels.iter().rposition(sharp).unwrap_or(0);
    let (coarsest, shown) = (levels.last().copied()?, |level| pick(tiles, view, level));
    for level in levels.into_iter().skip(first) {
        let mut picked = shown(level);
        if picked.len() <= cap || level == coarsest {
            picked.truncate(cap);
            return Some(Choice { level, picked });
        }
    }
    None
}

fn pick(tiles: &[Footprint], view: Viewport, level: Level) -> Vec<usize> {
    let is_shown = |tile: &Footprint| tile.level == level && view.shows(tile.rect);
    tiles.iter().enumerate().filter(|(_, tile)| is_shown(tile)).map(|(index, _)| index).collect()
}

#[cfg(test)]
mod tests;
