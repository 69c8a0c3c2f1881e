//! A question to a router, and its answer in full.

use axum::Router;
use axum::body::Body;
use axum::http::{HeaderMap, Request, StatusCode};
use http_body_util::BodyExt;
use secrecy::{ExposeSecret, SecretString};
use serde_json::Value;
use std::sync::Arc;
use std::time::Duration;
use stormwire_api::{App, AppParts, RateLimiter, ResponseCache};
use stormwire_city::accounts::{Password, SignIn, Tokens, Users};
use stormwire_city::credentials::Credentials;
use stormwire_city::facilities::{CityMap, Facilities};
use stormwire_city::secrets::Secrets;
use stormwire_city::tiles::{Media, MediaBase, Tiles};
use stormwire_clock::{Clock, Rng};
use stormwire_geo::Crs;
use stormwire_graph::{Graph, GraphOptions};
use stormwire_lightning::Lightning;
use stormwire_store::queue::{Dispatcher, Heartbeat};
use stormwire_store::tables::audit::Actor;
use stormwire_store::tables::token::{NewToken, TokenFields};
use stormwire_store::tables::user::Role;
use stormwire_testkit::TestDb;
use stormwire_watcher::{Cadence, WatcherDeps, Watchers};
use stormwire_workflow::{CityProfile, Runner, Web, handlers};
use tokio_util::sync::CancellationToken;
use tower::ServiceExt;

pub(crate) struct Answer {
    pub(crate) status: StatusCode,
    pub(crate) headers: HeaderMap,
    pub(crate) body: Vec<u8>,
}

impl Answer {
    pub(crate) fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap()
    }

    pub(crate) fn header(&self, name: &str) -> &str {
        self.headers.get(name).map_or("", |value| value.to_str().unwrap())
    }

    /// The body of a problem, which must be one in every respect.
    pub(crate) fn problem(&self) -> Value {
        assert_eq!(self.header("content-type"), "application/problem+json");
        let body = self.json();
        assert_eq!(body["status"], self.status.as_u16());
        assert!(body["type"].is_string() && body["title"].is_string() && body["detail"].is_string(), "{body}");
        body
    }
}

pub(crate) async fn ask(router: &Router, request: Request<Body>) -> Answer {
    let (parts, body) = router.clone().oneshot(request).await.unwrap().into_parts();
    let body = body.collect().await.unwrap().to_bytes().to_vec();
    Answer { status: parts.status, headers: parts.headers, body }
}

pub(crate) async fn get(router: &Router, path: &str) -> Answer {
    ask(router, Request::get(path).body(Body::empty()).unwrap()).await
}

/// What lies outside: the time, the mail provider, and the address under which we are reached.
pub(crate) struct Outside {
    pub(crate) world: (Arc<dyn Clock>, Arc<dyn Rng>),
    pub(crate) provider: String,
    pub(crate) public_url: String,
}

/// With a provider that nobody can reach.
pub(crate) fn app(db: &TestDb, heartbeat: Heartbeat) -> App {
    parts(db, heartbeat).into()
}

/// With a provider that nobody can reach, to be changed.
pub(crate) fn parts(db: &TestDb, heartbeat: Heartbeat) -> AppParts {
    let (provider, public_url) = ("http://127.0.0.1:9".into(), "http://storm.test".into());
    parts_in(db, heartbeat, &Outside { world: db.clock_and_rng(), provider, public_url })
}

/// With that provider.
pub(crate) fn app_in(db: &TestDb, heartbeat: Heartbeat, outside: &Outside) -> App {
    parts_in(db, heartbeat, outside).into()
}

