//! Trees: small images of crowns, drawn by the thousands.

use super::canvas::Canvas;
use super::color::{Color, to_byte};
use super::facility::FacilitySite;
use super::geometry::Point;
use super::noise::{PositionRng, floor, hash_fraction, smooth_noise, to_f32};
use super::plan::{Block, CityPlan, LandUse, MILE};
use super::routes;
use super::terrain_grid::{TerrainGrid, TerrainSample};
use super::warp::ground_to_plan;

/// The distance between trees in the woods, in feet.
const SPACING: f32 = 25.0;
/// How many crowns there are: eight colors in three sizes.
pub(super) const CROWN_COUNT: i32 = 24;
/// The radius of a crown in feet.
const RADII: [f32; 3] = [9.0, 13.0, 17.5];

const COLORS: [Color; 8] =
    [[62, 82, 44], [72, 92, 50], [54, 74, 42], [84, 98, 54], [66, 84, 52], [92, 102, 58], [58, 80, 50], [78, 88, 48]];

/// The image of a crown with its shadow.
struct TreeCrown {
    /// The edge of the image in pixels.
    width: i32,
    /// From the upper left corner to the center of the crown, in pixels.
    center: f32,
    /// Color and opacity.
    pixels: Vec<(Color, f32)>,
}

/// All crowns for one pixel size.
pub(super) struct TreeCrowns(Vec<TreeCrown>);

impl TreeCrowns {
    pub(super) fn new(feet_per_pixel: f32) -> Self {
        Self((0..CROWN_COUNT).map(|index| TreeCrown::new(index, feet_per_pixel)).collect())
    }

    /// Draws every tree of the canvas except those of facilities. The order does not depend on the part that is painted,
    /// so that crowns overlap in the same way in all of them.
    pub(super) fn draw_all(&self, canvas: &mut Canvas, terrain: &TerrainGrid, plan: &CityPlan, sites: &[FacilitySite]) {
        let area = canvas.area().expanded(40.0);
        for row in (floor(area.south / SPACING)..=floor(area.north / SPACING)).rev() {
            for column in floor(area.west / SPACING)..=floor(area.east / SPACING) {
                let mut rng = PositionRng::new(column, row, 301);
                let at =
                    Point::new((to_f32(column) + rng.fraction()) * SPACING, (to_f32(row) + rng.fraction()) * SPACING);
                if let Some(size) = tree_size_at(at, &terrain.sample(at), plan, sites, &mut rng) {
                    let color = floor(rng.fraction() * to_f32(CROWN_COUNT / 3));
                    self.draw(canvas, at, color * 3 + size);
                }
            }
        }
    }

    pub(super) fn draw(&self, canvas: &mut Canvas, at: Point, crown: i32) {
        self.0[usize::try_from(crown.rem_euclid(CROWN_COUNT)).unwrap_or(0)].draw(canvas, at);
    }
}

/// The size of the tree at a point from 0 to 2, or `None` if there is none. Most points have none, so cheap checks come
/// first.
fn tree_size_at(
    at: Point,
    terrain: &TerrainSample,
    plan: &CityPlan,
    sites: &[FacilitySite],
    rng: &mut PositionRng,
) -> Option<i32> {
    if terrain.water_distance < 8.0 || routes::clearance(at) < -22.0 {
        return None;
    }
    let random = rng.fraction();
    let in_woods = terrain.woods_density > 0.34 + 0.3 * random;
    if !in_woods && terrain.urban_density < 0.08 {
        return (random < 0.004).then_some(1);
    }
    let on_plan = ground_to_plan(at);
    let to_main_road = |value: f32| (value - (value / MILE).round() * MILE).abs();
    if to_main_road(on_plan.x).min(to_main_road(on_plan.y)) < 52.0 {
        return None;
    }
    if sites.iter().any(|site| site.distance(at) < 0.0) {
        return None;
    }
    let size = floor(rng.fraction() * 3.0).min(2);
    let Some(block) = plan.block_at(on_plan) else { return in_woods.then_some(size) };
    match block.land_use {
        // Vacant land in the city is overgrown.
        LandUse::Undeveloped if !in_woods && terrain.urban_density > 0.15 => {
            let is_thicket = smooth_noise(at, 420.0, 303) > 0.58;
            (random < if is_thicket { 0.06 + 0.7 } else { 0.06 }).then_some(size)
        }
        LandUse::Undeveloped => in_woods.then_some(size),
        LandUse::Park => {
            let is_grove = smooth_noise(at, 260.0, 302) > 0.55;
            (random < if is_grove { 0.16 + 0.7 } else { 0.16 }).then_some(size)
        }
        _ => {
            let probability = probability_in_yard(&block, on_plan - block.center, terrain.lushness);
            // Trees in yards are smaller.
            (random < probability).then_some(size.min(1 + floor(rng.fraction() * 1.4)))
        }
    }
}

