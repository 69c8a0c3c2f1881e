//! The live picture: looked after while someone asks, shared by all who ask.
//!
//! Whoever finds that the last look is too old looks again; the others are shown the picture at hand, as long as it is
//! less than a second old. A look that finds nothing new leaves the picture as it is, so that its answers stay the same
//! to the last byte for a few seconds.

use super::feed::Feed;
use super::picture::Picture;
use super::source::read_feed;
use super::strikes::Held;
use jiff::{SignedDuration, Timestamp};
use std::sync::{Arc, PoisonError, RwLock};
use std::time::Duration;
use stormwire_clock::{Clock, earlier};
use stormwire_store::tables::change::{Versions, Witness};
use stormwire_store::tables::facility::{self, Facility};
use stormwire_store::{Schema, Store, StoreError};
use tokio::sync::{Mutex, MutexGuard};

/// A picture is not looked after again before this.
const LOOK: SignedDuration = SignedDuration::from_millis(250);
/// A picture that was not looked after for this long is shown to nobody: a strike would be missing for a second.
const STALE: SignedDuration = SignedDuration::from_millis(900);
/// A picture lives no longer, even when nothing changes.
const LIFE: SignedDuration = SignedDuration::from_secs(2);
/// While the database does not answer, a picture is shown for this long.
const OUTAGE: SignedDuration = SignedDuration::from_secs(4);
/// Strikes in memory reach at least so far back: as far as the usual history.
const REACH: Duration = Duration::from_hours(8);
/// Memory is cut to that when it reaches so much further.
const TRIM: Duration = Duration::from_hours(1);

/// Looks after the live picture.
pub(super) struct Live {
    store: Store,
    clock: Arc<dyn Clock>,
    reconciliation: Duration,
    shown: RwLock<Option<Shown>>,
    look: Mutex<Look>,
}

/// The picture that is shown, and when it was last looked after.
#[derive(Clone)]
struct Shown {
    picture: Arc<Picture>,
    looked_at: Timestamp,
    written: Written,
}

/// What this process had written when it looked.
type Written = [u64; 2];

struct Look {
    witness: Witness,
    read: Option<Read>,
}

/// What was read, and which versions of it.
#[derive(Clone)]
struct Read {
    versions: Versions,
    held: Arc<Held>,
    facilities: Arc<[Facility]>,
}

impl Read {
    fn picture(self, feed: Feed, now: Timestamp) -> Picture {
        Picture::new(now, self.held.strikes().clone(), self.facilities, feed)
    }
}

impl Live {
    pub(super) fn new(store: Store, clock: Arc<dyn Clock>, reconciliation: Duration) -> Self {
        let look = Mutex::new(Look { witness: Witness::new(store.clone()), read: None });
        Self { store, clock, reconciliation, shown: RwLock::new(None), look }
    }

    /// The picture of now.
    pub(super) async fn picture(&self) -> Result<Arc<Picture>, StoreError> {
        if let Some(picture) = self.at_hand(self.clock.now(), LOOK) {
            return Ok(picture);
        }
        let turn = match self.look.try_lock() {
            Ok(turn) => turn,
            // Someone is looking already.
            Err(_) => match self.at_hand(self.clock.now(), STALE) {
                Some(picture) => return Ok(picture),
                None => self.look.lock().await,
            },
        };
        // Someone may have looked while we waited for our turn.
        if let Some(picture) = self.at_hand(self.clock.now(), LOOK) {
            return Ok(picture);
        }
        self.look_again(turn).await
    }

    /// Whether this is the picture that is shown, and need not be looked after by whoever asks.
    pub(super) fn is_current(&self, picture: &Arc<Picture>, now: Timestamp) -> bool {
        let Some(shown) = self.shown().filter(|shown| Arc::ptr_eq(&shown.picture, picture)) else { return false };
        self.is_good(&shown, now, LOOK) || (self.is_good(&shown, now, STALE) && self.look.try_lock().is_err())
    }

