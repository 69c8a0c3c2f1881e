//! Takes due items, runs them within their limits and records the results. Every decision is in [`super::plan`].

use super::failure::JobFailure;
use super::failure_log::FailureLog;
use super::heartbeat::Heartbeat;
use super::item::QueueItem;
use super::job::{AnyWorker, JobOutcome};
use super::plan::{AfterFailure, FailedAttempt, is_set_back};
use super::process::ProcessPresence;
use super::retry::retry_until_stored;
use super::rows::{self, TakeRequest};
use super::supervisor::panic_text;
use crate::tables::{event_delivery, push_subscription};
use crate::{ProcessId, QueueItemId, Schema, Store, StoreError};
use futures_util::FutureExt;
use jiff::Timestamp;
use std::collections::HashMap;
use std::panic::AssertUnwindSafe;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use stormwire_clock::{Clock, Rng, later};
use tokio::sync::{Notify, Semaphore};
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

/// How many items run at most.
const MAX_RUNNING: usize = 16;
/// How long a lease lasts. It is extended well before it expires, so that only a process that hangs as a whole loses its
/// items.
const LEASE_DURATION: Duration = Duration::from_mins(1);
/// Between two rounds of extending our leases and freeing those of dead processes.
const HOUSEKEEPING_INTERVAL: Duration = Duration::from_secs(2);
/// The longest sleep while nothing is due: items enqueued by other processes are found this soon.
const POLL_INTERVAL: Duration = Duration::from_millis(500);
/// How long running items may continue after the stop before they are released.
const SHUTDOWN_GRACE: Duration = Duration::from_secs(15);

/// Runs the queue in this process.
pub struct Dispatcher {
    store: Store,
    clock: Arc<dyn Clock>,
    rng: Arc<dyn Rng>,
    workers: Arc<[Arc<dyn AnyWorker>]>,
    heartbeat: Heartbeat,
    take_failures: FailureLog,
    set_back_failures: FailureLog,
}

/// Shared by the dispatcher's loop and the tasks of the items.
#[derive(Clone)]
struct Shared {
    store: Store,
    clock: Arc<dyn Clock>,
    rng: Arc<dyn Rng>,
    tasks: TaskTracker,
    slots: Arc<Semaphore>,
    /// The running items with their lanes; their leases are extended.
    running: Arc<Mutex<HashMap<QueueItemId, Option<String>>>>,
    abandon: CancellationToken,
    /// An item has ended: there is a free slot, and maybe room in a lane.
    ended: Arc<Notify>,
    lease_failures: Arc<FailureLog>,
}

impl Dispatcher {
    pub fn new(store: Store, clock: Arc<dyn Clock>, rng: Arc<dyn Rng>, workers: Vec<Arc<dyn AnyWorker>>) -> Self {
        Self {
            store,
            clock,
            rng,
            workers: workers.into(),
            heartbeat: Heartbeat::default(),
            take_failures: FailureLog::default(),
            set_back_failures: FailureLog::default(),
        }
    }

    pub fn heartbeat(&self) -> Heartbeat {
        self.heartbeat.clone()
    }

    /// Runs until `stop` is canceled, then finishes or releases the running items.
    pub async fn run(&self, stop: CancellationToken) -> Result<(), String> {
        let presence = ProcessPresence::register(&self.store, self.clock.now()).await;
        let mut presence = presence.map_err(|error| error.to_string())?;
        let last_round = self.last_round().await.map_err(|error| error.to_string())?;
        let shared = Shared {
            store: self.store.clone(),
            clock: self.clock.clone(),
            rng: self.rng.clone(),
            tasks: TaskTracker::new(),
            slots: Arc::new(Semaphore::new(MAX_RUNNING)),
            running: Arc::default(),
            abandon: CancellationToken::new(),
            ended: Arc::default(),
            lease_failures: Arc::default(),
        };
        self.take_until(&stop, &mut presence, &shared, last_round).await;
        shared.finish_running(&mut presence).await;
        Ok(())
    }

    /// Of an earlier run, or of another process: the clock may have been set back since.
    async fn last_round(&self) -> Result<Timestamp, StoreError> {
        let last_written = rows::last_written(&mut self.store.reader().await?).await?;
        Ok(last_written.unwrap_or(Timestamp::MIN).max(self.clock.now()))
    }

    async fn take_until(
        &self,
        stop: &CancellationToken,
        presence: &mut ProcessPresence,
        shared: &Shared,
        mut last_round: Timestamp,
    ) {
        let mut next_round = Timestamp::MIN;
        let mut ready = true;
        while !stop.is_cancelled() {
            self.heartbeat.record_round(self.clock.now());
            if is_set_back(last_round, self.clock.now()) {
                next_round = Timestamp::MIN;
                if self.make_due(presence.id()).await {
                    last_round = self.clock.now();
                }
            }
            last_round = last_round.max(self.clock.now());
            if self.clock.now() >= next_round {
                ready = shared.housekeep(presence).await;
                next_round = later(self.clock.now(), HOUSEKEEPING_INTERVAL);
            }
            let free = shared.slots.available_permits();
            if ready && free > 0 {
                for item in self.take_items(presence, free, shared.remaining_lane_slots()).await {
                    self.start(item, shared);
                }
            }
            self.wait_for_work(stop, shared, shared.slots.available_permits() == 0).await;
        }
    }

