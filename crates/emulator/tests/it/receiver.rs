//! A server that receives notifications. It responds correctly or fails, as the test configures it.

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

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ReceiverBehavior {
    Accept,
    /// Responds to the validation with another text.
    WrongToken,
    /// Responds to the validation with JSON.
    JsonToken,
    /// Responds to everything with 500.
    ServerError,
    /// Never responds.
    NoResponse,
}

/// Path with query, and body.
pub(crate) type ReceivedRequest = (String, Value);

pub(crate) struct Receiver {
    pub(crate) url: String,
    behavior: watch::Sender<ReceiverBehavior>,
    requests: mpsc::UnboundedReceiver<ReceivedRequest>,
    validations: mpsc::UnboundedReceiver<String>,
}

struct ReceiverState {
    behavior: watch::Receiver<ReceiverBehavior>,
    requests: mpsc::UnboundedSender<ReceivedRequest>,
    validations: mpsc::UnboundedSender<String>,
}

impl Receiver {
    pub(crate) async fn new() -> Self {
        let (behavior, current_behavior) = watch::channel(ReceiverBehavior::Accept);
        let (request_sender, requests) = mpsc::unbounded_channel();
        let (validation_sender, validations) = mpsc::unbounded_channel();
        let state =
            ReceiverState { behavior: current_behavior, requests: request_sender, validations: validation_sender };
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("http://{}", listener.local_addr().unwrap());
        let router = Router::new().fallback(any(receive)).with_state(Arc::new(state));
        tokio::spawn(async move { axum::serve(listener, router).await });
        Self { url, behavior, requests, validations }
    }

    pub(crate) fn set_behavior(&self, behavior: ReceiverBehavior) {
        self.behavior.send_replace(behavior);
    }

    /// Waits for the next notification request.
    pub(crate) async fn next(&mut self) -> ReceivedRequest {
        self.requests.recv().await.expect("the receiver is running")
    }

    /// The notification requests since the last call, without waiting.
    pub(crate) fn received(&mut self) -> Vec<ReceivedRequest> {
        std::iter::from_fn(|| self.requests.try_recv().ok()).collect()
    }

    /// Path and query of the validation requests since the last call.
    pub(crate) fn validations(&mut self) -> Vec<String> {
        std::iter::from_fn(|| self.validations.try_recv().ok()).collect()
    }
}

async fn receive(
    State(state): State<Arc<ReceiverState>>,
    uri: Uri,
    Query(query): Query<HashMap<String, String>>,
    body: Bytes,
) -> Response {
    let behavior = *state.behavior.borrow();
    let token = query.get("validationToken");
    if token.is_some() {
        let _ = state.validations.send(uri.to_string());
    } else {
        let value = serde_json::from_slice(&body).unwrap_or_default();
        let _ = state.requests.send((uri.to_string(), value));
    }
    match (behavior, token) {
        (ReceiverBehavior::NoResponse, _) => std::future::pending().await,
        (ReceiverBehavior::ServerError, _) => StatusCode::INTERNAL_SERVER_ERROR.into_response(),
        (_, None) => StatusCode::ACCEPTED.into_response(),
        (ReceiverBehavior::WrongToken, Some(_)) => "OK".into_response(),
        (ReceiverBehavior::JsonToken, Some(token)) => {
            ([(header::CONTENT_TYPE, "application/json")], format!("{token:?}")).into_response()
        }
        (ReceiverBehavior::Accept, Some(token)) => token.clone().into_response(),
    }
}
