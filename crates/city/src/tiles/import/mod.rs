//! Importing tiles: every good file of a folder, checked down to its last pixel, several at a time; each bad one is named
//! with its reason. Run again it goes on where it was: what is there already is left alone.
//!
//! An image is in its place before its row is written, so that no row ever points to nothing.

mod candidate;
mod find;
mod manifest;
mod outcome;
mod take;

pub use outcome::{ImportError, Remark, Skipped};

use super::TileFields;
use crate::facilities::Places;
use candidate::Candidate;
use rayon::prelude::*;
use std::collections::HashMap;
use std::path::Path;
use std::sync::Arc;
use stormwire_clock::Clock;
use stormwire_store::tables::audit::Actor;
use stormwire_store::tables::tile as rows;
use stormwire_store::{Store, StoreError};
use take::{Taken, Taker};

/// Files that are taken between two writes to the database.
const BATCH: usize = 64;

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Imported {
    /// New, or changed since the last time.
    pub imported: u64,
    pub unchanged: u64,
    pub skipped: Vec<Skipped>,
    /// Taken, but perhaps not meant so.
    pub remarks: Vec<Remark>,
}

/// How far it is: files looked at, of how many.
pub type Progress = Arc<dyn Fn(u64, u64) + Send + Sync>;

/// What is imported, and to where.
#[derive(Debug, Clone)]
pub struct Delivery<'a> {
    /// The folder with the files.
    pub from: &'a Path,
    pub to: &'a Path,
    /// Where photos of the city may lie.
    pub places: Arc<Places>,
}

/// Imports a folder into the media folder.
pub async fn import(
    store: &Store,
    clock: &dyn Clock,
    delivery: Delivery<'_>,
    actor: Actor,
    progress: Progress,
) -> Result<Imported, ImportError> {
    let source = delivery.from.to_owned();
    let (candidates, skipped) = blocking(move || find::find(&source)).await??;
    let mut done = Imported { skipped, ..Imported::default() };
    let known = rows::list(&mut store.reader().await?).await?;
    let known: HashMap<(String, i32), TileFields> =
        known.into_iter().map(|tile| ((tile.fields.slug.clone(), tile.fields.year), tile.fields)).collect();
    let taker = Arc::new(Taker::new(delivery.to, known, delivery.places));
    let (total, mut looked) = (candidates.len() as u64, 0);
    for batch in candidates.chunks(BATCH) {
        let (batch, taker) = (batch.to_vec(), taker.clone());
        let count = batch.len() as u64;
        let outcomes = blocking(move || take_all(&taker, &batch)).await?;
        let mut new = Vec::new();
        for outcome in outcomes {
            match outcome {
                Taken::New(fields, remarks) => {
                    new.push(fields);
                    done.remarks.extend(remarks);
                }
                Taken::Unchanged => done.unchanged += 1,
                Taken::Skipped(skipped) => done.skipped.push(skipped),
            }
        }
        done.imported += new.len() as u64;
        if !new.is_empty() {
            super::register(store, new, actor.clone(), clock.now()).await?;
        }
        looked += count;
        progress(looked, total);
    }
    done.skipped.sort();
    done.remarks.sort();
    Ok(done)
}

fn take_all(taker: &Taker, batch: &[Candidate]) -> Vec<Taken> {
    batch.par_iter().map(|candidate| taker.take(candidate)).collect()
}

/// Files and pixels keep a thread busy: not one of those that answer requests.
async fn blocking<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> Result<T, StoreError> {
    tokio::task::spawn_blocking(work).await.map_err(|_| StoreError::Panicked)
}
