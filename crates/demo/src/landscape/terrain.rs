//! The terrain: hills, the river and the lake, woods, and how far the city extends.

use super::geometry::Point;
use super::noise::{fractal_noise, smoothstep};

const RIVER_OFFSET: f32 = 7_600.0;
pub(super) const LAKE_CENTER: Point = Point::new(24_500.0, 25_500.0);

/// The elevation in feet.
pub(super) fn elevation(at: Point) -> f32 {
    let rolling_hills = fractal_noise(at, 26_000.0, 5, 11) * 520.0;
    // A ridge in the east.
    let ridge =
        smoothstep(12_000.0, 34_000.0, at.x + 0.35 * at.y + 6_000.0 * (fractal_noise(at, 18_000.0, 3, 12) - 0.5));
    rolling_hills + ridge * (260.0 + 560.0 * fractal_noise(at, 9_000.0, 4, 13))
}

/// The distance to the nearest water in feet, negative in the water.
pub(super) fn water_distance(at: Point) -> f32 {
    river_distance(at).min(lake_distance(at)).min(creek_distance(at))
}

/// The river comes from the north, bends around the center and leaves to the southwest.
pub(super) fn river_distance(at: Point) -> f32 {
    let along = 0.94 * at.y + 0.34 * at.x;
    let across = 0.94 * at.x - 0.34 * at.y + RIVER_OFFSET;
    let RiverSection { course, stretch, half_width } = river_section(along);
    (across - course).abs() / stretch - half_width
}

struct RiverSection {
    /// How far across the middle of the river is.
    course: f32,
    /// Feet across for each foot at a right angle to the river.
    stretch: f32,
    half_width: f32,
}

fn river_section(along: f32) -> RiverSection {
    let course = 4_300.0 * (along / 13_500.0 + 0.9).sin()
        + 1_900.0 * (along / 5_200.0 + 2.1).sin()
        + 420.0 * (along / 1_900.0).sin();
    let slope = 4_300.0 / 13_500.0 * (along / 13_500.0 + 0.9).cos() + 1_900.0 / 5_200.0 * (along / 5_200.0 + 2.1).cos();
    let half_width = 430.0 + 150.0 * (along / 7_000.0).sin() + 60.0 * (along / 1_300.0 + 1.0).sin();
    RiverSection { course, stretch: (1.0 + slope * slope).sqrt(), half_width }
}

/// Both banks of the river, that many feet along its course.
pub(super) fn river_banks(along: f32) -> [Point; 2] {
    let RiverSection { course, stretch, half_width } = river_section(along);
    [-half_width, half_width].map(|offset| {
        let across = course - RIVER_OFFSET + offset * stretch;
        // Back from the directions in `river_distance`, whose length is almost 1.
        let square = 0.94 * 0.94 + 0.34 * 0.34;
        Point::new((0.34 * along + 0.94 * across) / square, (0.94 * along - 0.34 * across) / square)
    })
}

/// A reservoir between the hills in the northeast.
pub(super) fn lake_distance(at: Point) -> f32 {
    let (dx, dy) = (at.x - LAKE_CENTER.x, at.y - LAKE_CENTER.y);
    let (u, v) = ((dx * 0.8 + dy * 0.6) / 8_200.0, (dy * 0.8 - dx * 0.6) / 3_300.0);
    (u.hypot(v) - 1.0) * 3_300.0 + (fractal_noise(at, 4_200.0, 4, 21) - 0.5) * 4_200.0
}

/// A creek from the lake to the river.
fn creek_distance(Point { x, y }: Point) -> f32 {
    let course = 9_500.0 + 0.62 * x + 2_100.0 * (x / 7_100.0).sin() + 700.0 * (x / 2_300.0 + 0.4).sin();
    let slope = 0.62 + 2_100.0 / 7_100.0 * (x / 7_100.0).cos() + 700.0 / 2_300.0 * (x / 2_300.0 + 0.4).cos();
    let beyond_its_ends = (x - 21_000.0).max(-9_500.0 - x).max(0.0);
    (y - course).abs() / (1.0 + slope * slope).sqrt() - 26.0 - 9.0 * (x / 900.0).sin() + beyond_its_ends
}

/// From 0 in the country to 1 in the city.
pub(super) fn urban_density(at: Point) -> f32 {
    let distance = at.x.hypot(at.y * 1.06) + 17_000.0 * (fractal_noise(at, 15_000.0, 4, 31) - 0.5);
    // There are few buildings on the ridge.
    let steepness = smoothstep(620.0, 900.0, elevation(at));
    (1.0 - smoothstep(25_000.0, 39_000.0, distance)) * (1.0 - 0.75 * steepness)
}

/// From 0 in the open to 1 in the woods.
pub(super) fn woods_density(at: Point) -> f32 {
    let patch_noise = fractal_noise(at, 7_500.0, 6, 41);
    let patches = smoothstep(0.49, 0.60, patch_noise);
    let hills = smoothstep(480.0, 720.0, elevation(at));
    let banks = 1.0 - smoothstep(60.0, 420.0, water_distance(at) + 260.0 * (fractal_noise(at, 1_200.0, 2, 42) - 0.5));
    // In the city, woods remain where they are thickest.
    let thickest_patches = smoothstep(0.56, 0.66, patch_noise);
    let in_country = patches.max(hills).max(banks * 0.95);
    let in_city = thickest_patches.max(banks * 0.9).max(hills * 0.7);
    in_country + (in_city - in_country) * urban_density(at)
}
