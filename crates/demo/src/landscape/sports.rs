//! Facilities that are mostly fields and playgrounds.

use super::buildings::{ASPHALT, CONCRETE, POOL_WATER, Roof, draw_building, draw_parking_lot};
use super::canvas::Canvas;
use super::color::{Color, scale_brightness};
use super::geometry::{Point, Segment};
use super::noise::{PositionRng, to_f32};
use super::rotated_rect::RotatedRect;

const WHITE: Color = [228, 228, 222];
pub(super) const SAND: Color = [218, 204, 166];

pub(super) fn draw_soccer_fields(canvas: &mut Canvas, grounds: &RotatedRect, rng: &mut PositionRng) {
    draw_parking_lot(canvas, &grounds.part(-0.9..0.9, -0.97..-0.78), rng);
    for (us, vs) in [(-0.92..-0.08, -0.68..0.06), (0.08..0.92, -0.68..0.06), (-0.6..0.6, 0.2..0.94)] {
        draw_soccer_field(canvas, &grounds.part(us, vs));
    }
    draw_building(canvas, &grounds.part(-0.08..0.08, 0.06..0.17), 14.0, Roof::Hip, [150, 122, 102]);
}

fn draw_soccer_field(canvas: &mut Canvas, area: &RotatedRect) {
    let area = area.lengthwise();
    let field = area.resized(area.half_length.min(178.0), area.half_width.min(118.0));
    canvas.fill_rect(&field.resized(field.half_length + 12.0, field.half_width + 12.0), [96, 126, 62], 1.0);
    for stripe in 0..10 {
        let u = -1.0 + to_f32(stripe) / 5.0;
        let color = if stripe % 2 == 0 { [104, 138, 68] } else { [92, 126, 60] };
        canvas.fill_rect(&field.part(u..u + 0.2, -1.0..1.0), color, 1.0);
    }
    if canvas.feet_per_pixel > 5.0 {
        return;
    }
    draw_outline(canvas, &field, 1.4);
    canvas.draw_line(Segment::new(field.point(0.0, -1.0), field.point(0.0, 1.0)), 1.4, WHITE, 0.85);
    draw_center_circle(canvas, field.center);
    for us in [-1.0..-0.72, 0.72..1.0] {
        draw_outline(canvas, &field.part(us, -0.55..0.55), 1.2);
    }
}

fn draw_outline(canvas: &mut Canvas, rect: &RotatedRect, line_width: f32) {
    let corners = rect.corners();
    for (index, from) in corners.into_iter().enumerate() {
        canvas.draw_line(Segment::new(from, corners[(index + 1) % corners.len()]), line_width, WHITE, 0.85);
    }
}

fn draw_center_circle(canvas: &mut Canvas, center: Point) {
    const RADIUS: f32 = 30.0;
    let point = |step: i32| {
        let angle = to_f32(step) * (std::f32::consts::TAU / 32.0);
        Point::new(center.x + RADIUS * angle.cos(), center.y + RADIUS * angle.sin())
    };
    for step in 0..32 {
        canvas.draw_line(Segment::new(point(step), point(step + 1)), 1.4, WHITE, 0.8);
    }
}

pub(super) fn draw_school(canvas: &mut Canvas, grounds: &RotatedRect, rng: &mut PositionRng) {
    draw_parking_lot(canvas, &grounds.part(-0.9..0.5, -0.96..-0.72), rng);
    for (us, vs) in
        [(-0.9..0.0, -0.55..-0.4), (-0.9..-0.74, -0.4..0.2), (-0.52..-0.36, -0.4..0.2), (-0.15..0.0, -0.4..0.2)]
    {
        draw_building(canvas, &grounds.part(us, vs), 22.0, Roof::Flat, [196, 190, 180]);
    }
    draw_building(canvas, &grounds.part(-0.88..-0.5, 0.3..0.62), 34.0, Roof::Flat, [214, 212, 206]);
    draw_running_track(canvas, &grounds.part(0.14..0.92, -0.5..0.86).transposed());
}

