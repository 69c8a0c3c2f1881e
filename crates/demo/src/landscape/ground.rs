//! The ground, pixel by pixel: grass, fields, woods, water, and the light on the hills.

use super::canvas::{Canvas, Colour, Point, between, lit};
use super::chance::{cell, mix, noise, ramp, real, rough, unit};
use super::{fields, terrain};

/// Pixels from one knot of the net to the next. The widths of tiles are multiples of it, so that neighbours share knots.
const STEP: i32 = 9;
/// Knots beyond the edge, for what reaches in from outside.
const MARGIN: i32 = 16;

/// What changes slowly is worked out at the knots of a net and drawn out between them.
pub(super) struct Net {
    columns: i32,
    feet: f32,
    corner: Point,
    knots: Vec<Knot>,
}

/// What is known of a place.
#[derive(Debug, Clone, Copy)]
pub(super) struct Knot {
    /// The light on the ground: 1 where it is flat.
    pub(super) light: f32,
    pub(super) water: f32,
    pub(super) urban: f32,
    pub(super) woods: f32,
    /// From dry to lush.
    pub(super) lush: f32,
}

impl Net {
    pub(super) fn over(canvas: &Canvas) -> Self {
        let feet = canvas.feet * real(STEP);
        let count = |pixels: usize| i32::try_from(pixels).unwrap_or(0) / STEP + 2 * MARGIN + 2;
        let (columns, rows) = (count(canvas.width), count(canvas.height));
        let area = canvas.area();
        let corner = (area.west - feet * real(MARGIN), area.north + feet * real(MARGIN));
        let at = |index: i32| (corner.0 + feet * real(index % columns), corner.1 - feet * real(index / columns));
        let knots = (0..columns * rows).map(|index| Knot::at(at(index), feet)).collect();
        Self { columns, feet, corner, knots }
    }

    pub(super) fn look(&self, (x, y): Point) -> Knot {
        let (u, v) = ((x - self.corner.0) / self.feet, (self.corner.1 - y) / self.feet);
        let last = i32::try_from(self.knots.len()).unwrap_or(0) / self.columns - 2;
        let (column, row) = (cell(u).clamp(0, self.columns - 2), cell(v).clamp(0, last));
        let (east, south) = ((u - real(column)).clamp(0.0, 1.0), (v - real(row)).clamp(0.0, 1.0));
        let knot = |i: i32, j: i32| &self.knots[usize::try_from((row + j) * self.columns + column + i).unwrap_or(0)];
        let corners = [knot(0, 0), knot(1, 0), knot(0, 1), knot(1, 1)];
        let of = |value: fn(&Knot) -> f32| {
            let [north_west, north_east, south_west, south_east] = corners.map(value);
            mix(mix(north_west, north_east, east), mix(south_west, south_east, east), south)
        };
        Knot {
            light: of(|knot| knot.light),
            water: of(|knot| knot.water),
            urban: of(|knot| knot.urban),
            woods: of(|knot| knot.woods),
            lush: of(|knot| knot.lush),
        }
    }
}

impl Knot {
    fn at(at: Point, step: f32) -> Self {
        let span = step.max(120.0);
        let here = terrain::height(at);
        let (east, north) = (terrain::height((at.0 + span, at.1)) - here, terrain::height((at.0, at.1 + span)) - here);
        // The sun stands in the north-west: slopes that face it are bright.
        let light = 1.0 + ((east - north) / span * 1.5).clamp(-0.3, 0.3);
        Self {
            light,
            water: terrain::water(at),
            urban: terrain::urban(at),
            woods: terrain::woods(at),
            lush: rough(at.0, at.1, 3_800.0, 3, 51),
        }
    }
}

/// A small picture of grain that is repeated all over: noise for every pixel would take too long.
pub(super) struct Grain(Vec<f32>);

const GRAIN: i32 = 512;

impl Grain {
    pub(super) fn new() -> Self {
        let value = |index: i32| {
            let (x, y) = (index % GRAIN, index / GRAIN);
            let wrapped = |step: i32, purpose: u32| {
                // Blends over the edge, so that the repetition has no seam.
                let at = |i: i32, j: i32| {
                    unit((x / step + i).rem_euclid(GRAIN / step), (y / step + j).rem_euclid(GRAIN / step), purpose)
                };
                let (u, v) = (real(x % step) / real(step), real(y % step) / real(step));
                mix(mix(at(0, 0), at(1, 0), u), mix(at(0, 1), at(1, 1), u), v)
            };
            0.30 * unit(x, y, 61) + 0.30 * wrapped(2, 62) + 0.25 * wrapped(4, 63) + 0.15 * wrapped(16, 64) - 0.5
        };
        Self((0..GRAIN * GRAIN).map(value).collect())
    }

