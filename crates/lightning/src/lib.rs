//! Lightning: what struck, how close, and how far that can be trusted.
//!
//! Owns the strikes in memory ([`strikes`]), the picture that answers are computed from ([`picture`]), how it is kept
//! fresh ([`live`]), the health of the feed ([`feed`], [`source`], [`tell`]), and the city at a moment for whoever decides
//! without a page ([`survey`]). The reckoning itself is in `earth`.
//! Knows no HTTP: `api` asks for a picture and says what it wants to know of it.

mod feed;
mod live;
mod picture;
pub mod source;
mod strikes;
pub mod survey;
mod tell;
mod time;

pub use feed::Feed;
pub use picture::{Evaluated, Picture, Ranking};
pub use strikes::{FoundStrikes, StrikeLabel, Strikes};
pub use tell::{FeedHealthJob, FeedWatch};
pub use time::{moment, since, timestamp};

use jiff::Timestamp;
use live::Live;
use std::sync::Arc;
use std::time::Duration;
use stormwire_clock::Clock;
use stormwire_geo::{DurationMicros, LonLat, Proximity, ThreatParameters, evaluate};
use stormwire_store::tables::strike::{self, StrikeSearch};
use stormwire_store::{Store, StoreError};
use thiserror::Error;
use tokio::sync::{Semaphore, SemaphorePermit};

/// Why there is no answer.
#[derive(Debug, Error)]
pub enum LightningError {
    /// Too many ask for what has to be computed.
    #[error("too many computations at once")]
    Busy,
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// How many answers that nobody has at hand are computed at once.
const AT_ONCE: usize = 2;
/// How long the next one waits for its permit.
const PERMIT_TIMEOUT: Duration = Duration::from_secs(2);

#[derive(Clone)]
pub struct Lightning(Arc<Inner>);

struct Inner {
    store: Store,
    clock: Arc<dyn Clock>,
    live: Live,
    permits: Semaphore,
}

/// The permit to compute something.
pub struct ComputePermit<'a>(#[expect(dead_code, reason = "held, not read")] SemaphorePermit<'a>);

impl Lightning {
    /// Over this store; `reconciliation` is how often a watcher looks that says nothing else.
    pub fn new(store: Store, clock: Arc<dyn Clock>, reconciliation: Duration) -> Self {
        let live = Live::new(store.clone(), clock.clone(), reconciliation);
        Self(Arc::new(Inner { store, clock, live, permits: Semaphore::new(AT_ONCE) }))
    }

    /// The picture of now, at most a second older than the last commit of any process.
    pub async fn live(&self) -> Result<Arc<Picture>, LightningError> {
        Ok(self.0.live.picture().await?)
    }

    /// Whether a live picture may still be shown at this time. Costs nothing.
    pub fn is_current(&self, picture: &Arc<Picture>, now: Timestamp) -> bool {
        self.0.live.is_current(picture, now)
    }

    /// A turn to compute what nobody has at hand; waits briefly.
    pub async fn turn(&self) -> Result<ComputePermit<'_>, LightningError> {
        tokio::select! {
            biased;
            permit = self.0.permits.acquire() => permit.map(ComputePermit).map_err(|_| LightningError::Busy),
            () = self.0.clock.sleep(PERMIT_TIMEOUT) => Err(LightningError::Busy),
        }
    }

    /// A live picture as of another time, or of its own where none is given, that reaches so far back: from memory where
    /// it holds that, else read.
    pub async fn picture(
        &self,
        live: &Arc<Picture>,
        as_of: Option<Timestamp>,
        back: DurationMicros,
    ) -> Result<Arc<Picture>, LightningError> {
        let at = as_of.unwrap_or(live.as_of());
        let from = since(at, back);
        if live.strikes().is_whole_since(from) {
            return Ok(if as_of.is_some() { Arc::new(live.as_of_then(at, None)) } else { live.clone() });
        }
        let read = Strikes::read(&mut self.0.store.reader().await?, from, at).await?;
        Ok(Arc::new(live.as_of_then(at, Some(Arc::new(read)))))
    }

    /// Evaluates every facility. With the usual parameters this is done once per picture.
    pub async fn facilities(&self, picture: &Arc<Picture>, parameters: ThreatParameters) -> Arc<Evaluated> {
        let whole = picture.clone();
        if parameters == ThreatParameters::default() {
            let usual = picture.usual().get_or_init(|| async move {
                let evaluated = Arc::new(self.evaluate(whole, parameters).await);
                picture.turns_by(evaluated.turns_at);
                evaluated
            });
            return usual.await.clone();
        }
        Arc::new(self.evaluate(whole, parameters).await)
    }

    async fn evaluate(&self, picture: Arc<Picture>, parameters: ThreatParameters) -> Evaluated {
        let started = self.0.clock.now();
        let evaluated = in_the_background(move || picture.evaluate(&parameters)).await;
        let took = self.0.clock.now().duration_since(started).as_secs_f64();
        metrics::histogram!("stormwire_lightning_evaluation_seconds").record(took.max(0.0));
        evaluated
    }

    pub async fn place(&self, picture: &Arc<Picture>, place: LonLat, parameters: ThreatParameters) -> Proximity {
        let picture = picture.clone();
        in_the_background(move || {
            let all = evaluate(picture.strikes().sky(), &[place], &parameters, moment(picture.as_of()));
            // One place, one answer.
            all[0]
        })
        .await
    }

    /// Does something that takes a while, away from the threads that answer requests.
    pub async fn background<T: Send + 'static>(&self, work: impl FnOnce() -> T + Send + 'static) -> T {
        in_the_background(work).await
    }

    /// The newest strikes of what is looked for, oldest first, one more than asked for when there are more: from
    /// memory where it holds them, else read.
    pub async fn strikes(&self, picture: &Picture, mut search: StrikeSearch) -> Result<FoundStrikes, LightningError> {
        if picture.strikes().is_whole_since(search.from) {
            return Ok(picture.strikes().find(&search));
        }
        let _permit = self.turn().await?;
        let most = search.most;
        search.most += 1;
        let rows = strike::newest(&mut self.0.store.reader().await?, search).await?;
        Ok(FoundStrikes::newest_first(rows, most))
    }
}

/// Away from the threads that answer requests.
async fn in_the_background<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> T {
    match tokio::task::spawn_blocking(work).await {
        Ok(done) => done,
        Err(error) => std::panic::resume_unwind(error.into_panic()),
    }
}
