//! Computes which tiles a pyramid has and where each of them is. Pure.

use super::grid_axis::GridAxis;
use crate::error::RasterError;
use stormwire_geo::tiles::{Level, Rect, WorldFile};

/// Browsers cannot show a city-wide image with more pixels than this.
const MAX_CITY_WIDE_PIXELS: u64 = 100_000_000;

/// No city has coordinates beyond this: the largest false northing of a State Plane zone is 26 million feet.
const MAX_COORDINATE_FEET: f64 = 100_000_000.0;

/// The pyramid over a mosaic. All levels share the upper left corner of the mosaic; grid levels are cut along the lines of
/// the city grid.
#[derive(Debug, Clone, PartialEq)]
pub struct PyramidPlan {
    /// The upper left corner in feet.
    corner: (f64, f64),
    /// The finest level.
    pub base: Level,
    /// Width and height in pixels of the finest level.
    size: (u32, u32),
    tile_edge: u32,
    east_axis: GridAxis,
    south_axis: GridAxis,
}

/// One tile of the plan.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PlannedTile {
    pub level: Level,
    /// Counted from the west of the mosaic.
    pub column: u32,
    /// Counted from the north of the mosaic.
    pub row: u32,
    /// The cell of the city grid, counted eastwards from the origin of the city's coordinates. For grid levels only.
    pub east: i64,
    /// The cell of the city grid, counted northwards. For grid levels only.
    pub north: i64,
    /// The left edge, in pixels of its level from the upper left corner of the mosaic.
    pub left: u32,
    /// The upper edge, likewise.
    pub top: u32,
    pub width: u32,
    pub height: u32,
}

impl PyramidPlan {
    /// A plan over an area for source images whose finest pixels have this size. `tile_edge` is in pixels.
    pub fn new(area: Rect, finest_feet_per_pixel: f64, tile_edge: u32) -> Result<Self, RasterError> {
        if tile_edge == 0 || !tile_edge.is_multiple_of(Level::FACTOR) {
            return Err(RasterError::Pyramid(format!("the tile edge of {tile_edge} pixels is not a multiple of 3")));
        }
        let sides = [area.min_x(), area.min_y(), area.max_x(), area.max_y()];
        if sides.iter().any(|side| side.abs() > MAX_COORDINATE_FEET) {
            let (x, y) = (area.min_x(), area.min_y());
            return Err(RasterError::Pyramid(format!("the mosaic begins at ({x}, {y}) feet; is a source misplaced?")));
        }
        // The coarsest level that loses no detail; a finer one would only invent pixels.
        let keeps_detail = |level: &Level| level.feet_per_pixel() <= finest_feet_per_pixel * 1.001;
        let base = Level::ALL.into_iter().rfind(keeps_detail).unwrap_or(Level::L01);
        let feet = base.feet_per_pixel();
        // A rounding error must not add a pixel.
        let pixels = |length: f64| (length / feet - 0.02).ceil().max(1.0);
        let (width, height) = (pixels(area.width()), pixels(area.height()));
        let corner = (area.min_x(), area.max_y());
        let plan = Self {
            corner,
            base,
            size: (pixel_count(width)?, pixel_count(height)?),
            tile_edge,
            east_axis: GridAxis::new(corner.0, tile_edge),
            south_axis: GridAxis::new(-corner.1, tile_edge),
        };
        let (width, height) = plan.size_at(base.max(Level::L05));
        if u64::from(width) * u64::from(height) > MAX_CITY_WIDE_PIXELS {
            let problem = format!("a city-wide image would have {width} by {height} pixels; is a source misplaced?");
            return Err(RasterError::Pyramid(problem));
        }
        Ok(plan)
    }

    /// The upper left corner in feet.
    pub fn corner(&self) -> (f64, f64) {
        self.corner
    }

    /// The levels, the finest first.
    pub fn levels(&self) -> impl Iterator<Item = Level> {
        let base = self.base;
        Level::ALL.into_iter().filter(move |level| *level >= base)
    }

    /// Width and height of the mosaic in pixels of a level. Fewer than three pixels left at the edge become one pixel.
    pub fn size_at(&self, level: Level) -> (u32, u32) {
        let shrunk = |size: u32| (self.base as u32..level as u32).fold(size, |size, _| size.div_ceil(Level::FACTOR));
        (shrunk(self.size.0), shrunk(self.size.1))
    }

    /// Width and height in pixels of a tile of a level that is not cut off at the edge of the mosaic.
    pub fn edge_at(&self, level: Level) -> (u32, u32) {
        if level.is_city_wide() { self.size_at(level) } else { (self.tile_edge, self.tile_edge) }
    }

    /// Pixels of the first column and row that are outside the mosaic.
    fn skipped_at(&self, level: Level) -> (u32, u32) {
        if level.is_city_wide() {
            (0, 0)
        } else {
            (self.east_axis.skipped_pixels(level), self.south_axis.skipped_pixels(level))
        }
    }

