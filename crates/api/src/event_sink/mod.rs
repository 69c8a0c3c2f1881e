//! Event sinks: systems that are notified of status events. For administrators.

pub(crate) mod delivery;
mod views;

use crate::access::Admin;
use crate::params::Id;
use crate::problem::OrNotFound;
use crate::problem_responses::{AccessDenied, Conflict, InvalidInput, NotFound};
use crate::watcher::test::CheckResultView;
use crate::{App, FieldProblem, Json, Problem};
use axum::extract::State;
use axum::http::StatusCode;
use stormwire_announce::SinkError;
use stormwire_store::EventSinkId;
use stormwire_watcher::admin::connection_check::CheckResult;
use views::{EventSinkBody, EventSinkView, NewEventSinkView};

/// What problems call it.
const SINK: &str = "event sink";

/// List event sinks
///
/// Secrets are never returned.
#[utoipa::path(get, path = "/event-sink", tag = "Event sinks", responses(
    (status = 200, description = "Event sinks, by name", body = [EventSinkView]),
    AccessDenied,
))]
pub(crate) async fn list(_: Admin, State(app): State<App>) -> Result<axum::Json<Vec<EventSinkView>>, Problem> {
    Ok(axum::Json(app.event_sinks.list().await?.into_iter().map(EventSinkView::from).collect()))
}

/// Get an event sink
///
/// The secret is never returned.
#[utoipa::path(get, path = "/event-sink/{id}", tag = "Event sinks", params(("id" = i64, Path)), responses(
    (status = 200, description = "The event sink", body = EventSinkView),
    NotFound,
    AccessDenied,
))]
pub(crate) async fn get(
    _: Admin,
    State(app): State<App>,
    Id(id): Id<EventSinkId>,
) -> Result<axum::Json<EventSinkView>, Problem> {
    let found = app.event_sinks.get(id).await?;
    Ok(axum::Json(found.or_not_found(SINK, id)?.into()))
}

/// Create an event sink
///
/// It gets the events from now on. A webhook without a secret gets a new one, which only this response contains.
#[utoipa::path(post, path = "/event-sink", tag = "Event sinks", request_body = EventSinkBody, responses(
    (status = 201, description = "The new event sink", body = NewEventSinkView),
    InvalidInput,
    Conflict,
    AccessDenied,
))]
pub(crate) async fn create(
    Admin(user): Admin,
    State(app): State<App>,
    Json(body): Json<EventSinkBody>,
) -> Result<(StatusCode, axum::Json<NewEventSinkView>), Problem> {
    let created = app.event_sinks.create(body.into(), user.actor()).await?;
    Ok((StatusCode::CREATED, axum::Json(created.into())))
}

/// Replace an event sink
///
/// Without `secret` the current one is kept. Events that wait are tried at once. A sink that is disabled gets no more events,
/// and what waits is skipped; one that is enabled again gets the events from then on. A webhook without a secret cannot be
/// enabled: 409.
#[utoipa::path(put, path = "/event-sink/{id}", tag = "Event sinks", params(("id" = i64, Path)), request_body = EventSinkBody, responses(
    (status = 200, description = "The updated event sink", body = EventSinkView),
    InvalidInput,
    NotFound,
    Conflict,
    AccessDenied,
))]
pub(crate) async fn replace(
    Admin(user): Admin,
    State(app): State<App>,
    Id(id): Id<EventSinkId>,
    Json(body): Json<EventSinkBody>,
) -> Result<axum::Json<EventSinkView>, Problem> {
    let updated = app.event_sinks.update(id, body.into(), user.actor()).await?;
    Ok(axum::Json(updated.or_not_found(SINK, id)?.into()))
}

/// Delete an event sink
///
/// Its log of deliveries is deleted too.
#[utoipa::path(delete, path = "/event-sink/{id}", tag = "Event sinks", params(("id" = i64, Path)), responses(
    (status = 204, description = "Deleted"),
    NotFound,
    AccessDenied,
))]
pub(crate) async fn delete(
    Admin(user): Admin,
    State(app): State<App>,
    Id(id): Id<EventSinkId>,
) -> Result<StatusCode, Problem> {
    app.event_sinks.delete(id, user.actor()).await?.or_not_found(SINK, id)
}

/// Test an event sink
///
/// Sends an event that is marked as a test, also if the sink is disabled, and returns what happened.
#[utoipa::path(post, path = "/event-sink/{id}/test", tag = "Event sinks", params(("id" = i64, Path)), responses(
    (status = 200, description = "The result", body = CheckResultView),
    NotFound,
    AccessDenied,
))]
pub(crate) async fn test(
    _: Admin,
    State(app): State<App>,
    Id(id): Id<EventSinkId>,
) -> Result<axum::Json<CheckResultView>, Problem> {
    let outcome = app.event_sinks.test(id).await?.or_not_found(SINK, id)?;
    Ok(axum::Json(CheckResult { name: "test event".to_owned(), outcome }.into()))
}

impl From<SinkError> for Problem {
    fn from(error: SinkError) -> Self {
        match error {
            SinkError::Invalid(violations) => Self::violations(
                violations
                    .into_iter()
                    .map(|one| FieldProblem { field: one.field.to_owned(), message: one.message })
                    .collect(),
            ),
            SinkError::NameTaken => Self::taken("name", error),
            SinkError::Unsigned => {
                Self::new(StatusCode::CONFLICT, error.to_string()).with_field("secret", error.to_string())
            }
            SinkError::TooMany | SinkError::NotRetried(_) => Self::new(StatusCode::CONFLICT, error.to_string()),
            SinkError::Secrets(error) => error.into(),
            SinkError::Store(error) => error.into(),
        }
    }
}
