//! The open event streams: what they share, and their limits. What is sent is made in the crate `api`, `lightning::stream`.

mod frame;

pub use frame::{FrameEvent, StreamFrame};

use axum::body::Bytes;
use ipnet::IpNet;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use stormwire_city::{AddressSlots, Slot, SlotLimits, SlotRejection};
use stormwire_clock::Clock;
use stormwire_store::StatusEventId;
use tokio::sync::{Notify, Semaphore, broadcast, watch};

/// A stream that is this many frames behind is closed. Frames are shared, so that this costs little memory.
const MAX_BEHIND: usize = 256;
/// How many streams may read old events from the database at once.
const MAX_RESUMING: usize = 4;
/// How long a new stream waits for the first snapshot.
const START_TIMEOUT: Duration = Duration::from_secs(5);

#[derive(Clone)]
pub struct StreamHub(Arc<Inner>);

struct Inner {
    /// None after [`StreamHub::close`].
    frames: Mutex<Option<broadcast::Sender<StreamFrame>>>,
    /// None while there are no streams, or the data cannot be read.
    position: watch::Sender<Option<HubPosition>>,
    /// There is a new stream.
    wanted: Notify,
    slots: AddressSlots,
    resuming: Semaphore,
}

/// Where a new stream starts.
#[derive(Debug, Clone)]
pub struct HubPosition {
    pub snapshot: Bytes,
    /// Frames contain the events after this one.
    pub last_id: StatusEventId,
}

/// A new stream: what it starts with, and everything after that.
pub struct Subscription {
    pub frames: broadcast::Receiver<StreamFrame>,
    pub position: HubPosition,
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

    pub fn take_slot(&self, address: IpAddr) -> Result<Slot, SlotRejection> {
        self.0.slots.take(address)
    }

    /// None after [`Self::close`], or if there is no snapshot for a while.
    pub async fn subscribe(&self, clock: &dyn Clock) -> Option<Subscription> {
        // Subscribe first: from then on the hub is not idle, and no event after its position is missed.
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
    pub fn resuming(&self) -> &Semaphore {
        &self.0.resuming
    }

    /// Returns at once if there are streams.
    pub async fn wait_for_streams(&self) {
        if self.count() == 0 {
            self.0.wanted.notified().await;
        }
    }

    pub fn send(&self, frame: StreamFrame) {
        // An error means that there are no streams.
        let _ = self.frames().as_ref().map(|frames| frames.send(frame));
    }

    /// `None`: new streams wait.
    pub fn set_position(&self, position: Option<HubPosition>) {
        self.0.position.send_replace(position);
        metrics::gauge!("stormwire_streams_open").set(f64::from(u32::try_from(self.count()).unwrap_or(u32::MAX)));
    }

    /// Unsets the position if there are no streams. In one step: a stream that has read the position is counted.
    pub fn is_idle(&self) -> bool {
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
