//! Boundary, main roads and water of the city as lines, for maps without the painted images. They follow what is painted.

use super::geometry::Point;
use super::noise::{floor, to_f32};
use super::plan::MILE;
use super::roads::is_open_for_main_road;
use super::routes::{east_west_highway, north_south_highway};
use super::terrain::{LAKE_CENTER, lake_distance, river_banks, urban_density};
use super::warp::plan_to_ground;
use std::f32::consts::TAU;

/// Beyond the outermost facility.
const HALF_CITY_FEET: f32 = 48_000.0;
const HIGHWAY_STEP_FEET: f32 = 500.0;
const RIVER_STEP_FEET: f32 = 400.0;
/// Main roads are along the section lines up to this many miles from the center.
const ROAD_MILES: i32 = 7;
const STEPS_PER_MILE: i32 = 16;
/// Country roads are left out.
const MIN_URBAN_DENSITY: f32 = 0.2;
const LAKE_DIRECTIONS: i32 = 96;
/// Outside the lake in every direction.
const BEYOND_LAKE_FEET: f32 = 16_000.0;
const BOUNDARY_DIRECTIONS: i32 = 180;

/// A line, or the outer ring of an area, whose last point is its first.
#[derive(Debug, Clone, PartialEq)]
pub struct Outline {
    /// `None` for roads without a name.
    pub name: Option<&'static str>,
    /// In feet from the center of the city.
    pub points: Vec<Point>,
}

impl Outline {
    fn new(name: &'static str, points: Vec<Point>) -> Self {
        Self { name: Some(name), points }
    }
}

/// The limits of the city, a ring around all facilities.
pub fn boundary_outline() -> Outline {
    let corner = |step: i32| {
        let angle = TAU * to_f32(step) / to_f32(BOUNDARY_DIRECTIONS);
        let feet = HALF_CITY_FEET + 1_200.0 + 800.0 * (3.0 * angle + 0.5).sin() + 400.0 * (7.0 * angle).sin();
        Point::new(feet * angle.cos(), feet * angle.sin())
    };
    Outline::new("City limits", closed((0..BOUNDARY_DIRECTIONS).map(corner).collect()))
}

/// The two highways and the main roads of the city.
pub fn road_outlines() -> Vec<Outline> {
    let steps = |step: f32| {
        let count = floor(2.0 * HALF_CITY_FEET / step);
        (0..=count).map(move |index| to_f32(index) * step - HALF_CITY_FEET)
    };
    let east_west = steps(HIGHWAY_STEP_FEET).map(|x| Point::new(x, east_west_highway(x))).collect();
    let north_south = steps(HIGHWAY_STEP_FEET).map(|y| Point::new(north_south_highway(y), y)).collect();
    let highways = [Outline::new("Highway 72", east_west), Outline::new("Highway 231", north_south)];
    let lines = (-ROAD_MILES..=ROAD_MILES).flat_map(|mile| [section_road(mile, true), section_road(mile, false)]);
    highways.into_iter().chain(lines.flatten().map(|points| Outline { name: None, points })).collect()
}

/// The parts of the road along a section line where it exists.
fn section_road(mile: i32, is_east_west: bool) -> Vec<Vec<Point>> {
    let has_bridge = is_east_west && mile.rem_euclid(2) == 0;
    let point = |step: i32| {
        let (along, across) = (to_f32(step) / to_f32(STEPS_PER_MILE) * MILE, to_f32(mile) * MILE);
        plan_to_ground(if is_east_west { Point::new(along, across) } else { Point::new(across, along) })
    };
    let steps = ROAD_MILES * STEPS_PER_MILE;
    let points: Vec<Point> = (-steps..=steps).map(point).collect();
    let exists = |at: &Point| urban_density(*at) > MIN_URBAN_DENSITY && is_open_for_main_road(*at, has_bridge);
    points.split(|at| !exists(at)).filter(|part| part.len() > 1).map(<[Point]>::to_vec).collect()
}

/// The river and the lake, as rings.
pub fn water_outlines() -> Vec<Outline> {
    vec![Outline::new("Alder River", river()), Outline::new("Larkspur Lake", lake())]
}

fn river() -> Vec<Point> {
    let count = floor(2.0 * HALF_CITY_FEET / RIVER_STEP_FEET);
    let banks: Vec<[Point; 2]> =
        (0..=count).map(|index| river_banks(to_f32(index) * RIVER_STEP_FEET - HALF_CITY_FEET)).collect();
    let (one, other) = (banks.iter().map(|[one, _]| *one), banks.iter().rev().map(|[_, other]| *other));
    closed(one.chain(other).collect())
}

fn lake() -> Vec<Point> {
    let shore = |index: i32| {
        let angle = TAU * to_f32(index) / to_f32(LAKE_DIRECTIONS);
        let point = |feet: f32| LAKE_CENTER + Point::new(angle.cos(), angle.sin()) * feet;
        let (mut inside, mut outside) = (0.0, BEYOND_LAKE_FEET);
        for _ in 0..14 {
            let middle = f32::midpoint(inside, outside);
            let is_lake = lake_distance(point(middle)) < 0.0;
            (inside, outside) = if is_lake { (middle, outside) } else { (inside, middle) };
        }
        point(inside)
    };
    closed((0..LAKE_DIRECTIONS).map(shore).collect())
}

fn closed(mut ring: Vec<Point>) -> Vec<Point> {
    ring.extend(ring.first().copied());
    ring
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::landscape::routes::highway_distance;
    use crate::landscape::terrain::{river_distance, water_distance};

    #[test]
    fn outlines_follow_the_painted_city() {
        let [river, lake] = [0, 1].map(|index| water_outlines()[index].points.clone());
        for at in &river {
            assert!(river_distance(*at).abs() < 120.0, "{at:?}: {} feet from the bank", river_distance(*at));
        }
        for at in &lake {
            assert!(lake_distance(*at).abs() < 50.0, "{at:?}: {} feet from the shore", lake_distance(*at));
        }
        for highway in &road_outlines()[..2] {
            assert!(highway.points.iter().all(|at| highway_distance(*at) < 1.0), "{:?}", highway.name);
        }
    }

    #[test]
    fn roads_are_on_land_unless_they_have_a_bridge() {
        let roads = road_outlines();
        assert!(roads.len() > 20, "{} roads", roads.len());
        let in_water = |road: &&Outline| road.points.iter().any(|at| water_distance(*at) < 0.0);
        assert!(roads[2..].iter().filter(in_water).count() < 20);
    }

    #[test]
    fn the_boundary_is_a_ring_around_all_facilities() {
        let ring = boundary_outline().points;
        assert_eq!(ring.first(), ring.last());
        assert!(ring.iter().all(|at| at.length() > 46_500.0));
    }
}
