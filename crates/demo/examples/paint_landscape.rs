//! Paints a square of the demo's city: `paint_landscape WEST NORTH FEET_PER_PIXEL PIXELS FILE.jpg`. WEST and NORTH are the
//! upper left corner in feet from the center of the city.

#![expect(clippy::unwrap_used, reason = "a tool for developers")]

use std::path::Path;
use stormwire_demo::landscape::{AerialView, FacilityKind, FacilitySite, Landscape};
use stormwire_raster::{Image, write_jpeg};

const KINDS: [FacilityKind; 10] = [
    FacilityKind::Aquatic,
    FacilityKind::Soccer,
    FacilityKind::Library,
    FacilityKind::FireStation,
    FacilityKind::School,
    FacilityKind::Tennis,
    FacilityKind::SeniorCenter,
    FacilityKind::Playground,
    FacilityKind::SplashPad,
    FacilityKind::Golf,
];

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let number = |index: usize| args[index].parse::<f32>().unwrap();
    let pixels: usize = args[3].parse().unwrap();
    // The same positions as in the demo.
    let sites = (0..120_u8).map(|index| {
        let radius = 46_000.0 * ((f32::from(index) + 0.5) / 120.0).sqrt();
        let (sin, cos) = (f32::from(index) * 2.399_963).sin_cos();
        FacilitySite::new((radius * cos, radius * sin), KINDS[usize::from(index) / 12])
    });
    let city = Landscape::new(sites.collect());
    let view =
        AerialView { west: number(0), north: number(1), feet_per_pixel: number(2), width: pixels, height: pixels };
    let image = Image { width: pixels, height: pixels, pixels: city.paint(view) };
    write_jpeg(Path::new(&args[4]), &image, 90).unwrap();
}
