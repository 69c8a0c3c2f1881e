//! One simulated process of the service: all of its real parts, on a runtime and a clock of its own.

use super::network::Network;
use super::step_runtime::StepRuntime;
use anyhow::Result;
use axum::Router;
use axum::body::Body;
use axum::http::Request;
use http_body_util::BodyExt;
use std::path::Path;
use std::sync::Arc;
use stormwire_city::config::{Config, Sources};
use stormwire_clock::{SeededRng, VirtualClock};
use stormwire_service::{OpenedDatabase, RunningService, Service, ServiceParts, Surroundings};
use tokio::runtime::Handle;
use tokio::sync::{oneshot, watch};
use tower::ServiceExt;

/// The host under which the provider reaches the service.
pub(crate) const SERVICE: &str = "storm.test";

pub(crate) struct Process {
    pub(crate) runtime: StepRuntime,
    pub(crate) app: stormwire_api::App,
    /// Changes when status events were recorded.
    pub(crate) events: watch::Receiver<()>,
    router: Router,
    running: RunningService,
}

/// What a process answered.
#[derive(Debug, Clone)]
pub(crate) struct Answer {
    pub(crate) status: u16,
    pub(crate) body: String,
}

/// Sends requests to a process from other runtimes.
#[derive(Clone)]
pub(crate) struct ProcessEntrance {
    handle: Handle,
    router: Router,
}

impl Process {
    pub(crate) fn start(folder: &Path, clock: Arc<VirtualClock>, seed: u64, network: &Network) -> Result<Self> {
        let config = Config::load(&Sources::from_text(&folder.join("stormwire.toml"), config_text()))?;
        let runtime = StepRuntime::new()?;
        let surroundings = Surroundings { clock, rng: Arc::new(SeededRng::new(seed)), network: Some(network.door()) };
        let built = runtime.wait_for(async {
            let parts = ServiceParts {
                database: OpenedDatabase::open(&config, &surroundings).await?,
                surroundings,
                public_url: format!("http://{SERVICE}").parse()?,
                painter: None,
                counters: Arc::new(String::new),
            };
            Service::build(config, parts).await
        });
        let service = match built {
            Ok(service) => service,
            Err(error) => {
                runtime.kill();
                return Err(error);
            }
        };
        let app = service.app().clone();
        let running = {
            let _entered = runtime.handle().enter();
            service.start()
        };
        let events = app.store.status_events_recorded();
        Ok(Self { events, router: stormwire_api::router(app.clone()), app, running, runtime })
    }

    pub(crate) fn entrance(&self) -> ProcessEntrance {
        ProcessEntrance { handle: self.runtime.handle().clone(), router: self.router.clone() }
    }

    /// Ends all of its tasks where they wait.
    pub(crate) fn kill(self) {
        let Self { runtime, app, router, running, .. } = self;
        {
            // Connections return to their pool in a task.
            let _entered = runtime.handle().enter();
            drop((app, router, running));
        }
        runtime.kill();
    }

    /// Begins to end as by SIGTERM. The process is gone once the receiver has a value.
    pub(crate) fn begin_stop(self) -> (StepRuntime, oneshot::Receiver<()>) {
        let Self { runtime, mut running, app, router, .. } = self;
        let (ended, end) = oneshot::channel();
        runtime.handle().spawn(async move {
            // Panics of tasks were logged where they happened.
            let _ = running.stop().await;
            running.close().await;
            drop((app, router));
            let _ = ended.send(());
        });
        (runtime, end)
    }
}

impl ProcessEntrance {
    /// The answer comes while the runtime of the process runs. None if the process ended before.
    pub(crate) fn send(&self, request: Request<Body>) -> oneshot::Receiver<Answer> {
        let (reply, answer) = oneshot::channel();
        let router = self.router.clone();
        self.handle.spawn(async move {
            let Ok(response) = router.oneshot(request).await;
            let status = response.status().as_u16();
            let body = response.into_body().collect().await.map(|body| body.to_bytes().to_vec()).unwrap_or_default();
            let _ = reply.send(Answer { status, body: String::from_utf8_lossy(&body).into_owned() });
        });
        answer
    }
}

impl Answer {
    pub(crate) fn json(&self) -> serde_json::Value {
        serde_json::from_str(&self.body).unwrap_or_default()
    }

    pub(crate) fn is_success(&self) -> bool {
        (200..300).contains(&self.status)
    }
}

fn config_text() -> String {
    format!(
        r#"
[server]
public_url = "http://{SERVICE}"
[database]
url = "sqlite:data"
[graph]
base_url = "http://{PROVIDER}/v1.0"
authority = "http://{PROVIDER}"
[operator]
email = "{OPERATOR}"
via = "Graph"
from = "{MAILBOX}"
[city]
name = "Alder Falls"
"#,
        PROVIDER = super::network::PROVIDER,
        OPERATOR = crate::city::OPERATOR,
        MAILBOX = crate::city::MAILBOX,
    )
}
