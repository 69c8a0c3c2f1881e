//! Facilities. Viewers read them; administrators edit them.

use crate::access::{Admin, Viewer};
use crate::params::{Id, Query, limit};
use crate::problem::OrNotFound;
use crate::problem_responses::{AccessDenied, InvalidInput, NotFound};
use crate::{App, Json, Problem, json, merge_patch};
use axum::extract::State;
use axum::http::StatusCode;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use stormwire_city::facilities::{Facilities, Facility, FacilityError, FacilityInput};
use stormwire_geo::{FeetPoint, LonLat};
use stormwire_store::{FacilityId, PolicyId};
use stormwire_views::position::LatLongView;
use utoipa::{IntoParams, ToSchema};

/// A point in the city's coordinate system, in feet.
#[derive(Debug, Clone, Copy, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct PointView {
    x: f64,
    y: f64,
}

impl From<FeetPoint> for PointView {
    fn from(point: FeetPoint) -> Self {
        Self { x: point.x(), y: point.y() }
    }
}

/// A facility of the city.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct FacilityView {
    #[schema(value_type = i64)]
    id: FacilityId,
    name: String,
    point: Option<PointView>,
    /// Computed from `point`.
    lat_long_point: Option<LatLongView>,
    /// By which the facility is evaluated; null: the city's default, policy 1.
    #[schema(value_type = Option<i64>)]
    policy_id: Option<PolicyId>,
}

impl From<&Facility> for FacilityView {
    fn from(facility: &Facility) -> Self {
        Self {
            id: facility.id,
            name: facility.name.clone(),
            point: facility.point.map(PointView::from),
            lat_long_point: facility.lat_long.map(LatLongView::from),
            policy_id: facility.policy_id,
        }
    }
}

#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schema(as = FacilityInput)]
pub(crate) struct FacilityBody {
    /// 1 to 200 visible characters.
    #[schema(min_length = 1, max_length = 200)]
    name: String,
    /// In feet; null if the location is not known.
    #[serde(default)]
    point: Option<PointView>,
    /// In degrees, instead of `point`.
    #[serde(default)]
    position: Option<PositionInput>,
    /// By which the facility is evaluated; null: the city's default, policy 1.
    #[serde(default)]
    #[schema(value_type = Option<i64>)]
    policy_id: Option<PolicyId>,
    /// Ignored, so that a response can be sent back as a request.
    #[serde(default, rename = "id")]
    #[schema(ignore)]
    _id: serde::de::IgnoredAny,
    /// Ignored; computed from `point`.
    #[serde(default, rename = "latLongPoint")]
    #[schema(ignore)]
    _lat_long_point: serde::de::IgnoredAny,
}

/// A WGS84 position in degrees.
#[derive(Debug, Clone, Copy, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = PositionInput)]
pub(crate) struct PositionInput {
    lat: f64,
    lng: f64,
}

impl FacilityBody {
    fn input(self, facilities: &Facilities) -> Result<FacilityInput, Problem> {
        let policy_id = self.policy_id;
        if let Some(PositionInput { lat, lng }) = self.position {
            let position = LonLat::new(lng, lat).map_err(|error| Problem::field("position", error))?;
            let point = facilities.point_at(position).map_err(|error| Problem::field("position", error))?;
            return Ok(FacilityInput { name: self.name, point: Some(point), policy_id });
        }
        let point = self.point.map(|point| FeetPoint::new(point.x, point.y));
        let point = point.transpose().map_err(|error| Problem::field("point", error))?;
        Ok(FacilityInput { name: self.name, point, policy_id })
    }
}

/// Merge patch: omitted fields stay unchanged, null clears a field.
#[derive(Debug, ToSchema)]
#[schema(as = FacilityPatch, rename_all = "camelCase")]
#[expect(dead_code, reason = "read by the OpenAPI document alone: a patch is merged as plain JSON")]
pub(crate) struct FacilityPatch {
    #[schema(min_length = 1, max_length = 200)]
    name: Option<String>,
    point: Option<PointView>,
    position: Option<PositionInput>,
    #[schema(value_type = Option<i64>)]
    policy_id: Option<PolicyId>,
}

#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct FacilityParams {
    /// Only facilities with a larger id; for paging.
    #[param(value_type = Option<i64>)]
    after: Option<FacilityId>,
    /// 1 to 1,000,000; default all.
    #[param(minimum = 1, maximum = 1_000_000)]
    limit: Option<u32>,
}

#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct SyncResultView {
    /// `latLongPoint` was missing or different.
    updated: u64,
    unchanged: u64,
    /// Facilities without a point.
    skipped: u64,
}

const MAX_LIMIT: u32 = 1_000_000;

