//! Lightning, for everyone: raw strikes, the status of the city, of every facility, of one facility, of any point.
//!
//! [`query`] reads the parameters, [`views`] defines the JSON, [`responder`] takes responses from the cache or computes
//! them, [`strikes`] streams raw strikes.

mod query;
mod responder;
pub(crate) mod strikes;
mod views;

use crate::params::Id;
use crate::problem::ProblemView;
use crate::problem_responses::{InvalidInput, NotFound, Overloaded};
use crate::response_cache::CachedResponse;
use crate::{App, Problem};
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode, Uri};
use axum::response::Response;
use query::{ParametersDoc, PointQuery, ProximityQuery, StatusQuery};
use responder::{Inputs, Responder};
use stormwire_geo::Parameters;
use stormwire_lightning::LightningError;
use stormwire_store::FacilityId;
use views::{FacilitiesView, ProximityResponse, StatusView};

/// The city as a whole, for a poll every 30 to 60 seconds.
#[utoipa::path(get, path = "/lightning-strikes/status", tag = "Lightning",
    params(("asOf" = Option<String>, Query, format = DateTime, description = "As of then, for replay; now when left out")),
    responses((status = 200, description = "The city's rollup", body = StatusView), InvalidInput, Overloaded))]
pub(crate) async fn status(
    State(app): State<App>,
    query: StatusQuery,
    headers: HeaderMap,
    uri: Uri,
) -> Result<Response, Problem> {
    let parameters = Parameters::default();
    let responder = Responder { app: &app, headers: &headers, uri: &uri };
    responder
        .respond(Inputs::facilities(query.as_of, parameters), async |picture| {
            let all = app.lightning.facilities(&picture, parameters).await;
            Ok(app
                .lightning
                .background(move || CachedResponse::new(&StatusView::new(&picture, &all), all.turns_at))
                .await)
        })
        .await
}

/// Every facility, the most threatened first.
#[utoipa::path(get, path = "/lightning-strikes/facilities", tag = "Lightning", params(ParametersDoc),
    responses((status = 200, description = "Every facility; those without an anchor last", body = FacilitiesView), InvalidInput, Overloaded))]
pub(crate) async fn facilities(
    State(app): State<App>,
    query: ProximityQuery,
    headers: HeaderMap,
    uri: Uri,
) -> Result<Response, Problem> {
    let parameters = query.parameters;
    let responder = Responder { app: &app, headers: &headers, uri: &uri };
    responder
        .respond(Inputs::facilities(query.as_of, parameters), async |picture| {
            let all = app.lightning.facilities(&picture, parameters).await;
            let render = move || CachedResponse::new(&FacilitiesView::new(&picture, &all, &parameters), all.turns_at);
            Ok(app.lightning.run_blocking(render).await)
        })
        .await
}

/// One facility.
#[utoipa::path(get, path = "/lightning-strikes/facilities/{id}/proximity", tag = "Lightning",
    params(("id" = i64, Path, description = "The facility"), ParametersDoc),
    responses((status = 200, description = "How close the lightning is", body = ProximityResponse), InvalidInput, NotFound,
        (status = 409, description = "The facility has no anchor and cannot be evaluated", body = ProblemView, content_type = "application/problem+json"),
        Overloaded))]
pub(crate) async fn facility(
    State(app): State<App>,
    Id(id): Id<FacilityId>,
    query: ProximityQuery,
    headers: HeaderMap,
    uri: Uri,
) -> Result<Response, Problem> {
    let parameters = query.parameters;
    let inputs = Inputs::facilities(query.as_of, parameters);
    let responder = Responder { app: &app, headers: &headers, uri: &uri };
    responder
        .respond(inputs, async |picture| {
            let facility = picture.facilities().iter().find(|facility| facility.id == id).cloned();
            let facility = facility.ok_or_else(|| Problem::missing("facility", id))?;
            let anchor = facility.lat_long.ok_or_else(|| {
                let detail = format!("facility {id} has no point, so nothing can be said about it; give it one");
                Problem::new(StatusCode::CONFLICT, detail)
            })?;
            let proximity = if inputs.are_default() {
                app.lightning.facilities(&picture, parameters).await.proximity(&picture, id)
            } else {
                None
            };
            let proximity = match proximity {
                Some(proximity) => proximity,
                None => app.lightning.proximity_at(&picture, anchor, parameters).await,
            };
            let view = ProximityResponse::new(&picture, &parameters, &proximity).for_facility(&facility);
            Ok(CachedResponse::new(&view, views::changes_at(&proximity)))
        })
        .await
}

/// Any point.
#[utoipa::path(get, path = "/lightning-strikes/proximity", tag = "Lightning",
    params(("lat" = f64, Query, description = "Degrees north, -90 to 90"), ("lng" = f64, Query, description = "Degrees east, -180 to 180"), ParametersDoc),
    responses((status = 200, description = "How close the lightning is", body = ProximityResponse), InvalidInput, Overloaded))]
pub(crate) async fn point(
    State(app): State<App>,
    query: PointQuery,
    headers: HeaderMap,
    uri: Uri,
) -> Result<Response, Problem> {
    let (parameters, position) = (query.about.parameters, query.position);
    let responder = Responder { app: &app, headers: &headers, uri: &uri };
    responder
        .respond(Inputs::point(query.about.as_of, parameters), async |picture| {
            if picture.seems_swapped(position) {
                let message = "far from the city, and in it when lat and lng change places; are they swapped?";
                return Err(Problem::field("lat", message));
            }
            let proximity = app.lightning.proximity_at(&picture, position, parameters).await;
            let view = ProximityResponse::new(&picture, &parameters, &proximity);
            Ok(CachedResponse::new(&view, views::changes_at(&proximity)))
        })
        .await
}

impl From<LightningError> for Problem {
    fn from(error: LightningError) -> Self {
        match error {
            LightningError::Busy => {
                let detail = "too many of these are being computed; the live answers are always there";
                Self::new(StatusCode::SERVICE_UNAVAILABLE, detail).with_retry_after(1)
            }
            LightningError::Store(error) => error.into(),
        }
    }
}
