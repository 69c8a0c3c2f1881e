//! The app under test, with users and tokens.

use secrecy::{ExposeSecret, SecretString};
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;
use stormwire_announce::push::{PushDeps, PushSubscriptions};
use stormwire_announce::{AnnouncingService, DeliveryDeps, EventSinks};
use stormwire_api::{App, AppParts, RateLimiter, ResponseCache, StreamHub};
use stormwire_city::SlotLimits;
use stormwire_city::accounts::{FirstRun, Password, SecurityLog, Sessions, SignIn, Tokens, Users};
use stormwire_city::city_settings::{CityIdentity, CitySettings};
use stormwire_city::config::{Config, Sources};
use stormwire_city::credentials::Credentials;
use stormwire_city::facilities::Facilities;
use stormwire_city::map_layers::MapLayers;
use stormwire_city::policies::Policies;
use stormwire_city::secrets::Secrets;
use stormwire_city::tiles::{Media, MediaBase, Tiles};
use stormwire_clock::{Clock, Rng};
use stormwire_graph::{GraphClient, GraphOptions, tls};
use stormwire_lightning::Lightning;
use stormwire_mailer::operator::OperatorMailer;
use stormwire_store::queue::{Dispatcher, Heartbeat};
use stormwire_store::tables::audit::Actor;
use stormwire_store::tables::token::{NewToken, TokenFields, TokenScope};
use stormwire_store::tables::user::Role;
use stormwire_testkit::TestDb;
use stormwire_testkit::service::{city_map, feed_rules};
use stormwire_watcher::{Cadence, WatcherDeps, Watchers};
use stormwire_workflow::{CityProfile, HttpClient, Runner, handlers};
use tokio_util::sync::CancellationToken;

/// What the app depends on: time, randomness, the mail provider, and its own public address.
pub(crate) struct AppEnvironment {
    pub(crate) clock_and_rng: (Arc<dyn Clock>, Arc<dyn Rng>),
    pub(crate) provider: String,
    pub(crate) public_url: String,
}

/// The app, with an unreachable mail provider.
pub(crate) fn app(db: &TestDb, heartbeat: Heartbeat) -> App {
    parts(db, heartbeat).into()
}

/// The parts of an app with an unreachable mail provider, for tests that replace some of them.
pub(crate) fn parts(db: &TestDb, heartbeat: Heartbeat) -> AppParts {
    let (provider, public_url) = ("http://127.0.0.1:9".into(), "http://storm.test".into());
    parts_with(db, heartbeat, &AppEnvironment { clock_and_rng: db.clock_and_rng(), provider, public_url })
}

pub(crate) fn app_with(db: &TestDb, heartbeat: Heartbeat, environment: &AppEnvironment) -> App {
    parts_with(db, heartbeat, environment).into()
}

fn parts_with(db: &TestDb, heartbeat: Heartbeat, environment: &AppEnvironment) -> AppParts {
    let (clock, rng) = environment.clock_and_rng.clone();
    let store = db.store.clone();
    let secrets = Secrets::load(db.folder().join("secret.key"), rng.clone()).unwrap();
    let configured = Sources::from_text(Path::new("stormwire.toml"), "[city]\nname = \"Alder Falls\"".into());
    let configured = Config::load(&configured).unwrap().city;
    let city_settings = CitySettings::new(store.clone(), clock.clone(), configured, None).unwrap();
    let places = city_settings.map();
    let sign_in = SignIn::new(store.clone(), clock.clone(), rng.clone());
    let (log, first_sign_in) = (SecurityLog::default(), sign_in.clone());
    AppParts {
        first_run: FirstRun::new(store.clone(), clock.clone(), rng.clone(), first_sign_in, log),
        sessions: Sessions::new(&sign_in),
        sign_in,
        oidc: None,
        security_log: SecurityLog::default(),
        users: Users::new(store.clone(), clock.clone(), rng.clone()),
        tokens: Tokens::new(store.clone(), clock.clone(), rng.clone()),
        credentials: Credentials::new(store.clone(), clock.clone(), secrets.clone()),
        city: city_settings.identity(),
        tiles: Tiles::new(store.clone(), places.clone(), MediaBase::new("/media"), 64),
        media: Media::new(&db.folder().join("media"), None),
        facilities: Facilities::new(store.clone(), clock.clone(), places),
        map_layers: MapLayers::new(store.clone(), clock.clone()),
        policies: Policies::new(store.clone(), clock.clone()),
        event_sinks: event_sinks(db, environment, secrets.clone(), city_settings.identity()),
        city_settings,
        watchers: watchers(db, environment, secrets.clone()),
        lightning: Lightning::new(store.clone(), clock.clone(), feed_rules(Duration::from_mins(5))),
        response_cache: ResponseCache::default(),
        streams: StreamHub::new(SlotLimits { total: Some(3), per_address: None }, Arc::new([])),
        rate_limiter: RateLimiter::default(),
        push: push(db, environment, secrets.clone()),
        push_limiter: RateLimiter::new(5),
        secrets,
        store,
        clock,
        rng,
        heartbeat,
        operator_mailer: Arc::new(OperatorMailer::new(None, None, environment.public_url.parse().unwrap()).unwrap()),
        counters: Arc::new(|| "counted 1\n".into()),
        metrics_token: None,
        public_url: Arc::new(environment.public_url.parse().unwrap()),
        trusted_proxies: Arc::new([]),
        proxy_warning: std::sync::Once::new(),
        security_contact: Some("mailto:security@example.gov".into()),
    }
}

