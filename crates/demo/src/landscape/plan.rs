//! The plan of the city: a grid of square miles, each cut into blocks, bent a little so that it looks grown.

use super::canvas::{Area, Point};
use super::chance::{cell, noise, ramp, real, unit};
use super::sites::Site;
use super::{roads, terrain};

/// From one main road to the next.
pub(super) const MILE: f32 = 5_280.0;
/// The plan is bent by less than this.
const BENT: f32 = 360.0;

/// What stands on a block.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Use {
    /// Nothing: fields, woods, water.
    Wild,
    Towers,
    /// Narrow lots with an alley behind.
    Terraces,
    /// Wide lots with lawns.
    Homes,
    Shops,
    Works,
    Park,
}

impl Use {
    pub(super) fn is_built(self) -> bool {
        self != Self::Wild
    }
}

/// How a square mile is cut.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Quarter {
    Centre,
    Inner,
    Suburb,
    Industry,
}

/// A square mile.
#[derive(Debug, Clone)]
pub(super) struct Section {
    pub(super) column: i32,
    pub(super) row: i32,
    pub(super) across: i32,
    pub(super) down: i32,
    uses: Vec<Use>,
}

/// The square miles around an area.
pub(super) struct Plan {
    first: (i32, i32),
    columns: i32,
    pub(super) sections: Vec<Section>,
}

/// A block in its section.
#[derive(Debug, Clone, Copy)]
pub(super) struct Block {
    pub(super) used: Use,
    /// Its middle on the plan.
    pub(super) middle: Point,
    pub(super) size: (f32, f32),
    /// A name for whatever is thrown for it.
    pub(super) name: (i32, i32),
}

/// From the plan to the ground.
pub(super) fn bend((x, y): Point) -> Point {
    let tame = ramp(3_500.0, 12_000.0, x.hypot(y));
    let wave = |size: f32, purpose: u32| noise(x, y, size, purpose) - 0.5;
    let (large, small) = (2.0 * 250.0 * (0.25 + 0.75 * tame), 2.0 * 50.0 * tame);
    (
        x + large * wave(5_200.0, 101) + small * wave(1_700.0, 102),
        y + large * wave(5_200.0, 103) + small * wave(1_700.0, 104),
    )
}

/// Back, as closely as matters.
pub(super) fn straighten(at: Point) -> Point {
    let mut plan = at;
    for _ in 0..2 {
        let bent = bend(plan);
        plan = (plan.0 + at.0 - bent.0, plan.1 + at.1 - bent.1);
    }
    plan
}

/// Where east on the plan points on the ground.
pub(super) fn heading((x, y): Point) -> Point {
    let (west, east) = (bend((x - 30.0, y)), bend((x + 30.0, y)));
    let run = (east.0 - west.0, east.1 - west.1);
    let length = run.0.hypot(run.1).max(1e-3);
    (run.0 / length, run.1 / length)
}

impl Plan {
    pub(super) fn over(area: Area, sites: &[Site]) -> Self {
        let area = area.grown(BENT);
        let first = (cell(area.west / MILE), cell(area.south / MILE));
        let last = (cell(area.east / MILE), cell(area.north / MILE));
        let columns = last.0 - first.0 + 1;
        let all = (first.1..=last.1).flat_map(|row| (first.0..=last.0).map(move |column| (column, row)));
        Self { first, columns, sections: all.map(|(column, row)| Section::new(column, row, sites)).collect() }
    }

    /// The block at a place on the plan, and how far from its middle.
    pub(super) fn find(&self, (x, y): Point) -> Option<(Block, Point)> {
        let (column, row) = (cell(x / MILE) - self.first.0, cell(y / MILE) - self.first.1);
        if !(0..self.columns).contains(&column) || row < 0 {
            return None;
        }
        let section = self.sections.get(usize::try_from(row * self.columns + column).ok()?)?;
        let size = section.block_size();
        let (i, j) = (cell((x - real(section.column) * MILE) / size.0), cell((y - real(section.row) * MILE) / size.1));
        let block = section.block(i.clamp(0, section.across - 1), j.clamp(0, section.down - 1));
        Some((block, (x - block.middle.0, y - block.middle.1)))
    }
}

