//! Finds new events and pictures for all open streams. Idle while there are none.

use super::super::views::StatusView;
use super::frame::{self, COMMENT, EventBatch, StreamFrame};
use crate::App;
use crate::address_slots::{AddressSlots, Slot, SlotLimits, SlotRejection};
use axum::body::Bytes;
use ipnet::IpNet;
use jiff::Timestamp;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use stormwire_clock::{Clock, later};
use stormwire_geo::{ThreatCounts, ThreatParameters};
use stormwire_lightning::{LightningError, ThreatPicture};
use stormwire_store::tables::status_event;
use stormwire_store::{StatusEventId, StoreError};
use tokio::sync::{Notify, Semaphore, broadcast, watch};

/// Between two checks for events, which other processes may have recorded. The picture decides itself when it is checked.
const CHECK_INTERVAL: Duration = Duration::from_millis(100);
/// While the database cannot be read.
const RETRY_DELAY: Duration = Duration::from_secs(1);
/// What clients are promised.
const COMMENT_INTERVAL: Duration = Duration::from_secs(15);
/// A stream that is this many frames behind is closed. Frames are shared, so that this costs little memory.
const MAX_BEHIND: usize = 256;
/// Events in one frame.
const BATCH_EVENTS: u32 = 500;
/// How many streams may read old events from the database at once.
const MAX_RESUMING: usize = 4;
/// How long a new stream waits for the first check.
const START_TIMEOUT: Duration = Duration::from_secs(5);

#[derive(Clone)]
pub struct StreamHub(Arc<Inner>);

struct Inner {
    /// None after [`StreamHub::close`].
    frames: Mutex<Option<broadcast::Sender<StreamFrame>>>,
    /// None while there are no streams.
    position: watch::Sender<Option<HubPosition>>,
    /// There is a new stream.
    wanted: Notify,
    slots: AddressSlots,
    resuming: Semaphore,
}

/// Where a new stream starts.
#[derive(Debug, Clone)]
pub(super) struct HubPosition {
    pub(super) snapshot: Bytes,
    /// Frames contain the events after this one.
    pub(super) last_id: StatusEventId,
}

/// A new stream: what it starts with, and everything after that.
pub(super) struct Subscription {
    pub(super) frames: broadcast::Receiver<StreamFrame>,
    pub(super) position: HubPosition,
}

/// What the streams have got.
struct Progress {
    last_id: StatusEventId,
    picture: Arc<ThreatPicture>,
    counts: ThreatCounts,
    snapshot: Bytes,
    commented_at: Timestamp,
}

impl StreamHub {
    /// `exempt` are networks without a limit per address.
    pub fn new(limits: SlotLimits, exempt: Arc<[IpNet]>) -> Self {
        Self(Arc::new(Inner {
            frames: Mutex::new(Some(broadcast::Sender::new(MAX_BEHIND))),
            position: watch::Sender::new(None),
            wanted: Notify::new(),
            slots: AddressSlots::new(limits, exempt),
            resuming: Semaphore::new(MAX_RESUMING),
        }))
    }

    /// Ends all streams; there will be no new ones.
    pub fn close(&self) {
        self.frames().take();
    }

    /// Serves the streams of an app. Never returns while the database can be read.
    pub async fn run(app: App) -> Result<(), String> {
        loop {
            if app.streams.count() == 0 {
                app.streams.0.wanted.notified().await;
            }
            app.streams.serve(&app).await.map_err(|error| error.to_string())?;
        }
    }

    pub(super) fn take_slot(&self, address: IpAddr) -> Result<Slot, SlotRejection> {
        self.0.slots.take(address)
    }

    /// None after [`Self::close`], or if there is no current picture.
    pub(super) async fn subscribe(&self, clock: &dyn Clock) -> Option<Subscription> {
        // Subscribe first: from then on the position stays set, and no event after it is missed.
        let frames = self.frames().as_ref()?.subscribe();
        self.0.wanted.notify_one();
        let mut positions = self.0.position.subscribe();
        let position = tokio::select! {
            position = positions.wait_for(Option::is_some) => position.ok()?.clone()?,
            () = clock.sleep(START_TIMEOUT) => return None,
        };
        Some(Subscription { frames, position })
    }

    /// Limits how many streams read old events at once.
    pub(super) fn resuming(&self) -> &Semaphore {
        &self.0.resuming
    }

