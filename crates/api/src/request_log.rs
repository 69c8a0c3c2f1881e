//! Gives every request an id, writes one log line for it and measures its duration.

use crate::App;
use axum::extract::{MatchedPath, Request, State};
use axum::http::{HeaderMap, HeaderValue, Method};
use axum::middleware::Next;
use axum::response::Response;
use stormwire_http::request_id::{HEADER, RequestId};
use tracing::Instrument;

pub(crate) async fn log_request(State(app): State<App>, mut request: Request, next: Next) -> Response {
    let RequestId(id) = RequestId::sent_by_client(request.headers()).unwrap_or_else(|| RequestId(app.rng.uuid()));
    request.extensions_mut().insert(RequestId(id.clone()));
    warn_about_untrusted_proxy(&app, request.headers());
    let (method, route) = (method_label(request.method()), route_label(&request));
    let span = tracing::info_span!("request", id, method = %request.method(), path = request.uri().path());
    async move {
        let started = app.clock.now();
        let mut response = next.run(request).await;
        let (took, status) = (app.clock.now().duration_since(started), response.status());
        tracing::info!(status = status.as_u16(), took_us = took.as_micros(), "request completed");
        let status = status.as_str().to_owned();
        metrics::histogram!("stormwire_http_request_duration_seconds", "method" => method, "route" => route, "status" => status)
            .record(took.as_secs_f64().max(0.0));
        if let Ok(value) = HeaderValue::from_str(&id) {
            response.headers_mut().insert(HEADER, value);
        }
        response
    }
    .instrument(span)
    .await
}

/// The template of the route, such as `/facility/{id}`: the number of paths has no limit.
fn route_label(request: &Request) -> String {
    request.extensions().get::<MatchedPath>().map_or("none", MatchedPath::as_str).to_owned()
}

/// Clients may send any method.
fn method_label(method: &Method) -> &'static str {
    match *method {
        Method::GET => "GET",
        Method::HEAD => "HEAD",
        Method::OPTIONS => "OPTIONS",
        Method::POST => "POST",
        Method::PUT => "PUT",
        Method::PATCH => "PATCH",
        Method::DELETE => "DELETE",
        _ => "other",
    }
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