impl Section {
    fn new(column: i32, row: i32, sites: &[Site]) -> Self {
        let quarter = quarter(column, row);
        let (across, down) = match quarter {
            Quarter::Centre => (16, 16),
            Quarter::Inner => (8, 16),
            Quarter::Industry => (5, 6),
            Quarter::Suburb if unit(column, row, 111) < 0.5 => (6, 16),
            Quarter::Suburb => (16, 6),
        };
        let mut section = Self { column, row, across, down, uses: Vec::new() };
        let blocks = (0..down).flat_map(|j| (0..across).map(move |i| (i, j)));
        section.uses = blocks.map(|(i, j)| section.decide(quarter, (i, j), sites)).collect();
        section
    }

    pub(super) fn block_size(&self) -> (f32, f32) {
        (MILE / real(self.across), MILE / real(self.down))
    }

    pub(super) fn corner(&self, i: i32, j: i32) -> Point {
        let size = self.block_size();
        (real(self.column) * MILE + real(i) * size.0, real(self.row) * MILE + real(j) * size.1)
    }

    pub(super) fn used(&self, i: i32, j: i32) -> Use {
        if !(0..self.across).contains(&i) || !(0..self.down).contains(&j) {
            return Use::Wild;
        }
        self.uses.get(usize::try_from(j * self.across + i).unwrap_or(0)).copied().unwrap_or(Use::Wild)
    }

    pub(super) fn block(&self, i: i32, j: i32) -> Block {
        let (size, corner) = (self.block_size(), self.corner(i, j));
        Block {
            used: self.used(i, j),
            middle: (corner.0 + size.0 / 2.0, corner.1 + size.1 / 2.0),
            size,
            name: (self.column * 64 + i, self.row * 64 + j),
        }
    }

    pub(super) fn blocks(&self) -> impl Iterator<Item = Block> + '_ {
        (0..self.down).flat_map(move |j| (0..self.across).map(move |i| self.block(i, j)))
    }

    fn decide(&self, quarter: Quarter, (i, j): (i32, i32), sites: &[Site]) -> Use {
        let block = self.block(i, j);
        let at = bend(block.middle);
        let throw = |purpose: u32| unit(block.name.0, block.name.1, purpose);
        let is_dry = [(-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5), (0.0, 0.0)].iter().all(|(u, v)| {
            terrain::water(bend((block.middle.0 + u * block.size.0, block.middle.1 + v * block.size.1))) > 90.0
        });
        let hamlet = sites.iter().map(|site| site.distance(at)).fold(f32::INFINITY, f32::min);
        let urban = terrain::urban(at).max(0.75 * (1.0 - ramp(700.0, 2_100.0, hamlet)));
        // The edge of the city frays street by street, not house by house.
        let frayed = 0.14 + 0.40 * noise(at.0, at.1, 2_400.0, 121) + 0.06 * throw(122);
        if !is_dry || urban < frayed || terrain::woods(at) > 0.62 {
            return Use::Wild;
        }
        let room = block.size.0.max(block.size.1) / 2.0;
        let is_roomy = roads::clearance(at) > room;
        let away = at.0.hypot(at.1);
        let is_edge = i == 0 || j == 0 || i == self.across - 1 || j == self.down - 1;
        match quarter {
            _ if throw(123) < 0.04 => Use::Park,
            Quarter::Centre if is_roomy && away < 2_600.0 + 1_400.0 * throw(124) => Use::Towers,
            Quarter::Industry if is_roomy => Use::Works,
            Quarter::Industry => Use::Wild,
            _ if is_roomy && is_edge && throw(125) < 0.42 * urban => Use::Shops,
            Quarter::Centre | Quarter::Inner => Use::Terraces,
            Quarter::Suburb => Use::Homes,
        }
    }
}

fn quarter(column: i32, row: i32) -> Quarter {
    let middle = ((real(column) + 0.5) * MILE, (real(row) + 0.5) * MILE);
    let away = middle.0.hypot(middle.1);
    match unit(column, row, 131) {
        _ if away < 6_000.0 => Quarter::Centre,
        throw if throw < 0.13 && away < 30_000.0 => Quarter::Industry,
        throw if away < 11_000.0 + 5_000.0 * throw => Quarter::Inner,
        _ => Quarter::Suburb,
    }
}

/// Whether a house may stand there: not on a road, a bank, or the grounds of a facility.
pub(super) fn is_free(at: Point, sites: &[Site]) -> bool {
    roads::clearance(at) > 45.0 && terrain::water(at) > 45.0 && sites.iter().all(|site| site.distance(at) > 30.0)
}
