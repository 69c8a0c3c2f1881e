//! Many facilities at once: upload of a file with a dry run, and deletion.

use crate::access::Admin;
use crate::facility::PointView;
use crate::params::Query;
use crate::problem_responses::{AccessDenied, InvalidInput};
use crate::{App, Json, Problem};
use axum::extract::State;
use axum::http::StatusCode;
use serde::{Deserialize, Serialize};
use stormwire_city::facilities::{
    Facility, FacilityFormat, ImportPreview, ImportedFacilities, MAX_PREVIEW_ROWS, PlannedRow, RowChange,
};
use stormwire_city::{ImportError, LineError};
use stormwire_store::FacilityId;
use stormwire_store::tables::facility::FacilityFields;
use stormwire_views::position::LatLongView;
use utoipa::{IntoParams, ToSchema};

#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = FacilityFileInput)]
pub(crate) struct FacilityFileBody {
    format: FormatInput,
    /// The content of the file. CSV: a header with `name` and `x`, `y` (feet) or `lat`, `lng` (degrees). GeoJSON: a
    /// FeatureCollection of Points with `properties.name`. Optional: `policy`, the name or the id of a policy. At most 10,000
    /// rows.
    text: String,
}

#[derive(Debug, Clone, Copy, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = FacilityFileFormat)]
pub(crate) enum FormatInput {
    Csv,
    GeoJson,
}

impl From<FormatInput> for FacilityFormat {
    fn from(format: FormatInput) -> Self {
        match format {
            FormatInput::Csv => Self::Csv,
            FormatInput::GeoJson => Self::GeoJson,
        }
    }
}

#[derive(Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct ImportParams {
    /// True: only reports what would happen; default false.
    #[serde(default)]
    dry_run: bool,
}

/// What an import did, or would do.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = FacilityImport)]
pub(crate) struct ImportView {
    /// Names that no facility had.
    added: u64,
    /// Facilities whose position, policy or spelling differs from the file.
    updated: u64,
    /// Facilities that are as in the file.
    unchanged: u64,
    /// Rows that cannot be imported. An import with such a row changes nothing.
    rejected: u64,
    /// Every row, in the order of the file; only for a dry run.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    rows: Vec<ImportRowView>,
}

/// A row of the file.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = FacilityImportRow)]
pub(crate) struct ImportRowView {
    /// The header of a CSV file is line 1.
    line: u64,
    result: RowResult,
    /// The facility with this name; null if it is new or the row is rejected.
    #[schema(value_type = Option<i64>)]
    facility_id: Option<FacilityId>,
    /// Null if a row is rejected that has none.
    name: Option<String>,
    /// Where the facility is now.
    before: Option<PositionView>,
    /// Where it will be.
    after: Option<PositionView>,
    /// Why the row is rejected.
    #[serde(skip_serializing_if = "Option::is_none")]
    problem: Option<RowProblemView>,
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = FacilityImportResult)]
enum RowResult {
    Add,
    Update,
    Keep,
    Reject,
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = FacilityPosition)]
struct PositionView {
    point: Option<PointView>,
    lat_long_point: Option<LatLongView>,
}

#[derive(Debug, Serialize, ToSchema)]
#[schema(as = FacilityImportProblem)]
struct RowProblemView {
    /// The column or property; null if the row as a whole is invalid.
    field: Option<&'static str>,
    /// What the file has there.
    value: Option<String>,
    /// What is wrong and how to fix it.
    message: String,
}

/// Import facilities
///
/// A name identifies a facility, ignoring case: rows with a known name update that facility, so importing a file again changes
/// nothing. A row without a position or policy keeps the known one. All rows are imported or none.
#[utoipa::path(post, path = "/facility/import", tag = "Facilities", params(ImportParams), request_body = FacilityFileBody, responses(
    (status = 200, description = "Number of rows by result", body = ImportView),
    InvalidInput,
    AccessDenied,
))]
pub(crate) async fn import(
    Admin(user): Admin,
    State(app): State<App>,
    Query(params): Query<ImportParams>,
    Json(body): Json<FacilityFileBody>,
) -> Result<axum::Json<ImportView>, Problem> {
    let format = body.format.into();
    let preview = app.facilities.preview_import(&body.text, format).await?;
    if params.dry_run {
        return Ok(axum::Json(preview.into()));
    }
    let imported = app.facilities.import(&body.text, format, user.actor()).await?;
    Ok(axum::Json(ImportView::new(imported, 0)))
}

