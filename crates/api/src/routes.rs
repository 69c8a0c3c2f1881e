//! Every route, on one page.

use crate::{App, action, assets, audit, auth, city, credential, facility, folder, health, lightning, log};
use crate::{media, metrics, openapi, plain, preview, sample, system, tile, token, user, watcher, webhook, workflow};
use axum::Router;
use axum::routing::get;
use tower_http::compression::CompressionLayer;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

/// What integrators call: stands in the OpenAPI document.
pub(crate) fn described() -> OpenApiRouter<App> {
    OpenApiRouter::with_openapi(openapi::frame())
        .routes(routes!(health::healthz))
        .routes(routes!(health::readyz))
        .routes(routes!(metrics::metrics))
        .routes(routes!(system::get))
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
        .routes(routes!(credential::test))
        .merge(watching())
        .routes(routes!(facility::list, facility::create))
        .routes(routes!(facility::get, facility::replace, facility::patch, facility::delete))
        .routes(routes!(facility::sync))
        .routes(routes!(city::get))
        .merge(lightning())
        .merge(tiles())
}

/// The aerial tiles. What is spelled out comes before an id in its place.
fn tiles() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(tile::list))
        .routes(routes!(tile::covering))
        .routes(routes!(tile::viewport))
        .routes(routes!(tile::get))
}

/// The mailbox watchers. What is spelled out (`log`, `folders`, `preview`, `order`) comes before an id in its place.
fn watching() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(watcher::list, watcher::create))
        .routes(routes!(watcher::get, watcher::replace, watcher::patch, watcher::delete))
        .routes(routes!(watcher::enable))
        .routes(routes!(watcher::disable))
        .routes(routes!(watcher::reload))
        .routes(routes!(watcher::trial::summary))
        .routes(routes!(watcher::trial::test))
        .routes(routes!(watcher::trial::messages))
        .routes(routes!(watcher::trial::balance))
        .routes(routes!(action::list, action::create))
        .routes(routes!(action::order))
        .routes(routes!(action::check))
        .routes(routes!(action::get, action::replace, action::delete))
        .routes(routes!(sample::list, sample::create))
        .routes(routes!(sample::check))
        .routes(routes!(sample::delete))
        .routes(routes!(log::list))
        .routes(routes!(log::list_of))
        .routes(routes!(log::get))
        .routes(routes!(log::retry))
        .routes(routes!(log::replay))
        .routes(routes!(folder::list))
        .routes(routes!(preview::preview))
        .routes(routes!(workflow::handlers))
        .routes(routes!(workflow::gallery))
        .routes(routes!(workflow::import))
        .routes(routes!(webhook::mail))
        .routes(routes!(webhook::lifecycle))
}

/// Lightning, for everyone. The list is compressed as it is sent; the others are at hand in every form.
fn lightning() -> OpenApiRouter<App> {
    let list = OpenApiRouter::new().routes(routes!(lightning::list::strikes)).layer(CompressionLayer::new());
    OpenApiRouter::new()
        .merge(list)
        .routes(routes!(lightning::status))
        .routes(routes!(lightning::facilities))
        .routes(routes!(lightning::facility))
        .routes(routes!(lightning::point))
}

/// What people open.
pub(crate) fn pages() -> Router<App> {
    Router::new()
        .route("/", get(assets::storm))
        .route("/f/{id}", get(plain::facility))
        .route("/plain", get(plain::list))
        .route("/portal", get(assets::portal))
        .route("/portal/{*page}", get(assets::portal))
        .route("/docs", get(assets::docs))
        .route("/docs/element", get(assets::element_docs))
        .route("/facility-lightning-status.js", get(assets::element))
        .route("/assets/{name}", get(assets::asset))
}

/// Their images, and whatever else lies in the media folder.
pub(crate) fn media() -> Router<App> {
    Router::new().route("/media/{*path}", get(media::serve))
}
