//! Draws main roads along the section lines and streets between the blocks.

use super::canvas::Canvas;
use super::color::{Color, mix_colors, scale_brightness};
use super::facility::FacilitySite;
use super::geometry::{Point, Segment};
use super::noise::{floor, hash_fraction, smoothstep, to_f32};
use super::plan::{CityPlan, CitySection, LandUse, MILE};
use super::road_style::{BRIDGE, PIECE_FEET, RoadLayer, WHITE, YELLOW};
use super::routes;
use super::terrain;
use super::warp::plan_to_ground;

const STREET: Color = [138, 136, 132];
const MAIN_ROAD: Color = [112, 111, 110];
const CURB: Color = [178, 174, 164];

/// All streets, then all main roads. Each layer is drawn for all of them before the next, so that crossings look right.
pub(super) fn draw_roads(canvas: &mut Canvas, plan: &CityPlan, sites: &[FacilitySite]) {
    let layers: &[StreetLayer] = if canvas.feet_per_pixel < 4.0 {
        &[StreetLayer::Sidewalk, StreetLayer::Roadway]
    } else {
        &[StreetLayer::Roadway]
    };
    for layer in layers {
        for section in &plan.sections {
            draw_streets(canvas, section, sites, *layer);
        }
    }
    let main_roads: Vec<Vec<MainRoadPiece>> = plan.sections.iter().flat_map(main_roads).collect();
    for layer in RoadLayer::ALL {
        for pieces in &main_roads {
            draw_main_road(canvas, pieces, layer);
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum StreetLayer {
    Sidewalk,
    Roadway,
}

/// Draws the streets of a section that have a developed block on either side.
fn draw_streets(canvas: &mut Canvas, section: &CitySection, sites: &[FacilitySite], layer: StreetLayer) {
    for j in 0..=section.block_rows {
        for i in 0..=section.block_columns {
            let land_use = section.land_use(i, j);
            let mut draw_edge = |to: Point, opposite: LandUse| {
                if land_use.is_developed() || opposite.is_developed() {
                    let is_downtown = land_use == LandUse::HighRises || opposite == LandUse::HighRises;
                    let street = Street { plan: Segment::new(section.corner(i, j), to), is_downtown };
                    street.draw(canvas, sites, layer);
                }
            };
            if j > 0 && j < section.block_rows && i < section.block_columns {
                draw_edge(section.corner(i + 1, j), section.land_use(i, j - 1));
            }
            if i > 0 && i < section.block_columns && j < section.block_rows {
                draw_edge(section.corner(i, j + 1), section.land_use(i - 1, j));
            }
        }
    }
}

/// The street along one side of a block.
struct Street {
    plan: Segment,
    is_downtown: bool,
}

impl Street {
    fn draw(&self, canvas: &mut Canvas, sites: &[FacilitySite], layer: StreetLayer) {
        let width = if self.is_downtown { 46.0 } else { 30.0 };
        let start = self.plan.from;
        let roadway = scale_brightness(STREET, 0.92 + 0.14 * hash_fraction(floor(start.x), floor(start.y), 141));
        let sidewalk = if self.is_downtown { CURB } else { mix_colors(CURB, [120, 128, 88], 0.45) };
        let is_open = |start: Point| {
            terrain::water_distance(start) > 20.0
                && routes::highway_distance(start) > 120.0
                && sites.iter().all(|site| site.distance(start) > 4.0)
        };
        for piece in ground_pieces(self.plan).filter(|piece| is_open(piece.from)) {
            match layer {
                StreetLayer::Sidewalk => canvas.draw_line(piece, width + 12.0, sidewalk, 0.85),
                StreetLayer::Roadway => {
                    canvas.draw_line(piece, width, roadway, 1.0);
                    if self.is_downtown && canvas.feet_per_pixel < 1.5 {
                        canvas.draw_line(piece, 1.0, YELLOW, 0.8);
                    }
                }
            }
        }
    }
}

/// A straight line of the plan as short straight pieces on the ground.
fn ground_pieces(plan: Segment) -> impl Iterator<Item = Segment> {
    let run = plan.to - plan.from;
    let count = floor(run.length() / PIECE_FEET).max(1);
    let point = move |step: i32| plan_to_ground(plan.from + run * (to_f32(step) / to_f32(count)));
    (0..count).map(move |step| Segment::new(point(step), point(step + 1)))
}

struct MainRoadPiece {
    line: Segment,
    urban_density: f32,
}

/// The main roads along the southern and western side of a section.
fn main_roads(section: &CitySection) -> Vec<Vec<MainRoadPiece>> {
    let corner = section.corner(0, 0);
    let road = |to: Point, can_have_bridge: bool, salt: u32| {
        let random = hash_fraction(section.column, section.row, salt);
        // Every other road from west to east has a bridge over the river. Creeks are crossed anywhere.
        let has_bridge = can_have_bridge && section.row.rem_euclid(2) == 0;
        ground_pieces(Segment::new(corner, to))
            .map(|line| MainRoadPiece { line, urban_density: terrain::urban_density(line.from) })
            // In the country some roads are missing.
            .filter(|piece| {
                (piece.urban_density > 0.2 || random < 0.7) && is_open_for_main_road(piece.line.from, has_bridge)
            })
            .collect()
    };
    vec![
        road(Point::new(corner.x + MILE, corner.y), true, 151),
        road(Point::new(corner.x, corner.y + MILE), false, 152),
    ]
}

/// Whether a main road may be at a point on the ground: on land, on its bridge over the river, or across a creek.
pub(super) fn is_open_for_main_road(at: Point, has_bridge: bool) -> bool {
    let (water, river) = (terrain::water_distance(at), terrain::river_distance(at));
    water > 36.0 || (river <= 36.0 && has_bridge) || (river > 60.0 && water > -60.0)
}

/// Main roads are wide in the city and narrow in the country.
fn draw_main_road(canvas: &mut Canvas, pieces: &[MainRoadPiece], layer: RoadLayer) {
    let (feet, area) = (canvas.feet_per_pixel, canvas.area().expanded(120.0));
    for (index, piece) in pieces.iter().enumerate().filter(|(_, piece)| area.contains(piece.line.from)) {
        let (line, urban) = (piece.line, piece.urban_density);
        let width = 24.0 + 42.0 * smoothstep(0.15, 0.45, urban);
        match layer {
            RoadLayer::Roadside if terrain::water_distance(line.from) < 12.0 => {
                canvas.draw_line(line, width + 14.0, BRIDGE, 1.0);
            }
            RoadLayer::Roadside => canvas.draw_line(line, width + 14.0, CURB, 0.5 * smoothstep(0.2, 0.5, urban)),
            RoadLayer::Roadway => {
                canvas.draw_line(line, width, scale_brightness(MAIN_ROAD, 1.0 + 0.12 * (1.0 - urban)), 1.0);
            }
            RoadLayer::Markings if feet < 3.0 => {
                canvas.draw_line(line, 1.6, YELLOW, 0.9 - 0.5 * smoothstep(0.75, 3.0, feet));
                if urban > 0.35 && index % 2 == 0 && feet < 1.5 {
                    for offset in [-14.0, 14.0] {
                        canvas.draw_line(line.parallel_part(offset, 0.1, 0.55), 0.9, WHITE, 0.75);
                    }
                }
            }
            RoadLayer::Markings => {}
        }
    }
}
