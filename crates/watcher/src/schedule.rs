//! Enqueues the periodic loops, which are recurring queue items.

use crate::jobs::canary::CanaryJob;
use crate::jobs::full_scan::FullScanJob;
use crate::jobs::health::HealthJob;
use crate::jobs::junk_check::JunkCheckJob;
use crate::jobs::orphan_cleanup::OrphanCleanupJob;
use crate::jobs::reconcile::ReconcileJob;
use crate::jobs::subscription::SubscriptionJob;
use jiff::Timestamp;
use stormwire_lightning::source;
use stormwire_store::tables::watcher;
use stormwire_store::{Conn, StoreError, WatcherId, queue};

/// Enqueues every loop that is not in the queue. Called at every start.
pub async fn schedule(conn: &mut Conn, now: Timestamp) -> Result<(), StoreError> {
    for watcher in watcher::list(conn).await?.iter().filter(|watcher| watcher.fields.is_enabled) {
        schedule_watcher(conn, watcher.id, now).await?;
    }
    queue::enqueue(conn, &OrphanCleanupJob {}, now, now).await?;
    queue::enqueue(conn, &HealthJob {}, now, now).await?;
    Ok(())
}

/// After a change of its actions: a watcher that feeds strikes now polls more often than before, and delivery is checked.
pub(crate) async fn schedule_feed(conn: &mut Conn, watcher_id: WatcherId, now: Timestamp) -> Result<(), StoreError> {
    let is_enabled = watcher::get(conn, watcher_id).await?.is_some_and(|watcher| watcher.fields.is_enabled);
    if is_enabled && source::is_feeding(conn, watcher_id).await? {
        queue::enqueue(conn, &ReconcileJob { watcher_id }, now, now).await?;
        schedule_delivery_checks(conn, watcher_id, now).await?;
    }
    Ok(())
}

async fn schedule_delivery_checks(conn: &mut Conn, watcher_id: WatcherId, now: Timestamp) -> Result<(), StoreError> {
    queue::enqueue(conn, &CanaryJob { watcher_id }, now, now).await?;
    queue::enqueue(conn, &JunkCheckJob { watcher_id }, now, now).await?;
    Ok(())
}

/// The loops of one watcher, all due now.
pub(crate) async fn schedule_watcher(conn: &mut Conn, watcher_id: WatcherId, now: Timestamp) -> Result<(), StoreError> {
    queue::enqueue(conn, &ReconcileJob { watcher_id }, now, now).await?;
    queue::enqueue(conn, &SubscriptionJob::check(watcher_id), now, now).await?;
    queue::enqueue(conn, &FullScanJob { watcher_id }, now, now).await?;
    if source::is_feeding(conn, watcher_id).await? {
        schedule_delivery_checks(conn, watcher_id, now).await?;
    }
    Ok(())
}
