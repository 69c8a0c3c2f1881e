//! Types of actions, and ready-made workflows.

use crate::access::{Admin, Viewer};
use crate::action::ActionView;
use crate::params::Id;
use crate::problem_responses::{AccessDenied, Conflict, InvalidInput, NotFound};
use crate::{App, Problem};
use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use stormwire_store::WatcherId;
use stormwire_workflow::{Effect, HandlerDescription, Workflow, gallery as ready_workflows};
use utoipa::ToSchema;

/// What an action reaches.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = HandlerEffect)]
pub(crate) enum EffectView {
    /// Nothing but the context of its run.
    None,
    /// Rows, or the world outside.
    Outside,
}

/// A type of action.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Handler)]
pub(crate) struct HandlerView {
    /// What `actionType` of an action says.
    action_type: &'static str,
    effect: EffectView,
    /// What `Op.Action` of its config may be.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    operations: Vec<String>,
    /// JSON Schema (2020-12) of its config.
    #[schema(value_type = Object)]
    schema: Value,
    /// The guide to it, as Markdown.
    #[serde(skip_serializing_if = "Option::is_none")]
    documentation: Option<&'static str>,
}

impl From<HandlerDescription> for HandlerView {
    fn from(handler: HandlerDescription) -> Self {
        let HandlerDescription { action_type, effect, operations, schema, documentation } = handler;
        let effect = match effect {
            Effect::None => EffectView::None,
            Effect::Outside => EffectView::Outside,
        };
        Self { action_type, effect, operations, schema, documentation }
    }
}

/// The types of action, each with what its config may hold.
#[utoipa::path(get, path = "/workflow/handlers", tag = "Actions", responses(
    (status = 200, description = "All that there are", body = [HandlerView]),
    AccessDenied,
))]
pub(crate) async fn handlers(_: Viewer, State(app): State<App>) -> Result<Json<Vec<HandlerView>>, Problem> {
    Ok(Json(app.watchers.admin().handlers().describe().into_iter().map(HandlerView::from).collect()))
}

/// A workflow: what a watcher does with a message, as one thing.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schema(as = Workflow)]
#[expect(dead_code, reason = "read by the OpenAPI document alone: the JSON form is stormwire_workflow::Workflow")]
struct WorkflowDoc {
    /// For people.
    name: String,
    /// What it does.
    description: String,
    /// Its actions, in their order.
    actions: Vec<StepDoc>,
}

/// An action of a workflow.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schema(as = WorkflowStep)]
#[expect(dead_code, reason = "read by the OpenAPI document alone: the JSON form is stormwire_workflow::WorkflowAction")]
struct StepDoc {
    name: String,
    /// Which handler.
    action_type: String,
    /// What the handler is told.
    #[schema(value_type = Object)]
    config: Value,
    /// Before disposition, or after it.
    is_phase_one: bool,
}

/// A workflow that is ready to use.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ReadyWorkflow)]
pub(crate) struct ReadyWorkflowView {
    #[schema(value_type = WorkflowDoc)]
    workflow: Workflow,
    /// What it lets be set, with the value that it has; null where one must be given.
    #[schema(value_type = Object)]
    settings: Map<String, Value>,
}

/// A workflow that is to be put into a watcher.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct WorkflowInput {
    #[schema(value_type = WorkflowDoc)]
    workflow: Workflow,
    /// Values instead of those that it has.
    #[serde(default)]
    #[schema(value_type = Object)]
    settings: Map<String, Value>,
}

/// Workflows that are ready to use.
#[utoipa::path(get, path = "/workflow/gallery", tag = "Actions", responses(
    (status = 200, description = "The product's own", body = [ReadyWorkflowView]),
    AccessDenied,
))]
pub(crate) async fn gallery(_: Viewer) -> Json<Vec<ReadyWorkflowView>> {
    let view = |workflow: Workflow| ReadyWorkflowView { settings: workflow.settings(), workflow };
    Json(ready_workflows().into_iter().map(view).collect())
}

/// Put a workflow into a watcher that has no actions yet: all of its actions, or none of them.
#[utoipa::path(post, path = "/mailbox-watcher/{id}/workflow", tag = "Actions", params(("id" = i64, Path)), request_body = WorkflowInput, responses(
    (status = 201, description = "Its actions", body = [ActionView]),
    InvalidInput,
    NotFound,
    Conflict,
    AccessDenied,
))]
pub(crate) async fn import(
    Admin(user): Admin,
    State(app): State<App>,
    Id(id): Id<WatcherId>,
    crate::Json(input): crate::Json<WorkflowInput>,
) -> Result<(StatusCode, Json<Vec<ActionView>>), Problem> {
    let made = app.watchers.admin().import_workflow(id, &input.workflow, &input.settings, user.actor()).await?;
    Ok((StatusCode::CREATED, Json(made.into_iter().map(|action| ActionView::new(&app, action)).collect())))
}