/// List facilities
#[utoipa::path(get, path = "/facility", tag = "Facilities", params(FacilityParams), responses(
    (status = 200, description = "Facilities, by id", body = [FacilityView]),
    InvalidInput,
    AccessDenied,
))]
pub(crate) async fn list(
    _: Viewer,
    State(app): State<App>,
    Query(params): Query<FacilityParams>,
) -> Result<axum::Json<Vec<FacilityView>>, Problem> {
    let limit = limit(params.limit, MAX_LIMIT, MAX_LIMIT)?;
    let found = app.facilities.list(params.after, limit).await?;
    Ok(axum::Json(found.iter().map(FacilityView::from).collect()))
}

/// Get a facility
#[utoipa::path(get, path = "/facility/{id}", tag = "Facilities", params(("id" = i64, Path)), responses(
    (status = 200, description = "The facility", body = FacilityView),
    NotFound,
    AccessDenied,
))]
pub(crate) async fn get(
    _: Viewer,
    State(app): State<App>,
    Id(id): Id<FacilityId>,
) -> Result<axum::Json<FacilityView>, Problem> {
    facility_or_not_found(app.facilities.get(id).await?, id)
}

/// Create a facility
#[utoipa::path(post, path = "/facility", tag = "Facilities", request_body = FacilityBody, responses(
    (status = 201, description = "The new facility", body = FacilityView),
    InvalidInput,
    AccessDenied,
))]
pub(crate) async fn create(
    Admin(user): Admin,
    State(app): State<App>,
    Json(body): Json<FacilityBody>,
) -> Result<(StatusCode, axum::Json<FacilityView>), Problem> {
    let created = app.facilities.create(body.input(&app.facilities)?, user.actor()).await?;
    Ok((StatusCode::CREATED, axum::Json(FacilityView::from(&created))))
}

/// Replace a facility
#[utoipa::path(put, path = "/facility/{id}", tag = "Facilities", params(("id" = i64, Path)), request_body = FacilityBody, responses(
    (status = 200, description = "The updated facility", body = FacilityView),
    InvalidInput,
    NotFound,
    AccessDenied,
))]
pub(crate) async fn replace(
    Admin(user): Admin,
    State(app): State<App>,
    Id(id): Id<FacilityId>,
    Json(body): Json<FacilityBody>,
) -> Result<axum::Json<FacilityView>, Problem> {
    let input = body.input(&app.facilities)?;
    facility_or_not_found(app.facilities.update(id, |_| Ok::<_, Problem>(input), user.actor()).await?, id)
}

/// Update a facility
///
/// Merge patch: omitted fields stay unchanged, null clears a field.
#[utoipa::path(patch, path = "/facility/{id}", tag = "Facilities", params(("id" = i64, Path)), request_body = FacilityPatch, responses(
    (status = 200, description = "The updated facility", body = FacilityView),
    InvalidInput,
    NotFound,
    AccessDenied,
))]
pub(crate) async fn patch(
    Admin(user): Admin,
    State(app): State<App>,
    Id(id): Id<FacilityId>,
    Json(patch): Json<Value>,
) -> Result<axum::Json<FacilityView>, Problem> {
    let facilities = app.facilities.clone();
    let revise = move |before: &Facility| -> Result<FacilityInput, Problem> {
        let merged = merge_patch::apply(&FacilityView::from(before), patch)?;
        json::read::<FacilityBody>(merged)?.input(&facilities)
    };
    facility_or_not_found(app.facilities.update(id, revise, user.actor()).await?, id)
}

/// Delete a facility
#[utoipa::path(delete, path = "/facility/{id}", tag = "Facilities", params(("id" = i64, Path)), responses(
    (status = 204, description = "Deleted"),
    NotFound,
    AccessDenied,
))]
pub(crate) async fn delete(
    Admin(user): Admin,
    State(app): State<App>,
    Id(id): Id<FacilityId>,
) -> Result<StatusCode, Problem> {
    app.facilities.delete(id, user.actor()).await?.or_not_found("facility", id)
}

/// Recalculate the coordinates of all facilities
///
/// Computes `latLongPoint` of every facility from its `point`.
#[utoipa::path(post, path = "/facility/sync-latlong/all", tag = "Facilities", responses((status = 200, description = "Number of facilities by result", body = SyncResultView), AccessDenied))]
pub(crate) async fn sync(Admin(user): Admin, State(app): State<App>) -> Result<axum::Json<SyncResultView>, Problem> {
    let synced = app.facilities.sync_anchors(user.actor()).await?;
    Ok(axum::Json(SyncResultView { updated: synced.updated, unchanged: synced.unchanged, skipped: synced.skipped }))
}

fn facility_or_not_found(found: Option<Facility>, id: FacilityId) -> Result<axum::Json<FacilityView>, Problem> {
    Ok(axum::Json(FacilityView::from(&found.or_not_found("facility", id)?)))
}

impl From<FacilityError> for Problem {
    fn from(error: FacilityError) -> Self {
        match error {
            FacilityError::Input(error) => Self::field(error.field(), &error),
            FacilityError::Store(error) => error.into(),
        }
    }
}
