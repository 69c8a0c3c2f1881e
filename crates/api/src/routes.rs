//! Every route, on one page.

use crate::{App, assets, audit, auth, credential, facility, health, metrics, openapi, token, user};
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
        .routes(routes!(auth::login))
        .routes(routes!(auth::logout))
        .routes(routes!(auth::session))
        .routes(routes!(auth::change_password))
        .routes(routes!(user::list, user::create))
        .routes(routes!(user::update, user::delete))
        .routes(routes!(token::list, token::create))
        .routes(routes!(token::update, token::delete))
        .routes(routes!(audit::list))
        .routes(routes!(credential::list, credential::create))
        .routes(routes!(credential::get, credential::update, credential::delete))
        .routes(routes!(facility::list, facility::create))
        .routes(routes!(facility::get, facility::replace, facility::patch, facility::delete))
        .routes(routes!(facility::sync))
}

/// What people open.
pub(crate) fn pages() -> Router<App> {
    Router::new()
        .route("/", get(assets::start))
        .route("/portal", get(assets::portal))
        .route("/portal/{*page}", get(assets::portal))
        .route("/docs", get(assets::docs))
        .route("/assets/{name}", get(assets::asset))
}
