//! Handles the provider's notifications: which ones belong to a watcher, and what they trigger. Accepted notifications are
//! durable before the provider gets its response.
//!
//! Anyone can send a webhook request. Requests that are not genuine share nothing with genuine ones except the read of the
//! watchers, which costs the same for any number of requests: they never wait for each other.

use super::batch::RequestBatch;
use super::shared_read::SharedRead;
use crate::cadence::poll_after_notification;
use crate::client_state;
use crate::detection::{DetectedMessage, Detection};
use crate::error::WatcherError;
use crate::jobs::subscription::SubscriptionJob;
use crate::jobs::watcher_loop::ReconcileJob;
use crate::subscriptions::clear::{RETIRED_RETENTION, clear_removed};
use futures_util::FutureExt;
use jiff::Timestamp;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use stormwire_city::secrets::Secrets;
use stormwire_clock::{Clock, Rng, earlier};
use stormwire_graph::{Notification, NotificationEvent};
use stormwire_lightning::source;
use stormwire_store::tables::claim::TriggerEvent;
use stormwire_store::tables::subscription;
use stormwire_store::tables::watcher::{self, Watcher};
use stormwire_store::{Conn, Schema, Store, StoreError, WatcherId, queue};
use tokio::sync::{Semaphore, oneshot};

/// Whether a request from the provider was accepted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NotificationAcceptance {
    /// At least one notification belongs to a watcher.
    Accepted,
    /// No notification belongs to a watcher. Nothing was written.
    Rejected,
}

type NotificationResult = Result<NotificationAcceptance, WatcherError>;

type WorkByWatcher = BTreeMap<WatcherId, TriggeredWork>;

/// The work of one genuine request, and the channel for its response.
struct PendingRequest {
    work: WorkByWatcher,
    response: oneshot::Sender<NotificationResult>,
}

/// The work that the accepted notifications of one watcher trigger.
#[derive(Debug, Default)]
struct TriggeredWork {
    messages: Vec<DetectedMessage>,
    poll: bool,
    /// When to poll if the watcher feeds strikes.
    poll_if_feeding: Option<Timestamp>,
    renew: bool,
    /// The subscriptions that the provider has removed, of which the watcher may have another one by now.
    removed: BTreeSet<String>,
}

pub(super) struct NotificationReceiver {
    store: Store,
    clock: Arc<dyn Clock>,
    rng: Arc<dyn Rng>,
    secrets: Secrets,
    watchers: SharedRead<Arc<[Watcher]>>,
    batch: RequestBatch<PendingRequest>,
    /// For requests that are not genuine, one at a time.
    unverified: Semaphore,
}

impl NotificationReceiver {
    pub(super) fn new(store: Store, clock: Arc<dyn Clock>, rng: Arc<dyn Rng>, secrets: Secrets) -> Self {
        let (watchers, batch) = (SharedRead::default(), RequestBatch::default());
        Self { store, clock, rng, secrets, watchers, batch, unverified: Semaphore::new(1) }
    }

    pub(super) async fn receive(self: &Arc<Self>, notifications: Vec<Notification>) -> NotificationResult {
        // In a burst the units set the pace: more reads would only take time from them.
        let watchers = self.watchers.get(self.batch.room(), self.read_watchers()).await?;
        let (mut work, now) = (WorkByWatcher::new(), self.clock.now());
        let mut unknown_ids = BTreeSet::new();
        for notification in notifications {
            match self.watcher_of(&watchers, &notification)? {
                Some(watcher) => work.entry(watcher.id).or_default().add(watcher, notification.event, now),
                // PostgreSQL cannot store a zero byte, so no retired id contains one.
                None => unknown_ids
                    .extend(notification.subscription.map(|id| id.as_str().to_owned()).filter(|id| !id.contains('\0'))),
            }
        }
        if work.is_empty() { self.check_retired(unknown_ids).await } else { self.store_in_batch(work).await }
    }

    /// Late notifications of a retired subscription are accepted and ignored.
    async fn check_retired(&self, ids: BTreeSet<String>) -> NotificationResult {
        if ids.is_empty() {
            return Ok(NotificationAcceptance::Rejected);
        }
        let _permit = self.unverified.acquire().await;
        let since = earlier(self.clock.now(), RETIRED_RETENTION);
        let is_retired = subscription::is_any_retired(&mut self.store.reader().await?, &ids, since).await?;
        Ok(if is_retired { NotificationAcceptance::Accepted } else { NotificationAcceptance::Rejected })
    }

    async fn store_in_batch(self: &Arc<Self>, work: WorkByWatcher) -> NotificationResult {
        let (response, responded) = oneshot::channel();
        if self.batch.push(PendingRequest { work, response }) {
            // A separate task: if this request is dropped, the others in the batch must still be stored.
            tokio::spawn(self.clone().store_pending());
        }
        responded.await.unwrap_or_else(|_| Err(StoreError::Panicked.into()))
    }

