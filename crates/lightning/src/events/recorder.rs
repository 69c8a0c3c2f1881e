//! Records changes of status as they happen. One process holds this duty, by the lease of a queue item; the compare-and-set of
//! the recorded states keeps every change unique even if two processes believe to hold it.

use super::observe::Observer;
use super::plan::{FeedState, Observation, plan};
use crate::feed::Feed;
use crate::picture::ThreatPicture;
use crate::{Lightning, LightningError};
use futures_util::FutureExt;
use futures_util::future::BoxFuture;
use jiff::Timestamp;
use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;
use stormwire_clock::later;
use stormwire_geo::ParameterOverrides;
use stormwire_store::queue::{JobFailure, JobOutcome, LoopWorker};
use stormwire_store::tables::facility_status::{self, RecordError, RecordedState, StatusChanges};
use stormwire_store::{Conn, FacilityId, Schema, StoreError};
use tokio::sync::watch;
use tokio_util::sync::CancellationToken;

/// Between two checks for what has no wake-up: commits of other processes, and the feed.
const POLL_INTERVAL: Duration = Duration::from_millis(250);
/// Between two wake-ups: many small commits are compared together.
const WAKE_INTERVAL: Duration = Duration::from_millis(50);
/// A run of the job lasts this long. Ending and taking the item again costs two commits.
const RUN_DURATION: Duration = Duration::from_secs(30);
/// A process that was just started polls its mailboxes first: only then an unhealthy feed means something.
const STARTUP_GRACE: Duration = Duration::from_secs(10);

/// Enqueues the jobs that read events, in the unit that records them: then they start at once, also after a crash.
pub type WakeReaders = for<'a> fn(&'a mut Conn, Timestamp) -> BoxFuture<'a, Result<(), StoreError>>;

pub struct StatusRecorder {
    lightning: Lightning,
    wake_readers: Option<WakeReaders>,
    started_at: Timestamp,
    shutdown: CancellationToken,
}

/// What the last round has read and written.
struct Progress {
    /// As stored, unless another process has written since.
    recorded: Vec<RecordedState>,
    /// The last picture that was compared.
    compared: Option<Arc<ThreatPicture>>,
}

/// What ends the wait for the next round before it is time to poll.
struct Wakeups {
    written: watch::Receiver<()>,
    last_at: Option<Timestamp>,
}

impl StatusRecorder {
    /// Runs of the job end soon after `shutdown`.
    pub fn new(lightning: Lightning, shutdown: CancellationToken) -> Self {
        let started_at = lightning.clock().now();
        Self { lightning, wake_readers: None, started_at, shutdown }
    }

    #[must_use]
    pub fn waking(self, wake_readers: WakeReaders) -> Self {
        Self { wake_readers: Some(wake_readers), ..self }
    }

    /// Records what has changed until now. Returns the number of events.
    pub async fn record_once(&self) -> Result<usize, RecordError> {
        let mut progress = self.start().await?;
        let picture = self.lightning.refreshed_picture().await.map_err(store_error)?;
        self.record(&mut progress, picture).await
    }

    /// Returns when there may be another picture: at once after a commit and at the end of a window.
    async fn wait_for_change(&self, picture: &ThreatPicture, wakeups: &mut Wakeups) {
        let clock = self.lightning.clock();
        tokio::select! {
            () = clock.sleep(POLL_INTERVAL) => return,
            () = clock.sleep(picture.time_left(clock.now())) => {}
            _ = wakeups.written.changed() => {}
        }
        let passed = wakeups.last_at.map(|last_at| clock.now().duration_since(last_at).unsigned_abs());
        if let Some(rest) = passed.and_then(|passed| WAKE_INTERVAL.checked_sub(passed)) {
            clock.sleep(rest).await;
        }
        wakeups.last_at = Some(clock.now());
    }

    /// The states must be read before the picture: a change that another process has recorded is then in the picture too.
    async fn start(&self) -> Result<Progress, StoreError> {
        let recorded = facility_status::list(&mut self.lightning.store().reader().await?).await?;
        Ok(Progress { recorded, compared: None })
    }

