//! Routes that pages of any site may read: anonymous, `GET` alone, nothing in them that is not public.

use axum::extract::Request;
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

/// The first segments of their paths.
const OPEN: [&str; 2] = ["aerial-tiles", "media"];

/// A layer around everything else: says on every answer of an open route, also 304 and whatever went wrong, that any site
/// may read it, and answers a browser that asks first.
pub(crate) async fn to_all(request: Request, next: Next) -> Response {
    if !is_open(request.uri().path()) {
        return next.run(request).await;
    }
    let is_asking =
        request.method() == Method::OPTIONS && request.headers().contains_key(header::ACCESS_CONTROL_REQUEST_METHOD);
    let mut response = if is_asking { permission() } else { next.run(request).await };
    allow(response.headers_mut());
    response
}

fn is_open(path: &str) -> bool {
    let first = path.trim_start_matches('/').split('/').next().unwrap_or("");
    OPEN.contains(&first)
}

/// What an answer says to a page of another site.
fn allow(headers: &mut HeaderMap) {
    let said = [
        (header::ACCESS_CONTROL_ALLOW_ORIGIN, "*"),
        (header::ACCESS_CONTROL_EXPOSE_HEADERS, "etag, retry-after, x-request-id"),
        (HeaderName::from_static("cross-origin-resource-policy"), "cross-origin"),
    ];
    headers.extend(said.map(|(name, value)| (name, HeaderValue::from_static(value))));
}

fn permission() -> Response {
    let said = [
        (header::ACCESS_CONTROL_ALLOW_METHODS, "GET, HEAD"),
        (header::ACCESS_CONTROL_ALLOW_HEADERS, "if-none-match, if-modified-since, range"),
        (header::ACCESS_CONTROL_MAX_AGE, "86400"),
    ];
    (StatusCode::NO_CONTENT, said).into_response()
}
