//! What every request gets: an id that it carries through the log and back to the caller, and one log line.

use crate::App;
use axum::extract::{Request, State};
use axum::http::{HeaderName, HeaderValue};
use axum::middleware::Next;
use axum::response::Response;
use tracing::Instrument;

/// The largest body that is read: 1 MiB.
pub(crate) const BODY_LIMIT: usize = 1024 * 1024;

const HEADER: HeaderName = HeaderName::from_static("x-request-id");

/// Names one request.
#[derive(Debug, Clone)]
pub(crate) struct RequestId(pub(crate) String);

/// Takes the caller's id when it is a plain word, else makes one.
pub(crate) async fn identify(State(app): State<App>, mut request: Request, next: Next) -> Response {
    let given = request.headers().get(&HEADER).and_then(|value| value.to_str().ok()).filter(|text| is_plain(text));
    let id = given.map_or_else(|| app.chance.id(), str::to_owned);
    request.extensions_mut().insert(RequestId(id.clone()));
    let span = tracing::info_span!("request", id, method = %request.method(), path = request.uri().path());
    async move {
        let started = app.clock.now();
        let mut response = next.run(request).await;
        let took_us = app.clock.now().duration_since(started).as_micros();
        tracing::info!(status = response.status().as_u16(), took_us, "answered");
        if let Ok(value) = HeaderValue::from_str(&id) {
            response.headers_mut().insert(HEADER, value);
        }
        response
    }
    .instrument(span)
    .await
}

fn is_plain(text: &str) -> bool {
    (1..=64).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
}
