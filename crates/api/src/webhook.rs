//! Webhooks of the mail provider. Anonymous: a call counts because of the secret it carries, and gets its response once
//! all its notifications are stored. An unreachable database is 503, so that the provider sends them again.

use crate::problem::ProblemView;
use crate::{App, Problem, json};
use axum::extract::{Request, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use stormwire_graph::parse_notifications;
use stormwire_watcher::intake::Acceptance;
use utoipa::{IntoParams, IntoResponses};

/// Responses of both webhooks.
#[derive(IntoResponses)]
#[expect(dead_code, reason = "read by the OpenAPI document alone")]
enum WebhookResponse {
    /// The token of the probe
    #[response(status = 200, content_type = "text/plain")]
    Probed(String),
    /// At least one notification is ours, and stored
    #[response(status = 202)]
    Stored,
    /// Not JSON, or no notifications
    #[response(status = 400, content_type = "application/problem+json")]
    NotJson(ProblemView),
    /// No notification has a known subscription and its secret
    #[response(status = 403, content_type = "application/problem+json")]
    NotAuthentic(ProblemView),
    /// More than 1 MiB
    #[response(status = 413, content_type = "application/problem+json")]
    TooLarge(ProblemView),
    /// Nothing can be stored just now; send it again
    #[response(status = 503, content_type = "application/problem+json")]
    Unavailable(ProblemView),
}

/// Parameters of both webhooks.
#[derive(IntoParams)]
#[into_params(parameter_in = Query, rename_all = "camelCase")]
#[expect(dead_code, reason = "read by the OpenAPI document alone")]
struct WebhookParams {
    /// The provider's probe: echoed as text, nothing else happens
    validation_token: Option<String>,
}

/// Change notifications of messages; also answers the provider's probe.
#[utoipa::path(post, path = "/webhooks/graph/mail", tag = "Webhooks", params(WebhookParams), responses(WebhookResponse),
    request_body(content = Object, description = "`{\"value\": [notification, …]}` as Microsoft Graph sends it, at most 1 MiB"))]
pub(crate) async fn mail(State(app): State<App>, request: Request) -> Result<Response, Problem> {
    receive(&app, request).await
}

/// Notifications of trouble with a subscription; otherwise as `/webhooks/graph/mail`.
#[utoipa::path(post, path = "/webhooks/graph/lifecycle", tag = "Webhooks", params(WebhookParams), responses(WebhookResponse),
    request_body(content = Object, description = "`{\"value\": [notification, …]}` as Microsoft Graph sends it, at most 1 MiB"))]
pub(crate) async fn lifecycle(State(app): State<App>, request: Request) -> Result<Response, Problem> {
    receive(&app, request).await
}

async fn receive(app: &App, request: Request) -> Result<Response, Problem> {
    if let Some(token) = validation_token(request.uri().query().unwrap_or("")) {
        return Ok(([(header::CONTENT_TYPE, "text/plain")], token).into_response());
    }
    let body = json::whole_body(request, &()).await?;
    let notices =
        parse_notifications(&body).map_err(|error| Problem::new(StatusCode::BAD_REQUEST, error.to_string()))?;
    match app.watchers.intake().receive(notices).await? {
        Acceptance::Accepted => Ok(StatusCode::ACCEPTED.into_response()),
        Acceptance::Rejected => {
            tracing::warn!("a call to a webhook was not believed");
            Err(Problem::new(StatusCode::FORBIDDEN, "no notification has a known subscription and its client state"))
        }
    }
}

/// Form encoding: `+` is a space.
fn validation_token(query: &str) -> Option<String> {
    let found = form_urlencoded::parse(query.as_bytes()).find(|(name, _)| name == "validationToken");
    found.map(|(_, token)| token.into_owned())
}
