//! The routes: tokens, Graph, control.

use crate::graph::answer::{Stamp, http_date, respond};
use crate::refusal::Refusal;
use crate::shared::Shared;
use crate::{control, graph, sign_in};
use axum::body::{Body, Bytes};
use axum::extract::{Extension, Path, State as Held};
use axum::http::{HeaderMap, HeaderValue, Request, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::{any, get, post};
use axum::{Json, Router};
use std::sync::Arc;

/// How a listener is reached: what links begin with when the caller does not say whom he asked.
#[derive(Debug, Clone)]
pub(crate) struct Origin {
    pub(crate) scheme: &'static str,
    pub(crate) address: String,
}

pub(crate) fn router(shared: Arc<Shared>, origin: Origin) -> Router {
    Router::new()
        .route("/v1.0/{*path}", any(call))
        .route("/beta/{*path}", any(call))
        .route("/{tenant}/oauth2/v2.0/token", post(token))
        .route("/{tenant}/v2.0/.well-known/openid-configuration", get(discovery))
        .merge(control::routes())
        .fallback(nothing_here)
        .layer(Extension(origin))
        .with_state(shared)
}

async fn call(
    Held(shared): Held<Arc<Shared>>,
    Extension(origin): Extension<Origin>,
    request: Request<Body>,
) -> Response {
    let version = request.uri().path().split('/').nth(1).unwrap_or("v1.0").to_owned();
    let base = format!("{}/{version}", base(&origin, request.headers()));
    graph::serve(&shared, base, request).await
}

/// Links lead back to the name by which the caller knows us.
fn base(origin: &Origin, headers: &HeaderMap) -> String {
    let host = headers.get(header::HOST).and_then(|host| host.to_str().ok()).unwrap_or(&origin.address);
    format!("{}://{host}", origin.scheme)
}

async fn token(
    Held(shared): Held<Arc<Shared>>,
    Path(tenant): Path<String>,
    headers: HeaderMap,
    body: Bytes,
) -> Response {
    let form = form_urlencoded::parse(&body).into_owned().collect();
    let basic = headers.get(header::AUTHORIZATION).and_then(|value| value.to_str().ok());
    let settings = shared.state().settings.clone();
    let now = shared.now();
    let mut response = match sign_in::token(&tenant, &form, basic, &settings, now) {
        Ok(token) => Json(token).into_response(),
        Err(denial) => denied(&shared, &denial),
    };
    let headers = response.headers_mut();
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store, no-cache"));
    if let Ok(date) = HeaderValue::from_str(&http_date(now)) {
        headers.insert(header::DATE, date);
    }
    response
}

async fn discovery(
    Held(shared): Held<Arc<Shared>>,
    Extension(origin): Extension<Origin>,
    Path(tenant): Path<String>,
    headers: HeaderMap,
) -> Response {
    let settings = shared.state().settings.clone();
    let found = sign_in::discovery(&base(&origin, &headers), &tenant, &settings);
    found.map_or_else(|denial| denied(&shared, &denial), |found| Json(found).into_response())
}

fn denied(shared: &Shared, denial: &sign_in::Denial) -> Response {
    let status = StatusCode::from_u16(denial.status).unwrap_or(StatusCode::BAD_REQUEST);
    (status, Json(denial.body(&shared.chance.id(), shared.now()))).into_response()
}

async fn nothing_here(Held(shared): Held<Arc<Shared>>, request: Request<Body>) -> Response {
    let id = shared.chance.id();
    let stamp = Stamp { now: shared.now(), client_request_id: id.clone(), request_id: id };
    let segment = request.uri().path().rsplit('/').next().unwrap_or_default().to_owned();
    respond(Err(Refusal::unknown_segment(&segment)), &stamp)
}
