//! Lightning: the strikes, how close they are, and the health of the feed.
//!
//! Owns the strikes in memory ([`strikes`]), the picture that responses are computed from ([`picture`]) and its refresh
//! ([`live`], [`read_limit`], [`compute_permit`]), its evaluation from one picture to the next ([`live_facilities`]), parts of it
//! ([`facility_page`], [`facility_filter`], [`facility_changes`]), by which policy each facility is evaluated ([`policies`], [`rule_text`]) and what
//! another policy would have done ([`storm_preview`]), the health of the feed ([`feed`], [`feed_problem`], [`source_problems`], [`delivery`],
//! [`external_loader`], [`source`], [`feed_monitor`], [`mod@monitoring_gaps`], [`outages`]), which strikes can be right ([`plausibility`],
//! [`mod@record_warnings`]), how soon and how reliably strikes are shown ([`alarm_times`], [`shown`],
//! [`availability`], [`performance`]), the events about changes of status ([`events`]), and the status of all facilities for
//! workflows ([`survey`]). The computation itself is in `geo`. HTTP is unknown here.

mod alarm_times;
mod availability;
mod compute_permit;
mod delivery;
mod events;
mod external_loader;
mod facility_changes;
mod facility_filter;
mod facility_index;
mod facility_page;
mod facility_positions;
mod facility_versions;
mod feed;
#[cfg(test)]
mod feed_fixture;
mod feed_monitor;
mod feed_problem;
mod live;
mod live_facilities;
#[cfg(test)]
mod live_facilities_tests;
mod monitoring_gaps;
mod outages;
mod performance;
mod picture;
mod plausibility;
mod policies;
mod read_limit;
mod record_warnings;
mod rule_text;
mod shown;
pub mod source;
mod source_problems;
mod source_words;
mod storm_preview;
mod strikes;
pub mod survey;
mod time;

pub use alarm_times::{AlarmTimes, Percentiles};
pub use availability::Availability;
pub use compute_permit::{ComputationKind, ComputePermit};
pub use delivery::{CANARY_TIMEOUT, CanaryReport};
pub use events::{StatusRecorder, WakeReaders};
pub use facility_changes::{ChangeSelection, FacilityChanges};
pub use facility_filter::FacilityFilter;
pub use facility_page::{FacilityDigest, FacilityPage, PageSelection, RankPosition};
pub use facility_versions::ChangePosition;
pub use feed::Feed;
pub use feed_monitor::FeedMonitor;
pub use feed_problem::{FeedReasonCode, ProblemText};
pub use outages::Outage;
pub use performance::{Performance, RecordedPerformance};
pub use picture::{EvaluatedFacilities, Ranking, ThreatPicture};
pub use plausibility::{CityArea, PlausibleArea};
pub use policies::Policies;
pub use record_warnings::{MessageTime, RecordWarning, record_warnings};
pub use rule_text::active_rule;
pub use source::{FeedRules, feeds_strikes};
pub use storm_preview::{PreviewedFacility, StormPreview};
pub use strikes::{FoundStrikes, StrikeLabel, Strikes, VendorLabel};
pub use time::{subtract_duration, to_timestamp, to_unix_micros};

use compute_permit::{ComputePermits, PERMIT_TIMEOUT};
use futures_util::FutureExt;
use jiff::Timestamp;
use live::LivePicture;
use live_facilities::LiveFacilities;
use monitoring_gaps::monitoring_gaps;
use performance::PerformanceCache;
use std::collections::BTreeMap;
use std::sync::Arc;
use stormwire_clock::{Clock, blocking, earlier};
use stormwire_geo::{DurationMicros, LonLat, ParameterOverrides, Policy, Proximity, Site, evaluate};
use stormwire_store::tables::alarm;
use stormwire_store::tables::feed as feed_rows;
use stormwire_store::tables::strike::{self, StrikeSearch};
use stormwire_store::tables::watcher;
use stormwire_store::{PolicyId, Schema, Store, StoreError, WatcherId};
use thiserror::Error;
use tokio::sync::{Mutex, watch};
use tokio::task::JoinError;