    /// The clock was set back: loops would stop until it reaches the times that they have planned. False if it must be tried
    /// again.
    async fn make_due(&self, process: ProcessId) -> bool {
        let now = self.clock.now();
        let lease_until = later(now, LEASE_DURATION);
        let unit = self.store.write(Schema::It, move |conn| {
            async move {
                event_delivery::make_due(conn, now).await?;
                push_subscription::make_due(conn, now).await?;
                rows::make_due(conn, process, now, lease_until).await
            }
            .boxed()
        });
        match unit.await {
            Ok(_) => {
                self.set_back_failures.record_success();
                tracing::warn!(%now, "the clock was set back; all queue items run now");
                true
            }
            Err(error) => {
                if self.set_back_failures.record_failure(now) {
                    tracing::warn!(%error, %now, "the clock was set back, but the queue items cannot be changed; logged once a minute until it works");
                }
                false
            }
        }
    }

    async fn take_items(
        &self,
        presence: &ProcessPresence,
        free: usize,
        room: HashMap<String, usize>,
    ) -> Vec<QueueItem> {
        let now = self.clock.now();
        let kinds: Vec<&'static str> = self.workers.iter().map(|worker| worker.kind()).collect();
        let process = presence.id();
        let most = u32::try_from(free).unwrap_or(u32::MAX);
        let taken = self.store.write(Schema::It, move |conn| {
            async move {
                let take = TakeRequest {
                    process,
                    kinds: &kinds,
                    most,
                    now,
                    lease_until: later(now, LEASE_DURATION),
                    room: &room,
                };
                rows::take(conn, &take).await
            }
            .boxed()
        });
        match taken.await {
            Ok(items) => {
                self.heartbeat.record_beat(self.clock.now());
                if self.take_failures.record_success() {
                    tracing::info!("the queue can be read again");
                }
                items
            }
            Err(error) => {
                if self.take_failures.record_failure(now) {
                    tracing::warn!(%error, "cannot read the queue; logged once a minute until it works");
                }
                Vec::new()
            }
        }
    }

    fn start(&self, item: QueueItem, shared: &Shared) {
        // Neither can fail: only known kinds are taken, at most as many as there are permits, and only by this loop.
        let Some(worker) = self.workers.iter().find(|worker| worker.kind() == item.kind).cloned() else { return };
        let Ok(permit) = shared.slots.clone().try_acquire_owned() else { return };
        shared.with_running(|running| running.insert(item.id, item.lane.clone()));
        let mine = shared.clone();
        shared.tasks.spawn(async move {
            run_item(worker.as_ref(), &item, &mine).await;
            mine.with_running(|running| running.remove(&item.id));
            drop(permit);
            mine.ended.notify_one();
        });
    }

    async fn wait_for_work(&self, stop: &CancellationToken, shared: &Shared, full: bool) {
        tokio::select! {
            () = stop.cancelled() => {}
            () = self.clock.sleep(POLL_INTERVAL) => {}
            () = self.store.wait_for_enqueued(), if !full => {}
            () = shared.ended.notified() => {}
        }
    }
}

