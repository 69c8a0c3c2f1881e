//! The OpenAPI document: generated from the handlers and their types, committed, checked by a test.

use crate::routes;
use axum::http::header;
use axum::response::IntoResponse;
use utoipa::OpenApi;

#[derive(OpenApi)]
#[openapi(
    info(
        title = "stormwire",
        description = "Lightning status for a city's facilities, and the mailbox watcher that feeds it. Errors are RFC 9457 problems.",
        license(name = "Apache-2.0 OR MIT", identifier = "Apache-2.0 OR MIT"),
    ),
    tags(
        (name = "Operating", description = "Whether it works"),
        (name = "Sign-in", description = "Sessions by cookie; or send `Authorization: Bearer TOKEN`"),
        (name = "People", description = "Users, tokens, audit trail: for administrators"),
        (name = "Credentials", description = "Application registrations at the mail provider"),
        (name = "Facilities", description = "The places everything is about"),
    ),
)]
struct Frame;

/// The document without its routes.
pub(crate) fn frame() -> utoipa::openapi::OpenApi {
    Frame::openapi()
}

/// As people read it.
pub(crate) fn pretty(document: &utoipa::openapi::OpenApi) -> String {
    document.to_pretty_json().map_or_else(|_| String::new(), |text| text + "\n")
}

/// This document.
#[utoipa::path(get, path = "/openapi.json", tag = "Operating", responses((status = 200, description = "OpenAPI 3.1", content_type = "application/json")))]
pub(crate) async fn serve() -> impl IntoResponse {
    ([(header::CONTENT_TYPE, "application/json")], pretty(&routes::described().into_openapi()))
}
