//! Importing facilities: all of a file or nothing of it, in bounded memory, with errors that name the line.
//!
//! The file is read twice: once to check every line, once to write. Between reader and database stands a short channel
//! of batches, so a file of any length needs the memory of a few thousand rows.

mod csv;
mod geojson;
mod source;

pub use source::{Fault, ImportError, Source};

use crate::people::audit;
use futures_util::FutureExt;
use serde_json::json;
use source::Next;
use std::sync::Arc;
use stormwire_clock::Clock;
use stormwire_store::tables::audit::{Actor, Change};
use stormwire_store::tables::facility::{self as rows, FacilityFields};
use stormwire_store::{Schema, Store, StoreError};
use tokio::sync::mpsc;

const BATCH: usize = 1_000;
/// As many errors as a person mends before trying again.
const MOST_FAULTS: usize = 20;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Imported {
    pub facilities: u64,
}

/// How far it is: rows checked, then rows written of how many.
pub type Progress = Arc<dyn Fn(u64, Option<u64>) + Send + Sync>;

pub async fn import(
    store: &Store,
    clock: &dyn Clock,
    source: Source,
    actor: Actor,
    progress: Progress,
) -> Result<Imported, ImportError> {
    let (checked, seen) = (source.clone(), progress.clone());
    let total = tokio::task::spawn_blocking(move || check(&checked, &seen)).await;
    let total = total.map_err(|_| StoreError::Panicked)??;
    let now = clock.now();
    let changed = source.unreadable(&"it has changed while it was read; nothing was imported");
    let unit = store.write(Schema::Organization, move |conn| {
        async move {
            let mut batches = batches(source);
            let mut written = 0;
            while let Some(batch) = batches.recv().await {
                written += rows::insert_many(conn, &batch?).await?;
                progress(written, Some(total));
            }
            if written != total {
                return Err(changed);
            }
            let after = Some(json!({ "facilities": written }));
            let change = Change { action: "import", resource: "facility", resource_id: None, before: None, after };
            audit::record(conn, Schema::Organization, &actor, change, now).await?;
            Ok(Imported { facilities: written })
        }
        .boxed()
    });
    unit.await
}

/// Gives every line, good or bad, until the receiver has enough.
fn read(source: &Source, take: &mut dyn FnMut(Result<FacilityFields, Fault>) -> Next) -> Result<(), ImportError> {
    let extension = source.path.extension().and_then(|extension| extension.to_str()).unwrap_or_default();
    match extension.to_ascii_lowercase().as_str() {
        "geojson" | "json" => geojson::read(source, take),
        _ => csv::read(source, take),
    }
}

/// Reads every line and counts them, or tells the first faults.
fn check(source: &Source, progress: &Progress) -> Result<u64, ImportError> {
    let (mut faults, mut count) = (Vec::new(), 0);
    read(source, &mut |line| {
        count += 1;
        if count % BATCH as u64 == 0 {
            progress(count, None);
        }
        faults.extend(line.err());
        if faults.len() < MOST_FAULTS { Next::GoOn } else { Next::Enough }
    })?;
    if faults.is_empty() { Ok(count) } else { Err(ImportError::Faults(faults)) }
}

/// The file in batches, read by a thread of its own, a few ahead of who takes them.
fn batches(source: Source) -> mpsc::Receiver<Result<Vec<FacilityFields>, ImportError>> {
    let (send, receive) = mpsc::channel(4);
    tokio::task::spawn_blocking(move || {
        let mut batch = Vec::with_capacity(BATCH);
        let mut fault = None;
        let read = read(&source, &mut |line| {
            match line {
                Ok(placed) => batch.push(placed),
                Err(found) => fault = Some(found),
            }
            let is_full = batch.len() == BATCH;
            let taken = !is_full || send.blocking_send(Ok(std::mem::take(&mut batch))).is_ok();
            if fault.is_none() && taken { Next::GoOn } else { Next::Enough }
        });
        // A fault that was not there when the lines were checked: the file has changed, and nothing is imported.
        let rest = match (read, fault) {
            (Err(error), _) => Err(error),
            (Ok(()), Some(fault)) => Err(ImportError::Faults(vec![fault])),
            (Ok(()), None) => Ok(batch),
        };
        let _ = send.blocking_send(rest);
    });
    receive
}
