//! A question to a router, and its answer in full.

use axum::Router;
use axum::body::Body;
use axum::http::{HeaderMap, Request, StatusCode};
use http_body_util::BodyExt;
use secrecy::{ExposeSecret, SecretString};
use serde_json::Value;
use std::sync::Arc;
use stormwire_api::App;
use stormwire_earth::Crs;
use stormwire_service::credentials::Credentials;
use stormwire_service::facilities::{Facilities, Places};
use stormwire_service::people::{Actor, NewToken, Password, Role, SignIn, TokenFields, Tokens, Users};
use stormwire_service::queue::{Dispatcher, Pulse};
use stormwire_service::secrets::Secrets;
use stormwire_testbed::Bed;
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

pub(crate) fn app(bed: &Bed, pulse: Pulse) -> App {
    let (clock, chance) = bed.world();
    let (store, world) = (bed.store.clone(), bed.world());
    let secrets = Secrets::load(bed.folder().join("secret.key"), chance.clone()).unwrap();
    let crs = Crs::parse("ESRI:102629").unwrap();
    let bounds = crs.zone();
    App {
        sign_in: SignIn::new(store.clone(), world.clone()),
        users: Users::new(store.clone(), world.clone()),
        tokens: Tokens::new(store.clone(), world),
        credentials: Credentials::new(store.clone(), clock.clone(), secrets.clone()),
        facilities: Facilities::new(store.clone(), clock.clone(), Arc::new(Places::new(crs, bounds))),
        secrets,
        store,
        clock,
        chance,
        pulse,
        counters: Arc::new(|| "counted 1\n".into()),
        public_url: Arc::new("http://storm.test".parse().unwrap()),
        trusted_proxies: Arc::new([]),
    }
}

/// The sign of life of a dispatcher that has reached the queue.
pub(crate) async fn beating(bed: &Bed) -> Pulse {
    let dispatcher = Dispatcher::new(bed.store.clone(), bed.world(), Vec::new());
    let (pulse, stop) = (dispatcher.pulse(), CancellationToken::new());
    let stopped = stop.clone();
    let running = tokio::spawn(async move { dispatcher.run(stopped).await });
    while pulse.last().is_none() {
        tokio::task::yield_now().await;
    }
    stop.cancel();
    running.await.unwrap().unwrap();
    pulse
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
