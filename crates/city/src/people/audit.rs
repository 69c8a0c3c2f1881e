//! The audit trail: who changed what, from what to what, when. Written in the transaction of the change itself.

use stormwire_store::tables::audit as rows;
use stormwire_store::{Store, StoreError};

pub use stormwire_store::tables::audit::{Cursor, Entry, insert as record};

/// The trail, newest first, from the cursor on.
pub async fn list(store: &Store, cursor: Option<Cursor>, most: u32) -> Result<Vec<Entry>, StoreError> {
    rows::list(&mut store.reader().await?, cursor, most).await
}
