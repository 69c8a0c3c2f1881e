//! The golf course. Positions are in (u, v) of its grounds, from -1 to 1.

use super::buildings::{Roof, draw_building};
use super::canvas::Canvas;
use super::color::Color;
use super::geometry::{Point, Segment};
use super::noise::to_f32;
use super::rotated_rect::RotatedRect;
use super::sports::SAND;

const POND: Color = [78, 100, 98];

/// A hole whose fairway bends from tee to green.
struct Hole {
    tee: Point,
    bend: Point,
    green: Point,
}

const HOLES: [Hole; 9] = [
    Hole::new([-0.85, -0.85], [-0.6, -0.35], [-0.82, 0.05]),
    Hole::new([-0.9, 0.2], [-0.78, 0.55], [-0.5, 0.85]),
    Hole::new([-0.35, 0.88], [0.0, 0.72], [0.35, 0.86]),
    Hole::new([0.5, 0.88], [0.82, 0.6], [0.86, 0.25]),
    Hole::new([0.88, 0.08], [0.7, -0.3], [0.86, -0.7]),
    Hole::new([0.75, -0.88], [0.4, -0.7], [0.05, -0.86]),
    Hole::new([-0.1, -0.85], [-0.3, -0.45], [-0.15, -0.1]),
    Hole::new([-0.5, 0.0], [-0.45, 0.35], [-0.2, 0.5]),
    Hole::new([0.05, 0.42], [0.35, 0.2], [0.3, -0.3]),
];

impl Hole {
    const fn new(tee: [f32; 2], bend: [f32; 2], green: [f32; 2]) -> Self {
        Self {
            tee: Point::new(tee[0], tee[1]),
            bend: Point::new(bend[0], bend[1]),
            green: Point::new(green[0], green[1]),
        }
    }

    /// A point of the fairway, a quadratic Bézier curve, after `step` of `steps`.
    fn fairway(&self, step: i32, steps: i32) -> Point {
        let share = to_f32(step) / to_f32(steps);
        let [first, pull, last] = [(1.0 - share) * (1.0 - share), 2.0 * share * (1.0 - share), share * share];
        let blend = |tee: f32, bend: f32, green: f32| first * tee + pull * bend + last * green;
        Point::new(blend(self.tee.x, self.bend.x, self.green.x), blend(self.tee.y, self.bend.y, self.green.y))
    }

    fn distance(&self, u: f32, v: f32) -> f32 {
        let distances = (0..=8).map(|step| (Point::new(u, v) - self.fairway(step, 8)).length());
        distances.fold(f32::INFINITY, f32::min)
    }
}

pub(super) fn is_on_fairway(u: f32, v: f32) -> bool {
    HOLES.iter().any(|hole| hole.distance(u, v) <= 0.12)
}

pub(super) fn draw_golf_course(canvas: &mut Canvas, grounds: &RotatedRect) {
    canvas.fill_rect(grounds, [92, 114, 62], 0.75);
    for hole in &HOLES {
        draw_hole(canvas, grounds, hole);
    }
    canvas.fill_circle(grounds.point(0.1, 0.0), 120.0, POND, 1.0);
    canvas.fill_circle(grounds.point(0.0, -0.05), 90.0, POND, 1.0);
    draw_building(canvas, &grounds.part(-0.62..-0.54, -0.72..-0.66), 22.0, Roof::Hip, [132, 108, 92]);
}

fn draw_hole(canvas: &mut Canvas, grounds: &RotatedRect, hole: &Hole) {
    let on_ground = |point: Point| grounds.point(point.x, point.y);
    let (tee, green) = (on_ground(hole.tee), on_ground(hole.green));
    let width = grounds.half_length * 0.105;
    for (factor, color) in [(1.45, [106, 130, 68]), (1.0, [122, 150, 80])] {
        for step in 0..14 {
            let line = Segment::new(on_ground(hole.fairway(step, 14)), on_ground(hole.fairway(step + 1, 14)));
            canvas.draw_line(line, width * factor, color, 1.0);
        }
    }
    for (du, dv, radius) in [(0.055, 0.03, 17.0), (-0.045, 0.045, 14.0), (0.02, -0.06, 12.0)] {
        canvas.fill_circle(on_ground(hole.green + Point::new(du, dv)), radius, SAND, 1.0);
    }
    canvas.fill_circle(green, 46.0, [134, 162, 88], 1.0);
    canvas.fill_circle(green, 34.0, [146, 176, 98], 1.0);
    canvas.fill_rect(&RotatedRect::new(tee, 36.0, 22.0, grounds.direction), [140, 166, 92], 1.0);
    let middle = hole.fairway(1, 2);
    canvas.fill_circle(on_ground(Point::new(middle.x + 0.06, middle.y)), 20.0, SAND, 1.0);
}
