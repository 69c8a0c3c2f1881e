//! The OpenAPI document: generated from the handlers and their types, committed, checked by a test.

use crate::access::COOKIE_NAME;
use crate::openapi_rules::{SESSION, TOKEN};
use crate::{App, openapi_rules};
use axum::Extension;
use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::Response;
use stormwire_http::response_cache::CachedResponse;
use utoipa::OpenApi;
use utoipa::openapi;
use utoipa::openapi::security::{ApiKey, ApiKeyValue, HttpAuthScheme, HttpBuilder, SecurityScheme};

#[derive(OpenApi)]
#[openapi(
    info(
        title = "stormwire",
        description = "Lightning status of a city's facilities, and the mailbox watchers that read the vendor's strike emails. Errors are RFC 9457 problem details.",
        license(name = "Apache-2.0 OR MIT", identifier = "Apache-2.0 OR MIT"),
    ),
    tags(
        (name = "Operating", description = "Health, metrics and system information"),
        (name = "Sign-in", description = "Session cookies. API clients send `Authorization: Bearer TOKEN` instead"),
        (name = "Users", description = "Users, API tokens and audit trail, for administrators"),
        (name = "Credentials", description = "Application registrations at the mail provider"),
        (name = "Watchers", description = "Watched mailboxes. Viewers read, operators enable, disable and reload, administrators edit"),
        (name = "File watchers", description = "Watched folders. As watchers of mailboxes, with files instead of messages"),
        (name = "Actions", description = "The workflow of a watcher: the steps it performs on each message"),
        (name = "Messages", description = "The message log: what was detected, its steps and its result"),
        (name = "Webhooks", description = "Called by the mail provider"),
        (name = "Facilities", description = "The facilities of the city and their locations"),
        (name = "Policies", description = "The rules by which facilities are evaluated"),
        (name = "Event sinks", description = "Other systems that are notified of status events, for administrators"),
        (name = "Revisions", description = "Changes of watchers, policies and event sinks, and the way back, for administrators"),
        (name = "Lightning", description = "Strikes and lightning status. Public"),
        (name = "Notifications", description = "Web Push about the status of facilities. Public"),
        (name = "Aerial tiles", description = "Aerial images for the map. Public"),
        (name = "Map layers", description = "The city's own boundaries, roads, water and parks. Administrators import them; anyone reads what the map draws"),
    ),
)]
struct OpenApiBase;

/// The document without its routes.
pub(crate) fn document_without_routes() -> openapi::OpenApi {
    OpenApiBase::openapi()
}

/// The document with its routes, as pretty JSON.
pub(crate) fn text(mut document: openapi::OpenApi) -> String {
    name_operations(&mut document);
    openapi_rules::apply(&mut document);
    let components = document.components.get_or_insert_default();
    let bearer = SecurityScheme::Http(HttpBuilder::new().scheme(HttpAuthScheme::Bearer).build());
    components.add_security_scheme(TOKEN, bearer);
    let about = "Set by `POST /auth/login`. Browsers send it by themselves.";
    let cookie = SecurityScheme::ApiKey(ApiKey::Cookie(ApiKeyValue::with_description(COOKIE_NAME, about)));
    components.add_security_scheme(SESSION, cookie);
    document.to_pretty_json().map_or_else(|_| String::new(), |text| text + "\n")
}

/// Names an operation after its method and path, as in `get_facility_id`. Names of handlers are not unique.
fn name_operations(document: &mut openapi::OpenApi) {
    for (path, item) in &mut document.paths.paths {
        let parts: Vec<&str> =
            path.split(|c: char| !c.is_ascii_alphanumeric()).filter(|part| !part.is_empty()).collect();
        let methods = [
            ("get", &mut item.get),
            ("put", &mut item.put),
            ("post", &mut item.post),
            ("patch", &mut item.patch),
            ("delete", &mut item.delete),
        ];
        for (method, operation) in methods {
            if let Some(operation) = operation {
                operation.operation_id = Some(format!("{method}_{}", parts.join("_")));
            }
        }
    }
}

/// Returns the response of [`serve`]. The document lists the route of `serve` itself, so it cannot be built here.
#[derive(Clone, Copy)]
pub(crate) struct DocumentSource(pub(crate) fn() -> &'static CachedResponse);

/// Get this document
#[utoipa::path(get, path = "/openapi.json", tag = "Operating", responses((status = 200, description = "OpenAPI 3.1", content_type = "application/json")))]
pub(crate) async fn serve(
    State(app): State<App>,
    Extension(DocumentSource(document)): Extension<DocumentSource>,
    headers: HeaderMap,
) -> Response {
    document().encode_and_respond(&headers, app.clock.now()).map(Into::into)
}
