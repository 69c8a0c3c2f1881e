//! Passes the notifications of the emulated provider to the service over TLS, and measures each call. The provider trusts
//! only public certificates, and it does not report times.

use super::certificate::{Reuse, TestCertificate};
use super::timings::Timings;
use anyhow::Result;
use axum::Router;
use axum::body::Bytes;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode, Uri, header};
use std::net::Ipv4Addr;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use stormwire_clock::{Clock, SystemClock};
use tokio::net::TcpListener;

pub(super) struct WebhookRelay {
    /// The `public_url` of the service.
    pub(super) url: String,
    state: Arc<RelayState>,
}

struct RelayState {
    http: reqwest::Client,
    service: OnceLock<String>,
    timings: Mutex<Timings>,
}

impl WebhookRelay {
    pub(super) async fn start(certificate: &TestCertificate, from: Ipv4Addr) -> Result<Self> {
        let listener = TcpListener::bind("127.0.0.1:0").await?;
        let url = format!("http://{}", listener.local_addr()?);
        let http = certificate.http_client(from, Reuse::NewForEach)?;
        let state = Arc::new(RelayState { http, service: OnceLock::new(), timings: Mutex::default() });
        let router = Router::new().fallback(forward).with_state(state.clone());
        tokio::spawn(async move { axum::serve(listener, router).await });
        Ok(Self { url, state })
    }

    pub(super) fn set_service(&self, base: &str) {
        let _ = self.state.service.set(base.to_owned());
    }

    /// Of all notifications since the last call.
    pub(super) fn take_timings(&self) -> Timings {
        std::mem::take(&mut *self.state.timings.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

async fn forward(
    State(state): State<Arc<RelayState>>,
    uri: Uri,
    headers: HeaderMap,
    body: Bytes,
) -> (StatusCode, HeaderMap, Bytes) {
    let Some(service) = state.service.get() else { return (StatusCode::BAD_GATEWAY, HeaderMap::new(), Bytes::new()) };
    let mut request = state.http.post(format!("{service}{uri}")).body(body);
    if let Some(content_type) = headers.get(header::CONTENT_TYPE) {
        request = request.header(header::CONTENT_TYPE, content_type);
    }
    let started = SystemClock.now();
    let response = request.send().await;
    let time = SystemClock.now().duration_since(started).try_into().unwrap_or_default();
    let status = response.as_ref().map_or(StatusCode::BAD_GATEWAY, reqwest::Response::status);
    // The provider validates a URL once; only notifications are measured.
    if uri.query().is_none() {
        state.timings.lock().unwrap_or_else(PoisonError::into_inner).add(time, status == StatusCode::ACCEPTED);
    }
    let Ok(response) = response else { return (status, HeaderMap::new(), Bytes::new()) };
    // The provider accepts a validation only as plain text.
    let content_type = response.headers().get(header::CONTENT_TYPE).cloned();
    let headers = content_type.map(|value| (header::CONTENT_TYPE, value)).into_iter().collect();
    (status, headers, response.bytes().await.unwrap_or_default())
}
