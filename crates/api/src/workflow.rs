//! What actions can do, for whoever edits them.

use crate::access::Viewer;
use crate::refusals::Denied;
use crate::{App, Problem};
use axum::Json;
use axum::extract::State;
use serde::Serialize;
use serde_json::Value;
use stormwire_service::flow::{Described, Effect};
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
