//! The way of a notification: gathered per address, sent in batches, repeated until it is taken or given up.

use crate::faults::Faults;
use crate::faults::Lifecycle;
use crate::notify::endpoint::{Endpoint, FIRST_LIMIT, GIVE_UP, REPEAT_LIMIT, Took, Treatment, back_off};
use crate::notify::subscription::Notice;
use crate::shared::Shared;
use crate::throttle::Throttle;
use jiff::Timestamp;
use serde_json::{Value, json};
use std::collections::{BTreeSet, HashMap};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use stormwire_clock::{Clock, later};
use tokio::sync::{Semaphore, mpsc};

const JSON: &str = "application/json; charset=utf-8";
/// Requests to one address at the same time.
const IN_FLIGHT: usize = 8;
/// How far apart notifications are thrown when they are to arrive in another order.
const DISORDER: Duration = Duration::from_millis(500);

/// Where notifications are put.
#[derive(Debug, Clone)]
pub(crate) struct Outbox(mpsc::UnboundedSender<Pending>);

#[derive(Debug)]
pub(crate) struct Pending {
    notice: Notice,
    made_at: Timestamp,
    due_at: Timestamp,
}

impl Outbox {
    pub(crate) fn new() -> (Self, mpsc::UnboundedReceiver<Pending>) {
        let (sender, receiver) = mpsc::unbounded_channel();
        (Self(sender), receiver)
    }

    /// Puts a notification in, once, twice or not at all, as the faults in force have it.
    pub(crate) fn put(&self, notice: &Notice, faults: &Faults, throttle: &mut Throttle, now: Timestamp) {
        let times = if faults.strikes(faults.set.duplicate) { 2 } else { 1 };
        throttle.notifications.made += times;
        if faults.strikes(faults.set.drop) {
            throttle.notifications.dropped += times;
            return;
        }
        for _ in 0..times {
            let disorder = if faults.set.reorder { DISORDER.mul_f64(faults.fraction()) } else { Duration::ZERO };
            let due_at = later(now, Duration::from_millis(faults.set.delay_ms) + disorder);
            self.send(Pending { notice: notice.clone(), made_at: now, due_at });
        }
    }

    /// Puts in what no fault touches.
    pub(crate) fn put_surely(&self, notice: Notice, throttle: &mut Throttle, now: Timestamp) {
        throttle.notifications.made += 1;
        self.send(Pending { notice, made_at: now, due_at: now });
    }

    /// Nobody listens once the emulator has ended.
    fn send(&self, pending: Pending) {
        let _ = self.0.send(pending);
    }
}

/// Hands notifications to their addresses until the emulator ends.
pub(crate) async fn run(shared: Arc<Shared>, mut inbox: mpsc::UnboundedReceiver<Pending>) {
    let mut addresses: HashMap<String, mpsc::UnboundedSender<Pending>> = HashMap::new();
    while let Some(pending) = inbox.recv().await {
        let address = addresses.entry(pending.notice.url.clone()).or_insert_with_key(|url| {
            let (sender, receiver) = mpsc::unbounded_channel();
            let courier = Arc::new(Courier::new(Arc::clone(&shared), url.clone(), sender.clone()));
            shared.spawn(courier.run(receiver));
            sender
        });
        let _ = address.send(pending);
    }
}

/// Delivers to one address.
struct Courier {
    shared: Arc<Shared>,
    url: String,
    again: mpsc::UnboundedSender<Pending>,
    endpoint: Mutex<Endpoint>,
    permits: Arc<Semaphore>,
}

impl Courier {
    fn new(shared: Arc<Shared>, url: String, again: mpsc::UnboundedSender<Pending>) -> Self {
        let permits = Arc::new(Semaphore::new(IN_FLIGHT));
        Self { shared, url, again, endpoint: Mutex::new(Endpoint::new()), permits }
    }

    async fn run(self: Arc<Self>, mut inbox: mpsc::UnboundedReceiver<Pending>) {
        let mut left_over = None;
        loop {
            let first = match left_over.take() {
                Some(pending) => Some(pending),
                None => inbox.recv().await,
            };
            let Some(first) = first else { return };
            let batch;
            (batch, left_over) = self.gather(first, &mut inbox);
            if batch.is_empty() {
                continue;
            }
            let Ok(permit) = Arc::clone(&self.permits).acquire_owned().await else { return };
            let courier = Arc::clone(&self);
            self.shared.spawn(async move {
                let taken = courier.attempt(&batch, FIRST_LIMIT, Took::Slow).await;
                drop(permit);
                if !taken {
                    courier.repeat(batch).await;
                }
            });
        }
    }

