//! A picture as rows: whatever its format, it is read from the top in strips.

use crate::check::{Kind, kind};
use crate::{RasterError, jpeg, png, tiff};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Gives the rows of a picture.
pub trait Rows: Send {
    /// Pixels from left to right.
    fn width(&self) -> u32;

    /// Pixels from top to bottom.
    fn height(&self) -> u32;

    /// Puts `count` rows from `first` on into `out`, four bytes to a pixel. Going down is cheap; going up starts anew.
    fn read(&mut self, first: u32, count: u32, out: &mut Vec<u8>) -> Result<(), RasterError>;
}

/// Large pictures take turns: one of them in memory is enough.
#[derive(Debug, Default)]
pub struct Turns(Mutex<()>);

impl Turns {
    pub(crate) fn take(&self) -> MutexGuard<'_, ()> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Where pictures are unpacked.
#[derive(Debug)]
pub struct Workshop {
    folder: PathBuf,
    pub(crate) turns: Turns,
}

impl Workshop {
    /// In this folder.
    pub fn new(folder: &Path) -> Self {
        Self { folder: folder.to_owned(), turns: Turns::default() }
    }

    /// A name that no file has yet.
    pub(crate) fn fresh(&self, picture: &Path) -> PathBuf {
        let name = picture.file_name().unwrap_or_default().to_string_lossy();
        let mut place = self.folder.join(format!("{name}.rgb"));
        while place.exists() {
            place.as_mut_os_string().push("~");
        }
        place
    }
}

/// Opens a picture. A JPEG cannot be read in strips: it is unpacked into a file of the workshop first.
pub fn open(path: &Path, workshop: &Workshop) -> Result<Box<dyn Rows>, RasterError> {
    Ok(match kind(path)? {
        Kind::Png => Box::new(png::PngRows::open(path)?),
        Kind::Tiff => Box::new(tiff::TiffRows::open(path)?),
        Kind::Jpeg => Box::new(jpeg::JpegRows::open(path, workshop)?),
    })
}

/// Less than half visible is no picture.
pub(crate) fn visible(alpha: u8) -> u8 {
    if alpha < 128 { 0 } else { u8::MAX }
}

/// Spreads pixels of one to four samples (grey, grey and alpha, colours, colours and alpha) to four bytes each.
pub(crate) fn spread(samples: &[u8], per_pixel: usize, out: &mut Vec<u8>) {
    let pixels = samples.chunks_exact(per_pixel.max(1));
    match per_pixel {
        1 => out.extend(pixels.flat_map(|pixel| [pixel[0], pixel[0], pixel[0], u8::MAX])),
        2 => out.extend(pixels.flat_map(|pixel| [pixel[0], pixel[0], pixel[0], visible(pixel[1])])),
        3 => out.extend(pixels.flat_map(|pixel| [pixel[0], pixel[1], pixel[2], u8::MAX])),
        _ => out.extend(pixels.flat_map(|pixel| [pixel[0], pixel[1], pixel[2], visible(pixel[3])])),
    }
}
