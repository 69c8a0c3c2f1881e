//! What the mail provider calls. Anonymous: a call is believed for the secret that it carries, and answered once
//! everything that it tells is stored. A database that cannot be reached is 503, so that the provider tries again.

use crate::problem::ProblemView;
use crate::{App, Problem, json};
use axum::extract::{Request, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use stormwire_graph::read_notices;
use stormwire_watcher::intake::Intake;

/// Change notifications of messages; also answers the provider's probe.
#[utoipa::path(post, path = "/webhooks/graph/mail", tag = "Webhooks",
    params(("validationToken" = Option<String>, Query, description = "The provider's probe: echoed as text, nothing else happens")),
    request_body(content = Object, description = "`{\"value\": [notification, …]}` as Microsoft Graph sends it, at most 1 MiB"),
    responses(
        (status = 200, description = "The token of the probe", body = String, content_type = "text/plain"),
        (status = 202, description = "At least one notification is ours, and stored"),
        (status = 400, description = "Not JSON, or no notifications", body = ProblemView, content_type = "application/problem+json"),
        (status = 403, description = "No notification has a known subscription and its secret", body = ProblemView, content_type = "application/problem+json"),
        (status = 413, description = "More than 1 MiB", body = ProblemView, content_type = "application/problem+json"),
        (status = 503, description = "Nothing can be stored just now; send it again", body = ProblemView, content_type = "application/problem+json"),
    ))]
pub(crate) async fn mail(State(app): State<App>, request: Request) -> Result<Response, Problem> {
    take(&app, request).await
}

/// Notifications of trouble with a subscription; otherwise as `/webhooks/graph/mail`.
#[utoipa::path(post, path = "/webhooks/graph/lifecycle", tag = "Webhooks",
    params(("validationToken" = Option<String>, Query, description = "The provider's probe: echoed as text, nothing else happens")),
    request_body(content = Object, description = "`{\"value\": [notification, …]}` as Microsoft Graph sends it, at most 1 MiB"),
    responses(
        (status = 200, description = "The token of the probe", body = String, content_type = "text/plain"),
        (status = 202, description = "At least one notification is ours, and stored"),
        (status = 400, description = "Not JSON, or no notifications", body = ProblemView, content_type = "application/problem+json"),
        (status = 403, description = "No notification has a known subscription and its secret", body = ProblemView, content_type = "application/problem+json"),
        (status = 413, description = "More than 1 MiB", body = ProblemView, content_type = "application/problem+json"),
        (status = 503, description = "Nothing can be stored just now; send it again", body = ProblemView, content_type = "application/problem+json"),
    ))]
pub(crate) async fn lifecycle(State(app): State<App>, request: Request) -> Result<Response, Problem> {
    take(&app, request).await
}

async fn take(app: &App, request: Request) -> Result<Response, Problem> {
    if let Some(token) = validation_token(request.uri().query().unwrap_or("")) {
        return Ok(([(header::CONTENT_TYPE, "text/plain")], token).into_response());
    }
    let body = json::whole_body(request, &()).await?;
    let notices = read_notices(&body).map_err(|error| Problem::new(StatusCode::BAD_REQUEST, error.to_string()))?;
    match app.watch.take_notices(notices).await? {
        Intake::Accepted => Ok(StatusCode::ACCEPTED.into_response()),
        Intake::Rejected => {
            tracing::warn!("a call to a webhook was not believed");
            Err(Problem::new(StatusCode::FORBIDDEN, "no notification has a known subscription and its client state"))
        }
    }
}

/// As a form writes it: `+` is a space.
fn validation_token(query: &str) -> Option<String> {
    let found = form_urlencoded::parse(query.as_bytes()).find(|(name, _)| name == "validationToken");
    found.map(|(_, token)| token.into_owned())
}
