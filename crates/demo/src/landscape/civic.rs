//! Facilities that are mostly buildings.

use super::buildings::{CONCRETE, POOL_WATER, Roof, draw_building, draw_parking_lot};
use super::canvas::Canvas;
use super::color::scale_brightness;
use super::geometry::{Point, Segment};
use super::noise::{PositionRng, to_f32};
use super::rotated_rect::RotatedRect;

pub(super) fn draw_aquatic_center(canvas: &mut Canvas, grounds: &RotatedRect, rng: &mut PositionRng) {
    let deck = scale_brightness(CONCRETE, 1.1);
    draw_parking_lot(canvas, &grounds.part(-0.9..0.9, -0.95..-0.6), rng);
    canvas.fill_rect(&grounds.part(-0.75..0.8, -0.45..0.6), deck, 1.0);
    let lap_pool = grounds.part(-0.6..0.1, -0.25..0.2);
    canvas.fill_rect(&lap_pool, POOL_WATER, 1.0);
    if canvas.feet_per_pixel < 3.0 {
        for lane in 1..6 {
            let v = -1.0 + to_f32(lane) / 3.0;
            let line = Segment::new(lap_pool.point(-1.0, v), lap_pool.point(1.0, v));
            canvas.draw_line(line, 1.2, [48, 120, 160], 0.7);
        }
    }
    let size = grounds.half_length;
    canvas.fill_circle(grounds.point(0.5, 0.1), size * 0.19, POOL_WATER, 1.0);
    canvas.fill_circle(grounds.point(0.32, 0.3), size * 0.12, scale_brightness(POOL_WATER, 1.05), 1.0);
    canvas.fill_circle(grounds.point(0.5, 0.1), size * 0.05, deck, 1.0);
    draw_building(canvas, &grounds.part(-0.6..0.4, 0.66..0.92), 22.0, Roof::Flat, [206, 210, 212]);
}

pub(super) fn draw_library(canvas: &mut Canvas, grounds: &RotatedRect, rng: &mut PositionRng) {
    draw_parking_lot(canvas, &grounds.part(-0.9..0.9, -0.95..-0.5), rng);
    canvas.fill_rect(&grounds.part(-0.2..0.2, -0.5..-0.2), scale_brightness(CONCRETE, 1.05), 1.0);
    draw_building(canvas, &grounds.part(-0.7..0.7, -0.25..0.35), 26.0, Roof::Flat, [206, 202, 192]);
    draw_building(canvas, &grounds.part(0.1..0.7, 0.35..0.85), 22.0, Roof::Flat, [186, 180, 168]);
    draw_building(canvas, &grounds.part(-0.25..0.2, -0.1..0.2), 18.0, Roof::Hip, [110, 132, 140]);
}

pub(super) fn draw_fire_station(canvas: &mut Canvas, grounds: &RotatedRect, rng: &mut PositionRng) {
    canvas.fill_rect(&grounds.part(-0.6..0.7, -0.98..-0.1), scale_brightness(CONCRETE, 1.0), 1.0);
    draw_parking_lot(canvas, &grounds.part(-0.95..-0.6, -0.2..0.8), rng);
    draw_building(canvas, &grounds.part(-0.45..0.6, -0.15..0.55), 26.0, Roof::Hip, [146, 92, 78]);
    for u in [-0.2, 0.2] {
        let truck = RotatedRect::new(grounds.point(u, -0.45), 9.0, 34.0, grounds.direction);
        canvas.fill_rect(&truck.moved(Point::new(4.0, -3.0)), [30, 32, 36], 0.5);
        canvas.fill_rect(&truck, [178, 38, 34], 1.0);
        canvas.fill_rect(&truck.part(-0.6..0.6, -0.7..0.4), [220, 220, 216], 0.9);
    }
}

pub(super) fn draw_senior_center(canvas: &mut Canvas, grounds: &RotatedRect, rng: &mut PositionRng) {
    draw_parking_lot(canvas, &grounds.part(-0.9..0.9, -0.95..-0.55), rng);
    for (us, vs) in [(-0.7..0.7, -0.3..0.0), (-0.7..-0.42, 0.0..0.75), (0.42..0.7, 0.0..0.75)] {
        draw_building(canvas, &grounds.part(us, vs), 18.0, Roof::Hip, [142, 116, 98]);
    }
    canvas.fill_circle(grounds.point(0.0, 0.36), 26.0, [186, 170, 140], 1.0);
    canvas.fill_circle(grounds.point(0.0, 0.36), 14.0, [110, 140, 74], 1.0);
}
