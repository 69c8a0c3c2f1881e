//! PNG, decoded row by row.

use crate::error::RasterError;
use crate::pixels::append_as_rgba;
use crate::size::ImageSize;
use ::png::{ColorType, Decoder, DecodingError, Reader, Transformations};
use std::fs::File;
use std::io::{BufReader, ErrorKind};
use std::path::{Path, PathBuf};

/// Decodes from the top; going back up opens the file again.
pub(crate) struct PngDecoder {
    path: PathBuf,
    reader: Reader<BufReader<File>>,
    size: ImageSize,
    next_row: u32,
}

impl PngDecoder {
    pub(crate) fn open(path: &Path) -> Result<Self, RasterError> {
        let file = File::open(path).map_err(RasterError::from_io_error(path))?;
        let mut decoder = Decoder::new(BufReader::new(file));
        decoder.set_transformations(Transformations::EXPAND | Transformations::STRIP_16);
        let reader = decoder.read_info().map_err(|error| decoding_error(path, error))?;
        let info = reader.info();
        if info.interlaced {
            let problem = "an interlaced PNG cannot be read row by row; save it without interlacing";
            return Err(RasterError::image(path, problem));
        }
        // The decoder panics on a palette that ends inside a color.
        if let Some(palette) = info.palette.as_ref().filter(|palette| palette.len() % 3 != 0) {
            return Err(RasterError::damaged_file(path, &format!("the palette has {} bytes", palette.len())));
        }
        let size = ImageSize { width: info.width, height: info.height };
        Ok(Self { path: path.to_owned(), reader, size, next_row: 0 })
    }

    pub(crate) fn size(&self) -> ImageSize {
        self.size
    }

    /// Reads to the end, which verifies every checksum.
    pub(crate) fn check_all_rows(mut self) -> Result<ImageSize, RasterError> {
        self.skip_to(self.size.height)?;
        self.reader.finish().map_err(|error| decoding_error(&self.path, error))?;
        Ok(self.size)
    }

    pub(crate) fn append_rows(&mut self, first: u32, count: u32, out: &mut Vec<u8>) -> Result<(), RasterError> {
        if first < self.next_row {
            *self = Self::open(&self.path.clone())?;
        }
        self.skip_to(first)?;
        for _ in 0..count {
            let samples = samples_per_pixel(self.reader.output_color_type().0);
            append_as_rgba(self.read_row()?, samples, out);
        }
        Ok(())
    }

    fn skip_to(&mut self, row: u32) -> Result<(), RasterError> {
        while self.next_row < row {
            self.read_row()?;
        }
        Ok(())
    }

    fn read_row(&mut self) -> Result<&[u8], RasterError> {
        let row = self.reader.next_row().map_err(|error| decoding_error(&self.path, error))?;
        let row = row.ok_or_else(|| RasterError::truncated_file(&self.path))?;
        self.next_row += 1;
        Ok(row.data())
    }
}

fn samples_per_pixel(color: ColorType) -> usize {
    match color {
        ColorType::Grayscale | ColorType::Indexed => 1,
        ColorType::GrayscaleAlpha => 2,
        ColorType::Rgb => 3,
        ColorType::Rgba => 4,
    }
}

fn decoding_error(path: &Path, error: DecodingError) -> RasterError {
    match error {
        DecodingError::IoError(error) if error.kind() == ErrorKind::UnexpectedEof => RasterError::truncated_file(path),
        DecodingError::IoError(error) => RasterError::File { path: path.to_owned(), source: error },
        other => RasterError::damaged_file(path, &other),
    }
}
