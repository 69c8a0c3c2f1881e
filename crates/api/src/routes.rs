//! Every route, on one page.

use crate::file_watcher::at_file_watcher;
use crate::route_table::{AnyHandler, routes};
use crate::{
    App, action, assets, audit, auth, cap, city, city_settings, context_path, credential, event_sink, facility,
    facility_import, file_explanation, first_run, folder, health, lightning, log,
};
use crate::{
    map_layer, media, metrics, oidc, openapi, openapi_rules, plain, policy, policy_preview, preview, push, revision,
    sample, security_txt, session, setup, shadow_run, storm_page, suggest, system, tile, token, user, watcher, web_app,
    webhook, workflow,
};
use axum::http::HeaderValue;
use axum::response::Redirect;
use axum::routing::get;
use axum::{Extension, Router};
use std::collections::HashSet;
use std::sync::OnceLock;
use stormwire_http::response_cache::{CachedResponse, Freshness};
use tower_http::compression::CompressionLayer;
use utoipa_axum::router::{OpenApiRouter, UtoipaMethodRouter};

/// The text of the OpenAPI document, built on first use.
pub(crate) fn document() -> &'static str {
    static TEXT: OnceLock<String> = OnceLock::new();
    TEXT.get_or_init(|| openapi::text(documented().into_openapi()))
}

/// The paths of which every operation needs a role.
pub(crate) fn protected_paths() -> &'static HashSet<String> {
    static PATHS: OnceLock<HashSet<String>> = OnceLock::new();
    PATHS.get_or_init(|| openapi_rules::protected_paths(&mut documented().into_openapi()))
}

/// The response with the document, compressed at most once per encoding.
fn document_response() -> &'static CachedResponse {
    static RESPONSE: OnceLock<CachedResponse> = OnceLock::new();
    let json = HeaderValue::from_static("application/json");
    RESPONSE.get_or_init(|| CachedResponse::of_bytes(document(), json, Freshness::FiveMinutes))
}

/// The routes for integrators. Built once in a process, because each of them also describes its schemas.
pub(crate) fn for_integrators() -> Router<App> {
    static ROUTES: OnceLock<Router<App>> = OnceLock::new();
    ROUTES.get_or_init(|| documented().split_for_parts().0).clone()
}

/// The routes for integrators, which the OpenAPI document lists.
fn documented() -> OpenApiRouter<App> {
    let document = OpenApiRouter::new()
        .routes(routes!(openapi::serve))
        .layer(Extension(openapi::DocumentSource(document_response)));
    OpenApiRouter::with_openapi(openapi::document_without_routes())
        .routes(routes!(health::healthz))
        .routes(routes!(health::readyz))
        .routes(routes!(metrics::metrics))
        .routes(routes!(system::get))
        .routes(routes!(system::send_test_mail))
        .merge(document)
        .routes(routes!(auth::login))
        .routes(routes!(auth::logout))
        .routes(routes!(first_run::get, first_run::create))
        .routes(routes!(auth::session))
        .routes(routes!(oidc::login::methods))
        .routes(routes!(oidc::login::login))
        .routes(routes!(oidc::callback::callback))
        .routes(routes!(auth::change_password))
        .routes(routes!(session::own))
        .routes(routes!(session::end_own))
        .routes(routes!(session::revoke_own_token))
        .routes(routes!(session::revoke_own))
        .routes(routes!(session::list))
        .routes(routes!(session::end))
        .routes(routes!(user::list, user::create))
        .routes(routes!(user::update, user::delete))
        .routes(routes!(user::revoke))
        .routes(routes!(token::list, token::create))
        .routes(routes!(token::update, token::delete))
        .routes(routes!(audit::list))
        .routes(routes!(audit::export))
        .routes(routes!(credential::list, credential::create))
        .routes(routes!(credential::get, credential::update, credential::delete))
        .routes(routes!(credential::test))
        .merge(watchers())
        .routes(routes!(facility::list, facility::create))
        .routes(routes!(facility::get, facility::replace, facility::patch, facility::delete))
        .routes(routes!(facility::sync))
        .routes(routes!(facility_import::import))
        .routes(routes!(facility_import::delete))
        .routes(routes!(policy::list, policy::create))
        .routes(routes!(policy_preview::preview))
        .routes(routes!(policy::get, policy::replace, policy::delete))
        .merge(event_sinks())
        .routes(routes!(revision::list))
        .routes(routes!(revision::get))
        .routes(routes!(revision::restore))
        .routes(routes!(city::get))
        .routes(routes!(city_settings::get, city_settings::put))
        .routes(routes!(city_settings::coordinate_systems))
        .routes(routes!(setup::get))
        .merge(lightning())
        .routes(routes!(push::key))
        .routes(routes!(push::subscribe))
        .routes(routes!(push::unsubscribe))
        .merge(tiles())
        .merge(map_layers())
}

fn event_sinks() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(event_sink::list, event_sink::create))
        .routes(routes!(event_sink::get, event_sink::replace, event_sink::delete))
        .routes(routes!(event_sink::test))
        .routes(routes!(event_sink::delivery::list))
        .routes(routes!(event_sink::delivery::retry))
}

