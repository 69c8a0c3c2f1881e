//! Draws commercial blocks: high-rises downtown, and shops with parking lots.

use super::block_frame::BlockFrame;
use super::buildings::{ASPHALT, CONCRETE, Roof, draw_building, draw_parking_lot};
use super::canvas::Canvas;
use super::color::{Color, scale_brightness};
use super::facility::FacilitySite;
use super::noise::PositionRng;
use super::plan::{Block, is_buildable};
use super::rotated_rect::RotatedRect;

const FLAT_ROOFS: [Color; 7] = [
    [204, 202, 196],
    [182, 180, 176],
    [160, 158, 154],
    [218, 216, 210],
    [146, 142, 136],
    [190, 180, 166],
    [126, 126, 128],
];

/// Draws high buildings on paved ground, one to four on a block.
pub(super) fn draw_high_rises(canvas: &mut Canvas, block: &Block, sites: &[FacilitySite]) {
    let mut rng = PositionRng::new(block.column, block.row, 231);
    let ground = BlockFrame::new(block).inset(56.0);
    if !is_buildable(ground.center, sites) {
        return;
    }
    canvas.fill_rect(&ground, scale_brightness(CONCRETE, rng.between(0.82, 0.96)), 1.0);
    if rng.happens(0.16) {
        draw_parking_lot(canvas, &ground, &mut rng);
        return;
    }
    // Buildings are highest in the center of the city.
    let centrality = 1.0 - (ground.center.length() / 3_600.0).min(1.0);
    for lot in divide_block(&ground, &mut rng) {
        let height = rng.between(24.0, 64.0) + centrality * centrality * 280.0 * rng.fraction();
        match rng.fraction() {
            random if random < 0.10 => draw_parking_lot(canvas, &lot, &mut rng),
            random if random < 0.15 => canvas.fill_rect(&lot, [104, 124, 72], 1.0),
            _ => draw_high_rise(canvas, &lot, height, &mut rng),
        }
    }
}

/// Divides a block into one, three or four lots with gaps between them.
fn divide_block(ground: &RotatedRect, rng: &mut PositionRng) -> Vec<RotatedRect> {
    let (u, v) = (rng.between(-0.45, 0.45), rng.between(-0.45, 0.45));
    let lots = match rng.fraction() {
        random if random < 0.10 => vec![[-1.0, 1.0, -1.0, 1.0]],
        random if random < 0.45 => vec![[-1.0, u, -1.0, 1.0], [u, 1.0, -1.0, v], [u, 1.0, v, 1.0]],
        _ => vec![[-1.0, u, -1.0, v], [u, 1.0, -1.0, v], [-1.0, u, v, 1.0], [u, 1.0, v, 1.0]],
    };
    let lot = |[u0, u1, v0, v1]: [f32; 4]| ground.part(u0 + 0.05..u1 - 0.05, v0 + 0.05..v1 - 0.05);
    lots.into_iter().map(lot).collect()
}

fn draw_high_rise(canvas: &mut Canvas, lot: &RotatedRect, height: f32, rng: &mut PositionRng) {
    let brick = [[150, 116, 100], [164, 138, 118], [124, 104, 96]];
    let color = if rng.happens(0.2) { rng.pick(&brick) } else { rng.pick(&FLAT_ROOFS) };
    let base_color = scale_brightness(color, rng.between(0.85, 1.05));
    draw_building(canvas, lot, height.min(80.0) * 0.7, Roof::Flat, base_color);
    if height > 70.0 {
        let us = rng.between(-0.8, -0.5)..rng.between(0.45, 0.8);
        let vs = rng.between(-0.8, -0.5)..rng.between(0.45, 0.8);
        let tower = lot.part(us, vs);
        let tower_color = scale_brightness(rng.pick(&FLAT_ROOFS), 0.95);
        draw_building(canvas, &tower, height * 0.55, Roof::Flat, tower_color);
        if height > 170.0 {
            let top = tower.part(-0.5..0.5, -0.5..0.5);
            draw_building(canvas, &top, 40.0, Roof::Flat, scale_brightness(color, 1.1));
        }
    } else if rng.happens(0.3) {
        let annex = lot.part(rng.between(-0.9, -0.4)..rng.between(0.0, 0.5), -0.5..0.6);
        draw_building(canvas, &annex, 16.0, Roof::Flat, scale_brightness(color, 1.06));
    }
}

/// Draws a row of shops behind a parking lot.
pub(super) fn draw_shops(canvas: &mut Canvas, block: &Block, sites: &[FacilitySite]) {
    let mut rng = PositionRng::new(block.column, block.row, 241);
    let ground = BlockFrame::new(block).inset(44.0);
    if !is_buildable(ground.center, sites) {
        return;
    }
    canvas.fill_rect(&ground, scale_brightness(ASPHALT, 1.05), 1.0);
    let shops_are_north = rng.happens(0.5);
    let parking = ground.part(-0.97..0.97, if shops_are_north { -0.95..0.15 } else { -0.15..0.95 });
    draw_parking_lot(canvas, &parking, &mut rng);
    let color = rng.pick(&FLAT_ROOFS);
    let mut start = -0.96;
    while start < 0.8 {
        let end = (start + rng.between(0.3, 0.9)).min(0.96);
        let depth = rng.between(0.8, 0.96);
        let shop = ground.part(start..end, if shops_are_north { 0.25..depth } else { -depth..-0.25 });
        let height = rng.between(18.0, 30.0);
        draw_building(canvas, &shop, height, Roof::Flat, scale_brightness(color, rng.between(0.92, 1.06)));
        start = end + 0.015;
    }
}
