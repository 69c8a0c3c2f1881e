//! The grounds of the facilities: each kind looks like what it is.

use super::buildings::{ASPHALT, CONCRETE, POOL, Roof, parking, raise};
use super::canvas::{Canvas, Colour, Point, Slab, lit};
use super::chance::{Dice, cell, real};
use super::plan::{heading, straighten};
use super::trees::Trees;

/// What a facility is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// Pools under the sky.
    Aquatic,
    /// Three fields.
    Soccer,
    /// A large flat roof.
    Library,
    /// A hall with an apron.
    FireStation,
    /// Wings, a field and a track.
    School,
    /// Six courts.
    Tennis,
    /// A house with a garden.
    SeniorCenter,
    /// Sand and colours.
    Playground,
    /// Water on concrete.
    SplashPad,
    /// Fairways, greens, bunkers.
    Golf,
}

/// A facility and the ground that belongs to it.
#[derive(Debug, Clone, Copy)]
pub struct Site {
    at: Point,
    along: Point,
    half: f32,
    kind: Kind,
}

const LAWN: Colour = [104, 126, 70];
const WHITE: Colour = [228, 228, 222];
const SAND: Colour = [218, 204, 166];

impl Site {
    /// A facility so many feet east and north of the centre of the city.
    pub fn new(at: (f32, f32), kind: Kind) -> Self {
        let half = match kind {
            Kind::Golf => 1_250.0,
            Kind::Soccer => 430.0,
            Kind::School => 420.0,
            Kind::Aquatic => 230.0,
            Kind::Tennis => 200.0,
            Kind::Library | Kind::SeniorCenter => 165.0,
            Kind::FireStation | Kind::Playground | Kind::SplashPad => 125.0,
        };
        Self { at, along: heading(straighten(at)), half, kind }
    }

    /// How far a place is from the ground; below 0 inside.
    pub(super) fn distance(&self, (x, y): Point) -> f32 {
        let (dx, dy) = (x - self.at.0, y - self.at.1);
        let (u, v) = ((dx * self.along.0 + dy * self.along.1).abs(), (dy * self.along.0 - dx * self.along.1).abs());
        let (u, v) = (u - self.half, v - self.half);
        u.max(v).min(0.0) + u.max(0.0).hypot(v.max(0.0))
    }

    fn ground(&self) -> Slab {
        Slab::new(self.at, (self.half * 2.0, self.half * 2.0), self.along)
    }
}

/// The grounds, under everything that is built.
pub(super) fn grounds(canvas: &mut Canvas, sites: &[Site]) {
    for site in near(canvas, sites) {
        let ground = site.ground();
        if site.kind == Kind::Golf {
            golf(canvas, &ground);
        } else {
            canvas.slab(&ground, LAWN, 0.8);
        }
    }
}

/// What stands on them.
pub(super) fn paint(canvas: &mut Canvas, sites: &[Site], trees: Option<&Trees>) {
    for site in near(canvas, sites) {
        let ground = site.ground();
        let mut dice = Dice::new(cell(site.at.0), cell(site.at.1), 401);
        match site.kind {
            Kind::Aquatic => aquatic(canvas, &ground, &mut dice),
            Kind::Soccer => soccer(canvas, &ground, &mut dice),
            Kind::Library => library(canvas, &ground, &mut dice),
            Kind::FireStation => fire_station(canvas, &ground, &mut dice),
            Kind::School => school(canvas, &ground, &mut dice),
            Kind::Tennis => tennis(canvas, &ground, &mut dice),
            Kind::SeniorCenter => senior_center(canvas, &ground, &mut dice),
            Kind::Playground => playground(canvas, &ground, &mut dice),
            Kind::SplashPad => splash_pad(canvas, &ground, &mut dice),
            Kind::Golf => {}
        }
        if let Some(trees) = trees {
            border(canvas, &site, trees, &mut dice);
        }
    }
}

fn near(canvas: &Canvas, sites: &[Site]) -> Vec<Site> {
    let area = canvas.area();
    sites.iter().filter(|site| area.grown(site.half * 1.6).has(site.at)).copied().collect()
}

/// Trees around a ground.
fn border(canvas: &mut Canvas, site: &Site, trees: &Trees, dice: &mut Dice) {
    let ground = site.ground();
    let count = cell(site.half / 7.0);
    for number in 0..count * 4 {
        let share = real(number % count) / real(count) * 2.0 - 1.0;
        let inset = 1.0 - dice.between(18.0, 30.0) / site.half;
        let (u, v) = match number / count {
            0 => (share, inset),
            1 => (share, -inset),
            2 => (inset, share),
            _ => (-inset, share),
        };
        let kind = cell(dice.throw() * 24.0);
        if dice.is(0.5) {
            trees.put(canvas, ground.point(u, v), kind);
        }
    }
    if site.kind == Kind::Golf {
        for _ in 0..900 {
            let (u, v, kind) = (dice.between(-1.0, 1.0), dice.between(-1.0, 1.0), cell(dice.throw() * 24.0));
            if holes().iter().all(|hole| hole.distance(u, v) > 0.12) {
                trees.put(canvas, ground.point(u, v), kind);
            }
        }
    }
}

