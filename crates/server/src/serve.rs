//! `stormwire serve`: puts the parts together, runs them, takes them apart again.

use crate::command::print;
use crate::{listen, watching};
use anyhow::{Context, Result};
use std::future::Future;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;
use stormwire_api::{Allowance, App, AppParts, Shelf};
use stormwire_city::config::{City, Config, Server};
use stormwire_city::credentials::Credentials;
use stormwire_city::facilities::{Facilities, Places};
use stormwire_city::people::{SignIn, Tokens, Users};
use stormwire_city::secrets::Secrets;
use stormwire_city::tiles::{Media, MediaBase, Painter, Tiles};
use stormwire_clock::{Clock, Rng};
use stormwire_lightning::{FeedWatch, Lightning};
use stormwire_mailer::OperatorMailer;
use stormwire_mailer::operator::OperatorMailJob;
use stormwire_store::queue::{Dispatcher, Pulse, supervise};
use stormwire_store::retention::Retention;
use stormwire_store::{Database, FolderLock, Schema, Store};
use stormwire_watcher::Watch;
use tokio::net::TcpListener;
use tokio_util::sync::CancellationToken;
use url::Url;

/// SIGTERM: what is in hand has this long to end; with closing the database that stays below 20 seconds.
const GRACE: Duration = Duration::from_secs(17);

/// Clock and chance.
pub(crate) type World = (Arc<dyn Clock>, Arc<dyn Rng>);

/// What every part stands on.
pub(crate) struct Base {
    pub(crate) store: Store,
    pub(crate) world: World,
    pub(crate) secrets: Secrets,
}

/// Serves until `stop` ends. What `greeting` says of the address is printed below the line that names it; images that are
/// missing are made by the painter, if there is one.
pub(crate) async fn run(
    config: Config,
    world: World,
    stop: impl Future<Output = ()>,
    greeting: impl FnOnce(SocketAddr) -> String,
    painter: Option<Arc<dyn Painter>>,
) -> Result<()> {
    let lock = match &config.database {
        Database::Sqlite(folder) => Some(FolderLock::take(folder)?),
        Database::Postgres(_) => None,
    };
    let store = Store::open(&config.database, lock.as_ref()).await?;
    let secrets = Secrets::load(config.key_file.clone(), world.1.clone())?;
    let credentials = Credentials::new(store.clone(), world.0.clone(), secrets.clone());
    credentials.verify().await?;

    let listen = config.server.listen;
    let listener = TcpListener::bind(listen).await;
    let listener = listener.with_context(|| format!("server.listen: {listen} cannot be used"))?;
    let address = listener.local_addr()?;
    let public_url = match config.server.public_url.clone() {
        Some(url) => url,
        None => format!("http://{address}").parse()?,
    };
    let base = Base { store: store.clone(), world: world.clone(), secrets };
    let watch = watching::watch(&config, &base, &public_url)?;
    let smtp = watching::smtp(&config, &world.0)?;
    let post = OperatorMailer::new(smtp, config.operator_email.as_deref()).context("operator.email")?;
    let dispatcher = dispatcher(config.watch.retention, &watch, post).await?;
    let (media, viewport_cap) = (Media::new(&config.paths.media, painter), config.viewport_cap);
    let parts = Parts { base, credentials, watch, pulse: dispatcher.pulse(), public_url, media, viewport_cap };
    let app = app(parts, config.server, config.city)?;

    let ending = CancellationToken::new();
    let http = tokio::spawn(listen::serve(listener, app, ending.clone()));
    let stopped = ending.clone();
    let work = tokio::spawn(async move {
        supervise("queue", world, stopped.clone(), || dispatcher.run(stopped.clone())).await;
    });
    print(&format!("listening on http://{address}\n{}", greeting(address)))?;

    stop.await;
    ending.cancel();
    if let Ok((http, work)) = tokio::time::timeout(GRACE, async { tokio::join!(http, work) }).await {
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
async fn dispatcher(keep: Duration, watch: &Watch, post: OperatorMailer) -> Result<Dispatcher> {
    let (store, world, now) = (&watch.store, (watch.clock.clone(), watch.chance.clone()), watch.clock.now());
    store
        .write(Schema::It, move |conn| {
            Box::pin(async move {
                Retention::schedule(conn, now).await?;
                FeedWatch::schedule(conn, now).await?;
                stormwire_watcher::schedule(conn, now).await
            })
        })
        .await?;
    let mut works = stormwire_watcher::works(watch);
    works.push(Arc::new(Retention::new(store.clone(), world.0.clone(), keep)));
    works.push(Arc::new(OperatorMailJob::new(Arc::new(post))));
    works.push(Arc::new(FeedWatch::new(store.clone(), watch.clock.clone(), watch.cadence.reconciliation)));
    Ok(Dispatcher::new(store.clone(), world, works))
}

struct Parts {
    base: Base,
    credentials: Credentials,
    watch: Watch,
    pulse: Pulse,
    public_url: Url,
    media: Media,
    viewport_cap: u32,
}

fn app(parts: Parts, server: Server, city: City) -> Result<App> {
    let Parts { base, credentials, watch, pulse, public_url, media, viewport_cap } = parts;
    let Base { store, world, secrets } = base;
    let counters = metrics_exporter_prometheus::PrometheusBuilder::new().install_recorder()?;
    let places = Arc::new(Places::new(city.crs, city.bounds));
    let city = stormwire_api::City { name: city.name.into(), timezone: city.timezone };
    Ok(App::from(AppParts {
        sign_in: SignIn::new(store.clone(), world.clone()),
        users: Users::new(store.clone(), world.clone()),
        tokens: Tokens::new(store.clone(), world.clone()),
        tiles: Tiles::new(store.clone(), places.clone(), MediaBase::new(&server.media_url), viewport_cap),
        facilities: Facilities::new(store.clone(), world.0.clone(), places),
        lightning: Lightning::new(store.clone(), world.0.clone(), watch.cadence.reconciliation),
        shelf: Shelf::default(),
        allowance: Allowance::new(server.anonymous_per_second),
        media,
        credentials,
        city,
        watch,
        secrets,
        store,
        clock: world.0,
        chance: world.1,
        pulse,
        counters: Arc::new(move || counters.render()),
        public_url: Arc::new(public_url),
        trusted_proxies: server.trusted_proxies.into(),
    }))
}
