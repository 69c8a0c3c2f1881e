use super::blocks::{draw_blocks, draw_lawns};
use super::canvas::Canvas;
use super::color::to_byte;
use super::facility::FacilitySite;
use super::facility_grounds::{draw_facilities, draw_facility_lawns};
use super::geometry::Point;
use super::grain::GrainTexture;
use super::ground::{MAX_FEET_PER_PIXEL_FOR_TREES, paint_ground};
use super::highways::{draw_highways, draw_railroad};
use super::noise::floor;
use super::plan::CityPlan;
use super::roads::draw_roads;
use super::terrain_grid::TerrainGrid;
use super::trees::TreeCrowns;

/// The city with its facilities.
#[derive(Debug, Clone)]
pub struct Landscape {
    sites: Vec<FacilitySite>,
}

/// The rectangle to paint.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct AerialView {
    /// The western edge, in feet east of the center of the city.
    pub west: f32,
    /// The northern edge, in feet north of the center of the city.
    pub north: f32,
    pub feet_per_pixel: f32,
    /// Pixels from west to east.
    pub width: usize,
    /// Pixels from north to south.
    pub height: usize,
}

impl Landscape {
    pub fn new(sites: Vec<FacilitySite>) -> Self {
        Self { sites }
    }

    /// Paints a rectangle: red, green, blue and 255 for each pixel, row by row from the north.
    pub fn paint(&self, view: AerialView) -> Vec<u8> {
        let mut canvas = Canvas::new(Point::new(view.west, view.north), view.feet_per_pixel, view.width, view.height);
        let (terrain, grain) = (TerrainGrid::around(&canvas), GrainTexture::new());
        let plan = CityPlan::around(canvas.area(), &self.sites);
        let crowns = (view.feet_per_pixel < MAX_FEET_PER_PIXEL_FOR_TREES).then(|| TreeCrowns::new(view.feet_per_pixel));
        paint_ground(&mut canvas, &terrain, &grain);
        draw_lawns(&mut canvas, &plan);
        draw_facility_lawns(&mut canvas, &self.sites);
        draw_roads(&mut canvas, &plan, &self.sites);
        draw_railroad(&mut canvas);
        draw_highways(&mut canvas);
        draw_blocks(&mut canvas, &plan, &self.sites);
        draw_facilities(&mut canvas, &self.sites, crowns.as_ref());
        if let Some(crowns) = &crowns {
            crowns.draw_all(&mut canvas, &terrain, &plan, &self.sites);
        }
        add_camera_effects(&mut canvas, &grain);
        canvas.pixels.into_iter().flatten().collect()
    }
}

/// Adds film grain, a little haze and a little contrast.
fn add_camera_effects(canvas: &mut Canvas, grain: &GrainTexture) {
    for row in 0..canvas.height {
        for column in 0..canvas.width {
            let at = canvas.pixel_center(column, row);
            let feet = canvas.feet_per_pixel;
            let grain = grain.at(floor(at.x / feet) + 77, floor(at.y / feet) + 31);
            let pixel = &mut canvas.pixels[row * canvas.width + column];
            for (value, haze) in pixel.iter_mut().zip([0.0, 1.0, 4.0]) {
                let hazy = f32::from(*value) + haze + grain * 9.0;
                *value = to_byte((hazy - 118.0) * 1.06 + 121.0);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::landscape::facility::FacilityKind;

    fn city() -> Landscape {
        let kinds = [
            FacilityKind::Aquatic,
            FacilityKind::Soccer,
            FacilityKind::Golf,
            FacilityKind::School,
            FacilityKind::Tennis,
        ];
        let sites = kinds.into_iter().zip([0.0, 700.0, 1_400.0, 2_100.0, 2_800.0]);
        Landscape::new(sites.map(|(kind, at)| FacilitySite::new((-2_000.0 + at, 300.0), kind)).collect())
    }

    fn view(west: f32, feet: f32, width: usize) -> AerialView {
        AerialView { west, north: 900.0 * feet, feet_per_pixel: feet, width, height: 360 }
    }

    #[test]
    fn neighbors_meet_without_a_seam() {
        for feet in [0.75, 2.25, 6.75, 20.25] {
            let (city, west) = (city(), -270.0 * feet);
            let whole = city.paint(view(west, feet, 540));
            let halves = [city.paint(view(west, feet, 270)), city.paint(view(west + 270.0 * feet, feet, 270))];
            let mut differing = 0_u32;
            for (index, value) in whole.iter().enumerate() {
                let (pixel, channel) = (index / 4, index % 4);
                let (row, column) = (pixel / 540, pixel % 540);
                let other = halves[column / 270][(row * 270 + column % 270) * 4 + channel];
                differing += u32::from(value.abs_diff(other) > 3);
            }
            // Rounding may change single pixels.
            assert!(differing < 400, "{differing} of {} values at {feet} feet", whole.len());
        }
    }

    #[test]
    fn painting_is_reproducible_and_covers_every_pixel() {
        let (one, other) = (city().paint(view(-900.0, 2.25, 360)), city().paint(view(-900.0, 2.25, 360)));
        assert_eq!(one, other);
        assert_eq!(one.len(), 360 * 360 * 4);
        assert!(one.chunks_exact(4).all(|pixel| pixel[3] == 255));
    }

    #[test]
    fn all_pixel_sizes_have_the_same_brightness() {
        let mean = |feet: f32| {
            let side = 5_400.0 / feet;
            let width = usize::try_from(floor(side)).unwrap();
            let pixels =
                city().paint(AerialView { west: 9_000.0, north: 20_000.0, feet_per_pixel: feet, width, height: width });
            let sum: u64 = pixels.iter().map(|value| u64::from(*value)).sum();
            sum / pixels.len() as u64
        };
        let (near, far) = (mean(2.25), mean(20.25));
        assert!(near.abs_diff(far) < 8, "{near} with small pixels, {far} with large ones");
    }
}
