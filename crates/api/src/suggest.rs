//! Suggestions for a `TextExtract` config: layouts of a text, and fields for marked values.

use crate::access::SignedIn;
use crate::preview::text_source;
use crate::problem_responses::{AccessDenied, Conflict, InvalidInput, NotFound, ProviderFailed, Unavailable};
use crate::{App, Json, Problem};
use axum::extract::State;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use stormwire_extract::suggest::{FieldAlternative, FieldSuggestion};
use stormwire_extract::{FieldSpec, SegmentSpec};
use stormwire_store::LogId;
use stormwire_watcher::admin::suggest::{MarkedField, SourceLayout};
use utoipa::ToSchema;

/// Either `text` or `logId`.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct LayoutInput {
    /// The text of a message. If it contains an HTML table, it is also treated as the body of an HTML message.
    text: Option<String>,
    /// A message of the log. It is fetched from the mail provider. Its readable text, its HTML body and its text attachments
    /// are searched.
    #[schema(value_type = Option<i64>)]
    log_id: Option<LogId>,
}

/// The layouts that fit a text.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = LayoutSuggestions)]
pub(crate) struct LayoutsView {
    /// At most 8, best first.
    layouts: Vec<LayoutView>,
}

/// A way to split a text into records.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = LayoutSuggestion)]
pub(crate) struct LayoutView {
    name: String,
    /// The value for `Op.Source`.
    source: String,
    /// The value for `Segment`.
    #[schema(value_type = Object)]
    segment: SegmentSpec,
    /// Number of records in the text.
    count: usize,
    /// The first 3 records, at most 200 characters of each.
    samples: Vec<String>,
}

impl From<SourceLayout> for LayoutView {
    fn from(SourceLayout { source, layout }: SourceLayout) -> Self {
        Self { name: layout.name, source, segment: layout.segment, count: layout.count, samples: layout.samples }
    }
}

/// Suggest layouts
///
/// Suggests how a text or a message of the log is split into records. Every suggestion was run on the text. Writes nothing.
/// Takes at most 10 seconds and reads the first MiB of each text.
#[utoipa::path(post, path = "/mailbox-watcher/suggest/layout", tag = "Actions", request_body = LayoutInput, responses(
    (status = 200, description = "Layouts, best first", body = LayoutsView),
    InvalidInput,
    NotFound,
    Conflict,
    ProviderFailed,
    Unavailable,
    AccessDenied,
))]
pub(crate) async fn layout(
    SignedIn(user): SignedIn,
    State(app): State<App>,
    Json(input): Json<LayoutInput>,
) -> Result<axum::Json<LayoutsView>, Problem> {
    let source = text_source(&user, input.text, input.log_id)?;
    let layouts = app.watchers.admin().suggest_layouts(source).await?;
    Ok(axum::Json(LayoutsView { layouts: layouts.into_iter().map(LayoutView::from).collect() }))
}

/// A config with `Op.Source` and `Segment`, a marked value, and either `text` or `logId`.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct FieldInput {
    /// The config of a `TextExtract` action. `Fields` may be missing. If it has a field of this name, the settings of that
    /// field are kept as far as they read the marked value.
    #[schema(value_type = Object)]
    config: Map<String, Value>,
    /// The text that `Op.Source` refers to, as in a preview.
    text: Option<String>,
    /// A message of the log, as in a preview.
    #[schema(value_type = Option<i64>)]
    log_id: Option<LogId>,
    /// The name of the field. A name such as `Latitude` helps to recognize the type.
    name: String,
    /// UTF-16 offset of the first unit of the marked value, as in the `spans` of a preview.
    start: usize,
    /// UTF-16 offset after the last unit.
    end: usize,
}

/// A field that reads the marked value, and the same value in the other records.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = FieldSuggestion)]
pub(crate) struct FieldView {
    /// The value for one entry of `Fields`.
    #[schema(value_type = Object)]
    field: FieldSpec,
    /// Number of records.
    count: usize,
    /// Number of records in which the field has a valid value.
    found: usize,
    /// The first 5 values.
    values: Vec<String>,
    alternatives: Vec<AlternativeView>,
    /// What to check, such as an assumed time zone.
    warnings: Vec<String>,
}

/// Another field that reads the marked value.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = FieldAlternative)]
pub(crate) struct AlternativeView {
    /// How the value is found, such as `by its cell`.
    label: &'static str,
    #[schema(value_type = Object)]
    field: FieldSpec,
    found: usize,
}

impl From<FieldSuggestion> for FieldView {
    fn from(suggestion: FieldSuggestion) -> Self {
        let FieldSuggestion { field, count, found, values, alternatives, warnings } = suggestion;
        let alternative = |FieldAlternative { label, field, found }| AlternativeView { label, field, found };
        let alternatives = alternatives.into_iter().map(alternative).collect();
        Self { field, count, found, values, alternatives, warnings }
    }
}

/// Suggest a field
///
/// Suggests pattern, type and format for a value that was marked in one record, so that it is also found in the other records.
/// Every suggestion was run on the text. Writes nothing. Takes at most 10 seconds and reads the first MiB of the text.
#[utoipa::path(post, path = "/mailbox-watcher/suggest/field", tag = "Actions", request_body = FieldInput, responses(
    (status = 200, description = "A field and its alternatives", body = FieldView),
    InvalidInput,
    NotFound,
    Conflict,
    ProviderFailed,
    Unavailable,
    AccessDenied,
))]
pub(crate) async fn field(
    SignedIn(user): SignedIn,
    State(app): State<App>,
    Json(input): Json<FieldInput>,
) -> Result<axum::Json<FieldView>, Problem> {
    let marked = MarkedField {
        config: Value::Object(input.config),
        source: text_source(&user, input.text, input.log_id)?,
        name: input.name,
        units: input.start..input.end,
        zone: app.city.current().timezone_name().to_owned(),
    };
    Ok(axum::Json(app.watchers.admin().suggest_field(marked).await?.into()))
}
