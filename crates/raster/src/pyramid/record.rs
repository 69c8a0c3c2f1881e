//! What a folder is being built from, so that an interrupted build goes on only with the same pictures.

use super::{Order, Sources};
use crate::{RasterError, write_whole};
use serde::{Deserialize, Serialize};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::UNIX_EPOCH;

#[derive(Debug, PartialEq, Serialize, Deserialize)]
struct Record {
    prefix: String,
    year: i32,
    edge: u32,
    quality: u8,
    sources: Vec<(PathBuf, u64, u128)>,
}

/// Writes what is built into the folder, or makes sure that it is the same as the last time.
pub(super) fn keep(order: &Order, sources: &Sources, file: &Path) -> Result<(), RasterError> {
    let mut all = Vec::new();
    for source in &sources.0 {
        let found = std::fs::metadata(&source.path).map_err(RasterError::file(&source.path))?;
        let changed = found.modified().ok().and_then(|at| at.duration_since(UNIX_EPOCH).ok());
        all.push((source.path.clone(), found.len(), changed.map_or(0, |since| since.as_nanos())));
    }
    let record = Record {
        prefix: order.prefix.clone(),
        year: order.year,
        edge: order.edge,
        quality: order.quality,
        sources: all,
    };
    if let Ok(text) = std::fs::read(file) {
        if serde_json::from_slice::<Record>(&text).is_ok_and(|before| before == record) {
            return Ok(());
        }
        let folder = order.folder.display();
        let problem = format!("{folder} holds a build of other pictures; remove it, or build into another folder");
        return Err(RasterError::Pyramid(problem));
    }
    let text = serde_json::to_vec(&record).map_err(|error| RasterError::Pyramid(error.to_string()))?;
    write_whole(file, |out| out.write_all(&text))
}
