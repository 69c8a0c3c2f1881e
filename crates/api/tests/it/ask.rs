//! A question to a router, and its answer in full.

use axum::Router;
use axum::body::Body;
use axum::http::{HeaderMap, Request, StatusCode};
use http_body_util::BodyExt;
use serde_json::Value;
use std::sync::Arc;
use stormwire_api::App;
use stormwire_service::queue::{Dispatcher, Pulse};
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
    App { store: bed.store.clone(), clock, chance, pulse, counters: Arc::new(|| "counted 1\n".into()) }
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