fn aquatic(canvas: &mut Canvas, ground: &Slab, dice: &mut Dice) {
    parking(canvas, &ground.part((-0.9, 0.9), (-0.95, -0.6)), dice);
    canvas.slab(&ground.part((-0.75, 0.8), (-0.45, 0.6)), lit(CONCRETE, 1.1), 1.0);
    let lanes = ground.part((-0.6, 0.1), (-0.25, 0.2));
    canvas.slab(&lanes, POOL, 1.0);
    if canvas.feet < 3.0 {
        for lane in 1..6 {
            let v = -1.0 + real(lane) / 3.0;
            canvas.line((lanes.point(-1.0, v), lanes.point(1.0, v)), 1.2, [48, 120, 160], 0.7);
        }
    }
    canvas.disc(ground.point(0.5, 0.1), ground.half.0 * 0.19, POOL, 1.0);
    canvas.disc(ground.point(0.32, 0.3), ground.half.0 * 0.12, lit(POOL, 1.05), 1.0);
    canvas.disc(ground.point(0.5, 0.1), ground.half.0 * 0.05, lit(CONCRETE, 1.1), 1.0);
    raise(canvas, &ground.part((-0.6, 0.4), (0.66, 0.92)), 22.0, (Roof::Flat, [206, 210, 212]));
}

fn soccer(canvas: &mut Canvas, ground: &Slab, dice: &mut Dice) {
    parking(canvas, &ground.part((-0.9, 0.9), (-0.97, -0.78)), dice);
    for (us, vs) in [((-0.92, -0.08), (-0.68, 0.06)), ((0.08, 0.92), (-0.68, 0.06)), ((-0.6, 0.6), (0.2, 0.94))] {
        pitch(canvas, &ground.part(us, vs));
    }
    raise(canvas, &ground.part((-0.08, 0.08), (0.06, 0.17)), 14.0, (Roof::Hip, [150, 122, 102]));
}

fn pitch(canvas: &mut Canvas, field: &Slab) {
    let field = if field.half.0 >= field.half.1 { *field } else { field.across() };
    let field = Slab { half: (field.half.0.min(178.0), field.half.1.min(118.0)), ..field };
    canvas.slab(&Slab { half: (field.half.0 + 12.0, field.half.1 + 12.0), ..field }, [96, 126, 62], 1.0);
    for stripe in 0..10 {
        let u = -1.0 + real(stripe) / 5.0;
        let colour = if stripe % 2 == 0 { [104, 138, 68] } else { [92, 126, 60] };
        canvas.slab(&field.part((u, u + 0.2), (-1.0, 1.0)), colour, 1.0);
    }
    if canvas.feet > 5.0 {
        return;
    }
    frame(canvas, &field, 1.4);
    canvas.line((field.point(0.0, -1.0), field.point(0.0, 1.0)), 1.4, WHITE, 0.85);
    ring(canvas, field.at, 30.0, 1.4);
    for side in [-1.0, 1.0] {
        let goal = field.part(if side < 0.0 { (-1.0, -0.72) } else { (0.72, 1.0) }, (-0.55, 0.55));
        frame(canvas, &goal, 1.2);
    }
}

/// White lines around a slab.
fn frame(canvas: &mut Canvas, slab: &Slab, width: f32) {
    let corners = slab.corners();
    for (index, from) in corners.into_iter().enumerate() {
        canvas.line((from, corners[(index + 1) % corners.len()]), width, WHITE, 0.85);
    }
}

fn ring(canvas: &mut Canvas, at: Point, radius: f32, width: f32) {
    let turn = std::f32::consts::TAU / 32.0;
    let point = |step: i32| (at.0 + radius * (real(step) * turn).cos(), at.1 + radius * (real(step) * turn).sin());
    for step in 0..32 {
        canvas.line((point(step), point(step + 1)), width, WHITE, 0.8);
    }
}

fn library(canvas: &mut Canvas, ground: &Slab, dice: &mut Dice) {
    parking(canvas, &ground.part((-0.9, 0.9), (-0.95, -0.5)), dice);
    canvas.slab(&ground.part((-0.2, 0.2), (-0.5, -0.2)), lit(CONCRETE, 1.05), 1.0);
    raise(canvas, &ground.part((-0.7, 0.7), (-0.25, 0.35)), 26.0, (Roof::Flat, [206, 202, 192]));
    raise(canvas, &ground.part((0.1, 0.7), (0.35, 0.85)), 22.0, (Roof::Flat, [186, 180, 168]));
    raise(canvas, &ground.part((-0.25, 0.2), (-0.1, 0.2)), 18.0, (Roof::Hip, [110, 132, 140]));
}

