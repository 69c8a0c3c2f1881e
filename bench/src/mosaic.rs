//! Source images for the pyramid: four of 10,000 by 10,000 pixels, written row by row.

use anyhow::Result;
use jpeg_encoder::{Encoder, ImageBuffer, JpegColorType, rgb_to_ycbcr};
use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::Path;
use stormwire_geo::tiles::WorldFile;
use tiff::encoder::{TiffEncoder, colortype};

/// Width and height of the whole mosaic, in pixels.
pub(crate) const SIDE: u16 = 20_000;
/// Width and height of one image, in pixels.
const PART_SIDE: u16 = 10_000;

/// Writes all four images with their world files.
pub(crate) fn write(folder: &Path) -> Result<()> {
    std::fs::create_dir_all(folder)?;
    for (name, left, top) in
        [("nw.jpg", 0, 0), ("ne.png", PART_SIDE, 0), ("sw.tif", 0, PART_SIDE), ("se.jpg", PART_SIDE, PART_SIDE)]
    {
        let (path, part) = (folder.join(name), MosaicPart { left, top });
        let corner = (400_000.0 + f64::from(left) * 0.75, 1_500_000.0 - f64::from(top) * 0.75);
        std::fs::write(path.with_extension("wld"), WorldFile::from_corner(corner.0, corner.1, 0.75).to_text())?;
        match path.extension().and_then(|extension| extension.to_str()) {
            Some("png") => part.png(&path)?,
            Some("tif") => part.tiff(&path)?,
            _ => Encoder::new_file(&path, 90)?.encode_image(part)?,
        }
    }
    Ok(())
}

struct MosaicPart {
    left: u16,
    top: u16,
}

impl MosaicPart {
    /// Blocks with noise, which compress about as well as a photo.
    fn row(&self, y: u16) -> impl Iterator<Item = [u8; 3]> {
        let y = u32::from(self.top + y);
        let left = self.left;
        (0..PART_SIDE).map(move |x| {
            let x = u32::from(left + x);
            let mixed = (x.wrapping_mul(0x9e37_79b1) ^ y.wrapping_mul(0x85eb_ca77)).wrapping_mul(0xc2b2_ae3d);
            let block =
                ((x / 40).wrapping_mul(0x27d4_eb2f) ^ (y / 30).wrapping_mul(0x1656_67b1)).wrapping_mul(0x9e37_79b1);
            let noise = mixed >> 27;
            let shade = block >> 25;
            [shade + noise, shade / 2 + 70 + noise, shade / 3 + 40 + noise]
                .map(|value| u8::try_from(value.min(255)).unwrap_or(u8::MAX))
        })
    }

    fn png(&self, path: &Path) -> Result<()> {
        let mut encoder = png::Encoder::new(BufWriter::new(File::create(path)?), PART_SIDE.into(), PART_SIDE.into());
        encoder.set_color(png::ColorType::Rgb);
        encoder.set_compression(png::Compression::Fast);
        let mut writer = encoder.write_header()?;
        let mut stream = writer.stream_writer()?;
        for y in 0..PART_SIDE {
            stream.write_all(&self.row(y).flatten().collect::<Vec<u8>>())?;
        }
        Ok(stream.finish()?)
    }

    fn tiff(&self, path: &Path) -> Result<()> {
        let mut encoder = TiffEncoder::new(BufWriter::new(File::create(path)?))?;
        let mut image = encoder.new_image::<colortype::RGB8>(PART_SIDE.into(), PART_SIDE.into())?;
        image.rows_per_strip(50)?;
        for y in (0..PART_SIDE).step_by(50) {
            let strip: Vec<u8> = (y..y + 50).flat_map(|y| self.row(y).flatten()).collect();
            image.write_strip(&strip)?;
        }
        Ok(image.finish()?)
    }
}

impl ImageBuffer for MosaicPart {
    fn get_jpeg_color_type(&self) -> JpegColorType {
        JpegColorType::Ycbcr
    }

    fn width(&self) -> u16 {
        PART_SIDE
    }

    fn height(&self) -> u16 {
        PART_SIDE
    }

    fn fill_buffers(&self, y: u16, buffers: &mut [Vec<u8>; 4]) {
        for [red, green, blue] in self.row(y) {
            let (luma, blueness, redness) = rgb_to_ycbcr(red, green, blue);
            buffers[0].push(luma);
            buffers[1].push(blueness);
            buffers[2].push(redness);
        }
    }
}
