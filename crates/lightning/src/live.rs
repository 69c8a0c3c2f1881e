//! The live picture: refreshed on demand, shared by all requests.
//!
//! The first request that finds the last check too old checks again; the others get the current picture meanwhile. A check
//! that finds no change keeps the picture, so that responses stay identical for a few seconds.
//!
//! | Last check | A request gets |
//! |---|---|
//! | under 250 ms ago | the picture |
//! | under 900 ms ago | the picture if another request is checking, otherwise it checks |
//! | longer ago | the result of the check, and 503 after 5 s of waiting for that of another request |
//! | under 4 s ago, and the database does not respond within 2 s | the picture |
//! | longer ago, and the database does not respond within 2 s | 503 |

use super::feed::Feed;
use super::picture::ThreatPicture;
use super::policies::Policies;
use super::read_limit::ReadLimit;
use super::shown::ShownTimes;
use super::source::{FeedRules, read_feed_near};
use super::strikes::StrikeCache;
use super::time::is_younger;
use jiff::{SignedDuration, Timestamp};
use std::sync::{Arc, PoisonError, RwLock};
use std::time::Duration;
use stormwire_clock::{Clock, earlier, within};
use stormwire_store::tables::change::{ChangeDetector, DataVersions};
use stormwire_store::tables::facility::{self, Facility};
use stormwire_store::{Schema, Store, StoreError};
use tokio::sync::{Mutex, MutexGuard};

/// Between two checks for changes.
const CHECK_INTERVAL: SignedDuration = SignedDuration::from_millis(250);
/// A picture that was last checked longer ago is not served: a strike must not be missing for over a second.
const MAX_UNCHECKED: SignedDuration = SignedDuration::from_millis(900);
/// A picture is replaced after this, even if nothing changes.
const MAX_AGE: SignedDuration = SignedDuration::from_secs(2);
/// While the database is unavailable, a picture is served for this long.
const MAX_AGE_DURING_OUTAGE: SignedDuration = SignedDuration::from_secs(4);
/// How long a database may take to report whether something has changed. One that hangs without closing its connections would
/// otherwise keep every request waiting.
const MAX_CHECK_TIME: Duration = Duration::from_secs(2);
/// How long a request waits for another one that reads the strikes.
const MAX_REFRESH_WAIT: Duration = Duration::from_secs(5);
/// Strikes in memory reach back at least this far, and further if a policy needs it.
const MEMORY_SPAN: Duration = Duration::from_hours(8);
/// Memory is trimmed when it reaches back this much further.
const MEMORY_SLACK: Duration = Duration::from_hours(1);

pub(super) struct LivePicture {
    store: Store,
    clock: Arc<dyn Clock>,
    rules: FeedRules,
    current: RwLock<Option<CurrentPicture>>,
    refresh: Mutex<RefreshState>,
    shown: Arc<ShownTimes>,
}

/// The picture that is served, and when it was last checked.
#[derive(Clone)]
struct CurrentPicture {
    picture: Arc<ThreatPicture>,
    checked_at: Timestamp,
    writes: WriteCounts,
}

/// How many units of work this process had written at the time of the check.
type WriteCounts = [u64; 2];

struct RefreshState {
    changes: ChangeDetector,
    loaded: Option<LoadedData>,
    read_limit: ReadLimit,
}

/// The data of a picture, and its versions.
#[derive(Clone)]
struct LoadedData {
    versions: DataVersions,
    strikes: Arc<StrikeCache>,
    facilities: Arc<[Facility]>,
    policies: Arc<Policies>,
}

impl LoadedData {
    fn picture(self, feed: Feed, now: Timestamp) -> ThreatPicture {
        ThreatPicture::new(now, self.strikes.strikes().clone(), self.facilities, self.policies, feed)
    }
}

impl LivePicture {
    pub(super) fn new(store: Store, clock: Arc<dyn Clock>, rules: FeedRules) -> Self {
        let changes = ChangeDetector::new(store.clone());
        let refresh = Mutex::new(RefreshState { changes, loaded: None, read_limit: ReadLimit::default() });
        let shown = Arc::new(ShownTimes::new(clock.now()));
        Self { store, clock, rules, current: RwLock::new(None), refresh, shown }
    }

    pub(super) fn shown(&self) -> &ShownTimes {
        &self.shown
    }

    pub(super) fn rules(&self) -> &FeedRules {
        &self.rules
    }

    /// The picture, if it need not be checked.
    pub(super) fn checked_picture(&self) -> Option<Arc<ThreatPicture>> {
        self.fresh_picture(CHECK_INTERVAL)
    }

