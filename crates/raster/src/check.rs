//! Whether a file is the picture that its name promises, down to its last pixel.

use crate::{RasterError, Turns, jpeg, png};
use std::fs::File;
use std::io::Read;
use std::path::Path;

/// The formats.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// `.jpg`, `.jpeg`.
    Jpeg,
    /// `.png`.
    Png,
    /// `.tif`, `.tiff`.
    Tiff,
}

impl Kind {
    /// By the ending of a name.
    pub fn of_name(path: &Path) -> Option<Self> {
        match path.extension()?.to_str()?.to_ascii_lowercase().as_str() {
            "jpg" | "jpeg" => Some(Self::Jpeg),
            "png" => Some(Self::Png),
            "tif" | "tiff" => Some(Self::Tiff),
            _ => None,
        }
    }

    fn name(self) -> &'static str {
        match self {
            Self::Jpeg => "JPEG",
            Self::Png => "PNG",
            Self::Tiff => "TIFF",
        }
    }
}

/// How many pixels.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Size {
    /// From left to right.
    pub width: u32,
    /// From top to bottom.
    pub height: u32,
}

/// Reads every pixel of a JPEG or PNG and tells its size, or what is wrong.
pub fn check(path: &Path, turns: &Turns) -> Result<Size, RasterError> {
    let (width, height) = match kind(path)? {
        Kind::Jpeg => jpeg::decode(path, turns)?.0,
        Kind::Png => png::PngRows::open(path)?.check()?,
        Kind::Tiff => return Err(RasterError::picture(path, "browsers show no TIFF; make tiles of it by tiles build")),
    };
    if width == 0 || height == 0 {
        return Err(RasterError::picture(path, "it has no pixels"));
    }
    Ok(Size { width, height })
}

/// By its first bytes, which must agree with its name.
pub(crate) fn kind(path: &Path) -> Result<Kind, RasterError> {
    let mut start = [0; 8];
    let mut file = File::open(path).map_err(RasterError::file(path))?;
    let mut length = 0;
    while length < start.len() {
        match file.read(&mut start[length..]).map_err(RasterError::file(path))? {
            0 => break,
            more => length += more,
        }
    }
    let found = match start[..length] {
        [] => return Err(RasterError::picture(path, "it is empty")),
        [0xff, 0xd8, ..] => Kind::Jpeg,
        [0x89, b'P', b'N', b'G', ..] => Kind::Png,
        [b'I', b'I', 42 | 43, 0, ..] | [b'M', b'M', 0, 42 | 43, ..] => Kind::Tiff,
        _ => return Err(RasterError::picture(path, "it is neither JPEG nor PNG nor TIFF")),
    };
    match Kind::of_name(path) {
        Some(named) if named != found => {
            let problem = format!("its name says {}, but it is a {}", named.name(), found.name());
            Err(RasterError::picture(path, &problem))
        }
        _ => Ok(found),
    }
}
