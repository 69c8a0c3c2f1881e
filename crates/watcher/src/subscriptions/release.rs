//! Within a unit: a watcher gives up the subscription that it holds.

use crate::jobs::unsubscribe::UnsubscribeJob;
use jiff::Timestamp;
use std::time::Duration;
use stormwire_store::tables::subscription;
use stormwire_store::tables::watcher::Watcher;
use stormwire_store::{Conn, StoreError, WatcherId, queue};

/// So long, late notifications of a subscription that we gave up are recognized as ours.
pub(crate) const RETIRED: Duration = Duration::from_hours(7 * 24);

/// Forgets the subscription here at once; the queue deletes it at the provider.
pub(crate) async fn release(conn: &mut Conn, watcher: &Watcher, now: Timestamp) -> Result<(), StoreError> {
    let Some(id) = &watcher.state.subscription_id else { return subscription::clear(conn, watcher.id).await };
    forget(conn, watcher.id, Some(id), now).await?;
    let job = UnsubscribeJob {
        subscription_id: id.clone(),
        credential_id: watcher.fields.credential_id,
        mailbox: watcher.fields.mailbox_address.clone(),
    };
    queue::enqueue(conn, &job, now, now).await.map(|_| ())
}

/// The watcher holds no subscription from now on; `retired` is the one that it held.
pub(crate) async fn forget(
    conn: &mut Conn,
    watcher_id: WatcherId,
    retired: Option<&str>,
    now: Timestamp,
) -> Result<(), StoreError> {
    subscription::clear(conn, watcher_id).await?;
    match retired {
        Some(id) => subscription::retire(conn, id, now).await,
        None => Ok(()),
    }
}
