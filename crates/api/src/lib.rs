//! The HTTP side of stormwire: routes, views, problems, the OpenAPI document and the pages.
//!
//! No SQL and no business rules: a handler reads its input, calls one function of another crate and shapes the response.
//! All routes are on one page: [`routes`].

mod access;
mod action;
mod app;
mod assets;
mod audit;
mod auth;
mod cap;
mod city;
mod city_settings;
mod context_path;
mod cors;
mod credential;
mod event_sink;
mod expiry_input;
mod facility;
mod facility_import;
mod fast_path;
mod file_explanation;
mod file_watcher;
mod first_run;
mod folder;
mod headers;
mod health;
mod json;
mod lightning;
mod log;
mod map_layer;
mod media;
mod merge_patch;
mod metrics;
mod oidc;
mod oidc_sign_in;
mod openapi;
mod openapi_rules;
mod params;
mod plain;
mod policy;
mod policy_preview;
mod preview;
mod problem;
mod problem_responses;
mod push;
mod request_log;
mod revision;
mod route_kind;
mod route_table;
mod routes;
mod sample;
mod security_txt;
mod session;
mod setup;
mod shadow_run;
mod storm_page;
mod suggest;
mod system;
mod tile;
mod token;
mod used_states;
mod user;
mod watcher;
mod web_app;
mod webhook;
mod workflow;

pub use self::metrics::{METRICS, Metric, MetricKind, write_metric};
pub use app::{App, AppParts};
pub use fast_path::RequestHead;
pub use json::{BodyTimedOut, Json};
pub use lightning::{PointQuery, ProximityQuery, StrikesQuery, publish_to_streams, read_last_event_id};
pub use oidc_sign_in::OidcSignIn;
pub use params::parse_query;
pub use problem::{FieldProblem, Problem};
pub use stormwire_http::rate_limit::RateLimiter;
pub use stormwire_http::response_cache::ResponseCache;
pub use stormwire_http::stream_hub::StreamHub;
pub use tile::ViewportParams;

use axum::Router;

/// Serves everything.
pub fn router(app: App) -> Router {
    with_middleware(routes::for_integrators().merge(routes::pages()).merge(routes::media()), &app).with_state(app)
}

/// The OpenAPI document, as committed under `docs/`.
pub fn openapi() -> &'static str {
    routes::document()
}

/// Adds what every response gets: a request id, a log line, security headers, limits, and problem+json for errors.
pub fn with_middleware(router: Router<App>, app: &App) -> Router<App> {
    use axum::middleware::{from_fn, from_fn_with_state};
    let anonymous_limit = access::AnonymousLimit { app: app.clone(), protected_paths: routes::protected_paths() };
    // One stack, outermost first: each separate `layer` call would box every route once more.
    let stack = (
        from_fn_with_state(app.clone(), request_log::log_request),
        from_fn(cors::open_map_routes),
        from_fn_with_state(app.clone(), headers::add_security_headers),
        from_fn(problem::render),
        from_fn_with_state(app.clone(), access::reject_cross_site),
        from_fn_with_state(anonymous_limit, access::limit_anonymous),
        tower_http::catch_panic::CatchPanicLayer::custom(problem::PanicResponse),
        axum::extract::DefaultBodyLimit::max(json::BODY_LIMIT),
    );
    router.fallback(problem::no_such_route).method_not_allowed_fallback(problem::method_not_allowed).layer(stack)
}