    /// What goes into one request, and what begins the next: a notification and its double come one after the other.
    fn gather(&self, first: Pending, inbox: &mut mpsc::UnboundedReceiver<Pending>) -> (Vec<Pending>, Option<Pending>) {
        let most = self.shared.state().settings.notifications_per_request.max(1);
        let mut batch: Vec<Pending> = Vec::new();
        let mut next = Some(first);
        while let Some(pending) = next {
            if batch.last().is_some_and(|other| other.notice.body == pending.notice.body) {
                return (batch, Some(pending));
            }
            batch.extend(self.if_due(pending));
            next = if batch.len() < most { inbox.try_recv().ok() } else { None };
        }
        (batch, None)
    }

    /// What is due now; the rest comes back later or never.
    fn if_due(&self, pending: Pending) -> Option<Pending> {
        let now = self.shared.now();
        if pending.due_at > now {
            self.put_off(pending);
            return None;
        }
        let treatment = self.endpoint().treatment(now);
        match treatment {
            Treatment::Send => Some(pending),
            Treatment::Later(wait) => {
                // Only once: after the delay it goes its way.
                let due_at = later(pending.made_at, wait);
                if due_at <= now {
                    return Some(pending);
                }
                self.put_off(Pending { due_at, ..pending });
                None
            }
            Treatment::Discard => {
                self.lose(&[pending]);
                None
            }
        }
    }

    fn put_off(&self, pending: Pending) {
        let wait = pending.due_at.duration_since(self.shared.now());
        let sleep = self.shared.clock.sleep(wait.try_into().unwrap_or(Duration::ZERO));
        let again = self.again.clone();
        self.shared.spawn(async move {
            sleep.await;
            let _ = again.send(pending);
        });
    }

    async fn repeat(&self, batch: Vec<Pending>) {
        let mut failures = 1;
        let made_at = batch.iter().map(|pending| pending.made_at).min().unwrap_or_default();
        loop {
            // Given up on time, not at the next attempt after it.
            let left = GIVE_UP - self.shared.now().duration_since(made_at);
            let left = Duration::try_from(left).unwrap_or(Duration::ZERO);
            self.shared.clock.sleep(back_off(failures).min(left)).await;
            if self.shared.now().duration_since(made_at) >= GIVE_UP {
                self.lose(&batch);
                return;
            }
            if self.attempt(&batch, REPEAT_LIMIT, Took::Hopeless).await {
                return;
            }
            failures += 1;
        }
    }

    /// Whether it was taken: any 2xx in time.
    async fn attempt(&self, batch: &[Pending], limit: Duration, otherwise: Took) -> bool {
        let value: Vec<&Value> = batch.iter().map(|pending| &pending.notice.body).collect();
        let body = json!({ "value": value }).to_string();
        let request = self.shared.http.post(&self.url).header("content-type", JSON).body(body);
        let (taken, took) = tokio::select! {
            outcome = request.send() => (outcome.is_ok_and(|response| response.status().is_success()), Took::Prompt),
            () = self.shared.clock.sleep(limit) => (false, otherwise),
        };
        self.endpoint().record(self.shared.now(), took);
        let mut state = self.shared.state();
        let counts = &mut state.throttle.notifications;
        counts.requests += 1;
        if taken {
            counts.delivered += batch.len() as u64;
        } else {
            counts.failed_requests += 1;
        }
        taken
    }

    /// What is never delivered is counted, and those concerned are told that they have missed something.
    fn lose(&self, lost: &[Pending]) {
        let now = self.shared.now();
        let concerned: BTreeSet<&String> =
            lost.iter().filter_map(|pending| pending.notice.subscription.as_ref()).collect();
        let mut state = self.shared.state();
        state.throttle.notifications.dropped += lost.len() as u64;
        let missed: Vec<Notice> = state
            .subscriptions
            .live(now)
            .filter(|subscription| concerned.contains(&subscription.id))
            .filter_map(|subscription| subscription.lifecycle_notice(Lifecycle::Missed))
            .collect();
        for notice in missed {
            self.shared.outbox.put_surely(notice, &mut state.throttle, now);
        }
    }

    fn endpoint(&self) -> std::sync::MutexGuard<'_, Endpoint> {
        self.endpoint.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
