//! Takes due work, runs it within its limits, records how it ended. Short and boring: every decision is in [`super::plan`].

use super::failure::Failure;
use super::item::Item;
use super::job::{AnyWorker, Outcome};
use super::plan::{AfterFailure, Failed};
use super::process::Presence;
use super::retry::until_stored;
use super::rows::{self, Take};
use super::supervise::panic_text;
use crate::{QueueItemId, Schema, Store, StoreError};
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

/// How many items are in hand at most.
const SLOTS: usize = 16;
/// How long a taken item is ours without a word. Kept alive well before it ends, so that only a process that hangs as a
/// whole loses its work.
const LEASE: Duration = Duration::from_mins(1);
/// Between two looks at what dead processes have left, and at our own leases.
const HOUSEKEEPING_INTERVAL: Duration = Duration::from_secs(2);
/// The longest sleep while nothing is due: what other processes enqueue is found this soon.
const POLL: Duration = Duration::from_millis(500);
/// How long running work may go on after the stop before it is given back.
const GRACE: Duration = Duration::from_secs(15);

/// The runner of the queue in this process.
pub struct Dispatcher {
    store: Store,
    clock: Arc<dyn Clock>,
    rng: Arc<dyn Rng>,
    workers: Arc<[Arc<dyn AnyWorker>]>,
    pulse: Pulse,
}

/// When the dispatcher last reached the queue; the sign of life that `/readyz` looks at.
#[derive(Debug, Clone, Default)]
pub struct Pulse(Arc<Mutex<Option<Timestamp>>>);

impl Pulse {
    /// The last time the queue was reached.
    pub fn last(&self) -> Option<Timestamp> {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn beat(&self, now: Timestamp) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Some(now);
    }
}

/// What the loop and the items' tasks share.
#[derive(Clone)]
struct Shared {
    store: Store,
    clock: Arc<dyn Clock>,
    rng: Arc<dyn Rng>,
    tasks: TaskTracker,
    slots: Arc<Semaphore>,
    /// The rows that are being worked on, with their lanes; their leases are kept.
    running: Arc<Mutex<HashMap<QueueItemId, Option<String>>>>,
    abandon: CancellationToken,
    /// Something in hand has ended: there is a slot, and perhaps room in a lane.
    ended: Arc<Notify>,
}

impl Dispatcher {
    /// A dispatcher for these kinds of work.
    pub fn new(store: Store, clock: Arc<dyn Clock>, rng: Arc<dyn Rng>, workers: Vec<Arc<dyn AnyWorker>>) -> Self {
        Self { store, clock, rng, workers: workers.into(), pulse: Pulse::default() }
    }

    /// The sign of life.
    pub fn pulse(&self) -> Pulse {
        self.pulse.clone()
    }

    /// Works until told to stop, then finishes or gives back what is in hand.
    pub async fn run(&self, stop: CancellationToken) -> Result<(), String> {
        let presence = Presence::enter(&self.store, self.clock.now()).await;
        let mut presence = presence.map_err(|error| error.to_string())?;
        let shared = Shared {
            store: self.store.clone(),
            clock: self.clock.clone(),
            rng: self.rng.clone(),
            tasks: TaskTracker::new(),
            slots: Arc::new(Semaphore::new(SLOTS)),
            running: Arc::default(),
            abandon: CancellationToken::new(),
            ended: Arc::default(),
        };
        self.take_until(&stop, &mut presence, &shared).await;
        shared.end(&mut presence).await;
        Ok(())
    }

    async fn take_until(&self, stop: &CancellationToken, presence: &mut Presence, shared: &Shared) {
        let mut next_round = Timestamp::MIN;
        let mut ready = true;
        while !stop.is_cancelled() {
            if self.clock.now() >= next_round {
                ready = shared.housekeep(presence).await;
                next_round = later(self.clock.now(), HOUSEKEEPING_INTERVAL);
            }
            let free = shared.slots.available_permits();
            if ready && free > 0 {
                for item in self.take(presence, free, shared.room()).await {
                    self.start(item, shared);
                }
            }
            self.wait_for_work(stop, shared, shared.slots.available_permits() == 0).await;
        }
    }

    async fn take(&self, presence: &Presence, free: usize, room: HashMap<String, usize>) -> Vec<Item> {
        let now = self.clock.now();
        let kinds: Vec<&'static str> = self.workers.iter().map(|worker| worker.kind()).collect();
        let process = presence.id();
        let most = u32::try_from(free).unwrap_or(u32::MAX);
        let taken = self.store.write(Schema::It, move |conn| {
            async move {
                let take = Take { process, kinds: &kinds, most, now, lease_until: later(now, LEASE), room: &room };
                rows::take(conn, &take).await
            }
            .boxed()
        });
        match taken.await {
            Ok(items) => {
                self.pulse.beat(self.clock.now());
                items
            }
            Err(error) => {
                tracing::warn!(%error, "the queue cannot be read");
                Vec::new()
            }
        }
    }

    fn start(&self, item: Item, shared: &Shared) {
        // Neither can fail: only known kinds are taken, no more than there are permits, and only this loop takes them.
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
            () = self.clock.sleep(POLL) => {}
            () = self.store.enqueued(), if !full => {}
            () = shared.ended.notified() => {}
        }
    }
}

