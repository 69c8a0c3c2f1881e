//! The audit trail: who changed what and when, with the values before and after. Written in the transaction of the change.

use crate::revisions;
use jiff::Timestamp;
use std::net::IpAddr;
pub(super) use stormwire_store::tables::audit as rows;
use stormwire_store::tables::audit::{Actor, AuditChange};
use stormwire_store::{Conn, Schema, Store, StoreError};

pub use stormwire_store::tables::audit::{AuditCursor, AuditEntry, AuditFilter};

/// `schema` must be the schema of the unit of work. A change of a watcher, an action, a policy or a sink is a revision too.
pub async fn record(
    conn: &mut Conn,
    schema: Schema,
    actor: &Actor,
    change: AuditChange,
    now: Timestamp,
) -> Result<(), StoreError> {
    let target = revisions::target(&change);
    rows::insert(conn, schema, actor, change, now).await?;
    match target {
        Some(target) => revisions::record(conn, target, actor, now).await,
        None => Ok(()),
    }
}

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
