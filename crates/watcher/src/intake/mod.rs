//! Detects messages by push notifications, polling and full folder scans, files by scans of their folder, and status events by
//! polling; claims them.

mod batch;
mod files;
mod folder_events;
mod full_scan;
mod notifications;
mod poll;
mod shared_read;
mod status_events;

pub use notifications::NotificationAcceptance;

use crate::cadence::Cadence;
use crate::error::WatcherError;
use crate::files::{FileRoots, FolderMemories};
use crate::mailboxes::Mailboxes;
use crate::shared_deps::SharedDeps;
use folder_events::FolderEvents;
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
    file_roots: FileRoots,
    folder_memories: FolderMemories,
    folder_events: FolderEvents,
}

impl Intake {
    pub(crate) fn new(deps: SharedDeps) -> Self {
        let SharedDeps { store, clock, rng, secrets, mailboxes, file_roots, cadence } = deps;
        let receiver = Arc::new(NotificationReceiver::new(store.clone(), clock.clone(), rng.clone(), secrets));
        let folder_events = FolderEvents::new(store.clone(), clock.clone());
        let folder_memories = FolderMemories::default();
        Self { store, clock, rng, mailboxes, cadence, receiver, file_roots, folder_memories, folder_events }
    }

    /// Receives the notifications of one request from the provider. Returns after all accepted ones are stored.
    pub async fn receive(&self, notifications: Vec<Notification>) -> Result<NotificationAcceptance, WatcherError> {
        self.receiver.receive(notifications).await
    }
}