fn fire_station(canvas: &mut Canvas, ground: &Slab, dice: &mut Dice) {
    canvas.slab(&ground.part((-0.6, 0.7), (-0.98, -0.1)), lit(CONCRETE, 1.0), 1.0);
    parking(canvas, &ground.part((-0.95, -0.6), (-0.2, 0.8)), dice);
    raise(canvas, &ground.part((-0.45, 0.6), (-0.15, 0.55)), 26.0, (Roof::Hip, [146, 92, 78]));
    for u in [-0.2, 0.2] {
        let truck = Slab::new(ground.point(u, -0.45), (9.0, 34.0), ground.along);
        canvas.slab(&truck.moved((4.0, -3.0)), [30, 32, 36], 0.5);
        canvas.slab(&truck, [178, 38, 34], 1.0);
        canvas.slab(&truck.part((-0.6, 0.6), (-0.7, 0.4)), [220, 220, 216], 0.9);
    }
}

fn school(canvas: &mut Canvas, ground: &Slab, dice: &mut Dice) {
    parking(canvas, &ground.part((-0.9, 0.5), (-0.96, -0.72)), dice);
    for (us, vs) in [
        ((-0.9, 0.0), (-0.55, -0.4)),
        ((-0.9, -0.74), (-0.4, 0.2)),
        ((-0.52, -0.36), (-0.4, 0.2)),
        ((-0.15, 0.0), (-0.4, 0.2)),
    ] {
        raise(canvas, &ground.part(us, vs), 22.0, (Roof::Flat, [196, 190, 180]));
    }
    raise(canvas, &ground.part((-0.88, -0.5), (0.3, 0.62)), 34.0, (Roof::Flat, [214, 212, 206]));
    // The track around the field.
    let field = ground.part((0.14, 0.92), (-0.5, 0.86)).across();
    let (end, bend) = (0.52, field.half.1);
    let ends = (field.point(-end, 0.0), field.point(end, 0.0));
    canvas.line((ends.0, ends.1), bend * 1.9, [172, 98, 78], 1.0);
    canvas.line((ends.0, ends.1), bend * 1.9 - 64.0, [100, 132, 66], 1.0);
    let inner = Slab { half: (field.half.0 * end, bend * 0.58), ..field };
    pitch(canvas, &inner);
}

fn tennis(canvas: &mut Canvas, ground: &Slab, dice: &mut Dice) {
    parking(canvas, &ground.part((-0.9, 0.9), (-0.95, -0.62)), dice);
    canvas.slab(&ground.part((-0.92, 0.92), (-0.5, 0.86)), [78, 112, 92], 1.0);
    for row in 0..2 {
        for column in 0..3 {
            let (u, v) = (-0.88 + real(column) * 0.6, -0.45 + real(row) * 0.66);
            let court = ground.part((u + 0.06, u + 0.5), (v + 0.02, v + 0.6)).across();
            let court = Slab { half: (39.0, 18.0), ..court };
            canvas.slab(&Slab { half: (54.0, 27.0), ..court }, [70, 108, 150], 1.0);
            canvas.slab(&court, [82, 122, 166], 1.0);
            if canvas.feet < 3.0 {
                frame(canvas, &court, 0.9);
                canvas.line((court.point(0.0, -1.2), court.point(0.0, 1.2)), 0.9, WHITE, 0.9);
            }
        }
    }
}

fn senior_center(canvas: &mut Canvas, ground: &Slab, dice: &mut Dice) {
    parking(canvas, &ground.part((-0.9, 0.9), (-0.95, -0.55)), dice);
    for (us, vs) in [((-0.7, 0.7), (-0.3, 0.0)), ((-0.7, -0.42), (0.0, 0.75)), ((0.42, 0.7), (0.0, 0.75))] {
        raise(canvas, &ground.part(us, vs), 18.0, (Roof::Hip, [142, 116, 98]));
    }
    canvas.disc(ground.point(0.0, 0.36), 26.0, [186, 170, 140], 1.0);
    canvas.disc(ground.point(0.0, 0.36), 14.0, [110, 140, 74], 1.0);
}

fn playground(canvas: &mut Canvas, ground: &Slab, dice: &mut Dice) {
    canvas.disc(ground.at, 74.0, SAND, 1.0);
    canvas.disc(ground.point(0.24, 0.2), 34.0, [176, 98, 74], 1.0);
    for _ in 0..10 {
        let at = ground.point(dice.between(-0.42, 0.42), dice.between(-0.42, 0.42));
        let colour = dice.pick(&[[208, 62, 48], [58, 110, 178], [232, 190, 66], [84, 150, 92]]);
        raise(
            canvas,
            &Slab::new(at, (dice.between(7.0, 15.0), dice.between(6.0, 9.0)), ground.along),
            8.0,
            (Roof::Gable, colour),
        );
    }
    canvas.line((ground.point(-1.0, -0.9), ground.point(-0.3, -0.4)), 8.0, CONCRETE, 1.0);
}