fn push(db: &TestDb, environment: &AppEnvironment, secrets: Secrets) -> PushSubscriptions {
    let (clock, rng) = environment.clock_and_rng.clone();
    let http = HttpClient::new(clock.clone(), Vec::new()).unwrap();
    PushSubscriptions::new(PushDeps { store: db.store.clone(), clock, rng, secrets, http, subscribed: Arc::default() })
}

/// Receivers of tests are on this machine.
fn event_sinks(db: &TestDb, environment: &AppEnvironment, secrets: Secrets, city: CityIdentity) -> EventSinks {
    let (clock, rng) = environment.clock_and_rng.clone();
    let http = HttpClient::new(clock.clone(), vec!["127.0.0.0/8".parse().unwrap()]).unwrap();
    let service = AnnouncingService {
        store: db.store.clone(),
        lightning: Lightning::new(db.store.clone(), clock.clone(), feed_rules(Duration::from_mins(5))),
        clock,
        rng: rng.clone(),
        city,
        public_url: Arc::new(environment.public_url.parse().unwrap()),
    };
    let deps = DeliveryDeps::new(service, http, tls::client_config(false).unwrap());
    EventSinks::new(db.store.clone(), rng, secrets, deps)
}

fn watchers(db: &TestDb, environment: &AppEnvironment, secrets: Secrets) -> Watchers {
    let (clock, rng) = environment.clock_and_rng.clone();
    let options = GraphOptions {
        base_url: format!("{}/v1.0", environment.provider).parse().unwrap(),
        authority: environment.provider.parse().unwrap(),
        ..GraphOptions::microsoft(clock.clone(), rng.clone())
    };
    let deps = handlers::Deps {
        store: db.store.clone(),
        clock: clock.clone(),
        secrets: secrets.clone(),
        graph: Arc::new(GraphClient::new(options).unwrap()),
        http: HttpClient::new(clock.clone(), Vec::new()).unwrap(),
        smtp: None,
        city: CityProfile {
            identity: CityIdentity::new("", jiff::tz::TimeZone::UTC),
            url: environment.public_url.clone(),
            feed_rules: feed_rules(Duration::from_mins(5)),
        },
        city_map: city_map(),
    };
    Watchers::new(WatcherDeps {
        runner: Runner::new(db.store.clone(), clock.clone(), secrets.clone(), handlers::all_handlers(&deps)),
        graph: deps.graph,
        cadence: Cadence {
            poll_interval: Duration::from_mins(5),
            full_scan_interval: Duration::from_hours(1),
            renewal_margin: Duration::from_hours(24),
            renewal_check_interval: Duration::from_hours(1),
            subscription_lifetime: Duration::from_mins(10_000),
            canary_interval: None,
        },
        notification_url: format!("{}/webhooks/graph/mail", environment.public_url),
        lifecycle_url: format!("{}/webhooks/graph/lifecycle", environment.public_url),
        work_folder: db.folder().join("work"),
        file_roots: vec![db.folder().join("files")],
        own_address: None,
        plausible_area: feed_rules(Duration::from_mins(5)).plausible_area,
        started_at: clock.now(),
        store: db.store.clone(),
        clock,
        rng,
        secrets,
    })
}

/// The heartbeat of a dispatcher that has reached the queue.
pub(crate) async fn running_pulse(db: &TestDb) -> Heartbeat {
    let (clock, rng) = db.clock_and_rng();
    let dispatcher = Dispatcher::new(db.store.clone(), clock, rng, Vec::new());
    let (heartbeat, stop) = (dispatcher.heartbeat(), CancellationToken::new());
    let stopped = stop.clone();
    let running = tokio::spawn(async move { dispatcher.run(stopped).await });
    while heartbeat.last_beat().is_none() {
        tokio::task::yield_now().await;
    }
    stop.cancel();
    running.await.unwrap().unwrap();
    heartbeat
}

/// The password of every user in these tests.
pub(crate) const PASSWORD: &str = "correct horse battery";

/// Creates a user named after the role and returns an API token of that user.
pub(crate) async fn create_token(app: &App, role: Role) -> String {
    let password = Password::new(SecretString::from(PASSWORD), role.name()).unwrap();
    let actor = Actor::command_line();
    let user = app.users.create(role.name().into(), role, password, actor.clone()).await.unwrap();
    let fields = TokenFields { name: "test".into(), expires_at: None, scope: TokenScope::Admin };
    let new = NewToken { user_id: user.id, fields };
    let (_, token) = app.tokens.create(new, actor).await.unwrap().unwrap();
    token.expose_secret().to_owned()
}
