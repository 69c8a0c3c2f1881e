//! The country: fields of many colors, with the rows that farm machines leave.

use super::color::{Color, mix_colors, scale_brightness};
use super::geometry::Point;
use super::noise::{PositionRng, floor, smooth_noise, smoothstep, to_f32};

const CROPS: [Color; 10] = [
    [110, 122, 74],
    [126, 134, 84],
    [146, 146, 98],
    [176, 164, 124],
    [160, 148, 112],
    [148, 128, 104],
    [100, 114, 68],
    [166, 156, 116],
    [122, 120, 82],
    [116, 126, 78],
];
const HEDGE: Color = [72, 84, 50];
const DIRT_TRACK: Color = [176, 160, 130];

/// The size of a field in feet before it is divided.
const FIELD_WIDTH: f32 = 2_640.0;
const FIELD_DEPTH: f32 = 1_980.0;

/// A point in its field.
struct FieldPosition {
    /// Feet from the western and southern edge.
    x: f32,
    y: f32,
    width: f32,
    depth: f32,
    /// Which part of the undivided field it is.
    part: u32,
}

pub(super) fn field_color(at: Point, feet_per_pixel: f32) -> Color {
    // Borders follow the terrain a little.
    let warped = Point::new(at.x + 90.0 * smooth_noise(at, 2_600.0, 81), at.y + 90.0 * smooth_noise(at, 2_600.0, 82));
    let (column, row) = (floor(warped.x / FIELD_WIDTH), floor(warped.y / FIELD_DEPTH));
    let field = FieldPosition::find(warped, column, row);
    let mut rng = PositionRng::new(column, row, 90 + field.part);
    let crop = rng.pick(&CROPS);
    let to_border = field.x.min(field.y).min(field.width - field.x).min(field.depth - field.y);
    let with_rows = if feet_per_pixel < 8.0 { crop_rows(&field, feet_per_pixel, crop, &mut rng) } else { crop };
    let soil = scale_brightness(with_rows, 0.94 + 0.12 * smooth_noise(warped, 700.0, 83));
    let has_hedge = rng.happens(0.6);
    if has_hedge {
        mix_colors(soil, HEDGE, 1.0 - smoothstep(9.0, 13.0 + feet_per_pixel, to_border))
    } else {
        mix_colors(soil, DIRT_TRACK, (1.0 - smoothstep(5.0, 8.0 + feet_per_pixel, to_border)) * 0.8)
    }
}

impl FieldPosition {
    /// Divides the field twice at random and finds the part with the point.
    fn find(at: Point, column: i32, row: i32) -> Self {
        let (x, y) = (at.x - to_f32(column) * FIELD_WIDTH, at.y - to_f32(row) * FIELD_DEPTH);
        let mut field = Self { x, y, width: FIELD_WIDTH, depth: FIELD_DEPTH, part: 0 };
        let mut rng = PositionRng::new(column, row, 8);
        for _ in 0..2 {
            let (divides_width, share) = (rng.happens(0.5), rng.between(0.35, 0.65));
            let (position, size) =
                if divides_width { (&mut field.x, &mut field.width) } else { (&mut field.y, &mut field.depth) };
            let cut = *size * share;
            if *position < cut {
                *size = cut;
            } else {
                *position -= cut;
                *size -= cut;
                field.part += 1;
            }
            field.part *= 2;
        }
        field
    }
}

/// The rows of a crop, and the wheel tracks through it.
fn crop_rows(field: &FieldPosition, feet_per_pixel: f32, crop: Color, rng: &mut PositionRng) -> Color {
    let across = if rng.happens(0.5) { field.x } else { field.y };
    let visibility = 1.0 - smoothstep(1.0, 8.0, feet_per_pixel);
    let rows = (across * std::f32::consts::TAU / 15.0).sin() * 0.035 * (1.0 - smoothstep(0.8, 3.0, feet_per_pixel));
    let track_position = (across / 84.0).fract();
    let is_track = (0.46..0.50).contains(&track_position) || (0.56..0.60).contains(&track_position);
    scale_brightness(crop, 1.0 + visibility * (rows + if is_track { -0.09 } else { 0.0 }))
}
