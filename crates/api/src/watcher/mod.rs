//! Watchers: read by viewers, switched and reloaded by operators, edited by administrators.

mod refusal;
mod shape;
pub(crate) mod trial;

use crate::access::{Admin, Operator, Viewer};
use crate::params::Id;
use crate::refusals::{BadInput, Conflict, Denied, NotFound};
use crate::{App, Json, Problem};
use axum::extract::State;
use axum::http::StatusCode;
use serde_json::Value;
use shape::{WatcherInput, WatcherView};
use stormwire_watcher::jobs::Watched;

/// All watchers.
#[utoipa::path(get, path = "/mailbox-watcher", tag = "Watchers", responses((status = 200, description = "By name", body = [WatcherView]), Denied))]
pub(crate) async fn list(_: Viewer, State(app): State<App>) -> Result<axum::Json<Vec<WatcherView>>, Problem> {
    Ok(axum::Json(app.watch.jobs().await?.into_iter().map(WatcherView::from).collect()))
}

/// One watcher.
#[utoipa::path(get, path = "/mailbox-watcher/{id}", tag = "Watchers", params(("id" = i64, Path)), responses(
    (status = 200, description = "As it is", body = WatcherView),
    NotFound,
    Denied,
))]
pub(crate) async fn get(_: Viewer, State(app): State<App>, Id(id): Id) -> Result<axum::Json<WatcherView>, Problem> {
    Ok(shown(app.watch.job(id).await?))
}

/// Make a watcher. One that is enabled at once is refused like enabling it.
#[utoipa::path(post, path = "/mailbox-watcher", tag = "Watchers", request_body = WatcherInput, responses(
    (status = 201, description = "Made", body = WatcherView),
    BadInput,
    Conflict,
    Denied,
))]
pub(crate) async fn create(
    Admin(caller): Admin,
    State(app): State<App>,
    Json(body): Json<Value>,
) -> Result<(StatusCode, axum::Json<WatcherView>), Problem> {
    let made = app.watch.create_job(shape::read(body)?, caller.actor()).await?;
    Ok((StatusCode::CREATED, shown(made)))
}

/// Change all of a watcher; what is left out gets its default.
#[utoipa::path(put, path = "/mailbox-watcher/{id}", tag = "Watchers", params(("id" = i64, Path)), request_body = WatcherInput, responses(
    (status = 200, description = "As it is now", body = WatcherView),
    BadInput,
    NotFound,
    Conflict,
    Denied,
))]
pub(crate) async fn replace(
    Admin(caller): Admin,
    State(app): State<App>,
    Id(id): Id,
    Json(body): Json<Value>,
) -> Result<axum::Json<WatcherView>, Problem> {
    let fields = shape::read(body)?;
    let revise = move |_: &_| Ok::<_, Problem>(fields.clone());
    Ok(shown(app.watch.update_job(id, revise, caller.actor()).await?))
}

/// Change part of a watcher (merge patch): what is left out stays, null empties. Another `folderPath` without a `folderId`
/// empties that too.
#[utoipa::path(patch, path = "/mailbox-watcher/{id}", tag = "Watchers", params(("id" = i64, Path)), request_body = shape::WatcherPatch, responses(
    (status = 200, description = "As it is now", body = WatcherView),
    BadInput,
    NotFound,
    Conflict,
    Denied,
))]
pub(crate) async fn patch(
    Admin(caller): Admin,
    State(app): State<App>,
    Id(id): Id,
    Json(patch): Json<Value>,
) -> Result<axum::Json<WatcherView>, Problem> {
    let revise = move |before: &_| shape::patched(before, patch.clone());
    Ok(shown(app.watch.update_job(id, revise, caller.actor()).await?))
}

/// Remove a watcher with its actions. Its log stays.
#[utoipa::path(delete, path = "/mailbox-watcher/{id}", tag = "Watchers", params(("id" = i64, Path)), responses(
    (status = 204, description = "Gone"),
    NotFound,
    Denied,
))]
pub(crate) async fn delete(Admin(caller): Admin, State(app): State<App>, Id(id): Id) -> Result<StatusCode, Problem> {
    app.watch.delete_job(id, caller.actor()).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Switch a watcher on. Refused with 409 when more than 500 messages lie in the folder and nobody has said by
/// `processExisting` whether they count.
#[utoipa::path(post, path = "/mailbox-watcher/{id}/enable", tag = "Watchers", params(("id" = i64, Path)), responses(
    (status = 200, description = "As it is now", body = WatcherView),
    NotFound,
    Conflict,
    Denied,
))]
pub(crate) async fn enable(
    Operator(caller): Operator,
    State(app): State<App>,
    Id(id): Id,
) -> Result<axum::Json<WatcherView>, Problem> {
    Ok(shown(app.watch.enable_job(id, true, caller.actor()).await?))
}

/// Switch a watcher off: its subscription ends, and what is not yet being processed waits.
#[utoipa::path(post, path = "/mailbox-watcher/{id}/disable", tag = "Watchers", params(("id" = i64, Path)), responses(
    (status = 200, description = "As it is now", body = WatcherView),
    NotFound,
    Denied,
))]
pub(crate) async fn disable(
    Operator(caller): Operator,
    State(app): State<App>,
    Id(id): Id,
) -> Result<axum::Json<WatcherView>, Problem> {
    Ok(shown(app.watch.enable_job(id, false, caller.actor()).await?))
}

/// Look at the mailbox now, and try now for a subscription.
#[utoipa::path(post, path = "/mailbox-watcher/{id}/reload", tag = "Watchers", params(("id" = i64, Path)), responses(
    (status = 202, description = "It will be looked at", body = WatcherView),
    NotFound,
    Denied,
))]
pub(crate) async fn reload(
    Operator(caller): Operator,
    State(app): State<App>,
    Id(id): Id,
) -> Result<(StatusCode, axum::Json<WatcherView>), Problem> {
    app.watch.reload_job(id, caller.actor()).await?;
    Ok((StatusCode::ACCEPTED, shown(app.watch.job(id).await?)))
}

fn shown(watched: Watched) -> axum::Json<WatcherView> {
    axum::Json(WatcherView::from(watched))
}
