//! What holds for many operations of the OpenAPI document, added in one place.

use crate::problem::ProblemView;
use std::collections::HashSet;
use utoipa::openapi::path::{HttpMethod, Operation, ParameterIn, PathItem};
use utoipa::openapi::schema::{Schema, SchemaType, Type};
use utoipa::openapi::security::SecurityRequirement;
use utoipa::openapi::{ContentBuilder, OpenApi, RefOr, ResponseBuilder};
use utoipa::{Number, ToSchema};

/// The security schemes: an API token, or the cookie of a session.
pub(crate) const TOKEN: &str = "token";
pub(crate) const SESSION: &str = "session";

pub(crate) fn apply(document: &mut OpenApi) {
    for (path, item) in &mut document.paths.paths {
        for (method, operation) in operations(item) {
            add_body_responses(operation);
            add_cross_site_response(path, &method, operation);
            add_security(path, operation);
            add_id_limits(operation);
        }
    }
}

fn operations(item: &mut PathItem) -> impl Iterator<Item = (HttpMethod, &mut Operation)> {
    let each = [
        (HttpMethod::Get, &mut item.get),
        (HttpMethod::Put, &mut item.put),
        (HttpMethod::Post, &mut item.post),
        (HttpMethod::Patch, &mut item.patch),
        (HttpMethod::Delete, &mut item.delete),
    ];
    each.into_iter().filter_map(|(method, operation)| Some((method, operation.as_mut()?)))
}

/// Every body can be malformed, too large or of another content type.
fn add_body_responses(operation: &mut Operation) {
    if operation.request_body.is_none() {
        return;
    }
    add_problem(operation, "400", "Invalid input; `errors` names the field or parameter.");
    add_problem(operation, "413", "The body is larger than 1 MiB.");
    add_problem(operation, "415", "The content type is not `application/json`.");
}

/// Browsers that show another site may not change anything here. The mail provider is always another site.
fn add_cross_site_response(path: &str, method: &HttpMethod, operation: &mut Operation) {
    if *method != HttpMethod::Get && !path.starts_with("/webhooks/") {
        add_problem(operation, "403", "The request comes from another site.");
    }
}

fn add_security(path: &str, operation: &mut Operation) {
    let scopes: [&str; 0] = [];
    let needed = [TOKEN, SESSION].map(|scheme| SecurityRequirement::new(scheme, scopes));
    operation.security = Some(if needs_sign_in(path, operation) { needed.into() } else { Vec::new() });
}

/// Operations that respond with 401 need a token or a session; all others are for anyone.
fn needs_sign_in(path: &str, operation: &Operation) -> bool {
    let is_sign_in = path == "/auth/login" || path.starts_with("/auth/oidc/");
    operation.responses.responses.contains_key("401") && !is_sign_in
}

/// The paths of which every operation needs a token or a session.
pub(crate) fn protected_paths(document: &mut OpenApi) -> HashSet<String> {
    let is_protected = |(path, item): &mut (&String, &mut PathItem)| {
        operations(item).all(|(_, operation)| needs_sign_in(path, operation))
    };
    document.paths.paths.iter_mut().filter_map(|mut entry| is_protected(&mut entry).then(|| entry.0.clone())).collect()
}

/// Ids start at 1.
fn add_id_limits(operation: &mut Operation) {
    for parameter in operation.parameters.iter_mut().flatten() {
        let RefOr::T(parameter) = parameter else { continue };
        if parameter.parameter_in == ParameterIn::Path
            && let Some(RefOr::T(Schema::Object(schema))) = &mut parameter.schema
            && matches!(schema.schema_type, SchemaType::Type(Type::Integer))
        {
            schema.minimum = Some(Number::Int(1));
        }
    }
}

/// Adds a problem unless the operation describes that status itself.
fn add_problem(operation: &mut Operation, status: &str, description: &str) {
    let problem =
        ContentBuilder::new().schema(Some(utoipa::openapi::Ref::from_schema_name(ProblemView::name()))).build();
    let response =
        || ResponseBuilder::new().description(description).content("application/problem+json", problem).build();
    operation.responses.responses.entry(status.to_owned()).or_insert_with(|| RefOr::T(response()));
}
