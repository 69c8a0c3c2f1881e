//! The signals that end the service.

use tokio::signal::unix::{SignalKind, signal};

/// Ends when the process is asked to stop: SIGTERM, or an interrupt at the keyboard.
pub(crate) async fn stop() -> std::io::Result<()> {
    let (mut terminate, mut interrupt) = (signal(SignalKind::terminate())?, signal(SignalKind::interrupt())?);
    tokio::select! {
        _ = terminate.recv() => tracing::info!("asked to stop"),
        _ = interrupt.recv() => tracing::info!("interrupted"),
    }
    Ok(())
}
