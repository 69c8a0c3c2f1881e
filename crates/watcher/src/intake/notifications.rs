//! What the provider calls us with: which notifications are ours, and what they lead to. Everything that is accepted is
//! durable before the provider gets its response.

use super::batch::Batch;
use crate::claim::{Detected, Detection};
use crate::client_state;
use crate::error::WatcherError;
use crate::jobs::reconcile::ReconcileJob;
use crate::jobs::subscription::SubscriptionJob;
use crate::subscriptions::release::{RETIRED, forget};
use futures_util::FutureExt;
use jiff::Timestamp;
use std::collections::BTreeMap;
use std::sync::Arc;
use stormwire_city::secrets::Secrets;
use stormwire_clock::{Clock, Rng, earlier};
use stormwire_graph::{Notification, NotificationEvent};
use stormwire_store::tables::claim::TriggerEvent;
use stormwire_store::tables::subscription;
use stormwire_store::tables::watcher::{self, Watcher};
use stormwire_store::{Conn, Schema, Store, StoreError, WatcherId, queue};
use tokio::sync::{OwnedSemaphorePermit, oneshot};

/// Whether a request of the provider was accepted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Acceptance {
    /// At least one of its notifications is ours.
    Accepted,
    /// None is: nothing was written.
    Rejected,
}

type Response = Result<Acceptance, WatcherError>;

/// The notifications of one request, and who waits for the response.
struct Request {
    notifications: Vec<Notification>,
    response: oneshot::Sender<Response>,
}

/// What the accepted notifications ask for, per watcher.
#[derive(Debug, Default)]
struct Demand {
    messages: Vec<Detected>,
    poll: bool,
    renew: bool,
    /// The subscription that the provider has removed.
    removed: Option<String>,
}

pub(super) struct NotificationReceiver {
    store: Store,
    clock: Arc<dyn Clock>,
    rng: Arc<dyn Rng>,
    secrets: Secrets,
    batch: Batch<Request>,
}

impl NotificationReceiver {
    pub(super) fn new(store: Store, clock: Arc<dyn Clock>, rng: Arc<dyn Rng>, secrets: Secrets) -> Self {
        Self { store, clock, rng, secrets, batch: Batch::default() }
    }

    pub(super) async fn receive(self: &Arc<Self>, notifications: Vec<Notification>) -> Response {
        let (response, mut responded) = oneshot::channel();
        self.batch.push(Request { notifications, response });
        loop {
            tokio::select! {
                biased;
                response = &mut responded => return response.unwrap_or_else(|_| Err(StoreError::Panicked.into())),
                Ok(permit) = self.batch.permit() => self.store_waiting(permit).await,
            }
        }
    }

    /// In a task of its own: this request may be dropped, the others that wait with it may not.
    async fn store_waiting(self: &Arc<Self>, permit: OwnedSemaphorePermit) {
        let receiver = self.clone();
        let stored = tokio::spawn(async move {
            receiver.store_requests(receiver.batch.pull()).await;
            drop(permit);
        });
        // A panic has dropped the response channels, which whoever waits on them sees.
        let _ = stored.await;
    }

    /// Rejected requests get their response at once, the others when everything is stored.
    async fn store_requests(&self, requests: Vec<Request>) {
        let (watchers, mut conn) = match self.read_watchers().await {
            Ok(read) => read,
            Err(error) => {
                for request in requests {
                    // The client may have disconnected.
                    let _ = request.response.send(Err(error.clone().into()));
                }
                return;
            }
        };
        let (mut demands, mut accepted) = (BTreeMap::new(), Vec::new());
        for Request { notifications, response } in requests {
            match self.accept(&mut conn, &watchers, notifications, &mut demands).await {
                Ok(Acceptance::Accepted) => accepted.push(response),
                // The client may have disconnected.
                other => drop(response.send(other)),
            }
        }
        drop(conn);
        let stored = self.store_demands(demands).await;
        for response in accepted {
            let _ = response.send(stored.clone().map(|()| Acceptance::Accepted).map_err(WatcherError::from));
        }
    }

