//! Makes pictures with world files.

use std::fs::{self, File};
use std::io::BufWriter;
use std::path::{Path, PathBuf};
use stormwire_geo::tiles::WorldFile;
use stormwire_raster::{CHANNELS, Image, Workshop, open, write_jpeg};
use tiff::encoder::{TiffEncoder, colortype};

/// Where the mosaics of these tests begin.
pub(crate) const CORNER: (f64, f64) = (429_981.867_506, 1_539_962.513_119);

/// A picture in which every place has its own colour. Light changes quickly and hue slowly, as JPEG expects it.
pub(crate) fn scene(x: u32, y: u32) -> [u8; CHANNELS] {
    let (x, y) = (f64::from(x), f64::from(y));
    let light = 127.0 + 60.0 * (x / 61.0).sin() + 40.0 * (y / 47.0 + 1.0).sin();
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "clamped to a byte")]
    let byte = |value: f64| value.round().clamp(0.0, 255.0) as u8;
    [byte(light + 25.0 * ((x + y) / 800.0).sin()), byte(light), byte(light - 25.0 * ((x - y) / 950.0).sin()), 255]
}

/// A part of it.
pub(crate) fn part(left: u32, top: u32, width: u32, height: u32) -> Image {
    let pixels = (top..top + height).flat_map(|y| (left..left + width).flat_map(move |x| scene(x, y))).collect();
    Image { width: width as usize, height: height as usize, pixels }
}

pub(crate) fn rgb(image: &Image) -> Vec<u8> {
    image.pixels.chunks_exact(CHANNELS).flat_map(|pixel| [pixel[0], pixel[1], pixel[2]]).collect()
}

/// Writes a picture in the format of its name.
pub(crate) fn write(path: &Path, image: &Image) {
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
            let mut picture = encoder.new_image::<colortype::RGB8>(width, height).unwrap();
            picture.rows_per_strip(64).unwrap();
            picture.write_data(&rgb(image)).unwrap();
        }
        _ => write_jpeg(path, image, 97).unwrap(),
    }
}

/// Writes a piece of the scene that begins so many pixels from the corner, with its world file.
pub(crate) fn piece(folder: &Path, name: &str, (left, top): (u32, u32), size: u32, feet: f64) -> PathBuf {
    let path = folder.join(name);
    write(&path, &part(left, top, size, size));
    let corner = (CORNER.0 + f64::from(left) * feet, CORNER.1 - f64::from(top) * feet);
    fs::write(path.with_extension("wld"), WorldFile::at(corner, feet).text()).unwrap();
    path
}

/// All of a picture, as it is read in strips.
pub(crate) fn read(path: &Path) -> Image {
    let work = tempfile::tempdir().unwrap();
    let mut rows = open(path, &Workshop::new(work.path())).unwrap();
    let (width, height) = (rows.width(), rows.height());
    let (mut pixels, mut strip) = (Vec::new(), Vec::new());
    for first in (0..height).step_by(100) {
        rows.read(first, 100.min(height - first), &mut strip).unwrap();
        pixels.extend_from_slice(&strip);
    }
    Image { width: width as usize, height: height as usize, pixels }
}

/// How far two pictures are apart: on average, and at the worst place.
pub(crate) fn difference(one: &Image, other: &Image) -> (f64, u8) {
    assert_eq!((one.width, one.height), (other.width, other.height));
    let each = one.pixels.iter().zip(&other.pixels).map(|(one, other)| one.abs_diff(*other));
    let (mut sum, mut worst, mut count) = (0.0, 0, 0.0);
    for apart in each {
        sum += f64::from(apart);
        count += 1.0;
        worst = worst.max(apart);
    }
    (sum / count, worst)
}
