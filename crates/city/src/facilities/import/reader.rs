//! Reads a file row by row, in either format.

use super::file::{FacilityFile, FacilityFormat, ReadNext};
use super::row::FileRow;
use super::{csv, geojson};
use crate::{ImportError, LineError};
use std::sync::Arc;
use tokio::sync::mpsc;

const BATCH_ROWS: usize = 1_000;
/// Errors reported at once.
pub(super) const MAX_ERRORS: usize = 20;

/// Called with the rows checked, then with the rows written and their total.
pub type Progress = Arc<dyn Fn(u64, Option<u64>) + Send + Sync>;

/// Passes on every line, valid or not, until `take` stops.
pub(super) fn read(
    source: &FacilityFile,
    take: &mut dyn FnMut(Result<FileRow, LineError>) -> ReadNext,
) -> Result<(), ImportError> {
    match source.format {
        FacilityFormat::GeoJson => geojson::read(source, take),
        FacilityFormat::Csv => csv::read(source, take),
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
pub(super) fn read_batches(source: FacilityFile) -> mpsc::Receiver<Result<Vec<FileRow>, ImportError>> {
    let (sender, receiver) = mpsc::channel(4);
    tokio::task::spawn_blocking(move || {
        let mut batch = Vec::with_capacity(BATCH_ROWS);
        let mut line_error = None;
        let read = read(&source, &mut |line| {
            match line {
                Ok(row) => batch.push(row),
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
