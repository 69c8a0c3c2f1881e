//! Routes that pages of any site may read: anonymous, `GET` only, public data only.

use axum::extract::Request;
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

/// First path segments of the routes that maps on other sites read: images, their metadata, layers, the
/// projection and alerts.
const MAP_ROUTES: [&str; 5] = ["aerial-tiles", "map-layers", "media", "city", "cap"];

const ANY_ORIGIN: HeaderValue = HeaderValue::from_static("*");
const EXPOSED_HEADERS: HeaderValue = HeaderValue::from_static("etag, retry-after, x-request-id");
const CROSS_ORIGIN: HeaderValue = HeaderValue::from_static("cross-origin");

/// Whether a path belongs to the lightning API.
pub(crate) fn is_lightning(path: &str) -> bool {
    path.starts_with("/lightning-strikes")
}

pub(crate) fn allow_any_origin(headers: &mut HeaderMap) {
    headers.insert(header::ACCESS_CONTROL_ALLOW_ORIGIN, ANY_ORIGIN);
    headers.insert(header::ACCESS_CONTROL_EXPOSE_HEADERS, EXPOSED_HEADERS);
}

/// Browsers send a preflight when a script sets `If-None-Match` itself.
pub(crate) fn lightning_preflight() -> Response {
    preflight("if-none-match, x-request-id, accept")
}

/// Outermost layer: also errors and 304 of the map routes can be read by any site.
pub(crate) async fn open_map_routes(request: Request, next: Next) -> Response {
    if !is_map_route(request.uri().path()) {
        return next.run(request).await;
    }
    let is_preflight =
        request.method() == Method::OPTIONS && request.headers().contains_key(header::ACCESS_CONTROL_REQUEST_METHOD);
    let mut response =
        if is_preflight { preflight("if-none-match, if-modified-since, range") } else { next.run(request).await };
    allow_any_origin(response.headers_mut());
    response.headers_mut().insert(HeaderName::from_static("cross-origin-resource-policy"), CROSS_ORIGIN);
    response
}

fn is_map_route(path: &str) -> bool {
    let first = path.trim_start_matches('/').split('/').next().unwrap_or("");
    MAP_ROUTES.contains(&first)
}

fn preflight(allowed_headers: &'static str) -> Response {
    let headers = [
        (header::ACCESS_CONTROL_ALLOW_METHODS, "GET, HEAD"),
        (header::ACCESS_CONTROL_ALLOW_HEADERS, allowed_headers),
        (header::ACCESS_CONTROL_MAX_AGE, "86400"),
    ];
    (StatusCode::NO_CONTENT, headers).into_response()
}