/// A feed that changes its health every minute for a week.
const MAX_FEED_PERIODS: u32 = 10_000;

#[derive(Debug, Error)]
pub enum LightningError {
    #[error("too many computations at once; try again in a few seconds")]
    Busy,
    #[error(transparent)]
    Store(#[from] StoreError),
}

#[derive(Clone)]
pub struct Lightning(Arc<Inner>);

struct Inner {
    store: Store,
    clock: Arc<dyn Clock>,
    live: LivePicture,
    /// Held while a live picture is evaluated, so that the next one continues it.
    live_facilities: Mutex<Option<LiveFacilities>>,
    performance: PerformanceCache,
    permits: ComputePermits,
}

impl Lightning {
    pub fn new(store: Store, clock: Arc<dyn Clock>, rules: FeedRules) -> Self {
        let live = LivePicture::new(store.clone(), clock.clone(), rules);
        let (performance, permits) = (PerformanceCache::default(), ComputePermits::default());
        let live_facilities = Mutex::new(None);
        Self(Arc::new(Inner { store, clock, live, live_facilities, performance, permits }))
    }

    /// The current picture; contains every commit of any process that is older than a second.
    pub async fn live_picture(&self) -> Result<Arc<ThreatPicture>, LightningError> {
        if let Some(picture) = self.0.live.checked_picture() {
            return Ok(picture);
        }
        // In a task of its own: a client that disconnects must not make the next one start over.
        let this = self.clone();
        Ok(joined(tokio::spawn(async move { this.0.live.picture().await }).await)?)
    }

    /// As [`Self::live_picture`], but read after this call.
    pub(crate) async fn refreshed_picture(&self) -> Result<Arc<ThreatPicture>, LightningError> {
        let this = self.clone();
        Ok(joined(tokio::spawn(async move { this.0.live.refreshed_picture().await }).await)?)
    }

    /// Changes soon after status events were recorded, by this process or by another one that sends hints. Only a hint.
    pub fn events_recorded(&self) -> watch::Receiver<()> {
        self.0.store.status_events_recorded()
    }

    pub(crate) fn store(&self) -> &Store {
        &self.0.store
    }

    pub(crate) fn clock(&self) -> &dyn Clock {
        &*self.0.clock
    }

    /// Whether a live picture may still be served at this time. Cheap.
    pub fn is_current(&self, picture: &Arc<ThreatPicture>, now: Timestamp) -> bool {
        self.0.live.is_current(picture, now)
    }

    /// What an operator does about an unhealthy feed.
    pub async fn feed_advice(&self) -> Result<Option<String>, LightningError> {
        Ok(self.live_picture().await?.feed().advice.clone())
    }

    /// What is wrong with each watcher that feeds strikes; without those that are healthy.
    pub async fn source_problems(&self) -> Result<BTreeMap<WatcherId, ProblemText>, LightningError> {
        let Inner { store, clock, live, .. } = &*self.0;
        Ok(source::read_problems(&mut store.reader().await?, live.rules(), None, clock.now()).await?)
    }

    /// What is wrong with a watcher, if it feeds strikes.
    pub async fn source_problem(&self, id: WatcherId) -> Result<Option<ProblemText>, LightningError> {
        let Inner { store, clock, live, .. } = &*self.0;
        let mut found = source::read_problems(&mut store.reader().await?, live.rules(), Some(id), clock.now()).await?;
        Ok(found.remove(&id))
    }

    /// What nobody would notice with the current settings.
    pub async fn monitoring_gaps(&self) -> Result<Vec<String>, LightningError> {
        let Inner { store, live, .. } = &*self.0;
        let mut conn = store.reader().await?;
        let mut feeding = Vec::new();
        for id in source::list_feeding(&mut conn).await? {
            feeding.extend(watcher::get(&mut conn, id).await?.map(|watcher| watcher.fields));
        }
        Ok(monitoring_gaps(&feeding, live.rules()))
    }

