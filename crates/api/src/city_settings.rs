//! Settings of the city, and the coordinate systems to choose from.

use crate::access::{Admin, Viewer};
use crate::city::corner_coordinates;
use crate::params::{Query, limit};
use crate::problem_responses::{AccessDenied, Conflict, InvalidInput};
use crate::{App, Json, Problem};
use axum::extract::State;
use axum::http::StatusCode;
use serde::{Deserialize, Serialize};
use stormwire_city::city_settings::{CitySettingsError, SavedCity};
use stormwire_city::config::City;
use stormwire_geo::{CoordinateSystem, LonLat};
use utoipa::{IntoParams, ToSchema};

/// Settings of the city.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = CitySettings)]
pub(crate) struct CitySettingsView {
    name: String,
    /// IANA name of the time zone in which times are shown.
    #[schema(example = "America/Chicago")]
    timezone: String,
    /// The coordinate system of all points: a code, or a proj string in feet.
    #[schema(example = "EPSG:2225")]
    crs: String,
    /// The name of the coordinate system; null for a proj string.
    crs_name: Option<String>,
    /// `minLng, minLat, maxLng, maxLat`; facilities must be inside. Null: anywhere.
    bounds: Option<[f64; 4]>,
    /// The settings that the configuration file or the environment sets: they cannot be changed here.
    configured: Vec<&'static str>,
    /// Whether an administrator has saved settings.
    is_saved: bool,
}

impl CitySettingsView {
    fn new(city: &City, is_saved: bool) -> Self {
        let keys = city.configured;
        let configured = [("name", keys.name), ("timezone", keys.timezone), ("crs", keys.crs), ("bounds", keys.bounds)];
        Self {
            name: city.name.clone(),
            timezone: city.timezone.iana_name().unwrap_or("UTC").to_owned(),
            crs: city.crs_text.clone(),
            crs_name: CoordinateSystem::find(&city.crs_text).map(|system| system.name.to_owned()),
            bounds: city.bounds.map(corner_coordinates),
            configured: configured.into_iter().filter_map(|(key, is_set)| is_set.then_some(key)).collect(),
            is_saved,
        }
    }
}

/// Get the settings of the city
#[utoipa::path(get, path = "/city/settings", tag = "Facilities", responses((status = 200, description = "The settings", body = CitySettingsView), AccessDenied))]
pub(crate) async fn get(_: Viewer, State(app): State<App>) -> Result<axum::Json<CitySettingsView>, Problem> {
    let (city, is_saved) = app.city_settings.get().await?;
    Ok(axum::Json(CitySettingsView::new(&city, is_saved)))
}

#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = CitySettingsInput)]
pub(crate) struct CitySettingsBody {
    /// 1 to 100 visible characters; null: as the configuration says.
    #[serde(default)]
    #[schema(min_length = 1, max_length = 100)]
    name: Option<String>,
    /// IANA name; null: as the configuration says.
    #[serde(default)]
    timezone: Option<String>,
    /// A code of `/city/coordinate-systems`, or a proj string in feet; null: as the configuration says.
    #[serde(default)]
    #[schema(max_length = 1_000)]
    crs: Option<String>,
    /// `minLng, minLat, maxLng, maxLat`; null: the zone of the coordinate system.
    #[serde(default)]
    bounds: Option<[f64; 4]>,
}

/// Change the settings of the city
///
/// Keys of the configuration win. The coordinate system cannot change while facilities or aerial tiles have positions in it.
#[utoipa::path(put, path = "/city/settings", tag = "Facilities", request_body = CitySettingsBody, responses(
    (status = 200, description = "The settings", body = CitySettingsView),
    InvalidInput,
    Conflict,
    AccessDenied,
))]
pub(crate) async fn put(
    Admin(user): Admin,
    State(app): State<App>,
    Json(body): Json<CitySettingsBody>,
) -> Result<axum::Json<CitySettingsView>, Problem> {
    const MAX_CRS_LENGTH: usize = 1_000;
    let CitySettingsBody { name, timezone, crs, bounds } = body;
    if crs.as_ref().is_some_and(|text| text.len() > MAX_CRS_LENGTH) {
        return Err(Problem::field("crs", format!("longer than {MAX_CRS_LENGTH} characters")));
    }
    let name = name.map(|name| name.trim().to_owned());
    let city = app.city_settings.save(SavedCity { name, timezone, crs, bounds }, user.actor()).await?;
    Ok(axum::Json(CitySettingsView::new(&city, true)))
}

#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct SystemParams {
    /// Words of the code or name, such as `California zone 1`.
    search: Option<String>,
    /// With `lng`: only systems for this position, the best first.
    lat: Option<f64>,
    lng: Option<f64>,
    /// 1 to 1,000; default 20.
    #[param(minimum = 1, maximum = 1_000)]
    limit: Option<u32>,
}

/// A coordinate system in feet.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = CoordinateSystem)]
pub(crate) struct CoordinateSystemView {
    #[schema(example = "EPSG:2225")]
    code: String,
    #[schema(example = "NAD83 / California zone 1 (ftUS)")]
    name: String,
    /// The area it is meant for: `minLng, minLat, maxLng, maxLat`
    bounds: [f64; 4],
}

/// List coordinate systems
///
/// State plane zones in feet, and UTM zones, which are used in feet.
#[utoipa::path(get, path = "/city/coordinate-systems", tag = "Facilities", params(SystemParams), responses(
    (status = 200, description = "The systems", body = [CoordinateSystemView]),
    InvalidInput,
    AccessDenied,
))]
pub(crate) async fn coordinate_systems(
    _: Viewer,
    Query(params): Query<SystemParams>,
) -> Result<axum::Json<Vec<CoordinateSystemView>>, Problem> {
    let most = limit(params.limit, 20, 1_000)?;
    let text = params.search.unwrap_or_default();
    let found = match (params.lat, params.lng) {
        (Some(lat), Some(lng)) => {
            let position = LonLat::new(lng, lat).map_err(|error| Problem::field("lat", error))?;
            let matching = CoordinateSystem::search(&text);
            CoordinateSystem::at(position).into_iter().filter(|system| matching.contains(system)).collect()
        }
        (None, None) => CoordinateSystem::search(&text),
        (None, Some(_)) => return Err(Problem::field("lat", "missing; give lat and lng, or neither")),
        (Some(_), None) => return Err(Problem::field("lng", "missing; give lat and lng, or neither")),
    };
    let view = |system: CoordinateSystem| CoordinateSystemView {
        code: system.code.to_owned(),
        name: system.name.to_owned(),
        bounds: corner_coordinates(system.zone),
    };
    Ok(axum::Json(found.into_iter().take(most as usize).map(view).collect()))
}

impl From<CitySettingsError> for Problem {
    fn from(error: CitySettingsError) -> Self {
        match error {
            CitySettingsError::Field(error) => Self::field(error.field, error.problem),
            CitySettingsError::InUse { .. } => Self::new(StatusCode::CONFLICT, error.to_string()),
            CitySettingsError::Store(error) => error.into(),
        }
    }
}
