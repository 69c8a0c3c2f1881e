//! The periodic loops are queue items that come back. This makes sure that they are in the queue.

use crate::jobs::health::HealthJob;
use crate::jobs::listing::ListingJob;
use crate::jobs::reconcile::ReconcileJob;
use crate::jobs::strays::StraysJob;
use crate::jobs::subscription::SubscriptionJob;
use jiff::Timestamp;
use stormwire_store::tables::watcher;
use stormwire_store::{Conn, StoreError, WatcherId, queue};

/// Enqueues every loop that is not in the queue; called at every start.
pub async fn schedule(conn: &mut Conn, now: Timestamp) -> Result<(), StoreError> {
    for watcher in watcher::list(conn).await?.iter().filter(|watcher| watcher.fields.is_enabled) {
        schedule_watcher(conn, watcher.id, now).await?;
    }
    queue::enqueue(conn, &StraysJob {}, now, now).await?;
    queue::enqueue(conn, &HealthJob {}, now, now).await?;
    Ok(())
}

/// The loops of one watcher, all due now.
pub(crate) async fn schedule_watcher(conn: &mut Conn, watcher_id: WatcherId, now: Timestamp) -> Result<(), StoreError> {
    queue::enqueue(conn, &ReconcileJob { watcher_id }, now, now).await?;
    queue::enqueue(conn, &SubscriptionJob::check(watcher_id), now, now).await?;
    queue::enqueue(conn, &ListingJob { watcher_id }, now, now).await?;
    Ok(())
}
