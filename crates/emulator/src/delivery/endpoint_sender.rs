//! Sends notifications to one URL: in batches, with retries.

use crate::delivery::endpoint_health::{
    DeliveryDecision, EndpointHealth, FIRST_ATTEMPT_TIMEOUT, RETRY_ATTEMPT_TIMEOUT, RETRY_TIMEOUT, ResponseTime,
    retry_delay,
};
use crate::faults::LifecycleEvent;
use crate::notification_door::NotificationRequest;
use crate::notify::notification::{Notification, SubscriptionId};
use crate::notify::outbox::QueuedNotification;
use crate::shared::EmulatorShared;
use crate::state::EmulatorState;
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use stormwire_clock::{Clock, later};
use tokio::sync::{Semaphore, mpsc};

const CONTENT_TYPE_JSON: &str = "application/json; charset=utf-8";
const MAX_CONCURRENT_REQUESTS: usize = 8;

pub(crate) struct EndpointSender {
    shared: Arc<EmulatorShared>,
    url: String,
    /// Puts delayed notifications back into this sender's own queue.
    requeue: mpsc::UnboundedSender<QueuedNotification>,
    health: Mutex<EndpointHealth>,
    permits: Arc<Semaphore>,
}

impl EndpointSender {
    pub(crate) fn new(
        shared: Arc<EmulatorShared>,
        url: String,
        requeue: mpsc::UnboundedSender<QueuedNotification>,
    ) -> Self {
        let permits = Arc::new(Semaphore::new(MAX_CONCURRENT_REQUESTS));
        Self { shared, url, requeue, health: Mutex::new(EndpointHealth::new()), permits }
    }

    pub(crate) async fn run(self: Arc<Self>, mut queue: mpsc::UnboundedReceiver<QueuedNotification>) {
        let mut left_over = None;
        loop {
            let first = match left_over.take() {
                Some(queued) => Some(queued),
                None => queue.recv().await,
            };
            let Some(first) = first else { return };
            let batch;
            (batch, left_over) = self.collect_batch(first, &mut queue);
            if batch.is_empty() {
                continue;
            }
            let Ok(permit) = Arc::clone(&self.permits).acquire_owned().await else { return };
            let sender = Arc::clone(&self);
            self.shared.spawn(async move {
                let delivered = sender.attempt(&batch, FIRST_ATTEMPT_TIMEOUT, ResponseTime::Slow).await;
                drop(permit);
                if !delivered {
                    sender.retry(batch).await;
                }
            });
        }
    }

    /// Returns the notifications of the next request, and the first one of the request after it, if already taken from
    /// the queue. A duplicate must not be in the same request as its original.
    fn collect_batch(
        &self,
        first: QueuedNotification,
        queue: &mut mpsc::UnboundedReceiver<QueuedNotification>,
    ) -> (Vec<QueuedNotification>, Option<QueuedNotification>) {
        let max_size = self.shared.state().settings.notifications_per_request.max(1);
        let mut batch: Vec<QueuedNotification> = Vec::new();
        let mut next = Some(first);
        while let Some(queued) = next {
            if batch.last().is_some_and(|last| last.notification.body == queued.notification.body) {
                return (batch, Some(queued));
            }
            batch.extend(self.if_due(queued));
            next = if batch.len() < max_size { queue.try_recv().ok() } else { None };
        }
        (batch, None)
    }

    /// Returns the notification if it can be sent now. Otherwise delays or drops it.
    fn if_due(&self, queued: QueuedNotification) -> Option<QueuedNotification> {
        let now = self.shared.now();
        if queued.due_at > now {
            self.delay(queued);
            return None;
        }
        let decision = self.health().decide(now);
        match decision {
            DeliveryDecision::Send => Some(queued),
            DeliveryDecision::Delay(delay) => {
                // Delay each notification only once.
                let due_at = later(queued.created_at, delay);
                if due_at <= now {
                    return Some(queued);
                }
                self.delay(QueuedNotification { due_at, ..queued });
                None
            }
            DeliveryDecision::Drop => {
                self.drop_undelivered(&[queued]);
                None
            }
        }
    }

    /// Puts the notification back into the queue when it is due.
    fn delay(&self, queued: QueuedNotification) {
        let delay = queued.due_at.duration_since(self.shared.now());
        let sleep = self.shared.clock.sleep(delay.try_into().unwrap_or(Duration::ZERO));
        let requeue = self.requeue.clone();
        self.shared.spawn(async move {
            sleep.await;
            let _ = requeue.send(queued);
        });
    }

    async fn retry(&self, batch: Vec<QueuedNotification>) {
        let mut failures = 1;
        let created_at = batch.iter().map(|queued| queued.created_at).min().unwrap_or_default();
        loop {
            // Wake up at the retry timeout even if the next attempt would be later.
            let remaining = RETRY_TIMEOUT - self.shared.now().duration_since(created_at);
            let remaining = Duration::try_from(remaining).unwrap_or(Duration::ZERO);
            self.shared.clock.sleep(retry_delay(failures).min(remaining)).await;
            if self.shared.now().duration_since(created_at) >= RETRY_TIMEOUT {
                self.drop_undelivered(&batch);
                return;
            }
            if self.attempt(&batch, RETRY_ATTEMPT_TIMEOUT, ResponseTime::TimedOut).await {
                return;
            }
            failures += 1;
        }
    }

    /// Returns whether the endpoint answered with 2xx in time. `on_timeout` is what a timeout counts as.
    async fn attempt(&self, batch: &[QueuedNotification], timeout: Duration, on_timeout: ResponseTime) -> bool {
        let value: Vec<&Value> = batch.iter().map(|queued| &queued.notification.body).collect();
        let body = json!({ "value": value }).to_string();
        let request = NotificationRequest { url: self.url.clone(), content_type: CONTENT_TYPE_JSON, body };
        let (delivered, response_time) = tokio::select! {
            biased;
            result = self.shared.door.post(request) => {
                (result.is_ok_and(|response| response.status().is_success()), ResponseTime::Fast)
            }
            () = self.shared.clock.sleep(timeout) => (false, on_timeout),
        };
        self.health().record(self.shared.now(), response_time);
        let mut state = self.shared.state();
        let EmulatorState { notification_counts: counts, acknowledged_messages, .. } = &mut *state;
        counts.requests += 1;
        if delivered {
            counts.delivered += batch.len() as u64;
            acknowledged_messages.extend(batch.iter().filter_map(|queued| queued.notification.message_id()));
        } else {
            counts.failed_requests += 1;
        }
        delivered
    }

    /// Counts the notifications as dropped and sends `missed` to their subscriptions.
    fn drop_undelivered(&self, dropped: &[QueuedNotification]) {
        let now = self.shared.now();
        let affected: BTreeSet<&SubscriptionId> =
            dropped.iter().filter_map(|queued| queued.notification.report_loss_to.as_ref()).collect();
        let mut state = self.shared.state();
        state.notification_counts.dropped += dropped.len() as u64;
        let missed: Vec<Notification> = state
            .subscriptions
            .live(now)
            .filter(|subscription| affected.contains(&subscription.id))
            .filter_map(|subscription| subscription.lifecycle_notification(LifecycleEvent::Missed))
            .collect();
        for notification in missed {
            self.shared.outbox.enqueue_without_faults(notification, &mut state.notification_counts, now);
        }
    }

    fn health(&self) -> MutexGuard<'_, EndpointHealth> {
        self.health.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
