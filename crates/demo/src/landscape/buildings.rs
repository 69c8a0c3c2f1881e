//! Buildings: every roof has its light and throws its shadow; and the cars beside them.

use super::canvas::{Canvas, Colour, Point, Slab, between, lit};
use super::chance::{Dice, cell, real};

/// Where a shadow falls, for each foot of height: the sun stands in the north-west.
pub(super) const SHADOW: Point = (0.62, -0.48);

const CARS: [Colour; 7] =
    [[222, 222, 220], [60, 60, 64], [138, 140, 144], [148, 44, 40], [52, 74, 118], [186, 188, 190], [96, 92, 84]];
pub(super) const CONCRETE: Colour = [188, 184, 174];
pub(super) const ASPHALT: Colour = [106, 105, 105];
pub(super) const POOL: Colour = [92, 178, 196];

/// A roof.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Roof {
    Gable,
    Hip,
    Flat,
}

/// A building: its shadow, then its roof.
pub(super) fn raise(canvas: &mut Canvas, slab: &Slab, height: f32, (roof, colour): (Roof, Colour)) {
    shade(canvas, slab, height);
    let feet = canvas.feet;
    if feet > 9.0 {
        canvas.slab(slab, colour, 1.0);
        return;
    }
    // The longer side is the ridge.
    let slab = if slab.half.0 >= slab.half.1 { *slab } else { slab.across() };
    match roof {
        Roof::Flat => flat(canvas, &slab, colour),
        Roof::Gable => {
            canvas.slab(&slab, colour, 1.0);
            for side in [-1.0, 1.0] {
                let face = slab.part((-1.0, 1.0), if side < 0.0 { (-1.0, 0.0) } else { (0.0, 1.0) });
                canvas.slab(&face, lit(colour, facing(&slab, (0.0, side))), 1.0);
            }
        }
        Roof::Hip => {
            canvas.slab(&slab, lit(colour, 0.9), 1.0);
            let end = (slab.half.1 / slab.half.0).min(0.95);
            let (west, east) = (slab.point(-1.0 + end, 0.0), slab.point(1.0 - end, 0.0));
            let [a, b, c, d] = slab.corners();
            canvas.shape(&[a, b, east, west], lit(colour, facing(&slab, (0.0, -1.0))), 1.0);
            canvas.shape(&[d, c, east, west], lit(colour, facing(&slab, (0.0, 1.0))), 1.0);
            canvas.shape(&[b, c, east], lit(colour, facing(&slab, (1.0, 0.0))), 1.0);
            canvas.shape(&[a, d, west], lit(colour, facing(&slab, (-1.0, 0.0))), 1.0);
        }
    }
}

/// How bright a face is that looks that way.
fn facing(slab: &Slab, (u, v): Point) -> f32 {
    let normal = (u * slab.along.0 - v * slab.along.1, u * slab.along.1 + v * slab.along.0);
    1.0 + 0.17 * (-normal.0 * 0.79 + normal.1 * 0.61)
}

fn flat(canvas: &mut Canvas, slab: &Slab, colour: Colour) {
    canvas.slab(slab, lit(colour, 0.84), 1.0);
    let rim = |half: f32| 1.0 - (1.8 / half.max(2.0));
    let (u, v) = (rim(slab.half.0), rim(slab.half.1));
    canvas.slab(&slab.part((-u, u), (-v, v)), colour, 1.0);
    if canvas.feet > 3.0 || slab.half.1 < 14.0 {
        return;
    }
    // Machines for the air.
    let mut dice = Dice::new(cell(slab.at.0), cell(slab.at.1), 201);
    for _ in 0..cell(slab.half.0 * slab.half.1 / 500.0).clamp(1, 14) {
        let at = slab.point(dice.between(-0.8, 0.8), dice.between(-0.75, 0.75));
        let unit = Slab::new(at, (dice.between(5.0, 11.0), dice.between(4.0, 8.0)), slab.along);
        canvas.slab(&unit.moved((2.6, -2.0)), lit(colour, 0.6), 0.8);
        canvas.slab(&unit, lit(colour, 1.08), 1.0);
    }
}

fn shade(canvas: &mut Canvas, slab: &Slab, height: f32) {
    let by = (SHADOW.0 * height, SHADOW.1 * height);
    let dark = [26, 32, 40];
    if canvas.feet > 9.0 {
        canvas.slab(&slab.moved((by.0 * 0.6, by.1 * 0.6)), dark, 0.35);
        return;
    }
    let moved = slab.moved(by).corners();
    let mut corners: Vec<Point> = slab.corners().into_iter().chain(moved).collect();
    canvas.shape(&hull(&mut corners), dark, 0.5);
}

/// The shape around points, its corners in order.
fn hull(points: &mut [Point]) -> Vec<Point> {
    points.sort_by(|one, other| one.0.total_cmp(&other.0).then(one.1.total_cmp(&other.1)));
    let turn = |a: Point, b: Point, c: Point| (b.0 - a.0) * (c.1 - a.1) - (b.1 - a.1) * (c.0 - a.0);
    let chain = |points: &mut dyn Iterator<Item = &Point>| {
        let mut chain: Vec<Point> = Vec::new();
        for point in points {
            while chain.len() >= 2 && turn(chain[chain.len() - 2], chain[chain.len() - 1], *point) <= 0.0 {
                chain.pop();
            }
            chain.push(*point);
        }
        chain.pop();
        chain
    };
    let mut around = chain(&mut points.iter());
    around.extend(chain(&mut points.iter().rev()));
    around
}

/// A place for cars: rows of stalls, some taken.
pub(super) fn parking(canvas: &mut Canvas, ground: &Slab, dice: &mut Dice) {
    canvas.slab(ground, lit(ASPHALT, dice.between(0.95, 1.15)), 1.0);
    if canvas.feet > 3.0 {
        return;
    }
    let (stall, lane) = (9.0, 62.0);
    let rows = cell(ground.half.1 * 2.0 / lane).max(1);
    let columns = cell(ground.half.0 * 2.0 / stall) - 2;
    let fill = dice.between(0.25, 0.7);
    for row in 0..rows {
        for column in 0..columns.max(0) {
            let u = (real(column) + 1.5) * stall / ground.half.0 - 1.0;
            let v = ((real(row) + 0.5) * lane) / ground.half.1 - 1.0;
            for side in [-1.0, 1.0] {
                let at = ground.point(u, v + side * 9.5 / ground.half.1);
                if canvas.feet < 1.0 {
                    let mark = Slab::new(
                        ground.point(u - stall / 2.0 / ground.half.0, v + side * 9.5 / ground.half.1),
                        (0.5, 17.0),
                        ground.along,
                    );
                    canvas.slab(&mark, [206, 204, 196], 0.6);
                }
                if dice.is(fill) {
                    auto(canvas, &Slab::new(at, (6.2, 14.5), ground.along), dice);
                }
            }
        }
    }
}

pub(super) fn auto(canvas: &mut Canvas, car: &Slab, dice: &mut Dice) {
    let colour = dice.pick(&CARS);
    canvas.slab(&car.moved((1.8, -1.5)), [30, 32, 36], 0.5);
    canvas.slab(car, colour, 1.0);
    if canvas.feet < 1.0 {
        canvas.slab(&car.part((-0.75, 0.75), (-0.35, 0.4)), between(colour, [40, 46, 54], 0.65), 1.0);
    }
}
