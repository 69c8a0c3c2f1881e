//! Webhooks of the mail provider. A call is authenticated by the client state in its body and gets its response after all
//! its notifications are stored. An unreachable database is 503, so that the provider sends them again.

use crate::problem::ProblemView;
use crate::{App, Problem, json};
use axum::extract::{Request, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use std::time::Duration;
use stormwire_clock::within;
use stormwire_graph::{NotificationError, parse_notifications};
use stormwire_watcher::intake::NotificationAcceptance;
use utoipa::{IntoParams, IntoResponses};

/// The provider waits 10 seconds for a response. A database that hangs must not leave it without one.
const STORE_TIMEOUT: Duration = Duration::from_secs(8);

/// As of other responses while the database is not reachable.
const RETRY_AFTER_SECONDS: u32 = 5;

/// Responses of both webhooks.
#[derive(IntoResponses)]
#[expect(dead_code, reason = "read by the OpenAPI document alone")]
enum WebhookResponse {
    /// The validation token
    #[response(status = 200, content_type = "text/plain")]
    Probed(String),
    /// Valid notifications are stored
    #[response(status = 202)]
    Stored,
    /// Not JSON, or no notifications
    #[response(status = 400, content_type = "application/problem+json")]
    NotJson(ProblemView),
    /// No notification has a known subscription and its client state
    #[response(status = 403, content_type = "application/problem+json")]
    NotAuthentic(ProblemView),
    /// More than 1 MiB or 1,000 notifications
    #[response(status = 413, content_type = "application/problem+json")]
    TooLarge(ProblemView),
    /// The database is not reachable; send the notifications again
    #[response(status = 503, content_type = "application/problem+json")]
    Unavailable(ProblemView),
}

/// Parameters of both webhooks.
#[derive(IntoParams)]
#[into_params(parameter_in = Query, rename_all = "camelCase")]
#[expect(dead_code, reason = "read by the OpenAPI document alone")]
struct WebhookParams {
    /// Sent by the provider to validate the URL; returned as text
    validation_token: Option<String>,
}

/// Receive message notifications
///
/// Also answers the provider's URL validation.
#[utoipa::path(post, path = "/webhooks/graph/mail", tag = "Webhooks", params(WebhookParams), responses(WebhookResponse),
    request_body(content = Object, description = "`{\"value\": [notification, …]}` as Microsoft Graph sends it, at most 1 MiB and 1,000 notifications"))]
pub(crate) async fn mail(State(app): State<App>, request: Request) -> Result<Response, Problem> {
    receive(&app, request).await
}

/// Receive subscription lifecycle notifications
///
/// Also answers the provider's URL validation.
#[utoipa::path(post, path = "/webhooks/graph/lifecycle", tag = "Webhooks", params(WebhookParams), responses(WebhookResponse),
    request_body(content = Object, description = "`{\"value\": [notification, …]}` as Microsoft Graph sends it, at most 1 MiB and 1,000 notifications"))]
pub(crate) async fn lifecycle(State(app): State<App>, request: Request) -> Result<Response, Problem> {
    receive(&app, request).await
}

async fn receive(app: &App, request: Request) -> Result<Response, Problem> {
    if let Some(token) = validation_token(request.uri().query().unwrap_or("")) {
        return Ok(([(header::CONTENT_TYPE, "text/plain")], token).into_response());
    }
    let body = json::whole_body(request, &()).await?;
    let notices = parse_notifications(&body).map_err(|error| {
        let (status, reason) = match error {
            NotificationError::TooMany => (StatusCode::PAYLOAD_TOO_LARGE, "too-many"),
            NotificationError::NotJson | NotificationError::Empty => (StatusCode::BAD_REQUEST, "malformed"),
        };
        count_rejected(reason);
        Problem::new(status, error.to_string())
    })?;
    // What is stored after all is recognized when the provider sends it again.
    let storing = within(app.clock.as_ref(), STORE_TIMEOUT, app.watchers.intake().receive(notices));
    let accepted = storing.await.ok_or_else(|| {
        tracing::warn!("webhook not answered with 202: the database did not respond in time");
        Problem::new(StatusCode::SERVICE_UNAVAILABLE, "the database does not respond; try again later")
            .with_retry_after(RETRY_AFTER_SECONDS)
    })?;
    match accepted? {
        NotificationAcceptance::Accepted => Ok(StatusCode::ACCEPTED.into_response()),
        NotificationAcceptance::Rejected => {
            count_rejected("unknown");
            tracing::warn!("webhook rejected: unknown subscription or wrong client state");
            Err(Problem::new(StatusCode::FORBIDDEN, "no notification has a known subscription and its client state"))
        }
    }
}

fn count_rejected(reason: &'static str) {
    metrics::counter!("stormwire_webhooks_rejected_total", "reason" => reason).increment(1);
}

/// Form encoding: `+` is a space.
fn validation_token(query: &str) -> Option<String> {
    let found = form_urlencoded::parse(query.as_bytes()).find(|(name, _)| name == "validationToken");
    found.map(|(_, token)| token.into_owned())
}
