//! The context paths that an action can use.

use crate::access::Viewer;
use crate::params::{Id, Query};
use crate::problem_responses::{AccessDenied, InvalidInput, NotFound};
use crate::{App, Problem};
use axum::Json;
use axum::extract::State;
use serde::{Deserialize, Serialize};
use stormwire_store::{ActionId, WatcherId};
use stormwire_watcher::admin::context_paths::UsablePath;
use utoipa::{IntoParams, ToSchema};

/// A path in the context of a workflow.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ContextPath)]
pub(crate) struct ContextPathView {
    /// A JSONPath, such as `$.Message.Subject`.
    path: String,
    /// `text`, `number`, `boolean`, `datetime`, `date`, `time`, `list`, `object` or `any`.
    r#type: &'static str,
    /// The value in the newest message of the watcher, at most 100 characters. Null if it is not known.
    example: Option<String>,
    /// `message`, `event`, `file`, or the name of the action that sets it.
    from: String,
}

impl From<UsablePath> for ContextPathView {
    fn from(UsablePath { path, value_type, example, from }: UsablePath) -> Self {
        Self { path, r#type: value_type.name(), example, from }
    }
}

#[derive(Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct ContextPathParams {
    /// An action of the watcher: the paths that are set when it starts. Default: those after the last action.
    #[param(value_type = Option<i64>)]
    action_id: Option<ActionId>,
}

/// List context paths for an action
///
/// What the message and the actions before it provide. Examples come from the newest message in the log, which is fetched
/// from the mail provider within 10 seconds; if that fails, there are no examples.
#[utoipa::path(get, path = "/mailbox-watcher/{id}/context-paths", tag = "Actions", params(("id" = i64, Path), ContextPathParams), responses(
    (status = 200, description = "The paths", body = [ContextPathView]),
    InvalidInput,
    NotFound,
    AccessDenied,
))]
pub(crate) async fn list(
    _: Viewer,
    State(app): State<App>,
    Id(id): Id<WatcherId>,
    Query(params): Query<ContextPathParams>,
) -> Result<Json<Vec<ContextPathView>>, Problem> {
    let paths = app.watchers.admin().context_paths(id, params.action_id).await?;
    Ok(Json(paths.into_iter().map(ContextPathView::from).collect()))
}
