//! Records what a folder is built from, so that an interrupted build resumes only with the same images.

use super::options::PyramidOptions;
use super::source::SourceImages;
use crate::atomic_file::write_atomically;
use crate::error::RasterError;
use serde::{Deserialize, Serialize};
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::time::UNIX_EPOCH;

/// Stored as JSON in the work folder.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(super) struct PyramidBuildRecord {
    prefix: String,
    year: i32,
    edge: u32,
    quality: u8,
    /// Path, length in bytes, time of the last change in nanoseconds since 1970, world file.
    sources: Vec<(PathBuf, u64, u128, String)>,
    /// Whether all tiles exist.
    is_finished: bool,
}

/// What a folder contains when a build starts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum FolderState {
    /// A build of the same images with the same settings: resume it.
    SameBuild,
    /// No tiles of another build: start from the beginning.
    NoBuild,
}

impl PyramidBuildRecord {
    pub(super) fn new(options: &PyramidOptions, sources: &SourceImages) -> Result<Self, RasterError> {
        let mut files = Vec::new();
        for source in &sources.0 {
            let metadata = std::fs::metadata(&source.path).map_err(RasterError::from_io_error(&source.path))?;
            let changed = metadata.modified().ok().and_then(|time| time.duration_since(UNIX_EPOCH).ok());
            let changed = changed.map_or(0, |since| since.as_nanos());
            files.push((source.path.clone(), metadata.len(), changed, source.world_file.to_text()));
        }
        Ok(Self {
            prefix: options.prefix.clone(),
            year: options.year,
            edge: options.edge,
            quality: options.quality,
            sources: files,
            is_finished: false,
        })
    }

    pub(super) fn into_finished(self) -> Self {
        Self { is_finished: true, ..self }
    }

    /// Compares this build with the record in `file`. If an unfinished build had the same settings but other images, its
    /// tiles are removed: replacing a bad image is how a failed build is fixed. A finished build is never touched.
    pub(super) fn prepare_folder(&self, folder: &Path, file: &Path) -> Result<FolderState, RasterError> {
        let json = match std::fs::read(file) {
            Ok(json) => json,
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(FolderState::NoBuild),
            Err(error) => return Err(RasterError::File { path: file.to_owned(), source: error }),
        };
        let previous = serde_json::from_slice::<Self>(&json).ok();
        let is_same = |previous: &Self| Self { is_finished: false, ..previous.clone() } == *self;
        match previous {
            Some(previous) if is_same(&previous) => Ok(FolderState::SameBuild),
            Some(previous) if !previous.is_finished && previous.has_settings_of(self) => {
                previous.remove_tiles(folder)?;
                Ok(FolderState::NoBuild)
            }
            _ => {
                let folder = folder.display();
                let problem =
                    format!("{folder} contains a build of other images; remove the folder or build into another one");
                Err(RasterError::Pyramid(problem))
            }
        }
    }

    pub(super) fn write(&self, file: &Path) -> Result<(), RasterError> {
        let json = serde_json::to_vec(self).map_err(|error| RasterError::Pyramid(error.to_string()))?;
        write_atomically(file, |out| out.write_all(&json))
    }

    fn has_settings_of(&self, other: &Self) -> bool {
        (&self.prefix, self.year, self.edge, self.quality) == (&other.prefix, other.year, other.edge, other.quality)
    }

    /// Removes the tiles of this build, which it recognizes by their names.
    fn remove_tiles(&self, folder: &Path) -> Result<(), RasterError> {
        let (start, end) = (format!("{}L0", self.prefix), format!("-{}", self.year));
        for entry in std::fs::read_dir(folder).map_err(RasterError::from_io_error(folder))? {
            let path = entry.map_err(RasterError::from_io_error(folder))?.path();
            let is_tile_file = path.extension().is_some_and(|extension| extension == "jpg" || extension == "jgw");
            let stem = path.file_stem().and_then(|stem| stem.to_str()).unwrap_or_default();
            if is_tile_file && stem.starts_with(&start) && stem.ends_with(&end) {
                std::fs::remove_file(&path).map_err(RasterError::from_io_error(&path))?;
            }
        }
        Ok(())
    }
}
