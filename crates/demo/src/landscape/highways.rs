//! Draws the highways with their cloverleaf interchange, and the railroad.

use super::canvas::Canvas;
use super::color::Color;
use super::geometry::{Point, Segment};
use super::noise::{floor, to_f32};
use super::road_style::{BRIDGE, PIECE_FEET, RoadLayer, WHITE};
use super::routes::{east_west_highway, north_south_highway, railroad};
use super::terrain;

const PAVEMENT: Color = [146, 144, 140];
const ROADSIDE: Color = [126, 132, 88];
const BALLAST: Color = [136, 126, 116];
const RAIL: Color = [86, 80, 76];

pub(super) fn draw_highways(canvas: &mut Canvas) {
    for layer in RoadLayer::ALL {
        draw_layer(canvas, layer);
    }
}

fn draw_layer(canvas: &mut Canvas, layer: RoadLayer) {
    let area = canvas.area().expanded(400.0);
    let pieces = |from: f32, to: f32| floor(from / PIECE_FEET)..=floor(to / PIECE_FEET);
    for index in pieces(area.west, area.east) {
        let point = |x: f32| Point::new(x, east_west_highway(x));
        let x = to_f32(index) * PIECE_FEET;
        draw_piece(canvas, Segment::new(point(x), point(x + PIECE_FEET)), layer, floor(x / PIECE_FEET));
    }
    for index in pieces(area.south, area.north) {
        let point = |y: f32| Point::new(north_south_highway(y), y);
        let y = to_f32(index) * PIECE_FEET;
        draw_piece(canvas, Segment::new(point(y), point(y + PIECE_FEET)), layer, floor(y / PIECE_FEET));
    }
    draw_interchange(canvas, layer);
}

fn draw_piece(canvas: &mut Canvas, piece: Segment, layer: RoadLayer, index: i32) {
    if !canvas.area().expanded(400.0).contains(piece.from) {
        return;
    }
    let is_bridge = terrain::water_distance(piece.from) < 14.0;
    let carriageways = [piece.parallel(-36.0), piece.parallel(36.0)];
    match layer {
        RoadLayer::Roadside if is_bridge => {
            for line in carriageways {
                canvas.draw_line(line, 58.0, BRIDGE, 1.0);
            }
        }
        RoadLayer::Roadside => canvas.draw_line(piece, 210.0, ROADSIDE, 0.9),
        RoadLayer::Roadway => {
            for line in carriageways {
                canvas.draw_line(line, 46.0, PAVEMENT, 1.0);
            }
        }
        RoadLayer::Markings if canvas.feet_per_pixel < 3.0 => {
            for offset in [-58.0, -14.0, 14.0, 58.0] {
                canvas.draw_line(piece.parallel(offset), 1.0, WHITE, 0.7);
            }
            if index % 2 == 0 {
                for offset in [-42.0, -29.0, 29.0, 42.0] {
                    canvas.draw_line(piece.parallel_part(offset, 0.1, 0.5), 0.9, WHITE, 0.8);
                }
            }
        }
        RoadLayer::Markings => {}
    }
}

/// Draws the cloverleaf where the highways cross.
fn draw_interchange(canvas: &mut Canvas, layer: RoadLayer) {
    let mut y = -9_000.0;
    // Fixed-point iteration converges to the crossing.
    for _ in 0..40 {
        y = east_west_highway(north_south_highway(y));
    }
    let crossing = Point::new(north_south_highway(y), y);
    if !canvas.area().expanded(1_600.0).contains(crossing) || layer == RoadLayer::Markings {
        return;
    }
    let (width, color) = if layer == RoadLayer::Roadside { (44.0, ROADSIDE) } else { (26.0, PAVEMENT) };
    for (east, north) in [(1.0, 1.0), (-1.0, 1.0), (-1.0, -1.0), (1.0, -1.0)] {
        for line in loop_ramp(crossing, east, north).chain(outer_ramp(crossing, east, north)) {
            canvas.draw_line(line, width, color, 1.0);
        }
    }
}

/// The circle in one quarter of the cloverleaf. `east` and `north` are 1 or -1.
fn loop_ramp(crossing: Point, east: f32, north: f32) -> impl Iterator<Item = Segment> {
    const RADIUS: f32 = 250.0;
    let center = Point::new(crossing.x + east * (RADIUS + 62.0), crossing.y + north * (RADIUS + 62.0));
    let point = move |step: i32| {
        let angle = to_f32(step) * (std::f32::consts::TAU / 48.0);
        Point::new(center.x + RADIUS * angle.cos(), center.y + RADIUS * angle.sin())
    };
    (0..48).map(move |step| Segment::new(point(step), point(step + 1)))
}

/// The curve around one quarter of the cloverleaf.
fn outer_ramp(crossing: Point, east: f32, north: f32) -> impl Iterator<Item = Segment> {
    let start = Point::new(crossing.x + east * 1_350.0, crossing.y + north * 66.0);
    let end = Point::new(crossing.x + east * 66.0, crossing.y + north * 1_350.0);
    let point = move |step: i32| {
        let share = to_f32(step) / 24.0;
        let pull = share * (1.0 - share) * 2.0;
        let line = start + (end - start) * share;
        Point::new(line.x + east * pull * -420.0, line.y + north * pull * -420.0)
    };
    (0..24).map(move |step| Segment::new(point(step), point(step + 1)))
}

pub(super) fn draw_railroad(canvas: &mut Canvas) {
    let area = canvas.area().expanded(200.0);
    let is_near = canvas.feet_per_pixel < 3.0;
    for index in floor(area.west / PIECE_FEET)..=floor(area.east / PIECE_FEET) {
        let point = |index: i32| {
            let x = to_f32(index) * PIECE_FEET;
            Point::new(x, railroad(x))
        };
        let piece = Segment::new(point(index), point(index + 1));
        if !area.contains(piece.from) {
            continue;
        }
        canvas.draw_line(piece, 22.0, BALLAST, 1.0);
        if is_near {
            for offset in [-4.6, -2.2, 2.2, 4.6] {
                canvas.draw_line(piece.parallel(offset), 0.7, RAIL, 0.9);
            }
        } else {
            canvas.draw_line(piece, 9.0, RAIL, 0.45);
        }
    }
}
