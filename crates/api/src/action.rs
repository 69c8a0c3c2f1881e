//! The actions of a watcher: read by viewers, edited by administrators.

use crate::access::{Admin, Viewer};
use crate::params::{Id, Ids};
use crate::problem_responses::{AccessDenied, InvalidInput, NotFound};
use crate::{App, Json, Problem};
use axum::extract::State;
use axum::http::StatusCode;
use serde::de::IgnoredAny;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use stormwire_store::tables::action::{Action, ActionFields};
use utoipa::ToSchema;

/// What is done with each message of a watcher, in its place.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ActionView {
    id: i64,
    name: String,
    /// Which handler.
    action_type: String,
    /// What the handler is told.
    #[schema(value_type = Object)]
    config: Value,
    order: i32,
    /// Instead of the watcher's credential.
    credential_id: Option<i64>,
    /// Before disposition, or after it.
    is_phase_one: bool,
    /// What can be saved and is probably not meant so, each with the path of its key.
    warnings: Vec<String>,
}

impl ActionView {
    pub(crate) fn new(app: &App, action: Action) -> Self {
        let warnings = app.watch.warnings(&action);
        let Action { id, job_id: _, order, name, action_type, config, credential_id, is_phase_one } = action;
        Self { id, name, action_type, config, order, credential_id, is_phase_one, warnings }
    }
}

/// What is written of an action. Null is the same as left out.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct ActionInput {
    /// 1 to 200 visible characters.
    name: String,
    /// Which handler.
    action_type: String,
    /// What the handler is told: `Op`, `Data`, `FieldMap` and what else it knows.
    #[schema(value_type = Object)]
    config: Map<String, Value>,
    /// Left out: a new one comes last, a changed one stays where it is.
    order: Option<i32>,
    /// Instead of the watcher's credential.
    credential_id: Option<i64>,
    /// Before disposition (default), or after it.
    is_phase_one: Option<bool>,
    /// Ignored: what was read may be sent back.
    #[serde(default, rename = "id")]
    #[schema(ignore)]
    _id: IgnoredAny,
    /// Ignored likewise.
    #[serde(default, rename = "warnings")]
    #[schema(ignore)]
    _warnings: IgnoredAny,
}

impl From<ActionInput> for ActionFields {
    fn from(input: ActionInput) -> Self {
        let ActionInput { name, action_type, config, order, credential_id, is_phase_one, .. } = input;
        let (config, is_phase_one) = (Value::Object(config), is_phase_one.unwrap_or(true));
        Self { name, action_type, config, order, credential_id, is_phase_one }
    }
}

/// All actions of a watcher, each once.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ActionOrder {
    ids: Vec<i64>,
}

/// All actions of a watcher.
#[utoipa::path(get, path = "/mailbox-watcher/{id}/action", tag = "Actions", params(("id" = i64, Path)), responses(
    (status = 200, description = "In their order", body = [ActionView]),
    NotFound,
    AccessDenied,
))]
pub(crate) async fn list(
    _: Viewer,
    State(app): State<App>,
    Id(id): Id,
) -> Result<axum::Json<Vec<ActionView>>, Problem> {
    Ok(all(&app, app.watch.actions(id).await?))
}

/// One action.
#[utoipa::path(get, path = "/mailbox-watcher/{id}/action/{actionId}", tag = "Actions", params(("id" = i64, Path), ("actionId" = i64, Path)), responses(
    (status = 200, description = "As it is", body = ActionView),
    NotFound,
    AccessDenied,
))]
pub(crate) async fn get(
    _: Viewer,
    State(app): State<App>,
    Ids(job, id): Ids,
) -> Result<axum::Json<ActionView>, Problem> {
    let found = app.watch.action(job, id).await?;
    Ok(axum::Json(among(&app, job, found).await?))
}