    async fn record(&self, progress: &mut Progress, picture: Arc<ThreatPicture>) -> Result<usize, RecordError> {
        let is_compared = progress.compared.as_ref().is_some_and(|compared| Arc::ptr_eq(compared, &picture));
        if is_compared {
            return Ok(0);
        }
        let changes = self.changes(&progress.recorded, &picture).await;
        let count = changes.events.len();
        if !changes.is_empty() {
            self.write(changes.clone()).await?;
            apply(&changes, &mut progress.recorded);
            report(&changes);
            if count > 0 {
                self.lightning.store().announce_status_events();
            }
        }
        progress.compared = Some(picture);
        Ok(count)
    }

    async fn write(&self, changes: StatusChanges) -> Result<(), RecordError> {
        let (now, wake_readers) = (self.lightning.clock().now(), self.wake_readers);
        let unit = self.lightning.store().write(Schema::It, move |conn| {
            async move {
                facility_status::record(conn, &changes, now).await?;
                if let Some(wake_readers) = wake_readers.filter(|_| !changes.events.is_empty()) {
                    wake_readers(conn, now).await?;
                }
                Ok(())
            }
            .boxed()
        });
        unit.await
    }

    async fn changes(&self, recorded: &[RecordedState], picture: &Arc<ThreatPicture>) -> StatusChanges {
        let evaluated = self.lightning.facilities(picture, ParameterOverrides::default(), None).await;
        let (recorded, picture) = (recorded.to_vec(), picture.clone());
        let is_starting = self.lightning.clock().now() < later(self.started_at, STARTUP_GRACE);
        let compare = move || {
            let observer = Observer { picture: &picture, evaluated: &evaluated };
            let feed = feed_state(picture.feed(), is_starting);
            let observation = Observation { now: picture.as_of(), feed, states: &observer.states() };
            plan(&recorded, observation, |observed| observer.last_strike(observed))
        };
        self.lightning.run_blocking(None, compare).await
    }
}

fn feed_state(feed: &Feed, is_starting: bool) -> FeedState<'_> {
    match feed.healthy {
        Some(true) => FeedState::Healthy,
        _ if is_starting => FeedState::NotPolledYet,
        _ => FeedState::Unhealthy { reason: feed.reason.as_deref() },
    }
}

fn store_error(error: LightningError) -> StoreError {
    match error {
        LightningError::Store(error) => error,
        LightningError::Busy => StoreError::Unavailable(error.to_string()),
    }
}

/// The states as they are stored after the changes.
pub(super) fn apply(changes: &StatusChanges, recorded: &mut Vec<RecordedState>) {
    let replaced: BTreeSet<_> = changes.states.iter().chain(&changes.removed).map(state_key).collect();
    recorded.retain(|state| !replaced.contains(&state_key(state)));
    let stored = |state: &RecordedState| RecordedState { revision: state.revision + 1, ..state.clone() };
    recorded.extend(changes.states.iter().map(stored));
}

fn state_key(state: &RecordedState) -> (FacilityId, Option<&str>) {
    (state.facility_id, state.ring.as_deref())
}

fn report(changes: &StatusChanges) {
    for event in &changes.events {
        metrics::counter!("stormwire_status_events_total", "cause" => event.cause.name()).increment(1);
        tracing::info!(
            facility_id = %event.facility_id, from = %event.from, to = %event.to, cause = %event.cause, ring = event.ring,
            "status changed"
        );
    }
}

impl LoopWorker for StatusRecorder {
    const KIND: &'static str = "StatusEvents";
    const TIMEOUT: Duration = RUN_DURATION.saturating_mul(4);

    async fn run_loop(&self) -> Result<JobOutcome, JobFailure> {
        let clock = self.lightning.clock();
        let until = later(clock.now(), RUN_DURATION);
        let mut wakeups = Wakeups { written: self.lightning.store().city_data_written(), last_at: None };
        let mut progress = self.start().await?;
        let mut picture = self.lightning.refreshed_picture().await.map_err(JobFailure::retry)?;
        while clock.now() < until && !self.shutdown.is_cancelled() {
            match self.record(&mut progress, picture.clone()).await {
                Ok(_) => {}
                // Another process has the duty now, or had it a moment ago.
                Err(RecordError::Outdated) => break,
                Err(RecordError::Store(error)) => return Err(error.into()),
            }
            let waiting = self.wait_for_change(&picture, &mut wakeups);
            self.shutdown.run_until_cancelled(waiting).await;
            picture = self.lightning.live_picture().await.map_err(JobFailure::retry)?;
        }
        Ok(JobOutcome::RunAgainAt(clock.now()))
    }
}
