//! Samples of an action: texts it is tested on at every save.

use crate::access::{Admin, Viewer};
use crate::params::{Ids, ThreeIds};
use crate::preview::UnreadView;
use crate::problem_responses::{AccessDenied, Conflict, InvalidInput, NotFound, Unavailable};
use crate::{App, Json, Problem};
use axum::extract::State;
use axum::http::StatusCode;
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use stormwire_store::tables::sample::ActionSample;
use stormwire_store::{ActionId, SampleId, WatcherId};
use stormwire_watcher::admin::samples::{ActionPath, SampleResult};
use utoipa::ToSchema;

/// A text and the records that the action extracted from it when it was saved.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct SampleView {
    #[schema(value_type = i64)]
    id: SampleId,
    name: String,
    text: String,
    /// `{Items, Count}`.
    #[schema(value_type = Object)]
    expected: Value,
    #[schema(value_type = String, format = DateTime)]
    created_at: Timestamp,
}

impl From<ActionSample> for SampleView {
    fn from(ActionSample { id, name, text, expected, created_at }: ActionSample) -> Self {
        Self { id, name, text, expected, created_at }
    }
}

#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct SampleInput {
    /// 1 to 200 visible characters.
    #[schema(min_length = 1, max_length = 200)]
    name: String,
    /// The text that `Op.Source` refers to, as in a preview.
    text: String,
}

#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct SampleCheck {
    /// The config to run the samples with.
    #[schema(value_type = Object)]
    config: Map<String, Value>,
}

#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct SampleResultView {
    #[schema(value_type = i64)]
    id: SampleId,
    name: String,
    /// How the records differ from the expected ones; null if they do not.
    difference: Option<String>,
    /// Text that is not read although a strike seems to be there.
    unread: Vec<UnreadView>,
}

impl From<SampleResult> for SampleResultView {
    fn from(SampleResult { id, name, difference, unread }: SampleResult) -> Self {
        Self { id, name, difference, unread: unread.into_iter().map(UnreadView::from).collect() }
    }
}

/// List samples of an action
#[utoipa::path(get, path = "/mailbox-watcher/{id}/action/{actionId}/sample", tag = "Actions", params(("id" = i64, Path), ("actionId" = i64, Path)), responses(
    (status = 200, description = "Samples, oldest first", body = [SampleView]),
    NotFound,
    AccessDenied,
))]
pub(crate) async fn list(
    _: Viewer,
    State(app): State<App>,
    Ids(watcher_id, action_id): Ids<WatcherId, ActionId>,
) -> Result<axum::Json<Vec<SampleView>>, Problem> {
    Ok(axum::Json(
        app.watchers
            .admin()
            .samples(ActionPath { watcher_id, action_id })
            .await?
            .into_iter()
            .map(SampleView::from)
            .collect(),
    ))
}

/// Add a sample
///
/// Saves the text with the records that the saved action extracts from it. Rejected if the action fails on the text.
#[utoipa::path(post, path = "/mailbox-watcher/{id}/action/{actionId}/sample", tag = "Actions", params(("id" = i64, Path), ("actionId" = i64, Path)), request_body = SampleInput, responses(
    (status = 201, description = "The new sample", body = SampleView),
    InvalidInput,
    NotFound,
    Conflict,
    Unavailable,
    AccessDenied,
))]
pub(crate) async fn create(
    Admin(user): Admin,
    State(app): State<App>,
    Ids(watcher_id, action_id): Ids<WatcherId, ActionId>,
    Json(SampleInput { name, text }): Json<SampleInput>,
) -> Result<(StatusCode, axum::Json<SampleView>), Problem> {
    let path = ActionPath { watcher_id, action_id };
    let kept = app.watchers.admin().add_sample(path, name, text, user.actor()).await?;
    Ok((StatusCode::CREATED, axum::Json(kept.into())))
}

/// Run all samples with an unsaved config
#[utoipa::path(post, path = "/mailbox-watcher/{id}/action/{actionId}/sample/check", tag = "Actions", params(("id" = i64, Path), ("actionId" = i64, Path)), request_body = SampleCheck, responses(
    (status = 200, description = "One result for each sample", body = [SampleResultView]),
    InvalidInput,
    NotFound,
    Unavailable,
    AccessDenied,
))]
pub(crate) async fn check(
    _: Viewer,
    State(app): State<App>,
    Ids(watcher_id, action_id): Ids<WatcherId, ActionId>,
    Json(input): Json<SampleCheck>,
) -> Result<axum::Json<Vec<SampleResultView>>, Problem> {
    let path = ActionPath { watcher_id, action_id };
    let results = app.watchers.admin().run_samples(path, &Value::Object(input.config)).await?;
    Ok(axum::Json(results.into_iter().map(SampleResultView::from).collect()))
}

/// Delete a sample
#[utoipa::path(delete, path = "/mailbox-watcher/{id}/action/{actionId}/sample/{sampleId}", tag = "Actions", params(("id" = i64, Path), ("actionId" = i64, Path), ("sampleId" = i64, Path)), responses(
    (status = 204, description = "Deleted"),
    NotFound,
    AccessDenied,
))]
pub(crate) async fn delete(
    Admin(user): Admin,
    State(app): State<App>,
    ThreeIds(watcher_id, action_id, id): ThreeIds<WatcherId, ActionId, SampleId>,
) -> Result<StatusCode, Problem> {
    app.watchers.admin().delete_sample(ActionPath { watcher_id, action_id }, id, user.actor()).await?;
    Ok(StatusCode::NO_CONTENT)
}