    async fn store_pending(self: Arc<Self>) {
        loop {
            while let Some(requests) = self.batch.take() {
                let receiver = self.clone();
                let stored = tokio::spawn(async move { receiver.store_requests(requests).await });
                // After a panic the response channels are dropped, and the receivers return an error.
                let _ = stored.await;
            }
            if !self.batch.end_unit() {
                return;
            }
        }
    }

    async fn store_requests(&self, requests: Vec<PendingRequest>) {
        let (mut work, mut responses) = (WorkByWatcher::new(), Vec::new());
        for request in requests {
            for (watcher_id, triggered) in request.work {
                work.entry(watcher_id).or_default().merge(triggered);
            }
            responses.push(request.response);
        }
        let stored = self.store_work(work).await;
        for response in responses {
            // The client may have disconnected.
            let _ =
                response.send(stored.clone().map(|()| NotificationAcceptance::Accepted).map_err(WatcherError::from));
        }
    }

    async fn read_watchers(&self) -> Result<Arc<[Watcher]>, StoreError> {
        Ok(watcher::list(&mut self.store.reader().await?).await?.into())
    }

    /// The watcher that holds the subscription, or the one that is creating a subscription with this client state: its id
    /// is not known yet.
    fn watcher_of<'w>(
        &self,
        watchers: &'w [Watcher],
        notification: &Notification,
    ) -> Result<Option<&'w Watcher>, WatcherError> {
        let (Some(id), Some(given)) = (&notification.subscription, &notification.client_state) else {
            return Ok(None);
        };
        let holder = watchers.iter().find(|watcher| {
            watcher.state.subscription_id.as_deref().is_some_and(|held| held.eq_ignore_ascii_case(id.as_str()))
        });
        if let Some(watcher) = holder {
            return Ok(client_state::belongs_to(&self.secrets, watcher, given)?.then_some(watcher));
        }
        for watcher in watchers.iter().filter(|watcher| watcher.state.subscription_id.is_none()) {
            if client_state::belongs_to(&self.secrets, watcher, given)? {
                return Ok(Some(watcher));
            }
        }
        Ok(None)
    }

    /// Stores everything in one unit: each request gets one response for all its notifications.
    async fn store_work(&self, work: WorkByWatcher) -> Result<(), StoreError> {
        if work.is_empty() {
            return Ok(());
        }
        let now = self.clock.now();
        let each = work.into_iter().map(|(watcher_id, mut triggered)| {
            let messages = std::mem::take(&mut triggered.messages);
            let detection = Detection::new(watcher_id, TriggerEvent::Notification, messages, self.rng.as_ref(), now);
            (watcher_id, detection, triggered)
        });
        let each: Vec<_> = each.collect();
        let unit = self.store.write(Schema::It, move |conn| {
            async move {
                for (watcher_id, detection, triggered) in each {
                    detection.claim(conn).await?;
                    triggered.enqueue(conn, watcher_id, now).await?;
                }
                Ok::<_, StoreError>(())
            }
            .boxed()
        });
        unit.await
    }
}

impl TriggeredWork {
    fn add(&mut self, watcher: &Watcher, event: NotificationEvent, now: Timestamp) {
        match event {
            NotificationEvent::Created(key) => {
                self.poll_if_feeding = poll_after_notification(watcher, now);
                self.messages.push(DetectedMessage { message_key: key.as_str().to_owned(), received_at: None });
            }
            NotificationEvent::Missed => self.poll = true,
            NotificationEvent::ReauthorizationRequired => (self.poll, self.renew) = (true, true),
            NotificationEvent::SubscriptionRemoved => {
                self.poll = true;
                self.removed.extend(watcher.state.subscription_id.clone());
            }
            NotificationEvent::Other => {}
        }
    }

    /// Adds the work of a later request.
    fn merge(&mut self, mut later: Self) {
        self.messages.append(&mut later.messages);
        self.poll |= later.poll;
        self.poll_if_feeding = [self.poll_if_feeding, later.poll_if_feeding].into_iter().flatten().min();
        self.renew |= later.renew;
        self.removed.append(&mut later.removed);
    }

    /// Enqueues the jobs that the notifications trigger, apart from those of the messages.
    async fn enqueue(self, conn: &mut Conn, watcher_id: WatcherId, now: Timestamp) -> Result<(), StoreError> {
        let mut needs_another = false;
        for id in &self.removed {
            needs_another |= clear_removed(conn, watcher_id, id, now).await?;
        }
        if self.renew {
            queue::enqueue(conn, &SubscriptionJob::renew(watcher_id, now), now, now).await?;
        } else if needs_another {
            queue::enqueue(conn, &SubscriptionJob::check(watcher_id), now, now).await?;
        }
        let poll_at = match self.poll_if_feeding {
            _ if self.poll => Some(now),
            Some(at) if source::is_feeding(conn, watcher_id).await? => Some(at),
            _ => None,
        };
        if let Some(at) = poll_at {
            queue::enqueue(conn, &ReconcileJob { watcher_id }, at, now).await?;
        }
        Ok(())
    }
}
