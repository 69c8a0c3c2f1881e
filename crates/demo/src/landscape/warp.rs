//! The city is planned on a straight grid and then warped a little, so that it looks grown.

use super::geometry::Point;
use super::noise::{smooth_noise, smoothstep};

/// No point moves farther than this, in feet.
pub(super) const MAX_WARP: f32 = 360.0;

/// From the straight plan to the ground.
pub(super) fn plan_to_ground(plan: Point) -> Point {
    let outside_center = smoothstep(3_500.0, 12_000.0, plan.length());
    let wave = |size: f32, salt: u32| smooth_noise(plan, size, salt) - 0.5;
    let (large, small) = (2.0 * 250.0 * (0.25 + 0.75 * outside_center), 2.0 * 50.0 * outside_center);
    Point::new(
        plan.x + large * wave(5_200.0, 101) + small * wave(1_700.0, 102),
        plan.y + large * wave(5_200.0, 103) + small * wave(1_700.0, 104),
    )
}

/// The inverse of [`plan_to_ground`], close enough for houses and trees.
pub(super) fn ground_to_plan(ground: Point) -> Point {
    let mut plan = ground;
    for _ in 0..2 {
        let warped = plan_to_ground(plan);
        plan = Point::new(plan.x + ground.x - warped.x, plan.y + ground.y - warped.y);
    }
    plan
}

/// The direction on the ground of a street that runs east on the plan, as a unit vector.
pub(super) fn east_on_ground(plan: Point) -> Point {
    let west = plan_to_ground(Point::new(plan.x - 30.0, plan.y));
    let east = plan_to_ground(Point::new(plan.x + 30.0, plan.y));
    let run = east - west;
    let length = run.length().max(1e-3);
    Point::new(run.x / length, run.y / length)
}
