//! An HTTP server that records what it gets and answers as the test says.

use axum::Router;
use axum::extract::State;
use axum::http::{HeaderMap, HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use axum::routing::post;
use serde_json::Value;
use std::sync::{Arc, Mutex};
use tokio::net::TcpListener;
use tokio::task::AbortHandle;

#[derive(Debug, Clone)]
pub(crate) struct Received {
    pub(crate) headers: HeaderMap,
    pub(crate) body: String,
}

impl Received {
    pub(crate) fn header(&self, name: &str) -> &str {
        self.headers[name].to_str().unwrap()
    }

    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap()
    }

    pub(crate) fn event_id(&self) -> i64 {
        self.json()["data"]["id"].as_i64().unwrap()
    }

    pub(crate) fn facility_id(&self) -> i64 {
        self.json()["data"]["facilityId"].as_i64().unwrap()
    }
}

/// The answer to a request.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Reply {
    Status(u16),
    RetryAfter(u16, u64),
    /// The connection stays open.
    Never,
}

type Script = Box<dyn FnMut(&Received) -> Reply + Send>;

#[derive(Clone)]
struct Shared {
    received: Arc<Mutex<Vec<Received>>>,
    script: Arc<Mutex<Script>>,
}

pub(crate) struct Receiver {
    pub(crate) url: String,
    shared: Shared,
    server: AbortHandle,
}

impl Receiver {
    pub(crate) async fn start(script: impl FnMut(&Received) -> Reply + Send + 'static) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("http://{}/hook", listener.local_addr().unwrap());
        let shared = Shared { received: Arc::default(), script: Arc::new(Mutex::new(Box::new(script))) };
        let router = Router::new().route("/hook", post(receive)).with_state(shared.clone());
        let server = tokio::spawn(async move { axum::serve(listener, router).await.unwrap() }).abort_handle();
        Self { url, shared, server }
    }

    pub(crate) async fn accepting() -> Self {
        Self::start(|_| Reply::Status(204)).await
    }

    pub(crate) fn answer(&self, script: impl FnMut(&Received) -> Reply + Send + 'static) {
        *self.shared.script.lock().unwrap() = Box::new(script);
    }

    pub(crate) fn received(&self) -> Vec<Received> {
        self.shared.received.lock().unwrap().clone()
    }

    pub(crate) fn event_ids(&self) -> Vec<i64> {
        self.received().iter().map(Received::event_id).collect()
    }
}

impl Drop for Receiver {
    fn drop(&mut self) {
        self.server.abort();
    }
}

async fn receive(State(shared): State<Shared>, headers: HeaderMap, body: String) -> Response {
    let received = Received { headers, body };
    let reply = (shared.script.lock().unwrap())(&received);
    shared.received.lock().unwrap().push(received);
    match reply {
        Reply::Status(status) => StatusCode::from_u16(status).unwrap().into_response(),
        Reply::RetryAfter(status, seconds) => {
            let mut response = (StatusCode::from_u16(status).unwrap(), "out of order").into_response();
            response.headers_mut().insert("retry-after", HeaderValue::from(seconds));
            response
        }
        Reply::Never => std::future::pending().await,
    }
}
