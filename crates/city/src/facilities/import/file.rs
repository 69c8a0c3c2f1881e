//! A file of facilities: on disk, or uploaded.

use crate::ImportError;
use crate::facilities::CityMap;
use std::fmt;
use std::io::{Cursor, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FacilityFormat {
    Csv,
    GeoJson,
}

#[derive(Debug, Clone)]
pub struct FacilityFile {
    content: Content,
    pub(super) format: FacilityFormat,
    pub(super) map: Arc<CityMap>,
}

#[derive(Debug, Clone)]
enum Content {
    Path(PathBuf),
    Text(Arc<[u8]>),
}

impl FacilityFile {
    /// CSV unless the name ends in `.geojson` or `.json`.
    pub fn new(path: &Path, map: Arc<CityMap>) -> Self {
        let extension = path.extension().and_then(|extension| extension.to_str()).unwrap_or_default();
        let format = match extension.to_ascii_lowercase().as_str() {
            "geojson" | "json" => FacilityFormat::GeoJson,
            _ => FacilityFormat::Csv,
        };
        Self { content: Content::Path(path.to_owned()), format, map }
    }

    /// An uploaded file.
    pub(crate) fn uploaded(text: &str, format: FacilityFormat, map: Arc<CityMap>) -> Self {
        Self { content: Content::Text(text.as_bytes().into()), format, map }
    }

    pub(super) fn open(&self) -> Result<Box<dyn Read>, ImportError> {
        let path = match &self.content {
            Content::Path(path) => path,
            Content::Text(text) => return Ok(Box::new(Cursor::new(text.clone()))),
        };
        // The file is read twice; a pipe would be empty the second time.
        match std::fs::metadata(path) {
            Ok(found) if !found.is_file() => Err(self.unreadable_file_error(&"not a regular file")),
            _ => match std::fs::File::open(path) {
                Ok(file) => Ok(Box::new(file)),
                Err(error) => Err(self.unreadable_file_error(&error)),
            },
        }
    }

    pub(super) fn unreadable_file_error(&self, problem: &dyn fmt::Display) -> ImportError {
        let path = match &self.content {
            Content::Path(path) => path.clone(),
            Content::Text(_) => PathBuf::from("uploaded file"),
        };
        ImportError::Unreadable { path, problem: problem.to_string() }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ReadNext {
    Continue,
    Stop,
}
