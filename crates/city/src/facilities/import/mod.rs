//! Imports facilities: all of a file or none of it, in bounded memory, with errors that name the line. A facility that
//! exists gets the position of its line; importing the same file again changes nothing.
//!
//! The file is read twice: once to check every line, once to write. A short channel of batches connects reader and
//! database, so a file of any length needs the memory of a few thousand rows.

mod csv;
mod file;
mod geojson;
mod known;

pub use file::FacilityFile;

use crate::accounts::audit;
use crate::{ImportError, LineError};
use file::ReadNext;
use futures_util::FutureExt;
use known::{KnownFacilities, LineAction};
use serde_json::json;
use std::sync::Arc;
use stormwire_clock::Clock;
use stormwire_store::tables::audit::{Actor, AuditChange};
use stormwire_store::tables::facility::{self as rows, FacilityFields};
use stormwire_store::{Conn, Schema, Store, StoreError};
use tokio::sync::mpsc;

const BATCH_ROWS: usize = 1_000;
/// Errors reported at once.
const MAX_ERRORS: usize = 20;

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct ImportedFacilities {
    /// All lines.
    pub facilities: u64,
    pub updated: u64,
    pub unchanged: u64,
}

/// Called with the rows checked, then with the rows written and their total.
pub type Progress = Arc<dyn Fn(u64, Option<u64>) + Send + Sync>;

pub async fn import(
    store: &Store,
    clock: &dyn Clock,
    source: FacilityFile,
    actor: Actor,
    progress: Progress,
) -> Result<ImportedFacilities, ImportError> {
    let (checked, seen) = (source.clone(), progress.clone());
    let total = tokio::task::spawn_blocking(move || check_file(&checked, &seen)).await;
    let total = total.map_err(|_| StoreError::Panicked)??;
    let now = clock.now();
    let changed = source.unreadable_file_error(&"the file changed while it was read; nothing was imported, try again");
    let unit = store.write(Schema::Organization, move |conn| {
        async move {
            let mut batches = read_batches(source);
            let mut known = KnownFacilities::new(rows::list(conn, None, u32::MAX).await?);
            let mut imported = ImportedFacilities::default();
            while let Some(batch) = batches.recv().await {
                write_batch(conn, batch?, &mut known, &mut imported).await?;
                progress(imported.facilities, Some(total));
            }
            if imported.facilities != total {
                return Err(changed);
            }
            let ImportedFacilities { facilities, updated, unchanged } = imported;
            let after = Some(json!({ "facilities": facilities, "updated": updated, "unchanged": unchanged }));
            let change = AuditChange { action: "import", resource: "facility", resource_id: None, before: None, after };
            audit::record(conn, Schema::Organization, &actor, change, now).await?;
            Ok(imported)
        }
        .boxed()
    });
    unit.await
}

async fn write_batch(
    conn: &mut Conn,
    batch: Vec<FacilityFields>,
    known: &mut KnownFacilities,
    imported: &mut ImportedFacilities,
) -> Result<(), StoreError> {
    imported.facilities += batch.len() as u64;
    let mut new = Vec::new();
    for line in batch {
        match known.decide(&line) {
            LineAction::Insert => new.push(line),
            LineAction::Update(id) => {
                rows::update(conn, id, &line).await?;
                imported.updated += 1;
            }
            LineAction::Keep => imported.unchanged += 1,
        }
    }
    rows::insert_many(conn, &new).await?;
    Ok(())
}

/// Passes on every line, valid or not, until `take` stops.
fn read(
    source: &FacilityFile,
    take: &mut dyn FnMut(Result<FacilityFields, LineError>) -> ReadNext,
) -> Result<(), ImportError> {
    let extension = source.path.extension().and_then(|extension| extension.to_str()).unwrap_or_default();
    match extension.to_ascii_lowercase().as_str() {
        "geojson" | "json" => geojson::read(source, take),
        _ => csv::read(source, take),
    }
}

/// Checks every line and writes nothing. Returns the number of facilities, or the first errors.
pub fn check_file(source: &FacilityFile, progress: &Progress) -> Result<u64, ImportError> {
    let (mut errors, mut count) = (Vec::new(), 0);
    read(source, &mut |line| {
        count += 1;
        if count % BATCH_ROWS as u64 == 0 {
            progress(count, None);
        }
        errors.extend(line.err());
        if errors.len() < MAX_ERRORS { ReadNext::Continue } else { ReadNext::Stop }
    })?;
    if errors.is_empty() { Ok(count) } else { Err(ImportError::Lines(errors)) }
}

/// Reads the file in batches on a blocking thread, a few batches ahead of the receiver.
fn read_batches(source: FacilityFile) -> mpsc::Receiver<Result<Vec<FacilityFields>, ImportError>> {
    let (sender, receiver) = mpsc::channel(4);
    tokio::task::spawn_blocking(move || {
        let mut batch = Vec::with_capacity(BATCH_ROWS);
        let mut line_error = None;
        let read = read(&source, &mut |line| {
            match line {
                Ok(fields) => batch.push(fields),
                Err(error) => line_error = Some(error),
            }
            let is_full = batch.len() == BATCH_ROWS;
            let is_accepted = !is_full || sender.blocking_send(Ok(std::mem::take(&mut batch))).is_ok();
            if line_error.is_none() && is_accepted { ReadNext::Continue } else { ReadNext::Stop }
        });
        // An error that the first pass did not find: the file has changed, and nothing is imported.
        let rest = match (read, line_error) {
            (Err(error), _) => Err(error),
            (Ok(()), Some(error)) => Err(ImportError::Lines(vec![error])),
            (Ok(()), None) => Ok(batch),
        };
        let _ = sender.blocking_send(rest);
    });
    receiver
}
