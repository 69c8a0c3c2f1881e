//! Builds the parts, runs those that need no listener, and ends them.

use crate::app::{Parts, app};
use crate::database::OpenedDatabase;
use crate::deps::{Deps, Surroundings};
use crate::duties::{Duties, dispatcher};
use crate::event_sinks::{self, AlertSource};
use crate::push;
use crate::watchers::{self, LiveCity};
use anyhow::Result;
use std::sync::Arc;
use std::time::Duration;
use stormwire_announce::push::PushSender;
use stormwire_api::{App, publish_to_streams};
use stormwire_city::city_settings::CitySettings;
use stormwire_city::config::Config;
use stormwire_city::tiles::{Media, TilePainter};
use stormwire_clock::Clock;
use stormwire_lightning::Lightning;
use stormwire_store::hints::HintExchange;
use stormwire_store::queue::{Dispatcher, supervise};
use stormwire_store::{FolderLock, Store};
use tokio::task::JoinHandle;
use tokio_util::sync::CancellationToken;
use url::Url;

/// What a service is built from, in addition to its configuration.
pub struct ServiceParts {
    pub surroundings: Surroundings,
    pub database: OpenedDatabase,
    /// The address under which the mail provider reaches this service.
    pub public_url: Url,
    /// Creates missing images.
    pub painter: Option<Arc<dyn TilePainter>>,
    /// Renders the metrics that the process has counted.
    pub counters: Arc<dyn Fn() -> String + Send + Sync>,
}

/// A service that does not run yet.
pub struct Service {
    app: App,
    dispatcher: Dispatcher,
    settings: CitySettings,
    surroundings: Surroundings,
    shutdown: CancellationToken,
    lock: Option<FolderLock>,
}

/// The queue and the loops of a service.
pub struct RunningService {
    queue: JoinHandle<()>,
    store: Store,
    shutdown: CancellationToken,
    /// Held until the service ends.
    _lock: Option<FolderLock>,
}

impl Service {
    pub async fn build(mut config: Config, parts: ServiceParts) -> Result<Self> {
        let ServiceParts { surroundings, database, public_url, painter, counters } = parts;
        let OpenedDatabase { lock, store, settings, secrets, credentials } = database;
        (config.city, _) = settings.get().await?;
        let deps = Deps::new(store.clone(), &surroundings, secrets);
        let push_deps = push::deps(&config, &deps)?;
        let push_source = push::source(&config, settings.identity(), &public_url);
        let live_city = LiveCity { map: settings.map(), identity: settings.identity() };
        let watchers = watchers::build_in(live_city, &config, &deps, &public_url)?;
        let operator_mailer = Arc::new(watchers::operator_mailer(&config, &deps, &public_url)?);
        let lightning = Lightning::new(store, surroundings.clock.clone(), watchers::feed_rules(&config));
        let shutdown = CancellationToken::new();
        let source =
            AlertSource { lightning: lightning.clone(), city: settings.identity(), public_url: public_url.clone() };
        let event_sinks = event_sinks::build(&config, &deps, source)?;
        let push_sender = PushSender::new(push_deps.clone(), push_source, lightning.clone(), shutdown.clone());
        let duties = Duties::new(&lightning, &event_sinks, push_sender, &shutdown);
        let dispatcher = dispatcher(&config, &deps, &watchers, operator_mailer.clone(), duties).await?;
        let parts = Parts {
            deps,
            city_settings: settings.clone(),
            credentials,
            watchers,
            event_sinks,
            lightning,
            heartbeat: dispatcher.heartbeat(),
            operator_mailer,
            push_deps,
            public_url,
            media: Media::new(&config.paths.media, painter),
            counters,
        };
        let app = app(parts, config)?;
        Ok(Self { app, dispatcher, settings, surroundings, shutdown, lock })
    }

    pub fn app(&self) -> &App {
        &self.app
    }

    /// Canceled when the service has to end.
    pub fn shutdown(&self) -> &CancellationToken {
        &self.shutdown
    }

    /// Runs the queue and the loops in tasks.
    pub fn start(self) -> RunningService {
        let Self { app, dispatcher, settings, surroundings, shutdown, lock } = self;
        let store = app.store.clone();
        tokio::spawn(follow_other_processes(store.clone(), settings, surroundings.clone(), shutdown.clone()));
        tokio::spawn(run_streams(app, shutdown.clone()));
        let queue = tokio::spawn(run_queue(dispatcher, surroundings, shutdown.clone()));
        RunningService { queue, store, shutdown, _lock: lock }
    }
}

impl RunningService {
    /// Takes no more work, and waits until what is running has ended or was released.
    pub async fn stop(&mut self) -> Result<()> {
        self.shutdown.cancel();
        Ok((&mut self.queue).await?)
    }

    /// Closes the database. Call it last.
    pub async fn close(self) {
        self.store.close().await;
    }
}

async fn run_queue(dispatcher: Dispatcher, surroundings: Surroundings, shutdown: CancellationToken) {
    let Surroundings { clock, rng, .. } = surroundings;
    let run = || dispatcher.run(shutdown.clone());
    supervise("queue", clock, rng, shutdown.clone(), run).await;
}

/// What other processes on the same database commit.
async fn follow_other_processes(
    store: Store,
    settings: CitySettings,
    surroundings: Surroundings,
    shutdown: CancellationToken,
) {
    let Surroundings { clock, rng, .. } = surroundings;
    let hints = HintExchange::new(store, clock.clone(), rng);
    tokio::join!(hints.run(shutdown.clone()), follow_city_settings(settings, clock, shutdown));
}

async fn run_streams(app: App, shutdown: CancellationToken) {
    let run = || publish_to_streams(app.clone());
    let supervised = supervise("streams", app.clock.clone(), app.rng.clone(), shutdown.clone(), run);
    shutdown.run_until_cancelled(supervised).await;
    // The listener waits for open responses.
    app.streams.close();
}

/// Between two reads of the city's settings, which another process may have changed.
const SETTINGS_INTERVAL: Duration = Duration::from_secs(5);

async fn follow_city_settings(settings: CitySettings, clock: Arc<dyn Clock>, shutdown: CancellationToken) {
    while shutdown.run_until_cancelled(clock.sleep(SETTINGS_INTERVAL)).await.is_some() {
        if let Err(error) = settings.refresh().await {
            tracing::warn!(%error, "cannot read the settings of the city");
        }
    }
}
