//! Tries a `TextExtract` config on a text: what it finds, and where.

use crate::access::Viewer;
use crate::problem_responses::{AccessDenied, Conflict, InvalidInput, NotFound, ProviderFailed, Unavailable};
use crate::{App, Json, Problem};
use axum::extract::State;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use stormwire_extract::{MissingValue, RecordSpan, ValueSpan};
use stormwire_store::LogId;
use stormwire_watcher::admin::preview::{Preview, PreviewSource};
use utoipa::ToSchema;

/// A config and what it is tried on: either `text` or `logId`.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct PreviewInput {
    /// The config of a `TextExtract` action.
    #[schema(value_type = Object)]
    config: Map<String, Value>,
    /// Stands for what `Op.Source` names: under `$._RawBody` it is the body of an HTML message, so that tags are dropped from
    /// values and entities decoded; under anything else it is taken as it stands. At most what a request may hold, 1 MiB.
    text: Option<String>,
    /// The message of a row of the log, fetched from the mail provider anew: bodies are not stored.
    #[schema(value_type = Option<i64>)]
    log_id: Option<LogId>,
}

/// What was found.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Preview)]
pub(crate) struct PreviewView {
    /// One object per record, null where nothing was read; the first 10,000.
    #[schema(value_type = Vec<Object>)]
    items: Vec<Map<String, Value>>,
    /// How many records there are.
    count: usize,
    /// Where each record lies, in the units of `spans`.
    scopes: Vec<ScopeView>,
    /// Where each value was found. Offsets count UTF-16 code units, as strings of a browser do.
    spans: Vec<SpanView>,
    /// Fields that a record has no value for: not found, or not readable as their type.
    misses: Vec<MissView>,
    /// Why the action would fail. Left out when it would not.
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<String>,
    /// With `logId`: the text that was searched, and that `spans` lie in; its first MiB.
    #[serde(skip_serializing_if = "Option::is_none")]
    text: Option<String>,
    /// Whether there is more than is shown.
    truncated: bool,
    /// What could be saved and is probably not meant so, each with the path of its key.
    warnings: Vec<String>,
}

/// Where a record lies in the text.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = PreviewScope)]
pub(crate) struct ScopeView {
    /// Index into `items`.
    record: usize,
    /// UTF-16 offset of its first unit in the text.
    start: usize,
    /// UTF-16 offset behind its last unit.
    end: usize,
}

/// Where a value was found, without the white space around it.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = PreviewSpan)]
pub(crate) struct SpanView {
    /// Index into `items`.
    record: usize,
    /// Name of the field.
    field: String,
    /// UTF-16 offset of its first unit in the text.
    start: usize,
    /// UTF-16 offset behind its last unit.
    end: usize,
}

/// A field that a record has no value for.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = PreviewMiss)]
pub(crate) struct MissView {
    /// Index into `items`.
    record: usize,
    /// Name of the field.
    field: String,
    /// Its pattern, as written.
    pattern: String,
}

impl From<Preview> for PreviewView {
    fn from(preview: Preview) -> Self {
        let Preview { items, count, scopes, spans, misses, error, text, is_cut, warnings } = preview;
        let scope = |RecordSpan { record, start, end }| ScopeView { record, start, end };
        let scopes = scopes.into_iter().map(scope).collect();
        let span = |ValueSpan { record, field, start, end }| SpanView { record, field, start, end };
        let miss = |MissingValue { record, field, pattern }| MissView { record, field, pattern };
        let (spans, misses) = (spans.into_iter().map(span).collect(), misses.into_iter().map(miss).collect());
        Self { items, count, scopes, spans, misses, error, text, truncated: is_cut, warnings }
    }
}

/// Try a `TextExtract` config on a text or on a message of the log. Nothing is written.
///
/// A config that cannot be used is refused; an action that would fail is an answer with `error`. At most 10 seconds.
#[utoipa::path(post, path = "/mailbox-watcher/preview", tag = "Actions", request_body = PreviewInput, responses(
    (status = 200, description = "What was found", body = PreviewView),
    InvalidInput,
    NotFound,
    Conflict,
    ProviderFailed,
    Unavailable,
    AccessDenied,
))]
pub(crate) async fn preview(
    _: Viewer,
    State(app): State<App>,
    Json(input): Json<PreviewInput>,
) -> Result<axum::Json<PreviewView>, Problem> {
    let source = match (input.text, input.log_id) {
        (Some(text), None) => PreviewSource::Text(text),
        (None, Some(id)) => PreviewSource::Log(id),
        (None, None) => return Err(Problem::field("text", "a text or a logId is needed")),
        (Some(_), Some(_)) => return Err(Problem::field("logId", "either a text or a logId, not both")),
    };
    Ok(axum::Json(app.watchers.admin().preview(Value::Object(input.config), source).await?.into()))
}
