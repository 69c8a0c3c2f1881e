//! Image formats, recognized by file extension and by content.

use crate::error::RasterError;
use std::fs::File;
use std::io::Read;
use std::path::Path;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ImageFormat {
    Jpeg,
    Png,
    Tiff,
}

impl ImageFormat {
    /// The format of a file extension, in upper or lower case.
    pub fn from_extension(path: &Path) -> Option<Self> {
        match path.extension()?.to_str()?.to_ascii_lowercase().as_str() {
            "jpg" | "jpeg" => Some(Self::Jpeg),
            "png" => Some(Self::Png),
            "tif" | "tiff" => Some(Self::Tiff),
            _ => None,
        }
    }

    /// The format of the content, from its first bytes. A file with the extension of another format is rejected.
    pub(crate) fn detect(path: &Path) -> Result<Self, RasterError> {
        let format = match *first_bytes(path)? {
            [] => return Err(RasterError::image(path, "the file is empty")),
            [0xff, 0xd8, ..] => Self::Jpeg,
            [0x89, b'P', b'N', b'G', ..] => Self::Png,
            [b'I', b'I', 42 | 43, 0, ..] | [b'M', b'M', 0, 42 | 43, ..] => Self::Tiff,
            _ => return Err(RasterError::image(path, "it is not a JPEG, PNG or TIFF file")),
        };
        match Self::from_extension(path) {
            Some(extension) if extension != format => {
                let (extension, format) = (extension.name(), format.name());
                let problem = format!("the file extension says {extension}, but the content is {format}");
                Err(RasterError::image(path, &problem))
            }
            _ => Ok(format),
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

/// Up to eight bytes.
fn first_bytes(path: &Path) -> Result<Vec<u8>, RasterError> {
    let mut bytes = Vec::new();
    let file = File::open(path).map_err(RasterError::from_io_error(path))?;
    file.take(8).read_to_end(&mut bytes).map_err(RasterError::from_io_error(path))?;
    Ok(bytes)
}
