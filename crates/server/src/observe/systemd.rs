//! Notifications to systemd: ready, alive, stopping. Does nothing if the service was not started by systemd.

use jiff::Timestamp;
use sd_notify::NotifyState;
use std::sync::Arc;
use std::time::Duration;
use stormwire_clock::{Clock, earlier};
use stormwire_store::queue::Heartbeat;

/// The loop of the queue runs twice a second, and waits at most a few seconds for the database. After this long it hangs.
const MAX_ROUND: Duration = Duration::from_secs(45);

/// The service accepts connections.
pub(crate) fn notify_ready(address: std::net::SocketAddr) {
    notify(&[NotifyState::Ready, NotifyState::Status(&format!("listening on {address}"))]);
}

pub(crate) fn notify_stopping() {
    notify(&[NotifyState::Stopping]);
}

fn notify(states: &[NotifyState]) {
    if let Err(error) = sd_notify::notify(states) {
        tracing::warn!(%error, "cannot notify systemd");
    }
}

/// Notifies systemd while the service is alive. This task shows that the main runtime runs; the queue has its own loop.
/// When the calls stop, systemd restarts the service. Runs until it is dropped.
pub(crate) async fn notify_alive(clock: Arc<dyn Clock>, queue: Heartbeat) {
    let Some(limit) = sd_notify::watchdog_enabled() else { return };
    let mut was_alive = true;
    loop {
        clock.sleep(limit / 3).await;
        let is_alive = is_alive(queue.last_round(), clock.now());
        if is_alive {
            notify(&[NotifyState::Watchdog]);
        } else if was_alive {
            tracing::error!("the queue hangs; systemd is no longer notified and will restart the service");
        }
        was_alive = is_alive;
    }
}

/// A database that is not reachable is no reason for a restart, which would not bring it back.
fn is_alive(last_round: Option<Timestamp>, now: Timestamp) -> bool {
    last_round.is_some_and(|at| at >= earlier(now, MAX_ROUND))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_queue_without_a_round_for_45_seconds_hangs() {
        let at = |text: &str| text.parse().unwrap();
        let now = at("2026-05-01T12:00:45Z");
        assert!(is_alive(Some(at("2026-05-01T12:00:00Z")), now));
        assert!(!is_alive(Some(at("2026-05-01T11:59:59Z")), now));
        assert!(!is_alive(None, now));
    }
}
