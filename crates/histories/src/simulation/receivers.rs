//! Receivers of webhooks, alerts and chat messages. They remember every call and answer with success.

use axum::body::Body;
use axum::http::{Request, Response};
use axum::response::IntoResponse;
use http_body_util::BodyExt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

#[derive(Clone, Default)]
pub(crate) struct Receivers {
    received: Arc<Mutex<Vec<ReceivedCall>>>,
}

/// A call that a receiver got.
#[derive(Debug, Clone)]
pub(crate) struct ReceivedCall {
    /// `webhook-id` or `idempotency-key`.
    pub(crate) key: String,
    pub(crate) body: String,
}

impl Receivers {
    pub(crate) async fn receive(&self, request: Request<Body>) -> Response<Body> {
        let (parts, body) = request.into_parts();
        let header = |name: &str| parts.headers.get(name).and_then(|value| value.to_str().ok());
        let key = header("webhook-id").or_else(|| header("idempotency-key")).unwrap_or_default().to_owned();
        let body = body.collect().await.map(|body| body.to_bytes().to_vec()).unwrap_or_default();
        let body = String::from_utf8_lossy(&body).into_owned();
        self.all().push(ReceivedCall { key, body });
        "".into_response()
    }

    /// In the order in which they were received.
    pub(crate) fn all(&self) -> MutexGuard<'_, Vec<ReceivedCall>> {
        self.received.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
