//! TIFF, decoded by its own strips or rows of tiles.

use crate::error::RasterError;
use crate::pixels::{CHANNELS, append_as_rgba};
use crate::size::ImageSize;
use ::tiff::decoder::{Decoder, DecodingResult, Limits};
use ::tiff::tags::Tag;
use ::tiff::{ColorType, TiffError};
use std::fs::File;
use std::io::BufReader;
use std::path::{Path, PathBuf};

/// The memory limit for a strip, or for a row of tiles.
const MAX_STRIP_BYTES: u64 = 192 * 1024 * 1024;

/// Enough for the list of strips of an image with 200,000 rows.
const MAX_TAG_BYTES: usize = 16 * 1024 * 1024;

/// Decodes strips on demand. Both strips and rows of tiles are called strips here.
pub(crate) struct TiffDecoder {
    path: PathBuf,
    decoder: Decoder<BufReader<File>>,
    size: ImageSize,
    /// The size of a strip or tile.
    chunk: ImageSize,
    samples_per_pixel: usize,
    cached: Option<Strip>,
}

/// The strip that was decoded last, as RGBA.
struct Strip {
    index: u32,
    pixels: Vec<u8>,
}

impl TiffDecoder {
    pub(crate) fn open(path: &Path) -> Result<Self, RasterError> {
        let damaged = |error: TiffError| RasterError::damaged_file(path, &error);
        let file = File::open(path).map_err(RasterError::from_io_error(path))?;
        let mut limits = Limits::default();
        limits.decoding_buffer_size = usize::try_from(MAX_STRIP_BYTES).unwrap_or(usize::MAX);
        limits.ifd_value_size = MAX_TAG_BYTES;
        let mut decoder = Decoder::new(BufReader::new(file)).map_err(damaged)?.with_limits(limits);
        let (width, height) = decoder.dimensions().map_err(damaged)?;
        let size = ImageSize { width, height };
        let samples_per_pixel = samples_per_pixel(decoder.colortype().map_err(damaged)?)
            .map_err(|problem| RasterError::image(path, &problem))?;
        if decoder.find_tag_unsigned::<u16>(Tag::PlanarConfiguration).ok().flatten() == Some(2) {
            let problem = "the colors are stored in separate planes; \
                           convert it with `gdal_translate -co INTERLEAVE=PIXEL`";
            return Err(RasterError::image(path, problem));
        }
        let (width, height) = decoder.chunk_dimensions();
        let chunk = ImageSize { width, height };
        let strip = ImageSize { height: chunk.height.min(size.height), ..size };
        if strip.pixel_count() * CHANNELS as u64 > MAX_STRIP_BYTES {
            let problem = "a strip of it is too large for memory; convert it with `gdal_translate -co TILED=YES`";
            return Err(RasterError::image(path, problem));
        }
        Ok(Self { path: path.to_owned(), decoder, size, chunk, samples_per_pixel, cached: None })
    }

    pub(crate) fn size(&self) -> ImageSize {
        self.size
    }

    pub(crate) fn append_rows(&mut self, first: u32, count: u32, out: &mut Vec<u8>) -> Result<(), RasterError> {
        let row_bytes = self.size.width as usize * CHANNELS;
        for row in first..first + count {
            let (strip, row_in_strip) = (row / self.chunk.height, (row % self.chunk.height) as usize);
            out.extend_from_slice(&self.strip(strip)?[row_in_strip * row_bytes..][..row_bytes]);
        }
        Ok(())
    }

    fn strip(&mut self, index: u32) -> Result<&[u8], RasterError> {
        if self.cached.as_ref().is_none_or(|strip| strip.index != index) {
            // Freed first, so that two strips are never in memory.
            self.cached = None;
            let pixels = self.decode_strip(index)?;
            self.cached = Some(Strip { index, pixels });
        }
        Ok(self.cached.as_ref().map_or(&[], |strip| &strip.pixels))
    }

    fn decode_strip(&mut self, strip: u32) -> Result<Vec<u8>, RasterError> {
        let columns = self.size.width.div_ceil(self.chunk.width);
        let rows = self.chunk.height.min(self.size.height - strip * self.chunk.height) as usize;
        let row_bytes = self.size.width as usize * CHANNELS;
        let mut pixels = vec![0; row_bytes * rows];
        let mut chunk = Vec::new();
        for column in 0..columns {
            let index = strip * columns + column;
            let (width, height) = self.decoder.chunk_data_dimensions(index);
            let samples =
                self.decoder.read_chunk(index).map_err(|error| RasterError::damaged_file(&self.path, &error))?;
            chunk.clear();
            append_as_rgba(&eight_bit_samples(samples, &self.path)?, self.samples_per_pixel, &mut chunk);
            let chunk_row_bytes = width as usize * CHANNELS;
            let left = (column * self.chunk.width) as usize * CHANNELS;
            let too_short = || RasterError::image(&self.path, "the file is damaged: a strip is too short");
            for row in 0..(height as usize).min(rows) {
                let part = chunk.get(row * chunk_row_bytes..(row + 1) * chunk_row_bytes).ok_or_else(too_short)?;
                pixels[row * row_bytes + left..][..chunk_row_bytes].copy_from_slice(part);
            }
        }
        Ok(pixels)
    }
}

fn samples_per_pixel(color: ColorType) -> Result<usize, String> {
    match color {
        ColorType::Gray(8 | 16) => Ok(1),
        ColorType::GrayA(8 | 16) => Ok(2),
        ColorType::RGB(8 | 16) => Ok(3),
        ColorType::RGBA(8 | 16) => Ok(4),
        // Aerial cameras add infrared after the colors.
        ColorType::Multiband { bit_depth: 8 | 16, num_samples } if num_samples > 4 => Ok(usize::from(num_samples)),
        other => Err(format!("pixels of type {other:?} cannot be read; convert it to gray or RGB with 8 or 16 bits")),
    }
}

fn eight_bit_samples(samples: DecodingResult, path: &Path) -> Result<Vec<u8>, RasterError> {
    match samples {
        DecodingResult::U8(samples) => Ok(samples),
        DecodingResult::U16(samples) => Ok(samples.into_iter().map(|sample| sample.to_be_bytes()[0]).collect()),
        _ => Err(RasterError::image(path, "the samples are not 8 or 16 bit integers")),
    }
}
