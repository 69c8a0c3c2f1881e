//! Draws residential blocks: houses with gardens, and row houses.

use super::block_frame::BlockFrame;
use super::buildings::{CONCRETE, POOL_WATER, Roof, draw_building, draw_car};
use super::canvas::Canvas;
use super::color::{Color, scale_brightness};
use super::facility::FacilitySite;
use super::geometry::Segment;
use super::noise::{PositionRng, floor, to_f32};
use super::plan::{Block, is_buildable};

const SHINGLES: [Color; 10] = [
    [112, 108, 106],
    [132, 126, 120],
    [146, 132, 116],
    [124, 106, 92],
    [104, 104, 108],
    [158, 144, 126],
    [138, 112, 94],
    [118, 120, 122],
    [150, 122, 102],
    [98, 94, 92],
];

/// With larger pixels, driveways, alleys and sheds are not drawn.
const MAX_FEET_PER_PIXEL_FOR_DETAILS: f32 = 9.0;

/// The land of one house.
#[derive(Clone, Copy)]
struct Lot {
    /// The position of its center along the block.
    along: f32,
    /// Which of the two rows it is in: -1 or 1.
    side: f32,
    width: f32,
    /// Seeds the random numbers together with the block.
    rng: PositionRng,
}

/// Divides a block into two rows of lots, back to back. `margin` is the space for the streets at both ends together.
fn lots(block: &Block, margin: f32, min_width: f32, salt: u32) -> impl Iterator<Item = Lot> {
    let frame = BlockFrame::new(block);
    let count = floor((frame.half_length * 2.0 - margin) / min_width).max(1);
    let width = (frame.half_length * 2.0 - margin) / to_f32(count);
    let (column, row) = (block.column, block.row);
    [-1.0, 1.0].into_iter().flat_map(move |side| {
        let start = -frame.half_length + margin / 2.0;
        (0..count).map(move |index| Lot {
            along: start + (to_f32(index) + 0.5) * width,
            side,
            width,
            rng: PositionRng::new(column * 16 + index, row * 2 + floor(side), salt),
        })
    })
}

/// Draws houses on wide lots.
pub(super) fn draw_houses(canvas: &mut Canvas, block: &Block, sites: &[FacilitySite]) {
    let frame = BlockFrame::new(block);
    for lot in lots(block, 44.0, 84.0, 211) {
        draw_house(canvas, &frame, lot, sites);
    }
}

fn draw_house(canvas: &mut Canvas, frame: &BlockFrame, lot: Lot, sites: &[FacilitySite]) {
    let Lot { along, side, width, mut rng } = lot;
    let front = frame.half_width - 20.0;
    let house_across = side * (front - 28.0 - rng.between(16.0, 30.0));
    let along = along + rng.between(-5.0, 5.0);
    let house = frame.rect(along, house_across, rng.between(42.0, 58.0), rng.between(30.0, 40.0));
    if rng.happens(0.04) || !is_buildable(house.center, sites) {
        return;
    }
    let lawn = rng.pick(&[[112, 128, 74], [98, 118, 68], [132, 138, 88], [120, 130, 80], [146, 144, 100]]);
    canvas.fill_rect(&frame.rect(along, side * front / 2.0, width - 2.0, front - 4.0), lawn, 0.5);
    let driveway_along = along + width * 0.27;
    if canvas.feet_per_pixel < MAX_FEET_PER_PIXEL_FOR_DETAILS {
        let driveway = frame.rect(driveway_along, side * (front - 22.0), 17.0, 56.0);
        canvas.fill_rect(&driveway, scale_brightness(CONCRETE, rng.between(0.86, 1.0)), 0.95);
        if rng.happens(0.4) && canvas.feet_per_pixel < 3.0 {
            let car = frame.rect(driveway_along + rng.between(-3.5, 3.5), side * (front - 20.0), 6.4, 15.0);
            draw_car(canvas, &car, &mut rng);
        }
    }
    if rng.happens(0.13) {
        let pool = frame.rect(along + rng.between(-14.0, 14.0), side * rng.between(26.0, 44.0), 34.0, 20.0);
        canvas.fill_rect(&pool.resized(pool.half_length + 7.0, pool.half_width + 7.0), CONCRETE, 0.9);
        canvas.fill_rect(&pool, POOL_WATER, 1.0);
    }
    draw_distant_trees(canvas, frame, along, side, &mut rng);
    let color = scale_brightness(rng.pick(&SHINGLES), rng.between(0.92, 1.08));
    let roof = rng.pick(&[Roof::Gable, Roof::Hip, Roof::Hip]);
    let garage = frame.rect(driveway_along, house_across + side * 15.0, 24.0, 26.0);
    draw_building(canvas, &garage, 13.0, roof, color);
    draw_building(canvas, &house, rng.between(15.0, 23.0), roof, color);
}

