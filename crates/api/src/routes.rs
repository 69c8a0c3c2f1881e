//! Every route, on one page.

use crate::{App, assets, health, metrics, openapi};
use axum::Router;
use axum::routing::get;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

/// What integrators call: stands in the OpenAPI document.
pub(crate) fn described() -> OpenApiRouter<App> {
    OpenApiRouter::with_openapi(openapi::frame())
        .routes(routes!(health::healthz))
        .routes(routes!(health::readyz))
        .routes(routes!(metrics::metrics))
        .routes(routes!(openapi::serve))
}

/// What people open.
pub(crate) fn pages() -> Router<App> {
    Router::new()
        .route("/", get(assets::start))
        .route("/docs", get(assets::docs))
        .route("/assets/{name}", get(assets::asset))
}
