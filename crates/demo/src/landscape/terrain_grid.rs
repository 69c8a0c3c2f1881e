//! Terrain values at the points of a grid, interpolated between them: computing them for every pixel would be too slow.

use super::canvas::Canvas;
use super::geometry::Point;
use super::noise::{floor, fractal_noise, lerp, to_f32};
use super::terrain;

/// Pixels from one grid point to the next. Tile widths are multiples of it, so that neighboring tiles share grid points.
const STEP_PIXELS: i32 = 9;
/// Grid points beyond the edge of the canvas, for trees whose crowns reach in from outside.
const MARGIN_POINTS: i32 = 16;

pub(super) struct TerrainGrid {
    columns: i32,
    step_feet: f32,
    corner: Point,
    samples: Vec<TerrainSample>,
}

/// The terrain at one point.
#[derive(Debug, Clone, Copy)]
pub(super) struct TerrainSample {
    /// 1 on flat ground, more on slopes that face the sun.
    pub(super) light: f32,
    /// Feet, negative in the water.
    pub(super) water_distance: f32,
    pub(super) urban_density: f32,
    pub(super) woods_density: f32,
    /// From 0 for dry grass to 1 for green grass.
    pub(super) lushness: f32,
}

impl TerrainGrid {
    pub(super) fn around(canvas: &Canvas) -> Self {
        let step_feet = canvas.feet_per_pixel * to_f32(STEP_PIXELS);
        let count = |pixels: usize| i32::try_from(pixels).unwrap_or(0) / STEP_PIXELS + 2 * MARGIN_POINTS + 2;
        let (columns, rows) = (count(canvas.width), count(canvas.height));
        let area = canvas.area();
        let margin = step_feet * to_f32(MARGIN_POINTS);
        let corner = Point::new(area.west - margin, area.north + margin);
        let position = |index: i32| {
            Point::new(corner.x + step_feet * to_f32(index % columns), corner.y - step_feet * to_f32(index / columns))
        };
        let samples = (0..columns * rows).map(|index| TerrainSample::compute(position(index), step_feet)).collect();
        Self { columns, step_feet, corner, samples }
    }

    pub(super) fn sample(&self, at: Point) -> TerrainSample {
        let (u, v) = ((at.x - self.corner.x) / self.step_feet, (self.corner.y - at.y) / self.step_feet);
        let last_row = i32::try_from(self.samples.len()).unwrap_or(0) / self.columns - 2;
        let (column, row) = (floor(u).clamp(0, self.columns - 2), floor(v).clamp(0, last_row));
        let (east, south) = ((u - to_f32(column)).clamp(0.0, 1.0), (v - to_f32(row)).clamp(0.0, 1.0));
        let sample =
            |i: i32, j: i32| &self.samples[usize::try_from((row + j) * self.columns + column + i).unwrap_or(0)];
        let corners = [sample(0, 0), sample(1, 0), sample(0, 1), sample(1, 1)];
        let interpolate = |value: fn(&TerrainSample) -> f32| {
            let [north_west, north_east, south_west, south_east] = corners.map(value);
            lerp(lerp(north_west, north_east, east), lerp(south_west, south_east, east), south)
        };
        TerrainSample {
            light: interpolate(|sample| sample.light),
            water_distance: interpolate(|sample| sample.water_distance),
            urban_density: interpolate(|sample| sample.urban_density),
            woods_density: interpolate(|sample| sample.woods_density),
            lushness: interpolate(|sample| sample.lushness),
        }
    }
}

impl TerrainSample {
    fn compute(at: Point, step_feet: f32) -> Self {
        let span = step_feet.max(120.0);
        let here = terrain::elevation(at);
        let rise_east = terrain::elevation(Point::new(at.x + span, at.y)) - here;
        let rise_north = terrain::elevation(Point::new(at.x, at.y + span)) - here;
        // The sun is in the northwest, so slopes that face it are bright.
        let light = 1.0 + ((rise_east - rise_north) / span * 1.5).clamp(-0.3, 0.3);
        Self {
            light,
            water_distance: terrain::water_distance(at),
            urban_density: terrain::urban_density(at),
            woods_density: terrain::woods_density(at),
            lushness: fractal_noise(at, 3_800.0, 3, 51),
        }
    }
}
