//! What every answer says about itself: not to be guessed at, not to be kept unless its handler says so; and, about
//! lightning, to be read by any page.

use crate::{App, lightning};
use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

/// Browsers come back by https alone.
pub(crate) const TRANSPORT: HeaderValue = HeaderValue::from_static("max-age=31536000");

pub(crate) async fn guard(State(app): State<App>, request: Request, next: Next) -> Response {
    let is_open = request.uri().path().starts_with(lightning::PREFIX);
    let is_preflight = is_open && request.method() == Method::OPTIONS;
    let mut response = if is_preflight { preflight() } else { next.run(request).await };
    let headers = response.headers_mut();
    headers.insert(header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    headers.entry(header::CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
    if app.public_url.scheme() == "https" {
        headers.insert(header::STRICT_TRANSPORT_SECURITY, TRANSPORT);
    }
    if is_open {
        open_to_all(headers);
    }
    response
}

/// Pages of any site may read the answer, whatever it is.
pub(crate) fn open_to_all(headers: &mut HeaderMap) {
    headers.insert(header::ACCESS_CONTROL_ALLOW_ORIGIN, HeaderValue::from_static("*"));
    headers.insert(header::ACCESS_CONTROL_EXPOSE_HEADERS, HeaderValue::from_static("etag, retry-after, x-request-id"));
}

/// A page that sends `If-None-Match` by itself asks first.
fn preflight() -> Response {
    let allowed = [
        (header::ACCESS_CONTROL_ALLOW_METHODS, "GET, HEAD"),
        (header::ACCESS_CONTROL_ALLOW_HEADERS, "if-none-match, x-request-id, accept"),
        (header::ACCESS_CONTROL_MAX_AGE, "86400"),
    ];
    (StatusCode::NO_CONTENT, allowed).into_response()
}