    /// The number of columns and rows of a level.
    pub fn grid(&self, level: Level) -> (u32, u32) {
        let (size, edge, skipped) = (self.size_at(level), self.edge_at(level), self.skipped_at(level));
        ((size.0 + skipped.0).div_ceil(edge.0), (size.1 + skipped.1).div_ceil(edge.1))
    }

    /// The tiles of a level, row by row from the north.
    pub fn tiles(&self, level: Level) -> impl Iterator<Item = PlannedTile> + '_ {
        let (columns, rows) = self.grid(level);
        (0..rows).flat_map(move |row| (0..columns).map(move |column| self.tile(level, column, row)))
    }

    pub fn tile(&self, level: Level, column: u32, row: u32) -> PlannedTile {
        let (size, edge, skipped) = (self.size_at(level), self.edge_at(level), self.skipped_at(level));
        let x = |column: u32| (column * edge.0).saturating_sub(skipped.0).min(size.0);
        let y = |row: u32| (row * edge.1).saturating_sub(skipped.1).min(size.1);
        PlannedTile {
            level,
            column,
            row,
            east: self.east_axis.cell_number(level, column),
            north: -1 - self.south_axis.cell_number(level, row),
            left: x(column),
            top: y(row),
            width: x(column + 1) - x(column),
            height: y(row + 1) - y(row),
        }
    }

    /// The tile of the next coarser level that contains this one, and the position in it in pixels: (parent, x, y).
    pub fn parent(&self, tile: PlannedTile) -> Option<(PlannedTile, u32, u32)> {
        let level = tile.level.coarser()?;
        let (left, top) = (tile.left / Level::FACTOR, tile.top / Level::FACTOR);
        let (edge, skipped) = (self.edge_at(level), self.skipped_at(level));
        let parent = self.tile(level, (left + skipped.0) / edge.0, (top + skipped.1) / edge.1);
        Some((parent, left - parent.left, top - parent.top))
    }

    pub fn world_file(&self, tile: PlannedTile) -> WorldFile {
        let feet = tile.level.feet_per_pixel();
        let corner = (self.corner.0 + f64::from(tile.left) * feet, self.corner.1 - f64::from(tile.top) * feet);
        WorldFile::from_corner(corner.0, corner.1, feet)
    }
}

impl PlannedTile {
    /// `L01-n0704-e0196`: the level and the cell of the city grid, which is the same for every mosaic that shows this
    /// ground. `s` and `w` count south and west of the origin of the city's coordinates. The slug of a city-wide image is
    /// only its level.
    pub fn slug(&self, prefix: &str) -> String {
        if self.level.is_city_wide() {
            return format!("{prefix}{}", self.level);
        }
        let cell = |number: i64, [positive, negative]: [char; 2]| {
            format!("{}{:04}", if number < 0 { negative } else { positive }, number.unsigned_abs())
        };
        format!("{prefix}{}-{}-{}", self.level, cell(self.north, ['n', 's']), cell(self.east, ['e', 'w']))
    }
}

fn pixel_count(count: f64) -> Result<u32, RasterError> {
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "checked to be a positive whole number in range"
    )]
    let whole = (count < f64::from(1 << 30)).then_some(count as u32);
    whole.ok_or_else(|| {
        RasterError::Pyramid(format!("the mosaic would be {count:.0} pixels wide or high; is a source misplaced?"))
    })
}

#[cfg(test)]
mod tests {
    use super::super::options::PyramidOptions;
    use super::*;

    fn plan(width: f64, height: f64, feet: f64, edge: u32) -> PyramidPlan {
        PyramidPlan::new(Rect::new(1_000.0, 2_000.0 - height, 1_000.0 + width, 2_000.0).unwrap(), feet, edge).unwrap()
    }

    #[test]
    fn a_city_of_eighteen_miles_has_about_2_200_tiles() {
        let whole = Rect::new(0.0, 0.0, 98_415.0, 98_415.0).unwrap();
        let plan = PyramidPlan::new(whole, 0.75, PyramidOptions::DEFAULT_EDGE).unwrap();
        let counts: Vec<usize> = plan.levels().map(|level| plan.tiles(level).count()).collect();
        assert_eq!(counts, [2_025, 225, 25, 4, 1, 1, 1]);
    }

    #[test]
    fn only_levels_five_to_seven_are_city_wide() {
        let plan = plan(30_000.0, 20_000.0, 0.75, 300);
        for level in Level::ALL {
            assert_eq!(plan.grid(level) == (1, 1), level.is_city_wide(), "{level}");
        }
        assert_eq!(plan.tile(Level::L06, 0, 0).slug("city-"), "city-L06");
        assert_eq!(plan.tile(Level::L01, 12, 3).slug(""), "L01-n0005-e0016");
        assert_eq!(plan.tile(Level::L01, 0, 99).slug(""), "L01-s0091-e0004");
    }

