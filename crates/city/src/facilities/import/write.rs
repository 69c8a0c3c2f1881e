//! Writes a file of facilities: all of it or nothing.

use super::counts::ImportedFacilities;
use super::file::FacilityFile;
use super::plan::{ImportPlan, PlannedRow, RowChange};
use super::reader::{MAX_ERRORS, Progress, check_file, read_batches};
use super::row::FileRow;
use crate::accounts::audit;
use crate::facilities::change;
use crate::{ImportError, LineError};
use futures_util::FutureExt;
use jiff::Timestamp;
use serde_json::json;
use stormwire_clock::{Clock, blocking};
use stormwire_store::tables::audit::{Actor, AuditChange};
use stormwire_store::tables::facility::{self as rows, FacilityFields};
use stormwire_store::tables::policy;
use stormwire_store::{Conn, LockTarget, Schema, Store, StoreError, lock_for_update};

pub async fn import(
    store: &Store,
    clock: &dyn Clock,
    source: FacilityFile,
    actor: Actor,
    progress: Progress,
) -> Result<ImportedFacilities, ImportError> {
    let (checked, seen) = (source.clone(), progress.clone());
    let total = blocking(clock, move || check_file(&checked, &seen)).await;
    let total = total.map_err(|_| StoreError::Panicked)??;
    let now = clock.now();
    let changed = source.unreadable_file_error(&"the file changed while it was read; nothing was imported, try again");
    // The unit also waits for the thread that reads the file.
    let outside = clock.outside();
    let unit = store.write(Schema::Organization, move |conn| {
        async move {
            let _outside = outside;
            // Two imports at once would both add a name that is new to them.
            lock_for_update(conn, LockTarget::FacilityImport).await?;
            let (known, policies) = (rows::list(conn, None, u32::MAX).await?, policy::list(conn, None).await?);
            let plan = ImportPlan::new(known, policies, source.map.srid());
            let mut writer = Writer::new(plan, actor, now);
            let mut batches = read_batches(source);
            while let Some(batch) = batches.recv().await {
                writer.write(conn, batch?).await?;
                progress(writer.imported.total(), Some(total));
            }
            if writer.errors.is_empty() && writer.imported.total() != total {
                return Err(changed);
            }
            writer.finish(conn).await
        }
        .boxed()
    });
    unit.await
}

/// Writes the planned rows and their audit entries, in one unit of work.
struct Writer {
    plan: ImportPlan,
    actor: Actor,
    now: Timestamp,
    imported: ImportedFacilities,
    errors: Vec<LineError>,
}

impl Writer {
    fn new(plan: ImportPlan, actor: Actor, now: Timestamp) -> Self {
        Self { plan, actor, now, imported: ImportedFacilities::default(), errors: Vec::new() }
    }

    async fn write(&mut self, conn: &mut Conn, batch: Vec<FileRow>) -> Result<(), ImportError> {
        let mut new: Vec<FacilityFields> = Vec::new();
        for row in batch {
            match self.plan.plan(row) {
                Err(error) => self.errors.push(error),
                Ok(PlannedRow { change: RowChange::Add(fields), .. }) => new.push(fields),
                Ok(PlannedRow { change: RowChange::Keep(_), .. }) => self.imported.unchanged += 1,
                Ok(PlannedRow { change: RowChange::Update { before, after }, .. }) => {
                    rows::update(conn, before.id, &after).await?;
                    let change = change::updated(&before, &change::with_id(before.id, after));
                    audit::record(conn, Schema::Organization, &self.actor, change, self.now).await?;
                    self.imported.updated += 1;
                }
            }
            if self.errors.len() >= MAX_ERRORS {
                return Err(ImportError::Lines(std::mem::take(&mut self.errors)));
            }
        }
        self.imported.added += rows::insert_many(conn, &new).await?;
        Ok(())
    }

    async fn finish(self, conn: &mut Conn) -> Result<ImportedFacilities, ImportError> {
        if !self.errors.is_empty() {
            return Err(ImportError::Lines(self.errors));
        }
        let ImportedFacilities { added, updated, unchanged } = self.imported;
        if added + updated > 0 {
            let facilities = self.imported.total();
            let after = json!({ "facilities": facilities, "added": added, "updated": updated, "unchanged": unchanged });
            let change = AuditChange {
                action: "import",
                resource: "facility",
                resource_id: None,
                before: None,
                after: Some(after),
            };
            audit::record(conn, Schema::Organization, &self.actor, change, self.now).await?;
        }
        Ok(self.imported)
    }
}
