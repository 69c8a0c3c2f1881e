//! Buildings with lit roofs and shadows, parking lots and cars.

use super::canvas::Canvas;
use super::color::{Color, mix_colors, scale_brightness};
use super::geometry::Point;
use super::noise::{PositionRng, floor, to_f32};
use super::rotated_rect::RotatedRect;

/// Where the shadow of one foot of height falls: the sun is in the northwest.
pub(super) const SHADOW_PER_FOOT: Point = Point::new(0.62, -0.48);
pub(super) const SHADOW_COLOR: Color = [26, 32, 40];

const CAR_COLORS: [Color; 7] =
    [[222, 222, 220], [60, 60, 64], [138, 140, 144], [148, 44, 40], [52, 74, 118], [186, 188, 190], [96, 92, 84]];
pub(super) const CONCRETE: Color = [188, 184, 174];
pub(super) const ASPHALT: Color = [106, 105, 105];
pub(super) const POOL_WATER: Color = [92, 178, 196];

/// With larger pixels, roofs are plain rectangles.
const MAX_FEET_PER_PIXEL_FOR_ROOFS: f32 = 9.0;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Roof {
    Gable,
    Hip,
    Flat,
}

/// Draws the shadow of a building and then its roof.
pub(super) fn draw_building(canvas: &mut Canvas, footprint: &RotatedRect, height: f32, roof: Roof, color: Color) {
    draw_shadow(canvas, footprint, height);
    if canvas.feet_per_pixel > MAX_FEET_PER_PIXEL_FOR_ROOFS {
        canvas.fill_rect(footprint, color, 1.0);
        return;
    }
    // The ridge is along the longer side.
    let footprint = footprint.lengthwise();
    match roof {
        Roof::Flat => draw_flat_roof(canvas, &footprint, color),
        Roof::Gable => draw_gable_roof(canvas, &footprint, color),
        Roof::Hip => draw_hip_roof(canvas, &footprint, color),
    }
}

fn draw_gable_roof(canvas: &mut Canvas, footprint: &RotatedRect, color: Color) {
    canvas.fill_rect(footprint, color, 1.0);
    for (side, vs) in [(-1.0, -1.0..0.0), (1.0, 0.0..1.0)] {
        let face = footprint.part(-1.0..1.0, vs);
        canvas.fill_rect(&face, scale_brightness(color, face_brightness(footprint, 0.0, side)), 1.0);
    }
}

fn draw_hip_roof(canvas: &mut Canvas, footprint: &RotatedRect, color: Color) {
    let face_color = |u: f32, v: f32| scale_brightness(color, face_brightness(footprint, u, v));
    canvas.fill_rect(footprint, scale_brightness(color, 0.9), 1.0);
    let end = (footprint.half_width / footprint.half_length).min(0.95);
    let (west, east) = (footprint.point(-1.0 + end, 0.0), footprint.point(1.0 - end, 0.0));
    let [south_west, south_east, north_east, north_west] = footprint.corners();
    canvas.fill_polygon(&[south_west, south_east, east, west], face_color(0.0, -1.0), 1.0);
    canvas.fill_polygon(&[north_west, north_east, east, west], face_color(0.0, 1.0), 1.0);
    canvas.fill_polygon(&[south_east, north_east, east], face_color(1.0, 0.0), 1.0);
    canvas.fill_polygon(&[south_west, north_west, west], face_color(-1.0, 0.0), 1.0);
}

/// The brightness of a roof face whose normal points in the direction (u, v) of the footprint.
fn face_brightness(footprint: &RotatedRect, u: f32, v: f32) -> f32 {
    let direction = footprint.direction;
    let normal = Point::new(u * direction.x - v * direction.y, u * direction.y + v * direction.x);
    1.0 + 0.17 * (-normal.x * 0.79 + normal.y * 0.61)
}

