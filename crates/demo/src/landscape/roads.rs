//! Roads: two motorways, a railway, main roads along the square miles, streets between the blocks.

use super::canvas::{Canvas, Colour, Point, between, lit};
use super::chance::{cell, ramp, real, unit};
use super::plan::{MILE, Plan, Section, Use, bend};
use super::sites::Site;
use super::terrain;

const STREET: Colour = [138, 136, 132];
const MAIN: Colour = [112, 111, 110];
const MOTORWAY: Colour = [146, 144, 140];
const VERGE: Colour = [126, 132, 88];
const CURB: Colour = [178, 174, 164];
const BRIDGE: Colour = [190, 186, 178];
const WHITE: Colour = [226, 224, 216];
const YELLOW: Colour = [206, 178, 96];
const BALLAST: Colour = [136, 126, 116];
const RAIL: Colour = [86, 80, 76];
/// How far a piece of a bent road goes straight.
const PIECE: f32 = 66.0;

/// The motorway from west to east: how far north it runs.
fn east_west(x: f32) -> f32 {
    -9_600.0 + 2_500.0 * (x / 15_500.0 + 0.5).sin() + 650.0 * (x / 6_300.0).sin()
}

/// The motorway from south to north: how far east it runs.
fn north_south(y: f32) -> f32 {
    8_300.0 + 2_300.0 * (y / 14_500.0 + 1.2).sin() + 500.0 * (y / 5_700.0).sin()
}

/// The railway, from south-west to north-east.
fn railway(x: f32) -> f32 {
    3_400.0 + 0.55 * x + 1_500.0 * (x / 11_000.0).sin()
}

fn beside(off: f32, slope: f32) -> f32 {
    off.abs() / (1.0 + slope * slope).sqrt()
}

fn slope(of: fn(f32) -> f32, at: f32) -> f32 {
    (of(at + 20.0) - of(at - 20.0)) / 40.0
}

/// How far a motorway is from a place, from the middle of the road.
pub(super) fn motorway((x, y): Point) -> f32 {
    beside(y - east_west(x), slope(east_west, x)).min(beside(x - north_south(y), slope(north_south, y)))
}

/// How much room there is beside motorways and railway.
pub(super) fn clearance(at: Point) -> f32 {
    let rail = beside(at.1 - railway(at.0), slope(railway, at.0));
    (motorway(at) - 150.0).min(rail - 40.0)
}

/// Everything that is driven on.
pub(super) fn paint(canvas: &mut Canvas, plan: &Plan, sites: &[Site]) {
    // Sidewalks first, so that none runs across a street.
    let layers: &[bool] = if canvas.feet < 4.0 { &[true, false] } else { &[false] };
    for is_walk in layers {
        for section in &plan.sections {
            streets(canvas, section, sites, *is_walk);
        }
    }
    let whole: Vec<Vec<(Point, Point, f32)>> = plan.sections.iter().flat_map(mains).collect();
    for step in [Layer::Verge, Layer::Road, Layer::Marks] {
        for pieces in &whole {
            main(canvas, pieces, step);
        }
    }
    rails(canvas);
    for step in [Layer::Verge, Layer::Road, Layer::Marks] {
        motorways(canvas, step);
    }
}

/// The streets between the blocks of a section, where something stands on either side.
fn streets(canvas: &mut Canvas, section: &Section, sites: &[Site], is_walk: bool) {
    for j in 0..=section.down {
        for i in 0..=section.across {
            let here = section.used(i, j);
            let mut edge = |to: Point, there: Use| {
                if here.is_built() || there.is_built() {
                    let is_central = here == Use::Towers || there == Use::Towers;
                    street(canvas, (section.corner(i, j), to), (is_central, is_walk), sites);
                }
            };
            if j > 0 && j < section.down && i < section.across {
                edge(section.corner(i + 1, j), section.used(i, j - 1));
            }
            if i > 0 && i < section.across && j < section.down {
                edge(section.corner(i, j + 1), section.used(i - 1, j));
            }
        }
    }
}

