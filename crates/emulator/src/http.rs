//! The emulator's routes: tokens, Graph and control.

use crate::auth::token_endpoint::{TokenRequest, issue_token, openid_configuration};
use crate::auth::token_error::TokenError;
use crate::control::routes::control_routes;
use crate::graph::handler::handle;
use crate::graph::response::{ResponseMetadata, into_http};
use crate::graph_error::GraphError;
use crate::shared::EmulatorShared;
use crate::wire::time_format::http_date;
use axum::body::{Body, Bytes};
use axum::extract::{Extension, Path, State};
use axum::http::{HeaderMap, HeaderValue, Request, header};
use axum::response::{IntoResponse, Response};
use axum::routing::{any, get, post};
use axum::{Json, Router};
use std::sync::Arc;

type Shared = State<Arc<EmulatorShared>>;

/// The scheme and address of a listener. Links use the address if a request has no `Host` header.
#[derive(Debug, Clone)]
pub struct ListenerOrigin {
    pub scheme: &'static str,
    pub address: String,
}

impl ListenerOrigin {
    /// The URL of the emulator as the client knows it.
    fn base_url(&self, headers: &HeaderMap) -> String {
        let host = headers.get(header::HOST).and_then(|host| host.to_str().ok()).unwrap_or(&self.address);
        format!("{}://{host}", self.scheme)
    }
}

pub(crate) fn router(shared: Arc<EmulatorShared>, origin: ListenerOrigin) -> Router {
    Router::new()
        .route("/v1.0/{*path}", any(handle_graph_request))
        .route("/beta/{*path}", any(handle_graph_request))
        .route("/{tenant}/oauth2/v2.0/token", post(token))
        .route("/{tenant}/v2.0/.well-known/openid-configuration", get(discovery))
        .merge(control_routes())
        .fallback(unknown_path)
        .layer(Extension(origin))
        .with_state(shared)
}

async fn handle_graph_request(
    State(shared): Shared,
    Extension(origin): Extension<ListenerOrigin>,
    request: Request<Body>,
) -> Response {
    let version = request.uri().path().split('/').nth(1).unwrap_or("v1.0");
    let base_url = format!("{}/{version}", origin.base_url(request.headers()));
    handle(&shared, base_url, request).await
}

async fn token(
    State(shared): Shared,
    Extension(origin): Extension<ListenerOrigin>,
    Path(tenant): Path<String>,
    headers: HeaderMap,
    body: Bytes,
) -> Response {
    let form = form_urlencoded::parse(&body).into_owned().collect();
    let basic = headers.get(header::AUTHORIZATION).and_then(|value| value.to_str().ok());
    let base_url = origin.base_url(&headers);
    let request = TokenRequest { base_url: &base_url, tenant: &tenant, form: &form, basic, now: shared.now() };
    let issued = {
        let state = &mut *shared.state();
        issue_token(&request, &state.settings, &mut state.used_assertions)
    };
    let mut response = match issued {
        Ok(token) => Json(token).into_response(),
        Err(error) => token_error_response(&shared, &error),
    };
    let headers = response.headers_mut();
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store, no-cache"));
    if let Ok(date) = HeaderValue::from_str(&http_date(shared.date())) {
        headers.insert(header::DATE, date);
    }
    response
}

async fn discovery(
    State(shared): Shared,
    Extension(origin): Extension<ListenerOrigin>,
    Path(tenant): Path<String>,
    headers: HeaderMap,
) -> Response {
    let settings = shared.state().settings.clone();
    match openid_configuration(&origin.base_url(&headers), &tenant, &settings) {
        Ok(configuration) => Json(configuration).into_response(),
        Err(error) => token_error_response(&shared, &error),
    }
}

fn token_error_response(shared: &EmulatorShared, error: &TokenError) -> Response {
    (error.status, Json(error.body(&shared.rng.uuid(), shared.now()))).into_response()
}

async fn unknown_path(State(shared): Shared, request: Request<Body>) -> Response {
    let id = shared.rng.uuid();
    let metadata = ResponseMetadata { now: shared.now(), client_request_id: id.clone(), request_id: id };
    let segment = request.uri().path().rsplit('/').next().unwrap_or_default();
    into_http(Err(GraphError::unknown_segment(segment)), &metadata)
}
