//! What stands on the blocks of the plan: homes, terraces, towers, shops, works.

use super::buildings::{ASPHALT, CONCRETE, POOL, Roof, SHADOW, auto, parking, raise};
use super::canvas::{Canvas, Colour, Point, Slab, lit};
use super::chance::{Dice, cell, real};
use super::plan::{Block, Plan, Use, bend, heading, is_free};
use super::sites::Site;

const SHINGLES: [Colour; 10] = [
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
const FLAT: [Colour; 7] = [
    [204, 202, 196],
    [182, 180, 176],
    [160, 158, 154],
    [218, 216, 210],
    [146, 142, 136],
    [190, 180, 166],
    [126, 126, 128],
];
const METAL: [Colour; 6] =
    [[206, 208, 208], [188, 196, 204], [170, 172, 172], [214, 208, 196], [158, 118, 98], [150, 164, 172]];

/// The gardens, under everything that is driven on or built.
pub(super) fn grounds(canvas: &mut Canvas, plan: &Plan) {
    let area = canvas.area().grown(700.0);
    for section in &plan.sections {
        let is_green = |block: &Block| matches!(block.used, Use::Homes | Use::Terraces) && area.has(bend(block.middle));
        for block in section.blocks().filter(is_green) {
            green(canvas, &Lots::new(&block));
        }
    }
}

/// Everything on the blocks of the plan.
pub(super) fn paint(canvas: &mut Canvas, plan: &Plan, sites: &[Site]) {
    let area = canvas.area().grown(700.0);
    for section in &plan.sections {
        for block in section.blocks().filter(|block| block.used.is_built() && area.has(bend(block.middle))) {
            match block.used {
                Use::Homes => homes(canvas, &block, sites),
                Use::Terraces => terraces(canvas, &block, sites),
                Use::Towers => towers(canvas, &block, sites),
                Use::Shops => shops(canvas, &block, sites),
                Use::Works => works(canvas, &block, sites),
                Use::Park | Use::Wild => {}
            }
        }
    }
}

/// The block in its own measure: along its longer side, and across.
struct Lots {
    name: (i32, i32),
    middle: Point,
    half: (f32, f32),
    is_turned: bool,
}

impl Lots {
    fn new(block: &Block) -> Self {
        let is_turned = block.size.1 > block.size.0;
        let half = if is_turned { (block.size.1, block.size.0) } else { block.size };
        Self { name: block.name, middle: block.middle, half: (half.0 / 2.0, half.1 / 2.0), is_turned }
    }

    /// A point so many feet from the middle: on the plan.
    fn plan(&self, along: f32, across: f32) -> Point {
        let (x, y) = if self.is_turned { (-across, along) } else { (along, across) };
        (self.middle.0 + x, self.middle.1 + y)
    }

    fn slab(&self, along: f32, across: f32, size: (f32, f32)) -> Slab {
        let plan = self.plan(along, across);
        let east = heading(plan);
        Slab::new(bend(plan), size, if self.is_turned { (-east.1, east.0) } else { east })
    }
}

/// Grass on all of a block, whatever grew there before.
fn green(canvas: &mut Canvas, lots: &Lots) {
    let mut dice = Dice::new(lots.name.0, lots.name.1, 209);
    let grass = dice.pick(&[[116, 128, 78], [108, 122, 72], [126, 132, 84]]);
    canvas.slab(&lots.slab(0.0, 0.0, (lots.half.0 * 2.0, lots.half.1 * 2.0)), grass, 0.7);
}

/// Wide lots in two rows, back to back.
fn homes(canvas: &mut Canvas, block: &Block, sites: &[Site]) {
    let lots = Lots::new(block);
    let count = cell((lots.half.0 * 2.0 - 44.0) / 84.0).max(1);
    let wide = (lots.half.0 * 2.0 - 44.0) / real(count);
    for side in [-1.0, 1.0] {
        for number in 0..count {
            let along = -lots.half.0 + 22.0 + (real(number) + 0.5) * wide;
            let mut dice = Dice::new(lots.name.0 * 16 + number, lots.name.1 * 2 + cell(side), 211);
            home(canvas, &lots, (along, side, wide), sites, &mut dice);
        }
    }
}

fn home(canvas: &mut Canvas, lots: &Lots, (along, side, wide): (f32, f32, f32), sites: &[Site], dice: &mut Dice) {
    let front = lots.half.1 - 20.0;
    let deep = front;
    let house_at = side * (front - 28.0 - dice.between(16.0, 30.0));
    let along = along + dice.between(-5.0, 5.0);
    let house = lots.slab(along, house_at, (dice.between(42.0, 58.0), dice.between(30.0, 40.0)));
    if dice.is(0.04) || !is_free(house.at, sites) {
        return;
    }
    let lawn = dice.pick(&[[112, 128, 74], [98, 118, 68], [132, 138, 88], [120, 130, 80], [146, 144, 100]]);
    canvas.slab(&lots.slab(along, side * deep / 2.0, (wide - 2.0, deep - 4.0)), lawn, 0.5);
    if canvas.feet < 9.0 {
        let drive = lots.slab(along + wide * 0.27, side * (front - 22.0), (17.0, 56.0));
        canvas.slab(&drive, lit(CONCRETE, dice.between(0.86, 1.0)), 0.95);
        if dice.is(0.4) && canvas.feet < 3.0 {
            let car = lots.slab(along + wide * 0.27 + dice.between(-3.5, 3.5), side * (front - 20.0), (6.4, 15.0));
            auto(canvas, &car, dice);
        }
    }
    if dice.is(0.13) {
        let pool = lots.slab(along + dice.between(-14.0, 14.0), side * dice.between(26.0, 44.0), (34.0, 20.0));
        canvas.slab(&Slab { half: (pool.half.0 + 7.0, pool.half.1 + 7.0), ..pool }, CONCRETE, 0.9);
        canvas.slab(&pool, POOL, 1.0);
    }
    distant(canvas, lots, (along, side), dice);
    let (colour, roof) =
        (lit(dice.pick(&SHINGLES), dice.between(0.92, 1.08)), dice.pick(&[Roof::Gable, Roof::Hip, Roof::Hip]));
    let garage = lots.slab(along + wide * 0.27, house_at + side * 15.0, (24.0, 26.0));
    raise(canvas, &garage, 13.0, (roof, colour));
    raise(canvas, &house, dice.between(15.0, 23.0), (roof, colour));
}

/// From far away the trees of a garden are two dark spots.
fn distant(canvas: &mut Canvas, lots: &Lots, (along, side): Point, dice: &mut Dice) {
    if canvas.feet < 10.0 {
        return;
    }
    for deep in [0.24, 0.62] {
        let at =
            bend(lots.plan(along + dice.between(-26.0, 26.0), side * lots.half.1 * deep + dice.between(-22.0, 22.0)));
        if dice.is(0.7) {
            canvas.disc(at, dice.between(15.0, 27.0), lit([62, 78, 46], dice.between(0.85, 1.15)), 0.85);
        }
    }
}

/// Narrow lots with an alley between their backs.
fn terraces(canvas: &mut Canvas, block: &Block, sites: &[Site]) {
    let lots = Lots::new(block);
    let is_near = canvas.feet < 9.0;
    let count = cell((lots.half.0 * 2.0 - 40.0) / 50.0).max(1);
    let wide = (lots.half.0 * 2.0 - 40.0) / real(count);
    if is_near {
        for step in 0..6 {
            let at = |step: i32| bend(lots.plan((lots.half.0 - 20.0) * (real(step) / 3.0 - 1.0), 0.0));
            if is_free(at(step), sites) && is_free(at(step + 1), sites) {
                canvas.line((at(step), at(step + 1)), 13.0, [150, 146, 138], 0.9);
            }
        }
    }
    for side in [-1.0, 1.0] {
        for number in 0..count {
            let along = -lots.half.0 + 20.0 + (real(number) + 0.5) * wide;
            let mut dice = Dice::new(lots.name.0 * 16 + number, lots.name.1 * 2 + cell(side), 221);
            let house_at = side * (lots.half.1 - 52.0 - dice.between(0.0, 9.0));
            let house = lots.slab(along, house_at, (dice.between(26.0, 34.0), dice.between(38.0, 56.0)));
            if dice.is(0.05) || !is_free(house.at, sites) {
                continue;
            }
            canvas.slab(
                &lots.slab(along, side * (lots.half.1 / 2.0 - 6.0), (wide - 1.5, lots.half.1 - 26.0)),
                dice.pick(&[[122, 128, 84], [108, 120, 74], [140, 136, 98]]),
                0.5,
            );
            distant(canvas, &lots, (along, side), &mut dice);
            let colour = lit(dice.pick(&SHINGLES), dice.between(0.9, 1.1));
            if is_near && dice.is(0.55) {
                let shed = lots.slab(along + dice.between(-8.0, 8.0), side * 24.0, (20.0, 20.0));
                raise(canvas, &shed, 10.0, (Roof::Gable, dice.pick(&SHINGLES)));
            }
            raise(
                canvas,
                &house,
                dice.between(20.0, 30.0),
                (dice.pick(&[Roof::Gable, Roof::Gable, Roof::Hip]), colour),
            );
        }
    }
}

/// The centre: high flat roofs, paved all around.
fn towers(canvas: &mut Canvas, block: &Block, sites: &[Site]) {
    let lots = Lots::new(block);
    let mut dice = Dice::new(block.name.0, block.name.1, 231);
    let ground = lots.slab(0.0, 0.0, (lots.half.0 * 2.0 - 56.0, lots.half.1 * 2.0 - 56.0));
    if !is_free(ground.at, sites) {
        return;
    }
    canvas.slab(&ground, lit(CONCRETE, dice.between(0.82, 0.96)), 1.0);
    if dice.is(0.16) {
        parking(canvas, &ground, &mut dice);
        return;
    }
    let near = 1.0 - (ground.at.0.hypot(ground.at.1) / 3_600.0).min(1.0);
    let (u, v) = (dice.between(-0.45, 0.45), dice.between(-0.45, 0.45));
    let quarters = [((-1.0, u), (-1.0, v)), ((u, 1.0), (-1.0, v)), ((-1.0, u), (v, 1.0)), ((u, 1.0), (v, 1.0))];
    let halves = [((-1.0, u), (-1.0, 1.0)), ((u, 1.0), (-1.0, v)), ((u, 1.0), (v, 1.0))];
    let lots: &[_] = match dice.throw() {
        throw if throw < 0.10 => &[((-1.0, 1.0), (-1.0, 1.0))],
        throw if throw < 0.45 => &halves,
        _ => &quarters,
    };
    for (us, vs) in lots {
        let lot = ground.part((us.0 + 0.05, us.1 - 0.05), (vs.0 + 0.05, vs.1 - 0.05));
        let tall = dice.between(24.0, 64.0) + near * near * 280.0 * dice.throw();
        match dice.throw() {
            throw if throw < 0.10 => parking(canvas, &lot, &mut dice),
            throw if throw < 0.15 => canvas.slab(&lot, [104, 124, 72], 1.0),
            _ => tower(canvas, &lot, tall, &mut dice),
        }
    }
}

fn tower(canvas: &mut Canvas, lot: &Slab, tall: f32, dice: &mut Dice) {
    let brick = [[150, 116, 100], [164, 138, 118], [124, 104, 96]];
    let colour = if dice.is(0.2) { dice.pick(&brick) } else { dice.pick(&FLAT) };
    raise(canvas, lot, tall.min(80.0) * 0.7, (Roof::Flat, lit(colour, dice.between(0.85, 1.05))));
    if tall > 70.0 {
        let upper = lot.part(
            (dice.between(-0.8, -0.5), dice.between(0.45, 0.8)),
            (dice.between(-0.8, -0.5), dice.between(0.45, 0.8)),
        );
        raise(canvas, &upper, tall * 0.55, (Roof::Flat, lit(dice.pick(&FLAT), 0.95)));
        if tall > 170.0 {
            raise(canvas, &upper.part((-0.5, 0.5), (-0.5, 0.5)), 40.0, (Roof::Flat, lit(colour, 1.1)));
        }
    } else if dice.is(0.3) {
        raise(
            canvas,
            &lot.part((dice.between(-0.9, -0.4), dice.between(0.0, 0.5)), (-0.5, 0.6)),
            16.0,
            (Roof::Flat, lit(colour, 1.06)),
        );
    }
}

/// A long roof behind a place full of cars.
fn shops(canvas: &mut Canvas, block: &Block, sites: &[Site]) {
    let lots = Lots::new(block);
    let mut dice = Dice::new(block.name.0, block.name.1, 241);
    let ground = lots.slab(0.0, 0.0, (lots.half.0 * 2.0 - 44.0, lots.half.1 * 2.0 - 44.0));
    if !is_free(ground.at, sites) {
        return;
    }
    canvas.slab(&ground, lit(ASPHALT, 1.05), 1.0);
    let side = if dice.is(0.5) { 1.0 } else { -1.0 };
    parking(canvas, &ground.part((-0.97, 0.97), if side > 0.0 { (-0.95, 0.15) } else { (-0.15, 0.95) }), &mut dice);
    let (mut from, colour) = (-0.96, dice.pick(&FLAT));
    while from < 0.8 {
        let to = (from + dice.between(0.3, 0.9)).min(0.96);
        let band = if side > 0.0 { (0.25, dice.between(0.8, 0.96)) } else { (-dice.between(0.8, 0.96), -0.25) };
        raise(
            canvas,
            &ground.part((from, to), band),
            dice.between(18.0, 30.0),
            (Roof::Flat, lit(colour, dice.between(0.92, 1.06))),
        );
        from = to + 0.015;
    }
}

/// Sheds, tanks and yards.
fn works(canvas: &mut Canvas, block: &Block, sites: &[Site]) {
    let lots = Lots::new(block);
    let mut dice = Dice::new(block.name.0, block.name.1, 251);
    let ground = lots.slab(0.0, 0.0, (lots.half.0 * 2.0 - 60.0, lots.half.1 * 2.0 - 60.0));
    if !is_free(ground.at, sites) {
        return;
    }
    canvas.slab(&ground, dice.pick(&[[158, 152, 140], [140, 138, 134], [150, 142, 126]]), 0.9);
    parking(canvas, &ground.part((-0.95, -0.2), (-0.95, -0.6)), &mut dice);
    let mut from = -0.92;
    while from < 0.7 {
        let to = (from + dice.between(0.25, 0.6)).min(0.94);
        let shed = ground.part((from, to), (dice.between(-0.45, -0.2), dice.between(0.5, 0.92)));
        if dice.is(0.2) {
            tanks(canvas, &shed, &mut dice);
        } else {
            raise(canvas, &shed, dice.between(26.0, 44.0), (dice.pick(&[Roof::Gable, Roof::Flat]), dice.pick(&METAL)));
        }
        from = to + 0.05;
    }
}

fn tanks(canvas: &mut Canvas, slab: &Slab, dice: &mut Dice) {
    for (u, v) in [(-0.5, -0.5), (0.5, -0.4), (-0.4, 0.5), (0.5, 0.5)] {
        let (at, radius) = (slab.point(u, v), dice.between(26.0, 46.0));
        canvas.disc((at.0 + SHADOW.0 * 26.0, at.1 + SHADOW.1 * 26.0), radius, [26, 32, 40], 0.5);
        canvas.disc(at, radius, [196, 198, 196], 1.0);
        canvas.disc((at.0 - 3.0, at.1 + 3.0), radius * 0.86, [222, 222, 218], 1.0);
    }
}
