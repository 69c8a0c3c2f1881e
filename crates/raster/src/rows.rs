//! Reads an image of any format from the top in strips of rows.

use crate::error::RasterError;
use crate::format::ImageFormat;
use crate::jpeg::JpegDecoder;
use crate::png::PngDecoder;
use crate::scratch::ScratchFolder;
use crate::size::ImageSize;
use crate::tiff::TiffDecoder;
use std::path::Path;

/// The rows of one image.
pub struct RowReader {
    size: ImageSize,
    decoder: Decoder,
}

enum Decoder {
    Jpeg(Box<JpegDecoder>),
    Png(Box<PngDecoder>),
    Tiff(Box<TiffDecoder>),
}

impl RowReader {
    /// Opens an image. JPEG cannot be decoded in strips, so a JPEG is first unpacked into a file of the scratch folder,
    /// which is removed when the reader is dropped.
    pub fn open(path: &Path, scratch: &ScratchFolder) -> Result<Self, RasterError> {
        let (size, decoder) = match ImageFormat::detect(path)? {
            ImageFormat::Jpeg => {
                let jpeg = JpegDecoder::open(path, scratch)?;
                (jpeg.size(), Decoder::Jpeg(Box::new(jpeg)))
            }
            ImageFormat::Png => {
                let png = PngDecoder::open(path)?;
                (png.size(), Decoder::Png(Box::new(png)))
            }
            ImageFormat::Tiff => {
                let tiff = TiffDecoder::open(path)?;
                (tiff.size(), Decoder::Tiff(Box::new(tiff)))
            }
        };
        Ok(Self { size, decoder })
    }

    pub fn size(&self) -> ImageSize {
        self.size
    }

    /// Replaces the content of `out` with `count` rows starting at row `first`, [`CHANNELS`](crate::CHANNELS) bytes per
    /// pixel. Reading downwards is cheap; going back up may decode from the top again.
    pub fn read(&mut self, first: u32, count: u32, out: &mut Vec<u8>) -> Result<(), RasterError> {
        out.clear();
        match &mut self.decoder {
            Decoder::Jpeg(jpeg) => jpeg.append_rows(first, count, out),
            Decoder::Png(png) => png.append_rows(first, count, out),
            Decoder::Tiff(tiff) => tiff.append_rows(first, count, out),
        }
    }
}

/// The size of an image from its header, without unpacking it.
pub(crate) fn image_size(path: &Path) -> Result<ImageSize, RasterError> {
    match ImageFormat::detect(path)? {
        ImageFormat::Jpeg => crate::jpeg::header_size(path),
        ImageFormat::Png => PngDecoder::open(path).map(|png| png.size()),
        ImageFormat::Tiff => TiffDecoder::open(path).map(|tiff| tiff.size()),
    }
}
