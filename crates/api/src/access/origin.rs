//! Rejects requests that change something and come from another site (CSRF).

use crate::{App, Problem};
use axum::extract::{Request, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use url::Url;

pub(crate) async fn reject_cross_site(State(app): State<App>, request: Request, next: Next) -> Response {
    let is_safe = request.method().is_safe() || is_webhook(request.uri().path());
    if !is_safe && is_cross_site(request.headers(), &app.public_url) {
        return Problem::new(StatusCode::FORBIDDEN, "the request comes from another site").into_response();
    }
    next.run(request).await
}

/// The mail provider is always another site. It authenticates with a secret in the body, and no cookie counts there.
fn is_webhook(path: &str) -> bool {
    path.starts_with("/webhooks/")
}

/// Browsers send `Origin`; programs do not, and have no cookie to abuse.
fn is_cross_site(headers: &HeaderMap, public_url: &Url) -> bool {
    let Some(origin) = headers.get(header::ORIGIN) else { return false };
    let Ok(origin) = origin.to_str() else { return true };
    let ours = public_url.origin().ascii_serialization();
    // The page may have been opened under another name of this machine; then `Host` has that name, too.
    let host = headers.get(header::HOST).and_then(|host| host.to_str().ok());
    let is_same_host =
        host.is_some_and(|host| origin == format!("http://{host}") || origin == format!("https://{host}"));
    origin != ours && !is_same_host
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::http::HeaderValue;

    #[test]
    fn own_pages_are_same_site_and_others_are_not() {
        let public_url = "https://storm.example.gov/".parse().unwrap();
        for (origin, host, expected) in [
            (None, "storm.example.gov", false),
            (Some("https://storm.example.gov"), "10.0.0.1:8080", false),
            (Some("http://localhost:8080"), "localhost:8080", false),
            (Some("https://evil.example"), "storm.example.gov", true),
            (Some("https://storm.example.gov.evil.example"), "storm.example.gov", true),
            (Some("http://localhost:9090"), "localhost:8080", true),
            (Some("null"), "storm.example.gov", true),
        ] {
            let mut headers = HeaderMap::from_iter([(header::HOST, HeaderValue::from_static(host))]);
            origin.map(|origin| headers.insert(header::ORIGIN, HeaderValue::from_static(origin)));
            assert_eq!(is_cross_site(&headers, &public_url), expected, "{origin:?} at {host}");
        }
    }
}