fn draw_flat_roof(canvas: &mut Canvas, footprint: &RotatedRect, color: Color) {
    canvas.fill_rect(footprint, scale_brightness(color, 0.84), 1.0);
    let inside_rim = |half: f32| 1.0 - (1.8 / half.max(2.0));
    let (u, v) = (inside_rim(footprint.half_length), inside_rim(footprint.half_width));
    canvas.fill_rect(&footprint.part(-u..u, -v..v), color, 1.0);
    if canvas.feet_per_pixel > 3.0 || footprint.half_width < 14.0 {
        return;
    }
    // Air conditioning.
    let mut rng = PositionRng::new(floor(footprint.center.x), floor(footprint.center.y), 201);
    for _ in 0..floor(footprint.half_length * footprint.half_width / 500.0).clamp(1, 14) {
        let center = footprint.point(rng.between(-0.8, 0.8), rng.between(-0.75, 0.75));
        let unit = RotatedRect::new(center, rng.between(5.0, 11.0), rng.between(4.0, 8.0), footprint.direction);
        canvas.fill_rect(&unit.moved(Point::new(2.6, -2.0)), scale_brightness(color, 0.6), 0.8);
        canvas.fill_rect(&unit, scale_brightness(color, 1.08), 1.0);
    }
}

fn draw_shadow(canvas: &mut Canvas, footprint: &RotatedRect, height: f32) {
    let offset = SHADOW_PER_FOOT * height;
    if canvas.feet_per_pixel > MAX_FEET_PER_PIXEL_FOR_ROOFS {
        canvas.fill_rect(&footprint.moved(offset * 0.6), SHADOW_COLOR, 0.35);
        return;
    }
    let mut corners: Vec<Point> = footprint.corners().into_iter().chain(footprint.moved(offset).corners()).collect();
    canvas.fill_polygon(&convex_hull(&mut corners), SHADOW_COLOR, 0.5);
}

/// The corners of the convex hull in order (Andrew's monotone chain).
fn convex_hull(points: &mut [Point]) -> Vec<Point> {
    points.sort_by(|one, other| one.x.total_cmp(&other.x).then(one.y.total_cmp(&other.y)));
    let cross = |a: Point, b: Point, c: Point| (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
    let half_hull = |points: &mut dyn Iterator<Item = &Point>| {
        let mut hull: Vec<Point> = Vec::new();
        for point in points {
            while hull.len() >= 2 && cross(hull[hull.len() - 2], hull[hull.len() - 1], *point) <= 0.0 {
                hull.pop();
            }
            hull.push(*point);
        }
        hull.pop();
        hull
    };
    let mut hull = half_hull(&mut points.iter());
    hull.extend(half_hull(&mut points.iter().rev()));
    hull
}

/// Draws rows of parking stalls, some with cars.
pub(super) fn draw_parking_lot(canvas: &mut Canvas, lot: &RotatedRect, rng: &mut PositionRng) {
    const STALL_WIDTH: f32 = 9.0;
    const AISLE_SPACING: f32 = 62.0;
    canvas.fill_rect(lot, scale_brightness(ASPHALT, rng.between(0.95, 1.15)), 1.0);
    if canvas.feet_per_pixel > 3.0 {
        return;
    }
    let rows = floor(lot.half_width * 2.0 / AISLE_SPACING).max(1);
    let columns = floor(lot.half_length * 2.0 / STALL_WIDTH) - 2;
    let occupancy = rng.between(0.25, 0.7);
    for row in 0..rows {
        for column in 0..columns.max(0) {
            let u = (to_f32(column) + 1.5) * STALL_WIDTH / lot.half_length - 1.0;
            let v = ((to_f32(row) + 0.5) * AISLE_SPACING) / lot.half_width - 1.0;
            for side in [-1.0, 1.0] {
                let v = v + side * 9.5 / lot.half_width;
                if canvas.feet_per_pixel < 1.0 {
                    let center = lot.point(u - STALL_WIDTH / 2.0 / lot.half_length, v);
                    canvas.fill_rect(&RotatedRect::new(center, 0.5, 17.0, lot.direction), [206, 204, 196], 0.6);
                }
                if rng.happens(occupancy) {
                    draw_car(canvas, &RotatedRect::new(lot.point(u, v), 6.2, 14.5, lot.direction), rng);
                }
            }
        }
    }
}

pub(super) fn draw_car(canvas: &mut Canvas, car: &RotatedRect, rng: &mut PositionRng) {
    let color = rng.pick(&CAR_COLORS);
    canvas.fill_rect(&car.moved(Point::new(1.8, -1.5)), [30, 32, 36], 0.5);
    canvas.fill_rect(car, color, 1.0);
    if canvas.feet_per_pixel < 1.0 {
        let windows = car.part(-0.75..0.75, -0.35..0.4);
        canvas.fill_rect(&windows, mix_colors(color, [40, 46, 54], 0.65), 1.0);
    }
}