fn parts_in(db: &TestDb, heartbeat: Heartbeat, outside: &Outside) -> AppParts {
    let (clock, rng) = outside.world.clone();
    let store = db.store.clone();
    let secrets = Secrets::load(db.folder().join("secret.key"), rng.clone()).unwrap();
    let crs = Crs::parse("ESRI:102629").unwrap();
    let bounds = crs.zone();
    let places = Arc::new(CityMap::new(crs, bounds));
    AppParts {
        sign_in: SignIn::new(store.clone(), clock.clone(), rng.clone()),
        users: Users::new(store.clone(), clock.clone(), rng.clone()),
        tokens: Tokens::new(store.clone(), clock.clone(), rng.clone()),
        credentials: Credentials::new(store.clone(), clock.clone(), secrets.clone()),
        city: stormwire_api::City {
            name: "Alder Falls".into(),
            timezone: jiff::tz::TimeZone::get("America/Chicago").unwrap(),
        },
        tiles: Tiles::new(store.clone(), places.clone(), MediaBase::new("/media"), 64),
        media: Media::new(&db.folder().join("media"), None),
        facilities: Facilities::new(store.clone(), clock.clone(), places),
        watchers: watchers(db, outside, secrets.clone()),
        lightning: Lightning::new(store.clone(), clock.clone(), Duration::from_mins(5)),
        response_cache: ResponseCache::default(),
        rate_limiter: RateLimiter::default(),
        secrets,
        store,
        clock,
        rng,
        heartbeat,
        counters: Arc::new(|| "counted 1\n".into()),
        public_url: Arc::new(outside.public_url.parse().unwrap()),
        trusted_proxies: Arc::new([]),
    }
}

fn watchers(db: &TestDb, outside: &Outside, secrets: Secrets) -> Watchers {
    let (clock, rng) = outside.world.clone();
    let options = GraphOptions {
        base_url: format!("{}/v1.0", outside.provider).parse().unwrap(),
        authority: outside.provider.parse().unwrap(),
        ..GraphOptions::microsoft(clock.clone(), rng.clone())
    };
    let deps = handlers::Deps {
        store: db.store.clone(),
        clock: clock.clone(),
        secrets: secrets.clone(),
        graph: Arc::new(Graph::new(options).unwrap()),
        web: Web::new(clock.clone(), Vec::new()).unwrap(),
        smtp: None,
        city: CityProfile {
            city: String::new(),
            timezone: "UTC".into(),
            url: outside.public_url.clone(),
            reconciliation: Duration::from_mins(5),
        },
    };
    Watchers::new(WatcherDeps {
        runner: Runner::new(db.store.clone(), clock.clone(), secrets.clone(), handlers::all(&deps)),
        graph: deps.graph,
        cadence: Cadence {
            reconciliation: Duration::from_mins(5),
            full_listing: Duration::from_hours(1),
            renewal_margin: Duration::from_hours(24),
            renewal_check: Duration::from_hours(1),
            subscription: Duration::from_mins(10_000),
        },
        notification_url: format!("{}/webhooks/graph/mail", outside.public_url),
        lifecycle_url: format!("{}/webhooks/graph/lifecycle", outside.public_url),
        work_folder: db.folder().join("work"),
        own_address: None,
        started_at: clock.now(),
        store: db.store.clone(),
        clock,
        rng,
        secrets,
    })
}

/// The sign of life of a dispatcher that has reached the queue.
pub(crate) async fn beating(db: &TestDb) -> Heartbeat {
    let (clock, rng) = db.clock_and_rng();
    let dispatcher = Dispatcher::new(db.store.clone(), clock, rng, Vec::new());
    let (heartbeat, stop) = (dispatcher.heartbeat(), CancellationToken::new());
    let stopped = stop.clone();
    let running = tokio::spawn(async move { dispatcher.run(stopped).await });
    while heartbeat.last().is_none() {
        tokio::task::yield_now().await;
    }
    stop.cancel();
    running.await.unwrap().unwrap();
    heartbeat
}

/// The password of everyone in these tests.
pub(crate) const PASSWORD: &str = "correct horse battery";

/// Makes a user, named after the role, and gives an API token of theirs.
pub(crate) async fn token_of(app: &App, role: Role) -> String {
    let password = Password::new(SecretString::from(PASSWORD)).unwrap();
    let actor = Actor::command_line();
    let user = app.users.create(role.name().into(), role, password, actor.clone()).await.unwrap();
    let new = NewToken { user_id: user.id, fields: TokenFields { name: "test".into(), expires_at: None } };
    let (_, word) = app.tokens.create(new, actor).await.unwrap().unwrap();
    word.expose_secret().to_owned()
}

/// A request as a program sends it: with a token, and with JSON where there is a body.
pub(crate) async fn send(router: &Router, method: &str, path: &str, token: &str, body: Option<Value>) -> Answer {
    let mut request = Request::builder().method(method).uri(path);
    if !token.is_empty() {
        request = request.header("authorization", format!("Bearer {token}"));
    }
    let body = match body {
        Some(body) => {
            request = request.header("content-type", "application/json");
            Body::from(body.to_string())
        }
        None => Body::empty(),
    };
    ask(router, request.body(body).unwrap()).await
}
