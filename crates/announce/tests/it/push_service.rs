//! A push service on this machine that records what it gets and responds as told.

use axum::Router;
use axum::body::Bytes;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode, Uri};
use axum::response::{IntoResponse, Response};
use std::sync::{Arc, Mutex};
use tokio::net::TcpListener;

/// A request that arrived.
#[derive(Debug, Clone)]
pub(crate) struct PushRequest {
    pub(crate) path: String,
    headers: HeaderMap,
    pub(crate) body: Vec<u8>,
}

impl PushRequest {
    pub(crate) fn header(&self, name: &str) -> &str {
        self.headers.get(name).map(|value| value.to_str().unwrap()).unwrap_or_default()
    }
}

#[derive(Debug, Clone, Copy)]
struct PushResponse {
    status: StatusCode,
    retry_after: Option<u32>,
}

pub(crate) struct PushService {
    origin: String,
    state: Arc<Mutex<ServiceState>>,
}

struct ServiceState {
    response: PushResponse,
    requests: Vec<PushRequest>,
}

impl PushService {
    pub(crate) async fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let origin = format!("http://{}", listener.local_addr().unwrap());
        let response = PushResponse { status: StatusCode::CREATED, retry_after: None };
        let state = Arc::new(Mutex::new(ServiceState { response, requests: Vec::new() }));
        let router = Router::new().fallback(receive).with_state(state.clone());
        tokio::spawn(async move { axum::serve(listener, router).await });
        Self { origin, state }
    }

    pub(crate) fn endpoint(&self, name: &str) -> String {
        format!("{}/{name}", self.origin)
    }

    pub(crate) fn respond_with(&self, status: u16, retry_after: Option<u32>) {
        let status = StatusCode::from_u16(status).unwrap();
        self.state.lock().unwrap().response = PushResponse { status, retry_after };
    }

    /// Those since the last call.
    pub(crate) fn take_requests(&self) -> Vec<PushRequest> {
        std::mem::take(&mut self.state.lock().unwrap().requests)
    }
}

async fn receive(
    State(state): State<Arc<Mutex<ServiceState>>>,
    uri: Uri,
    headers: HeaderMap,
    body: Bytes,
) -> Response {
    let mut state = state.lock().unwrap();
    state.requests.push(PushRequest { path: uri.path().to_owned(), headers, body: body.to_vec() });
    let PushResponse { status, retry_after } = state.response;
    match retry_after {
        Some(seconds) => (status, [("retry-after", seconds.to_string())]).into_response(),
        None => status.into_response(),
    }
}