    pub(super) async fn picture(&self) -> Result<Arc<ThreatPicture>, StoreError> {
        if let Some(picture) = self.fresh_picture(CHECK_INTERVAL) {
            return Ok(picture);
        }
        let state = match self.refresh.try_lock() {
            Ok(state) => state,
            // Another request is refreshing it.
            Err(_) => match self.fresh_picture(MAX_UNCHECKED) {
                Some(picture) => return Ok(picture),
                None => self.bounded(MAX_REFRESH_WAIT, async { Ok(self.refresh.lock().await) }).await?,
            },
        };
        // Another request may have refreshed it while this one waited for the lock.
        if let Some(picture) = self.fresh_picture(CHECK_INTERVAL) {
            return Ok(picture);
        }
        self.refresh(state).await
    }

    /// The picture as of now. Never an older one, also while the database is unavailable.
    pub(super) async fn refreshed_picture(&self) -> Result<Arc<ThreatPicture>, StoreError> {
        let state = self.refresh.lock().await;
        let now = self.clock.now();
        let picture = self.refresh(state).await?;
        let is_refreshed = self.current_picture().is_some_and(|current| current.checked_at >= now);
        if is_refreshed { Ok(picture) } else { Err(StoreError::Unavailable("strikes cannot be read".into())) }
    }

    /// Whether this is the served picture, and the caller need not refresh it.
    pub(super) fn is_current(&self, picture: &Arc<ThreatPicture>, now: Timestamp) -> bool {
        let Some(current) = self.current_picture().filter(|current| Arc::ptr_eq(&current.picture, picture)) else {
            return false;
        };
        self.is_fresh(&current, now, CHECK_INTERVAL)
            || (self.is_fresh(&current, now, MAX_UNCHECKED) && self.refresh.try_lock().is_err())
    }

    fn fresh_picture(&self, max_age: SignedDuration) -> Option<Arc<ThreatPicture>> {
        let now = self.clock.now();
        self.current_picture().filter(|current| self.is_fresh(current, now, max_age)).map(|current| current.picture)
    }

    fn is_fresh(&self, current: &CurrentPicture, now: Timestamp, max_age: SignedDuration) -> bool {
        is_younger(current.checked_at, now, max_age)
            && current.writes == self.write_counts()
            && !current.picture.is_expired(now)
    }

    async fn refresh(&self, mut state: MutexGuard<'_, RefreshState>) -> Result<Arc<ThreatPicture>, StoreError> {
        let started = self.clock.now();
        let picture = self.refresh_once(&mut state).await?;
        let read = self.current_picture().filter(|current| current.checked_at >= started);
        // What a long read has found is the state at its start. The next one reads only what is new since.
        if read.is_some_and(|read| self.is_outdated(&read)) { self.refresh_once(&mut state).await } else { Ok(picture) }
    }

    fn is_outdated(&self, current: &CurrentPicture) -> bool {
        let now = self.clock.now();
        !is_younger(current.checked_at, now, MAX_AGE_DURING_OUTAGE) || current.picture.is_expired(now)
    }

    async fn refresh_once(&self, state: &mut RefreshState) -> Result<Arc<ThreatPicture>, StoreError> {
        // Before anything is read, so that the next check finds what is written meanwhile.
        let (now, writes) = (self.clock.now(), self.write_counts());
        let current = self.current_picture();
        let limit = state.read_limit.duration(current.is_some());
        // In a box: it would make the futures of all requests large.
        let loading = Box::pin(async {
            let data = self.load(state, now).await?;
            let mut conn = self.store.live_reader().await?;
            let feed = read_feed_near(&mut conn, &self.rules, &data.facilities, now).await?;
            let feed = if self.store.is_disk_full() { feed.with_full_disk() } else { feed };
            Ok::<_, StoreError>((data, feed))
        });
        let loaded = within(self.clock.as_ref(), limit, loading).await;
        match &loaded {
            Some(Ok(_)) => state.read_limit.record_success(),
            Some(Err(_)) => {}
            None => state.read_limit.record_timeout(),
        }
        let loaded = loaded.unwrap_or_else(|| Err(timed_out(limit)));
        // The time after the attempt, which may have waited for the database.
        let is_recent =
            |current: &CurrentPicture| is_younger(current.checked_at, self.clock.now(), MAX_AGE_DURING_OUTAGE);
        let (data, feed) = match (loaded, current) {
            (Ok(found), _) => found,
            (Err(error), Some(current)) if is_recent(&current) => {
                tracing::warn!(%error, "cannot refresh strikes; serving the last known state");
                return Ok(current.picture);
            }
            (Err(error), _) => return Err(error),
        };
        let previous = self.current_picture();
        let checked_before = previous.as_ref().map(|previous| previous.checked_at);
        let previous = previous.map(|previous| previous.picture);
        let has_new_strikes =
            previous.as_ref().is_none_or(|picture| !Arc::ptr_eq(picture.strikes(), data.strikes.strikes()));
        let unchanged = previous.filter(|picture| is_unchanged(picture, &data, &feed, now));
        let picture = unchanged.unwrap_or_else(|| Arc::new(data.picture(feed, now)));
        let current = CurrentPicture { picture: picture.clone(), checked_at: now, writes };
        *self.current.write().unwrap_or_else(PoisonError::into_inner) = Some(current);
        if has_new_strikes {
            self.measure_shown(checked_before, now);
        }
        Ok(picture)
    }

