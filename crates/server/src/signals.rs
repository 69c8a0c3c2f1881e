//! The signals that end the service.

use std::future::Future;
use tokio::signal::unix::{SignalKind, signal};

/// Installs the signal handlers at once. The future ends on SIGTERM or SIGINT.
pub(crate) fn stop() -> std::io::Result<impl Future<Output = ()>> {
    let (mut terminate, mut interrupt) = (signal(SignalKind::terminate())?, signal(SignalKind::interrupt())?);
    Ok(async move {
        tokio::select! {
            _ = terminate.recv() => tracing::info!("SIGTERM received, stopping"),
            _ = interrupt.recv() => tracing::info!("SIGINT received, stopping"),
        }
    })
}
