//! Rejects clients that send too many anonymous requests. Off unless `server.anonymous_per_second` is set.
//!
//! Webhooks are different: rejecting notifications of the mail provider for their number would lose or delay mail. Only
//! webhook calls that fail authentication count. An address with too many of them is rejected before a large body is read; small
//! bodies are always verified, because behind a proxy that is not trusted the provider has the address of everyone else.

use super::client_address::peer_ip;
use crate::{App, Problem};
use axum::body::HttpBody;
use axum::extract::{MatchedPath, Request, State};
use axum::http::StatusCode;
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use std::collections::HashSet;

/// What the limit needs to know about the routes.
#[derive(Clone)]
pub(crate) struct AnonymousLimit {
    pub(crate) app: App,
    /// Routes that need a role.
    pub(crate) protected_paths: &'static HashSet<String>,
}

/// Sign-in has a limit of its own.
const SIGN_IN: &str = "/auth/";

/// In bytes. The provider sends a few hundred per notification.
const SMALL_BODY: u64 = 64 * 1024;

fn is_small(request: &Request) -> bool {
    request.body().size_hint().upper().is_some_and(|size| size <= SMALL_BODY)
}

pub(crate) async fn limit_anonymous(State(limit): State<AnonymousLimit>, request: Request, next: Next) -> Response {
    let app = &limit.app;
    if !app.rate_limiter.is_on() || limit.is_guarded(&request) {
        return next.run(request).await;
    }
    let path = request.uri().path();
    let peer = peer_ip(request.extensions());
    let headers = request.headers().clone();
    let is_allowed = || app.rate_limiter.allows(peer, &headers, &app.trusted_proxies, app.clock.now());
    if path.starts_with("/webhooks/") {
        let is_exhausted = || app.rate_limiter.is_exhausted(peer, &headers, &app.trusted_proxies, app.clock.now());
        if !is_small(&request) && is_exhausted() {
            return too_many_requests();
        }
        let response = next.run(request).await;
        return if response.status().is_client_error() && !is_allowed() { too_many_requests() } else { response };
    }
    if is_allowed() { next.run(request).await } else { too_many_requests() }
}

fn too_many_requests() -> Response {
    metrics::counter!("stormwire_anonymous_rejected_total").increment(1);
    Problem::new(StatusCode::TOO_MANY_REQUESTS, "too many requests from this address; try again later")
        .with_retry_after(1)
        .into_response()
}

impl AnonymousLimit {
    fn is_guarded(&self, request: &Request) -> bool {
        let is_guarded = |route: &str| route.starts_with(SIGN_IN) || self.protected_paths.contains(route);
        request.extensions().get::<MatchedPath>().is_some_and(|route| is_guarded(route.as_str()))
    }
}
