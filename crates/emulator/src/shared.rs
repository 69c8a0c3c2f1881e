//! What all tasks of the emulator share.

use crate::notification_door::NotificationDoor;
use crate::notify::outbox::Outbox;
use crate::state::EmulatorState;
use crate::store::event::MailboxEvent;
use jiff::{SignedDuration, Timestamp};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use stormwire_clock::{Clock, Rng, VirtualClock};
use tokio_util::sync::CancellationToken;

pub(crate) struct EmulatorShared {
    pub(crate) clock: Arc<VirtualClock>,
    pub(crate) rng: Box<dyn Rng>,
    pub(crate) door: Arc<dyn NotificationDoor>,
    pub(crate) outbox: Outbox,
    /// Cancels all tasks of the emulator.
    pub(crate) shutdown: CancellationToken,
    /// Never locked across an await.
    state: Mutex<EmulatorState>,
}

impl EmulatorShared {
    pub(crate) fn new(
        clock: Arc<VirtualClock>,
        rng: Box<dyn Rng>,
        door: Arc<dyn NotificationDoor>,
        outbox: Outbox,
    ) -> Self {
        Self { clock, rng, door, outbox, shutdown: CancellationToken::new(), state: Mutex::default() }
    }

    /// Runs a task in the background until it ends or the emulator is shut down.
    pub(crate) fn spawn(&self, task: impl Future<Output = ()> + Send + 'static) {
        let shutdown = self.shutdown.clone();
        tokio::spawn(async move {
            shutdown.run_until_cancelled(task).await;
        });
    }

    pub(crate) fn now(&self) -> Timestamp {
        self.clock.now()
    }

    /// The time of the `Date` header.
    pub(crate) fn date(&self) -> Timestamp {
        let offset = SignedDuration::from_secs(self.state().settings.date_offset_seconds);
        self.now().saturating_add(offset).unwrap_or(Timestamp::MAX)
    }

    /// Ignores poisoning: a panic in one call must not break all others.
    pub(crate) fn state(&self) -> MutexGuard<'_, EmulatorState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Queues notifications about the events for all subscriptions that cover them.
    pub(crate) fn notify_subscribers(&self, state: &mut EmulatorState, user: &str, events: &[MailboxEvent]) {
        let now = self.now();
        let EmulatorState { mailboxes, subscriptions, faults, notification_counts, .. } = state;
        let Some(mailbox) = mailboxes.get(user) else { return };
        for event in events {
            for notification in subscriptions.notifications(mailbox, event, now) {
                self.outbox.enqueue(&notification, faults, notification_counts, now);
            }
        }
    }
}
