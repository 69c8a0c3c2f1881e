//! Signs of life of the dispatcher.

use jiff::Timestamp;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use stormwire_clock::earlier;

/// The queue counts as stuck when the dispatcher has not reached it for this long.
const MAX_SILENCE: Duration = Duration::from_secs(15);

#[derive(Debug, Clone, Default)]
pub struct Heartbeat(Arc<Mutex<Beats>>);

#[derive(Debug, Clone, Copy, Default)]
struct Beats {
    reached_queue_at: Option<Timestamp>,
    looped_at: Option<Timestamp>,
}

impl Heartbeat {
    /// When the dispatcher last reached the queue.
    pub fn last_beat(&self) -> Option<Timestamp> {
        self.beats().reached_queue_at
    }

    /// When the dispatcher's loop last ran, whether or not the database was reachable.
    pub fn last_round(&self) -> Option<Timestamp> {
        self.beats().looped_at
    }

    /// Whether background jobs are running.
    pub fn is_queue_moving(&self, now: Timestamp) -> bool {
        self.last_beat().is_some_and(|at| at >= earlier(now, MAX_SILENCE))
    }

    pub(super) fn record_beat(&self, now: Timestamp) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).reached_queue_at = Some(now);
    }

    pub(super) fn record_round(&self, now: Timestamp) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).looped_at = Some(now);
    }

    fn beats(&self) -> Beats {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_queue_not_reached_for_15_seconds_is_stuck() {
        let at = |text: &str| text.parse().unwrap();
        let now = at("2026-05-01T12:00:15Z");
        let heartbeat = Heartbeat::default();
        heartbeat.record_round(now);
        assert!(!heartbeat.is_queue_moving(now), "a loop that never reached the queue");
        heartbeat.record_beat(at("2026-05-01T11:59:59Z"));
        assert!(!heartbeat.is_queue_moving(now));
        heartbeat.record_beat(at("2026-05-01T12:00:00Z"));
        assert!(heartbeat.is_queue_moving(now));
    }
}