/// The probability of a tree at an offset from the center of a built-up block.
fn probability_in_yard(block: &Block, offset: Point, lushness: f32) -> f32 {
    let (half_width, half_depth) = (block.width / 2.0, block.depth / 2.0);
    // Houses face the streets along the longer side.
    let (half_length, half_across, along, across) = if block.depth > block.width {
        (half_depth, half_width, offset.y.abs(), offset.x.abs())
    } else {
        (half_width, half_depth, offset.x.abs(), offset.y.abs())
    };
    let (to_end, to_front) = (half_length - along, half_across - across);
    match block.land_use {
        _ if to_end < 24.0 || to_front < 22.0 => 0.0,
        LandUse::Houses if across < half_across - 92.0 => 0.30 + 0.25 * lushness,
        LandUse::Houses if to_front < 44.0 => 0.24,
        LandUse::RowHouses if across > 14.0 && across < half_across - 86.0 => 0.3,
        LandUse::RowHouses if to_front < 34.0 => 0.42,
        LandUse::HighRises if to_front < 34.0 || to_end < 34.0 => 0.35,
        LandUse::Shops if to_front < 36.0 => 0.22,
        LandUse::Industry if to_front < 60.0 => 0.2,
        _ => 0.0,
    }
}

impl TreeCrown {
    /// The index chooses size and color.
    fn new(index: i32, feet_per_pixel: f32) -> Self {
        let radius = RADII[usize::try_from(index % 3).unwrap_or(0)];
        let radius = radius / feet_per_pixel * (0.88 + 0.24 * hash_fraction(index, 1, 311));
        let shadow = Point::new(radius * 0.75, radius * 0.58);
        let reach = radius + shadow.x + 1.5;
        let width = floor(reach * 2.0) + 1;
        let color = COLORS[usize::try_from(index / 3).unwrap_or(0) % COLORS.len()];
        let pixel = |position: i32| {
            let offset = Point::new(to_f32(position % width) + 0.5 - reach, to_f32(position / width) + 0.5 - reach);
            crown_pixel(offset, radius, index, color).unwrap_or_else(|| {
                let distance = (offset - shadow).length();
                ([24, 30, 34], 0.48 * (radius * 0.95 - distance + 0.5).clamp(0.0, 1.0))
            })
        };
        Self { width, center: reach, pixels: (0..width * width).map(pixel).collect() }
    }

    fn draw(&self, canvas: &mut Canvas, at: Point) {
        let pixel = canvas.to_pixels(at);
        let (left, top) = (floor(pixel.x - self.center + 0.5), floor(pixel.y - self.center + 0.5));
        let limit = |size: usize| i32::try_from(size).unwrap_or(0);
        for row in 0.max(-top)..self.width.min(limit(canvas.height) - top) {
            for column in 0.max(-left)..self.width.min(limit(canvas.width) - left) {
                let (color, opacity) = self.pixels[usize::try_from(row * self.width + column).unwrap_or(0)];
                if opacity > 0.01 {
                    let index = usize::try_from(top + row).unwrap_or(0) * canvas.width
                        + usize::try_from(left + column).unwrap_or(0);
                    canvas.blend_pixel(index, color, opacity);
                }
            }
        }
    }
}

/// Color and opacity of a crown at an offset from its center, or `None` outside. The edge is uneven, and the side towards
/// the sun is bright.
fn crown_pixel(offset: Point, radius: f32, crown: i32, color: Color) -> Option<(Color, f32)> {
    let (u, v) = (offset.x / radius, offset.y / radius);
    let angle = v.atan2(u);
    let edge = 1.0
        + 0.10 * (angle * 3.0 + hash_fraction(crown, 2, 311) * 6.0).sin()
        + 0.07 * (angle * 7.0 + hash_fraction(crown, 3, 311) * 6.0).sin();
    let distance = u.hypot(v);
    let opacity = ((edge * 0.97 - distance) * radius + 0.5).clamp(0.0, 1.0);
    if opacity <= 0.0 {
        return None;
    }
    let leaves = smooth_noise(Point::new(u * 3.0 + to_f32(crown) * 17.0, v * 3.0), 1.0, 312) - 0.5
        + 0.6 * (smooth_noise(Point::new(u * 7.0, v * 7.0 + to_f32(crown)), 1.0, 313) - 0.5);
    let light = 1.06 - 0.30 * (u * 0.79 + v * 0.61) - 0.12 * distance * distance + 0.34 * leaves;
    Some((color.map(|value| to_byte(f32::from(value) * light)), opacity))
}
