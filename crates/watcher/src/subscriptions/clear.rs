//! Removes the subscription of a watcher, inside a unit.

use crate::jobs::unsubscribe::UnsubscribeJob;
use jiff::Timestamp;
use std::time::Duration;
use stormwire_store::tables::subscription;
use stormwire_store::tables::watcher::Watcher;
use stormwire_store::{Conn, StoreError, WatcherId, queue};

/// How long late notifications of a retired subscription are recognized.
pub(crate) const RETIRED_RETENTION: Duration = Duration::from_hours(7 * 24);

/// Clears the subscription at once. A queue job deletes it at the provider.
pub(crate) async fn release(conn: &mut Conn, watcher: &Watcher, now: Timestamp) -> Result<(), StoreError> {
    let Some(id) = &watcher.state.subscription_id else { return subscription::clear(conn, watcher.id).await };
    subscription::clear(conn, watcher.id).await?;
    subscription::mark_retired(conn, id, now).await?;
    let job = UnsubscribeJob {
        subscription_id: id.clone(),
        credential_id: watcher.fields.credential_id,
        mailbox: watcher.fields.mailbox_address.clone(),
    };
    queue::enqueue(conn, &job, now, now).await.map(|_| ())
}

/// After the provider has removed the subscription. Returns false, and changes nothing, if the watcher has another one by now.
pub(crate) async fn clear_removed(
    conn: &mut Conn,
    watcher_id: WatcherId,
    id: &str,
    now: Timestamp,
) -> Result<bool, StoreError> {
    let is_held = subscription::clear_held(conn, watcher_id, id).await?;
    if is_held {
        subscription::mark_retired(conn, id, now).await?;
    }
    Ok(is_held)
}
