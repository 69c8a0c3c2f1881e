//! Draws the grounds of the facilities.

use super::canvas::Canvas;
use super::civic::{draw_aquatic_center, draw_fire_station, draw_library, draw_senior_center};
use super::color::Color;
use super::facility::{FacilityKind, FacilitySite};
use super::golf::{draw_golf_course, is_on_fairway};
use super::noise::{PositionRng, floor, to_f32};
use super::sports::{draw_playground, draw_school, draw_soccer_fields, draw_splash_pad, draw_tennis_courts};
use super::trees::{CROWN_COUNT, TreeCrowns};

const LAWN: Color = [104, 126, 70];

/// Draws lawns and golf courses. Everything else is drawn over them.
pub(super) fn draw_facility_lawns(canvas: &mut Canvas, sites: &[FacilitySite]) {
    for site in sites_near(canvas, sites) {
        if site.kind == FacilityKind::Golf {
            draw_golf_course(canvas, &site.grounds());
        } else {
            canvas.fill_rect(&site.grounds(), LAWN, 0.8);
        }
    }
}

/// Draws buildings, fields and trees.
pub(super) fn draw_facilities(canvas: &mut Canvas, sites: &[FacilitySite], crowns: Option<&TreeCrowns>) {
    for site in sites_near(canvas, sites) {
        let grounds = site.grounds();
        let mut rng = PositionRng::new(floor(site.center.x), floor(site.center.y), 401);
        match site.kind {
            FacilityKind::Aquatic => draw_aquatic_center(canvas, &grounds, &mut rng),
            FacilityKind::Soccer => draw_soccer_fields(canvas, &grounds, &mut rng),
            FacilityKind::Library => draw_library(canvas, &grounds, &mut rng),
            FacilityKind::FireStation => draw_fire_station(canvas, &grounds, &mut rng),
            FacilityKind::School => draw_school(canvas, &grounds, &mut rng),
            FacilityKind::Tennis => draw_tennis_courts(canvas, &grounds, &mut rng),
            FacilityKind::SeniorCenter => draw_senior_center(canvas, &grounds, &mut rng),
            FacilityKind::Playground => draw_playground(canvas, &grounds, &mut rng),
            FacilityKind::SplashPad => draw_splash_pad(canvas, &grounds, &mut rng),
            FacilityKind::Golf => {}
        }
        if let Some(crowns) = crowns {
            draw_border_trees(canvas, &site, crowns, &mut rng);
            if site.kind == FacilityKind::Golf {
                draw_golf_trees(canvas, &site, crowns, &mut rng);
            }
        }
    }
}

fn sites_near(canvas: &Canvas, sites: &[FacilitySite]) -> Vec<FacilitySite> {
    let area = canvas.area();
    sites.iter().filter(|site| area.expanded(site.half_side * 1.6).contains(site.center)).copied().collect()
}

fn draw_border_trees(canvas: &mut Canvas, site: &FacilitySite, crowns: &TreeCrowns, rng: &mut PositionRng) {
    let grounds = site.grounds();
    let per_side = floor(site.half_side / 7.0);
    for index in 0..per_side * 4 {
        let along = to_f32(index % per_side) / to_f32(per_side) * 2.0 - 1.0;
        let inset = 1.0 - rng.between(18.0, 30.0) / site.half_side;
        let (u, v) = match index / per_side {
            0 => (along, inset),
            1 => (along, -inset),
            2 => (inset, along),
            _ => (-inset, along),
        };
        let crown = random_crown(rng);
        if rng.happens(0.5) {
            crowns.draw(canvas, grounds.point(u, v), crown);
        }
    }
}

fn draw_golf_trees(canvas: &mut Canvas, site: &FacilitySite, crowns: &TreeCrowns, rng: &mut PositionRng) {
    let grounds = site.grounds();
    for _ in 0..900 {
        let (u, v, crown) = (rng.between(-1.0, 1.0), rng.between(-1.0, 1.0), random_crown(rng));
        if !is_on_fairway(u, v) {
            crowns.draw(canvas, grounds.point(u, v), crown);
        }
    }
}

fn random_crown(rng: &mut PositionRng) -> i32 {
    floor(rng.fraction() * to_f32(CROWN_COUNT))
}
