//! Sends requests to a router and collects the responses.

use axum::Router;
use axum::body::Body;
use axum::http::{HeaderMap, Request, StatusCode};
use http_body_util::BodyExt;
use serde_json::Value;
use tower::ServiceExt;

pub(crate) struct TestResponse {
    pub(crate) status: StatusCode,
    pub(crate) headers: HeaderMap,
    pub(crate) body: Vec<u8>,
}

impl TestResponse {
    pub(crate) fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap()
    }

    /// Returns the JSON body after checking the status; null if the body is not JSON.
    #[track_caller]
    pub(crate) fn expect(&self, status: u16) -> Value {
        let body = String::from_utf8_lossy(&self.body);
        assert_eq!(self.status.as_u16(), status, "{body}");
        serde_json::from_str(&body).unwrap_or_default()
    }

    pub(crate) fn header(&self, name: &str) -> &str {
        self.headers.get(name).map_or("", |value| value.to_str().unwrap())
    }

    /// Returns the body after checking that it is a complete problem.
    pub(crate) fn problem(&self) -> Value {
        assert_eq!(self.header("content-type"), "application/problem+json");
        let body = self.json();
        assert_eq!(body["status"], self.status.as_u16());
        assert!(body["type"].is_string() && body["title"].is_string() && body["detail"].is_string(), "{body}");
        body
    }
}

pub(crate) async fn send_request(router: &Router, request: Request<Body>) -> TestResponse {
    let (parts, body) = router.clone().oneshot(request).await.unwrap().into_parts();
    let body = body.collect().await.unwrap().to_bytes().to_vec();
    TestResponse { status: parts.status, headers: parts.headers, body }
}

pub(crate) async fn get(router: &Router, path: &str) -> TestResponse {
    send_request(router, Request::get(path).body(Body::empty()).unwrap()).await
}

/// Sends a request with an API token, if it is not empty, and a JSON body, if there is one.
pub(crate) async fn send(router: &Router, method: &str, path: &str, token: &str, body: Option<Value>) -> TestResponse {
    let mut request = Request::builder().method(method).uri(path);
    if !token.is_empty() {
        request = request.header("authorization", format!("Bearer {token}"));
    }
    let body = match body {
        Some(body) => {
            request = request.header("content-type", "application/json");
            Body::from(body.to_string())
        }
        None => Body::empty(),
    };
    send_request(router, request.body(body).unwrap()).await
}
