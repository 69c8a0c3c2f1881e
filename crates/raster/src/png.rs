//! PNG, row by row.

use crate::RasterError;
use crate::rows::{Rows, spread};
use ::png::{ColorType, Decoder, DecodingError, Reader, Transformations};
use std::fs::File;
use std::io::{BufReader, ErrorKind};
use std::path::{Path, PathBuf};

/// A PNG that is read from the top.
pub(crate) struct PngRows {
    path: PathBuf,
    reader: Reader<BufReader<File>>,
    size: (u32, u32),
    next: u32,
}

impl PngRows {
    pub(crate) fn open(path: &Path) -> Result<Self, RasterError> {
        let file = File::open(path).map_err(RasterError::file(path))?;
        let mut decoder = Decoder::new(BufReader::new(file));
        decoder.set_transformations(Transformations::EXPAND | Transformations::STRIP_16);
        let reader = decoder.read_info().map_err(|error| refused(path, error))?;
        let info = reader.info();
        if info.interlaced {
            let problem = "it is interlaced and cannot be read row by row; write it without interlacing";
            return Err(RasterError::picture(path, problem));
        }
        let size = (info.width, info.height);
        Ok(Self { path: path.to_owned(), reader, size, next: 0 })
    }

    /// Reads to the end: every checksum is looked at.
    pub(crate) fn check(mut self) -> Result<(u32, u32), RasterError> {
        while self.next < self.size.1 {
            self.step(None)?;
        }
        self.reader.finish().map_err(|error| refused(&self.path, error))?;
        Ok(self.size)
    }

    fn step(&mut self, out: Option<&mut Vec<u8>>) -> Result<(), RasterError> {
        let samples = match self.reader.output_color_type().0 {
            ColorType::Grayscale | ColorType::Indexed => 1,
            ColorType::GrayscaleAlpha => 2,
            ColorType::Rgb => 3,
            ColorType::Rgba => 4,
        };
        let row = self.reader.next_row().map_err(|error| refused(&self.path, error))?;
        let row = row.ok_or_else(|| RasterError::picture(&self.path, "it ends too early"))?;
        if let Some(out) = out {
            spread(row.data(), samples, out);
        }
        self.next += 1;
        Ok(())
    }
}

fn refused(path: &Path, error: DecodingError) -> RasterError {
    match error {
        DecodingError::IoError(error) if error.kind() == ErrorKind::UnexpectedEof => {
            RasterError::picture(path, "it ends too early")
        }
        DecodingError::IoError(error) => RasterError::File { path: path.to_owned(), source: error },
        other => RasterError::damaged(path, &other),
    }
}

impl Rows for PngRows {
    fn width(&self) -> u32 {
        self.size.0
    }

    fn height(&self) -> u32 {
        self.size.1
    }

    fn read(&mut self, first: u32, count: u32, out: &mut Vec<u8>) -> Result<(), RasterError> {
        out.clear();
        if first < self.next {
            *self = Self::open(&self.path.clone())?;
        }
        while self.next < first {
            self.step(None)?;
        }
        for _ in 0..count {
            self.step(Some(out))?;
        }
        Ok(())
    }
}