#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = FacilityDeletion)]
pub(crate) struct DeleteBody {
    /// 1 to 10,000 ids.
    #[schema(value_type = Vec<i64>, min_items = 1, max_items = 10_000)]
    ids: Vec<FacilityId>,
}

#[derive(Debug, Serialize, ToSchema)]
#[schema(as = DeletedFacilities)]
pub(crate) struct DeletedView {
    /// Ids that no facility has are not counted.
    deleted: u64,
}

/// Delete facilities
///
/// Deletes all of them, or none if an error occurs.
#[utoipa::path(post, path = "/facility/delete", tag = "Facilities", request_body = DeleteBody, responses(
    (status = 200, description = "Number of deleted facilities", body = DeletedView),
    InvalidInput,
    AccessDenied,
))]
pub(crate) async fn delete(
    Admin(user): Admin,
    State(app): State<App>,
    Json(body): Json<DeleteBody>,
) -> Result<axum::Json<DeletedView>, Problem> {
    if !(1..=MAX_PREVIEW_ROWS).contains(&body.ids.len()) {
        return Err(Problem::field("ids", format!("{} ids; send 1 to {MAX_PREVIEW_ROWS}", body.ids.len())));
    }
    let deleted = app.facilities.delete_many(body.ids, user.actor()).await?;
    Ok(axum::Json(DeletedView { deleted }))
}

impl ImportView {
    fn new(counts: ImportedFacilities, rejected: usize) -> Self {
        let ImportedFacilities { added, updated, unchanged } = counts;
        Self { added, updated, unchanged, rejected: rejected as u64, rows: Vec::new() }
    }
}

impl From<ImportPreview> for ImportView {
    fn from(preview: ImportPreview) -> Self {
        let view = Self::new(preview.counts(), preview.rejected().count());
        let rows = preview.rows.into_iter().map(|row| row.map_or_else(ImportRowView::from, ImportRowView::from));
        Self { rows: rows.collect(), ..view }
    }
}

impl From<PlannedRow> for ImportRowView {
    fn from(row: PlannedRow) -> Self {
        let (result, before, after) = match row.change {
            RowChange::Add(fields) => (RowResult::Add, None, Some(fields)),
            RowChange::Update { before, after } => (RowResult::Update, Some(before), Some(after)),
            RowChange::Keep(facility) => (RowResult::Keep, Some(facility), None),
        };
        let name = after.as_ref().map(|fields| fields.name.clone());
        Self {
            line: row.line,
            result,
            facility_id: before.as_ref().map(|facility| facility.id),
            name: name.or_else(|| before.as_ref().map(|facility| facility.name.clone())),
            after: after.as_ref().map(PositionView::from).or_else(|| before.as_ref().map(PositionView::from)),
            before: before.as_ref().map(PositionView::from),
            problem: None,
        }
    }
}

impl From<LineError> for ImportRowView {
    fn from(error: LineError) -> Self {
        let LineError { line, name, field, value, problem } = error;
        let problem = Some(RowProblemView { field, value, message: problem });
        Self { line, result: RowResult::Reject, facility_id: None, name, before: None, after: None, problem }
    }
}

impl From<&Facility> for PositionView {
    fn from(facility: &Facility) -> Self {
        Self { point: facility.point.map(PointView::from), lat_long_point: facility.lat_long.map(LatLongView::from) }
    }
}

impl From<&FacilityFields> for PositionView {
    fn from(fields: &FacilityFields) -> Self {
        let point = fields.point.map(|(_, point)| PointView::from(point));
        Self { point, lat_long_point: fields.lat_long.map(LatLongView::from) }
    }
}

impl From<ImportError> for Problem {
    fn from(error: ImportError) -> Self {
        match error {
            ImportError::Unreadable { problem, .. } => Self::field("text", problem),
            ImportError::Lines(lines) => {
                let problem = Self::new(StatusCode::BAD_REQUEST, describe_lines(&lines));
                lines.into_iter().fold(problem, |problem, line| {
                    problem.with_field(format!("text, line {}", line.line), line.problem)
                })
            }
            ImportError::Store(error) => error.into(),
        }
    }
}

/// The first error in full: pages show only this text.
fn describe_lines(lines: &[LineError]) -> String {
    match lines {
        [] => "nothing was imported".to_owned(),
        [only] => format!("nothing was imported; {only}"),
        [first, others @ ..] => format!("nothing was imported; {first} (and {} more)", others.len()),
    }
}
