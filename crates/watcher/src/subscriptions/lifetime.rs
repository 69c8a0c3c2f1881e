//! Creates, renews, checks and releases the subscription of one watcher.

use super::Subscriptions;
use super::clear::release;
use crate::client_state;
use crate::error::WatcherError;
use crate::jobs::watcher_loop::ReconcileJob;
use crate::mailboxes::OpenMailbox;
use futures_util::FutureExt;
use jiff::Timestamp;
use secrecy::SecretString;
use stormwire_graph::{MailError, Subscription, SubscriptionId, SubscriptionRequest};
use stormwire_store::tables::sealed::SealedColumn;
use stormwire_store::tables::subscription;
use stormwire_store::tables::watcher::{self, Watcher};
use stormwire_store::{LockTarget, Schema, StoreError, WatcherId, lock_for_update, queue};

impl Subscriptions {
    /// Stores the client state before the request and the id after it, because a notification may arrive in between.
    /// Returns the expiry.
    pub(super) async fn create(&self, watcher: &Watcher) -> Result<Timestamp, WatcherError> {
        self.release(watcher).await?;
        let open = self.mailboxes.open(&watcher.fields).await?;
        let folder = self.mailboxes.resolve_folder(watcher, &open).await?;
        let client_state = client_state::generate(self.rng.as_ref());
        self.store_client_state(watcher.id, &client_state).await?;
        let request = SubscriptionRequest {
            folder,
            notification_url: self.notification_url.clone(),
            lifecycle_url: self.lifecycle_url.clone(),
            client_state,
            minutes: self.lifetime_minutes(),
        };
        match open.mailbox.subscribe(&request).await {
            Ok(created) => self.store_created(watcher.id, &open, created, request.client_state).await,
            Err(error) => {
                // If it was created anyway, its notifications are recognized by the client state.
                if !matches!(error, MailError::OutcomeUnknown { .. }) {
                    self.clear(watcher.id).await?;
                }
                Err(error.into())
            }
        }
    }

    /// Deletes the new subscription if the watcher was changed meanwhile: every change that affects the subscription
    /// removes the client state.
    async fn store_created(
        &self,
        watcher_id: WatcherId,
        open: &OpenMailbox,
        created: Subscription,
        client_state: SecretString,
    ) -> Result<Timestamp, WatcherError> {
        let (id, expires_at, now) = (created.id.as_str().to_owned(), created.expires_at, self.clock.now());
        let secrets = self.secrets.clone();
        let unit = self.store.write(Schema::It, move |conn| {
            async move {
                lock_for_update(conn, LockTarget::Watcher(watcher_id)).await?;
                let is_wanted = match watcher::get(conn, watcher_id).await? {
                    Some(watcher) => client_state::belongs_to(&secrets, &watcher, &client_state)?,
                    None => false,
                };
                if is_wanted {
                    subscription::put_created(conn, watcher_id, &id, expires_at, now).await?;
                    // Messages that arrived after the last poll and before the subscription need another poll.
                    queue::enqueue(conn, &ReconcileJob { watcher_id }, now, now).await?;
                } else {
                    subscription::mark_retired(conn, &id, now).await?;
                }
                Ok::<_, WatcherError>(is_wanted)
            }
            .boxed()
        });
        if !unit.await? {
            open.mailbox.unsubscribe(&created.id).await?;
        }
        Ok(expires_at)
    }

    pub(super) async fn renew(&self, watcher: &Watcher) -> Result<Timestamp, WatcherError> {
        let Some(id) = watcher.state.subscription_id.clone() else { return self.create(watcher).await };
        let open = self.mailboxes.open(&watcher.fields).await?;
        match open.mailbox.renew(&SubscriptionId::new(&id), self.lifetime_minutes()).await {
            Ok(renewed) => {
                let (watcher_id, expires_at, now) = (watcher.id, renewed.expires_at, self.clock.now());
                let unit = self.store.write::<_, StoreError, _>(Schema::It, move |conn| {
                    async move { subscription::put_renewed(conn, watcher_id, &id, expires_at, now).await }.boxed()
                });
                unit.await?;
                Ok(expires_at)
            }
            Err(MailError::NotFound { .. }) => self.create(watcher).await,
            Err(error) => Err(error.into()),
        }
    }

    /// Asks the provider about the subscription. Returns the expiry; `None` if it needs another one, because the provider has removed
    /// it or because it has an outdated notification URL.
    pub(super) async fn check(&self, watcher: &Watcher) -> Result<Option<Timestamp>, WatcherError> {
        let Some(id) = watcher.state.subscription_id.clone() else { return Ok(None) };
        let open = self.mailboxes.open(&watcher.fields).await?;
        let found = open.mailbox.subscription(&SubscriptionId::new(&id)).await?;
        let is_ours =
            |found: &Subscription| found.notification_url.is_empty() || found.notification_url == self.notification_url;
        let Some(found) = found.filter(is_ours) else { return Ok(None) };
        let (watcher_id, expires_at, now) = (watcher.id, found.expires_at, self.clock.now());
        let unit = self.store.write::<_, StoreError, _>(Schema::It, move |conn| {
            async move { subscription::put_confirmed(conn, watcher_id, &id, expires_at, now).await }.boxed()
        });
        unit.await?;
        Ok(Some(expires_at))
    }

    pub(super) async fn release(&self, watcher: &Watcher) -> Result<(), StoreError> {
        let (watcher, now) = (watcher.clone(), self.clock.now());
        let unit = self.store.write(Schema::It, move |conn| async move { release(conn, &watcher, now).await }.boxed());
        unit.await
    }

    async fn clear(&self, watcher_id: WatcherId) -> Result<(), StoreError> {
        self.store.write(Schema::It, move |conn| subscription::clear(conn, watcher_id).boxed()).await
    }

    async fn store_client_state(&self, watcher_id: WatcherId, client_state: &SecretString) -> Result<(), WatcherError> {
        let (secrets, client_state) = (self.secrets.clone(), client_state.clone());
        let unit = self.store.write(Schema::It, move |conn| {
            async move {
                subscription::begin_creating(conn, watcher_id).await?;
                let sealed = secrets.seal(&SealedColumn::ClientState.location(watcher_id.get()), &client_state)?;
                SealedColumn::ClientState.store_sealed_value(conn, watcher_id.get(), sealed).await?;
                Ok::<_, WatcherError>(())
            }
            .boxed()
        });
        unit.await
    }

    fn lifetime_minutes(&self) -> u32 {
        u32::try_from(self.cadence.subscription_lifetime.as_secs() / 60).unwrap_or(u32::MAX)
    }
}
