//! Ends what nobody continues, inside a unit.

use crate::jobs::orphan_cleanup::OrphanCleanupJob;
use jiff::Timestamp;
use stormwire_store::tables::abandoned;
use stormwire_store::{Conn, StoreError, queue};

/// Stored in the log.
const REASON: &str = "the watcher was deleted";

/// After a watcher was deleted, and at every start: services of earlier versions, and those that were stopped while they processed a
/// message, leave some. Returns how many messages had not finished.
pub(crate) async fn end_abandoned(conn: &mut Conn, now: Timestamp) -> Result<u64, StoreError> {
    let ended = abandoned::end(conn, REASON, now).await?;
    // Their working folders.
    queue::enqueue(conn, &OrphanCleanupJob {}, now, now).await?;
    Ok(ended)
}
