//! Watchers, of mailboxes, of status changes and of files. Viewers read them, operators enable, disable and reload them, administrators edit them.

pub(crate) mod balance;
mod error;
mod fields;
mod schema;
pub(crate) mod summary;
pub(crate) mod test;
mod view;

use crate::access::{Admin, Operator, Viewer};
use crate::params::{Id, Query};
use crate::problem_responses::{AccessDenied, Conflict, InvalidInput, NotFound};
use crate::route_kind::RouteKind;
use crate::{App, Json, Problem};
use axum::extract::State;
use axum::http::StatusCode;
pub(crate) use schema::FileWatcherInput;
use schema::{AnyWatcherInput, WatcherPatch};
use serde::Deserialize;
use serde_json::Value;
use stormwire_store::WatcherId;
use stormwire_store::tables::watcher::WatcherKind;
use stormwire_watcher::admin::watchers::WatcherStatus;
use utoipa::IntoParams;
use view::WatcherView;

#[derive(Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct ListParams {
    /// `Mailbox` (default), `StatusEvent`, `File` or `All`.
    #[param(pattern = "^(Mailbox|StatusEvent|File|All)?$")]
    kind: Option<String>,
}

impl ListParams {
    /// `None`: watchers of all kinds.
    fn kind(&self, RouteKind(of_route): RouteKind) -> Result<Option<WatcherKind>, Problem> {
        if of_route.is_some() {
            let is_given = self.kind.is_some();
            return if is_given { Err(Problem::field("kind", "unknown parameter here")) } else { Ok(of_route) };
        }
        match self.kind.as_deref().unwrap_or_default() {
            // Clients that know only mailboxes get no others.
            "" => Ok(Some(WatcherKind::Mailbox)),
            "All" => Ok(None),
            name => match WatcherKind::parse(name) {
                Some(kind) => Ok(Some(kind)),
                None => Err(Problem::field("kind", "must be Mailbox, StatusEvent, File or All")),
            },
        }
    }
}

/// List watchers
#[utoipa::path(get, path = "/mailbox-watcher", tag = "Watchers", params(ListParams), responses(
    (status = 200, description = "Watchers, by name", body = [WatcherView]),
    InvalidInput,
    AccessDenied,
))]
pub(crate) async fn list(
    _: Viewer,
    State(app): State<App>,
    of_route: RouteKind,
    Query(params): Query<ListParams>,
) -> Result<axum::Json<Vec<WatcherView>>, Problem> {
    let kind = params.kind(of_route)?;
    let problems = app.lightning.source_problems().await?;
    let view = |status: WatcherStatus| {
        let problem = problems.get(&status.watcher.id);
        WatcherView::new(status, problem)
    };
    Ok(axum::Json(app.watchers.admin().list(kind).await?.into_iter().map(view).collect()))
}

/// Get a watcher
#[utoipa::path(get, path = "/mailbox-watcher/{id}", tag = "Watchers", params(("id" = i64, Path)), responses(
    (status = 200, description = "The watcher", body = WatcherView),
    NotFound,
    AccessDenied,
))]
pub(crate) async fn get(
    _: Viewer,
    State(app): State<App>,
    Id(id): Id<WatcherId>,
) -> Result<axum::Json<WatcherView>, Problem> {
    watcher_response(&app, app.watchers.admin().get(id).await?).await
}

/// Create a watcher
///
/// With `isEnabled`, returns 409 for the same reasons as enabling it.
#[utoipa::path(post, path = "/mailbox-watcher", tag = "Watchers", request_body = AnyWatcherInput, responses(
    (status = 201, description = "The new watcher", body = WatcherView),
    InvalidInput,
    Conflict,
    AccessDenied,
))]
pub(crate) async fn create(
    Admin(user): Admin,
    State(app): State<App>,
    of_route: RouteKind,
    Json(body): Json<Value>,
) -> Result<(StatusCode, axum::Json<WatcherView>), Problem> {
    let fields = fields::read(fields::of_route(body, of_route)?)?;
    if fields.kind == WatcherKind::File && of_route == RouteKind(None) {
        return Err(Problem::field("kind", "watchers of files are created at /file-watcher"));
    }
    let created = app.watchers.admin().create(fields, user.actor()).await?;
    Ok((StatusCode::CREATED, watcher_response(&app, created).await?))
}

