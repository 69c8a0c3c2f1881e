//! Restarts a loop that must not end, logs the reason and counts the restarts.

use super::plan::Backoff;
use futures_util::FutureExt;
use std::future::Future;
use std::panic::AssertUnwindSafe;
use std::sync::Arc;
use std::time::Duration;
use stormwire_clock::{Clock, Rng, later};
use tokio_util::sync::CancellationToken;

const RESTART_BACKOFF: Backoff = Backoff { first: Duration::from_millis(100), ceiling: Duration::from_secs(10) };
/// After running this long, a loop is restarted with the shortest wait again.
const STABLE_AFTER: Duration = Duration::from_mins(1);

/// Restarts the loop whenever it ends or panics, until `stop` is canceled.
pub async fn supervise<F, L>(
    name: &'static str,
    clock: Arc<dyn Clock>,
    rng: Arc<dyn Rng>,
    stop: CancellationToken,
    mut start: F,
) where
    F: FnMut() -> L,
    L: Future<Output = Result<(), String>>,
{
    let mut ends = 0;
    while !stop.is_cancelled() {
        let started = clock.now();
        let ended = AssertUnwindSafe(start()).catch_unwind().await;
        if stop.is_cancelled() {
            return;
        }
        let reason = match ended {
            Ok(Ok(())) => "ended".to_owned(),
            Ok(Err(error)) => error,
            Err(panic) => format!("panicked: {}", panic_text(panic.as_ref())),
        };
        ends = if later(started, STABLE_AFTER) <= clock.now() { 1 } else { ends + 1 };
        let wait = RESTART_BACKOFF.delay_after(ends, rng.fraction());
        metrics::counter!("stormwire_loop_restarts_total", "loop" => name).increment(1);
        tracing::error!(loop_name = name, %reason, restart_in_ms = wait.as_millis(), "loop ended; restarting");
        tokio::select! {
            () = clock.sleep(wait) => {}
            () = stop.cancelled() => {}
        }
    }
}

/// The message of a panic.
pub fn panic_text(panic: &(dyn std::any::Any + Send)) -> &str {
    panic
        .downcast_ref::<&str>()
        .copied()
        .or_else(|| panic.downcast_ref::<String>().map(String::as_str))
        .unwrap_or("no text")
}
