//! The country: fields of every colour, with the rows that machines leave.

use super::canvas::{Colour, Point, between, lit};
use super::chance::{Dice, cell, noise, ramp, real};

const CROPS: [Colour; 10] = [
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
const HEDGE: Colour = [72, 84, 50];
const TRACK: Colour = [176, 160, 130];

/// Fields are this wide and high, in feet, before they are cut in two.
const WIDTH: f32 = 2_640.0;
const HEIGHT: f32 = 1_980.0;

/// The colour of a field at a place.
pub(super) fn colour((x, y): Point, feet: f32) -> Colour {
    // Borders follow the land a little.
    let (x, y) = (x + 90.0 * noise(x, y, 2_600.0, 81), y + 90.0 * noise(x, y, 2_600.0, 82));
    let (column, row) = (cell(x / WIDTH), cell(y / HEIGHT));
    let (mut u, mut v) = (x - real(column) * WIDTH, y - real(row) * HEIGHT);
    let (mut width, mut height) = (WIDTH, HEIGHT);
    let mut dice = Dice::new(column, row, 8);
    let mut name = 0;
    for _ in 0..2 {
        let (is_across, at) = (dice.is(0.5), dice.between(0.35, 0.65));
        let (here, size) = if is_across { (&mut u, &mut width) } else { (&mut v, &mut height) };
        let cut = *size * at;
        if *here < cut {
            *size = cut;
        } else {
            *here -= cut;
            *size -= cut;
            name += 1;
        }
        name *= 2;
    }
    let mut dice = Dice::new(column, row, 90 + name);
    let crop = dice.pick(&CROPS);
    let border = u.min(v).min(width - u).min(height - v);
    let worked = if feet < 8.0 { rows((u, v), feet, crop, &mut dice) } else { crop };
    let worn = lit(worked, 0.94 + 0.12 * noise(x, y, 700.0, 83));
    let track = between(worn, TRACK, (1.0 - ramp(5.0, 8.0 + feet, border)) * 0.8);
    let is_hedged = dice.is(0.6);
    if is_hedged { between(worn, HEDGE, 1.0 - ramp(9.0, 13.0 + feet, border)) } else { track }
}

/// The rows of a crop, and the wheels that went through it.
fn rows((u, v): Point, feet: f32, crop: Colour, dice: &mut Dice) -> Colour {
    let along = if dice.is(0.5) { u } else { v };
    let fade = 1.0 - ramp(1.0, 8.0, feet);
    let row = (along * std::f32::consts::TAU / 15.0).sin() * 0.035 * (1.0 - ramp(0.8, 3.0, feet));
    let wheel = (along / 84.0).fract();
    let wheels = if (0.46..0.50).contains(&wheel) || (0.56..0.60).contains(&wheel) { -0.09 } else { 0.0 };
    lit(crop, 1.0 + fade * (row + wheels))
}
