//! Sends notifications. One process holds this duty, by the lease of a queue item.
//!
//! A notification that was sent and not recorded is sent again after a crash; it replaces the first one on the screen.

use super::deps::{PushDeps, PushSource};
use super::error::PushError;
use super::key_store;
use super::plan::{Attempt, MAX_LIFETIME, NextStep, lifetime, next_step, plan};
use super::request::{MessageInputs, build_request};
use super::vapid::VapidKey;
use futures_util::FutureExt;
use futures_util::stream::{self, StreamExt};
use jiff::Timestamp;
use std::time::Duration;
use stormwire_clock::{earlier, later};
use stormwire_lightning::Lightning;
use stormwire_store::queue::{JobFailure, JobOutcome, LoopWorker};
use stormwire_store::tables::push_subscription::{self as rows, DueNotification, SentNotification};
use stormwire_store::tables::status_event;
use stormwire_store::tables::web_push;
use stormwire_store::{FacilityId, Schema, StoreError};
use stormwire_workflow::HttpRequest;
use tokio::sync::watch;
use tokio_util::sync::CancellationToken;

/// Between two checks for events, which other processes may have recorded.
const CHECK_INTERVAL: Duration = Duration::from_millis(250);
/// While nobody is subscribed.
const IDLE_INTERVAL: Duration = Duration::from_secs(2);
/// Between two checks for notifications that are sent again. The first retry is after 5 seconds.
const RETRY_INTERVAL: Duration = Duration::from_secs(1);
/// A run of the job lasts this long. Ending and taking the item again costs two commits.
const RUN_DURATION: Duration = Duration::from_secs(30);
const MAX_EVENTS: u32 = 500;
/// A push service that fails for this long has lost the browser.
const MAX_FAILING: Duration = Duration::from_hours(7 * 24);

/// Hosts that a stranger may have chosen get their own few requests: they never delay the common push services.
#[derive(Debug, Clone, Copy)]
struct Lane {
    is_known_service: bool,
    at_once: usize,
    batch: u32,
}

const LANES: [Lane; 2] =
    [Lane { is_known_service: true, at_once: 32, batch: 500 }, Lane { is_known_service: false, at_once: 8, batch: 50 }];

pub struct PushSender {
    deps: PushDeps,
    source: PushSource,
    lightning: Lightning,
    shutdown: CancellationToken,
}

impl PushSender {
    /// Runs of the job end soon after `shutdown`. `lightning` says when events were recorded.
    pub fn new(deps: PushDeps, source: PushSource, lightning: Lightning, shutdown: CancellationToken) -> Self {
        Self { deps, source, lightning, shutdown }
    }

    /// Handles new events and sends what is due now.
    pub async fn send_once(&self) -> Result<(), PushError> {
        let key = key_store::load(&self.deps).await?;
        self.delete_ended().await?;
        self.handle_events().await?;
        for lane in LANES {
            self.send_due(&key, lane).await?;
        }
        Ok(())
    }

    async fn run_until(&self, until: Timestamp) -> Result<(), PushError> {
        let key = key_store::load(&self.deps).await?;
        self.delete_ended().await?;
        let due = watch::Sender::new(());
        let [common, other] = LANES.map(|lane| self.send_lane(&key, lane, due.subscribe()));
        tokio::try_join!(self.follow_events(until, due), common, other)?;
        Ok(())
    }

    /// Wakes the lanes after new events, and now and then for retries. Their receivers are closed when it ends.
    async fn follow_events(&self, until: Timestamp, due: watch::Sender<()>) -> Result<(), PushError> {
        let clock = &self.deps.clock;
        let (mut new_events, mut retry_at) = (self.lightning.events_recorded(), clock.now());
        while self.is_running(until) {
            // Also while nobody is subscribed: who subscribes later is not notified of earlier events.
            let has_handled = self.handle_events().await?;
            let is_subscribed = rows::is_any(&mut self.deps.store.reader().await?).await?;
            if is_subscribed && (has_handled || clock.now() >= retry_at) {
                due.send_replace(());
                retry_at = later(clock.now(), RETRY_INTERVAL);
            }
            let pause = if is_subscribed { CHECK_INTERVAL } else { IDLE_INTERVAL };
            tokio::select! {
                _ = new_events.changed() => {}
                () = self.deps.subscribed.notified() => {}
                () = clock.sleep(pause) => {}
                () = self.shutdown.cancelled() => {}
            }
        }
        Ok(())
    }

    async fn send_lane(&self, key: &VapidKey, lane: Lane, mut due: watch::Receiver<()>) -> Result<(), PushError> {
        // An error means that the run is over.
        while due.has_changed().is_ok() {
            let has_sent = self.send_due(key, lane).await?;
            if !has_sent && due.changed().await.is_err() {
                break;
            }
        }
        Ok(())
    }

    fn is_running(&self, until: Timestamp) -> bool {
        self.deps.clock.now() < until && !self.shutdown.is_cancelled()
    }

    /// Deletes subscriptions that have expired, and pending notifications that are of no use any more.
    async fn delete_ended(&self) -> Result<(), PushError> {
        let now = self.deps.clock.now();
        let unit = self.deps.store.write::<_, StoreError, _>(Schema::It, move |conn| {
            async move {
                rows::clear_outdated(conn, earlier(now, MAX_LIFETIME)).await?;
                rows::delete_expired(conn, now, earlier(now, MAX_FAILING)).await
            }
            .boxed()
        });
        let deleted = unit.await?;
        count_result("expired", deleted);
        self.delete_orphans().await
    }

