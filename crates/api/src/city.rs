//! The name, time zone and map projection of the city, for anyone.

use crate::{App, City, Problem};
use axum::Json;
use axum::extract::State;
use axum::http::{HeaderName, HeaderValue, header};
use serde::Serialize;
use stormwire_geo::{Bounds, ProjectionPolynomial};
use utoipa::ToSchema;

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

fn corner_coordinates(bounds: Bounds) -> [f64; 4] {
    [bounds.min().lon(), bounds.min().lat(), bounds.max().lon(), bounds.max().lat()]
}

type Headers = [(HeaderName, HeaderValue); 2];

/// Get the city
///
/// Name, time zone and map projection.
#[utoipa::path(get, path = "/city", tag = "Facilities", responses((status = 200, description = "The city", body = CityView)))]
pub(crate) async fn get(State(app): State<App>) -> Result<(Headers, Json<CityView>), Problem> {
    let projection = app.facilities.city_projection().await?.map(ProjectionView::from);
    let City { name, timezone } = &app.city;
    let view =
        CityView { name: name.to_string(), timezone: timezone.iana_name().unwrap_or("UTC").to_owned(), projection };
    let headers = [
        (header::CACHE_CONTROL, HeaderValue::from_static("public, max-age=60")),
        (header::ACCESS_CONTROL_ALLOW_ORIGIN, HeaderValue::from_static("*")),
    ];
    Ok((headers, Json(view)))
}