/// Add an action. What cannot run is refused, with all that is wrong and its place in `config`.
#[utoipa::path(post, path = "/mailbox-watcher/{id}/action", tag = "Actions", params(("id" = i64, Path)), request_body = ActionInput, responses(
    (status = 201, description = "Made", body = ActionView),
    InvalidInput,
    NotFound,
    AccessDenied,
))]
pub(crate) async fn create(
    Admin(user): Admin,
    State(app): State<App>,
    Id(id): Id,
    Json(input): Json<ActionInput>,
) -> Result<(StatusCode, axum::Json<ActionView>), Problem> {
    let made = app.watch.create_action(id, input.into(), user.actor()).await?;
    Ok((StatusCode::CREATED, axum::Json(among(&app, id, made).await?)))
}

/// Change an action. Its samples are tried; those that give other records now are told among the warnings.
#[utoipa::path(put, path = "/mailbox-watcher/{id}/action/{actionId}", tag = "Actions", params(("id" = i64, Path), ("actionId" = i64, Path)), request_body = ActionInput, responses(
    (status = 200, description = "As it is now", body = ActionView),
    InvalidInput,
    NotFound,
    AccessDenied,
))]
pub(crate) async fn replace(
    Admin(user): Admin,
    State(app): State<App>,
    Ids(job, id): Ids,
    Json(input): Json<ActionInput>,
) -> Result<axum::Json<ActionView>, Problem> {
    let changed = app.watch.update_action(job, id, input.into(), user.actor()).await?;
    let failing = app.watch.failing_samples(job, id, &changed.config).await?;
    let mut view = among(&app, job, changed).await?;
    view.warnings.extend(failing);
    Ok(axum::Json(view))
}

/// Whether an action could be saved: 400 tells all that is wrong with it, each with its place in `config`. Nothing is written.
#[utoipa::path(post, path = "/mailbox-watcher/{id}/action/check", tag = "Actions", params(("id" = i64, Path)), request_body = ActionInput, responses(
    (status = 204, description = "It could"),
    InvalidInput,
    NotFound,
    AccessDenied,
))]
pub(crate) async fn check(
    _: Admin,
    State(app): State<App>,
    Id(id): Id,
    Json(input): Json<ActionInput>,
) -> Result<StatusCode, Problem> {
    app.watch.job(id).await?;
    app.watch.check_action(&input.into()).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Remove an action.
#[utoipa::path(delete, path = "/mailbox-watcher/{id}/action/{actionId}", tag = "Actions", params(("id" = i64, Path), ("actionId" = i64, Path)), responses(
    (status = 204, description = "Gone"),
    NotFound,
    AccessDenied,
))]
pub(crate) async fn delete(
    Admin(user): Admin,
    State(app): State<App>,
    Ids(job, id): Ids,
) -> Result<StatusCode, Problem> {
    app.watch.delete_action(job, id, user.actor()).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Put the actions of a watcher into an order.
#[utoipa::path(put, path = "/mailbox-watcher/{id}/action/order", tag = "Actions", params(("id" = i64, Path)), request_body = ActionOrder, responses(
    (status = 200, description = "In their new order", body = [ActionView]),
    InvalidInput,
    NotFound,
    AccessDenied,
))]
pub(crate) async fn order(
    Admin(user): Admin,
    State(app): State<App>,
    Id(id): Id,
    Json(wanted): Json<ActionOrder>,
) -> Result<axum::Json<Vec<ActionView>>, Problem> {
    Ok(all(&app, app.watch.order_actions(id, wanted.ids, user.actor()).await?))
}

/// Each with what is to be told of it because of the others.
fn all(app: &App, actions: Vec<Action>) -> axum::Json<Vec<ActionView>> {
    let objections = app.watch.objections(&actions);
    let view = |action: Action| {
        let mut view = ActionView::new(app, action);
        let own = objections.iter().filter(|(id, _)| *id == view.id).map(|(_, words)| words.clone());
        view.warnings.extend(own.collect::<Vec<_>>());
        view
    };
    axum::Json(actions.into_iter().map(view).collect())
}

/// With what is to be told of it and of the others: what it sets may be what they fail at.
async fn among(app: &App, job: i64, action: Action) -> Result<ActionView, Problem> {
    let objections = app.watch.objections(&app.watch.actions(job).await?);
    let mut view = ActionView::new(app, action);
    view.warnings.extend(objections.into_iter().map(|(_, words)| words));
    Ok(view)
}
