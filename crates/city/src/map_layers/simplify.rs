//! Removes vertices that nobody sees (Douglas–Peucker), and rounds the rest. Pure.

use super::shape::{Shape, Vertex};

/// How far a vertex may be from the simplified line. Less than the width of a road.
const TOLERANCE_METERS: f64 = 2.0;
const METERS_PER_DEGREE: f64 = 111_320.0;
/// About 11 centimeters.
const STEPS_PER_DEGREE: f64 = 1e6;
/// Longer lines are simplified in parts, so that the time grows with the length of a line and not with its square.
const PART_VERTICES: usize = 1_024;

/// `None` if nothing of the shape is large enough to be seen.
pub(super) fn simplify(shape: &Shape) -> Option<Shape> {
    match shape {
        Shape::Lines(lines) => {
            let lines: Vec<_> = lines.iter().map(|line| simplify_path(line)).filter(|line| line.len() > 1).collect();
            (!lines.is_empty()).then_some(Shape::Lines(lines))
        }
        Shape::Polygons(polygons) => {
            let polygons: Vec<_> = polygons.iter().filter_map(|rings| simplify_polygon(rings)).collect();
            (!polygons.is_empty()).then_some(Shape::Polygons(polygons))
        }
    }
}

/// `None` if its outer ring is too small.
fn simplify_polygon(rings: &[Vec<Vertex>]) -> Option<Vec<Vec<Vertex>>> {
    let is_area = |ring: &Vec<Vertex>| ring.len() > 3;
    let (outer, holes) = rings.split_first()?;
    let outer = Some(simplify_path(outer)).filter(is_area)?;
    let holes = holes.iter().map(|ring| simplify_path(ring)).filter(is_area);
    Some(std::iter::once(outer).chain(holes).collect())
}

/// Keeps the first and the last vertex. Equal neighbors become one.
fn simplify_path(path: &[Vertex]) -> Vec<Vertex> {
    let points = to_meters(path);
    let mut is_kept = vec![false; path.len()];
    for start in (0..path.len()).step_by(PART_VERTICES) {
        let end = (start + PART_VERTICES).min(path.len() - 1);
        (is_kept[start], is_kept[end]) = (true, true);
        keep_visible(&points, &mut is_kept, Part { start, end });
    }
    let kept = path.iter().zip(is_kept).filter(|(_, is_kept)| *is_kept);
    let mut rounded: Vec<Vertex> = kept.map(|(vertex, _)| Vertex(round(vertex.0), round(vertex.1))).collect();
    rounded.dedup();
    rounded
}

fn round(degrees: f64) -> f64 {
    // Adding zero turns -0 into 0.
    (degrees * STEPS_PER_DEGREE).round() / STEPS_PER_DEGREE + 0.0
}

#[derive(Clone, Copy)]
struct Meters {
    x: f64,
    y: f64,
}

/// On a plane that is accurate enough for the few miles of a line: its scale is that of the first vertex.
fn to_meters(path: &[Vertex]) -> Vec<Meters> {
    let east = METERS_PER_DEGREE * path.first().map_or(1.0, |first| first.1.to_radians().cos());
    path.iter().map(|Vertex(lon, lat)| Meters { x: lon * east, y: lat * METERS_PER_DEGREE }).collect()
}

/// The indexes of its first and its last vertex.
#[derive(Clone, Copy)]
struct Part {
    start: usize,
    end: usize,
}

/// Marks the vertices between the ends that are too far from the line between them. A stack instead of recursion: a
/// file may have a line that needs a split at every vertex.
fn keep_visible(points: &[Meters], is_kept: &mut [bool], whole: Part) {
    let mut open = vec![whole];
    while let Some(part) = open.pop() {
        let Some((middle, distance)) = farthest(points, part) else { continue };
        if distance > TOLERANCE_METERS {
            is_kept[middle] = true;
            open.push(Part { end: middle, ..part });
            open.push(Part { start: middle, ..part });
        }
    }
}

/// The vertex between the ends that is farthest from the line between them, and its distance in meters.
fn farthest(points: &[Meters], part: Part) -> Option<(usize, f64)> {
    let (from, to) = (points[part.start], points[part.end]);
    let distances = (part.start + 1..part.end).map(|index| (index, distance_to_segment(points[index], from, to)));
    distances.max_by(|(_, one), (_, other)| one.total_cmp(other))
}