    /// Whether another program loads strikes.
    pub fn has_external_loader(&self) -> bool {
        self.0.live.rules().external_silence.is_some()
    }

    /// A program that loads strikes is alive.
    pub async fn record_heartbeat(&self) -> Result<(), LightningError> {
        let now = self.0.clock.now();
        self.0.store.write(Schema::It, move |conn| feed_rows::put_heartbeat(conn, now).boxed()).await?;
        Ok(())
    }

    /// How soon strikes were stored, and how long the feed could be trusted, in the last days.
    pub async fn performance(&self) -> Result<Performance, LightningError> {
        let Inner { store, clock, live, performance, .. } = &*self.0;
        let recorded = performance.recorded(store, clock.now()).await?;
        Ok(Performance { recorded, until_shown: live.shown().percentiles() })
    }

    /// The times between two times in which the feed is not known to have been healthy, in order.
    pub async fn outages(&self, since: Timestamp, until: Timestamp) -> Result<Vec<Outage>, LightningError> {
        let mut conn = self.0.store.reader().await?;
        let periods = alarm::list_between(&mut conn, since, until, MAX_FEED_PERIODS).await?;
        Ok(outages::outages(&periods, since, until))
    }

    /// Waits briefly for a permit to compute something that is not cached.
    pub async fn compute_permit(&self, kind: ComputationKind) -> Result<ComputePermit, LightningError> {
        tokio::select! {
            biased;
            permit = self.0.permits.acquire(kind) => permit.ok_or(LightningError::Busy),
            () = self.0.clock.sleep(PERMIT_TIMEOUT) => Err(LightningError::Busy),
        }
    }

    /// Whether a computation with these inputs is a replay or reads strikes that are not in memory.
    pub fn computation_kind(
        &self,
        live: &ThreatPicture,
        as_of: Option<Timestamp>,
        back: DurationMicros,
    ) -> ComputationKind {
        let is_in_memory = live.strikes().is_complete_since(subtract_duration(live.as_of(), back));
        if as_of.is_none() && is_in_memory { ComputationKind::Live } else { ComputationKind::Replay }
    }

    /// A picture as of another time (default: that of `live`) with the strikes of the last `back`: from memory if it
    /// reaches that far, otherwise from the database.
    pub async fn picture(
        &self,
        live: &Arc<ThreatPicture>,
        as_of: Option<Timestamp>,
        back: DurationMicros,
    ) -> Result<Arc<ThreatPicture>, LightningError> {
        let at = as_of.unwrap_or(live.as_of());
        let from = subtract_duration(at, back);
        if live.strikes().is_complete_since(from) {
            return Ok(if as_of.is_some() { Arc::new(live.at_time(at, None)) } else { live.clone() });
        }
        let read = Strikes::read(&mut self.0.store.reader().await?, from, at).await?;
        Ok(Arc::new(live.at_time(at, Some(Arc::new(read)))))
    }

    /// Evaluates every facility by its policy. Without overrides this is done once per picture, and a live picture is
    /// computed from the one before.
    pub async fn facilities(
        &self,
        picture: &Arc<ThreatPicture>,
        overrides: ParameterOverrides,
        permit: Option<&ComputePermit>,
    ) -> Arc<EvaluatedFacilities> {
        let (this, picture, permit) = (self.clone(), picture.clone(), permit.cloned());
        if !overrides.is_empty() {
            return Arc::new(this.evaluate(picture, overrides, permit).await);
        }
        // In a task of its own: a client that disconnects must not make the next one start over.
        let evaluating = async move {
            let default = picture.default_evaluation().get_or_init(|| async {
                let evaluated = if picture.is_live() {
                    this.evaluate_live(picture.clone()).await
                } else {
                    Arc::new(this.evaluate(picture.clone(), overrides, permit).await)
                };
                picture.expires_by(evaluated.changes_at);
                evaluated
            });
            default.await.clone()
        };
        joined(tokio::spawn(evaluating).await)
    }