    /// Facilities are in another schema, so their subscriptions are deleted here and not with them.
    async fn delete_orphans(&self) -> Result<(), PushError> {
        for facility in rows::orphaned_facilities(&mut self.deps.store.reader().await?).await? {
            let deleted = self.delete_of_facility(facility).await?;
            tracing::info!(facility_id = %facility, deleted, "deleted push subscriptions of a deleted facility");
        }
        Ok(())
    }

    async fn delete_of_facility(&self, facility: FacilityId) -> Result<u64, StoreError> {
        self.deps.store.write(Schema::It, move |conn| rows::delete_of_facility(conn, facility).boxed()).await
    }

    /// Turns new events into pending notifications. Both are one unit with the position in the events. False if there was
    /// no event.
    async fn handle_events(&self) -> Result<bool, PushError> {
        let mut conn = self.deps.store.reader().await?;
        let Some(state) = web_push::get(&mut conn).await? else { return Ok(false) };
        let from = state.last_event_id;
        let events = status_event::list(&mut conn, from, None, MAX_EVENTS).await?;
        drop(conn);
        let Some(last) = events.last() else { return Ok(false) };
        self.delete_orphans().await?;
        let (now, last) = (self.deps.clock.now(), last.id);
        let updates = plan(&events, now);
        let unit = self.deps.store.write::<_, StoreError, _>(Schema::It, move |conn| {
            async move {
                // Another process may have had the duty a moment ago.
                if web_push::advance(conn, from, last).await? {
                    for update in updates {
                        rows::update_pending(conn, update, now).await?;
                    }
                }
                Ok(())
            }
            .boxed()
        });
        unit.await?;
        Ok(true)
    }

    /// False if nothing was due.
    async fn send_due(&self, key: &VapidKey, lane: Lane) -> Result<bool, PushError> {
        let now = self.deps.clock.now();
        let mut conn = self.deps.store.reader().await?;
        let due = rows::list_due(&mut conn, now, lane.is_known_service, lane.batch).await?;
        drop(conn);
        let has_due = !due.is_empty();
        let results = stream::iter(due).map(|due| self.send(key, due)).buffer_unordered(lane.at_once);
        // One subscription that cannot be recorded must not stop the others.
        let results: Vec<Result<(), PushError>> = results.collect().await;
        results.into_iter().collect::<Result<(), PushError>>()?;
        Ok(has_due)
    }

    async fn send(&self, key: &VapidKey, due: DueNotification) -> Result<(), PushError> {
        let useful_until = later(due.at.0, lifetime(due.status));
        let mut salt = [0; 16];
        self.deps.rng.fill(&mut salt);
        let inputs = MessageInputs { now: self.deps.clock.now(), useful_until, salt };
        let attempt = match build_request(&self.source, key, &due, inputs)? {
            Some(request) => self.post(&due, request).await,
            // The endpoint and the keys were checked when the browser subscribed.
            None => Attempt::Response { status: 400, retry_after: None },
        };
        let now = self.deps.clock.now();
        let step = next_step(attempt, due.attempts, now, useful_until);
        self.record(SentNotification { id: due.id, event_id: due.event_id, now }, step).await?;
        Ok(())
    }

    async fn post(&self, due: &DueNotification, request: HttpRequest) -> Attempt {
        match self.deps.http.try_once(&request).await {
            Ok(response) => {
                if response.status >= 300 {
                    tracing::debug!(subscription_id = %due.id, status = response.status, "push service rejected a message");
                }
                Attempt::Response { status: response.status, retry_after: response.retry_after }
            }
            Err(error) => {
                tracing::debug!(subscription_id = %due.id, error, "push service not reached");
                Attempt::NotConnected
            }
        }
    }

    async fn record(&self, notification: SentNotification, step: NextStep) -> Result<(), StoreError> {
        count_result(
            match step {
                NextStep::Sent => "sent",
                NextStep::DeleteSubscription => "ended",
                NextStep::GiveUp => "failed",
                NextStep::RetryAt(_) => "retried",
            },
            1,
        );
        let unit = self.deps.store.write(Schema::It, move |conn| {
            async move {
                match step {
                    NextStep::Sent => rows::put_sent(conn, notification).await,
                    NextStep::DeleteSubscription => rows::delete(conn, notification.id).await,
                    NextStep::GiveUp => rows::put_failed(conn, notification).await,
                    NextStep::RetryAt(next) => rows::put_retry(conn, notification, next).await,
                }
            }
            .boxed()
        });
        unit.await
    }
}

fn count_result(result: &'static str, count: u64) {
    metrics::counter!("stormwire_push_notifications_total", "result" => result).increment(count);
}

impl LoopWorker for PushSender {
    const KIND: &'static str = "WebPush";
    const TIMEOUT: Duration = RUN_DURATION.saturating_mul(4);

    async fn run_loop(&self) -> Result<JobOutcome, JobFailure> {
        let until = later(self.deps.clock.now(), RUN_DURATION);
        match self.run_until(until).await {
            Ok(()) => Ok(JobOutcome::RunAgainAt(self.deps.clock.now())),
            Err(PushError::Store(error)) => Err(error.into()),
            Err(error) => Err(JobFailure::retry(error)),
        }
    }
}
