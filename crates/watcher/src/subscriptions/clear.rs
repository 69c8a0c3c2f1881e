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
    clear(conn, watcher.id, Some(id), now).await?;
    let job = UnsubscribeJob {
        subscription_id: id.clone(),
        credential_id: watcher.fields.credential_id,
        mailbox: watcher.fields.mailbox_address.clone(),
    };
    queue::enqueue(conn, &job, now, now).await.map(|_| ())
}

/// `retired` is the id of the subscription that the watcher had, if known.
pub(crate) async fn clear(
    conn: &mut Conn,
    watcher_id: WatcherId,
    retired: Option<&str>,
    now: Timestamp,
) -> Result<(), StoreError> {
    subscription::clear(conn, watcher_id).await?;
    match retired {
        Some(id) => subscription::mark_retired(conn, id, now).await,
        None => Ok(()),
    }
}