impl Shared {
    fn with_running<T>(&self, ask: impl FnOnce(&mut HashMap<QueueItemId, Option<String>>) -> T) -> T {
        ask(&mut self.running.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// How many more of each lane may be taken, for the lanes of which something is in hand.
    fn room(&self) -> HashMap<String, usize> {
        self.with_running(|running| {
            let mut room = HashMap::new();
            for lane in running.values().flatten() {
                let left = room.entry(lane.clone()).or_insert(rows::LANE);
                *left = left.saturating_sub(1);
            }
            room
        })
    }

    /// The round of housekeeping: are we seen, our leases, what have the dead left. False while the database does not
    /// answer.
    async fn housekeep(&self, presence: &mut Presence) -> bool {
        let now = self.clock.now();
        let running: Vec<QueueItemId> = self.with_running(|running| running.keys().copied().collect());
        let attended: Result<u64, StoreError> = async {
            let process = presence.confirm(now).await?;
            let round = self.store.write(Schema::It, move |conn| {
                async move {
                    rows::extend(conn, process, &running, later(now, LEASE)).await?;
                    rows::free(conn, process, now).await
                }
                .boxed()
            });
            round.await
        }
        .await;
        match attended {
            Ok(0) => true,
            Ok(freed) => {
                tracing::info!(freed, "work of ended processes is free again");
                true
            }
            Err(error) => {
                tracing::warn!(%error, "the queue cannot be attended to");
                false
            }
        }
    }

    /// Waits for what is in hand, and gives back what does not end in time. Until then the others see us, and our
    /// leases are kept.
    async fn end(&self, presence: &mut Presence) {
        self.tasks.close();
        let grace = self.clock.sleep(GRACE);
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

async fn run_item(worker: &dyn AnyWorker, item: &Item, shared: &Shared) {
    let policy = worker.policy();
    let result = if policy.may_try(item.attempts) {
        // The call itself may panic, before there is a future.
        let run = AssertUnwindSafe(async { worker.run(item).await }).catch_unwind();
        let limited = tokio::time::timeout(policy.limit, run);
        tokio::select! {
            ended = limited => match ended {
                Ok(Ok(result)) => result,
                Ok(Err(panic)) => Err(Failure::retry(format!("it panicked: {}", panic_text(panic.as_ref())))),
                Err(_) => Err(Failure::retry(format!("not done within {} s", policy.limit.as_secs()))),
            },
            () = shared.abandon.cancelled() => return give_back(item, shared).await,
        }
    } else {
        Err(Failure::Fatal("the process ended each time while working on this".into()))
    };
    count(worker.kind(), &result);
    record(worker, item, result, shared).await;
}

/// Writes down how it ended, and does not rest until that is written: a result that is lost means running again.
async fn record(worker: &dyn AnyWorker, item: &Item, result: Result<Outcome, Failure>, shared: &Shared) {
    let now = shared.clock.now();
    let end = match &result {
        Ok(Outcome::Ended) => return,
        Ok(Outcome::Done) => End::Done,
        Ok(Outcome::Again(at)) => End::Again(*at),
        Err(failure) => {
            let (attempts, first_failure_at) = (item.attempts, item.first_failure_at);
            let jitter = shared.rng.fraction();
            let next = worker.policy().after_failure(Failed { failure, attempts, first_failure_at, now, jitter });
            log_failure(item, failure, next);
            End::Failed(next, failure.error().to_owned())
        }
    };
    let written = until_stored(shared.clock.as_ref(), |_| true, || write_end(item, &end, now, shared).boxed());
    tokio::select! {
        _ = written => {}
        () = shared.abandon.cancelled() => {}
    }
}

#[derive(Clone)]
enum End {
    Done,
    Again(Timestamp),
    Failed(AfterFailure, String),
}

async fn write_end(item: &Item, end: &End, now: Timestamp, shared: &Shared) -> Result<(), StoreError> {
    let (item, end) = (item.clone(), end.clone());
    let unit = shared.store.write(Schema::It, move |conn| {
        async move {
            match end {
                End::Done => rows::finish(conn, &item, now).await,
                End::Again(at) => rows::again(conn, &item, at, now).await,
                End::Failed(next, error) => rows::fail(conn, &item, next, &error, now).await,
            }
        }
        .boxed()
    });
    unit.await
}

async fn give_back(item: &Item, shared: &Shared) {
    let returned = item.clone();
    let written =
        shared.store.write(Schema::It, move |conn| async move { rows::release(conn, &returned).await }.boxed());
    if let Err(error) = written.await {
        tracing::warn!(item = %item.id, kind = item.kind, %error, "work cannot be given back; its lease will run out");
    }
}

fn count(kind: &'static str, result: &Result<Outcome, Failure>) {
    let ended = if result.is_ok() { "success" } else { "failure" };
    metrics::counter!("stormwire_queue_runs_total", "kind" => kind, "result" => ended).increment(1);
}

fn log_failure(item: &Item, failure: &Failure, next: AfterFailure) {
    let (id, kind, attempts, error) = (item.id, &item.kind, item.attempts, failure.error());
    match next {
        AfterFailure::Again(at) => {
            tracing::warn!(item = %id, kind, attempts, error, %at, "work failed, will be tried again");
        }
        AfterFailure::Dead => {
            tracing::error!(item = %id, kind, attempts, error, "work was given up; see `stormwire queue`");
        }
    }
}
