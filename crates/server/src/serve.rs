//! `stormwire serve`: builds the parts, runs them, and shuts them down.

use crate::deps::{ClockAndRng, Deps};
use crate::event_sinks::AlertSource;
use crate::file_facts::file_facts;
use crate::listen::{Listener, TlsCertificate, raise_open_file_limit};
use crate::observe::{self, MetricsRecorder, systemd};
use crate::output::print;
use crate::watchers::LiveCity;
use crate::{event_sinks, listen, push, watchers};
use anyhow::{Context, Result};
use ipnet::IpNet;
use jiff::Timestamp;
use std::future::Future;
use std::net::SocketAddr;
use std::sync::{Arc, Once};
use std::time::Duration;
use stormwire_announce::push::{PushDeps, PushSender, PushSubscriptions};
use stormwire_announce::{EventAnnouncer, EventSinks, MqttPresence};
use stormwire_api::{App, AppParts, OidcSignIn, RateLimiter, ResponseCache, StreamHub, publish_to_streams};
use stormwire_city::SlotLimits;
use stormwire_city::accounts::{FirstRun, MetricsToken, SecurityLog, Sessions, SignIn, Tokens, Users};
use stormwire_city::action_secrets::seal_stored_actions;
use stormwire_city::city_settings::CitySettings;
use stormwire_city::config::{Config, Finding, Server, find_unsafe_settings};
use stormwire_city::credential_usage::decide_stored_credentials;
use stormwire_city::credentials::Credentials;
use stormwire_city::facilities::Facilities;
use stormwire_city::map_layers::MapLayers;
use stormwire_city::policies::Policies;
use stormwire_city::revisions::record_missing;
use stormwire_city::secrets::Secrets;
use stormwire_city::tiles::{Media, MediaBase, TilePainter, Tiles};
use stormwire_clock::Clock;
use stormwire_lightning::{FeedMonitor, Lightning, StatusRecorder};
use stormwire_mailer::operator::{OperatorDigest, OperatorMail, OperatorMailWorker, OperatorMailer};
use stormwire_store::hints::{HintExchange, session_warning};
use stormwire_store::queue::{Dispatcher, Heartbeat, LoopWorker, loop_worker, supervise, worker};
use stormwire_store::retention::{Retention, RetentionJob};
use stormwire_store::user_tables::workflow_access::isolation_warning;
use stormwire_store::{Database, FolderLock, Schema, Store};
use stormwire_watcher::Watchers;
use tokio::net::TcpListener;
use tokio::task::JoinHandle;
use tokio_util::sync::CancellationToken;
use url::Url;

/// Running work has this long to end after SIGTERM, which leaves time to close the database within 20 seconds.
const SHUTDOWN_TIMEOUT: Duration = Duration::from_secs(17);

/// Of one client address, whether or not anonymous requests are limited. A visit renews all subscriptions of a browser.
const PUSH_SUBSCRIPTIONS_PER_SECOND: u32 = 5;

