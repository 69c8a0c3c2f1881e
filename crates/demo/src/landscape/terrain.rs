//! The lie of the land: hills, the river and the lake, woods, and how far the city reaches.

use super::canvas::Point;
use super::chance::{ramp, rough};

/// How high the ground is, in feet.
pub(super) fn height((x, y): Point) -> f32 {
    let rolling = rough(x, y, 26_000.0, 5, 11) * 520.0;
    // A ridge in the east.
    let ridge = ramp(12_000.0, 34_000.0, x + 0.35 * y + 6_000.0 * (rough(x, y, 18_000.0, 3, 12) - 0.5));
    rolling + ridge * (260.0 + 560.0 * rough(x, y, 9_000.0, 4, 13))
}

/// How far the next water is, in feet; below 0 inside it.
pub(super) fn water(at: Point) -> f32 {
    river(at).min(lake(at)).min(creek(at))
}

/// The river comes from the north, bends around the centre and leaves to the south-west.
pub(super) fn river((x, y): Point) -> f32 {
    let along = 0.94 * y + 0.34 * x;
    let aside = 0.94 * x - 0.34 * y + 7_600.0;
    let course = 4_300.0 * (along / 13_500.0 + 0.9).sin()
        + 1_900.0 * (along / 5_200.0 + 2.1).sin()
        + 420.0 * (along / 1_900.0).sin();
    let slope = 4_300.0 / 13_500.0 * (along / 13_500.0 + 0.9).cos() + 1_900.0 / 5_200.0 * (along / 5_200.0 + 2.1).cos();
    let half = 430.0 + 150.0 * (along / 7_000.0).sin() + 60.0 * (along / 1_300.0 + 1.0).sin();
    (aside - course).abs() / (1.0 + slope * slope).sqrt() - half
}

/// A reservoir between the hills in the north-east.
fn lake((x, y): Point) -> f32 {
    let (dx, dy) = (x - 24_500.0, y - 25_500.0);
    let (u, v) = ((dx * 0.8 + dy * 0.6) / 8_200.0, (dy * 0.8 - dx * 0.6) / 3_300.0);
    (u.hypot(v) - 1.0) * 3_300.0 + (rough(x, y, 4_200.0, 4, 21) - 0.5) * 4_200.0
}

/// A creek from the lake to the river.
fn creek((x, y): Point) -> f32 {
    let course = 9_500.0 + 0.62 * x + 2_100.0 * (x / 7_100.0).sin() + 700.0 * (x / 2_300.0 + 0.4).sin();
    let slope = 0.62 + 2_100.0 / 7_100.0 * (x / 7_100.0).cos() + 700.0 / 2_300.0 * (x / 2_300.0 + 0.4).cos();
    let beyond = (x - 21_000.0).max(-9_500.0 - x).max(0.0);
    (y - course).abs() / (1.0 + slope * slope).sqrt() - 26.0 - 9.0 * (x / 900.0).sin() + beyond
}

/// From 0 in the country to 1 in the city.
pub(super) fn urban((x, y): Point) -> f32 {
    let away = x.hypot(y * 1.06) + 17_000.0 * (rough(x, y, 15_000.0, 4, 31) - 0.5);
    // Few people build on the ridge.
    let steep = ramp(620.0, 900.0, height((x, y)));
    (1.0 - ramp(25_000.0, 39_000.0, away)) * (1.0 - 0.75 * steep)
}

/// From 0 in the open to 1 in the wood.
pub(super) fn woods(at: Point) -> f32 {
    let (x, y) = at;
    let patch = ramp(0.49, 0.60, rough(x, y, 7_500.0, 6, 41));
    let hills = ramp(480.0, 720.0, height(at));
    let banks = 1.0 - ramp(60.0, 420.0, water(at) + 260.0 * (rough(x, y, 1_200.0, 2, 42) - 0.5));
    // In the city woods are left where they are thickest.
    let kept = ramp(0.56, 0.66, rough(x, y, 7_500.0, 6, 41));
    let open = patch.max(hills).max(banks * 0.95);
    let built = kept.max(banks * 0.9).max(hills * 0.7);
    open + (built - open) * urban(at)
}
