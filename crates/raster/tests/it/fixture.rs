//! Test images with world files.

use std::fs::{self, File};
use std::io::BufWriter;
use std::path::{Path, PathBuf};
use stormwire_geo::tiles::WorldFile;
use stormwire_raster::pyramid::{SourceImages, find_images};
use stormwire_raster::{CHANNELS, Image, RowReader, ScratchFolder, write_jpeg};
use tiff::encoder::{TiffEncoder, colortype};

/// The upper left corner of the mosaics in these tests, in feet.
pub(crate) const CORNER: (f64, f64) = (429_981.867_506, 1_539_962.513_119);

/// The color of a pixel of the test scene. No two positions are alike. Brightness changes quickly and hue slowly, which
/// suits JPEG.
fn scene_color(x: u32, y: u32) -> [u8; CHANNELS] {
    let (x, y) = (f64::from(x), f64::from(y));
    let light = 127.0 + 60.0 * (x / 61.0).sin() + 40.0 * (y / 47.0 + 1.0).sin();
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "clamped to a byte")]
    let byte = |value: f64| value.round().clamp(0.0, 255.0) as u8;
    [byte(light + 25.0 * ((x + y) / 800.0).sin()), byte(light), byte(light - 25.0 * ((x - y) / 950.0).sin()), 255]
}

/// A part of the test scene.
pub(crate) fn scene(left: u32, top: u32, width: u32, height: u32) -> Image {
    let pixels = (top..top + height).flat_map(|y| (left..left + width).flat_map(move |x| scene_color(x, y))).collect();
    Image { width: width as usize, height: height as usize, pixels }
}

fn rgb(image: &Image) -> Vec<u8> {
    image.pixels.chunks_exact(CHANNELS).flat_map(|pixel| [pixel[0], pixel[1], pixel[2]]).collect()
}

/// Writes an image in the format of its file extension.
pub(crate) fn write_image(path: &Path, image: &Image) {
    let (width, height) = (u32::try_from(image.width).unwrap(), u32::try_from(image.height).unwrap());
    match path.extension().unwrap().to_str().unwrap() {
        "png" => {
            let mut encoder = png::Encoder::new(BufWriter::new(File::create(path).unwrap()), width, height);
            encoder.set_color(png::ColorType::Rgba);
            encoder.set_compression(png::Compression::Fast);
            encoder.write_header().unwrap().write_image_data(&image.pixels).unwrap();
        }
        "tif" => {
            let mut encoder = TiffEncoder::new(BufWriter::new(File::create(path).unwrap())).unwrap();
            let mut tiff = encoder.new_image::<colortype::RGB8>(width, height).unwrap();
            tiff.rows_per_strip(64).unwrap();
            tiff.write_data(&rgb(image)).unwrap();
        }
        _ => write_jpeg(path, image, 97).unwrap(),
    }
}

/// A square part of the scene that becomes a source image with a world file.
pub(crate) struct ScenePart {
    /// Pixels from [`CORNER`].
    pub(crate) left: u32,
    pub(crate) top: u32,
    /// The edge in pixels.
    pub(crate) edge: u32,
    pub(crate) feet_per_pixel: f64,
}

impl ScenePart {
    pub(crate) fn write(&self, folder: &Path, name: &str) -> PathBuf {
        let path = folder.join(name);
        write_image(&path, &scene(self.left, self.top, self.edge, self.edge));
        let feet = self.feet_per_pixel;
        let corner = (CORNER.0 + f64::from(self.left) * feet, CORNER.1 - f64::from(self.top) * feet);
        fs::write(path.with_extension("wld"), WorldFile::from_corner(corner.0, corner.1, feet).to_text()).unwrap();
        path
    }
}

/// Writes the part of the scene at (left, top) with pixels of the finest level.
pub(crate) fn write_part(folder: &Path, name: &str, left: u32, top: u32, edge: u32) -> PathBuf {
    ScenePart { left, top, edge, feet_per_pixel: 0.75 }.write(folder, name)
}

/// All images of a folder as sources of a pyramid.
pub(crate) fn sources_in(folder: &Path) -> SourceImages {
    SourceImages::inspect(&find_images(&[folder.to_owned()]).unwrap()).unwrap()
}

/// Reads a whole image in strips.
pub(crate) fn read_image(path: &Path) -> Image {
    let scratch = tempfile::tempdir().unwrap();
    let mut rows = RowReader::open(path, &ScratchFolder::new(scratch.path())).unwrap();
    let size = rows.size();
    let (mut pixels, mut strip) = (Vec::new(), Vec::new());
    for first in (0..size.height).step_by(100) {
        rows.read(first, 100.min(size.height - first), &mut strip).unwrap();
        pixels.extend_from_slice(&strip);
    }
    Image { width: size.width as usize, height: size.height as usize, pixels }
}

/// The mean and the largest difference between the bytes of two images.
pub(crate) fn difference(one: &Image, other: &Image) -> (f64, u8) {
    assert_eq!((one.width, one.height), (other.width, other.height));
    let differences = one.pixels.iter().zip(&other.pixels).map(|(one, other)| one.abs_diff(*other));
    let (mut sum, mut largest, mut count) = (0.0, 0, 0.0);
    for difference in differences {
        sum += f64::from(difference);
        count += 1.0;
        largest = largest.max(difference);
    }
    (sum / count, largest)
}