    async fn evaluate(
        &self,
        picture: Arc<ThreatPicture>,
        overrides: ParameterOverrides,
        permit: Option<ComputePermit>,
    ) -> EvaluatedFacilities {
        let started = self.0.clock.now();
        let evaluated = self.run_blocking(permit.as_ref(), move || picture.evaluate(&overrides)).await;
        self.record_evaluation(started);
        evaluated
    }

    async fn evaluate_live(&self, picture: Arc<ThreatPicture>) -> Arc<EvaluatedFacilities> {
        let mut last = self.0.live_facilities.lock().await;
        let (started, before) = (self.0.clock.now(), last.take());
        let evaluated = self.run_blocking(None, move || LiveFacilities::after(before, picture)).await;
        self.record_evaluation(started);
        last.insert(evaluated).evaluated().clone()
    }

    fn record_evaluation(&self, started: Timestamp) {
        let took = self.0.clock.now().duration_since(started).as_secs_f64();
        metrics::histogram!("stormwire_lightning_evaluation_seconds").record(took.max(0.0));
    }

    /// What an edited policy would have done in the last storm. `None` if there was none.
    pub async fn preview_policy(
        &self,
        policy_id: Option<PolicyId>,
        rule: Policy,
    ) -> Result<Option<StormPreview>, LightningError> {
        let permit = self.compute_permit(ComputationKind::Replay).await?;
        let live = self.live_picture().await?;
        let Some(newest) = live.strikes().newest(live.as_of()).map(|strike| to_timestamp(strike.at)) else {
            return Ok(None);
        };
        let from = earlier(newest, storm_preview::MAX_STORM);
        let strikes = Strikes::read(&mut self.0.store.reader().await?, from, newest).await?;
        let preview = move || StormPreview::new(&live, strikes.history().strikes, policy_id, &rule);
        Ok(self.run_blocking(Some(&permit), preview).await)
    }

    pub async fn proximity_at(
        &self,
        picture: &Arc<ThreatPicture>,
        position: LonLat,
        policy: Policy,
        permit: Option<&ComputePermit>,
    ) -> Proximity {
        let picture = picture.clone();
        let compute = move || {
            let (site, as_of) = (Site { position, policy: 0 }, to_unix_micros(picture.as_of()));
            let all = evaluate(picture.strikes().history(), &[policy], &[site], as_of);
            // One position, one result.
            all[0]
        };
        self.run_blocking(permit, compute).await
    }

    /// Runs slow work off the threads that serve requests. The permit is held until the work ends, which may be after the
    /// client has disconnected.
    pub async fn run_blocking<T: Send + 'static>(
        &self,
        permit: Option<&ComputePermit>,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> T {
        let permit = permit.cloned();
        let task = blocking(self.0.clock.as_ref(), move || {
            let _held = permit;
            work()
        });
        joined(task.await)
    }

    /// The newest matching strikes, oldest first: from memory if it reaches that far, otherwise from the database.
    pub async fn strikes(
        &self,
        picture: &ThreatPicture,
        mut search: StrikeSearch,
    ) -> Result<FoundStrikes, LightningError> {
        if picture.strikes().is_complete_since(search.from) {
            return Ok(picture.strikes().find(&search));
        }
        let _permit = self.compute_permit(ComputationKind::Replay).await?;
        let most = search.most;
        search.most += 1;
        let rows = strike::list_newest(&mut self.0.store.reader().await?, search).await?;
        Ok(FoundStrikes::newest_first(rows, most))
    }
}

fn joined<T>(result: Result<T, JoinError>) -> T {
    match result {
        Ok(done) => done,
        Err(error) => std::panic::resume_unwind(error.into_panic()),
    }
}
