//! The audit trail: who changed what and when, with the values before and after. Written in the transaction of the change.

pub(super) use stormwire_store::tables::audit as rows;
use stormwire_store::{Store, StoreError};

pub use stormwire_store::tables::audit::{AuditCursor, AuditEntry, AuditFilter, insert as record};

/// Newest first, starting after the cursor.
pub async fn list(
    store: &Store,
    filter: &AuditFilter,
    cursor: Option<AuditCursor>,
    most: u32,
) -> Result<Vec<AuditEntry>, StoreError> {
    rows::list(&mut store.reader().await?, filter, cursor, most).await
}
