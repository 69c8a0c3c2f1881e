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
use stormwire_store::{ActionId, CredentialId, WatcherId};
use stormwire_watcher::admin::samples::ActionPath;
use utoipa::ToSchema;

/// What is done with each message of a watcher, in its place.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ActionView {
    #[schema(value_type = i64)]
    id: ActionId,
    name: String,
    /// Which handler.
    action_type: String,
    /// What the handler is told.
    #[schema(value_type = Object)]
    config: Value,
    order: i32,
    /// Instead of the watcher's credential.
    #[schema(value_type = Option<i64>)]
    credential_id: Option<CredentialId>,
    /// Before disposition, or after it.
    is_phase_one: bool,
    /// What can be saved and is probably not meant so, each with the path of its key.
    warnings: Vec<String>,
}

impl ActionView {
    pub(crate) fn new(app: &App, action: Action) -> Self {
        let warnings = app.watchers.admin().warnings(&action);
        let Action { id, watcher_id: _, order, name, action_type, config, credential_id, is_phase_one } = action;
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
    #[schema(value_type = Option<i64>)]
    credential_id: Option<CredentialId>,
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
    #[schema(value_type = Vec<i64>)]
    ids: Vec<ActionId>,
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
    Id(id): Id<WatcherId>,
) -> Result<axum::Json<Vec<ActionView>>, Problem> {
    Ok(all(&app, app.watchers.admin().actions(id).await?))
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
    Ids(watcher_id, id): Ids<WatcherId, ActionId>,
) -> Result<axum::Json<ActionView>, Problem> {
    let found = app.watchers.admin().action(watcher_id, id).await?;
    Ok(axum::Json(with_violations(&app, watcher_id, found).await?))
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
    Id(id): Id<WatcherId>,
    Json(input): Json<ActionInput>,
) -> Result<(StatusCode, axum::Json<ActionView>), Problem> {
    let made = app.watchers.admin().create_action(id, input.into(), user.actor()).await?;
    Ok((StatusCode::CREATED, axum::Json(with_violations(&app, id, made).await?)))
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
    Ids(watcher_id, id): Ids<WatcherId, ActionId>,
    Json(input): Json<ActionInput>,
) -> Result<axum::Json<ActionView>, Problem> {
    let changed = app.watchers.admin().update_action(watcher_id, id, input.into(), user.actor()).await?;
    let failing =
        app.watchers.admin().failing_samples(ActionPath { watcher_id, action_id: id }, &changed.config).await?;
    let mut view = with_violations(&app, watcher_id, changed).await?;
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
    Id(id): Id<WatcherId>,
    Json(input): Json<ActionInput>,
) -> Result<StatusCode, Problem> {
    app.watchers.admin().get(id).await?;
    app.watchers.admin().check_action(&input.into()).await?;
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
    Ids(watcher_id, id): Ids<WatcherId, ActionId>,
) -> Result<StatusCode, Problem> {
    app.watchers.admin().delete_action(watcher_id, id, user.actor()).await?;
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
    Id(id): Id<WatcherId>,
    Json(wanted): Json<ActionOrder>,
) -> Result<axum::Json<Vec<ActionView>>, Problem> {
    Ok(all(&app, app.watchers.admin().order_actions(id, wanted.ids, user.actor()).await?))
}

/// Each with its own violations.
fn all(app: &App, actions: Vec<Action>) -> axum::Json<Vec<ActionView>> {
    let violations = app.watchers.admin().violations(&actions);
    let view = |action: Action| {
        let mut view = ActionView::new(app, action);
        let own = violations.iter().filter(|one| one.action_id == view.id).map(|one| one.text.clone());
        view.warnings.extend(own.collect::<Vec<_>>());
        view
    };
    axum::Json(actions.into_iter().map(view).collect())
}

/// With the violations of all actions: what this one sets may be what others fail at.
async fn with_violations(app: &App, watcher_id: WatcherId, action: Action) -> Result<ActionView, Problem> {
    let violations = app.watchers.admin().violations(&app.watchers.admin().actions(watcher_id).await?);
    let mut view = ActionView::new(app, action);
    view.warnings.extend(violations.into_iter().map(|one| one.text));
    Ok(view)
}
