//! The signals that end the service.

use std::future::Future;
use tokio::signal::unix::{SignalKind, signal};

/// From now on the signals are heard; the future ends when the process is asked to stop: SIGTERM, or an interrupt at the
/// keyboard.
pub(crate) fn stop() -> std::io::Result<impl Future<Output = ()>> {
    let (mut terminate, mut interrupt) = (signal(SignalKind::terminate())?, signal(SignalKind::interrupt())?);
    Ok(async move {
        tokio::select! {
            _ = terminate.recv() => tracing::info!("asked to stop"),
            _ = interrupt.recv() => tracing::info!("interrupted"),
        }
    })
}
