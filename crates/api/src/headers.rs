//! The headers that every response has, whichever path it takes.

use crate::{App, cors};
use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderValue, Method, header};
use axum::middleware::Next;
use axum::response::Response;
use url::Url;

const NOSNIFF: HeaderValue = HeaderValue::from_static("nosniff");
const NO_STORE: HeaderValue = HeaderValue::from_static("no-store");
/// One year of https only.
const STRICT_TRANSPORT: HeaderValue = HeaderValue::from_static("max-age=31536000");

/// Security and CORS headers. A response is not cached unless its handler says so.
pub(crate) fn set_security_headers(headers: &mut HeaderMap, path: &str, public_url: &Url) {
    headers.insert(header::X_CONTENT_TYPE_OPTIONS, NOSNIFF);
    headers.entry(header::CACHE_CONTROL).or_insert(NO_STORE);
    if public_url.scheme() == "https" {
        headers.insert(header::STRICT_TRANSPORT_SECURITY, STRICT_TRANSPORT);
    }
    if cors::is_lightning(path) {
        cors::allow_any_origin(headers);
    }
}

pub(crate) async fn add_security_headers(State(app): State<App>, request: Request, next: Next) -> Response {
    let path = request.uri().path().to_owned();
    let is_preflight = cors::is_lightning(&path) && request.method() == Method::OPTIONS;
    let mut response = if is_preflight { cors::lightning_preflight() } else { next.run(request).await };
    set_security_headers(response.headers_mut(), &path, &app.public_url);
    response
}
