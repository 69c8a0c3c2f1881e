//! The HTTP face of stormwire.
//!
//! Owns routes, views, problems, the OpenAPI document and the pages. No SQL and no decisions about the city: a handler
//! takes its input, calls one function of the service and shapes the answer. All routes stand on one page: [`routes`].

mod access;
mod action;
mod app;
mod assets;
mod audit;
mod auth;
mod city;
mod credential;
mod facility;
mod folder;
mod headers;
mod health;
mod json;
mod lightning;
mod log;
mod media;
mod merge;
mod metrics;
mod open;
mod openapi;
mod params;
mod plain;
mod preview;
mod problem;
mod refusals;
mod request;
mod routes;
mod sample;
mod system;
mod tile;
mod token;
mod user;
mod watcher;
mod webhook;
mod workflow;

pub use access::Allowance;
pub use app::{App, AppParts};
pub use city::City;
pub use json::Json;
pub use lightning::{Glance, Shelf};
pub use problem::{FieldProblem, Problem};

use axum::Router;

/// Everything that is served.
pub fn router(app: App) -> Router {
    let (router, _) = routes::described().split_for_parts();
    dress(router.merge(routes::pages()).merge(routes::media()), &app).with_state(app)
}

/// The OpenAPI document, as committed under `docs/`.
pub fn openapi() -> String {
    openapi::text()
}

/// What every answer gets: a request id, a log line, and problem+json for whatever went wrong.
pub fn dress(router: Router<App>, app: &App) -> Router<App> {
    use axum::middleware::{from_fn, from_fn_with_state};
    // One stack, outermost first: each layer laid over the router by itself would be boxed once more for every route.
    let stack = (
        from_fn_with_state(app.clone(), request::identify),
        from_fn(open::to_all),
        from_fn_with_state(app.clone(), headers::guard),
        from_fn(problem::render),
        from_fn_with_state(app.clone(), access::refuse_foreign),
        from_fn_with_state(app.clone(), access::limit),
        tower_http::catch_panic::CatchPanicLayer::custom(problem::Panicked),
        axum::extract::DefaultBodyLimit::max(request::BODY_LIMIT),
    );
    router.fallback(problem::no_such_route).method_not_allowed_fallback(problem::method_not_allowed).layer(stack)
}
