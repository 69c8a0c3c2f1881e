//! `stormwire serve`: builds the service, runs it with a listener, and shuts it down.

use crate::file_facts::file_facts;
use crate::listen::{self, Listener, TlsCertificate, raise_open_file_limit};
use crate::observe::{self, MetricsRecorder, systemd};
use crate::output::print;
use anyhow::{Context, Result};
use std::future::Future;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;
use stormwire_api::App;
use stormwire_city::config::{Config, Finding, Server, find_unsafe_settings};
use stormwire_city::tiles::TilePainter;
use stormwire_clock::Clock;
use stormwire_service::{OpenedDatabase, RunningService, Service, ServiceParts, Surroundings};
use tokio::net::TcpListener;
use tokio::task::JoinHandle;
use url::Url;

/// Running work has this long to end after SIGTERM, which leaves time to close the database within 20 seconds.
const SHUTDOWN_TIMEOUT: Duration = Duration::from_secs(17);

/// Serves until `stop` ends. `greeting` is printed after the line with the address. `painter` creates missing images.
pub(crate) async fn run(
    config: Config,
    surroundings: Surroundings,
    stop: impl Future<Output = ()>,
    greeting: impl FnOnce(SocketAddr) -> String,
    painter: Option<Arc<dyn TilePainter>>,
) -> Result<()> {
    let database = OpenedDatabase::open(&config, &surroundings).await?;
    let Bound { listener, base_url, address, public_url } = bind(&config.server).await?;
    log_unsafe_settings(&config);
    let recorder = Arc::new(MetricsRecorder::install(surroundings.clock.now())?);
    let (heartbeat_url, clock, rendered) = (config.heartbeat_url.clone(), surroundings.clock.clone(), recorder.clone());
    let counters = Arc::new(move || rendered.render());
    let parts = ServiceParts { surroundings, database, public_url, painter, counters };
    let service = Box::pin(Service::build(config, parts)).await?;
    let (app, shutdown) = (service.app().clone(), service.shutdown().clone());
    for warning in app.watchers.admin().sender_warnings().await? {
        tracing::warn!("{warning}");
    }
    let observers = observe::start(&app, recorder, heartbeat_url)?;
    print_first_run(&app).await?;

    let mut running = service.start();
    let http = tokio::spawn(listen::serve(listener, app, shutdown.clone()));
    print(&format!("listening on {base_url}\n{}", greeting(address)))?;
    systemd::notify_ready(address);

    stop.await;
    systemd::notify_stopping();
    drop(observers);
    shutdown.cancel();
    wait_for_end(clock.as_ref(), http, &mut running).await?;
    running.close().await;
    tracing::info!("stopped");
    Ok(())
}

struct Bound {
    listener: Listener,
    /// With the port that was picked.
    base_url: String,
    address: SocketAddr,
    public_url: Url,
}

async fn bind(server: &Server) -> Result<Bound> {
    raise_open_file_limit(server.limits.connections);
    let tls = server.tls.clone().map(TlsCertificate::load).transpose()?.map(Arc::new);
    let scheme = if tls.is_some() { "https" } else { "http" };
    let listen = server.listen;
    let socket = TcpListener::bind(listen).await;
    let socket = socket.with_context(|| format!("server.listen: cannot listen on {listen}"))?;
    let address = socket.local_addr()?;
    let base_url = format!("{scheme}://{address}");
    let public_url = match server.public_url.clone() {
        Some(url) => url,
        None => base_url.parse()?,
    };
    Ok(Bound { listener: Listener { socket, tls, limits: server.limits }, base_url, address, public_url })
}

/// On standard error, which only the people who run the service can read.
async fn print_first_run(app: &App) -> Result<()> {
    if app.first_run.is_needed().await? {
        let (portal, code) = (app.public_url.join("/portal")?, app.first_run.printed_code());
        tracing::warn!(
            "no user exists; open {portal} and enter the one-time code {code} to create the first administrator"
        );
    }
    Ok(())
}

fn log_unsafe_settings(config: &Config) {
    for Finding { key, text, .. } in find_unsafe_settings(config, &file_facts(config)) {
        tracing::warn!("{key}: {text}");
    }
}

async fn wait_for_end(clock: &dyn Clock, http: JoinHandle<Result<()>>, running: &mut RunningService) -> Result<()> {
    tokio::select! {
        (http, queue) = async { tokio::join!(http, running.stop()) } => {
            http??;
            queue?;
        }
        () = clock.sleep(SHUTDOWN_TIMEOUT) => {
            tracing::warn!("shutdown timed out; unfinished jobs continue after the next start");
        }
    }
    Ok(())
}
