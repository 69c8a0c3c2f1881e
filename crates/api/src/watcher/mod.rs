//! Watchers. Viewers read them, operators enable, disable and reload them, administrators edit them.

pub(crate) mod balance;
mod error;
mod fields;
mod schema;
pub(crate) mod summary;
pub(crate) mod test;
mod view;

use crate::access::{Admin, Operator, Viewer};
use crate::params::Id;
use crate::problem_responses::{AccessDenied, Conflict, InvalidInput, NotFound};
use crate::{App, Json, Problem};
use axum::extract::State;
use axum::http::StatusCode;
use schema::{WatcherInput, WatcherPatch};
use serde_json::Value;
use stormwire_store::WatcherId;
use stormwire_watcher::admin::watchers::WatcherStatus;
use view::WatcherView;

/// All watchers.
#[utoipa::path(get, path = "/mailbox-watcher", tag = "Watchers", responses((status = 200, description = "By name", body = [WatcherView]), AccessDenied))]
pub(crate) async fn list(_: Viewer, State(app): State<App>) -> Result<axum::Json<Vec<WatcherView>>, Problem> {
    Ok(axum::Json(app.watchers.admin().list().await?.into_iter().map(WatcherView::from).collect()))
}

/// One watcher.
#[utoipa::path(get, path = "/mailbox-watcher/{id}", tag = "Watchers", params(("id" = i64, Path)), responses(
    (status = 200, description = "As it is", body = WatcherView),
    NotFound,
    AccessDenied,
))]
pub(crate) async fn get(
    _: Viewer,
    State(app): State<App>,
    Id(id): Id<WatcherId>,
) -> Result<axum::Json<WatcherView>, Problem> {
    Ok(view(app.watchers.admin().get(id).await?))
}

/// Make a watcher. One that is enabled at once is refused like enabling it.
#[utoipa::path(post, path = "/mailbox-watcher", tag = "Watchers", request_body = WatcherInput, responses(
    (status = 201, description = "Made", body = WatcherView),
    InvalidInput,
    Conflict,
    AccessDenied,
))]
pub(crate) async fn create(
    Admin(user): Admin,
    State(app): State<App>,
    Json(body): Json<Value>,
) -> Result<(StatusCode, axum::Json<WatcherView>), Problem> {
    let made = app.watchers.admin().create(fields::read(body)?, user.actor()).await?;
    Ok((StatusCode::CREATED, view(made)))
}

/// Change all of a watcher; what is left out gets its default.
#[utoipa::path(put, path = "/mailbox-watcher/{id}", tag = "Watchers", params(("id" = i64, Path)), request_body = WatcherInput, responses(
    (status = 200, description = "As it is now", body = WatcherView),
    InvalidInput,
    NotFound,
    Conflict,
    AccessDenied,
))]
pub(crate) async fn replace(
    Admin(user): Admin,
    State(app): State<App>,
    Id(id): Id<WatcherId>,
    Json(body): Json<Value>,
) -> Result<axum::Json<WatcherView>, Problem> {
    let fields = fields::read(body)?;
    let revise = move |_: &_| Ok::<_, Problem>(fields.clone());
    Ok(view(app.watchers.admin().update(id, revise, user.actor()).await?))
}

/// Change part of a watcher (merge patch): what is left out stays, null empties. Another `folderPath` without a `folderId`
/// empties that too.
#[utoipa::path(patch, path = "/mailbox-watcher/{id}", tag = "Watchers", params(("id" = i64, Path)), request_body = WatcherPatch, responses(
    (status = 200, description = "As it is now", body = WatcherView),
    InvalidInput,
    NotFound,
    Conflict,
    AccessDenied,
))]
pub(crate) async fn patch(
    Admin(user): Admin,
    State(app): State<App>,
    Id(id): Id<WatcherId>,
    Json(patch): Json<Value>,
) -> Result<axum::Json<WatcherView>, Problem> {
    let revise = move |before: &_| fields::patched(before, patch.clone());
    Ok(view(app.watchers.admin().update(id, revise, user.actor()).await?))
}

/// Remove a watcher with its actions. Its log stays.
#[utoipa::path(delete, path = "/mailbox-watcher/{id}", tag = "Watchers", params(("id" = i64, Path)), responses(
    (status = 204, description = "Gone"),
    NotFound,
    AccessDenied,
))]
pub(crate) async fn delete(
    Admin(user): Admin,
    State(app): State<App>,
    Id(id): Id<WatcherId>,
) -> Result<StatusCode, Problem> {
    app.watchers.admin().delete(id, user.actor()).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Switch a watcher on. Refused with 409 when more than 500 messages lie in the folder and nobody has said by
/// `processExisting` whether they count.
#[utoipa::path(post, path = "/mailbox-watcher/{id}/enable", tag = "Watchers", params(("id" = i64, Path)), responses(
    (status = 200, description = "As it is now", body = WatcherView),
    NotFound,
    Conflict,
    AccessDenied,
))]
pub(crate) async fn enable(
    Operator(user): Operator,
    State(app): State<App>,
    Id(id): Id<WatcherId>,
) -> Result<axum::Json<WatcherView>, Problem> {
    Ok(view(app.watchers.admin().set_enabled(id, true, user.actor()).await?))
}

/// Switch a watcher off: its subscription ends, and what is not yet being processed waits.
#[utoipa::path(post, path = "/mailbox-watcher/{id}/disable", tag = "Watchers", params(("id" = i64, Path)), responses(
    (status = 200, description = "As it is now", body = WatcherView),
    NotFound,
    AccessDenied,
))]
pub(crate) async fn disable(
    Operator(user): Operator,
    State(app): State<App>,
    Id(id): Id<WatcherId>,
) -> Result<axum::Json<WatcherView>, Problem> {
    Ok(view(app.watchers.admin().set_enabled(id, false, user.actor()).await?))
}

/// Look at the mailbox now, and try now for a subscription.
#[utoipa::path(post, path = "/mailbox-watcher/{id}/reload", tag = "Watchers", params(("id" = i64, Path)), responses(
    (status = 202, description = "It will be looked at", body = WatcherView),
    NotFound,
    AccessDenied,
))]
pub(crate) async fn reload(
    Operator(user): Operator,
    State(app): State<App>,
    Id(id): Id<WatcherId>,
) -> Result<(StatusCode, axum::Json<WatcherView>), Problem> {
    app.watchers.admin().reload(id, user.actor()).await?;
    Ok((StatusCode::ACCEPTED, view(app.watchers.admin().get(id).await?)))
}

fn view(status: WatcherStatus) -> axum::Json<WatcherView> {
    axum::Json(WatcherView::from(status))
}
