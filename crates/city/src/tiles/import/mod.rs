//! Imports tiles: every valid file of a folder, fully decoded, several in parallel; each invalid file is named with the
//! reason. Unchanged tiles are left alone, so an interrupted import can be repeated.
//!
//! An image is copied before its row is written, so that no row refers to a missing image.

mod candidate;
mod find;
mod importer;
mod manifest;
mod outcome;

pub use outcome::{SkippedFile, TileWarning};

use super::TileFields;
use crate::ImportError;
use crate::facilities::CityMap;
use candidate::TileCandidate;
use importer::{FileImporter, FileOutcome};
use rayon::prelude::*;
use std::collections::HashMap;
use std::path::Path;
use std::sync::Arc;
use stormwire_clock::{Clock, blocking};
use stormwire_store::tables::audit::Actor;
use stormwire_store::tables::tile as rows;
use stormwire_store::{Store, StoreError};

/// Files between two writes to the database.
const BATCH_FILES: usize = 64;

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ImportedTiles {
    /// New, or changed since the last time.
    pub imported: u64,
    pub unchanged: u64,
    pub skipped: Vec<SkippedFile>,
    /// About tiles that were imported.
    pub warnings: Vec<TileWarning>,
}

/// Called with the number of processed files and the total.
pub type Progress = Arc<dyn Fn(u64, u64) + Send + Sync>;

#[derive(Debug, Clone)]
pub struct TileImport<'a> {
    pub from: &'a Path,
    /// The media folder.
    pub to: &'a Path,
    pub map: Arc<CityMap>,
}

pub async fn import(
    store: &Store,
    clock: &dyn Clock,
    request: TileImport<'_>,
    actor: Actor,
    progress: Progress,
) -> Result<ImportedTiles, ImportError> {
    let source = request.from.to_owned();
    let (candidates, skipped) = run_blocking(clock, move || find::find(&source)).await??;
    let mut done = ImportedTiles { skipped, ..ImportedTiles::default() };
    let known = rows::list(&mut store.reader().await?).await?;
    let known: HashMap<(String, i32), TileFields> =
        known.into_iter().map(|tile| ((tile.fields.slug.clone(), tile.fields.year), tile.fields)).collect();
    let importer = Arc::new(FileImporter::new(request.to, known, request.map));
    let (total, mut processed) = (candidates.len() as u64, 0);
    for batch in candidates.chunks(BATCH_FILES) {
        let (batch, importer) = (batch.to_vec(), importer.clone());
        let count = batch.len() as u64;
        let outcomes = run_blocking(clock, move || import_all(&importer, &batch)).await?;
        let mut new = Vec::new();
        for outcome in outcomes {
            match outcome {
                FileOutcome::New(fields, warnings) => {
                    new.push(fields);
                    done.warnings.extend(warnings);
                }
                FileOutcome::Unchanged => done.unchanged += 1,
                FileOutcome::Skipped(skipped) => done.skipped.push(skipped),
            }
        }
        done.imported += new.len() as u64;
        if !new.is_empty() {
            super::register(store, new, actor.clone(), clock.now()).await?;
        }
        processed += count;
        progress(processed, total);
    }
    done.skipped.sort();
    done.warnings.sort();
    Ok(done)
}

fn import_all(importer: &FileImporter, batch: &[TileCandidate]) -> Vec<FileOutcome> {
    batch.par_iter().map(|candidate| importer.import(candidate)).collect()
}

/// Off the threads that serve requests.
async fn run_blocking<T: Send + 'static>(
    clock: &dyn Clock,
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<T, StoreError> {
    blocking(clock, work).await.map_err(|_| StoreError::Panicked)
}
