//! The demo's city seen from above, painted: it exists nowhere, so no camera can be sent.
//!
//! A rectangle in feet and the size of a pixel come in, pixels go out, the same every time and whatever piece is asked for:
//! neighbours meet without a seam. Pure: no files, no clock, no chance.

mod blocks;
mod buildings;
mod canvas;
mod chance;
mod fields;
mod ground;
mod plan;
mod roads;
mod sites;
mod terrain;
mod trees;

pub use sites::{Kind, Site};

use canvas::{Canvas, byte};
use ground::{Grain, Net};
use plan::Plan;
use trees::Trees;

/// Single trees are drawn where a pixel is no larger than this, in feet.
const TREES: f32 = 10.0;

/// The city.
#[derive(Debug, Clone)]
pub struct Landscape {
    sites: Vec<Site>,
}

/// A piece of the ground, in feet east and north of the centre of the city.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct View {
    /// The western side.
    pub west: f32,
    /// The northern side.
    pub north: f32,
    /// The size of a pixel.
    pub feet: f32,
    /// Pixels from west to east.
    pub width: usize,
    /// Pixels from north to south.
    pub height: usize,
}

impl Landscape {
    /// With these facilities.
    pub fn new(sites: Vec<Site>) -> Self {
        Self { sites }
    }

    /// Paints a piece: red, green, blue and 255 for each pixel, row by row from the north.
    pub fn paint(&self, view: View) -> Vec<u8> {
        let mut canvas = Canvas::new((view.west, view.north), view.feet, view.width, view.height);
        let (net, grain) = (Net::over(&canvas), Grain::new());
        let plan = Plan::over(canvas.area(), &self.sites);
        let trees = (view.feet < TREES).then(|| Trees::new(view.feet));
        ground::paint(&mut canvas, &net, &grain);
        blocks::grounds(&mut canvas, &plan);
        sites::grounds(&mut canvas, &self.sites);
        roads::paint(&mut canvas, &plan, &self.sites);
        blocks::paint(&mut canvas, &plan, &self.sites);
        sites::paint(&mut canvas, &self.sites, trees.as_ref());
        if let Some(trees) = &trees {
            trees.paint(&mut canvas, &net, &plan, &self.sites);
        }
        finish(&mut canvas, &grain);
        canvas.pixels.into_iter().flatten().collect()
    }
}

/// What a lens and a film add: grain, a little haze, a little contrast.
fn finish(canvas: &mut Canvas, grain: &Grain) {
    for row in 0..canvas.height {
        for column in 0..canvas.width {
            let at = canvas.middle(column, row);
            let speck = grain.at(chance::cell(at.0 / canvas.feet) + 77, chance::cell(at.1 / canvas.feet) + 31);
            let pixel = &mut canvas.pixels[row * canvas.width + column];
            for (value, haze) in pixel.iter_mut().zip([0.0, 1.0, 4.0]) {
                let plain = f32::from(*value) + haze + speck * 9.0;
                *value = byte((plain - 118.0) * 1.06 + 121.0);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn city() -> Landscape {
        let kinds = [Kind::Aquatic, Kind::Soccer, Kind::Golf, Kind::School, Kind::Tennis];
        let sites = kinds.into_iter().zip([0.0, 700.0, 1_400.0, 2_100.0, 2_800.0]);
        Landscape::new(sites.map(|(kind, at)| Site::new((-2_000.0 + at, 300.0), kind)).collect())
    }

    fn view(west: f32, feet: f32, width: usize) -> View {
        View { west, north: 900.0 * feet, feet, width, height: 360 }
    }

    #[test]
    fn neighbours_meet_without_a_seam() {
        for feet in [0.75, 2.25, 6.75, 20.25] {
            let (city, west) = (city(), -270.0 * feet);
            let whole = city.paint(view(west, feet, 540));
            let halves = [city.paint(view(west, feet, 270)), city.paint(view(west + 270.0 * feet, feet, 270))];
            let mut apart = 0_u32;
            for (index, value) in whole.iter().enumerate() {
                let (pixel, channel) = (index / 4, index % 4);
                let (row, column) = (pixel / 540, pixel % 540);
                let other = halves[column / 270][(row * 270 + column % 270) * 4 + channel];
                apart += u32::from(value.abs_diff(other) > 3);
            }
            // Where a rounding falls the other way, a single pixel may differ.
            assert!(apart < 400, "{apart} of {} values at {feet} feet", whole.len());
        }
    }

    #[test]
    fn the_picture_is_the_same_every_time_and_no_pixel_is_left_out() {
        let (one, other) = (city().paint(view(-900.0, 2.25, 360)), city().paint(view(-900.0, 2.25, 360)));
        assert_eq!(one, other);
        assert_eq!(one.len(), 360 * 360 * 4);
        assert!(one.chunks_exact(4).all(|pixel| pixel[3] == 255));
    }

    #[test]
    fn levels_have_the_same_light() {
        let mean = |feet: f32| {
            let side = 5_400.0 / feet;
            let width = usize::try_from(chance::cell(side)).unwrap();
            let pixels = city().paint(View { west: 9_000.0, north: 20_000.0, feet, width, height: width });
            let sum: u64 = pixels.iter().map(|value| u64::from(*value)).sum();
            sum / pixels.len() as u64
        };
        let (near, far) = (mean(2.25), mean(20.25));
        assert!(near.abs_diff(far) < 8, "{near} from near, {far} from far");
    }
}
