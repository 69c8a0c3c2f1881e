//! Trees: small pictures of crowns, put down by the thousand.

use super::canvas::{Canvas, Colour, byte};
use super::chance::{Dice, cell, noise, real, unit};
use super::ground::Net;
use super::plan::{Plan, Use, straighten};
use super::roads;
use super::sites::Site;

/// From one tree of a wood to the next, in feet.
const SPACING: f32 = 25.0;
/// Crowns that differ.
const KINDS: i32 = 24;
const SIZES: [f32; 3] = [9.0, 13.0, 17.5];

const GREENS: [Colour; 8] =
    [[62, 82, 44], [72, 92, 50], [54, 74, 42], [84, 98, 54], [66, 84, 52], [92, 102, 58], [58, 80, 50], [78, 88, 48]];

/// A crown with its shadow: colour and how much it covers.
struct Crown {
    width: i32,
    /// From its left upper corner to the middle of the crown.
    middle: f32,
    pixels: Vec<(Colour, f32)>,
}

/// All crowns for one scale.
pub(super) struct Trees(Vec<Crown>);

impl Trees {
    pub(super) fn new(feet: f32) -> Self {
        Self((0..KINDS).map(|kind| Crown::new(kind, feet)).collect())
    }

    /// Every tree of the canvas. The order is the same whatever piece is painted, so that crowns overlap alike.
    pub(super) fn paint(&self, canvas: &mut Canvas, net: &Net, plan: &Plan, sites: &[Site]) {
        let area = canvas.area().grown(40.0);
        for row in (cell(area.south / SPACING)..=cell(area.north / SPACING)).rev() {
            for column in cell(area.west / SPACING)..=cell(area.east / SPACING) {
                let mut dice = Dice::new(column, row, 301);
                let at = ((real(column) + dice.throw()) * SPACING, (real(row) + dice.throw()) * SPACING);
                if let Some(size) = wanted(at, net, plan, sites, &mut dice) {
                    let kind = cell(dice.throw() * real(KINDS / 3)) * 3 + size;
                    self.0[usize::try_from(kind).unwrap_or(0)].put(canvas, at);
                }
            }
        }
    }

    /// One tree.
    pub(super) fn put(&self, canvas: &mut Canvas, at: (f32, f32), kind: i32) {
        self.0[usize::try_from(kind.rem_euclid(KINDS)).unwrap_or(0)].put(canvas, at);
    }
}

/// How large a tree stands there, if one does.
fn wanted(at: (f32, f32), net: &Net, plan: &Plan, sites: &[Site], dice: &mut Dice) -> Option<i32> {
    let knot = net.look(at);
    if knot.water < 8.0 || roads::clearance(at) < -22.0 {
        return None;
    }
    let throw = dice.throw();
    // Most places have none: the cheap questions come first.
    let in_wood = knot.woods > 0.34 + 0.3 * throw;
    if !in_wood && knot.urban < 0.08 {
        return (throw < 0.004).then_some(1);
    }
    let place = straighten(at);
    let to_main = |value: f32| (value - (value / super::plan::MILE).round() * super::plan::MILE).abs();
    if to_main(place.0).min(to_main(place.1)) < 52.0 {
        return None;
    }
    if sites.iter().any(|site| site.distance(at) < 0.0) {
        return None;
    }
    let size = cell(dice.throw() * 3.0).min(2);
    let Some((block, off)) = plan.find(place) else { return in_wood.then_some(size) };
    let (half, is_turned) = ((block.size.0 / 2.0, block.size.1 / 2.0), block.size.1 > block.size.0);
    let (along, across) = if is_turned { (off.1, off.0) } else { (off.0, off.1) };
    let half = if is_turned { (half.1, half.0) } else { half };
    let (to_end, to_front, from_back) = (half.0 - along.abs(), half.1 - across.abs(), across.abs());
    let likely = match block.used {
        // Between the blocks of the city nothing is mown for long.
        Use::Wild if !in_wood && knot.urban > 0.15 => {
            0.06 + 0.7 * f32::from(u8::from(noise(at.0, at.1, 420.0, 303) > 0.58))
        }
        Use::Wild => return in_wood.then_some(size),
        Use::Park => 0.16 + 0.7 * f32::from(u8::from(noise(at.0, at.1, 260.0, 302) > 0.55)),
        _ if to_end < 24.0 || to_front < 22.0 => 0.0,
        Use::Homes if from_back < half.1 - 92.0 => 0.30 + 0.25 * knot.lush,
        Use::Homes if to_front < 44.0 => 0.24,
        Use::Terraces if from_back > 14.0 && from_back < half.1 - 86.0 => 0.3,
        Use::Terraces if to_front < 34.0 => 0.42,
        Use::Towers if to_front < 34.0 || to_end < 34.0 => 0.35,
        Use::Shops if to_front < 36.0 => 0.22,
        Use::Works if to_front < 60.0 => 0.2,
        _ => 0.0,
    };
    let is_yard = !matches!(block.used, Use::Park | Use::Wild);
    (throw < likely).then_some(if is_yard { size.min(1 + cell(dice.throw() * 1.4)) } else { size })
}

