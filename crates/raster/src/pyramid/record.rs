//! What a folder is being built from, so that an interrupted build goes on only with the same pictures.

use super::{Order, Sources};
use crate::{RasterError, write_whole};
use serde::{Deserialize, Serialize};
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::time::UNIX_EPOCH;

/// Kept in the folder beside the tiles.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(super) struct Record {
    prefix: String,
    year: i32,
    edge: u32,
    quality: u8,
    /// Path, length, time of the last change, place.
    sources: Vec<(PathBuf, u64, u128, String)>,
    /// Whether all tiles are there.
    is_finished: bool,
}

/// What a folder holds when a build begins.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Standing {
    /// A build of the same pictures, which goes on.
    Same,
    /// Nothing that counts.
    Fresh,
}

impl Record {
    pub(super) fn new(order: &Order, sources: &Sources) -> Result<Self, RasterError> {
        let mut all = Vec::new();
        for source in &sources.0 {
            let found = std::fs::metadata(&source.path).map_err(RasterError::file(&source.path))?;
            let changed = found.modified().ok().and_then(|at| at.duration_since(UNIX_EPOCH).ok());
            all.push((
                source.path.clone(),
                found.len(),
                changed.map_or(0, |since| since.as_nanos()),
                source.world.text(),
            ));
        }
        Ok(Self {
            prefix: order.prefix.clone(),
            year: order.year,
            edge: order.edge,
            quality: order.quality,
            sources: all,
            is_finished: false,
        })
    }

    pub(super) fn finished(self) -> Self {
        Self { is_finished: true, ..self }
    }

    /// Looks at what the folder holds. A build that has failed is begun anew when its pictures have changed since, because
    /// that is how it is mended; finished tiles are touched by no other build.
    pub(super) fn held_against(&self, folder: &Path, file: &Path) -> Result<Standing, RasterError> {
        let text = match std::fs::read(file) {
            Ok(text) => text,
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Standing::Fresh),
            Err(error) => return Err(RasterError::File { path: file.to_owned(), source: error }),
        };
        let before = serde_json::from_slice::<Self>(&text).ok();
        let is_same = |before: &Self| Self { is_finished: false, ..before.clone() } == *self;
        match before {
            Some(before) if is_same(&before) => Ok(Standing::Same),
            Some(before) if !before.is_finished && before.settings() == self.settings() => {
                before.remove_tiles(folder)?;
                Ok(Standing::Fresh)
            }
            _ => {
                let problem = format!(
                    "{} holds a build of other pictures; remove it, or build into another folder",
                    folder.display()
                );
                Err(RasterError::Pyramid(problem))
            }
        }
    }

    pub(super) fn write(&self, file: &Path) -> Result<(), RasterError> {
        let text = serde_json::to_vec(self).map_err(|error| RasterError::Pyramid(error.to_string()))?;
        write_whole(file, |out| out.write_all(&text))
    }

    fn settings(&self) -> (&str, i32, u32, u8) {
        (&self.prefix, self.year, self.edge, self.quality)
    }

    /// What the build has made so far, by the names that it gives.
    fn remove_tiles(&self, folder: &Path) -> Result<(), RasterError> {
        let (start, end) = (format!("{}L0", self.prefix), format!("-{}", self.year));
        for entry in std::fs::read_dir(folder).map_err(RasterError::file(folder))? {
            let path = entry.map_err(RasterError::file(folder))?.path();
            let is_tile = path.extension().is_some_and(|ending| ending == "jpg" || ending == "jgw");
            let stem = path.file_stem().and_then(|stem| stem.to_str()).unwrap_or_default();
            if is_tile && stem.starts_with(&start) && stem.ends_with(&end) {
                std::fs::remove_file(&path).map_err(RasterError::file(&path))?;
            }
        }
        Ok(())
    }
}
