//! Tests push notifications for real: creates a subscription, which makes the provider call this service, and deletes it.

use super::Admin;
use crate::client_state;
use crate::error::WatcherError;
use crate::mailboxes::OpenMailbox;
use futures_util::FutureExt;
use stormwire_graph::{FolderId, MailError, SubscriptionRequest};
use stormwire_store::tables::subscription;
use stormwire_store::{Schema, StoreError};

/// The shortest lifetime that the provider grants. If the process dies before it deletes the subscription, it ends soon, or
/// the cleanup at the next start deletes it.
const TEST_LIFETIME_MINUTES: u32 = 45;

impl Admin {
    pub(super) async fn test_subscription(
        &self,
        open: &OpenMailbox,
        folder: &FolderId,
    ) -> Result<String, WatcherError> {
        let request = SubscriptionRequest {
            folder: folder.clone(),
            notification_url: self.notification_url.clone(),
            lifecycle_url: self.lifecycle_url.clone(),
            client_state: client_state::generate(self.rng.as_ref()),
            minutes: TEST_LIFETIME_MINUTES,
        };
        let created = match open.mailbox.subscribe(&request).await {
            Ok(created) => created,
            // The provider allows one per folder, and the watcher has it.
            Err(MailError::AlreadyExists { .. }) => {
                return Ok(format!("The provider already sends notifications to {}.", self.notification_url));
            }
            Err(error) => return Err(error.into()),
        };
        // Notifications for it may still arrive after it was deleted.
        let (id, now) = (created.id.as_str().to_owned(), self.clock.now());
        let unit = self.store.write::<_, StoreError, _>(Schema::It, move |conn| {
            async move { subscription::mark_retired(conn, &id, now).await }.boxed()
        });
        unit.await?;
        open.mailbox.unsubscribe(&created.id).await?;
        Ok(format!("The provider accepted a test subscription and can reach {}.", self.notification_url))
    }
}
