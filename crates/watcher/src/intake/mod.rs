//! Detects messages by push notifications, polling and full folder scans, and status events by polling; claims them.

mod batch;
mod full_scan;
mod notifications;
mod poll;
mod shared_read;
mod status_events;

pub use notifications::NotificationAcceptance;

use crate::cadence::Cadence;
use crate::error::WatcherError;
use crate::mailboxes::Mailboxes;
use crate::shared_deps::SharedDeps;
use notifications::NotificationReceiver;
use std::sync::Arc;
use stormwire_clock::{Clock, Rng};
use stormwire_graph::Notification;
use stormwire_store::Store;

/// Receives notifications and polls folders.
pub struct Intake {
    store: Store,
    clock: Arc<dyn Clock>,
    rng: Arc<dyn Rng>,
    mailboxes: Mailboxes,
    cadence: Cadence,
    receiver: Arc<NotificationReceiver>,
}

impl Intake {
    pub(crate) fn new(deps: SharedDeps) -> Self {
        let SharedDeps { store, clock, rng, secrets, mailboxes, cadence } = deps;
        let receiver = Arc::new(NotificationReceiver::new(store.clone(), clock.clone(), rng.clone(), secrets));
        Self { store, clock, rng, mailboxes, cadence, receiver }
    }

    /// Receives the notifications of one request from the provider. Returns after all accepted ones are stored.
    pub async fn receive(&self, notifications: Vec<Notification>) -> Result<NotificationAcceptance, WatcherError> {
        self.receiver.receive(notifications).await
    }
}