fn street(canvas: &mut Canvas, (from, to): (Point, Point), (is_central, is_walk): (bool, bool), sites: &[Site]) {
    let width = if is_central { 46.0 } else { 30.0 };
    let worn = lit(STREET, 0.92 + 0.14 * unit(cell(from.0), cell(from.1), 141));
    let walk = if is_central { CURB } else { between(CURB, [120, 128, 88], 0.45) };
    let is_open = |start: Point| {
        terrain::water(start) > 20.0 && motorway(start) > 120.0 && sites.iter().all(|site| site.distance(start) > 4.0)
    };
    for (start, end) in pieces(from, to).filter(|(start, _)| is_open(*start)) {
        if is_walk {
            canvas.line((start, end), width + 12.0, walk, 0.85);
            continue;
        }
        canvas.line((start, end), width, worn, 1.0);
        if is_central && canvas.feet < 1.5 {
            canvas.line((start, end), 1.0, YELLOW, 0.8);
        }
    }
}

/// A straight of the plan in pieces on the ground.
fn pieces(from: Point, to: Point) -> impl Iterator<Item = (Point, Point)> {
    let length = (to.0 - from.0).hypot(to.1 - from.1);
    let count = cell(length / PIECE).max(1);
    let at = move |step: i32| {
        let share = real(step) / real(count);
        bend((from.0 + (to.0 - from.0) * share, from.1 + (to.1 - from.1) * share))
    };
    (0..count).map(move |step| (at(step), at(step + 1)))
}

/// The main roads along two sides of a section, with how much city is around: over the river by some bridges.
fn mains(section: &Section) -> Vec<Vec<(Point, Point, f32)>> {
    let corner = section.corner(0, 0);
    let side = |is_eastward: bool, purpose: u32, to: Point| {
        let throw = unit(section.column, section.row, purpose);
        // Every other road from west to east has a bridge over the river; creeks are crossed anywhere.
        let has_bridge = is_eastward && section.row.rem_euclid(2) == 0;
        let is_open = |at: Point| {
            let (wet, river) = (terrain::water(at), terrain::river(at));
            wet > 36.0 || (river <= 36.0 && has_bridge) || (river > 60.0 && wet > -60.0)
        };
        pieces(corner, to)
            .map(|(start, end)| (start, end, terrain::urban(start)))
            .filter(|(start, _, urban)| (*urban > 0.2 || throw < 0.7) && is_open(*start))
            .collect()
    };
    vec![side(true, 151, (corner.0 + MILE, corner.1)), side(false, 152, (corner.0, corner.1 + MILE))]
}

/// Wide in the city, narrow in the country.
fn main(canvas: &mut Canvas, pieces: &[(Point, Point, f32)], layer: Layer) {
    let (feet, area) = (canvas.feet, canvas.area().grown(120.0));
    for (index, (start, end, urban)) in pieces.iter().enumerate().filter(|(_, (start, ..))| area.has(*start)) {
        let (ends, width) = ((*start, *end), 24.0 + 42.0 * ramp(0.15, 0.45, *urban));
        match layer {
            Layer::Verge if terrain::water(*start) < 12.0 => canvas.line(ends, width + 14.0, BRIDGE, 1.0),
            Layer::Verge => canvas.line(ends, width + 14.0, CURB, 0.5 * ramp(0.2, 0.5, *urban)),
            Layer::Road => canvas.line(ends, width, lit(MAIN, 1.0 + 0.12 * (1.0 - urban)), 1.0),
            Layer::Marks if feet < 3.0 => {
                canvas.line(ends, 1.6, YELLOW, 0.9 - 0.5 * ramp(0.75, 3.0, feet));
                for aside in [-14.0, 14.0].into_iter().filter(|_| *urban > 0.35 && index % 2 == 0 && feet < 1.5) {
                    let dash = (shifted(*start, *end, aside, 0.1), shifted(*start, *end, aside, 0.55));
                    canvas.line(dash, 0.9, WHITE, 0.75);
                }
            }
            Layer::Marks => {}
        }
    }
}

