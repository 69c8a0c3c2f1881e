//! A file of facilities.

use crate::ImportError;
use crate::facilities::CityMap;
use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::Arc;

#[derive(Debug, Clone)]
pub struct FacilityFile {
    pub(super) path: PathBuf,
    pub(super) map: Arc<CityMap>,
}

impl FacilityFile {
    /// CSV unless the name ends in `.geojson` or `.json`.
    pub fn new(path: &Path, map: Arc<CityMap>) -> Self {
        Self { path: path.to_owned(), map }
    }

    pub(super) fn open(&self) -> Result<std::fs::File, ImportError> {
        // The file is read twice; a pipe would be empty the second time.
        match std::fs::metadata(&self.path) {
            Ok(found) if !found.is_file() => Err(self.unreadable_file_error(&"not a regular file")),
            _ => std::fs::File::open(&self.path).map_err(|error| self.unreadable_file_error(&error)),
        }
    }

    pub(super) fn unreadable_file_error(&self, problem: &dyn fmt::Display) -> ImportError {
        ImportError::Unreadable { path: self.path.clone(), problem: problem.to_string() }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ReadNext {
    Continue,
    Stop,
}