    /// In the background: the request that refreshes the picture does not wait for it.
    fn measure_shown(&self, checked_before: Option<Timestamp>, read_at: Timestamp) {
        if !self.shown.is_watched(checked_before, read_at) {
            return;
        }
        let (store, shown, shown_at) = (self.store.clone(), self.shown.clone(), self.clock.now());
        tokio::spawn(async move {
            let measured = async { shown.measure(&mut store.reader().await?, read_at, shown_at).await };
            if let Err(error) = measured.await {
                tracing::warn!(%error, "cannot measure how soon strikes are shown");
            }
        });
    }

    /// Reads what has changed since the last check.
    async fn load(&self, state: &mut RefreshState, now: Timestamp) -> Result<LoadedData, StoreError> {
        let before = state.loaded.clone();
        let versions = self.bounded(MAX_CHECK_TIME, state.changes.versions()).await?;
        let (facilities, policies) = match before.as_ref().filter(|data| data.versions.same_facilities(&versions)) {
            Some(data) => (data.facilities.clone(), data.policies.clone()),
            None => self.facilities_and_policies().await?,
        };
        let needed = earlier(now, MEMORY_SPAN.max(policies.longest_span()));
        let is_suitable = |from: &Timestamp| *from <= needed && *from >= earlier(needed, MEMORY_SLACK);
        let from = before.as_ref().map(|data| data.strikes.from()).filter(is_suitable);
        let from = from.unwrap_or_else(|| earlier(needed, MEMORY_SLACK / 2));
        let is_same = |data: &&LoadedData| data.strikes.from() == from && data.versions.same_strikes(&versions);
        let strikes = match before.as_ref().filter(is_same) {
            Some(data) => data.strikes.clone(),
            None => self.strikes_since(from, before.as_ref().map(|data| &data.strikes)).await?,
        };
        let data = LoadedData { versions, strikes, facilities, policies };
        state.loaded = Some(data.clone());
        Ok(data)
    }

    async fn facilities_and_policies(&self) -> Result<(Arc<[Facility]>, Arc<Policies>), StoreError> {
        let mut conn = self.store.live_reader().await?;
        let facilities = facility::list(&mut conn, None, u32::MAX).await?;
        Ok((facilities.into(), Arc::new(Policies::read(&mut conn).await?)))
    }

    async fn strikes_since(
        &self,
        from: Timestamp,
        before: Option<&Arc<StrikeCache>>,
    ) -> Result<Arc<StrikeCache>, StoreError> {
        let cache = StrikeCache::read(&mut self.store.live_reader().await?, from, before).await?;
        #[expect(clippy::cast_precision_loss, reason = "a gauge")]
        metrics::gauge!("stormwire_strikes_in_memory").set(cache.strikes().len() as f64);
        Ok(cache)
    }

    async fn bounded<T>(
        &self,
        limit: Duration,
        work: impl Future<Output = Result<T, StoreError>>,
    ) -> Result<T, StoreError> {
        within(self.clock.as_ref(), limit, work).await.unwrap_or_else(|| Err(timed_out(limit)))
    }

    fn current_picture(&self) -> Option<CurrentPicture> {
        self.current.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    fn write_counts(&self) -> WriteCounts {
        [Schema::Data, Schema::Organization].map(|schema| self.store.write_count(schema))
    }
}

fn timed_out(limit: Duration) -> StoreError {
    StoreError::Unavailable(format!("no response within {} s", limit.as_secs()))
}

/// Whether a new picture would differ only in its time.
fn is_unchanged(picture: &Arc<ThreatPicture>, data: &LoadedData, feed: &Feed, now: Timestamp) -> bool {
    Arc::ptr_eq(picture.strikes(), data.strikes.strikes())
        && Arc::ptr_eq(picture.facilities(), &data.facilities)
        && Arc::ptr_eq(picture.policies(), &data.policies)
        && picture.feed() == feed
        && is_younger(picture.as_of(), now, MAX_AGE)
        && !picture.is_expired(now)
}