    fn at_hand(&self, now: Timestamp, age: SignedDuration) -> Option<Arc<Picture>> {
        self.shown().filter(|shown| self.is_good(shown, now, age)).map(|shown| shown.picture)
    }

    fn is_good(&self, shown: &Shown, now: Timestamp, age: SignedDuration) -> bool {
        is_younger(shown.looked_at, now, age) && shown.written == self.written() && !shown.picture.is_overtaken(now)
    }

    async fn look_again(&self, mut turn: MutexGuard<'_, Look>) -> Result<Arc<Picture>, StoreError> {
        // Before anything is read: what is written meanwhile is for the next look.
        let (now, written) = (self.clock.now(), self.written());
        let looked = async {
            let read = self.read(&mut turn, now).await?;
            let feed = read_feed(&mut self.store.reader().await?, self.reconciliation, now).await?;
            Ok::<_, StoreError>((read, feed))
        };
        let shown = self.shown();
        let (read, feed) = match (looked.await, shown) {
            (Ok(found), _) => found,
            (Err(error), Some(shown)) if is_younger(shown.looked_at, now, OUTAGE) => {
                tracing::warn!(%error, "the strikes cannot be looked after; what was known is shown");
                return Ok(shown.picture);
            }
            (Err(error), _) => return Err(error),
        };
        let kept = self.shown().map(|shown| shown.picture).filter(|picture| still_holds(picture, &read, &feed, now));
        let picture = kept.unwrap_or_else(|| Arc::new(read.picture(feed, now)));
        let shown = Shown { picture: picture.clone(), looked_at: now, written };
        *self.shown.write().unwrap_or_else(PoisonError::into_inner) = Some(shown);
        Ok(picture)
    }

    /// What has changed since the last look is read.
    async fn read(&self, look: &mut Look, now: Timestamp) -> Result<Read, StoreError> {
        let reach = earlier(now, REACH);
        let fitting = |from: &Timestamp| *from <= reach && *from >= earlier(reach, TRIM);
        let before = look.read.clone();
        let from = before.as_ref().map(|read| read.held.from()).filter(fitting);
        let from = from.unwrap_or_else(|| earlier(reach, TRIM / 2));
        let versions = look.witness.look(from).await?;
        let same = |read: &&Read| read.held.from() == from && read.versions.same_strikes(&versions);
        let held = match before.as_ref().filter(same) {
            Some(read) => read.held.clone(),
            None => self.strikes_since(from, before.as_ref().map(|read| &read.held)).await?,
        };
        let facilities = match before.as_ref().filter(|read| read.versions.same_facilities(&versions)) {
            Some(read) => read.facilities.clone(),
            None => facility::list(&mut self.store.reader().await?, None, u32::MAX).await?.into(),
        };
        let read = Read { versions, held, facilities };
        look.read = Some(read.clone());
        Ok(read)
    }

    async fn strikes_since(&self, from: Timestamp, before: Option<&Arc<Held>>) -> Result<Arc<Held>, StoreError> {
        let held = Held::read(&mut self.store.reader().await?, from, before).await?;
        #[expect(clippy::cast_precision_loss, reason = "a gauge")]
        metrics::gauge!("stormwire_strikes_in_memory").set(held.strikes().len() as f64);
        Ok(held)
    }

    fn shown(&self) -> Option<Shown> {
        self.shown.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    fn written(&self) -> Written {
        [Schema::Data, Schema::Organization].map(|schema| self.store.written(schema))
    }
}

/// Whether a picture says what a new one would say, but for the time that has passed.
fn still_holds(picture: &Arc<Picture>, read: &Read, feed: &Feed, now: Timestamp) -> bool {
    Arc::ptr_eq(picture.strikes(), read.held.strikes())
        && Arc::ptr_eq(picture.facilities(), &read.facilities)
        && picture.feed() == feed
        && is_younger(picture.as_of(), now, LIFE)
        && !picture.is_overtaken(now)
}

/// A clock that went back makes everything old.
fn is_younger(at: Timestamp, now: Timestamp, age: SignedDuration) -> bool {
    (SignedDuration::ZERO..=age).contains(&now.duration_since(at))
}
