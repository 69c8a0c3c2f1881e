//! Draws industrial blocks: sheds, storage tanks and yards.

use super::block_frame::BlockFrame;
use super::buildings::{Roof, SHADOW_COLOR, SHADOW_PER_FOOT, draw_building, draw_parking_lot};
use super::canvas::Canvas;
use super::color::Color;
use super::facility::FacilitySite;
use super::geometry::Point;
use super::noise::PositionRng;
use super::plan::{Block, is_buildable};
use super::rotated_rect::RotatedRect;

const METAL_ROOFS: [Color; 6] =
    [[206, 208, 208], [188, 196, 204], [170, 172, 172], [214, 208, 196], [158, 118, 98], [150, 164, 172]];

pub(super) fn draw_industry(canvas: &mut Canvas, block: &Block, sites: &[FacilitySite]) {
    let mut rng = PositionRng::new(block.column, block.row, 251);
    let ground = BlockFrame::new(block).inset(60.0);
    if !is_buildable(ground.center, sites) {
        return;
    }
    canvas.fill_rect(&ground, rng.pick(&[[158, 152, 140], [140, 138, 134], [150, 142, 126]]), 0.9);
    draw_parking_lot(canvas, &ground.part(-0.95..-0.2, -0.95..-0.6), &mut rng);
    let mut start = -0.92;
    while start < 0.7 {
        let end = (start + rng.between(0.25, 0.6)).min(0.94);
        let lot = ground.part(start..end, rng.between(-0.45, -0.2)..rng.between(0.5, 0.92));
        if rng.happens(0.2) {
            draw_tanks(canvas, &lot, &mut rng);
        } else {
            let (height, roof) = (rng.between(26.0, 44.0), rng.pick(&[Roof::Gable, Roof::Flat]));
            draw_building(canvas, &lot, height, roof, rng.pick(&METAL_ROOFS));
        }
        start = end + 0.05;
    }
}

fn draw_tanks(canvas: &mut Canvas, lot: &RotatedRect, rng: &mut PositionRng) {
    for (u, v) in [(-0.5, -0.5), (0.5, -0.4), (-0.4, 0.5), (0.5, 0.5)] {
        let (center, radius) = (lot.point(u, v), rng.between(26.0, 46.0));
        canvas.fill_circle(center + SHADOW_PER_FOOT * 26.0, radius, SHADOW_COLOR, 0.5);
        canvas.fill_circle(center, radius, [196, 198, 196], 1.0);
        canvas.fill_circle(center + Point::new(-3.0, 3.0), radius * 0.86, [222, 222, 218], 1.0);
    }
}
