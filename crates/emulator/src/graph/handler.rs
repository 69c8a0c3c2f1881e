//! Handles a call: authentication, faults, throttling, and the response as HTTP.

use crate::auth::access_token::authenticate;
use crate::faults::CallFault;
use crate::graph::batch::run_batch;
use crate::graph::dispatch::dispatch;
use crate::graph::request::GraphRequest;
use crate::graph::resource_path::ResourcePath;
use crate::graph::response::{GraphResponse, ResponseMetadata, into_http};
use crate::graph::throttle_guard::ThrottleGuard;
use crate::graph_error::GraphError;
use crate::odata::prefer::Preferences;
use crate::odata::query::QueryOptions;
use crate::shared::EmulatorShared;
use axum::body::{Body, to_bytes};
use axum::http::{HeaderMap, Method, Request, header};
use axum::response::Response;
use futures_util::FutureExt;
use futures_util::future::BoxFuture;
use std::time::Duration;
use stormwire_clock::Clock;

const MAX_REQUEST_BYTES: usize = 4 * 1024 * 1024;

/// Boxed because a batch contains calls.
pub(crate) fn handle(shared: &EmulatorShared, base_url: String, request: Request<Body>) -> BoxFuture<'_, Response> {
    async move {
        let metadata = response_metadata(shared, request.headers());
        let result = process(shared, base_url, request).await;
        into_http(result, &metadata)
    }
    .boxed()
}

fn response_metadata(shared: &EmulatorShared, headers: &HeaderMap) -> ResponseMetadata {
    let request_id = shared.rng.uuid();
    let client_request_id = headers.get("client-request-id").and_then(|value| value.to_str().ok());
    let client_request_id = client_request_id.map_or_else(|| request_id.clone(), str::to_owned);
    ResponseMetadata { now: shared.date(), client_request_id, request_id }
}

async fn process(
    shared: &EmulatorShared,
    base_url: String,
    request: Request<Body>,
) -> Result<GraphResponse, GraphError> {
    let (parts, body) = request.into_parts();
    let path = parts.uri.path().trim_start_matches('/').split_once('/').map_or("", |(_version, rest)| rest);
    let path = ResourcePath::parse(path);
    let template = path.as_ref().map_or_else(|_| "(unknown)".to_owned(), ResourcePath::template);
    shared.state().throttle.count_call(format!("{} {template}", parts.method));
    // Read the body before any error: a connection with an unread body cannot be reused.
    let body = to_bytes(body, MAX_REQUEST_BYTES).await.map_err(|_| GraphError::request_too_large())?;
    let path = path?;
    let header_text = |name: header::HeaderName| parts.headers.get(name).and_then(|value| value.to_str().ok());
    let app = authenticate(header_text(header::AUTHORIZATION), shared.now())?;
    // Graph itself reads a batch; the services behind it fail its steps.
    let fault = if path == ResourcePath::Batch { None } else { draw_call_fault(shared) };
    let _guard = ThrottleGuard::start_call(shared, &app, &path)?;
    delay_response(shared).await;
    let late_error = match fault {
        Some(CallFault::NotProcessed(error)) => return Err(error),
        Some(CallFault::Processed(error)) => Some(error),
        None => None,
    };
    let request = GraphRequest {
        query: QueryOptions::parse(parts.uri.query().unwrap_or_default())?,
        preferences: Preferences::parse(&parts.headers),
        if_match: header_text(header::IF_MATCH).map(str::to_owned),
        content_type: header_text(header::CONTENT_TYPE).unwrap_or_default().to_lowercase(),
        authorization: header_text(header::AUTHORIZATION).unwrap_or_default().to_owned(),
        method: parts.method,
        app,
        base_url,
        body,
    };
    let result = if path == ResourcePath::Batch && request.method == Method::POST {
        run_batch(&request, &|part| handle(shared, request.base_url.clone(), part)).await
    } else {
        dispatch(shared, &request, &path).await
    };
    late_error.map_or(result, Err)
}

fn draw_call_fault(shared: &EmulatorShared) -> Option<CallFault> {
    let state = shared.state();
    let fault = state.faults.next_call_fault()?;
    Some(if state.settings.retry_after { fault } else { fault.without_retry_after() })
}

async fn delay_response(shared: &EmulatorShared) {
    let delay_ms = shared.state().settings.response_delay_ms;
    if delay_ms > 0 {
        shared.clock.sleep(Duration::from_millis(delay_ms)).await;
    }
}
