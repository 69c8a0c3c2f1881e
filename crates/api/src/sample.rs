//! Samples of an action: texts it is tested on at every save.

use crate::access::{Admin, Viewer};
use crate::params::{Ids, ThreeIds};
use crate::problem_responses::{AccessDenied, Conflict, InvalidInput, NotFound, Unavailable};
use crate::{App, Json, Problem};
use axum::extract::State;
use axum::http::StatusCode;
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use stormwire_store::tables::sample::KeptSample;
use stormwire_watcher::regression::Tried;
use utoipa::ToSchema;

/// A text, and the records that were found in it when it was kept.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct SampleView {
    id: i64,
    name: String,
    text: String,
    /// `{Items, Count}`.
    #[schema(value_type = Object)]
    expected: Value,
    #[schema(value_type = String, format = DateTime)]
    created_at: Timestamp,
}

impl From<KeptSample> for SampleView {
    fn from(KeptSample { id, name, text, expected, created_at }: KeptSample) -> Self {
        Self { id, name, text, expected, created_at }
    }
}

/// What is kept.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct SampleInput {
    /// 1 to 200 visible characters.
    name: String,
    /// Stands for what `Op.Source` names, as in a preview.
    text: String,
}

/// A config to try the samples with.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct SampleCheck {
    #[schema(value_type = Object)]
    config: Map<String, Value>,
}

/// What a sample gives.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct TriedView {
    id: i64,
    name: String,
    /// How it differs from what was kept; null when it does not.
    difference: Option<String>,
}

impl From<Tried> for TriedView {
    fn from(Tried { id, name, difference }: Tried) -> Self {
        Self { id, name, difference }
    }
}

/// The samples of an action.
#[utoipa::path(get, path = "/mailbox-watcher/{id}/action/{actionId}/sample", tag = "Actions", params(("id" = i64, Path), ("actionId" = i64, Path)), responses(
    (status = 200, description = "Oldest first", body = [SampleView]),
    NotFound,
    AccessDenied,
))]
pub(crate) async fn list(
    _: Viewer,
    State(app): State<App>,
    Ids(job, action): Ids,
) -> Result<axum::Json<Vec<SampleView>>, Problem> {
    Ok(axum::Json(app.watch.samples(job, action).await?.into_iter().map(SampleView::from).collect()))
}

/// Keep a text with what the action, as it is saved, finds in it. Refused where the action fails on it.
#[utoipa::path(post, path = "/mailbox-watcher/{id}/action/{actionId}/sample", tag = "Actions", params(("id" = i64, Path), ("actionId" = i64, Path)), request_body = SampleInput, responses(
    (status = 201, description = "Kept", body = SampleView),
    InvalidInput,
    NotFound,
    Conflict,
    Unavailable,
    AccessDenied,
))]
pub(crate) async fn create(
    Admin(user): Admin,
    State(app): State<App>,
    Ids(job, action): Ids,
    Json(SampleInput { name, text }): Json<SampleInput>,
) -> Result<(StatusCode, axum::Json<SampleView>), Problem> {
    let kept = app.watch.keep_sample((job, action), name, text, user.actor()).await?;
    Ok((StatusCode::CREATED, axum::Json(kept.into())))
}

/// Try all samples of an action with a config that is not saved yet.
#[utoipa::path(post, path = "/mailbox-watcher/{id}/action/{actionId}/sample/check", tag = "Actions", params(("id" = i64, Path), ("actionId" = i64, Path)), request_body = SampleCheck, responses(
    (status = 200, description = "One for each sample", body = [TriedView]),
    InvalidInput,
    NotFound,
    Unavailable,
    AccessDenied,
))]
pub(crate) async fn check(
    _: Viewer,
    State(app): State<App>,
    Ids(job, action): Ids,
    Json(input): Json<SampleCheck>,
) -> Result<axum::Json<Vec<TriedView>>, Problem> {
    let tried = app.watch.try_samples(job, action, &Value::Object(input.config)).await?;
    Ok(axum::Json(tried.into_iter().map(TriedView::from).collect()))
}

/// Throw a sample away.
#[utoipa::path(delete, path = "/mailbox-watcher/{id}/action/{actionId}/sample/{sampleId}", tag = "Actions", params(("id" = i64, Path), ("actionId" = i64, Path), ("sampleId" = i64, Path)), responses(
    (status = 204, description = "Gone"),
    NotFound,
    AccessDenied,
))]
pub(crate) async fn delete(
    Admin(user): Admin,
    State(app): State<App>,
    ThreeIds(job, action, id): ThreeIds,
) -> Result<StatusCode, Problem> {
    app.watch.drop_sample((job, action), id, user.actor()).await?;
    Ok(StatusCode::NO_CONTENT)
}
