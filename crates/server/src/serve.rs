//! `stormwire serve`: puts the parts together, runs them, takes them apart again.

use anyhow::{Context, Result};
use std::future::Future;
use std::sync::Arc;
use std::time::Duration;
use stormwire_api::App;
use stormwire_service::chance::{Chance, SystemChance};
use stormwire_service::clock::{Clock, SystemClock};
use stormwire_service::config::{Config, Database};
use stormwire_service::queue::{Dispatcher, supervise};
use stormwire_service::retention::Retention;
use stormwire_service::store::{FolderLock, Schema, Store};
use tokio::net::TcpListener;
use tokio_util::sync::CancellationToken;

/// SIGTERM: what is in hand has this long to end.
const GRACE: Duration = Duration::from_secs(20);

/// Serves until `stop` ends.
pub(crate) async fn run(config: Config, stop: impl Future<Output = std::io::Result<()>>) -> Result<()> {
    let lock = match &config.database {
        Database::Sqlite(folder) => Some(FolderLock::take(folder)?),
        Database::Postgres(_) => None,
    };
    let store = Store::open(&config.database, lock.as_ref()).await?;
    let clock: Arc<dyn Clock> = Arc::new(SystemClock);
    let chance: Arc<dyn Chance> = Arc::new(SystemChance);
    let counters = metrics_exporter_prometheus::PrometheusBuilder::new().install_recorder()?;
    let dispatcher = dispatcher(&config, &store, (clock.clone(), chance.clone())).await?;
    let app = App {
        store: store.clone(),
        clock: clock.clone(),
        chance: chance.clone(),
        pulse: dispatcher.pulse(),
        counters: Arc::new(move || counters.render()),
    };

    let listen = config.server.listen;
    let listener = TcpListener::bind(listen).await;
    let listener = listener.with_context(|| format!("server.listen: {listen} cannot be used"))?;
    let address = listener.local_addr()?;
    let ending = CancellationToken::new();
    let ended = ending.clone().cancelled_owned();
    let http =
        tokio::spawn(axum::serve(listener, stormwire_api::router(app)).with_graceful_shutdown(ended).into_future());
    let stopped = ending.clone();
    let work = tokio::spawn(async move {
        supervise("queue", (clock, chance), stopped.clone(), || dispatcher.run(stopped.clone())).await;
    });
    crate::command::print(&format!("listening on http://{address}\n"))?;

    stop.await?;
    ending.cancel();
    let parts = async { tokio::join!(http, work) };
    if let Ok((http, work)) = tokio::time::timeout(GRACE, parts).await {
        http??;
        work?;
    } else {
        tracing::warn!("not everything ended in time; what was in hand is taken up at the next start");
    }
    store.close().await;
    tracing::info!("stopped");
    Ok(())
}

/// The queue with everything that works through it.
async fn dispatcher(config: &Config, store: &Store, world: (Arc<dyn Clock>, Arc<dyn Chance>)) -> Result<Dispatcher> {
    let now = world.0.now();
    store.write(Schema::It, move |conn| Box::pin(Retention::schedule(conn, now))).await?;
    let retention = Retention::new(store.clone(), world.0.clone(), config.watch.retention);
    Ok(Dispatcher::new(store.clone(), world, vec![Arc::new(retention)]))
}