fn splash_pad(canvas: &mut Canvas, ground: &Slab, dice: &mut Dice) {
    parking(canvas, &ground.part((-0.9, 0.9), (-0.96, -0.6)), dice);
    canvas.disc(ground.at, 66.0, lit(CONCRETE, 1.12), 1.0);
    for (u, v, radius) in
        [(0.0, 0.0, 30.0), (0.3, 0.15, 15.0), (-0.28, 0.2, 18.0), (0.05, -0.34, 14.0), (-0.2, -0.25, 10.0)]
    {
        canvas.disc(ground.point(u, v), radius, lit(POOL, 1.1), 0.95);
    }
    raise(canvas, &ground.part((-0.4, 0.4), (0.68, 0.9)), 14.0, (Roof::Hip, [196, 186, 164]));
    canvas.slab(&ground.part((-0.06, 0.06), (-0.6, -0.5)), ASPHALT, 0.9);
}

/// A hole of the golf course, in parts of its ground: from tee to green, with a bend.
struct Hole {
    tee: Point,
    bend: Point,
    green: Point,
}

impl Hole {
    /// The curve from tee to green.
    fn way(&self, step: i32, of: i32) -> Point {
        let share = real(step) / real(of);
        let [first, pull, last] = [(1.0 - share) * (1.0 - share), 2.0 * share * (1.0 - share), share * share];
        let blend = |tee: f32, bend: f32, green: f32| first * tee + pull * bend + last * green;
        (blend(self.tee.0, self.bend.0, self.green.0), blend(self.tee.1, self.bend.1, self.green.1))
    }

    /// How far a place is from it.
    fn distance(&self, u: f32, v: f32) -> f32 {
        let each = (0..=8).map(|step| self.way(step, 8)).map(|at| (u - at.0).hypot(v - at.1));
        each.fold(f32::INFINITY, f32::min)
    }
}

fn holes() -> [Hole; 9] {
    let hole = |tee, bend, green| Hole { tee, bend, green };
    [
        hole((-0.85, -0.85), (-0.6, -0.35), (-0.82, 0.05)),
        hole((-0.9, 0.2), (-0.78, 0.55), (-0.5, 0.85)),
        hole((-0.35, 0.88), (0.0, 0.72), (0.35, 0.86)),
        hole((0.5, 0.88), (0.82, 0.6), (0.86, 0.25)),
        hole((0.88, 0.08), (0.7, -0.3), (0.86, -0.7)),
        hole((0.75, -0.88), (0.4, -0.7), (0.05, -0.86)),
        hole((-0.1, -0.85), (-0.3, -0.45), (-0.15, -0.1)),
        hole((-0.5, 0.0), (-0.45, 0.35), (-0.2, 0.5)),
        hole((0.05, 0.42), (0.35, 0.2), (0.3, -0.3)),
    ]
}

fn golf(canvas: &mut Canvas, ground: &Slab) {
    canvas.slab(ground, [92, 114, 62], 0.75);
    let width = ground.half.0 * 0.105;
    for hole in holes() {
        let at = |point: Point| ground.point(point.0, point.1);
        let (tee, green) = (at(hole.tee), at(hole.green));
        for (grow, colour) in [(1.45, [106, 130, 68]), (1.0, [122, 150, 80])] {
            for step in 0..14 {
                canvas.line((at(hole.way(step, 14)), at(hole.way(step + 1, 14))), width * grow, colour, 1.0);
            }
        }
        for (du, dv, radius) in [(0.055, 0.03, 17.0), (-0.045, 0.045, 14.0), (0.02, -0.06, 12.0)] {
            canvas.disc(at((hole.green.0 + du, hole.green.1 + dv)), radius, SAND, 1.0);
        }
        canvas.disc(green, 46.0, [134, 162, 88], 1.0);
        canvas.disc(green, 34.0, [146, 176, 98], 1.0);
        canvas.slab(&Slab::new(tee, (36.0, 22.0), ground.along), [140, 166, 92], 1.0);
        let turn = hole.way(1, 2);
        canvas.disc(at((turn.0 + 0.06, turn.1)), 20.0, SAND, 1.0);
    }
    canvas.disc(ground.point(0.1, 0.0), 120.0, [78, 100, 98], 1.0);
    canvas.disc(ground.point(0.0, -0.05), 90.0, [78, 100, 98], 1.0);
    raise(canvas, &ground.part((-0.62, -0.54), (-0.72, -0.66)), 22.0, (Roof::Hip, [132, 108, 92]));
}