    /// The same between its points.
    fn soft(&self, x: f32, y: f32) -> f32 {
        let (column, row) = (cell(x), cell(y));
        let (east, north) = (x - real(column), y - real(row));
        let at = |i: i32, j: i32| self.at(column + i, row + j);
        mix(mix(at(0, 0), at(1, 0), east), mix(at(0, 1), at(1, 1), east), north)
    }

    /// From about -0.5 to 0.5.
    pub(super) fn at(&self, x: i32, y: i32) -> f32 {
        self.0[usize::try_from(y.rem_euclid(GRAIN) * GRAIN + x.rem_euclid(GRAIN)).unwrap_or(0)]
    }
}

const LUSH: Colour = [98, 116, 66];
const DRY: Colour = [148, 144, 100];
const WOOD_FLOOR: Colour = [58, 68, 42];
const CANOPY: Colour = [62, 80, 46];
const RIVER: Colour = [84, 98, 88];
const DEEP: Colour = [56, 76, 82];
const SAND: Colour = [176, 164, 134];

/// Paints the ground of the whole canvas.
pub(super) fn paint(canvas: &mut Canvas, net: &Net, grain: &Grain) {
    let feet = canvas.feet;
    // Where single trees are not drawn, the wood is a colour.
    let floor = if feet < 10.0 { WOOD_FLOOR } else { CANOPY };
    for row in 0..canvas.height {
        for column in 0..canvas.width {
            let at = canvas.middle(column, row);
            let knot = net.look(at);
            let (gx, gy) = (cell(at.0 / feet), cell(at.1 / feet));
            let speck = grain.at(gx, gy);
            let blotch = grain.soft(at.0 / feet / 7.0, at.1 / feet / 7.0);
            let colour = if knot.water > 26.0 {
                land(&knot, at, feet, floor, blotch)
            } else if knot.water < -12.0 {
                sea(&knot, at)
            } else {
                let bank =
                    between(land(&knot, at, feet, floor, blotch), SAND, (1.0 - ramp(4.0, 26.0, knot.water)) * 0.45);
                between(bank, sea(&knot, at), 1.0 - ramp(-12.0, 10.0, knot.water))
            };
            let is_wet = knot.water < -6.0;
            // Crowns that are not drawn one by one are grain.
            let coarse = if feet < 10.0 { 0.17 } else { 0.17 + 0.4 * ramp(0.3, 0.6, knot.woods) };
            let light = if is_wet { 1.0 + speck * 0.05 } else { knot.light * (1.0 + speck * coarse + blotch * 0.08) };
            let [red, green, blue] = lit(colour, light);
            canvas.pixels[row * canvas.width + column] = [red, green, blue, 255];
        }
    }
}

fn land(knot: &Knot, at: Point, feet: f32, floor: Colour, blotch: f32) -> Colour {
    let wooded = ramp(0.34, 0.62, knot.woods + blotch * 0.18);
    if feet < 10.0 && wooded >= 1.0 {
        return floor;
    }
    let lush = (knot.lush * 1.3 - 0.15 + blotch * 0.25).clamp(0.0, 1.0);
    let grass = between(DRY, LUSH, lush);
    let tame = ramp(0.05, 0.3, knot.urban + (knot.woods - 0.3).max(0.0));
    let open = if tame < 1.0 { between(fields::colour(at, feet), grass, tame) } else { grass };
    if feet < 10.0 {
        return between(open, floor, wooded);
    }
    // From far away a wood is a texture of light and dark crowns, gardens are half trees, and both have uneven edges.
    let clump = rough(at.0, at.1, 620.0, 3, 52) - 0.5;
    let tint = lit(between(floor, [80, 90, 52], (knot.lush + clump * 1.2).clamp(0.0, 1.0) * 0.75), 1.0 + clump * 0.7);
    let edge = ramp(0.36, 0.60, knot.woods + clump * 0.75 + blotch * 0.1);
    let gardens = between(open, [88, 100, 62], knot.urban * (0.35 + 0.5 * clump).clamp(0.0, 0.8));
    between(gardens, tint, edge)
}

fn sea(knot: &Knot, at: Point) -> Colour {
    let deep = ramp(-20.0, -420.0, -knot.water.abs());
    let base = if terrain::river(at) < 0.0 { RIVER } else { DEEP };
    let ripple = noise(at.0, at.1, 900.0, 71) * 0.08 + noise(at.0 + at.1 * 0.5, at.1, 90.0, 72) * 0.04;
    lit(between(base, lit(base, 0.78), deep), 0.96 + ripple)
}
