//! What actions can do, and workflows that are ready to use, for whoever edits them.

use crate::access::{Admin, Viewer};
use crate::action::ActionView;
use crate::params::Id;
use crate::refusals::{BadInput, Conflict, Denied, NotFound};
use crate::{App, Problem};
use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use stormwire_workflow::{Described, Effect, Step, Workflow, gallery as all_ready};
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

impl From<Described> for HandlerView {
    fn from(handler: Described) -> Self {
        let Described { action_type, effect, operations, schema, documentation } = handler;
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
    Denied,
))]
pub(crate) async fn handlers(_: Viewer, State(app): State<App>) -> Result<Json<Vec<HandlerView>>, Problem> {
    Ok(Json(app.watch.runner.handlers().describe().into_iter().map(HandlerView::from).collect()))
}

/// A workflow: what a watcher does with a message, as one thing.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schema(as = Workflow)]
pub(crate) struct WorkflowShape {
    /// For people.
    name: String,
    /// What it does.
    description: String,
    /// Its actions, in their order.
    actions: Vec<StepShape>,
}

/// An action of a workflow.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schema(as = WorkflowStep)]
pub(crate) struct StepShape {
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
pub(crate) struct ReadyView {
    workflow: WorkflowShape,
    /// What it lets be set, with the value that it has; null where one must be given.
    #[schema(value_type = Object)]
    settings: Map<String, Value>,
}

/// A workflow that is to be put into a watcher.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct WorkflowInput {
    workflow: WorkflowShape,
    /// Values instead of those that it has.
    #[serde(default)]
    #[schema(value_type = Object)]
    settings: Map<String, Value>,
}

impl From<Workflow> for WorkflowShape {
    fn from(workflow: Workflow) -> Self {
        let step = |step: Step| {
            let Step { name, action_type, config, is_phase_one } = step;
            StepShape { name, action_type, config, is_phase_one }
        };
        let Workflow { name, description, actions } = workflow;
        Self { name, description, actions: actions.into_iter().map(step).collect() }
    }
}

impl From<WorkflowShape> for Workflow {
    fn from(shape: WorkflowShape) -> Self {
        let step = |step: StepShape| {
            let StepShape { name, action_type, config, is_phase_one } = step;
            Step { name, action_type, config, is_phase_one }
        };
        let WorkflowShape { name, description, actions } = shape;
        Self { name, description, actions: actions.into_iter().map(step).collect() }
    }
}

/// Workflows that are ready to use.
#[utoipa::path(get, path = "/workflow/gallery", tag = "Actions", responses(
    (status = 200, description = "The product's own", body = [ReadyView]),
    Denied,
))]
pub(crate) async fn gallery(_: Viewer) -> Json<Vec<ReadyView>> {
    let view = |workflow: Workflow| ReadyView { settings: workflow.settings(), workflow: workflow.into() };
    Json(all_ready().into_iter().map(view).collect())
}

/// Put a workflow into a watcher that has no actions yet: all of its actions, or none of them.
#[utoipa::path(post, path = "/mailbox-watcher/{id}/workflow", tag = "Actions", params(("id" = i64, Path)), request_body = WorkflowInput, responses(
    (status = 201, description = "Its actions", body = [ActionView]),
    BadInput,
    NotFound,
    Conflict,
    Denied,
))]
pub(crate) async fn import(
    Admin(caller): Admin,
    State(app): State<App>,
    Id(id): Id,
    crate::Json(input): crate::Json<WorkflowInput>,
) -> Result<(StatusCode, Json<Vec<ActionView>>), Problem> {
    let made = app.watch.import_workflow(id, &input.workflow.into(), &input.settings, caller.actor()).await?;
    Ok((StatusCode::CREATED, Json(made.into_iter().map(|action| ActionView::of(&app, action)).collect())))
}
