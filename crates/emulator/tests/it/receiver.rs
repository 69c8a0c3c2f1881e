//! An address that is notified: it echoes the probe and keeps what it is told, or misbehaves as a test wants it.

use axum::Router;
use axum::body::Bytes;
use axum::extract::{Query, State};
use axum::http::{StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use axum::routing::any;
use serde_json::Value;
use std::collections::HashMap;
use std::sync::Arc;
use tokio::net::TcpListener;
use tokio::sync::{mpsc, watch};

/// What the address does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Manner {
    Good,
    /// Answers the probe with something else.
    WrongEcho,
    /// Echoes as JSON.
    JsonEcho,
    /// Answers everything with 500.
    Broken,
    /// Never answers.
    Silent,
}

pub(crate) struct Receiver {
    pub(crate) url: String,
    manner: watch::Sender<Manner>,
    told: mpsc::UnboundedReceiver<(String, Value)>,
    probes: mpsc::UnboundedReceiver<String>,
}

struct Desk {
    manner: watch::Receiver<Manner>,
    told: mpsc::UnboundedSender<(String, Value)>,
    probes: mpsc::UnboundedSender<String>,
}

impl Receiver {
    pub(crate) async fn new() -> Self {
        let (manner, manner_seen) = watch::channel(Manner::Good);
        let (told_to, told) = mpsc::unbounded_channel();
        let (probed_to, probes) = mpsc::unbounded_channel();
        let desk = Arc::new(Desk { manner: manner_seen, told: told_to, probes: probed_to });
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("http://{}", listener.local_addr().unwrap());
        let router = Router::new().fallback(any(receive)).with_state(desk);
        tokio::spawn(async move { axum::serve(listener, router).await });
        Self { url, manner, told, probes }
    }

    pub(crate) fn behave(&self, manner: Manner) {
        self.manner.send_replace(manner);
    }

    /// The next request: its path and body.
    pub(crate) async fn next(&mut self) -> (String, Value) {
        self.told.recv().await.expect("the receiver lives")
    }

    /// What was told so far, without waiting.
    pub(crate) fn so_far(&mut self) -> Vec<(String, Value)> {
        std::iter::from_fn(|| self.told.try_recv().ok()).collect()
    }

    /// The raw queries of the probes so far.
    pub(crate) fn probes(&mut self) -> Vec<String> {
        std::iter::from_fn(|| self.probes.try_recv().ok()).collect()
    }
}

async fn receive(
    State(desk): State<Arc<Desk>>,
    uri: Uri,
    Query(query): Query<HashMap<String, String>>,
    body: Bytes,
) -> Response {
    let manner = *desk.manner.borrow();
    let probe = query.get("validationToken");
    if probe.is_some() {
        let _ = desk.probes.send(uri.to_string());
    } else {
        let value = serde_json::from_slice(&body).unwrap_or_default();
        let _ = desk.told.send((uri.to_string(), value));
    }
    match (manner, probe) {
        (Manner::Silent, _) => std::future::pending().await,
        (Manner::Broken, _) => StatusCode::INTERNAL_SERVER_ERROR.into_response(),
        (_, None) => StatusCode::ACCEPTED.into_response(),
        (Manner::WrongEcho, Some(_)) => "OK".into_response(),
        (Manner::JsonEcho, Some(token)) => {
            ([(header::CONTENT_TYPE, "application/json")], format!("{token:?}")).into_response()
        }
        (Manner::Good, Some(token)) => token.clone().into_response(),
    }
}
