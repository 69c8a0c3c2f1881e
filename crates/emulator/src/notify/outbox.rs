//! The queue of notifications.

use crate::faults::FaultInjector;
use crate::notify::counts::NotificationCounts;
use crate::notify::notification::Notification;
use jiff::Timestamp;
use std::time::Duration;
use stormwire_clock::later;
use tokio::sync::mpsc;

/// The fault `reorder` delays each notification by a random time up to this.
const REORDER_DELAY: Duration = Duration::from_millis(500);

#[derive(Debug, Clone)]
pub(crate) struct Outbox(mpsc::UnboundedSender<QueuedNotification>);

#[derive(Debug)]
pub(crate) struct QueuedNotification {
    pub(crate) notification: Notification,
    pub(crate) created_at: Timestamp,
    pub(crate) due_at: Timestamp,
}

impl Outbox {
    pub(crate) fn new() -> (Self, mpsc::UnboundedReceiver<QueuedNotification>) {
        let (sender, receiver) = mpsc::unbounded_channel();
        (Self(sender), receiver)
    }

    /// Injects faults: the notification may be dropped, duplicated or delayed.
    pub(crate) fn enqueue(
        &self,
        notification: &Notification,
        injector: &FaultInjector,
        counts: &mut NotificationCounts,
        now: Timestamp,
    ) {
        let faults = &injector.faults;
        let copies = if injector.should_inject(faults.duplicate) { 2 } else { 1 };
        counts.created += copies;
        if injector.should_inject(faults.drop) {
            counts.dropped += copies;
            return;
        }
        for _ in 0..copies {
            let reorder = if faults.reorder { REORDER_DELAY.mul_f64(injector.fraction()) } else { Duration::ZERO };
            let due_at = later(now, Duration::from_millis(faults.delay_ms) + reorder);
            self.send(QueuedNotification { notification: notification.clone(), created_at: now, due_at });
        }
    }

    pub(crate) fn enqueue_without_faults(
        &self,
        notification: Notification,
        counts: &mut NotificationCounts,
        now: Timestamp,
    ) {
        counts.created += 1;
        self.send(QueuedNotification { notification, created_at: now, due_at: now });
    }

    fn send(&self, queued: QueuedNotification) {
        // Fails only after the emulator has been shut down.
        let _ = self.0.send(queued);
    }
}