/// Replace a watcher
///
/// Omitted fields get their default.
#[utoipa::path(put, path = "/mailbox-watcher/{id}", tag = "Watchers", params(("id" = i64, Path)), request_body = AnyWatcherInput, responses(
    (status = 200, description = "The updated watcher", body = WatcherView),
    InvalidInput,
    NotFound,
    Conflict,
    AccessDenied,
))]
pub(crate) async fn replace(
    Admin(user): Admin,
    State(app): State<App>,
    Id(id): Id<WatcherId>,
    of_route: RouteKind,
    Json(body): Json<Value>,
) -> Result<axum::Json<WatcherView>, Problem> {
    let fields = fields::read(fields::of_route(body, of_route)?)?;
    let revise = move |_: &_| Ok::<_, Problem>(fields.clone());
    watcher_response(&app, app.watchers.admin().update(id, revise, user.actor()).await?).await
}

/// Update a watcher
///
/// Merge patch: omitted fields stay unchanged, null clears a field. A new `folderPath` without `folderId` clears `folderId`.
#[utoipa::path(patch, path = "/mailbox-watcher/{id}", tag = "Watchers", params(("id" = i64, Path)), request_body = WatcherPatch, responses(
    (status = 200, description = "The updated watcher", body = WatcherView),
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
    let revise = move |before: &_| fields::apply_patch(before, patch.clone());
    watcher_response(&app, app.watchers.admin().update(id, revise, user.actor()).await?).await
}

/// Delete a watcher
///
/// Also deletes its actions. Its log is kept.
#[utoipa::path(delete, path = "/mailbox-watcher/{id}", tag = "Watchers", params(("id" = i64, Path)), responses(
    (status = 204, description = "Deleted"),
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

/// Enable a watcher
///
/// Returns 409 if the folder has more than 500 messages and `processExisting` was never set. A watcher of status changes starts
/// with the next change.
#[utoipa::path(post, path = "/mailbox-watcher/{id}/enable", tag = "Watchers", params(("id" = i64, Path)), responses(
    (status = 200, description = "The updated watcher", body = WatcherView),
    NotFound,
    Conflict,
    AccessDenied,
))]
pub(crate) async fn enable(
    Operator(user): Operator,
    State(app): State<App>,
    Id(id): Id<WatcherId>,
) -> Result<axum::Json<WatcherView>, Problem> {
    watcher_response(&app, app.watchers.admin().set_enabled(id, true, user.actor()).await?).await
}

/// Disable a watcher
///
/// Deletes its subscription. Messages that are not being processed yet stay queued.
#[utoipa::path(post, path = "/mailbox-watcher/{id}/disable", tag = "Watchers", params(("id" = i64, Path)), responses(
    (status = 200, description = "The updated watcher", body = WatcherView),
    NotFound,
    AccessDenied,
))]
pub(crate) async fn disable(
    Operator(user): Operator,
    State(app): State<App>,
    Id(id): Id<WatcherId>,
) -> Result<axum::Json<WatcherView>, Problem> {
    watcher_response(&app, app.watchers.admin().set_enabled(id, false, user.actor()).await?).await
}

/// Reload a watcher
///
/// Polls now. For a mailbox, also searches the Junk folder and creates a missing subscription.
#[utoipa::path(post, path = "/mailbox-watcher/{id}/reload", tag = "Watchers", params(("id" = i64, Path)), responses(
    (status = 202, description = "Queued", body = WatcherView),
    NotFound,
    AccessDenied,
))]
pub(crate) async fn reload(
    Operator(user): Operator,
    State(app): State<App>,
    Id(id): Id<WatcherId>,
) -> Result<(StatusCode, axum::Json<WatcherView>), Problem> {
    app.watchers.admin().reload(id, user.actor()).await?;
    Ok((StatusCode::ACCEPTED, watcher_response(&app, app.watchers.admin().get(id).await?).await?))
}

async fn watcher_response(app: &App, status: WatcherStatus) -> Result<axum::Json<WatcherView>, Problem> {
    let problem = app.lightning.source_problem(status.watcher.id).await?;
    Ok(axum::Json(WatcherView::new(status, problem.as_ref())))
}