impl Crown {
    fn new(kind: i32, feet: f32) -> Self {
        let size = usize::try_from(kind % 3).unwrap_or(0);
        let radius = SIZES[size] / feet * (0.88 + 0.24 * unit(kind, 1, 311));
        let fall = (radius * 0.75, radius * 0.58);
        let reach = radius + fall.0 + 1.5;
        let width = cell(reach * 2.0) + 1;
        let colour = GREENS[usize::try_from(kind / 3).unwrap_or(0) % GREENS.len()];
        let pixel = |index: i32| {
            let (dx, dy) = (real(index % width) + 0.5 - reach, real(index / width) + 0.5 - reach);
            crown(dx, dy, radius, kind, colour).unwrap_or_else(|| {
                let distance = (dx - fall.0).hypot(dy - fall.1);
                ([24, 30, 34], 0.48 * (radius * 0.95 - distance + 0.5).clamp(0.0, 1.0))
            })
        };
        Self { width, middle: reach, pixels: (0..width * width).map(pixel).collect() }
    }

    fn put(&self, canvas: &mut Canvas, at: (f32, f32)) {
        let (x, y) = canvas.place(at);
        let (left, top) = (cell(x - self.middle + 0.5), cell(y - self.middle + 0.5));
        let limit = |size: usize| i32::try_from(size).unwrap_or(0);
        for row in 0.max(-top)..self.width.min(limit(canvas.height) - top) {
            for column in 0.max(-left)..self.width.min(limit(canvas.width) - left) {
                let (colour, cover) = self.pixels[usize::try_from(row * self.width + column).unwrap_or(0)];
                if cover > 0.01 {
                    let index = usize::try_from(top + row).unwrap_or(0) * canvas.width
                        + usize::try_from(left + column).unwrap_or(0);
                    canvas.blend(index, colour, cover);
                }
            }
        }
    }
}

/// A crown is a heap of leaves: its edge is uneven, the side towards the sun is bright.
fn crown(dx: f32, dy: f32, radius: f32, kind: i32, colour: Colour) -> Option<(Colour, f32)> {
    let (u, v) = (dx / radius, dy / radius);
    let angle = v.atan2(u);
    let uneven = 1.0
        + 0.10 * (angle * 3.0 + unit(kind, 2, 311) * 6.0).sin()
        + 0.07 * (angle * 7.0 + unit(kind, 3, 311) * 6.0).sin();
    let distance = u.hypot(v);
    let cover = ((uneven * 0.97 - distance) * radius + 0.5).clamp(0.0, 1.0);
    if cover <= 0.0 {
        return None;
    }
    let leaves = noise(u * 3.0 + real(kind) * 17.0, v * 3.0, 1.0, 312) - 0.5
        + 0.6 * (noise(u * 7.0, v * 7.0 + real(kind), 1.0, 313) - 0.5);
    let light = 1.06 - 0.30 * (u * 0.79 + v * 0.61) - 0.12 * distance * distance + 0.34 * leaves;
    Some((colour.map(|value| byte(f32::from(value) * light)), cover))
}