impl Shared {
    fn with_running<T>(&self, work: impl FnOnce(&mut HashMap<QueueItemId, Option<String>>) -> T) -> T {
        work(&mut self.running.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// How many more items may be taken, for each lane with running items.
    fn remaining_lane_slots(&self) -> HashMap<String, usize> {
        self.with_running(|running| {
            let mut room = HashMap::new();
            for lane in running.values().flatten() {
                let left = room.entry(lane.clone()).or_insert(rows::LANE_LIMIT);
                *left = left.saturating_sub(1);
            }
            room
        })
    }

    /// Confirms our presence, extends our leases and frees those of dead processes. False while the database is
    /// unavailable.
    async fn housekeep(&self, presence: &mut ProcessPresence) -> bool {
        let now = self.clock.now();
        let running: Vec<QueueItemId> = self.with_running(|running| running.keys().copied().collect());
        let freed: Result<u64, StoreError> = async {
            let process = presence.confirm(now).await?;
            let round = self.store.write(Schema::It, move |conn| {
                async move {
                    rows::extend(conn, process, &running, later(now, LEASE_DURATION)).await?;
                    rows::free_expired(conn, process, now).await
                }
                .boxed()
            });
            round.await
        }
        .await;
        match freed {
            Ok(freed) => {
                self.lease_failures.record_success();
                if freed > 0 {
                    tracing::info!(freed, "freed items of ended processes");
                }
                true
            }
            Err(error) => {
                if self.lease_failures.record_failure(now) {
                    tracing::warn!(%error, "cannot maintain queue leases; logged once a minute until it works");
                }
                false
            }
        }
    }

    /// Waits for the running items and releases those that do not end in time. Until then other processes see us, and our
    /// leases are extended.
    async fn finish_running(&self, presence: &mut ProcessPresence) {
        self.tasks.close();
        let grace = self.clock.sleep(SHUTDOWN_GRACE);
        tokio::pin!(grace);
        let mut is_over = false;
        loop {
            tokio::select! {
                () = self.tasks.wait() => return,
                () = &mut grace, if !is_over => {
                    is_over = true;
                    self.abandon.cancel();
                }
                () = self.clock.sleep(HOUSEKEEPING_INTERVAL) => {
                    self.housekeep(presence).await;
                }
            }
        }
    }
}

async fn run_item(worker: &dyn AnyWorker, item: &QueueItem, shared: &Shared) {
    let policy = worker.policy();
    let result = if policy.may_attempt(item.attempts) {
        // The call itself may panic, before there is a future.
        let run = AssertUnwindSafe(async { worker.run(item).await }).catch_unwind();
        tokio::select! {
            // A job that has ended has ended in time.
            biased;
            ended = run => match ended {
                Ok(result) => result,
                Err(panic) => Err(JobFailure::retry(format!("panicked: {}", panic_text(panic.as_ref())))),
            },
            () = shared.abandon.cancelled() => return release(item, shared).await,
            () = shared.clock.sleep(policy.timeout) => {
                Err(JobFailure::retry(format!("timed out after {} s", policy.timeout.as_secs())))
            }
        }
    } else {
        Err(JobFailure::Fatal("the process ended during every attempt".into()))
    };
    count(worker.kind(), &result);
    record(worker, item, result, shared).await;
}

/// Retries until the result is stored: an item whose result is lost runs again.
async fn record(worker: &dyn AnyWorker, item: &QueueItem, result: Result<JobOutcome, JobFailure>, shared: &Shared) {
    let now = shared.clock.now();
    let end = match &result {
        Ok(JobOutcome::AlreadyEnded) => return,
        Ok(JobOutcome::Done) => End::Done,
        Ok(JobOutcome::RunAgainAt(at)) => End::RunAgainAt(*at),
        Err(failure) => {
            let (attempts, first_failure_at) = (item.attempts, item.first_failure_at);
            let jitter = shared.rng.fraction();
            let next =
                worker.policy().after_failure(FailedAttempt { failure, attempts, first_failure_at, now, jitter });
            log_failure(item, failure, next);
            End::Failed(next, failure.error().to_owned())
        }
    };
    let written = retry_until_stored(shared.clock.as_ref(), |_| true, || write_end(item, &end, now, shared).boxed());
    tokio::select! {
        _ = written => {}
        () = shared.abandon.cancelled() => {}
    }
}

#[derive(Clone)]
enum End {
    Done,
    RunAgainAt(Timestamp),
    Failed(AfterFailure, String),
}

async fn write_end(item: &QueueItem, end: &End, now: Timestamp, shared: &Shared) -> Result<(), StoreError> {
    let (item, end) = (item.clone(), end.clone());
    let unit = shared.store.write(Schema::It, move |conn| {
        async move {
            match end {
                End::Done => rows::finish(conn, &item, now).await,
                End::RunAgainAt(at) => rows::requeue(conn, &item, at, now).await,
                End::Failed(next, error) => rows::fail(conn, &item, next, &error, now).await,
            }
        }
        .boxed()
    });
    unit.await
}

async fn release(item: &QueueItem, shared: &Shared) {
    let returned = item.clone();
    let written =
        shared.store.write(Schema::It, move |conn| async move { rows::release(conn, &returned).await }.boxed());
    if let Err(error) = written.await {
        tracing::warn!(item = %item.id, kind = item.kind, %error, "cannot release item; its lease will expire");
    }
}

fn count(kind: &'static str, result: &Result<JobOutcome, JobFailure>) {
    let ended = if result.is_ok() { "success" } else { "failure" };
    metrics::counter!("stormwire_queue_runs_total", "kind" => kind, "result" => ended).increment(1);
}

fn log_failure(item: &QueueItem, failure: &JobFailure, next: AfterFailure) {
    let (id, kind, attempts, error) = (item.id, &item.kind, item.attempts, failure.error());
    match next {
        AfterFailure::RetryAt(at) => {
            tracing::warn!(item = %id, kind, attempts, error, %at, "job failed; will retry");
        }
        AfterFailure::DeadLetter => {
            tracing::error!(item = %id, kind, attempts, error, "job failed; moved to dead letters, see `stormwire queue`");
        }
    }
}