/// Serves until `stop` ends. `greeting` is printed after the line with the address. `painter` creates missing images.
pub(crate) async fn run(
    mut config: Config,
    clock_and_rng: ClockAndRng,
    stop: impl Future<Output = ()>,
    greeting: impl FnOnce(SocketAddr) -> String,
    painter: Option<Arc<dyn TilePainter>>,
) -> Result<()> {
    let Opened { _lock, store, settings, secrets, credentials } = open(&config, &clock_and_rng).await?;
    (config.city, _) = settings.get().await?;
    let Bound { listener, base_url, address, public_url } = bind(&config.server).await?;
    let deps = Deps::new(store.clone(), &clock_and_rng, secrets);
    let push_deps = push::deps(&config, &deps)?;
    let push_source = push::source(&config, settings.identity(), &public_url);
    let live_city = LiveCity { map: settings.map(), identity: settings.identity() };
    let watchers = watchers::build_in(live_city, &config, &deps, &public_url)?;
    log_unsafe_settings(&config, &watchers).await?;
    let operator_mailer = Arc::new(watchers::operator_mailer(&config, &deps, &public_url)?);
    let lightning = Lightning::new(store.clone(), clock_and_rng.clock.clone(), watchers::feed_rules(&config));
    let shutdown = CancellationToken::new();
    let source =
        AlertSource { lightning: lightning.clone(), city: settings.identity(), public_url: public_url.clone() };
    let event_sinks = event_sinks::build(&config, &deps, source)?;
    let push_sender = PushSender::new(push_deps.clone(), push_source, lightning.clone(), shutdown.clone());
    let duties = Duties::new(&lightning, &event_sinks, push_sender, &shutdown);
    let dispatcher = dispatcher(&config, &deps, &watchers, operator_mailer.clone(), duties).await?;
    let media = Media::new(&config.paths.media, painter);
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
        media,
    };
    let recorder = Arc::new(MetricsRecorder::install(clock_and_rng.clock.now())?);
    let heartbeat_url = config.heartbeat_url.clone();
    let app = app(parts, config, recorder.clone())?;
    let observers = observe::start(&app, recorder, heartbeat_url)?;
    print_first_run(&app).await?;

    tokio::spawn(follow_other_processes(store.clone(), settings, clock_and_rng.clone(), shutdown.clone()));
    tokio::spawn(run_streams(app.clone(), shutdown.clone()));
    let http = tokio::spawn(listen::serve(listener, app, shutdown.clone()));
    let queue = tokio::spawn(run_queue(dispatcher, clock_and_rng, shutdown.clone()));
    print(&format!("listening on {base_url}\n{}", greeting(address)))?;
    systemd::notify_ready(address);

    stop.await;
    systemd::notify_stopping();
    drop(observers);
    shutdown.cancel();
    wait_for_end(http, queue).await?;
    store.close().await;
    tracing::info!("stopped");
    Ok(())
}

struct Opened {
    /// Held until the service ends.
    _lock: Option<FolderLock>,
    store: Store,
    settings: CitySettings,
    secrets: Secrets,
    credentials: Credentials,
}