    async fn read_watchers(&self) -> Result<(Vec<Watcher>, Conn), StoreError> {
        let mut conn = self.store.reader().await?;
        Ok((watcher::list(&mut conn).await?, conn))
    }

    /// Whether any notification of a request is ours; adds what they ask for.
    async fn accept(
        &self,
        conn: &mut Conn,
        watchers: &[Watcher],
        notifications: Vec<Notification>,
        demands: &mut BTreeMap<WatcherId, Demand>,
    ) -> Response {
        let mut is_ours = false;
        for notification in notifications {
            match self.watcher_of(watchers, &notification)? {
                Some(watcher) => {
                    is_ours = true;
                    demands.entry(watcher.id).or_default().add(watcher, notification.event);
                }
                None => is_ours |= self.is_retired(conn, &notification).await?,
            }
        }
        Ok(if is_ours { Acceptance::Accepted } else { Acceptance::Rejected })
    }

    /// The watcher that holds the subscription; or the one that is creating a subscription with this client state, whose
    /// id we do not know yet.
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

    /// Late notifications of a subscription that we gave up are accepted and ignored.
    async fn is_retired(&self, conn: &mut Conn, notification: &Notification) -> Result<bool, WatcherError> {
        // PostgreSQL stores no zero, so none of ours has one.
        let Some(id) = notification.subscription.as_ref().filter(|id| !id.as_str().contains('\0')) else {
            return Ok(false);
        };
        Ok(subscription::is_retired(conn, id.as_str(), earlier(self.clock.now(), RETIRED)).await?)
    }

    /// One unit for all: the provider gets one response for everything it sent.
    async fn store_demands(&self, demands: BTreeMap<WatcherId, Demand>) -> Result<(), StoreError> {
        if demands.is_empty() {
            return Ok(());
        }
        let now = self.clock.now();
        let each = demands.into_iter().map(|(watcher_id, mut demand)| {
            let messages = std::mem::take(&mut demand.messages);
            let detection = Detection::new(watcher_id, TriggerEvent::Notification, messages, self.rng.as_ref(), now);
            (watcher_id, detection, demand)
        });
        let each: Vec<_> = each.collect();
        let unit = self.store.write(Schema::It, move |conn| {
            async move {
                for (watcher_id, detection, demand) in each {
                    detection.claim(conn).await?;
                    demand.enqueue(conn, watcher_id, now).await?;
                }
                Ok::<_, StoreError>(())
            }
            .boxed()
        });
        unit.await
    }
}

impl Demand {
    fn add(&mut self, watcher: &Watcher, what: NotificationEvent) {
        match what {
            NotificationEvent::Created(key) => {
                self.messages.push(Detected { message_key: key.as_str().to_owned(), received_at: None });
            }
            NotificationEvent::Missed => self.poll = true,
            NotificationEvent::ReauthorizationRequired => (self.poll, self.renew) = (true, true),
            NotificationEvent::SubscriptionRemoved => {
                self.poll = true;
                self.removed.clone_from(&watcher.state.subscription_id);
            }
            NotificationEvent::Other => {}
        }
    }

    /// What lifecycle notifications ask for.
    async fn enqueue(self, conn: &mut Conn, watcher_id: WatcherId, now: Timestamp) -> Result<(), StoreError> {
        if let Some(id) = &self.removed {
            forget(conn, watcher_id, Some(id), now).await?;
        }
        if self.renew {
            queue::enqueue(conn, &SubscriptionJob::renew(watcher_id, now), now, now).await?;
        } else if self.removed.is_some() {
            queue::enqueue(conn, &SubscriptionJob::check(watcher_id), now, now).await?;
        }
        if self.poll {
            queue::enqueue(conn, &ReconcileJob { watcher_id }, now, now).await?;
        }
        Ok(())
    }
}
