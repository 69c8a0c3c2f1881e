//! What an import would do, without doing it.

use super::counts::ImportedFacilities;
use super::file::{FacilityFile, ReadNext};
use super::plan::{ImportPlan, PlannedRow, RowChange};
use super::reader::read;
use super::row::FileRow;
use crate::{ImportError, LineError};
use stormwire_clock::{Clock, blocking};
use stormwire_store::tables::{facility as rows, policy};
use stormwire_store::{Store, StoreError};

/// Longer files are imported by the command line.
pub const MAX_PREVIEW_ROWS: usize = 10_000;

/// Every row of the file, in its order.
#[derive(Debug)]
pub struct ImportPreview {
    pub rows: Vec<Result<PlannedRow, LineError>>,
}

impl ImportPreview {
    /// What would be imported if the rejected rows were not there.
    pub fn counts(&self) -> ImportedFacilities {
        let mut counts = ImportedFacilities::default();
        for row in self.rows.iter().flatten() {
            match row.change {
                RowChange::Add(_) => counts.added += 1,
                RowChange::Update { .. } => counts.updated += 1,
                RowChange::Keep(_) => counts.unchanged += 1,
            }
        }
        counts
    }

    pub fn rejected(&self) -> impl Iterator<Item = &LineError> {
        self.rows.iter().filter_map(|row| row.as_ref().err())
    }
}

/// Reads all of the file, on a blocking thread. An unreadable file or header is an error.
pub async fn preview(store: &Store, clock: &dyn Clock, source: FacilityFile) -> Result<ImportPreview, ImportError> {
    let mut conn = store.reader().await?;
    let (known, policies) = (rows::list(&mut conn, None, u32::MAX).await?, policy::list(&mut conn, None).await?);
    let plan = ImportPlan::new(known, policies, source.map.srid());
    let read = blocking(clock, move || plan_rows(&source, plan)).await;
    read.map_err(|_| StoreError::Panicked)?
}

fn plan_rows(source: &FacilityFile, mut plan: ImportPlan) -> Result<ImportPreview, ImportError> {
    let mut rows = Vec::new();
    read(source, &mut |row: Result<FileRow, LineError>| {
        rows.push(row.and_then(|row| plan.plan(row)));
        if rows.len() <= MAX_PREVIEW_ROWS { ReadNext::Continue } else { ReadNext::Stop }
    })?;
    if rows.len() > MAX_PREVIEW_ROWS {
        let problem =
            format!("more than {MAX_PREVIEW_ROWS} rows; split the file, or use `stormwire facilities import`");
        return Err(source.unreadable_file_error(&problem));
    }
    Ok(ImportPreview { rows })
}
