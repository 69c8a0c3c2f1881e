//! The city grid: lines at fixed feet, the same for every mosaic, along which tiles are cut. A piece of ground always has
//! the same grid cell, and its tiles the same slug, whatever else was photographed with it. Pure.

use stormwire_geo::tiles::Level;

/// The coarsest level that is cut along the grid. Its cells contain whole cells of all finer levels.
const COARSEST_GRID_LEVEL: Level = Level::L04;

/// The city grid along one axis of a mosaic.
///
/// The pixels of a mosaic stay where its images have them, so a cut is made at the pixel nearest to the grid line. The cut
/// is also a pixel boundary of all coarser levels: at most half a pixel of L05, 30 feet, away from the line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct GridAxis {
    /// The cell of the coarsest grid level in which the mosaic begins, counted along the axis.
    first_cell: i64,
    /// Pixels of that level between the beginning of that cell and the mosaic.
    skipped: u32,
    tile_edge: u32,
}

impl GridAxis {
    /// For a mosaic that begins `start` feet along the axis.
    pub(super) fn new(start: f64, tile_edge: u32) -> Self {
        // In pixels of L05: a cell of L04 is a third of the tile edge wide.
        let steps =
            truncate_to_integer((start / COARSEST_GRID_LEVEL.feet_per_pixel() / f64::from(Level::FACTOR)).round());
        let steps_per_cell = i64::from(tile_edge / Level::FACTOR);
        let skipped = u32::try_from(steps.rem_euclid(steps_per_cell)).unwrap_or(0) * Level::FACTOR;
        Self { first_cell: steps.div_euclid(steps_per_cell), skipped, tile_edge }
    }

    /// Pixels of a grid level between the beginning of its first cell and the mosaic.
    pub(super) fn skipped_pixels(&self, level: Level) -> u32 {
        self.skipped * cells_per_coarsest_cell(level) % self.tile_edge
    }

    /// The cell number of a tile of a grid level. `index` counts tiles from the beginning of the mosaic.
    pub(super) fn cell_number(&self, level: Level, index: u32) -> i64 {
        let per_coarsest = cells_per_coarsest_cell(level);
        let before_mosaic = self.skipped * per_coarsest / self.tile_edge;
        self.first_cell * i64::from(per_coarsest) + i64::from(before_mosaic) + i64::from(index)
    }
}

/// How many cells of a level are in one of the coarsest grid level, along one edge.
fn cells_per_coarsest_cell(level: Level) -> u32 {
    Level::FACTOR.pow((COARSEST_GRID_LEVEL as u32).saturating_sub(level as u32))
}

#[expect(clippy::cast_possible_truncation, reason = "the plan bounds the position of a mosaic")]
fn truncate_to_integer(value: f64) -> i64 {
    value as i64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mosaic_that_begins_on_a_grid_line_skips_nothing() {
        let span = 300.0 * 20.25;
        for number in [-2, 0, 7] {
            #[expect(clippy::cast_precision_loss, reason = "small numbers")]
            let axis = GridAxis::new(number as f64 * span, 300);
            for level in [Level::L01, Level::L02, Level::L03, Level::L04] {
                let cell = number * i64::from(cells_per_coarsest_cell(level));
                assert_eq!(
                    (axis.skipped_pixels(level), axis.cell_number(level, 0), axis.cell_number(level, 5)),
                    (0, cell, cell + 5)
                );
            }
        }
    }

    #[test]
    fn cuts_are_within_half_a_coarse_pixel_of_grid_lines() {
        for start in [1.0, 433.7, 6_074.0, 429_981.867_506, -1_539_962.513_119, -0.1] {
            let axis = GridAxis::new(start, 300);
            for level in [Level::L01, Level::L02, Level::L03, Level::L04] {
                let (feet, skipped) = (level.feet_per_pixel(), axis.skipped_pixels(level));
                assert!(skipped < 300 && skipped.is_multiple_of(3), "{skipped}");
                #[expect(clippy::cast_precision_loss, reason = "small numbers")]
                let line = axis.cell_number(level, 0) as f64 * 300.0 * feet;
                assert!((start - f64::from(skipped) * feet - line).abs() < 30.4, "{start} {level}");
            }
        }
    }
}