/// A soccer field with a running track around it.
fn draw_running_track(canvas: &mut Canvas, area: &RotatedRect) {
    let (straight, radius) = (0.52, area.half_width);
    let center_line = Segment::new(area.point(-straight, 0.0), area.point(straight, 0.0));
    canvas.draw_line(center_line, radius * 1.9, [172, 98, 78], 1.0);
    canvas.draw_line(center_line, radius * 1.9 - 64.0, [100, 132, 66], 1.0);
    draw_soccer_field(canvas, &area.resized(area.half_length * straight, radius * 0.58));
}

pub(super) fn draw_tennis_courts(canvas: &mut Canvas, grounds: &RotatedRect, rng: &mut PositionRng) {
    draw_parking_lot(canvas, &grounds.part(-0.9..0.9, -0.95..-0.62), rng);
    canvas.fill_rect(&grounds.part(-0.92..0.92, -0.5..0.86), [78, 112, 92], 1.0);
    for row in 0..2 {
        for column in 0..3 {
            let (u, v) = (-0.88 + to_f32(column) * 0.6, -0.45 + to_f32(row) * 0.66);
            let court = grounds.part(u + 0.06..u + 0.5, v + 0.02..v + 0.6).transposed().resized(39.0, 18.0);
            canvas.fill_rect(&court.resized(54.0, 27.0), [70, 108, 150], 1.0);
            canvas.fill_rect(&court, [82, 122, 166], 1.0);
            if canvas.feet_per_pixel < 3.0 {
                draw_outline(canvas, &court, 0.9);
                canvas.draw_line(Segment::new(court.point(0.0, -1.2), court.point(0.0, 1.2)), 0.9, WHITE, 0.9);
            }
        }
    }
}

pub(super) fn draw_playground(canvas: &mut Canvas, grounds: &RotatedRect, rng: &mut PositionRng) {
    canvas.fill_circle(grounds.center, 74.0, SAND, 1.0);
    canvas.fill_circle(grounds.point(0.24, 0.2), 34.0, [176, 98, 74], 1.0);
    for _ in 0..10 {
        let center = grounds.point(rng.between(-0.42, 0.42), rng.between(-0.42, 0.42));
        let color = rng.pick(&[[208, 62, 48], [58, 110, 178], [232, 190, 66], [84, 150, 92]]);
        let equipment = RotatedRect::new(center, rng.between(7.0, 15.0), rng.between(6.0, 9.0), grounds.direction);
        draw_building(canvas, &equipment, 8.0, Roof::Gable, color);
    }
    let path = Segment::new(grounds.point(-1.0, -0.9), grounds.point(-0.3, -0.4));
    canvas.draw_line(path, 8.0, CONCRETE, 1.0);
}

pub(super) fn draw_splash_pad(canvas: &mut Canvas, grounds: &RotatedRect, rng: &mut PositionRng) {
    draw_parking_lot(canvas, &grounds.part(-0.9..0.9, -0.96..-0.6), rng);
    canvas.fill_circle(grounds.center, 66.0, scale_brightness(CONCRETE, 1.12), 1.0);
    for (u, v, radius) in
        [(0.0, 0.0, 30.0), (0.3, 0.15, 15.0), (-0.28, 0.2, 18.0), (0.05, -0.34, 14.0), (-0.2, -0.25, 10.0)]
    {
        canvas.fill_circle(grounds.point(u, v), radius, scale_brightness(POOL_WATER, 1.1), 0.95);
    }
    draw_building(canvas, &grounds.part(-0.4..0.4, 0.68..0.9), 14.0, Roof::Hip, [196, 186, 164]);
    canvas.fill_rect(&grounds.part(-0.06..0.06, -0.6..-0.5), ASPHALT, 0.9);
}
