//! The city's grid: lines at fixed feet, the same for every mosaic, along which the grid levels are cut. A piece of ground
//! has the same cell, and its tiles the same slug, whatever else was photographed with it. Pure.

use stormwire_geo::tiles::Level;

/// The coarsest level that is a grid. Its cells hold whole cells of all finer levels.
const COARSEST: Level = Level::L04;

/// Where the grid lies along one axis of a mosaic.
///
/// The pixels of a mosaic stay where its pictures have them, so a cut is made at the pixel next to the line. It is one that
/// all coarser levels have too: at most half a pixel of L05, 30 feet, beside the line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Cells {
    /// The cell of the coarsest grid level in which the mosaic begins, counted along the axis.
    number: i64,
    /// Pixels of that level between the beginning of that cell and the mosaic.
    skipped: u32,
    edge: u32,
}

impl Cells {
    /// Of a mosaic that begins at so many feet along the axis, in tiles with so many pixels along an edge.
    pub(super) fn new(start: f64, edge: u32) -> Self {
        // In pixels of L05, of which a cell of L04 has a third of the edge.
        let steps = whole((start / COARSEST.feet_per_pixel() / f64::from(Level::FACTOR)).round());
        let cell = i64::from(edge / Level::FACTOR);
        let skipped = u32::try_from(steps.rem_euclid(cell)).unwrap_or(0) * Level::FACTOR;
        Self { number: steps.div_euclid(cell), skipped, edge }
    }

    /// Pixels of a grid level between the beginning of its first cell and the mosaic.
    pub(super) fn skipped(&self, level: Level) -> u32 {
        self.skipped * finer(level) % self.edge
    }

    /// The number of the cell of a grid level, counted from where the mosaic begins.
    pub(super) fn number(&self, level: Level, place: u32) -> i64 {
        let before = self.skipped * finer(level) / self.edge;
        self.number * i64::from(finer(level)) + i64::from(before) + i64::from(place)
    }
}

/// How many cells of a level lie in one of the coarsest, along one edge.
fn finer(level: Level) -> u32 {
    Level::FACTOR.pow((COARSEST as u32).saturating_sub(level as u32))
}

#[expect(clippy::cast_possible_truncation, reason = "the plan has bounded where a mosaic lies")]
fn whole(value: f64) -> i64 {
    value as i64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mosaic_that_begins_on_a_line_skips_nothing() {
        let span = 300.0 * 20.25;
        for number in [-2, 0, 7] {
            #[expect(clippy::cast_precision_loss, reason = "small numbers")]
            let cells = Cells::new(number as f64 * span, 300);
            for level in [Level::L01, Level::L02, Level::L03, Level::L04] {
                let cell = number * i64::from(finer(level));
                assert_eq!((cells.skipped(level), cells.number(level, 0), cells.number(level, 5)), (0, cell, cell + 5));
            }
        }
    }

    #[test]
    fn a_cut_lies_beside_its_line_by_less_than_a_pixel_of_the_coarse_levels() {
        for start in [1.0, 433.7, 6_074.0, 429_981.867_506, -1_539_962.513_119, -0.1] {
            let cells = Cells::new(start, 300);
            for level in [Level::L01, Level::L02, Level::L03, Level::L04] {
                let (feet, skipped) = (level.feet_per_pixel(), cells.skipped(level));
                assert!(skipped < 300 && skipped.is_multiple_of(3), "{skipped}");
                #[expect(clippy::cast_precision_loss, reason = "small numbers")]
                let line = cells.number(level, 0) as f64 * 300.0 * feet;
                assert!((start - f64::from(skipped) * feet - line).abs() < 30.4, "{start} {level}");
            }
        }
    }
}
