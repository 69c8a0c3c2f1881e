//! Gives every request an id and writes one log line for it.

use crate::App;
use crate::request_id::{HEADER, RequestId};
use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderValue};
use axum::middleware::Next;
use axum::response::Response;
use tracing::Instrument;

pub(crate) async fn log_request(State(app): State<App>, mut request: Request, next: Next) -> Response {
    let RequestId(id) = RequestId::sent_by_client(request.headers()).unwrap_or_else(|| RequestId(app.rng.uuid()));
    request.extensions_mut().insert(RequestId(id.clone()));
    warn_about_untrusted_proxy(&app, request.headers());
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

/// Behind a proxy that is not trusted all clients have one address, and share the limits of that address.
fn warn_about_untrusted_proxy(app: &App, headers: &HeaderMap) {
    if app.trusted_proxies.is_empty() && headers.contains_key("x-forwarded-for") {
        app.proxy_warning.call_once(|| {
            tracing::warn!(
                "requests have X-Forwarded-For, but server.trusted_proxies is empty, so all clients of the proxy count as \
                 one; set it to the address of the proxy"
            );
        });
    }
}
