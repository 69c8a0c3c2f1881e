//! Enqueues the periodic loops, which are recurring queue items.

use crate::abandoned::end_abandoned;
use crate::jobs::health::HealthJob;
use crate::jobs::subscription::SubscriptionJob;
use crate::jobs::watcher_loop::{CanaryJob, FullScanJob, JunkCheckJob, ReconcileJob};
use futures_util::FutureExt;
use futures_util::future::BoxFuture;
use jiff::Timestamp;
use stormwire_lightning::source;
use stormwire_store::tables::watcher::{self, WatcherKind};
use stormwire_store::{Conn, StoreError, WatcherId, queue};
use stormwire_workflow::handlers::check_all_clear_mails;

/// Enqueues every loop that is not in the queue. Called at every start.
pub async fn schedule(conn: &mut Conn, now: Timestamp) -> Result<(), StoreError> {
    for watcher in watcher::list(conn).await?.iter().filter(|watcher| watcher.fields.is_enabled) {
        schedule_watcher(conn, watcher.id, watcher.fields.kind, now).await?;
    }
    end_abandoned(conn, now).await?;
    queue::enqueue(conn, &HealthJob {}, now, now).await?;
    Ok(())
}

/// After a change of its actions: a watcher that feeds strikes now polls more often than before, and delivery is checked.
pub(crate) async fn schedule_feed(conn: &mut Conn, watcher_id: WatcherId, now: Timestamp) -> Result<(), StoreError> {
    let Some(watcher) = watcher::get(conn, watcher_id).await? else { return Ok(()) };
    if !watcher.fields.is_enabled || !source::is_feeding(conn, watcher_id).await? {
        return Ok(());
    }
    queue::enqueue(conn, &ReconcileJob { watcher_id }, now, now).await?;
    if watcher.fields.kind == WatcherKind::Mailbox {
        schedule_delivery_checks(conn, watcher_id, now).await?;
    }
    Ok(())
}

async fn schedule_delivery_checks(conn: &mut Conn, watcher_id: WatcherId, now: Timestamp) -> Result<(), StoreError> {
    queue::enqueue(conn, &CanaryJob { watcher_id }, now, now).await?;
    queue::enqueue(conn, &JunkCheckJob { watcher_id }, now, now).await?;
    Ok(())
}

/// Makes everything that follows status events run now: the watchers of status events, and all-clear mails that are to come. Called
/// in the unit that records the events.
pub fn wake_event_readers(conn: &mut Conn, now: Timestamp) -> BoxFuture<'_, Result<(), StoreError>> {
    async move {
        for watcher in watcher::list(conn).await? {
            if watcher.fields.is_enabled && watcher.fields.kind == WatcherKind::StatusEvent {
                queue::enqueue(conn, &ReconcileJob { watcher_id: watcher.id }, now, now).await?;
            }
        }
        check_all_clear_mails(conn, now).await
    }
    .boxed()
}

/// The loops of one watcher, all due now.
pub(crate) async fn schedule_watcher(
    conn: &mut Conn,
    watcher_id: WatcherId,
    kind: WatcherKind,
    now: Timestamp,
) -> Result<(), StoreError> {
    queue::enqueue(conn, &ReconcileJob { watcher_id }, now, now).await?;
    if kind != WatcherKind::Mailbox {
        return Ok(());
    }
    queue::enqueue(conn, &SubscriptionJob::check(watcher_id), now, now).await?;
    queue::enqueue(conn, &FullScanJob { watcher_id }, now, now).await?;
    if source::is_feeding(conn, watcher_id).await? {
        schedule_delivery_checks(conn, watcher_id, now).await?;
    }
    Ok(())
}
