//! Notifies all sinks of events. One process holds this duty, by the lease of a queue item. If two believe to hold it, a
//! receiver may get an event twice, with the same key; nothing is lost and nothing overtakes.

use crate::attempt::{AttemptDeps, attempt};
use crate::in_flight::InFlight;
use crate::plan::{DeliveryKey, to_start};
use crate::planner::plan_deliveries;
use jiff::Timestamp;
use std::sync::Arc;
use std::time::Duration;
use stormwire_clock::{Clock, later};
use stormwire_lightning::Lightning;
use stormwire_store::StoreError;
use stormwire_store::queue::{JobFailure, JobOutcome, LoopWorker};
use stormwire_store::tables::{event_delivery, event_sink};
use tokio_util::sync::CancellationToken;

/// Between two checks for events, which other processes may have recorded.
const CHECK_INTERVAL: Duration = Duration::from_millis(250);
/// While no sink is enabled.
const IDLE_INTERVAL: Duration = Duration::from_secs(2);
/// Between two updates of the metrics.
const REPORT_INTERVAL: Duration = Duration::from_secs(10);
/// A run ends after this time, as soon as nothing is in progress.
const RUN_DURATION: Duration = Duration::from_mins(1);
/// A run ends after this time in any case; what is in progress is tried again.
const MAX_RUN_DURATION: Duration = Duration::from_mins(3);
/// What is in progress when the service stops has this long to end: a little more than one attempt may take.
const SHUTDOWN_GRACE: Duration = Duration::from_secs(12);

pub struct EventAnnouncer {
    deps: AttemptDeps,
    lightning: Lightning,
    shutdown: CancellationToken,
}

impl EventAnnouncer {
    /// Runs of the job end soon after `shutdown`. `lightning` says when events were recorded.
    pub(crate) fn new(deps: AttemptDeps, lightning: Lightning, shutdown: CancellationToken) -> Self {
        Self { deps, lightning, shutdown }
    }

    /// Tries everything that is due, also what becomes due by that. Returns the number of attempts.
    pub async fn deliver_due(&self) -> Result<usize, StoreError> {
        let (mut in_flight, mut attempts) = (InFlight::default(), 0);
        loop {
            plan_deliveries(&self.deps.store, self.clock().now()).await?;
            match self.start_due(&mut in_flight).await? {
                0 => return Ok(attempts),
                started => attempts += started,
            }
            in_flight.wait_for_all().await;
        }
    }

    fn clock(&self) -> &Arc<dyn Clock> {
        self.deps.delivery.clock()
    }

    async fn announce(&self, in_flight: &mut InFlight) -> Result<(), StoreError> {
        let clock = self.clock();
        let (started_at, mut new_events) = (clock.now(), self.lightning.events_recorded());
        let mut report_at = started_at;
        while !self.is_over(started_at, in_flight) {
            let enabled = plan_deliveries(&self.deps.store, clock.now()).await?;
            self.start_due(in_flight).await?;
            if clock.now() >= report_at {
                self.report_waiting().await?;
                report_at = later(clock.now(), REPORT_INTERVAL);
            }
            let pause = if enabled == 0 { IDLE_INTERVAL } else { CHECK_INTERVAL };
            tokio::select! {
                _ = new_events.changed() => {}
                () = in_flight.wait_for_one() => {}
                () = clock.sleep(pause) => {}
                () = self.shutdown.cancelled() => {}
            }
        }
        Ok(())
    }

    fn is_over(&self, started_at: Timestamp, in_flight: &InFlight) -> bool {
        let now = self.clock().now();
        let limit = if in_flight.is_empty() { RUN_DURATION } else { MAX_RUN_DURATION };
        // A clock that was set back ends the run too.
        self.shutdown.is_cancelled() || now >= later(started_at, limit) || now < started_at
    }

    /// Returns how many were started.
    async fn start_due(&self, in_flight: &mut InFlight) -> Result<usize, StoreError> {
        let mut conn = self.deps.store.reader().await?;
        let due = event_delivery::list_first_due(&mut conn, self.clock().now()).await?;
        drop(conn);
        let started = to_start(due, &in_flight.keys());
        let count = started.len();
        for waiting in started {
            in_flight.start(DeliveryKey::from(&waiting), attempt(self.deps.clone(), waiting));
        }
        Ok(count)
    }

    async fn report_waiting(&self) -> Result<(), StoreError> {
        let mut conn = self.deps.store.reader().await?;
        let sinks = event_sink::list(&mut conn, None).await?;
        let summaries = event_delivery::summarize(&mut conn).await?;
        for sink in sinks {
            let found = summaries.iter().find(|one| one.sink_id == sink.id);
            let seconds = found
                .map_or(0.0, |one| self.clock().now().duration_since(one.oldest_noticed_at.0).as_secs_f64().max(0.0));
            #[expect(clippy::cast_precision_loss, reason = "a count of rows")]
            let waiting = found.map_or(0.0, |one| one.waiting as f64);
            let label = sink.id.to_string();
            metrics::gauge!("stormwire_sink_waiting", "sink" => label.clone()).set(waiting);
            metrics::gauge!("stormwire_sink_oldest_waiting_seconds", "sink" => label).set(seconds);
        }
        Ok(())
    }
}

impl LoopWorker for EventAnnouncer {
    const KIND: &'static str = "EventSinks";
    const TIMEOUT: Duration = MAX_RUN_DURATION.saturating_mul(2);

    async fn run_loop(&self) -> Result<JobOutcome, JobFailure> {
        let mut in_flight = InFlight::default();
        let result = self.announce(&mut in_flight).await;
        // An outcome that is not recorded means that the receiver gets the event again.
        if result.is_err() || self.shutdown.is_cancelled() {
            tokio::select! {
                () = in_flight.wait_for_all() => {}
                () = self.clock().sleep(SHUTDOWN_GRACE) => {}
            }
        }
        result?;
        Ok(JobOutcome::RunAgainAt(self.clock().now()))
    }
}
