//! Draws what is on the blocks of the plan.

use super::block_frame::BlockFrame;
use super::canvas::Canvas;
use super::commercial::{draw_high_rises, draw_shops};
use super::facility::FacilitySite;
use super::houses::{draw_houses, draw_row_houses};
use super::industry::draw_industry;
use super::noise::PositionRng;
use super::plan::{Block, CityPlan, CitySection, LandUse};
use super::warp::plan_to_ground;

/// How far a block may reach beyond its center, in feet.
const MAX_REACH: f32 = 700.0;

/// Draws the lawns of residential blocks. Everything else is drawn over them.
pub(super) fn draw_lawns(canvas: &mut Canvas, plan: &CityPlan) {
    for block in blocks_near(canvas, plan) {
        if matches!(block.land_use, LandUse::Houses | LandUse::RowHouses) {
            draw_lawn(canvas, &block);
        }
    }
}

pub(super) fn draw_blocks(canvas: &mut Canvas, plan: &CityPlan, sites: &[FacilitySite]) {
    for block in blocks_near(canvas, plan) {
        match block.land_use {
            LandUse::Houses => draw_houses(canvas, &block, sites),
            LandUse::RowHouses => draw_row_houses(canvas, &block, sites),
            LandUse::HighRises => draw_high_rises(canvas, &block, sites),
            LandUse::Shops => draw_shops(canvas, &block, sites),
            LandUse::Industry => draw_industry(canvas, &block, sites),
            LandUse::Park | LandUse::Undeveloped => {}
        }
    }
}

fn blocks_near(canvas: &Canvas, plan: &CityPlan) -> Vec<Block> {
    let area = canvas.area().expanded(MAX_REACH);
    let blocks = plan.sections.iter().flat_map(CitySection::blocks);
    blocks.filter(|block| block.land_use.is_developed() && area.contains(plan_to_ground(block.center))).collect()
}

fn draw_lawn(canvas: &mut Canvas, block: &Block) {
    let mut rng = PositionRng::new(block.column, block.row, 209);
    let grass = rng.pick(&[[116, 128, 78], [108, 122, 72], [126, 132, 84]]);
    canvas.fill_rect(&BlockFrame::new(block).inset(0.0), grass, 0.7);
}
