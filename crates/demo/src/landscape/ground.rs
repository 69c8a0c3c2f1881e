//! Paints the ground pixel by pixel: grass, fields, woods, water, and the light on the hills.

use super::canvas::Canvas;
use super::color::{Color, mix_colors, scale_brightness};
use super::fields::field_color;
use super::geometry::Point;
use super::grain::GrainTexture;
use super::noise::{floor, fractal_noise, smooth_noise, smoothstep};
use super::terrain;
use super::terrain_grid::{TerrainGrid, TerrainSample};

/// With larger pixels, single trees are not drawn and woods are a texture.
pub(super) const MAX_FEET_PER_PIXEL_FOR_TREES: f32 = 10.0;

const LUSH_GRASS: Color = [98, 116, 66];
const DRY_GRASS: Color = [148, 144, 100];
const WOOD_FLOOR: Color = [58, 68, 42];
const CANOPY: Color = [62, 80, 46];
const RIVER: Color = [84, 98, 88];
const LAKE: Color = [56, 76, 82];
const SAND: Color = [176, 164, 134];

pub(super) fn paint_ground(canvas: &mut Canvas, terrain_grid: &TerrainGrid, grain: &GrainTexture) {
    let feet = canvas.feet_per_pixel;
    let has_trees = feet < MAX_FEET_PER_PIXEL_FOR_TREES;
    for row in 0..canvas.height {
        for column in 0..canvas.width {
            let at = canvas.pixel_center(column, row);
            let sample = terrain_grid.sample(at);
            let fine_grain = grain.at(floor(at.x / feet), floor(at.y / feet));
            let coarse_grain = grain.interpolated(at.x / feet / 7.0, at.y / feet / 7.0);
            let color = surface_color(&sample, at, feet, coarse_grain);
            // TreeCrowns that are not drawn one by one appear as stronger grain.
            let grain_strength = if has_trees { 0.17 } else { 0.17 + 0.4 * smoothstep(0.3, 0.6, sample.woods_density) };
            let is_water = sample.water_distance < -6.0;
            let light = if is_water {
                1.0 + fine_grain * 0.05
            } else {
                sample.light * (1.0 + fine_grain * grain_strength + coarse_grain * 0.08)
            };
            let [red, green, blue] = scale_brightness(color, light);
            canvas.pixels[row * canvas.width + column] = [red, green, blue, 255];
        }
    }
}

/// Land, water, or the bank between them.
fn surface_color(sample: &TerrainSample, at: Point, feet_per_pixel: f32, grain: f32) -> Color {
    let distance = sample.water_distance;
    if distance > 26.0 {
        return land_color(sample, at, feet_per_pixel, grain);
    }
    if distance < -12.0 {
        return water_color(distance, at);
    }
    let land = land_color(sample, at, feet_per_pixel, grain);
    let bank = mix_colors(land, SAND, (1.0 - smoothstep(4.0, 26.0, distance)) * 0.45);
    mix_colors(bank, water_color(distance, at), 1.0 - smoothstep(-12.0, 10.0, distance))
}

fn land_color(sample: &TerrainSample, at: Point, feet_per_pixel: f32, grain: f32) -> Color {
    let has_trees = feet_per_pixel < MAX_FEET_PER_PIXEL_FOR_TREES;
    let woods = smoothstep(0.34, 0.62, sample.woods_density + grain * 0.18);
    if has_trees && woods >= 1.0 {
        return WOOD_FLOOR;
    }
    let lushness = (sample.lushness * 1.3 - 0.15 + grain * 0.25).clamp(0.0, 1.0);
    let grass = mix_colors(DRY_GRASS, LUSH_GRASS, lushness);
    let uncultivated = smoothstep(0.05, 0.3, sample.urban_density + (sample.woods_density - 0.3).max(0.0));
    let open_land =
        if uncultivated < 1.0 { mix_colors(field_color(at, feet_per_pixel), grass, uncultivated) } else { grass };
    if has_trees {
        return mix_colors(open_land, WOOD_FLOOR, woods);
    }
    distant_land_color(sample, at, open_land, grain)
}

/// From far away woods are a texture of light and dark crowns, gardens are half trees, and both have uneven edges.
fn distant_land_color(sample: &TerrainSample, at: Point, open_land: Color, grain: f32) -> Color {
    let clumps = fractal_noise(at, 620.0, 3, 52) - 0.5;
    let brightness = (sample.lushness + clumps * 1.2).clamp(0.0, 1.0) * 0.75;
    let woods_color = scale_brightness(mix_colors(CANOPY, [80, 90, 52], brightness), 1.0 + clumps * 0.7);
    let woods = smoothstep(0.36, 0.60, sample.woods_density + clumps * 0.75 + grain * 0.1);
    let gardens = mix_colors(open_land, [88, 100, 62], sample.urban_density * (0.35 + 0.5 * clumps).clamp(0.0, 0.8));
    mix_colors(gardens, woods_color, woods)
}

fn water_color(water_distance: f32, at: Point) -> Color {
    let depth = smoothstep(-20.0, -420.0, -water_distance.abs());
    let base = if terrain::river_distance(at) < 0.0 { RIVER } else { LAKE };
    let ripples =
        smooth_noise(at, 900.0, 71) * 0.08 + smooth_noise(Point::new(at.x + at.y * 0.5, at.y), 90.0, 72) * 0.04;
    scale_brightness(mix_colors(base, scale_brightness(base, 0.78), depth), 0.96 + ripples)
}
