//! Runs a `TextExtract` config on a text.

use crate::access::{SignedIn, SignedInUser};
use crate::problem_responses::{AccessDenied, Conflict, InvalidInput, NotFound, ProviderFailed, Unavailable};
use crate::{App, Json, Problem};
use axum::extract::State;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use stormwire_extract::{MissingValue, RecordSpan, UnreadKind, UnreadSpan, ValueSpan};
use stormwire_store::LogId;
use stormwire_store::tables::user::Role;
use stormwire_watcher::admin::preview::{Preview, PreviewSource};
use utoipa::ToSchema;

/// A config, and either `text` or `logId`.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct PreviewInput {
    /// The config of a `TextExtract` action. `Fields` may be missing: then only the records are shown.
    #[schema(value_type = Object)]
    config: Map<String, Value>,
    /// The text that `Op.Source` refers to. If that is `$._RawBody`, the text is treated as the body of an HTML message:
    /// tags are removed from values and entities decoded. The request may have at most 1 MiB.
    text: Option<String>,
    /// A message of the log. It is fetched from the mail provider, because bodies are not stored.
    #[schema(value_type = Option<i64>)]
    log_id: Option<LogId>,
}

/// The extracted records and their positions.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Preview)]
pub(crate) struct PreviewView {
    /// One object per record, with null for fields without a value; the first 10,000.
    #[schema(value_type = Vec<Object>)]
    items: Vec<Map<String, Value>>,
    /// Number of records.
    count: usize,
    /// The position of each record.
    scopes: Vec<ScopeView>,
    /// The position of each value. Offsets count UTF-16 code units, like JavaScript strings.
    spans: Vec<SpanView>,
    /// Fields without a value: not found, or not valid for their type.
    misses: Vec<MissView>,
    /// Text that is not read although a strike seems to be there, the first 10,000 of each kind: a record starts inside another
    /// record, or a time and a position are in no field.
    unread: Vec<UnreadView>,
    /// Why the action would fail; omitted if it would not.
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<String>,
    /// With `logId`: the first MiB of the text that `spans` refer to.
    #[serde(skip_serializing_if = "Option::is_none")]
    text: Option<String>,
    /// True if records or text were cut off.
    truncated: bool,
    /// Probable mistakes, each with the path of its key.
    warnings: Vec<String>,
}

/// The position of a record in the text.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = PreviewScope)]
pub(crate) struct ScopeView {
    /// Index into `items`.
    record: usize,
    /// UTF-16 offset of the first unit.
    start: usize,
    /// UTF-16 offset after the last unit.
    end: usize,
}

/// The position of a value, without surrounding white space.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = PreviewSpan)]
pub(crate) struct SpanView {
    /// Index into `items`.
    record: usize,
    field: String,
    /// UTF-16 offset of the first unit.
    start: usize,
    /// UTF-16 offset after the last unit.
    end: usize,
}

/// A field without a value.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = PreviewMiss)]
pub(crate) struct MissView {
    /// Index into `items`.
    record: usize,
    field: String,
    /// The pattern of the field.
    pattern: String,
}

/// The position of text that is not read although a strike seems to be there.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = PreviewUnread)]
pub(crate) struct UnreadView {
    /// UTF-16 offset of the first unit.
    start: usize,
    /// UTF-16 offset after the last unit.
    end: usize,
    kind: UnreadKindView,
}

/// Why text counts as unread.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = PreviewUnreadKind)]
pub(crate) enum UnreadKindView {
    /// The start pattern matches inside another record.
    Start,
    /// A time and a position that look like a strike, and that no field reads.
    PossibleStrike,
    /// The first line of a record, which the record before reads.
    HeadOfNext,
}

impl From<UnreadSpan> for UnreadView {
    fn from(UnreadSpan { start, end, kind }: UnreadSpan) -> Self {
        let kind = match kind {
            UnreadKind::Start => UnreadKindView::Start,
            UnreadKind::PossibleStrike => UnreadKindView::PossibleStrike,
            UnreadKind::HeadOfNext => UnreadKindView::HeadOfNext,
        };
        Self { start, end, kind }
    }
}

impl From<Preview> for PreviewView {
    fn from(preview: Preview) -> Self {
        let Preview { items, count, scopes, spans, misses, unread, error, text, is_truncated, warnings } = preview;
        let scope = |RecordSpan { record, start, end }| ScopeView { record, start, end };
        let scopes = scopes.into_iter().map(scope).collect();
        let span = |ValueSpan { record, field, start, end }| SpanView { record, field, start, end };
        let miss = |MissingValue { record, field, pattern }| MissView { record, field, pattern };
        let (spans, misses) = (spans.into_iter().map(span).collect(), misses.into_iter().map(miss).collect());
        let unread = unread.into_iter().map(UnreadView::from).collect();
        Self { items, count, scopes, spans, misses, unread, error, text, truncated: is_truncated, warnings }
    }
}

/// The text or the message that a request is about. Viewers cannot read mail.
pub(crate) fn text_source(
    user: &SignedInUser,
    text: Option<String>,
    log_id: Option<LogId>,
) -> Result<PreviewSource, Problem> {
    if log_id.is_some() {
        user.require(Role::Operator)?;
    }
    match (text, log_id) {
        (Some(text), None) => Ok(PreviewSource::Text(text)),
        (None, Some(id)) => Ok(PreviewSource::Log(id)),
        (None, None) => Err(Problem::field("text", "text or logId is required")),
        (Some(_), Some(_)) => Err(Problem::field("logId", "give text or logId, not both")),
    }
}

/// Preview a `TextExtract` config
///
/// Runs the config on a text or on a message of the log and writes nothing. An invalid config is rejected; if the action
/// would fail, the response has `error`. Takes at most 10 seconds. A message of the log needs the role `operator`.
#[utoipa::path(post, path = "/mailbox-watcher/preview", tag = "Actions", request_body = PreviewInput, responses(
    (status = 200, description = "The extracted records", body = PreviewView),
    InvalidInput,
    NotFound,
    Conflict,
    ProviderFailed,
    Unavailable,
    AccessDenied,
))]
pub(crate) async fn preview(
    SignedIn(user): SignedIn,
    State(app): State<App>,
    Json(input): Json<PreviewInput>,
) -> Result<axum::Json<PreviewView>, Problem> {
    let source = text_source(&user, input.text, input.log_id)?;
    Ok(axum::Json(app.watchers.admin().preview(Value::Object(input.config), source).await?.into()))
}