    /// Until there are no streams.
    async fn serve(&self, app: &App) -> Result<(), LightningError> {
        let mut progress = start(app).await?;
        loop {
            self.set_position(&progress);
            if self.is_idle() {
                return Ok(());
            }
            tokio::select! {
                () = app.clock.sleep(CHECK_INTERVAL) => {}
                () = app.lightning.wait_for_status_events() => {}
            }
            // Without a successful check no comment is sent, so that clients notice, and new streams wait.
            while let Err(error) = self.check(app, &mut progress).await {
                tracing::warn!(%error, "cannot read status events for the open streams");
                self.0.position.send_replace(None);
                app.clock.sleep(RETRY_DELAY).await;
            }
        }
    }

    async fn check(&self, app: &App, progress: &mut Progress) -> Result<(), LightningError> {
        self.send_picture(app, progress).await?;
        self.send_events(app, progress).await?;
        let now = app.clock.now();
        if now >= later(progress.commented_at, COMMENT_INTERVAL) || now < progress.commented_at {
            self.send(StreamFrame::Everyone(COMMENT));
            progress.commented_at = now;
        }
        Ok(())
    }

    async fn send_events(&self, app: &App, progress: &mut Progress) -> Result<(), StoreError> {
        loop {
            let mut conn = app.store.reader().await?;
            let events = status_event::list(&mut conn, progress.last_id, None, BATCH_EVENTS).await?;
            drop(conn);
            let is_last = events.len() < BATCH_EVENTS as usize;
            let batch = EventBatch::new(events);
            if let Some(last_id) = batch.last_id() {
                progress.last_id = last_id;
                self.send(StreamFrame::Events(Arc::new(batch)));
            }
            if is_last {
                return Ok(());
            }
        }
    }

    /// New streams get every picture; open streams only those that differ in more than their time.
    async fn send_picture(&self, app: &App, progress: &mut Progress) -> Result<(), LightningError> {
        let picture = app.lightning.live_picture().await?;
        if Arc::ptr_eq(&picture, &progress.picture) {
            return Ok(());
        }
        let (snapshot, counts) = render(app, &picture).await;
        let before = std::mem::replace(&mut progress.picture, picture);
        let is_same = counts == progress.counts
            && Arc::ptr_eq(before.strikes(), progress.picture.strikes())
            && Arc::ptr_eq(before.facilities(), progress.picture.facilities())
            && before.feed() == progress.picture.feed();
        (progress.snapshot, progress.counts) = (snapshot.clone(), counts);
        if !is_same {
            self.send(StreamFrame::Everyone(snapshot));
        }
        Ok(())
    }

    fn send(&self, frame: StreamFrame) {
        // An error means that there are no streams.
        let _ = self.frames().as_ref().map(|frames| frames.send(frame));
    }

    fn set_position(&self, progress: &Progress) {
        let position = HubPosition { snapshot: progress.snapshot.clone(), last_id: progress.last_id };
        self.0.position.send_replace(Some(position));
        metrics::gauge!("stormwire_streams_open").set(f64::from(u32::try_from(self.count()).unwrap_or(u32::MAX)));
    }

    /// Unsets the position if there are no streams. In one step: a stream that has read the position is counted.
    fn is_idle(&self) -> bool {
        self.0.position.send_if_modified(|position| {
            let is_idle = self.count() == 0;
            if is_idle {
                *position = None;
            }
            is_idle
        })
    }

    fn count(&self) -> usize {
        self.frames().as_ref().map_or(0, broadcast::Sender::receiver_count)
    }

    fn frames(&self) -> MutexGuard<'_, Option<broadcast::Sender<StreamFrame>>> {
        self.0.frames.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

async fn start(app: &App) -> Result<Progress, LightningError> {
    let last_id = status_event::last_id(&mut app.store.reader().await?).await?;
    let picture = app.lightning.live_picture().await?;
    let (snapshot, counts) = render(app, &picture).await;
    Ok(Progress { last_id, picture, counts, snapshot, commented_at: app.clock.now() })
}

async fn render(app: &App, picture: &Arc<ThreatPicture>) -> (Bytes, ThreatCounts) {
    let all = app.lightning.facilities(picture, ThreatParameters::default(), None).await;
    (frame::snapshot(&StatusView::new(picture, &all)), all.counts)
}