    #[test]
    fn children_are_inside_their_parents_and_cover_them() {
        for (width, height) in [(4_000.0, 4_000.0), (1_234.0, 777.0), (0.75, 0.75), (9_999.0, 10.0)] {
            let plan = plan(width, height, 0.75, 243);
            for level in plan.levels().filter(|level| level.coarser().is_some()) {
                let mut covered = std::collections::BTreeMap::<(u32, u32), u64>::new();
                for tile in plan.tiles(level) {
                    let (parent, x, y) = plan.parent(tile).unwrap();
                    let (w, h) = (tile.width.div_ceil(3), tile.height.div_ceil(3));
                    assert!(x + w <= parent.width && y + h <= parent.height, "{tile:?} in {parent:?}");
                    *covered.entry((parent.column, parent.row)).or_default() += u64::from(w) * u64::from(h);
                }
                for parent in plan.tiles(level.coarser().unwrap()) {
                    let area = u64::from(parent.width) * u64::from(parent.height);
                    assert_eq!(covered.get(&(parent.column, parent.row)), Some(&area), "{parent:?}");
                }
            }
        }
    }

    #[test]
    fn neighbors_share_an_edge_and_levels_share_a_corner() {
        let plan = plan(4_000.0, 3_000.0, 0.75, 900);
        let rect = |tile: PlannedTile| plan.world_file(tile).rect(tile.width, tile.height).unwrap();
        for level in plan.levels() {
            let first = rect(plan.tile(level, 0, 0));
            assert_eq!((first.min_x(), first.max_y()), (1_000.0, 2_000.0), "{level}");
        }
        for tile in plan.tiles(Level::L01).filter(|tile| tile.column > 0 && tile.row > 0) {
            let (here, west) = (rect(tile), rect(plan.tile(Level::L01, tile.column - 1, tile.row)));
            let north = rect(plan.tile(Level::L01, tile.column, tile.row - 1));
            assert_eq!((here.min_x(), here.max_y()), (west.max_x(), north.min_y()));
        }
    }

    #[test]
    fn the_same_ground_has_the_same_slug_in_every_mosaic() {
        let over = |sides: [f64; 4]| {
            PyramidPlan::new(Rect::new(sides[0], sides[1], sides[2], sides[3]).unwrap(), 0.75, 300).unwrap()
        };
        let first = over([429_981.9, 1_500_000.0, 432_000.0, 1_503_000.0]);
        let (elsewhere, around) = (
            over([450_000.0, 1_500_000.0, 452_000.0, 1_503_000.0]),
            over([428_000.0, 1_498_765.4, 433_000.0, 1_504_000.0]),
        );
        let slugs =
            |plan: &PyramidPlan, level: Level| -> Vec<String> { plan.tiles(level).map(|tile| tile.slug("")).collect() };
        for level in [Level::L01, Level::L02] {
            let known = slugs(&first, level);
            assert!(slugs(&elsewhere, level).iter().all(|slug| !known.contains(slug)), "{level}");
            for tile in first.tiles(level) {
                let rect = |plan: &PyramidPlan, tile: PlannedTile| {
                    plan.world_file(tile).rect(tile.width, tile.height).unwrap()
                };
                let here = rect(&first, tile);
                let same = around.tiles(level).find(|other| other.slug("") == tile.slug("")).unwrap();
                let there = rect(&around, same);
                assert!(there.min_x() < here.min_x() + 61.0 && here.max_x() < there.max_x() + 61.0, "{tile:?}");
                assert!(there.min_y() < here.min_y() + 61.0 && here.max_y() < there.max_y() + 61.0, "{tile:?}");
            }
        }
    }

    #[test]
    fn the_finest_level_is_the_coarsest_without_loss() {
        for (feet, base) in
            [(0.25, Level::L01), (0.75, Level::L01), (1.0, Level::L01), (2.2499, Level::L02), (600.0, Level::L07)]
        {
            assert_eq!(plan(5_000.0, 5_000.0, feet, 300).base, base, "{feet}");
        }
    }

    #[test]
    fn rejects_bad_tile_edges_and_misplaced_mosaics() {
        let whole = Rect::new(0.0, 0.0, 1_000.0, 1_000.0).unwrap();
        for edge in [0, 1, 1_000] {
            assert!(PyramidPlan::new(whole, 0.75, edge).is_err(), "{edge}");
        }
        for (near, far) in [(0.0, 9e7), (0.0, 1e15), (1e300, 1.1e300)] {
            let error = PyramidPlan::new(Rect::new(near, near, far, far).unwrap(), 0.75, 300).unwrap_err();
            assert!(error.to_string().contains("misplaced"), "{error}");
        }
    }
}