/// Aerial tiles. Fixed paths come before an id in the same position.
fn tiles() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(tile::list))
        .routes(routes!(tile::covering))
        .routes(routes!(tile::viewport))
        .routes(routes!(tile::get))
}

fn map_layers() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(map_layer::drawn))
        .routes(routes!(map_layer::list, map_layer::import))
        .routes(routes!(map_layer::delete))
}

/// Watchers. Fixed paths (`log`, `folders`, `preview`, `suggest`, `order`) come before an id in the same position.
fn watchers() -> OpenApiRouter<App> {
    let router = OpenApiRouter::new()
        .routes(routes!(watcher::summary::summary))
        .routes(routes!(watcher::test::test))
        .routes(routes!(watcher::test::messages))
        .routes(routes!(sample::list, sample::create))
        .routes(routes!(sample::check))
        .routes(routes!(sample::delete))
        .routes(routes!(log::replay_missing))
        .routes(routes!(folder::list))
        .routes(routes!(file_explanation::explain))
        .routes(routes!(preview::preview))
        .routes(routes!(suggest::layout))
        .routes(routes!(suggest::field))
        .routes(routes!(workflow::handlers))
        .routes(routes!(workflow::tables))
        .routes(routes!(workflow::gallery))
        .routes(routes!(workflow::layouts))
        .routes(routes!(webhook::mail))
        .routes(routes!(webhook::lifecycle));
    let add = |router: OpenApiRouter<App>, one: UtoipaMethodRouter<App>| {
        router.routes(at_file_watcher(one.clone())).routes(one)
    };
    of_mailboxes_and_files().into_iter().fold(router, add)
}

/// Also below `/file-watcher`.
fn of_mailboxes_and_files() -> Vec<UtoipaMethodRouter<App>> {
    vec![
        routes!(watcher::list, watcher::create),
        routes!(watcher::get, watcher::replace, watcher::patch, watcher::delete),
        routes!(watcher::enable),
        routes!(watcher::disable),
        routes!(watcher::reload),
        routes!(watcher::balance::balance),
        routes!(context_path::list),
        routes!(action::list, action::create),
        routes!(action::order),
        routes!(action::check),
        routes!(action::get, action::replace, action::delete),
        routes!(shadow_run::run),
        routes!(log::list),
        routes!(log::list_for_watcher),
        routes!(log::get),
        routes!(log::retry),
        routes!(log::dismiss),
        routes!(log::replay),
        routes!(workflow::import),
    ]
}

/// Lightning. Public. Lists are compressed while they are sent; the other responses are cached compressed.
fn lightning() -> OpenApiRouter<App> {
    let lists = OpenApiRouter::new()
        .routes(routes!(lightning::strikes::strikes))
        .routes(routes!(lightning::events::events))
        .routes(routes!(lightning::outages::outages))
        .layer(CompressionLayer::new());
    OpenApiRouter::new()
        .merge(lists)
        .routes(routes!(lightning::stream::stream))
        .routes(routes!(lightning::status))
        .routes(routes!(lightning::facilities::facilities))
        .routes(routes!(lightning::facility))
        .routes(routes!(lightning::point))
        .routes(routes!(lightning::heartbeat::heartbeat))
        .routes(routes!(cap::feed))
        .routes(routes!(cap::document))
}

pub(crate) fn pages() -> Router<App> {
    Router::new()
        .route("/", get(AnyHandler::of(storm_page::of_city)))
        .route("/f/{id}", get(AnyHandler::of(plain::facility)))
        .route("/plain", get(AnyHandler::of(plain::list)))
        .route("/manifest.webmanifest", get(AnyHandler::of(web_app::manifest)))
        .route("/service-worker.js", get(AnyHandler::of(web_app::service_worker)))
        .route("/icon/{name}", get(AnyHandler::of(web_app::icon)))
        .route("/.well-known/security.txt", get(AnyHandler::of(security_txt::serve)))
        .route("/portal", get(AnyHandler::of(assets::portal)))
        .route("/portal/storm", get(AnyHandler::of(storm_page::board)))
        .route("/portal/", get(|| async { Redirect::permanent("/portal") }))
        .route("/portal/{*page}", get(AnyHandler::of(assets::portal)))
        .route("/docs", get(AnyHandler::of(assets::docs)))
        .route("/docs/element", get(AnyHandler::of(assets::element_docs)))
        .route("/docs/guide", get(AnyHandler::of(assets::guide_contents)))
        .route("/docs/guide/{*path}", get(AnyHandler::of(assets::guide_page)))
        .route("/facility-lightning-status.js", get(AnyHandler::of(assets::element)))
        .route("/custom-elements.json", get(AnyHandler::of(assets::element_manifest)))
        .route("/assets/{name}", get(AnyHandler::of(assets::asset)))
}

/// Files of the media folder, such as the images of tiles.
pub(crate) fn media() -> Router<App> {
    Router::new().route("/media/{*path}", get(AnyHandler::of(media::serve)))
}
