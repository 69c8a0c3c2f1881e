//! The courses of the two highways and of the railroad, and the distance to them.

use super::geometry::Point;

/// The highway from west to east: how far north it is.
pub(super) fn east_west_highway(x: f32) -> f32 {
    -9_600.0 + 2_500.0 * (x / 15_500.0 + 0.5).sin() + 650.0 * (x / 6_300.0).sin()
}

/// The highway from south to north: how far east it is.
pub(super) fn north_south_highway(y: f32) -> f32 {
    8_300.0 + 2_300.0 * (y / 14_500.0 + 1.2).sin() + 500.0 * (y / 5_700.0).sin()
}

/// The railroad from southwest to northeast: how far north it is.
pub(super) fn railroad(x: f32) -> f32 {
    3_400.0 + 0.55 * x + 1_500.0 * (x / 11_000.0).sin()
}

/// The distance from the center line of the nearest highway.
pub(super) fn highway_distance(at: Point) -> f32 {
    let east_west = distance_from(east_west_highway, at.x, at.y);
    east_west.min(distance_from(north_south_highway, at.y, at.x))
}

/// The distance from the land that highways and the railroad occupy, negative on it.
pub(super) fn clearance(at: Point) -> f32 {
    let rail = distance_from(railroad, at.x, at.y);
    (highway_distance(at) - 150.0).min(rail - 40.0)
}

/// The distance of a point from a course. `along` is the coordinate that the course is a function of.
fn distance_from(course: fn(f32) -> f32, along: f32, across: f32) -> f32 {
    let slope = (course(along + 20.0) - course(along - 20.0)) / 40.0;
    (across - course(along)).abs() / (1.0 + slope * slope).sqrt()
}