/// From far away the trees of a garden are two dark spots.
fn draw_distant_trees(canvas: &mut Canvas, frame: &BlockFrame, along: f32, side: f32, rng: &mut PositionRng) {
    if canvas.feet_per_pixel < 10.0 {
        return;
    }
    for depth in [0.24, 0.62] {
        let along = along + rng.between(-26.0, 26.0);
        let across = side * frame.half_width * depth + rng.between(-22.0, 22.0);
        let at = frame.on_ground(along, across);
        if rng.happens(0.7) {
            let radius = rng.between(15.0, 27.0);
            canvas.fill_circle(at, radius, scale_brightness([62, 78, 46], rng.between(0.85, 1.15)), 0.85);
        }
    }
}

/// Draws narrow houses with an alley behind them.
pub(super) fn draw_row_houses(canvas: &mut Canvas, block: &Block, sites: &[FacilitySite]) {
    let frame = BlockFrame::new(block);
    if canvas.feet_per_pixel < MAX_FEET_PER_PIXEL_FOR_DETAILS {
        draw_alley(canvas, &frame, sites);
    }
    for lot in lots(block, 40.0, 50.0, 221) {
        draw_row_house(canvas, &frame, lot, sites);
    }
}

fn draw_alley(canvas: &mut Canvas, frame: &BlockFrame, sites: &[FacilitySite]) {
    let point = |step: i32| frame.on_ground((frame.half_length - 20.0) * (to_f32(step) / 3.0 - 1.0), 0.0);
    for step in 0..6 {
        let piece = Segment::new(point(step), point(step + 1));
        if is_buildable(piece.from, sites) && is_buildable(piece.to, sites) {
            canvas.draw_line(piece, 13.0, [150, 146, 138], 0.9);
        }
    }
}

fn draw_row_house(canvas: &mut Canvas, frame: &BlockFrame, lot: Lot, sites: &[FacilitySite]) {
    let Lot { along, side, width, mut rng } = lot;
    let house_across = side * (frame.half_width - 52.0 - rng.between(0.0, 9.0));
    let house = frame.rect(along, house_across, rng.between(26.0, 34.0), rng.between(38.0, 56.0));
    if rng.happens(0.05) || !is_buildable(house.center, sites) {
        return;
    }
    let lawn = frame.rect(along, side * (frame.half_width / 2.0 - 6.0), width - 1.5, frame.half_width - 26.0);
    canvas.fill_rect(&lawn, rng.pick(&[[122, 128, 84], [108, 120, 74], [140, 136, 98]]), 0.5);
    draw_distant_trees(canvas, frame, along, side, &mut rng);
    let color = scale_brightness(rng.pick(&SHINGLES), rng.between(0.9, 1.1));
    if canvas.feet_per_pixel < MAX_FEET_PER_PIXEL_FOR_DETAILS && rng.happens(0.55) {
        let shed = frame.rect(along + rng.between(-8.0, 8.0), side * 24.0, 20.0, 20.0);
        draw_building(canvas, &shed, 10.0, Roof::Gable, rng.pick(&SHINGLES));
    }
    let height = rng.between(20.0, 30.0);
    draw_building(canvas, &house, height, rng.pick(&[Roof::Gable, Roof::Gable, Roof::Hip]), color);
}
