//! The actions of a watcher. Viewers read them; administrators edit them.

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
use stormwire_watcher::admin::shadow_run::CandidateAction;
use utoipa::ToSchema;

/// One step that a watcher performs on each message.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ActionView {
    #[schema(value_type = i64)]
    id: ActionId,
    name: String,
    /// The handler, such as `TextExtract`.
    action_type: String,
    /// The configuration of the handler. Webhook URLs of `Chat` and header values of `Http` read `••••`.
    #[schema(value_type = Object)]
    config: Value,
    order: i32,
    /// Overrides the credential of the watcher.
    #[schema(value_type = Option<i64>)]
    credential_id: Option<CredentialId>,
    /// True: runs before the message is filed. False: runs afterwards.
    is_phase_one: bool,
    /// Probable mistakes, with the path of the key or the names of the actions.
    warnings: Vec<String>,
}

impl ActionView {
    pub(crate) fn new(app: &App, action: Action) -> Self {
        let warnings = app.watchers.admin().warnings(&action);
        let Action { id, order, name, action_type, config, credential_id, is_phase_one, .. } = action;
        Self { id, name, action_type, config, order, credential_id, is_phase_one, warnings }
    }
}

/// Null is the same as omitting a field.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct ActionInput {
    /// 1 to 200 visible characters.
    #[schema(min_length = 1, max_length = 200)]
    name: String,
    /// The handler, such as `TextExtract`.
    action_type: String,
    /// The configuration of the handler: `Op`, `Data`, `FieldMap` and other keys of the handler. `••••` in the place of a
    /// secret keeps the stored value.
    #[schema(value_type = Object)]
    config: Map<String, Value>,
    /// Default: last for a new action, unchanged for an existing one.
    #[schema(minimum = 0, maximum = 1_000_000)]
    order: Option<i32>,
    /// Overrides the credential of the watcher.
    #[schema(value_type = Option<i64>)]
    credential_id: Option<CredentialId>,
    /// True (default): runs before the message is filed. False: runs afterwards.
    is_phase_one: Option<bool>,
    /// In a shadow run: the stored action that this one changes, whose secrets replace `••••`. Ignored when an action is saved, so
    /// that a response can be sent back as a request.
    #[schema(value_type = Option<i64>)]
    id: Option<ActionId>,
    /// Ignored for the same reason.
    #[serde(default, rename = "warnings")]
    #[schema(ignore)]
    _warnings: IgnoredAny,
}

impl ActionInput {
    /// For a shadow run.
    pub(crate) fn into_candidate(self) -> CandidateAction {
        CandidateAction { id: self.id, fields: self.into() }
    }
}

impl From<ActionInput> for ActionFields {
    fn from(input: ActionInput) -> Self {
        let ActionInput { name, action_type, config, order, credential_id, is_phase_one, .. } = input;
        let (config, is_phase_one) = (Value::Object(config), is_phase_one.unwrap_or(true));
        Self { name, action_type, config, order, credential_id, is_phase_one }
    }
}

#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ActionOrder {
    /// Every action of the watcher exactly once, in the new order.
    #[schema(value_type = Vec<i64>)]
    ids: Vec<ActionId>,
}

/// List actions of a watcher
#[utoipa::path(get, path = "/mailbox-watcher/{id}/action", tag = "Actions", params(("id" = i64, Path)), responses(
    (status = 200, description = "Actions, in order", body = [ActionView]),
    NotFound,
    AccessDenied,
))]
pub(crate) async fn list(
    _: Viewer,
    State(app): State<App>,
    Id(id): Id<WatcherId>,
) -> Result<axum::Json<Vec<ActionView>>, Problem> {
    action_views(&app, app.watchers.admin().actions(id).await?).await
}

/// Get an action
#[utoipa::path(get, path = "/mailbox-watcher/{id}/action/{actionId}", tag = "Actions", params(("id" = i64, Path), ("actionId" = i64, Path)), responses(
    (status = 200, description = "The action", body = ActionView),
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

/// Add an action
///
/// A config that cannot run is rejected; `errors` lists all violations with their path in `config`.
#[utoipa::path(post, path = "/mailbox-watcher/{id}/action", tag = "Actions", params(("id" = i64, Path)), request_body = ActionInput, responses(
    (status = 201, description = "The new action", body = ActionView),
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
    let created = app.watchers.admin().create_action(id, input.into(), user.actor()).await?;
    Ok((StatusCode::CREATED, axum::Json(with_violations(&app, id, created).await?)))
}

/// Replace an action
///
/// Also runs the samples of the action; `warnings` lists those with different records.
#[utoipa::path(put, path = "/mailbox-watcher/{id}/action/{actionId}", tag = "Actions", params(("id" = i64, Path), ("actionId" = i64, Path)), request_body = ActionInput, responses(
    (status = 200, description = "The updated action", body = ActionView),
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
    let updated = app.watchers.admin().update_action(watcher_id, id, input.into(), user.actor()).await?;
    let failing =
        app.watchers.admin().failing_samples(ActionPath { watcher_id, action_id: id }, &updated.config).await?;
    let mut view = with_violations(&app, watcher_id, updated).await?;
    view.warnings.extend(failing);
    Ok(axum::Json(view))
}

/// Validate an action without saving it
///
/// A 400 lists all violations with their path in `config`.
#[utoipa::path(post, path = "/mailbox-watcher/{id}/action/check", tag = "Actions", params(("id" = i64, Path)), request_body = ActionInput, responses(
    (status = 204, description = "The action is valid"),
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

/// Delete an action
#[utoipa::path(delete, path = "/mailbox-watcher/{id}/action/{actionId}", tag = "Actions", params(("id" = i64, Path), ("actionId" = i64, Path)), responses(
    (status = 204, description = "Deleted"),
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

/// Reorder the actions of a watcher
#[utoipa::path(put, path = "/mailbox-watcher/{id}/action/order", tag = "Actions", params(("id" = i64, Path)), request_body = ActionOrder, responses(
    (status = 200, description = "Actions, in the new order", body = [ActionView]),
    InvalidInput,
    NotFound,
    AccessDenied,
))]
pub(crate) async fn order(
    Admin(user): Admin,
    State(app): State<App>,
    Id(id): Id<WatcherId>,
    Json(input): Json<ActionOrder>,
) -> Result<axum::Json<Vec<ActionView>>, Problem> {
    action_views(&app, app.watchers.admin().order_actions(id, input.ids, user.actor()).await?).await
}

/// Each with its own violations.
async fn action_views(app: &App, actions: Vec<Action>) -> Result<axum::Json<Vec<ActionView>>, Problem> {
    let violations = app.watchers.admin().violations(&actions).await?;
    let view = |action: Action| {
        let mut view = ActionView::new(app, action);
        let own = violations.iter().filter(|one| one.action_id == view.id).map(|one| one.text.clone());
        view.warnings.extend(own.collect::<Vec<_>>());
        view
    };
    Ok(axum::Json(actions.into_iter().map(view).collect()))
}

/// Adds the violations of all actions, because values that this action sets may make others fail.
async fn with_violations(app: &App, watcher_id: WatcherId, action: Action) -> Result<ActionView, Problem> {
    let violations = app.watchers.admin().violations(&app.watchers.admin().actions(watcher_id).await?).await?;
    let mut view = ActionView::new(app, action);
    view.warnings.extend(violations.into_iter().map(|one| one.text));
    Ok(view)
}
