//! The audit trail: who changed what and when, with the values before and after. Written in the transaction of the change.

use std::net::IpAddr;
pub(super) use stormwire_store::tables::audit as rows;
use stormwire_store::tables::audit::Actor;
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

/// A person who is signing in or out, or uses a token.
pub(super) fn actor(username: &str, from: IpAddr) -> Actor {
    Actor { username: username.to_owned(), request_id: None, address: Some(from) }
}