fn distance_to_segment(point: Meters, from: Meters, to: Meters) -> f64 {
    let (dx, dy) = (to.x - from.x, to.y - from.y);
    let length_squared = dx * dx + dy * dy;
    let along = ((point.x - from.x) * dx + (point.y - from.y) * dy) / length_squared;
    // Both ends of a closed ring are the same point.
    let along = if length_squared > 0.0 { along.clamp(0.0, 1.0) } else { 0.0 };
    (point.x - from.x - along * dx).hypot(point.y - from.y - along * dy)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// About 1.1 meters per unit at the equator.
    fn path(units: &[(i32, i32)]) -> Vec<Vertex> {
        units.iter().map(|(x, y)| Vertex(f64::from(*x) / 1e5, f64::from(*y) / 1e5)).collect()
    }

    fn line(units: &[(i32, i32)]) -> Shape {
        Shape::Lines(vec![path(units)])
    }

    #[test]
    fn keeps_what_is_visible() {
        for (name, given, expected) in [
            ("straight", vec![(0, 0), (50, 0), (100, 0)], vec![(0, 0), (100, 0)]),
            ("within 2 meters", vec![(0, 0), (50, 1), (100, 0)], vec![(0, 0), (100, 0)]),
            ("a bend", vec![(0, 0), (50, 9), (100, 0)], vec![(0, 0), (50, 9), (100, 0)]),
            ("back to the start", vec![(0, 0), (50, 9), (0, 0)], vec![(0, 0), (50, 9), (0, 0)]),
        ] {
            assert_eq!(simplify(&line(&given)), Some(line(&expected)), "{name}");
        }
    }

    #[test]
    fn drops_what_nobody_sees() {
        let ring = |size: i32| path(&[(0, 0), (size, 0), (size, size), (0, size), (0, 0)]);
        assert_eq!(simplify(&line(&[(5, 5), (5, 5)])), None);
        assert_eq!(simplify(&Shape::Polygons(vec![vec![ring(1)]])), None);
        let with_holes = Shape::Polygons(vec![vec![ring(900), ring(1), ring(90)], vec![ring(1)]]);
        assert_eq!(simplify(&with_holes), Some(Shape::Polygons(vec![vec![ring(900), ring(90)]])));
    }

    #[test]
    fn coordinates_have_six_decimals() {
        let shape = Shape::Lines(vec![vec![Vertex(-86.586_123_456, 34.730_400_49), Vertex(-1e-9, 34.0)]]);
        let expected = Shape::Lines(vec![vec![Vertex(-86.586_123, 34.7304), Vertex(0.0, 34.0)]]);
        assert_eq!(format!("{:?}", simplify(&shape)), format!("{:?}", Some(expected)));
    }

    #[test]
    fn long_lines_are_simplified_in_parts() {
        let units: Vec<(i32, i32)> = (0..3_000).map(|x| (x, 0)).collect();
        let Some(Shape::Lines(lines)) = simplify(&line(&units)) else { panic!("the line was dropped") };
        let ends: Vec<String> = lines[0].iter().map(|vertex| format!("{:.5}", vertex.0)).collect();
        assert_eq!(ends, ["0.00000", "0.01024", "0.02048", "0.02999"]);
    }

    proptest! {
        #[test]
        fn every_vertex_is_within_the_tolerance_of_the_result(
            units in prop::collection::vec((-3_000..3_000, -3_000..3_000), 2..60),
        ) {
            let given = path(&units);
            let simplified = simplify_path(&given);
            prop_assert!(simplified.len() <= given.len());
            let segments = to_meters(&simplified);
            for point in to_meters(&given) {
                let distance = |pair: &[Meters]| distance_to_segment(point, pair[0], pair[1]);
                let nearest = segments.windows(2).map(distance).fold(f64::INFINITY, f64::min);
                // Rounding moves a vertex by up to 8 centimeters; a line of one vertex has no segment.
                prop_assert!(nearest < TOLERANCE_METERS + 0.2 || simplified.len() == 1);
            }
        }
    }
}