/// Opens the database, and the secrets in it.
async fn open(config: &Config, clock_and_rng: &ClockAndRng) -> Result<Opened> {
    let lock = match &config.database {
        Database::Sqlite(folder) => Some(FolderLock::acquire(folder)?),
        Database::Postgres(_) => None,
    };
    let store = Store::open(&config.database, lock.as_ref()).await?;
    let settings = CitySettings::load(store.clone(), clock_and_rng.clock.clone(), config.city.clone()).await?;
    let secrets = Secrets::load(config.key_file.clone(), clock_and_rng.rng.clone())?;
    let credentials = Credentials::new(store.clone(), clock_and_rng.clock.clone(), secrets.clone());
    credentials.verify().await?;
    for warning in database_warnings(&config.database, &store).await? {
        tracing::warn!("{warning}");
    }
    upgrade_stored_rows(&store, &secrets, clock_and_rng.clock.now()).await?;
    Ok(Opened { _lock: lock, store, settings, secrets, credentials })
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

async fn run_queue(dispatcher: Dispatcher, clock_and_rng: ClockAndRng, shutdown: CancellationToken) {
    let ClockAndRng { clock, rng } = clock_and_rng;
    let run = || dispatcher.run(shutdown.clone());
    supervise("queue", clock, rng, shutdown.clone(), run).await;
}

/// What other processes on the same database commit.
async fn follow_other_processes(
    store: Store,
    settings: CitySettings,
    clock_and_rng: ClockAndRng,
    shutdown: CancellationToken,
) {
    let ClockAndRng { clock, rng } = clock_and_rng;
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

async fn log_unsafe_settings(config: &Config, watchers: &Watchers) -> Result<()> {
    for Finding { key, text, .. } in find_unsafe_settings(config, &file_facts(config)) {
        tracing::warn!("{key}: {text}");
    }
    for warning in watchers.admin().sender_warnings().await? {
        tracing::warn!("{warning}");
    }
    Ok(())
}

async fn wait_for_end(http: JoinHandle<Result<()>>, queue: JoinHandle<()>) -> Result<()> {
    if let Ok((http, queue)) = tokio::time::timeout(SHUTDOWN_TIMEOUT, async { tokio::join!(http, queue) }).await {
        http??;
        queue?;
    } else {
        tracing::warn!("shutdown timed out; unfinished jobs continue after the next start");
    }
    Ok(())
}

/// Protects the secrets that an earlier version stored, and records what it did not.
async fn upgrade_stored_rows(store: &Store, secrets: &Secrets, now: Timestamp) -> Result<()> {
    let sealed = seal_stored_actions(store, secrets).await?;
    if sealed > 0 {
        tracing::info!(sealed, "sealed the secrets of actions that an earlier version stored in clear text");
    }
    let decided = decide_stored_credentials(store).await?;
    if decided > 0 {
        tracing::info!(decided, "set the purpose of credentials by their use");
    }
    let recorded = record_missing(store, now).await?;
    tracing::debug!(recorded, "recorded a first revision of what had none");
    Ok(())
}

/// What is unsafe about the database. Also shown by `stormwire check`.
pub(crate) async fn database_warnings(database: &Database, store: &Store) -> Result<Vec<String>> {
    let (isolation, session) = (isolation_warning(store).await?, session_warning(store).await?);
    Ok(database.connection_warning().into_iter().chain(isolation).chain(session).collect())
}

/// What one process does for all, about status events.
struct Duties {
    recorder: StatusRecorder,
    announcer: EventAnnouncer,
    mqtt_presence: MqttPresence,
    push_sender: PushSender,
}

impl Duties {
    fn new(
        lightning: &Lightning,
        event_sinks: &EventSinks,
        push_sender: PushSender,
        shutdown: &CancellationToken,
    ) -> Self {
        Self {
            recorder: StatusRecorder::new(lightning.clone(), shutdown.clone())
                .waking(stormwire_watcher::wake_event_readers),
            announcer: event_sinks.announcer(lightning.clone(), shutdown.clone()),
            mqtt_presence: event_sinks.mqtt_presence(shutdown.clone()),
            push_sender,
        }
    }
}

/// The queue dispatcher with all workers.
async fn dispatcher(
    config: &Config,
    deps: &Deps,
    watchers: &Watchers,
    operator_mailer: Arc<OperatorMailer>,
    duties: Duties,
) -> Result<Dispatcher> {
    let Deps { store, clock, rng, .. } = deps.clone();
    let now = clock.now();
    store
        .write(Schema::It, move |conn| {
            Box::pin(async move {
                Retention::schedule(conn, now).await?;
                FeedMonitor::schedule(conn, now).await?;
                StatusRecorder::schedule(conn, now).await?;
                PushSender::schedule(conn, now).await?;
                EventAnnouncer::schedule(conn, now).await?;
                MqttPresence::schedule(conn, now).await?;
                stormwire_watcher::schedule(conn, now).await
            })
        })
        .await?;
    let retention = Retention::new(store.clone(), clock.clone(), config.watch.retention);
    let feed_watch = FeedMonitor::new(store.clone(), clock.clone(), watchers::feed_rules(config));
    let per_hour = config.operator_mails_per_hour;
    let operator_mail = Arc::new(OperatorMailWorker::new(store.clone(), clock.clone(), operator_mailer, per_hour));
    let mut workers = watchers.workers();
    workers.push(worker::<RetentionJob>(Arc::new(retention)));
    workers.push(worker::<OperatorMail>(operator_mail.clone()));
    workers.push(worker::<OperatorDigest>(operator_mail));
    workers.push(loop_worker(Arc::new(feed_watch)));
    workers.push(loop_worker(Arc::new(duties.recorder)));
    workers.push(loop_worker(Arc::new(duties.push_sender)));
    workers.push(loop_worker(Arc::new(duties.announcer)));
    workers.push(loop_worker(Arc::new(duties.mqtt_presence)));
    Ok(Dispatcher::new(store, clock, rng, workers))
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

struct Parts {
    deps: Deps,
    city_settings: CitySettings,
    credentials: Credentials,
    watchers: Watchers,
    event_sinks: EventSinks,
    lightning: Lightning,
    heartbeat: Heartbeat,
    operator_mailer: Arc<OperatorMailer>,
    push_deps: PushDeps,
    public_url: Url,
    media: Media,
}

/// Also for commands that change users and tokens.
pub(crate) fn security_log(server: &Server) -> Result<SecurityLog> {
    let path = server.security_log.clone();
    let name = path.as_ref().map(|path| path.display().to_string()).unwrap_or_default();
    SecurityLog::open(path).with_context(|| {
        format!(
            "server.security_log: cannot write {name:?}; create its folder, or let the user of the service write to it"
        )
    })
}

fn app(parts: Parts, config: Config, recorder: Arc<MetricsRecorder>) -> Result<App> {
    let Parts { deps, city_settings, credentials, watchers, event_sinks, lightning, .. } = parts;
    let Parts { heartbeat, operator_mailer, push_deps, public_url, media, .. } = parts;
    let metrics_token = config.metrics_token_file.as_deref().map(MetricsToken::load).transpose()?;
    let Config { server, session_limits, oidc, viewport_cap, .. } = config;
    let security_log = security_log(&server)?;
    let trusted_proxies: Arc<[IpNet]> = server.trusted_proxies.into();
    let stream_limits = SlotLimits { total: server.streams.total, per_address: server.streams.per_address };
    let Deps { store, clock, rng, secrets } = deps;
    let places = city_settings.map();
    let sign_in = SignIn::new(store.clone(), clock.clone(), rng.clone())
        .with_limits(session_limits)
        .with_passwords(oidc.as_ref().is_none_or(|oidc| oidc.local_sign_in))
        .with_security_log(security_log.clone());
    let oidc = oidc.map(|oidc| OidcSignIn::new(oidc, &public_url, clock.clone())).transpose()?;
    let first_run = FirstRun::new(store.clone(), clock.clone(), rng.clone(), sign_in.clone(), security_log.clone());
    Ok(App::from(AppParts {
        sessions: Sessions::new(&sign_in),
        sign_in,
        oidc,
        first_run,
        users: Users::new(store.clone(), clock.clone(), rng.clone()).with_security_log(security_log.clone()),
        tokens: Tokens::new(store.clone(), clock.clone(), rng.clone()).with_security_log(security_log.clone()),
        security_log,
        tiles: Tiles::new(store.clone(), places.clone(), MediaBase::new(&server.media_url), viewport_cap),
        facilities: Facilities::new(store.clone(), clock.clone(), places),
        map_layers: MapLayers::new(store.clone(), clock.clone()),
        policies: Policies::new(store.clone(), clock.clone()),
        event_sinks,
        lightning,
        response_cache: ResponseCache::default(),
        streams: StreamHub::new(stream_limits, trusted_proxies.clone()),
        rate_limiter: RateLimiter::new(server.anonymous_per_second),
        push: PushSubscriptions::new(push_deps),
        push_limiter: RateLimiter::new(PUSH_SUBSCRIPTIONS_PER_SECOND),
        media,
        credentials,
        city: city_settings.identity(),
        city_settings,
        watchers,
        secrets,
        store,
        clock,
        rng,
        heartbeat,
        operator_mailer,
        counters: Arc::new(move || recorder.render()),
        metrics_token,
        public_url: Arc::new(public_url),
        trusted_proxies,
        proxy_warning: Once::new(),
        security_contact: server.security_contact,
    }))
}
