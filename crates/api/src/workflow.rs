//! Action types and ready-made workflows.

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
use stormwire_workflow::handlers::{TableKind, UserColumn, UserTable};
use stormwire_workflow::{Effect, HandlerDescription, ReadyLayout, Workflow, ready_layouts, ready_workflows};
use utoipa::ToSchema;

/// What an action changes.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = HandlerEffect)]
pub(crate) enum EffectView {
    /// Only the context of its run.
    None,
    /// Database rows or other systems.
    Outside,
}

/// An action type.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Handler)]
pub(crate) struct HandlerView {
    /// The value of `actionType`.
    action_type: &'static str,
    effect: EffectView,
    /// Allowed values of `Op.Action`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    operations: Vec<String>,
    /// JSON Schema (2020-12) of the config.
    #[schema(value_type = Object)]
    schema: Value,
}

impl From<HandlerDescription> for HandlerView {
    fn from(handler: HandlerDescription) -> Self {
        let HandlerDescription { action_type, effect, operations, schema } = handler;
        let effect = match effect {
            Effect::None => EffectView::None,
            Effect::Outside => EffectView::Outside,
        };
        Self { action_type, effect, operations, schema }
    }
}

/// List action types
///
/// Each with the JSON Schema of its config.
#[utoipa::path(get, path = "/workflow/handlers", tag = "Actions", responses(
    (status = 200, description = "The action types", body = [HandlerView]),
    AccessDenied,
))]
pub(crate) async fn handlers(_: Viewer, State(app): State<App>) -> Result<Json<Vec<HandlerView>>, Problem> {
    Ok(Json(app.watchers.admin().handlers().describe().into_iter().map(HandlerView::from).collect()))
}

/// What can be done with it.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = UserTableKind)]
pub(crate) enum TableKindView {
    /// `Merge`, `Insert` and `Query`.
    Table,
    /// `Query`.
    View,
    /// `Query` and `Execute`. Its columns are its parameters.
    Procedure,
}

/// A table, view or procedure that a `Sql` action can name.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = UserTable)]
pub(crate) struct TableView {
    /// With its schema, as in `data.LightningStrike`.
    name: String,
    kind: TableKindView,
    columns: Vec<ColumnView>,
}

/// A column, or a parameter of a procedure.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = UserColumn)]
pub(crate) struct ColumnView {
    name: String,
    /// `text`, `number`, `boolean`, `datetime`, `date`, `time` or `any`.
    r#type: &'static str,
    /// True if a new row needs a value.
    required: bool,
    /// True if the database computes it. No value can be written.
    generated: bool,
}

impl From<UserTable> for TableView {
    fn from(table: UserTable) -> Self {
        let kind = match table.kind {
            TableKind::Table => TableKindView::Table,
            TableKind::View => TableKindView::View,
            TableKind::Procedure => TableKindView::Procedure,
        };
        let column = |UserColumn { name, value_type, is_required, is_generated }| ColumnView {
            name,
            r#type: value_type.name(),
            required: is_required,
            generated: is_generated,
        };
        Self { name: table.name, kind, columns: table.columns.into_iter().map(column).collect() }
    }
}

/// List tables for workflows
///
/// Tables, views and procedures of the schemas `data` and `organization` that a `Sql` action can name, in the order of
/// their kind and name.
#[utoipa::path(get, path = "/workflow/tables", tag = "Actions", responses(
    (status = 200, description = "Tables, views and procedures", body = [TableView]),
    AccessDenied,
))]
pub(crate) async fn tables(_: Viewer, State(app): State<App>) -> Result<Json<Vec<TableView>>, Problem> {
    Ok(Json(app.watchers.admin().tables().await?.into_iter().map(TableView::from).collect()))
}

/// A workflow that can be imported into a watcher.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schema(as = Workflow)]
#[expect(dead_code, reason = "read by the OpenAPI document alone: the JSON form is stormwire_workflow::Workflow")]
struct WorkflowDoc {
    name: String,
    description: String,
    /// `Mailbox`, `StatusEvent` or `File`: what must start the watcher. Omit it for any watcher.
    #[schema(example = "Mailbox")]
    kind: Option<String>,
    /// Actions, in order.
    actions: Vec<StepDoc>,
}

/// An action of a workflow.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schema(as = WorkflowStep)]
#[expect(dead_code, reason = "read by the OpenAPI document alone: the JSON form is stormwire_workflow::WorkflowAction")]
struct StepDoc {
    name: String,
    /// The handler, such as `TextExtract`.
    action_type: String,
    /// The configuration of the handler.
    #[schema(value_type = Object)]
    config: Value,
    /// True: runs before the message is filed. False: runs afterwards.
    is_phase_one: bool,
}

/// A ready-made workflow.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ReadyWorkflow)]
pub(crate) struct ReadyWorkflowView {
    #[schema(value_type = WorkflowDoc)]
    workflow: Workflow,
    /// Settings with their default; null if a value is required.
    #[schema(value_type = Object)]
    settings: Map<String, Value>,
}

#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct WorkflowInput {
    #[schema(value_type = WorkflowDoc)]
    workflow: Workflow,
    /// Values that replace the defaults.
    #[serde(default)]
    #[schema(value_type = Object)]
    settings: Map<String, Value>,
}

/// List ready-made workflows
#[utoipa::path(get, path = "/workflow/gallery", tag = "Actions", responses(
    (status = 200, description = "The ready-made workflows", body = [ReadyWorkflowView]),
    AccessDenied,
))]
pub(crate) async fn gallery(_: Viewer) -> Json<Vec<ReadyWorkflowView>> {
    let view = |workflow: Workflow| ReadyWorkflowView { settings: workflow.settings(), workflow };
    Json(ready_workflows().into_iter().map(view).collect())
}

/// A `TextExtract` configuration for a common format of vendor mails.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ReadyLayout)]
pub(crate) struct ReadyLayoutView {
    #[schema(value_type = String, example = "csv-header")]
    name: &'static str,
    #[schema(example = "CSV lines with a header")]
    title: String,
    description: String,
    /// The config of the `TextExtract` action.
    #[schema(value_type = Object)]
    config: Value,
    /// An example of the text that the config reads, at most 4,000 characters.
    sample: String,
}

impl From<ReadyLayout> for ReadyLayoutView {
    fn from(layout: ReadyLayout) -> Self {
        let ReadyLayout { name, title, description, config, sample } = layout;
        Self { name, title, description, config, sample }
    }
}

/// List ready layouts
///
/// Configurations of `TextExtract` for common formats of vendor mails, with the text of a sample mail.
#[utoipa::path(get, path = "/workflow/layouts", tag = "Actions", responses(
    (status = 200, description = "The ready layouts", body = [ReadyLayoutView]),
    AccessDenied,
))]
pub(crate) async fn layouts(_: Viewer) -> Json<Vec<ReadyLayoutView>> {
    Json(ready_layouts().into_iter().map(ReadyLayoutView::from).collect())
}

/// Import a workflow
///
/// The watcher must not have actions yet.
#[utoipa::path(post, path = "/mailbox-watcher/{id}/workflow", tag = "Actions", params(("id" = i64, Path)), request_body = WorkflowInput, responses(
    (status = 201, description = "The new actions", body = [ActionView]),
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
    let created = app.watchers.admin().import_workflow(id, &input.workflow, &input.settings, user.actor()).await?;
    Ok((StatusCode::CREATED, Json(created.into_iter().map(|action| ActionView::new(&app, action)).collect())))
}
