//! TIFF, by its own strips or tiles.

use crate::RasterError;
use crate::rows::{Rows, spread};
use ::tiff::decoder::{Decoder, DecodingResult, Limits};
use ::tiff::tags::Tag;
use ::tiff::{ColorType, TiffError};
use std::fs::File;
use std::io::BufReader;
use std::path::{Path, PathBuf};

/// A strip, or a row of tiles, may take this much memory.
const LARGEST_STRIP: u64 = 192 * 1024 * 1024;

/// A TIFF whose strips are read when they are needed.
pub(crate) struct TiffRows {
    path: PathBuf,
    decoder: Decoder<BufReader<File>>,
    size: (u32, u32),
    chunk: (u32, u32),
    samples: usize,
    /// The strip, or row of tiles, that was read last, four bytes to a pixel.
    held: Option<(u32, Vec<u8>)>,
}

impl TiffRows {
    pub(crate) fn open(path: &Path) -> Result<Self, RasterError> {
        let refused = |problem: &dyn std::fmt::Display| RasterError::picture(path, problem);
        let damaged = |error: TiffError| RasterError::damaged(path, &error);
        let file = File::open(path).map_err(RasterError::file(path))?;
        let mut limits = Limits::default();
        limits.decoding_buffer_size = usize::try_from(LARGEST_STRIP).unwrap_or(usize::MAX);
        // The list of strips of a picture of 200,000 rows.
        limits.ifd_value_size = 16 * 1024 * 1024;
        let decoder = Decoder::new(BufReader::new(file)).map_err(damaged)?;
        let mut decoder = decoder.with_limits(limits);
        let size = decoder.dimensions().map_err(damaged)?;
        let samples = match decoder.colortype().map_err(damaged)? {
            ColorType::Gray(8 | 16) => 1,
            ColorType::GrayA(8 | 16) => 2,
            ColorType::RGB(8 | 16) => 3,
            ColorType::RGBA(8 | 16) => 4,
            // The camera's infrared after the colours.
            ColorType::Multiband { bit_depth: 8 | 16, num_samples } if num_samples > 4 => usize::from(num_samples),
            other => return Err(refused(&format!("its pixels are {other:?}; give 8 or 16 bits of grey or RGB"))),
        };
        if decoder.find_tag_unsigned::<u16>(Tag::PlanarConfiguration).ok().flatten() == Some(2) {
            return Err(refused(
                &"its colours lie apart; write it with interleaved pixels (gdal_translate -co INTERLEAVE=PIXEL)",
            ));
        }
        let chunk = decoder.chunk_dimensions();
        if u64::from(size.0) * u64::from(chunk.1.min(size.1)) * 4 > LARGEST_STRIP {
            return Err(refused(
                &"a strip of it is too large for memory; write it in tiles (gdal_translate -co TILED=YES)",
            ));
        }
        Ok(Self { path: path.to_owned(), decoder, size, chunk, samples, held: None })
    }

    /// The strip, or row of tiles, with that number.
    fn strip(&mut self, number: u32) -> Result<&[u8], RasterError> {
        if self.held.as_ref().is_none_or(|(held, _)| *held != number) {
            self.held = None;
            let pixels = self.decode(number)?;
            self.held = Some((number, pixels));
        }
        Ok(self.held.as_ref().map_or(&[], |(_, pixels)| pixels))
    }

    fn decode(&mut self, number: u32) -> Result<Vec<u8>, RasterError> {
        let across = self.size.0.div_ceil(self.chunk.0);
        let rows = self.chunk.1.min(self.size.1 - number * self.chunk.1) as usize;
        let line = self.size.0 as usize * crate::CHANNELS;
        let mut strip = vec![0; line * rows];
        let mut piece = Vec::new();
        for column in 0..across {
            let index = number * across + column;
            let (width, height) = self.decoder.chunk_data_dimensions(index);
            let read = self.decoder.read_chunk(index).map_err(|error| RasterError::damaged(&self.path, &error))?;
            piece.clear();
            spread(&bytes(read, &self.path)?, self.samples, &mut piece);
            let (width, left) = (width as usize * crate::CHANNELS, (column * self.chunk.0) as usize * crate::CHANNELS);
            let missing = || RasterError::picture(&self.path, "a strip of it is shorter than it should be");
            for row in 0..(height as usize).min(rows) {
                let part = piece.get(row * width..(row + 1) * width).ok_or_else(missing)?;
                strip[row * line + left..][..width].copy_from_slice(part);
            }
        }
        Ok(strip)
    }
}

/// Eight bits of each sample.
fn bytes(read: DecodingResult, path: &Path) -> Result<Vec<u8>, RasterError> {
    match read {
        DecodingResult::U8(samples) => Ok(samples),
        DecodingResult::U16(samples) => Ok(samples.into_iter().map(|sample| sample.to_be_bytes()[0]).collect()),
        _ => Err(RasterError::picture(path, "its samples are not whole numbers of 8 or 16 bits")),
    }
}

impl Rows for TiffRows {
    fn width(&self) -> u32 {
        self.size.0
    }

    fn height(&self) -> u32 {
        self.size.1
    }

    fn read(&mut self, first: u32, count: u32, out: &mut Vec<u8>) -> Result<(), RasterError> {
        out.clear();
        let line = self.size.0 as usize * crate::CHANNELS;
        for row in first..first + count {
            let (number, inside) = (row / self.chunk.1, (row % self.chunk.1) as usize);
            out.extend_from_slice(&self.strip(number)?[inside * line..][..line]);
        }
        Ok(())
    }
}
