//! The audit trail: who changed what and when, with the values before and after. Written in the transaction of the change.

use stormwire_store::tables::audit as rows;
use stormwire_store::{Store, StoreError};

pub use stormwire_store::tables::audit::{AuditCursor, AuditEntry, insert as record};

/// Newest first, starting after the cursor.
pub async fn list(store: &Store, cursor: Option<AuditCursor>, most: u32) -> Result<Vec<AuditEntry>, StoreError> {
    rows::list(&mut store.reader().await?, cursor, most).await
}