/// A point beside the way from one to the other, after a share of it.
fn shifted(from: Point, to: Point, aside: f32, share: f32) -> Point {
    let run = (to.0 - from.0, to.1 - from.1);
    let length = run.0.hypot(run.1).max(1e-3);
    (from.0 + run.0 * share - run.1 / length * aside, from.1 + run.1 * share + run.0 / length * aside)
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Layer {
    Verge,
    Road,
    Marks,
}

fn motorways(canvas: &mut Canvas, layer: Layer) {
    let area = canvas.area().grown(400.0);
    let steps = |from: f32, to: f32| (cell(from / PIECE)..=cell(to / PIECE)).map(|step| real(step) * PIECE);
    for x in steps(area.west, area.east) {
        motorway_piece(canvas, ((x, east_west(x)), (x + PIECE, east_west(x + PIECE))), layer, cell(x / PIECE));
    }
    for y in steps(area.south, area.north) {
        motorway_piece(canvas, ((north_south(y), y), (north_south(y + PIECE), y + PIECE)), layer, cell(y / PIECE));
    }
    clover(canvas, layer);
}

fn motorway_piece(canvas: &mut Canvas, (start, end): (Point, Point), layer: Layer, number: i32) {
    if !canvas.area().grown(400.0).has(start) {
        return;
    }
    let is_bridge = terrain::water(start) < 14.0;
    let sides = [-36.0, 36.0].map(|aside| (shifted(start, end, aside, 0.0), shifted(start, end, aside, 1.0)));
    match layer {
        Layer::Verge if is_bridge => sides.iter().for_each(|(from, to)| canvas.line((*from, *to), 58.0, BRIDGE, 1.0)),
        Layer::Verge => canvas.line((start, end), 210.0, VERGE, 0.9),
        Layer::Road => sides.iter().for_each(|(from, to)| canvas.line((*from, *to), 46.0, MOTORWAY, 1.0)),
        Layer::Marks if canvas.feet < 3.0 => {
            for (aside, width) in [(-58.0, 1.0), (-14.0, 1.0), (14.0, 1.0), (58.0, 1.0)] {
                canvas.line((shifted(start, end, aside, 0.0), shifted(start, end, aside, 1.0)), width, WHITE, 0.7);
            }
            if number % 2 == 0 {
                for aside in [-42.0, -29.0, 29.0, 42.0] {
                    canvas.line((shifted(start, end, aside, 0.1), shifted(start, end, aside, 0.5)), 0.9, WHITE, 0.8);
                }
            }
        }
        Layer::Marks => {}
    }
}

/// Where the motorways cross: four loops.
fn clover(canvas: &mut Canvas, layer: Layer) {
    let mut y = -9_000.0;
    for _ in 0..40 {
        y = east_west(north_south(y));
    }
    let centre = (north_south(y), y);
    if !canvas.area().grown(1_600.0).has(centre) || layer == Layer::Marks {
        return;
    }
    let (width, colour) = if layer == Layer::Verge { (44.0, VERGE) } else { (26.0, MOTORWAY) };
    for (east, north) in [(1.0, 1.0), (-1.0, 1.0), (-1.0, -1.0), (1.0, -1.0)] {
        let (radius, turn) = (250.0, std::f32::consts::TAU / 48.0);
        let middle = (centre.0 + east * (radius + 62.0), centre.1 + north * (radius + 62.0));
        for step in 0..48 {
            let at = |step: i32| {
                (middle.0 + radius * (real(step) * turn).cos(), middle.1 + radius * (real(step) * turn).sin())
            };
            canvas.line((at(step), at(step + 1)), width, colour, 1.0);
        }
        let ends = [
            (centre.0 + east * 1_350.0, centre.1 + north * 66.0),
            (centre.0 + east * 66.0, centre.1 + north * 1_350.0),
        ];
        for step in 0..24 {
            let bow = |step: i32| {
                let share = real(step) / 24.0;
                let pull = share * (1.0 - share) * 2.0;
                let line = (ends[0].0 + (ends[1].0 - ends[0].0) * share, ends[0].1 + (ends[1].1 - ends[0].1) * share);
                (line.0 + east * pull * -420.0, line.1 + north * pull * -420.0)
            };
            canvas.line((bow(step), bow(step + 1)), width, colour, 1.0);
        }
    }
}

fn rails(canvas: &mut Canvas) {
    let area = canvas.area().grown(200.0);
    let feet = canvas.feet;
    for step in cell(area.west / PIECE)..=cell(area.east / PIECE) {
        let (start, end) = (real(step) * PIECE, real(step + 1) * PIECE);
        let (start, end) = ((start, railway(start)), (end, railway(end)));
        if !area.has(start) {
            continue;
        }
        canvas.line((start, end), 22.0, BALLAST, 1.0);
        let tracks: &[f32] = if feet < 3.0 { &[-4.6, -2.2, 2.2, 4.6] } else { &[] };
        for aside in tracks {
            canvas.line((shifted(start, end, *aside, 0.0), shifted(start, end, *aside, 1.0)), 0.7, RAIL, 0.9);
        }
        if tracks.is_empty() {
            canvas.line((start, end), 9.0, RAIL, 0.45);
        }
    }
}
