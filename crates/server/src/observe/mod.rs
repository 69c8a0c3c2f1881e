//! What others see of the running service: metrics, notifications to systemd, and calls of the heartbeat URL.

mod heartbeat_calls;
mod process;
mod recorder;
pub(crate) mod systemd;

pub(crate) use recorder::MetricsRecorder;

use anyhow::Result;
use heartbeat_calls::HeartbeatCaller;
use std::sync::Arc;
use stormwire_api::App;
use tokio::task::JoinSet;
use url::Url;

/// Runs what observes the service, until the result is dropped.
pub(crate) fn start(app: &App, recorder: Arc<MetricsRecorder>, heartbeat_url: Option<Url>) -> Result<JoinSet<()>> {
    let mut tasks = JoinSet::new();
    tasks.spawn(recorder.merge_periodically(app.clock.clone()));
    tasks.spawn(systemd::notify_alive(app.clock.clone(), app.heartbeat.clone()));
    if let Some(url) = heartbeat_url {
        let (caller, app) = (HeartbeatCaller::new(url, app.clock.clone())?, app.clone());
        tasks.spawn(caller.run(move || heartbeat_calls::read_facts(app.clone())));
    }
    Ok(tasks)
}
