//! The name, time zone and map projection of the city, for anyone.

use crate::{App, Problem};
use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::Response;
use serde::Serialize;
use std::sync::Arc;
use stormwire_city::facilities::bounds_of_anchors;
use stormwire_geo::{Bounds, ProjectionPolynomial};
use stormwire_http::response_cache::{CachedResponse, CityVersion, Freshness};
use utoipa::ToSchema;

const PATH: &str = "/city";

#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct CityView {
    name: String,
    /// IANA name of the time zone in which times are shown.
    #[schema(example = "America/Chicago")]
    timezone: String,
    /// Null if the location of the city is not known.
    projection: Option<ProjectionView>,
}

/// Converts degrees to the city's coordinates in feet by a polynomial, accurate to 0.01 feet inside `bounds`. With `u` and `v` running from -1 to 1 over longitude and latitude of `bounds`, and `T` the Chebyshev
/// polynomials, `x = Σ x[i][j]·T_i(u)·T_j(v)`, and the same for `y`. Missing coefficients are zero.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ProjectionView {
    /// `minLng, minLat, maxLng, maxLat`
    bounds: [f64; 4],
    x: Vec<Vec<f64>>,
    y: Vec<Vec<f64>>,
}

impl From<ProjectionPolynomial> for ProjectionView {
    fn from(projection: ProjectionPolynomial) -> Self {
        Self { bounds: corner_coordinates(projection.bounds), x: projection.x, y: projection.y }
    }
}

pub(crate) fn corner_coordinates(bounds: Bounds) -> [f64; 4] {
    [bounds.min().lon(), bounds.min().lat(), bounds.max().lon(), bounds.max().lat()]
}

/// Get the city
///
/// Name, time zone and map projection.
#[utoipa::path(get, path = "/city", tag = "Facilities", responses((status = 200, description = "The city", body = CityView)))]
pub(crate) async fn get(State(app): State<App>, headers: HeaderMap) -> Result<Response, Problem> {
    let response = current(&app).await?;
    Ok(response.encode_and_respond(&headers, app.clock.now()).map(Into::into))
}

/// Computed once for each version of the city.
pub(crate) async fn current(app: &App) -> Result<Arc<CachedResponse>, Problem> {
    let area = match app.facilities.configured_area() {
        Some(area) => Some(area),
        None => bounds_of_anchors(app.lightning.live_picture().await?.facilities()),
    };
    let cache = app.response_cache.city();
    let version = CityVersion { label: app.city.current(), area };
    Ok(cache.find(PATH, &version).unwrap_or_else(|| {
        let response = Arc::new(CachedResponse::json(&city_view(app, &version), Freshness::OneMinute));
        cache.insert(PATH, &version, &response);
        response
    }))
}

/// Computes the projection, which takes milliseconds.
fn city_view(app: &App, CityVersion { label, area }: &CityVersion) -> CityView {
    CityView {
        name: label.name.clone(),
        timezone: label.timezone_name().to_owned(),
        projection: area.and_then(|area| app.facilities.project(area)).map(ProjectionView::from),
    }
}
