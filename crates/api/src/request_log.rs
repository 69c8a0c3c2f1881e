//! Gives every request an id and writes one log line for it.

use crate::App;
use crate::request_id::{HEADER, RequestId};
use axum::extract::{Request, State};
use axum::http::HeaderValue;
use axum::middleware::Next;
use axum::response::Response;
use tracing::Instrument;

pub(crate) async fn log_request(State(app): State<App>, mut request: Request, next: Next) -> Response {
    let RequestId(id) = RequestId::sent_by_client(request.headers()).unwrap_or_else(|| RequestId(app.rng.uuid()));
    request.extensions_mut().insert(RequestId(id.clone()));
    let span = tracing::info_span!("request", id, method = %request.method(), path = request.uri().path());
    async move {
        let started = app.clock.now();
        let mut response = next.run(request).await;
        let took_us = app.clock.now().duration_since(started).as_micros();
        tracing::info!(status = response.status().as_u16(), took_us, "request completed");
        if let Ok(value) = HeaderValue::from_str(&id) {
            response.headers_mut().insert(HEADER, value);
        }
        response
    }
    .instrument(span)
    .await
}
